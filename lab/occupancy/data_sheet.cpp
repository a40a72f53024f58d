// See data_sheet.h.
#include "lab/occupancy/data_sheet.h"

#include <algorithm>
#include <array>

namespace lab {
namespace {

// Bandwidth is bus width x rate of a pin: 384 bits at 1.8 Gbit/s are 86.4 GB/s. Multiprocessors of
// 2006 and 2010 have a clock of their own, the "shader clock". A K80 has two GPUs, each a device of
// its own; these are the numbers of one.
//
// Rates of floats and doubles are multiprocessors x boost clock x multiply-adds a cycle. The sheets
// round them: an H200 has 132 at 1980 MHz with 128 and 64, 67 and 34 TFLOP/s. Tensor rates are
// dense, with float sums. Sheets since 2020 print twice as much, for matrices that are half zeros.
// GeForce cards since 2018 have half the tensor rate with float sums, which is listed here. Of the
// first five cards there is no recording, so they have no driver's name. A multiprocessor of them
// has 8, 32, 192, 192 and 128 cores, and the doubles of them are none, 1/8, 1/3, 1/3 and 1/32 of
// the floats.
constexpr std::array sheets{
    DataSheet{"8800gtx", "", 1350, 86.4, 345.6, 0, 0, "NVIDIA GeForce 8800 GTX specifications"},
    DataSheet{"gtx480", "", 1401, 177.4, 1'345, 168, 0, "NVIDIA GeForce GTX 480 specifications"},
    DataSheet{"k40", "", 875, 288, 5'040, 1'680, 0, "NVIDIA Tesla K40 board specification"},
    DataSheet{"k80", "", 875, 240, 4'368, 1'456, 0, "NVIDIA Tesla K80 board specification"},
    DataSheet{"gtx1060", "", 1708, 192.2, 4'372, 137, 0,
              "NVIDIA GeForce GTX 1060 specifications, 6 GB"},
    DataSheet{"h200", "NVIDIA H200", 1980, 4800, 66'908, 33'454, 989'000,
              "NVIDIA H200 data sheet, SXM"},
    DataSheet{"", "NVIDIA H100 80GB HBM3", 1980, 3350, 66'908, 33'454, 989'000,
              "NVIDIA H100 data sheet, SXM"},
    DataSheet{"", "NVIDIA H100 PCIe", 1755, 2000, 51'200, 25'600, 756'000,
              "NVIDIA H100 data sheet, PCIe"},
    DataSheet{"", "NVIDIA A100-SXM4-80GB", 1410, 2039, 19'492, 9'746, 312'000,
              "NVIDIA A100 data sheet"},
    DataSheet{"", "NVIDIA A100 80GB PCIe", 1410, 1935, 19'492, 9'746, 312'000,
              "NVIDIA A100 data sheet"},
    DataSheet{"a100", "NVIDIA A100-SXM4-40GB", 1410, 1555, 19'492, 9'746, 312'000,
              "NVIDIA A100 data sheet, 40 GB"},
    DataSheet{"", "NVIDIA A100-PCIE-40GB", 1410, 1555, 19'492, 9'746, 312'000,
              "NVIDIA A100 data sheet, 40 GB"},
    DataSheet{"v100", "Tesla V100-SXM2-16GB", 1530, 900, 15'667, 7'834, 125'000,
              "NVIDIA V100 data sheet, SXM2"},
    DataSheet{"", "Tesla V100-SXM2-32GB", 1530, 900, 15'667, 7'834, 125'000,
              "NVIDIA V100 data sheet, SXM2"},
    DataSheet{"t4", "Tesla T4", 1590, 320, 8'141, 254, 65'000, "NVIDIA T4 data sheet"},
    DataSheet{"rtx2060", "NVIDIA GeForce RTX 2060", 1680, 336, 6'451, 202, 25'800,
              "NVIDIA Turing white paper"},
    DataSheet{"rtx3060", "NVIDIA GeForce RTX 3060", 1777, 360, 12'738, 199, 25'500,
              "NVIDIA GeForce RTX 3060 specifications, 12 GB"},
    DataSheet{"rtx4070", "NVIDIA GeForce RTX 4070", 2475, 504, 29'146, 455, 58'300,
              "NVIDIA GeForce RTX 4070 specifications"},
    DataSheet{"rtx4090", "NVIDIA GeForce RTX 4090", 2520, 1008, 82'575, 1'290, 165'200,
              "NVIDIA Ada white paper"},
};

const DataSheet* sheet_where(std::string_view DataSheet::*name, std::string_view is) {
    if (is.empty()) return nullptr;
    const auto found = std::ranges::find(sheets, is, name);
    return found == sheets.end() ? nullptr : &*found;
}

}  // namespace

const DataSheet* data_sheet(std::string_view device) {
    return sheet_where(&DataSheet::device, device);
}

const DataSheet* data_sheet_of_card(std::string_view id) {
    return sheet_where(&DataSheet::card, id);
}

}  // namespace lab

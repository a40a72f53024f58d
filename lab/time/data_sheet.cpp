// See data_sheet.h.
#include "lab/time/data_sheet.h"

#include <algorithm>
#include <array>

namespace lab {
namespace {

// Rates of floats and doubles are multiprocessors x boost clock x multiply-adds a cycle. The sheets
// round them: an H200 has 132 at 1980 MHz with 128 and 64, 67 and 34 TFLOP/s. Tensor rates are
// dense, with float sums. Sheets since 2020 print twice as much, for matrices that are half zeros.
constexpr std::array sheets{
    DataSheet{"NVIDIA H200", 4800, 66'908, 33'454, 989'000, "NVIDIA H200 data sheet, SXM"},
    DataSheet{"NVIDIA H100 80GB HBM3", 3350, 66'908, 33'454, 989'000,
              "NVIDIA H100 data sheet, SXM"},
    DataSheet{"NVIDIA H100 PCIe", 2000, 51'200, 25'600, 756'000, "NVIDIA H100 data sheet, PCIe"},
    DataSheet{"NVIDIA A100-SXM4-80GB", 2039, 19'492, 9'746, 312'000, "NVIDIA A100 data sheet"},
    DataSheet{"NVIDIA A100 80GB PCIe", 1935, 19'492, 9'746, 312'000, "NVIDIA A100 data sheet"},
    DataSheet{"NVIDIA A100-SXM4-40GB", 1555, 19'492, 9'746, 312'000, "NVIDIA A100 data sheet"},
    DataSheet{"NVIDIA A100-PCIE-40GB", 1555, 19'492, 9'746, 312'000, "NVIDIA A100 data sheet"},
    DataSheet{"Tesla V100-SXM2-16GB", 900, 15'667, 7'834, 125'000, "NVIDIA V100 data sheet"},
    DataSheet{"Tesla V100-SXM2-32GB", 900, 15'667, 7'834, 125'000, "NVIDIA V100 data sheet"},
    DataSheet{"Tesla T4", 320, 8'141, 254, 65'000, "NVIDIA T4 data sheet"},
    DataSheet{"NVIDIA GeForce RTX 4090", 1008, 82'575, 1'290, 165'200, "NVIDIA Ada white paper"},
};

}  // namespace

const DataSheet* data_sheet(std::string_view device) {
    const auto found = std::ranges::find(sheets, device, &DataSheet::device);
    return found == sheets.end() ? nullptr : &*found;
}

}  // namespace lab

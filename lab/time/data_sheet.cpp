// See data_sheet.h.
#include "lab/time/data_sheet.h"

#include <algorithm>
#include <array>

namespace lab {
namespace {

// Rates of floats and doubles are those of 132 multiprocessors at 1980 MHz, with 128 and 64
// multiply-adds in a cycle: what the sheets round to 67 and 34 TFLOP/s. Those of tensor cores are
// dense: the sheets print twice as many, of matrices half of which are zeros.
constexpr std::array sheets{
    DataSheet{"NVIDIA H200", 4800, 66'908, 33'454, 989'000, "NVIDIA H200 data sheet, SXM"},
    DataSheet{"NVIDIA H100 80GB HBM3", 3350, 66'908, 33'454, 989'000,
              "NVIDIA H100 data sheet, SXM"},
};

}  // namespace

const DataSheet* data_sheet(std::string_view device) {
    const auto found = std::ranges::find(sheets, device, &DataSheet::device);
    return found == sheets.end() ? nullptr : &*found;
}

}  // namespace lab

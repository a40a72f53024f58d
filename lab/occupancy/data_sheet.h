// Numbers from manufacturers' data sheets, for cards of the recordings, of courses and of the
// lesson "The card". They are upper bounds that no kernel here must reach. No count and no modelled
// time uses them.
#pragma once

#include <string_view>

namespace lab {

struct DataSheet {
    std::string_view card;           // of Multiprocessor: "h200"; empty: not one of these
    std::string_view device;         // the driver's name: "NVIDIA H200"; empty: of no recording
    int megahertz = 0;               // of the multiprocessors, the highest
    double gigabytes = 0;            // memory bandwidth, GB/s
    double floats = 0, doubles = 0;  // GFLOP/s of multiply-adds, two operations each
    double tensor = 0;               // GFLOP/s of tensor cores with 16-bit floats, dense
    std::string_view source;         // "NVIDIA H200 data sheet, SXM"
};

/// For the device of that name; nullptr where its data sheet is not listed.
const DataSheet* data_sheet(std::string_view device);
/// For a card of multiprocessors(), by its id; nullptr for other ids.
const DataSheet* data_sheet_of_card(std::string_view id);

}  // namespace lab

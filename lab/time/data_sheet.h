// Numbers from manufacturers' data sheets, for cards of the recordings and others in courses. They
// are upper bounds that no kernel here must reach. Used by the card "Roofline".
#pragma once

#include <string_view>

namespace lab {

struct DataSheet {
    std::string_view device;         // the driver's name: "NVIDIA H200"
    double gigabytes = 0;            // memory bandwidth, GB/s
    double floats = 0, doubles = 0;  // GFLOP/s of multiply-adds, two operations each
    double tensor = 0;               // GFLOP/s of tensor cores with 16-bit floats, dense
    std::string_view source;         // "NVIDIA H200 data sheet, SXM"
};

/// For the device of that name; nullptr where its data sheet is not listed.
const DataSheet* data_sheet(std::string_view device);

}  // namespace lab

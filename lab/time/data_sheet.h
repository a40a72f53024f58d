// What the maker's data sheets promise of cards, those of the recordings and others that courses
// have: upper bounds, which no kernel here needs to reach. Read by the card "Roofline".
#pragma once

#include <string_view>

namespace lab {

struct DataSheet {
    std::string_view device;         // as its driver calls it: "NVIDIA H200"
    double gigabytes = 0;            // a second, of its memory
    double floats = 0, doubles = 0;  // GFLOP/s of multiply-adds, two operations each
    double tensor = 0;               // GFLOP/s of tensor cores with 16-bit floats, none left out
    std::string_view source;         // "NVIDIA H200 data sheet, SXM"
};

/// Of the device with that name; nullptr where its data sheet is not known here.
const DataSheet* data_sheet(std::string_view device);

}  // namespace lab

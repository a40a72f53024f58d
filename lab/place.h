// Where a viewer stands in a run, in numbers: what a line of state carries after --at. A further
// one is a member here and its row in the table.
#pragma once

#include <array>
#include <string_view>

#include "simulator/types.h"

namespace lab {

struct Place {
    int step = 0;               // into Run::steps; -1: before the first
    int lens = -1;              // first column of the lens; -1: wherever the step is
    int lane = 0, warp = 0;     // of the lens
    int axis = -1, slice = -1;  // of a field; -1: as its lesson cuts it; follows the step
    int version = -1;           // selected cell of the flow, -1 none
    int ptx = 0;                // 1: the code pane shows the PTX text

    struct Field {
        std::string_view name;
        simulator::Member<Place, int> member;
    };
    static const std::array<Field, 8> fields;
};

constexpr std::array<Place::Field, 8> Place::fields{{{"step", &Place::step},
                                                     {"lens", &Place::lens},
                                                     {"lane", &Place::lane},
                                                     {"warp", &Place::warp},
                                                     {"axis", &Place::axis},
                                                     {"slice", &Place::slice},
                                                     {"version", &Place::version},
                                                     {"ptx", &Place::ptx}}};

}  // namespace lab

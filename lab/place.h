// A viewer's position in a run, as numbers: the part of a line of state after --at. For a new
// number, add a member here and a row in the table.
#pragma once

#include <array>
#include <string_view>

#include "simulator/types.h"

namespace lab {

struct Place {
    int step = 0;               // index in Run::steps; -1: before the first step
    int lens = -1;              // first column of the lens; -1: it follows the step
    int lane = 0, warp = 0;     // shown by the lens
    int axis = -1, slice = -1;  // of a field; -1: the lesson's own cut, which follows the step
    int version = -1;           // selected cell of the flow; -1: none
    int ptx = 0;                // 1: the code pane shows the PTX text
    int waits = 0;              // 1: the calls are shown with a wait behind each launch

    struct Field {
        std::string_view name;
        simulator::Member<Place, int> member;
    };
    static const std::array<Field, 9> fields;
};

constexpr std::array<Place::Field, 9> Place::fields{{{"step", &Place::step},
                                                     {"lens", &Place::lens},
                                                     {"lane", &Place::lane},
                                                     {"warp", &Place::warp},
                                                     {"axis", &Place::axis},
                                                     {"slice", &Place::slice},
                                                     {"version", &Place::version},
                                                     {"ptx", &Place::ptx},
                                                     {"waits", &Place::waits}}};

}  // namespace lab

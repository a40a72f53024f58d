// What an instruction of a run's PTX does, which unit runs it, and where the manual explains it, by
// its row of the instruction table. The code pane shows it for the line under the mouse.
#pragma once

#include <string>

#include "lab/run.h"

namespace app {

struct PtxMeaning {
    std::string words;  // "d = a × b + c", and the unit
    std::string link;   // the section of the manual
};

/// The meaning of a line of the run's PTX text; nullptr where the line has no known instruction.
const PtxMeaning* ptx_meaning(const lab::Run&, int line);

/// What a unit does, in a few words.
std::string_view meaning_of(simulator::Unit);

}  // namespace app

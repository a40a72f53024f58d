// Names of what an event touches: arrays, cells, letters, lanes and source lines, as the kernel has
// them. Shared by the views of the stage and the code pane.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "lab/run.h"

namespace app {

/// Name of an array in the kernel of a launch: that of its parameter, where exactly one parameter
/// was given this array. Else the array's own name, the one that the host uses.
std::string name_in_kernel(const lab::Run&, int launch, const simulator::Array&);
/// The shape that the plan gives a global array; nullopt where it gives none.
std::optional<simulator::Dim3> declared_shape(const lab::Run&, const simulator::Array&);
/// "part[2]" as the kernel calls it, "part[9], past the end", or an address where no array is
/// known.
std::string cell_name(const lab::Run&, const simulator::Event&, simulator::Address);
/// The same with all elements that one slot of the event moves: "words[64…67]".
std::string cells_name(const lab::Run&, const simulator::Event&, simulator::Address);
/// Whether an event loads letters, or stores them to shared memory. Only in a lesson that says that
/// it reads letters.
bool moves_letters(const lab::Run&, const simulator::Event&);
/// The letters that a slot moved, the first one first.
std::string letters_in(const simulator::Event&, const simulator::Slot&);
/// The array that most of an event's lanes touch, as the kernel calls it; empty where none is
/// known.
std::string array_name(const lab::Run&, const simulator::Event&);
/// "lanes 0 to 3", "lane 7", "lanes 0, 4 and 8", "12 lanes".
std::string lanes_text(std::uint32_t mask);
/// A line of the kernel's source, without the blanks around it; empty where there is no such line.
std::string source_line(const lab::Run&, int line);

}  // namespace app

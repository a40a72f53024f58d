// Notes of the race checker in Fault::text; lab/running/race_words.cpp words them. For a race of
// read-modify-writes, Fault::text is the name of the fitting atomic operation, if one is known.
#pragma once

#include <string_view>

namespace simulator::race_text {

constexpr std::string_view same_value = "Both write the same value.";
// The read and the write are in a loop, and no barrier stands between the read and the next turn's
// write.
constexpr std::string_view later_turn = "The write is of a later turn of the loop.";
constexpr std::string_view any_turn = "No barrier stands in the loop.";  // nor between the two

}  // namespace simulator::race_text

// What the checker tells of a race beside who and where, in Fault::text; lab/race_words.cpp makes
// words of it. Of one in which each thread reads an element and writes it back it is the name of
// the atomic operation that does so, where one is known.
#pragma once

#include <string_view>

namespace simulator::race_text {

constexpr std::string_view same_value = "Both write the same value.";
// The read and the write stand in a loop, and no barrier lies behind the read before the next turn
// writes.
constexpr std::string_view later_turn = "The write is of a later turn of the loop.";
constexpr std::string_view any_turn = "No barrier stands in the loop.";  // nor between the two

}  // namespace simulator::race_text

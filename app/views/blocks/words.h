// Words about a block and about all blocks. Called by blocks.cpp.
#pragma once

#include <cstdint>
#include <string>

#include "app/views/blocks/layout.h"

namespace app {

/// "waits for block 6".
std::string does_words(const simulator::Stretch&);
/// What the kept blocks do at a step: "of 8 blocks 1 works, 7 wait for another".
std::string crowd_words(const simulator::LaunchTimes&, std::int64_t step);

/// The block that waits longest; where none waits, "12 blocks on 4 SMs, in each of four launches".
/// Of a chosen card, it says how many of its multiprocessors are drawn: "4 of 16 SMs".
std::string blocks_claim(const simulator::BlocksOverTime&, const lab::Settings&);
/// " This is a model: 4 SMs with room for 32 such blocks.", and whose they are.
std::string room_words(const simulator::LaunchTimes&, const lab::Settings&);

}  // namespace app

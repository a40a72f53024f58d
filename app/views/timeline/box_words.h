// The words for a box of "Timeline", and for another chunk's work that its launches need. Called by
// timeline.cpp and step_mark.cpp.
#pragma once

#include <string>

#include "app/engines.h"

namespace app {

/// "Copies in, chunk 2 of 16".
std::string chunk_words(const EngineTimes::Box&, const EngineTimes&);

/// awaited_by(), kept with the timed run: it needs a plan, and every frame asks.
const AwaitedBox& awaited_box(const lab::Run& timed, const EngineTimes&, const EngineTimes::Box&);

/// The same for the kernels of a chunk; nullptr where they need nothing from another chunk.
const AwaitedBox* awaited_by_chunk(const lab::Run& timed, const EngineTimes&, int chunk);

/// "It waits for copies in, chunk 2 of 16, which brings 2 621 440 numbers that it reads".
std::string waits_words(const lab::Run& timed, const EngineTimes&, const EngineTimes::Box&);

/// "Kernels of chunk 1 begin at 8 µs, and copies in of chunk 1 write *u* until 30 µs: ...", for all
/// races.
std::string races_sentence(const EngineTimes&);

}  // namespace app

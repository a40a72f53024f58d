// The words of "Same address" for a request and for an element.
#pragma once

#include <string>

#include "app/views/queue/queues.h"

namespace app {

constexpr const char* no_atomics = "This run has no atomics.";

std::string queue_claim(const DrawContext&);
std::string queue_sentence(const DrawContext&);
/// " In the whole run 131 072 requests of warps do so, all at this one address.": what no picture
/// of one block shows. For the atomic's line, and the length of its array in global memory. Empty
/// where the requested size is not counted.
std::string whole_run_words(const lab::Result&, const Cursor&);
/// "32 lanes of warp 3 at 25 elements of bins".
std::string queue_title(const lab::Run&, const simulator::Event&, const Queue&);
/// For a lane in its stack: "*Lane 5* of warp 3 is 2nd of 4 at bins[7]."
std::string lane_words(const lab::Run&, const simulator::Event&, const Stack&, int place);
/// For elements that share a bar, over all steps and up to one.
std::string bar_words(const std::string& names, int so_far, int in_all);
/// The names of elements of an array: "bins[7]", "bins[8…11]".
std::string element_names(const lab::Run&, int launch, int array, std::int64_t first,
                          std::int64_t count);

}  // namespace app

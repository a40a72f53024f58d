// What copies and launches in several streams did beside each other, of two timed runs: what parts
// their times where their counts are those of the same work. Said by because.cpp.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lab/run.h"

namespace app {

/// What went the way of the time, longest form first, by the timelines of both: copies that take at
/// most three quarters as long, from page-locked or pageable memory where that differs, and work
/// that is done at the same time as other work, where that is a tenth of all in one of both and
/// differs by a quarter; where neither did, that one call launches a graph of all. Empty where
/// either was not timed in streams, or nothing did; of kernels whose timelines are of runs that
/// took another time one empty form, as their numbers explain none; of a knob which way both part
/// all the same.
std::vector<std::string> overlapped_words(const lab::Result& before, const lab::Result& now,
                                          bool faster);
/// How many launches and copies the host calls for, where one of both is a graph, which takes one
/// call for all; empty elsewhere, and where either was not timed in streams.
std::string graph_words(const lab::Result& before, const lab::Result& now);
/// What is said, with what the host's side of two plans gives otherwise and the ledger counts:
/// memory of copies, and streams; in place of `none`, that no counter changed.
std::vector<std::string> with_given(std::vector<std::string> said, const lab::Settings& before,
                                    const lab::Settings& now, std::string_view none);
/// What is the same in both and keeps streams from what they are for, where another kernel takes
/// longer: pageable memory. Empty elsewhere.
std::string held_up_words(const lab::Result& before, const lab::Result& now, bool faster);

}  // namespace app

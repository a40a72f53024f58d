// What a change did, in one sentence that is made from the two results around it: the counter that
// moved most, and the time where both are known. The rule is docs/because.md. Called by the stage
// and the ledger; a pure function, which knows no window.
#pragma once

#include <string>
#include <vector>

#include "lab/run.h"
#include "simulator/counters.h"

namespace app {

/// The sentence, its longest form first, each shorter than the one before; empty where there is
/// nothing to compare: the same settings, another lesson, an answer that is not whole.
std::vector<std::string> because(const lab::Result& before, const lab::Result& now);

/// What was turned between two settings: "Kernel 2 → 3", "Threads per block 256 → 512", "The
/// file's text"; empty where it was more than one thing.
std::string change_words(const lab::Settings& before, const lab::Settings& now);
/// What tells settings apart from others of the same subject, in little room: "block 256",
/// "kernel 2", "the text before"; "before" where it is more than one thing.
std::string difference_words(const lab::Settings& of, const lab::Settings& other);

/// How a count moved, as a ratio: "/3.8", "×1.3"; "from 0", "to 0"; "=" where it did not.
std::string ratio_text(double before, double now);
/// Whether more of it is worse. Of a request or a shuffle it is not: another way was taken.
bool is_cost(const simulator::CounterName& counter);

/// How many elements these settings have: the size, times the other sides of a box; 1 where there
/// is no size.
double elements_of(const lab::Settings& settings);
/// Whether counts of both may stand side by side.
bool one_size(const lab::Settings& a, const lab::Settings& b);

}  // namespace app

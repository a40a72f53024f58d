// What the heat map of memory says in words: claim, sentence, the sums of an array, a cell under
// the mouse. All numbers from the trace, all of requests: what memory moved is not known.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "app/draw/metrics.h"
#include "app/views/memory_heat.h"

namespace app {

std::string heat_claim(const lab::Run&, const MemoryHeat&, int step);
std::string heat_sentence(const lab::Run&, const MemoryHeat&, int step);
/// Of one array, the longest first.
std::vector<std::string> heat_sums(const HeatSum&);
/// The element that a row begins with: "[1024]".
std::string heat_row_words(const lab::Run&, const HeatArray&, std::uint64_t first_sector);
/// Room for the longest of those of all elements, in letters that are all as wide.
float heat_numbers_width(const lab::Run&, std::span<const HeatArray>, const Metrics&);
/// Where it is, how often it was asked for, by which step last.
std::string heat_cell_words(const lab::Run&, const HeatArray&, std::uint64_t first_sector, int each,
                            const HeatCell&);

}  // namespace app

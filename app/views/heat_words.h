// The words of the heat map: claim, sentence, sums of an array, a cell under the mouse. All numbers
// come from the trace and count requests: what memory moved is not known.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "app/draw/metrics.h"
#include "app/views/memory_heat.h"

namespace app {

std::string heat_claim(const lab::Run&, const MemoryHeat&, int step);
std::string heat_sentence(const lab::Run&, const MemoryHeat&, int step);
/// Sums of one array, the longest form first.
std::vector<std::string> heat_sums(const HeatSum&);
/// The first element of a row: "[1024]".
std::string heat_row_words(const lab::Run&, const HeatArray&, std::uint64_t first_sector);
/// Width of the longest such word, for letters of equal width.
float heat_numbers_width(const lab::Run&, std::span<const HeatArray>, const Metrics&);
/// Place of a cell, its number of requests, and the last step that requested it.
std::string heat_cell_words(const lab::Run&, const HeatArray&, std::uint64_t first_sector, int each,
                            const HeatCell&);

}  // namespace app

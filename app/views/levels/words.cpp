// Sentences about the levels that answer. See words.h.
#include "app/views/levels/words.h"

#include <algorithm>
#include <vector>

#include "app/format.h"
#include "lab/words.h"

namespace app {
namespace {

using lab::Level;
using lab::LevelSums;

std::string sectors_text(std::uint64_t count) { return plural(count, "sector"); }

// "the L1", "memory".
std::string who(Level level) {
    return (level == Level::memory ? "" : "the ") + std::string(name_of(level));
}

// "31 others": the most sectors between two requests for one sector.
std::string others(std::uint64_t between) {
    return between == 0 ? "no other" : between == 1 ? "one other" : grouped(between) + " others";
}

// The level that answers all requests; memory where none does.
Level only_level(const LevelSums& sums) {
    return sums.of(Level::l1) == sums.asked   ? Level::l1
           : sums.of(Level::l2) == sums.asked ? Level::l2
                                              : Level::memory;
}

}  // namespace

std::string answered_by(const LevelSums& sums) {
    std::vector<std::string> parts;
    for (const Level level : {Level::l1, Level::l2, Level::memory})
        if (sums.of(level) > 0) parts.push_back(grouped(sums.of(level)) + " from " + who(level));
    return lab::listed(parts);
}

std::string answers_short(const LevelSums& sums) {
    std::string words;
    for (const Level level : {Level::l1, Level::l2, Level::memory})
        if (sums.of(level) > 0)
            words += (words.empty() ? "" : ", ") + std::string(name_of(level)) + ": " +
                     grouped(sums.of(level));
    return words;
}

std::string levels_claim(const LevelsNow& now) {
    const LevelSums& step = now.step;
    const std::string all = step.asked == 1 ? "one sector" : "all " + sectors_text(step.asked);
    if (only_level(step) != Level::memory)
        return "The " + std::string(name_of(only_level(step))) + " still has " + all;
    if (step.first_moved == step.asked) return "On first request, memory moves " + all;
    if (step.of(Level::memory) == step.asked && step.first == 0)
        return "Once more, memory moves " + all;
    return "Of " + sectors_text(step.asked) + ", " + answered_by(step);
}

std::string levels_sentence(const LevelsNow& now) {
    const std::string loads =
        now.shown.now ? "The loads of this step" : "The loads " + apart_words(now.shown);
    std::string text = loads + " request *" + sectors_text(now.step.asked) + "*";
    if (now.step.again() == 0)
        text += ", which no load requested before.";
    else
        text += ", of which *" + grouped(now.step.again()) + "* were requested before, with *" +
                others(now.most) + "* in between at most.";
    text += " Up to here loads requested *" + grouped(now.until.asked) + "* in all, *" +
            grouped(now.until.first) + "* different ones. In the model, memory moved *" +
            grouped(now.until.of(Level::memory)) + "*.";
    return text;
}

std::string model_words(const LevelsNow& now) {
    const lab::CachesOfCard card = lab::caches_of_card();
    const auto launch = static_cast<std::size_t>(now.shown.event->launch);
    const auto& l1 = now.all->room.l1;
    const std::string whole = grouped(card.l2 >> 20) + " MiB", held = grouped(now.all->room.l2);
    const bool drawn_smaller = now.all->room.l2 < card.l2 / lab::bytes_of_a_sector;
    return "The answers are *modelled*, for "
           "an " +
           card.card + ". A block's share of the L1 holds " +
           sectors_text(launch < l1.size() ? l1[launch] : 0) + ". The L2 holds " + held +
           (drawn_smaller
                ? ": its " + whole +
                      ", scaled down like the arrays that are drawn. An L1 keeps its size."
                : ", " + whole + ".");
}

std::string level_cell_words(const lab::Run& run, const HeatArray& heat, std::uint64_t first_sector,
                             int each, const LevelCell& cell) {
    const simulator::Array& array = run.trace->arrays[static_cast<std::size_t>(heat.array)];
    const auto size = static_cast<std::uint64_t>(std::max(1, size_of(array.type)));
    const std::uint64_t offset = array.base % sector_bytes;
    const std::uint64_t first =
        first_sector * sector_bytes < offset ? 0 : (first_sector * sector_bytes - offset) / size;
    std::string text = (each == 1 ? "The sector" : std::to_string(each) + " sectors") + " from *" +
                       array.name + "[" + std::to_string(first) + "]* on: ";
    if (cell.asked == 0) return text + "not requested yet.";
    text += "requested " + times_text(cell.asked) + ". ";
    if (cell.last.first())
        return text + (cell.last.by == Level::memory
                           ? "No load requested it before: it comes from memory."
                           : "No load requested it before, but it was stored: the L2 has it.");
    return text + "The last time, with " + others(cell.last.between) + " in between, " +
           who(cell.last.by) + " answered in the model.";
}

}  // namespace app

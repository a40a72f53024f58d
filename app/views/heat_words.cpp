// Sentences about sectors. See heat_words.h.
#include "app/views/heat_words.h"

#include <algorithm>
#include <string_view>

#include "app/format.h"
#include "lab/words.h"

namespace app {
namespace {

const simulator::Array& named(const lab::Run& run, const HeatArray& array) {
    return run.trace->arrays[static_cast<std::size_t>(array.array)];
}

// The array with the most sectors beyond its least; where those are few, the most requested one.
const HeatArray* focus_of(const MemoryHeat& heat, int step) {
    const HeatArray* found = nullptr;
    const bool wasteful = heat.wasteful(step);
    const auto more = [&](const HeatSum& a, const HeatSum& b) {
        return wasteful ? a.beyond() > b.beyond() : a.asked > b.asked;
    };
    for (const HeatArray& array : heat.arrays)
        if (array.at(step).asked && (!found || more(array.at(step), found->at(step))))
            found = &array;
    return found;
}

// "x and y": all arrays whose sums equal those of `focus`.
std::string names_like(const lab::Run& run, const MemoryHeat& heat, const HeatArray& focus,
                       int step) {
    std::vector<std::string> names;
    for (const HeatArray& array : heat.arrays)
        if (array.at(step) == focus.at(step)) names.push_back(named(run, array).name);
    if (names.size() > 3) return grouped(names.size()) + " arrays";
    return lab::listed(names);
}

std::string_view word_of(simulator::EventKind kind) {
    using enum simulator::EventKind;
    return kind == load ? "a load" : kind == store ? "a store" : "an atomic";
}

bool evenly(const HeatSum& sum) { return sum.sectors * sum.most == sum.asked; }
bool whole(const HeatSum& sum) { return sum.used == sum.sectors * sector_bytes; }

// "every sector four times", "a sector 5.3 times on average".
std::string how_often(const HeatSum& sum) {
    if (sum.sectors == 1) return "its one sector " + times_text(sum.most);
    if (sum.most == 1) return "every sector once";
    if (evenly(sum)) return "every sector " + times_text(sum.most);
    return "a sector " + shortest(double(sum.asked) / double(sum.sectors), 3) + " times on average";
}

// "4 of its 32 bytes used" where every sector has as many, else a percentage.
std::string how_much(const HeatSum& sum) {
    if (whole(sum)) return "used whole";
    if (sum.used % sum.sectors == 0)
        return grouped(sum.used / sum.sectors) + " of its 32 bytes used";
    return percent(double(sum.used) / double(sum.sectors * sector_bytes)) + " of its bytes used";
}

// Elements used by several requests: what blocks or pieces have in common. Empty for none or all.
std::string again_words(const HeatSum& sum, std::uint64_t size) {
    if (sum.again == 0 || sum.again == sum.used || sum.again % size) return "";
    return " (*" + count_word(sum.again / size) + "* by more than one request)";
}

// The map adds up all launches so far of the block that is watched.
std::string launches_so_far(const lab::Run& run, int step) {
    const std::size_t all = run.launches.size();
    if (all < 2) return "";
    return ", over " + std::to_string(run.steps[static_cast<std::size_t>(step)].launch + 1) +
           " of " + std::to_string(all) + " launches,";
}

}  // namespace

std::string heat_claim(const lab::Run& run, const MemoryHeat& heat, int step) {
    const HeatArray* focus = focus_of(heat, step);
    if (!focus) return "Nothing is asked for yet";
    const HeatSum sum = focus->at(step);
    if (heat.beyond(step) == 0)
        return std::ranges::all_of(heat.arrays,
                                   [&](const HeatArray& array) { return whole(array.at(step)); })
                   ? "Every sector is asked for once and used whole"
                   : "As few sectors as possible, each asked for once";
    return names_like(run, heat, *focus, step) + ": " + how_often(sum) + ", " + how_much(sum);
}

std::string heat_sentence(const lab::Run& run, const MemoryHeat& heat, int step) {
    const HeatArray* focus = focus_of(heat, step);
    if (!focus) return "The first load of the block is still to come.";
    const HeatSum sum = focus->at(step);
    const simulator::Array& array = named(run, *focus);
    const auto size = static_cast<std::uint64_t>(std::max(1, size_of(array.type)));
    const std::string used =
        sum.used % size ? plural(sum.used, "byte") : plural(sum.used / size, type_word(array.type));
    std::string text = "Up to this step" + launches_so_far(run, step) + " the block asks for *" +
                       plural(sum.asked, "sector") + "* of " + array.name;
    if (sum.asked > sum.sectors)
        text += ", *" + grouped(sum.sectors) + "* different ones" +
                (evenly(sum) ? ", each *" + times_text(sum.most) + "*"
                             : ", up to *" + times_text(sum.most) + "* each");
    text += ". Its lanes use *" + used + "* of them" + again_words(sum, size);
    if (sum.beyond() == 0) return text + ". No fewer sectors could hold these.";
    return text + ". *" + plural(sum.least(), "sector") + "* could hold these.";
}

std::vector<std::string> heat_sums(const HeatSum& sum) {
    if (!sum.asked) return {"nothing asked for yet", "not yet", "-"};
    const std::string asked = grouped(sum.asked) + " asked for";
    const std::string used =
        percent(double(sum.used) / double(sum.sectors * sector_bytes)) + " used";
    const std::string different =
        sum.asked == sum.sectors ? ", all different" : ", " + grouped(sum.sectors) + " different";
    return {plural(sum.asked, "sector") + " asked for" + different + ", " + used,
            asked + different + ", " + used, asked + ", " + used, asked};
}

std::string heat_row_words(const lab::Run& run, const HeatArray& heat, std::uint64_t first_sector) {
    const simulator::Array& array = named(run, heat);
    const std::uint64_t ahead = array.base % sector_bytes;  // bytes of its first sector before it
    const std::uint64_t byte = std::max(first_sector * sector_bytes, ahead) - ahead;
    const auto size = static_cast<std::uint64_t>(std::max(1, size_of(array.type)));
    return "[" + std::to_string(byte / size) + "]";
}

float heat_numbers_width(const lab::Run& run, std::span<const HeatArray> arrays,
                         const Metrics& metrics) {
    std::size_t letters = 0;
    for (const HeatArray& array : arrays)
        letters = std::max(letters, heat_row_words(run, array, array.sectors.back()).size());
    return static_cast<float>(letters) * metrics.micro * .62f + metrics.px(8);
}

std::string heat_cell_words(const lab::Run& run, const HeatArray& heat, std::uint64_t first_sector,
                            int each, const HeatCell& cell) {
    const simulator::Array& array = named(run, heat);
    const std::uint64_t last = first_sector + static_cast<unsigned>(each) - 1;
    std::string text = "*" + array.name + "*, " +
                       (each == 1 ? "sector " + grouped(first_sector)
                                  : "sectors " + grouped(first_sector) + " to " + grouped(last)) +
                       ": bytes " + grouped(first_sector * sector_bytes) + " to " +
                       grouped((last + 1) * sector_bytes - 1) + ". ";
    if (!cell.touched) return text + "Not asked for yet.";
    text += (each == 1 ? "Asked for " : "Asked for at most ") + times_text(cell.asked) +
            ", last at step " + grouped(static_cast<std::uint64_t>(cell.last) + 1);
    const simulator::Step& step = run.steps[static_cast<std::size_t>(cell.last)];
    text += " (" + std::string(word_of(step.kind)) + ", line " + std::to_string(step.line) + "). ";
    return text + "*" + std::to_string(cell.used) + "* of " +
           std::to_string(cell.touched * sector_bytes) + " bytes used.";
}

}  // namespace app

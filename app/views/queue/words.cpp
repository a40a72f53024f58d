// See words.h.
#include "app/views/queue/words.h"

#include <algorithm>
#include <cmath>

#include "app/format.h"
#include "app/views/cell_names.h"
#include "lab/lesson.h"
#include "lab/plan.h"

namespace app {
namespace {

using simulator::Event;

std::string tallest_name(const lab::Run& run, const Event& event, const Queue& queue) {
    return cell_name(run, event, queue.stacks[std::size_t(queue.tallest)].address);
}

// "2nd".
std::string place_word(int place) {
    const int ones = place % 10, tens = place / 10 % 10;
    const char* end = tens == 1   ? "th"
                      : ones == 1 ? "st"
                      : ones == 2 ? "nd"
                      : ones == 3 ? "rd"
                                  : "th";
    return std::to_string(place) + end;
}

}  // namespace

std::string queue_claim(const DrawContext& context) {
    const lab::Run& run = context.picture();
    const Shown shown = queue_shown(run, context.cursor);
    if (!shown) return "No atomics in this run";
    if (!shown.now) return shown.to_come ? "No atomic yet" : "This step has no atomic";
    const Queue& queue = queue_of(run, *shown.event);
    const std::string warp = " of warp " + std::to_string(shown.event->warp);
    if (queue.high() > 1)
        return plural(queue.high(), "lane") + warp +
               (queue.merges() ? " are counted at once at " : " queue at ") +
               tallest_name(run, *shown.event, queue);
    if (queue.lanes == 1) return "One lane" + warp + " is alone";
    return plural(queue.lanes, "lane") + warp + " each have their own address";
}

std::string queue_sentence(const DrawContext& context) {
    const lab::Run& run = context.picture();
    const Shown shown = queue_shown(run, context.cursor);
    if (!shown) return no_atomics;
    const Queue& queue = queue_of(run, *shown.event);
    const auto different = std::ssize(queue.stacks);
    const std::string rule =
        !queue.at_once ? "By the addresses alone, lanes that change *one address* take turns. "
        : shown.event->space == simulator::Space::global
            ? "The compiler sees one address for all lanes, and no lane reads the old value, so "
              "the lanes are *counted at once*. "
            : "No lane reads the old value, and the compiler knows the added value, or that all "
              "lanes have one address. So lanes at one address are *counted at once*. ";
    const std::string which =
        shown.now ? "" : (shown.to_come ? "The next, " : "The last, ") + apart_words(shown) + ": ";
    return rule + which + plural(queue.lanes, "lane") + " " +
           (different == 1 ? "at one address" : "at " + grouped(different) + " addresses") +
           (queue.lanes == 1 ? " takes *" : " take *") +
           (queue.passes == 1 ? "1 pass" : grouped(queue.passes) + " passes") + "*." +
           whole_run_words(context.result, context.cursor);
}

namespace {

// The atomics on a line, over all blocks and launches.
struct AtomicsAt {
    std::uint64_t of_warps = 0;
    std::uint64_t of_lanes = 0;  // 0 where the line executes other instructions more often
};

AtomicsAt atomics_at(const lab::Run& run, int line) {
    AtomicsAt all;
    bool alone = true;
    for (const simulator::LineCounters& at : run.lines) {
        if (at.line != line) continue;
        all.of_warps += at.counters.atomics;
        all.of_lanes += at.lanes;
        alone = alone && at.executions == at.counters.atomics;
    }
    if (!alone) all.of_lanes = 0;
    return all;
}

struct WholeRun {
    std::string words;
    std::uint64_t addresses = 0;  // addresses over which they are spread
    std::uint64_t lanes = 0;      // atomics of lanes; 0 where the words do not need the number
};

// "*16 384* for each", for lanes spread evenly over addresses.
std::string each_words(std::uint64_t lanes, std::uint64_t addresses) {
    const double each = double(lanes) / double(addresses);
    return "*" + (each >= 100 ? grouped(std::llround(each)) : shortest(each, 2)) + "* for each";
}

// Lanes in the drawn steps that access the array.
std::uint64_t lanes_seen(const lab::Run& run, int array) {
    std::uint64_t lanes = 0;
    if (const auto found = asked_of(run).arrays.find(array); found != asked_of(run).arrays.end())
        for (const auto& [element, steps] : found->second) lanes += steps.size();
    return lanes;
}

// Number of addresses of the drawn lanes, if below a quarter of the possible; else nullopt.
std::optional<std::uint64_t> few_met(const lab::Run& run, int array, std::uint64_t length) {
    const auto found = asked_of(run).arrays.find(array);
    if (found == asked_of(run).arrays.end()) return std::nullopt;
    const std::uint64_t met = found->second.size();
    return met * 4 < std::min(length, lanes_seen(run, array)) ? std::optional(met) : std::nullopt;
}

WholeRun whole_run_of(const lab::Run& counted, const simulator::Array& array, int line) {
    const AtomicsAt atomics = atomics_at(counted, line);
    const std::uint64_t length = lab::length_of(counted.request.settings, array.name);
    if (atomics.of_warps == 0 || length == 0) return {};
    const std::string all = "*" + grouped(atomics.of_warps) + "* requests of warps ";
    if (length == 1) return {all + "stand in *one queue*, at this one address"};
    if (atomics.of_lanes == 0) return {all + "have *" + grouped(length) + "* addresses", length};
    return {"*" + grouped(atomics.of_lanes) + "* times a lane wants one of " + grouped(length) +
                " addresses",
            length, atomics.of_lanes};
}

// Where a smaller size was counted: the number of addresses at the requested size.
std::string asked_words(const lab::Settings& asked, const lab::Settings& counted,
                        const std::string& array) {
    const std::uint64_t all = lab::length_of(asked, array);
    if (all == lab::length_of(counted, array)) return "";
    return "; with " + lab::size_words(asked, grouped) + " there are *" + grouped(all) + "*";
}

}  // namespace

std::string whole_run_words(const lab::Result& result, const Cursor& cursor) {
    const lab::Run &run = *result.picture, *counted = result.counted.get();
    const Shown shown = queue_shown(run, cursor);
    if (!shown || !counted || shown.event->space != simulator::Space::global) return "";
    const auto slots = run.trace->lanes_of(*shown.event);
    const int array =
        slots.empty() ? -1 : element_of(*run.trace, *shown.event, slots.front().address).array;
    if (array < 0) return "";
    const int line = shown.event->line;
    const WholeRun& whole = counted->derived(
        line, [&] { return whole_run_of(*counted, run.trace->arrays[std::size_t(array)], line); });
    if (whole.words.empty()) return "";
    const auto met = few_met(run, array, whole.addresses);
    const lab::Settings& of = counted->request.settings;
    const bool tells = lanes_seen(run, array) >= simulator::warp_size;  // lanes enough to show a
                                                                        // spread
    const std::string each =
        whole.lanes && tells && !met
            ? ": " + each_words(whole.lanes, whole.addresses) + " if they are spread evenly"
            : "";
    const std::string here = met ? ", in this block only *" + grouped(*met) + "* of them" : "";
    return (of == result.request.settings ? " In the whole run "
                                          : " With " + lab::size_words(of, grouped) + " ") +
           whole.words + each + here +
           asked_words(result.request.settings, of, run.trace->arrays[std::size_t(array)].name) +
           ".";
}

std::string queue_title(const lab::Run& run, const Event& event, const Queue& queue) {
    const std::string array = array_name(run, event);
    const auto different = std::ssize(queue.stacks);
    const std::string noun = array.empty() ? (different == 1 ? "address" : "addresses")
                                           : (different == 1 ? "element" : "elements");
    return plural(queue.lanes, "lane") + " of warp " + std::to_string(event.warp) + " at " +
           grouped(different) + " " + noun + (array.empty() ? "" : " of " + array);
}

std::string lane_words(const lab::Run& run, const Event& event, const Stack& stack, int place) {
    const std::string at = cell_name(run, event, stack.address);
    const std::string lane =
        "*Lane " + std::to_string(stack.lane_at(place)) + "* of warp " + std::to_string(event.warp);
    if (stack.high() == 1) return lane + " is alone at " + at + ".\nA click chooses it.";
    return lane + " is the " + place_word(place + 1) + " of " + grouped(stack.high()) + " at " +
           at + ".\nA click chooses it.";
}

std::string bar_words(const std::string& names, int so_far, int in_all) {
    return "*" + names + "*: " + plural(so_far, "lane") + " up to here, " + grouped(in_all) +
           " in all steps.";
}

std::string element_names(const lab::Run& run, int launch, int array, std::int64_t first,
                          std::int64_t count) {
    const std::string range =
        std::to_string(first) + (count > 1 ? "…" + std::to_string(first + count - 1) : "");
    if (array < 0) return "byte " + range;
    return name_in_kernel(run, launch, run.trace->arrays[std::size_t(array)]) + "[" + range + "]";
}

}  // namespace app

// What a box of "Timeline" is, and what it waits for. See box_words.h.
#include "app/views/timeline/box_words.h"

#include <algorithm>

#include <fmt/format.h>

#include "app/format.h"
#include "lab/plan.h"

namespace app {

using Box = EngineTimes::Box;

namespace {

// "kernels of chunk 1".
std::string whose_words(const Box& box, const EngineTimes& times) {
    const std::string name = uncapitalised(std::string(name_of(box.engine)));
    return times.chunks(box.engine) == 1 ? name
                                         : name + " of chunk " + std::to_string(box.chunk + 1);
}

// "kernels of chunk 1 begin at 8 µs, and copies in of chunk 1 write *u* until 30 µs".
std::string race_words(const EngineTimes::Race& race, const EngineTimes& times) {
    const Box &before = times.boxes[race.before], &later = times.boxes[race.later];
    return fmt::format("{} begin at {}, and {} {} *{}* until {}", whose_words(later, times),
                       later.begin_ms > 0 ? time_text(later.begin_ms) : "0",
                       whose_words(before, times), race.before_writes ? "write" : "read",
                       race.buffer, time_text(before.end_ms));
}

}  // namespace

std::string chunk_words(const Box& box, const EngineTimes& times) {
    const int of = times.chunks(box.engine);
    const std::string name(name_of(box.engine));
    return of == 1
               ? name
               : name + ", chunk " + std::to_string(box.chunk + 1) + " of " + std::to_string(of);
}

const AwaitedBox& awaited_box(const lab::Run& timed, const EngineTimes& times, const Box& box) {
    return timed.derived(&box - times.boxes.data(), [&] { return awaited_by(timed, times, box); });
}

const AwaitedBox* awaited_by_chunk(const lab::Run& timed, const EngineTimes& times, int chunk) {
    const auto of_it = [&](const Box& box) {
        return box.engine == lab::Engine::kernels && box.chunk == chunk;
    };
    const auto box = std::ranges::find_if(times.boxes, of_it);
    if (chunk < 0 || box == times.boxes.end()) return nullptr;
    const AwaitedBox& awaited = awaited_box(timed, times, *box);
    return awaited.box ? &awaited : nullptr;
}

// Names the last box that brings a launch of this box another chunk's numbers. If that box ended
// long before, also what delayed this box. Empty where it needs none.
std::string waits_words(const lab::Run& timed, const EngineTimes& times, const Box& box) {
    const AwaitedBox& awaited = awaited_box(timed, times, box);
    if (!awaited.box) return "";
    const auto named = [&](const Box& of) { return "*" + uncapitalised(chunk_words(of, times)); };
    const std::string brings = named(*awaited.box) + "*, which brings *" +
                               plural(awaited.elements, "number") + "* that it reads";
    if (awaited.holds_up) return "It waits for " + brings;
    const bool called =
        timed.time.kind == lab::TimeKind::modelled && lab::plan_of(timed.request.settings).by_calls;
    return "It needs " + brings + ". That one ended " +
           time_text(box.begin_ms - awaited.box->end_ms) + " earlier" +
           (awaited.behind ? ": it begins after " + named(*awaited.behind) + "*"
            : called       ? ": the host launches it only now"
                           : "");
}

std::string races_sentence(const EngineTimes& times) {
    std::string words;
    for (const EngineTimes::Race& race : times.races)
        words += (words.empty() ? "" : "; ") + race_words(race, times);
    return capitalised(words) + ": *nothing makes them wait*, and the order is chance.";
}

}  // namespace app

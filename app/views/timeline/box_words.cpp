// What a box of "Timeline" is, and what it waits for. See box_words.h.
#include "app/views/timeline/box_words.h"

#include <algorithm>

#include "app/format.h"
#include "lab/plan.h"

namespace app {

using Box = EngineTimes::Box;

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

}  // namespace app

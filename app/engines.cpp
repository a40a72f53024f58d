// See engines.h.
#include "app/engines.h"

#include <algorithm>
#include <map>
#include <utility>

#include "lab/missing_waits.h"

namespace app {
namespace {

struct GivenToStreams {
    bool yes = false;
};

// The box of a step of the plan; boxes.size() where the step is not timed.
std::size_t box_of(const std::vector<EngineTimes::Box>& boxes, const lab::Plan& plan,
                   std::size_t step) {
    if (!lab::is_timed(plan.steps[step])) return boxes.size();
    const auto before = static_cast<std::size_t>(std::count_if(
        plan.steps.begin(), plan.steps.begin() + static_cast<std::ptrdiff_t>(step), lab::is_timed));
    const auto found = std::ranges::find_if(boxes, [&](const EngineTimes::Box& box) {
        return box.first <= before && before < box.first + box.steps;
    });
    return static_cast<std::size_t>(found - boxes.begin());
}

std::vector<EngineTimes::Race> races_of(const std::vector<EngineTimes::Box>& boxes,
                                        const lab::Plan& plan) {
    std::vector<EngineTimes::Race> races;
    for (const lab::MissingWait& missing : lab::missing_waits(plan)) {
        const std::size_t before = box_of(boxes, plan, missing.before),
                          later = box_of(boxes, plan, missing.later);
        if (std::max(before, later) < boxes.size())
            races.push_back({before, later, missing.before_writes,
                             plan.allocations.at(std::size_t(missing.buffer.id)).name});
    }
    return races;
}

std::vector<lab::StepSpan> launches_at_work(const lab::Plan& plan,
                                            const std::vector<lab::StepSpan>& spans) {
    std::vector<lab::StepSpan> launches;
    auto span = lab::at_work(plan, spans);
    auto at = span.begin();
    for (const lab::PlanStep& step : plan.steps) {
        if (!lab::is_timed(step) || at == span.end()) continue;
        if (std::holds_alternative<lab::Launch>(step)) launches.push_back(*at);
        ++at;
    }
    return launches;
}

// Adds the arrays that steps allocate and free.
void add_memory(EngineTimes& times, const lab::Plan& plan,
                const std::vector<lab::StepSpan>& spans) {
    std::map<int, int> lanes;
    for (const lab::MemoryMark& mark : lab::memory_marks(plan, spans)) {
        const lab::Buffer& buffer = mark.call.buffer;
        const auto lane = lanes.try_emplace(buffer.id, static_cast<int>(lanes.size())).first;
        const auto same = [number = lane->second](const EngineTimes::Memory& one) {
            return one.lane == number;
        };
        if (mark.call.frees) {
            const auto last = std::find_if(times.memory.rbegin(), times.memory.rend(), same);
            if (last != times.memory.rend()) last->freed = mark;
            continue;
        }
        lab::MemoryMark never = mark;
        never.begin_ms = never.end_ms = times.end_ms;
        const auto before = std::ranges::count_if(times.memory, same);
        times.memory.push_back(
            {plan.allocation(buffer).name, lane->second, static_cast<int>(before),
             buffer.count * std::uint64_t(simulator::size_of(buffer.type)), mark, never});
    }
    times.memory_lanes = static_cast<int>(lanes.size());
}

EngineTimes made_times(const lab::Run& timed) {
    EngineTimes times;
    if (timed.spans.empty()) return times;
    const lab::Plan plan = lab::plan_of(timed.request.settings);
    const auto boxes = lab::timeline_of(plan, timed.spans);
    for (const lab::TimelineBox& box : boxes) {
        const int chunk = times.count[static_cast<std::size_t>(box.engine)]++;
        times.boxes.push_back({box, chunk});
        times.end_ms = std::max(times.end_ms, box.end_ms);
    }
    add_memory(times, plan, timed.spans);
    times.launches = launches_at_work(plan, timed.spans);
    times.races = races_of(times.boxes, plan);
    times.busy = lab::busy(boxes);
    times.begin_ms = times.end_ms - times.busy.whole_ms;
    return times;
}

// The launches of each box of kernels, as indices in the run; times do not matter.
struct ChunkLaunches {
    std::vector<int> first;  // first launch of each chunk; at the end the total
    int count() const { return static_cast<int>(first.size()) - 1; }
    int launches(int chunk) const {
        const auto at = static_cast<std::size_t>(chunk);
        return first[at + 1] - first[at];
    }
};

ChunkLaunches launches_of_chunks(const lab::Settings& settings) {
    const lab::Plan plan = lab::plan_of(settings);
    std::vector<bool> launches;
    for (const lab::PlanStep& step : plan.steps)
        if (lab::is_timed(step)) launches.push_back(std::holds_alternative<lab::Launch>(step));
    ChunkLaunches chunks;
    int before = 0;
    for (const lab::TimelineBox& box :
         lab::timeline_of(plan, std::vector<lab::StepSpan>(launches.size()))) {
        if (box.engine != lab::Engine::kernels) continue;
        chunks.first.push_back(before);
        const auto from = launches.begin() + static_cast<std::ptrdiff_t>(box.first);
        before +=
            static_cast<int>(std::count(from, from + static_cast<std::ptrdiff_t>(box.steps), true));
    }
    chunks.first.push_back(before);
    return chunks;
}

const ChunkLaunches& chunk_launches(const lab::Run& run) {
    return run.derived(0, [&] { return launches_of_chunks(run.request.settings); });
}

// The chunk of `of` at the same place as `chunk` of `among`: the same index, except that last
// matches last.
int same_place(int chunk, int among, int of) {
    if (chunk == among - 1) return of - 1;
    return chunk < of - 1 ? chunk : -1;
}

// The chunk of a launch, and the launch's index in it.
std::pair<int, int> place_in(const ChunkLaunches& chunks, int launch) {
    const auto behind = std::ranges::upper_bound(chunks.first, launch);
    if (behind == chunks.first.begin() || behind == chunks.first.end()) return {-1, 0};
    return {static_cast<int>(behind - chunks.first.begin()) - 1, launch - *(behind - 1)};
}

// The launch of `all` at the place of a launch of `drawn`.
int same_launch(const ChunkLaunches& drawn, int launch, const ChunkLaunches& all) {
    const auto [chunk, before] = place_in(drawn, launch);
    const int there = chunk < 0 ? -1 : same_place(chunk, drawn.count(), all.count());
    if (there < 0) return -1;
    const int within = same_place(before, drawn.launches(chunk), all.launches(there));
    return within < 0 ? -1 : all.first[static_cast<std::size_t>(there)] + within;
}

}  // namespace

std::string_view name_of(lab::Engine engine) {
    constexpr std::array<std::string_view, lab::engine_count> names{"Copies in", "Kernels",
                                                                    "Copies out"};
    return names[static_cast<std::size_t>(engine)];
}

lab::Engine EngineTimes::longest() const {
    return all_engines[static_cast<std::size_t>(std::ranges::max_element(busy.ms) -
                                                busy.ms.begin())];
}

double EngineTimes::together(std::span<const lab::Engine> engines, int least) const {
    std::vector<std::pair<double, int>> edges;
    for (const Box& box : boxes)
        if (std::ranges::find(engines, box.engine) != engines.end())
            edges.insert(edges.end(), {{box.begin_ms, 1}, {box.end_ms, -1}});
    std::ranges::sort(edges);
    double all = 0, last = 0;
    int at_work = 0;
    for (const auto& [ms, more] : edges) {
        if (at_work >= least) all += ms - last;
        at_work += more;
        last = ms;
    }
    return all;
}

double EngineTimes::last_ms() const {
    double last = end_ms;
    for (const Memory& one : memory) last = std::max(last, one.freed.end_ms);
    return last;
}

double EngineTimes::in_calls(bool frees) const {
    double sum = 0;
    for (const Memory& one : memory) {
        const lab::MemoryMark& mark = frees ? one.freed : one.allocated;
        if (one.by_host()) sum += mark.end_ms - mark.begin_ms;
    }
    return sum;
}

double EngineTimes::copies(int least) const {
    constexpr std::array both{lab::Engine::copies_in, lab::Engine::copies_out};
    return together(both, least);
}

namespace {

// The number of a copy's elements that a launch reads.
std::uint64_t read_of(const lab::Launch& launch, const lab::Transfer& copy) {
    std::uint64_t most = 0;
    for (const lab::Touched& touched : launch.touches) {
        if (touched.writes || touched.buffer.id != copy.buffer.id) continue;
        const std::uint64_t first = std::max(touched.first, copy.first),
                            last = std::min(touched.first + touched.count,
                                            copy.first + copy.elements());
        if (last > first) most = std::max(most, last - first);
    }
    return most;
}

// The box with this timed step.
const EngineTimes::Box* box_with(const EngineTimes& times, std::size_t timed_step) {
    for (const EngineTimes::Box& box : times.boxes)
        if (timed_step >= box.first && timed_step < box.first + box.steps) return &box;
    return nullptr;
}

// How long a device may take to start ready work.
double near_ms(const EngineTimes& times) {
    constexpr double hand_over = 3e-3, share = .01;
    return hand_over + share * (times.end_ms - times.begin_ms);
}

// The last box to end before this one begins, among those it waits for: of its engine, its stream
// and the copies it needs.
const EngineTimes::Box* last_before(const EngineTimes& times, const EngineTimes::Box& box,
                                    std::vector<const EngineTimes::Box*> needed) {
    for (const EngineTimes::Box& other : times.boxes)
        if (&other != &box && (other.engine == box.engine || other.stream == box.stream))
            needed.push_back(&other);
    const EngineTimes::Box* last = nullptr;
    for (const EngineTimes::Box* each : needed)
        if (each->begin_ms < box.begin_ms && each->end_ms <= box.begin_ms + near_ms(times) &&
            (!last || each->end_ms > last->end_ms))
            last = each;
    return last;
}

// Sets whether the awaited copy ends last, and near the box's begin.
void judge(AwaitedBox& awaited, const EngineTimes& times, const EngineTimes::Box& box,
           const std::vector<const EngineTimes::Box*>& needed) {
    const EngineTimes::Box* last = last_before(times, box, needed);
    const bool near = last && box.begin_ms - last->end_ms <= near_ms(times);
    awaited.holds_up = awaited.box->end_ms > box.begin_ms || (near && last == awaited.box);
    if (!awaited.holds_up && near) awaited.behind = last;
}

}  // namespace

AwaitedBox awaited_by(const lab::Run& timed, const EngineTimes& times,
                      const EngineTimes::Box& box) {
    const lab::Plan plan = lab::plan_of(timed.request.settings);
    std::vector<std::size_t> ordinal;  // of each step: its index among timed steps
    std::vector<const lab::PlanStep*> steps;
    for (const lab::PlanStep& step : plan.steps) {
        ordinal.push_back(steps.size());
        if (lab::is_timed(step)) steps.push_back(&step);
    }
    AwaitedBox last;
    std::vector<const EngineTimes::Box*> needed;
    for (std::size_t i = box.first; i < box.first + box.steps && i < steps.size(); ++i) {
        const auto* launch = std::get_if<lab::Launch>(steps[i]);
        if (!launch) continue;
        for (const std::size_t before : launch->on.after) {
            const auto* copy = std::get_if<lab::Transfer>(&plan.steps[before]);
            const EngineTimes::Box* from = copy ? box_with(times, ordinal[before]) : nullptr;
            if (from) needed.push_back(from);
            if (!from || from->chunk == box.chunk) continue;
            const std::uint64_t read = read_of(*launch, *copy);
            if (read > 0 && (!last.box || from->end_ms > last.box->end_ms)) last = {from, read};
        }
    }
    if (last.box) judge(last, times, box, needed);
    return last;
}

const EngineTimes& engine_times(const lab::Run& timed) {
    return timed.derived(0, [&] { return made_times(timed); });
}

const EngineTimes& engine_times(const lab::Result& result) {
    static const EngineTimes none;
    return result.timed ? engine_times(*result.timed) : none;
}

bool in_streams(const lab::Run& run) {
    if (!run.request.settings.lesson()) return false;
    return run
        .derived(0, [&] { return GivenToStreams{lab::plan_of(run.request.settings).in_streams()}; })
        .yes;
}

int step_of_chunk(const lab::Run& picture, int chunk, int of) {
    const std::vector<int>& first = chunk_launches(picture).first;
    const int drawn = same_place(chunk, of, static_cast<int>(first.size()) - 1);
    if (drawn < 0) return -1;
    const int launch = first[static_cast<std::size_t>(drawn)];
    const auto found = std::ranges::find(picture.steps, launch, &simulator::Step::launch);
    return found == picture.steps.end() ? -1 : static_cast<int>(found - picture.steps.begin());
}

int chunk_of_step(const lab::Run& picture, int step, int of) {
    if (step < 0 || step >= static_cast<int>(picture.steps.size())) return -1;
    const ChunkLaunches& chunks = chunk_launches(picture);
    const int chunk = place_in(chunks, picture.steps[static_cast<std::size_t>(step)].launch).first;
    return chunk < 0 ? -1 : same_place(chunk, chunks.count(), of);
}

int chunk_of_launch(const lab::Run& picture, int launch) {
    return in_streams(picture) ? place_in(chunk_launches(picture), launch).first : -1;
}

int chunks_of(const lab::Run& picture) {
    return in_streams(picture) ? chunk_launches(picture).count() : 1;
}

int launch_asked_for(const lab::Run& picture, int launch, const lab::Settings& asked) {
    if (picture.request.settings == asked) return launch;
    return same_launch(chunk_launches(picture), launch, launches_of_chunks(asked));
}

int launch_of_step(const lab::Run& picture, int step, const lab::Run& timed) {
    if (step < 0 || step >= static_cast<int>(picture.steps.size())) return -1;
    const int launch = picture.steps[static_cast<std::size_t>(step)].launch;
    const int there = same_launch(chunk_launches(picture), launch, chunk_launches(timed));
    return there < std::ssize(engine_times(timed).launches) ? there : -1;
}

}  // namespace app

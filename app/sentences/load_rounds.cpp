// Finds rounds of loads in the trace's events. See load_rounds.h.
#include "app/sentences/load_rounds.h"

#include <algorithm>
#include <memory>

#include "app/sentences/measures.h"
#include "app/sentences/thresholds.h"
#include "lab/programs.h"
#include "lab/time/model.h"

namespace app {

using simulator::Event;
using simulator::EventKind;
using simulator::Step;

std::uint64_t LoadRound::bytes_until(int step) const {
    std::uint64_t sum = 0;
    for (const Load& load : loads) sum += load.step <= step ? load.bytes : 0;
    return sum;
}

const LoadRound* LoadRounds::at(std::uint32_t warp, int step) const {
    if (warp >= warps.size() || warps[warp].empty()) return nullptr;
    const LoadRound* found = &warps[warp].front();
    for (const LoadRound& round : warps[warp])
        if (round.first() <= step) found = &round;
    return found;
}

std::uint32_t LoadRounds::usually_meanwhile(std::uint32_t warp) const {
    if (warp >= warps.size() || warps[warp].empty()) return 0;
    std::vector<std::uint32_t> all;
    for (const LoadRound& round : warps[warp]) all.push_back(round.meanwhile);
    const auto middle = all.begin() + std::ssize(all) / 2;
    std::ranges::nth_element(all, middle);
    return *middle;
}

std::size_t LoadRounds::number(const LoadRound& round) const {
    return static_cast<std::size_t>(&round - warps[round.warp].data());
}

namespace {

constexpr std::uint32_t bytes_of_sector = 32;

// The round of each instruction of a kernel, by basic blocks; empty where its code is not known.
class RoundsOfCode {
public:
    explicit RoundsOfCode(const simulator::Program* program) {
        if (!program) return;
        of_.resize(program->code.size());
        std::uint32_t round = 0;
        for (const simulator::BasicBlock& block : program->blocks) {
            ++round;
            for (std::uint32_t at = block.first; at < block.last; ++at) {
                if (program->code[at].begins_round) ++round;
                of_[at] = round;
            }
        }
    }

    // Whether both are in one round: no jump between them, and `now` needs no value of the round. A
    // loop comes back to the same place or an earlier one.
    bool together(const Event& before, const Event& now) const {
        if (now.instruction >= of_.size() || before.instruction >= now.instruction) return false;
        return of_[before.instruction] == of_[now.instruction];
    }

private:
    std::vector<std::uint32_t> of_;
};

std::shared_ptr<const simulator::Program> program_of_launch(const lab::Run& run, int launch) {
    const auto& subject = run.request.settings.subject;
    if (!subject) return nullptr;
    const auto& shape = run.trace->launches[static_cast<std::size_t>(launch)];
    const auto program = lab::program_of(*subject, shape.kernel);
    return program ? *program : nullptr;
}

bool is_load(const Step& step) {
    return step.kind == EventKind::load && step.space == simulator::Space::global;
}

void sum_up(LoadRounds& made) {
    for (const auto& warp : made.warps) {
        made.most = std::max(made.most, warp.size());
        for (const LoadRound& round : warp)
            made.most_bytes = std::max(made.most_bytes, round.bytes());
    }
}

// The events of a round's loads.
using EventsOfRound = std::vector<const Event*>;

// PTX may use a value before the round's last load, but ptxas issues all loads first. So only uses
// after the last load count.
std::uint32_t issued_meanwhile(const EventsOfRound& events) {
    const std::uint32_t last = events.back()->index;
    std::uint32_t first_use = 0;
    for (const Event* event : events)
        if (event->used > last && (first_use == 0 || event->used < first_use))
            first_use = event->used;
    return first_use ? first_use - last - 1 : 0;
}

// Fills in `meanwhile` and `until_next` of a warp's rounds; `end`: the index of its last access.
void note_meanwhile(std::vector<LoadRound>& rounds, const std::vector<EventsOfRound>& events,
                    std::uint32_t end) {
    for (std::size_t i = 0; i < rounds.size(); ++i) {
        const std::uint32_t next = i + 1 < rounds.size() ? events[i + 1].front()->index : end;
        rounds[i].until_next = next - events[i].back()->index;
        rounds[i].meanwhile = std::min(issued_meanwhile(events[i]), rounds[i].until_next);
    }
}

// The events of each round, and the last access of each warp.
struct BehindRounds {
    std::vector<std::vector<EventsOfRound>> events;
    std::vector<std::uint32_t> end;
    explicit BehindRounds(const lab::Run& run, const LoadRounds& made, int launch)
        : events(made.warps.size()), end(made.warps.size()) {
        for (std::size_t warp = 0; warp < made.warps.size(); ++warp)
            for (const LoadRound& round : made.warps[warp]) {
                EventsOfRound& of = events[warp].emplace_back();
                for (const LoadRound::Load& load : round.loads)
                    of.push_back(event_of(run, load.step, round.warp));
            }
        for (const Step& step : run.steps)
            for (const std::uint32_t id : step.events)
                if (const Event& event = run.trace->events[id];
                    step.launch == launch && event.warp < end.size())
                    end[event.warp] = std::max(end[event.warp], event.index);
    }
    static const Event* event_of(const lab::Run& run, int step, std::uint32_t warp) {
        for (const std::uint32_t id : run.steps[static_cast<std::size_t>(step)].events)
            if (run.trace->events[id].warp == warp) return &run.trace->events[id];
        return nullptr;
    }
};

LoadRounds made_of(const lab::Run& run, int launch) {
    LoadRounds made;
    if (!run.trace || launch >= static_cast<int>(run.trace->launches.size())) return made;
    const auto program = program_of_launch(run, launch);
    const RoundsOfCode blocks(program.get());
    std::vector<const Event*> before;
    for (int number = 0; number < static_cast<int>(run.steps.size()); ++number) {
        const Step& step = run.steps[static_cast<std::size_t>(number)];
        if (step.launch != launch || !is_load(step)) continue;
        for (const std::uint32_t id : step.events) {
            const Event& event = run.trace->events[id];
            if (run.faulted() && event.sectors == 0) continue;  // no load was issued
            if (event.warp >= made.warps.size()) made.warps.resize(event.warp + 1);
            before.resize(made.warps.size());
            auto& rounds = made.warps[event.warp];
            const Event*& last = before[event.warp];
            if (!last || !blocks.together(*last, event)) rounds.push_back({event.warp, {}});
            rounds.back().loads.push_back({number, event.sectors * bytes_of_sector});
            last = &event;
        }
    }
    sum_up(made);
    const BehindRounds behind(run, made, launch);
    for (std::size_t warp = 0; warp < made.warps.size(); ++warp)
        note_meanwhile(made.warps[warp], behind.events[warp], behind.end[warp]);
    return made;
}

// usually_meanwhile() of the first warp of the first launch with loads.
std::uint32_t usually_meanwhile(const lab::Run& run) {
    const auto launches = static_cast<int>(run.trace->launches.size());
    for (int launch = 0; launch < launches; ++launch) {
        const LoadRounds& rounds = load_rounds(run, launch);
        for (std::uint32_t warp = 0; warp < rounds.warps.size(); ++warp)
            if (!rounds.warps[warp].empty()) return rounds.usually_meanwhile(warp);
    }
    return 0;
}

}  // namespace

bool count_beside_latency(std::int64_t instructions) {
    return double(instructions) >= from::of_latency * lab::modelled_card().memory_latency_cycles;
}

std::vector<Move> moved_between_loads(const lab::Run& before, const lab::Run& now, bool faster) {
    if (!before.trace || !now.trace) return {};
    const std::int64_t a = usually_meanwhile(before), b = usually_meanwhile(now);
    const auto [slow, fast] = faster ? std::pair{a, b} : std::pair{b, a};
    if (fast < from::between * slow || !count_beside_latency(fast - slow)) return {};
    return {move_of(Measure::instructions_between, double(a), double(b))};
}

const LoadRounds& load_rounds(const lab::Run& run, int launch) {
    return run.derived(launch, [&] { return made_of(run, launch); });
}

}  // namespace app

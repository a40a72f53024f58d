// Rounds of loads from events. See rounds.h.
#include "app/views/flight/rounds.h"

#include <algorithm>
#include <memory>

#include "lab/programs.h"

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

std::size_t LoadRounds::number(const LoadRound& round) const {
    return static_cast<std::size_t>(&round - warps[round.warp].data());
}

namespace {

constexpr std::uint32_t bytes_of_sector = 32;

// Which basic block each instruction of a kernel stands in; empty where its code is not known.
class BlocksOfCode {
public:
    explicit BlocksOfCode(const simulator::Program* program) {
        if (!program) return;
        of_.resize(program->code.size());
        for (std::uint32_t block = 0; block < program->blocks.size(); ++block)
            for (std::uint32_t at = program->blocks[block].first; at < program->blocks[block].last;
                 ++at)
                of_[at] = block;
    }

    // The second follows the first with no way in or out between them. A loop comes back to the
    // same place, or further up.
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

LoadRounds made_of(const lab::Run& run, int launch) {
    LoadRounds made;
    if (!run.trace || launch >= static_cast<int>(run.trace->launches.size())) return made;
    const auto program = program_of_launch(run, launch);
    const BlocksOfCode blocks(program.get());
    std::vector<const Event*> before;
    for (int number = 0; number < static_cast<int>(run.steps.size()); ++number) {
        const Step& step = run.steps[static_cast<std::size_t>(number)];
        if (step.launch != launch || !is_load(step)) continue;
        for (const std::uint32_t id : step.events) {
            const Event& event = run.trace->events[id];
            if (run.faulted() && event.sectors == 0) continue;  // nothing was sent off
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
    return made;
}

}  // namespace

const LoadRounds& load_rounds(const lab::Run& run, int launch) {
    return run.derived(launch, [&] { return made_of(run, launch); });
}

}  // namespace app

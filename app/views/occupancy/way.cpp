// From requests to a way, and from a way to cycles. See way.h.
#include "app/views/occupancy/way.h"

#include <algorithm>
#include <iterator>

#include "app/views/occupancy/packing.h"
#include "lab/programs.h"
#include "lab/time/model.h"

namespace app {

using simulator::BasicBlock;
using simulator::Code;
using simulator::Ending;
using simulator::no_code;
using simulator::Program;

namespace {

constexpr std::uint32_t longest_leg = 4096;
constexpr std::size_t longest_way = 8192;
constexpr int most_cycles = 1 << 15;

// End of a block's instructions that a trace counts: an unconditional jump does not count.
std::uint32_t end_of(const BasicBlock& block) {
    return block.last - (block.ending == Ending::jump && block.terminator != no_code ? 1 : 0);
}

std::vector<std::uint32_t> written_after(const Program& program, const BasicBlock& block) {
    switch (block.ending) {
        case Ending::jump: return {block.target};
        case Ending::branch: return {block.next, block.target};
        case Ending::table: return program.tables[block.target];
        case Ending::next:
        case Ending::barrier:
        case Ending::call: return {block.next};
        default: return {};
    }
}

// The blocks that follow; for a block that only jumps, the block where it leads.
std::vector<std::uint32_t> successors(const Program& program, const BasicBlock& block) {
    std::vector<std::uint32_t> found = written_after(program, block);
    for (std::uint32_t& next : found)
        for (std::size_t hops = 0; hops < program.blocks.size(); ++hops) {
            const BasicBlock& through = program.blocks[next];
            const auto after = written_after(program, through);
            if (end_of(through) > through.first || after.size() != 1) break;
            next = after[0];
        }
    return found;
}

// Whether one of these instructions would be a request itself. Between two successive requests of a
// warp there is none.
bool asks(const Program& program, std::uint32_t first, std::uint32_t last) {
    for (std::uint32_t i = first; i < last; ++i) {
        const Code& code = program.code[i];
        if (code.row && code.row->unit == simulator::Unit::memory &&
            code.space == simulator::Space::global && code.guard == simulator::nowhere)
            return true;
    }
    return false;
}

// The number of ways from the first instruction of each block to one place, by length; 2 means two
// or more.
class WaysTo {
public:
    WaysTo(const Program& program, std::uint32_t to, std::uint32_t longest)
        : program_(program), to_(to), counts_(longest + 1) {
        for (std::uint32_t length = 0; length <= longest; ++length) {
            counts_[length].resize(program.blocks.size());
            for (std::uint32_t b = 0; b < program.blocks.size(); ++b)
                counts_[length][b] = counted(b, length);
        }
    }
    int count(std::uint32_t block, std::uint32_t length) const {
        return block < counts_[length].size() ? counts_[length][block] : 0;
    }

private:
    std::uint8_t counted(std::uint32_t b, std::uint32_t length) const {
        const BasicBlock& block = program_.blocks[b];
        const std::uint32_t size = end_of(block) - block.first;
        const bool here = to_ >= block.first && to_ < block.last && to_ - block.first == length;
        int found = here && !asks(program_, block.first, to_);
        if (size > 0 && size <= length && !asks(program_, block.first, end_of(block)))
            for (const std::uint32_t next : successors(program_, block))
                found += count(next, length - size);
        return static_cast<std::uint8_t>(std::min(found, 2));
    }
    const Program& program_;
    std::uint32_t to_;
    std::vector<std::vector<std::uint8_t>> counts_;
};

std::uint32_t block_of(const Program& program, std::uint32_t instruction) {
    const auto found = std::ranges::find_if(program.blocks, [&](const BasicBlock& block) {
        return block.first <= instruction && instruction < block.last;
    });
    return static_cast<std::uint32_t>(found - program.blocks.begin());
}

// The only successor from which a way leads there; nullopt where there are several.
std::optional<std::uint32_t> only_next(const Program& program, const WaysTo& ways,
                                       const BasicBlock& block, std::uint32_t length) {
    std::optional<std::uint32_t> only;
    for (const std::uint32_t next : successors(program, block)) {
        const int count = ways.count(next, length);
        if (count == 0) continue;
        if (count > 1 || only) return std::nullopt;
        only = next;
    }
    return only;
}

}  // namespace

std::optional<std::vector<std::uint32_t>> way_between(const Program& program, Leg leg) {
    if (leg.length == 0 || leg.length > longest_leg) return std::nullopt;
    std::vector<std::uint32_t> way;
    const WaysTo ways(program, leg.to, leg.length);
    std::uint32_t block = block_of(program, leg.from), at = leg.from;
    while (way.size() < leg.length) {
        if (block >= program.blocks.size()) return std::nullopt;
        const BasicBlock& in = program.blocks[block];
        for (++at; at < end_of(in) && way.size() < leg.length; ++at) way.push_back(at);
        if (way.size() == leg.length) break;
        const auto left = static_cast<std::uint32_t>(leg.length - way.size());
        const auto next = only_next(program, ways, in, left - 1);
        if (!next) return std::nullopt;
        block = *next;
        at = program.blocks[block].first;
        way.push_back(at);
    }
    if (way.back() != leg.to) return std::nullopt;
    return way;
}

namespace {

// Cycles from an instruction until its result can be used: 4 for arithmetic, as on cards since
// 2017; for memory the latencies of the model of times.
int latency_of(const Code& code) {
    using simulator::Unit;
    switch (code.row ? code.row->unit : Unit::none) {
        case Unit::memory:
        case Unit::texture:
        case Unit::atomic:
            return code.space == simulator::Space::shared
                       ? 24
                       : static_cast<int>(lab::modelled_card().memory_latency_cycles);
        case Unit::shuffle:
        case Unit::special: return 24;
        case Unit::fp64: return 8;
        default: return 4;
    }
}

lab::Issued issued_by(const Program& program, std::uint32_t instruction) {
    const Code& code = program.code[instruction];
    lab::Issued issued{{}, {}, latency_of(code), instruction};
    const auto note = [&](std::vector<std::uint32_t>& registers, simulator::Place place) {
        if (place < program.first_constant) registers.push_back(place);
    };
    const bool writes_elements = code.row && code.row->effect.kind == simulator::Kind::load;
    for (const simulator::Place place : {code.a, code.b, code.c, code.e, code.guard})
        note(issued.reads, place);
    for (const simulator::Place place : {code.d, code.d2}) note(issued.writes, place);
    for (const simulator::Place place : code.elements)
        note(writes_elements ? issued.writes : issued.reads, place);
    return issued;
}

void run_on(ScheduledWarps& made, const Program& program, std::uint32_t instruction) {
    const Code& code = program.code[instruction];
    const bool names = !code.full && code.row && code.row->unit != simulator::Unit::control &&
                       code.row->unit != simulator::Unit::barrier;
    if (!names) made.way.push_back(issued_by(program, instruction));
    made.last = instruction;
    ++made.ran;
}

// Appends the way to one request; false where the way is not known.
bool go_to(ScheduledWarps& made, const Program& program, const simulator::Event& event) {
    if (made.ran == 0) run_on(made, program, 0);
    if (event.index + 1 == made.ran) return event.instruction == made.last;
    if (event.index < made.ran || event.index >= longest_way) return false;
    const auto found =
        way_between(program, {made.last, event.instruction, event.index + 1 - made.ran});
    if (!found) return false;
    for (const std::uint32_t instruction : *found) run_on(made, program, instruction);
    return true;
}

LoadsOfWay loads_of(const lab::Way& way) {
    const int latency = static_cast<int>(lab::modelled_card().memory_latency_cycles);
    const auto loads = std::ranges::count_if(way, [&](const lab::Issued& issued) {
        return issued.latency == latency && !issued.writes.empty();
    });
    return {static_cast<int>(loads), std::ssize(way), latency};
}

ScheduledWarps made_of_trace(const lab::Run& run, int launch) {
    ScheduledWarps made;
    const auto& subject = run.request.settings.subject;
    if (!run.trace || !subject || launch >= static_cast<int>(run.trace->launches.size()))
        return made;
    const auto program =
        lab::program_of(*subject, run.trace->launches[static_cast<std::size_t>(launch)].kernel);
    if (!program) return made;
    for (int number = 0; number < static_cast<int>(run.steps.size()); ++number) {
        const simulator::Step& step = run.steps[static_cast<std::size_t>(number)];
        if (step.launch != launch) continue;
        for (const std::uint32_t id : step.events) {
            const simulator::Event& event = run.trace->events[id];
            if (event.warp != 0) continue;
            const std::size_t before = made.way.size();
            if (!go_to(made, **program, event)) return {};
            made.requests.push_back({number, made.way.size() - 1, made.way.size() - before});
        }
    }
    const Packing packing = packing_of(run, launch);
    if (made.way.empty() || !packing) return {};
    const int schedulers = packing.of->schedulers;
    const auto warps = static_cast<int>(packing.held.warps());
    made.loads = loads_of(made.way);
    made.schedule = lab::schedule_of(made.way, (warps + schedulers - 1) / schedulers, most_cycles);
    return made;
}

}  // namespace

std::int64_t LoadsOfWay::warps() const {
    return issued > 0 ? (std::int64_t{latency} * loads + issued - 1) / issued : 0;
}

double LoadsOfWay::each() const { return double(issued) / std::max(1, loads); }

int ScheduledWarps::cycle_at(int step) const {
    if (schedule.first.empty()) return 0;
    const auto behind = std::ranges::upper_bound(requests, step, {}, &Request::step);
    const std::size_t place = behind == requests.begin() ? 0 : std::prev(behind)->place;
    return schedule.first[std::min(place, schedule.first.size() - 1)];
}

const ScheduledWarps& scheduled_warps(const lab::Run& run, int launch) {
    return run.derived(launch, [&] { return made_of_trace(run, launch); });
}

}  // namespace app

// Makes counters from executions of basic blocks and tallies of memory instructions. See record.h.
#include "simulator/engine/record.h"

#include <algorithm>
#include <utility>

namespace simulator {
namespace {

const AccessCount* access(const Record& record, Counted space, const Code& code) {
    const std::vector<AccessCount>& counts = record.accesses[static_cast<int>(space)];
    return code.tally < counts.size() ? &counts[code.tally] : nullptr;
}

void add_global(const AccessCount& count, bool load, Counters& sum) {
    (load ? sum.global_load_requests : sum.global_store_requests) += count.requests;
    (load ? sum.global_load_sectors : sum.global_store_sectors) += count.units;
    sum.bytes_requested += count.bytes;
    sum.bytes_asked += count.units * 32;
}

void add_shared(const AccessCount& count, bool load, Counters& sum) {
    (load ? sum.shared_load_requests : sum.shared_store_requests) += count.requests;
    (load ? sum.shared_load_wavefronts : sum.shared_store_wavefronts) += count.units;
    (load ? sum.shared_load_bank_conflicts : sum.shared_store_bank_conflicts) +=
        count.units - count.best;
}

void add_local(const AccessCount& count, bool load, Counters& sum) {
    (load ? sum.local_load_requests : sum.local_store_requests) += count.requests;
    (load ? sum.local_load_sectors : sum.local_store_sectors) += count.units;
}

void add_accesses(const Record& record, const Code& code, Counters& sum) {
    const Effect& effect = code.row->effect;
    if (!effect.is_memory()) return;
    const bool load = effect.kind == Kind::load;
    const AccessCount* global = access(record, Counted::global, code);
    const AccessCount* shared = access(record, Counted::shared, code);
    const AccessCount* local = access(record, Counted::local, code);
    const AccessCount* constant = access(record, Counted::constant, code);
    if (!global || !shared || !local || !constant) return;
    if (effect.kind == Kind::atomic) {
        sum.atomics += global->requests + shared->requests;
        sum.atomic_passes += global->passes + shared->passes;
        sum.global_atomic_passes += global->passes;
        sum.global_atomic_sectors += global->units;
        return;
    }
    add_global(*global, load, sum);
    add_shared(*shared, load, sum);
    add_local(*local, load, sum);
    sum.constant_load_requests += constant->requests;
    sum.constant_load_passes += constant->units;
}

// The counters of one instruction of a block.
Counters count_of(const Record& record, const BlockCount& block, const Code& code) {
    const Skipped& skipped = record.skipped[code.index];
    const std::uint64_t executions = block.executions - skipped.executions;
    Counters sum;
    sum.warp_instructions = executions;
    sum.lane_instructions = block.lanes - skipped.lanes;
    const Effect& effect = code.row->effect;
    switch (effect.kind) {
        case Kind::control:
            if (effect.ending != Ending::branch && effect.ending != Ending::table) break;
            if (code.guard != nowhere || code.a != nowhere) sum.branches = executions;
            sum.divergent_branches = block.divergent;
            break;
        case Kind::barrier: sum.barriers = executions; break;
        case Kind::shuffle: sum.shuffles = executions; break;
        case Kind::vote: sum.votes = executions; break;
        default:
            if (code.row->unit == Unit::texture) sum.texture_instructions = executions;
            if (code.row->unit == Unit::special) sum.special_instructions = executions;
            add_accesses(record, code, sum);
    }
    return sum;
}

template <class Each>
void for_each_instruction(const Record& record, Each each) {
    const Program& program = *record.program;
    for (std::size_t i = 0; i < program.blocks.size(); ++i) {
        const BasicBlock& block = program.blocks[i];
        bool begun = false;
        for (std::uint32_t at = block.first; at < block.last; ++at) {
            Counters counters = count_of(record, record.blocks[i], program.code[at]);
            begun |= program.code[at].begins_round;
            if (begun && counters.global_load_requests) {
                counters.global_load_rounds = counters.global_load_requests;
                begun = false;
            }
            if (block.spins && at == block.terminator) counters.polls = counters.warp_instructions;
            each(program.code[at], counters);
        }
    }
}

}  // namespace

Record record_of(const Launch& launch) {
    Record record = launch.record;
    for (int space = 0; space < spaces_counted; ++space) {
        for (const Tally& tally : launch.tallies[space]) {
            record.accesses[space].push_back(
                {tally.requests, tally.units, tally.best, tally.bytes, tally.passes});
        }
    }
    return record;
}

Record take_record(Launch&& launch) {
    Record record = record_of(launch);
    launch = {};
    return record;
}

Counters total_of(const Record& record) {
    Counters sum;
    for_each_instruction(record, [&](const Code&, const Counters& counters) { sum += counters; });
    return sum;
}

void add_units(const Record& record, std::map<Unit, UnitCount>& units) {
    for_each_instruction(record, [&](const Code& code, const Counters& counters) {
        UnitCount& count = units[code.row->unit];
        count.unit = code.row->unit;
        count.warp_instructions += counters.warp_instructions;
        count.lane_instructions += counters.lane_instructions;
        if (computes_with_a_point(*code.row, code.type))
            count.operations += counters.lane_instructions;
    });
    std::erase_if(units, [](const auto& one) { return one.second.warp_instructions == 0; });
}

namespace {

// Executions of a line in one launch; its instructions come in program order.
struct LineTimes {
    using Count = std::pair<std::uint64_t, std::uint64_t>;  // executions and lanes
    Count most, from_access;  // from_access: of its first access and later
    bool accesses = false;
    bool parts = false;  // a guard or branch: only some warps or lanes ran the line

    void note(const Code& code, const Counters& counters) {
        const Count here{counters.warp_instructions, counters.lane_instructions};
        const Effect& effect = code.row->effect;
        most = std::max(most, here);
        accesses |= effect.is_memory();
        if (accesses) from_access = std::max(from_access, here);
        parts |= code.guard != nowhere || (effect.kind == Kind::control && code.a != nowhere);
    }
    // Code before the access computes addresses; a compiler may move it before a branch that not
    // all warps take.
    const Count& count() const { return accesses && !parts ? from_access : most; }
};

}  // namespace

void add_lines(const Record& record, LineOf which, std::map<int, LineCounters>& lines) {
    std::map<int, LineTimes> times;
    for_each_instruction(record, [&](const Code& code, const Counters& counters) {
        const int line = which == LineOf::source ? code.line : code.ptx_line;
        lines[line].line = line;
        lines[line].counters += counters;
        times[line].note(code, counters);
    });
    for (const auto& [line, of_line] : times) {
        lines[line].executions += of_line.count().first;
        lines[line].lanes += of_line.count().second;
    }
}

}  // namespace simulator

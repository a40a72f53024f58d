// Basic blocks: where they begin, how they end, where parted lanes join. See decode_blocks.h.
#include "simulator/decode/decode_blocks.h"

#include <algorithm>
#include <array>

#include "simulator/decode/flow_graph.h"

namespace simulator {
namespace {

// How an instruction ends its block; nothing where it doesn't.
std::optional<Ending> ending_of(const ptx::Instruction& instruction) {
    const std::string& name = instruction.parts.front();
    if (name == "bra") return instruction.guard.empty() ? Ending::jump : Ending::branch;
    if (name == "brx") return Ending::table;
    if (name == "ret" || name == "exit") return Ending::exit;
    if (name == "trap" || instruction.callee == "__assertfail") return Ending::trap;
    if (name == "bar" || name == "barrier") {
        if (!instruction.has("warp")) return Ending::barrier;
    }
    return {};
}

// Whether others may change what the instruction reads while a loop waits for it.
bool waits_for_others(const ptx::Instruction& instruction) {
    constexpr std::array<std::string_view, 6> marks = {"volatile", "acquire", "relaxed",
                                                       "acq_rel",  "cv",      "mmio"};
    const std::string& name = instruction.parts.front();
    if (name == "atom" || name == "nanosleep") return true;
    return name == "ld" &&
           std::ranges::any_of(marks, [&](std::string_view mark) { return instruction.has(mark); });
}

class Cutter {
public:
    Cutter(const ptx::Function& function, Program& program)
        : function_(function), program_(program), count_(program.text.size()) {}

    std::optional<Diagnostic> run() {
        find_leaders();
        lay_blocks();
        for (BasicBlock& block : program_.blocks) {
            if (auto problem = link(block)) return problem;
        }
        join();
        for (std::uint32_t i = 0; i < program_.blocks.size(); ++i) describe(i);
        gather_steps();
        return {};
    }

private:
    void find_leaders() {
        leader_.assign(count_ + 1, false);
        leader_[0] = true;
        for (const auto& [name, at] : function_.labels) leader_[at] = true;
        for (std::size_t i = 0; i < count_; ++i) {
            if (ending_of(program_.text[i])) leader_[i + 1] = true;
            if (guarded_ending(i)) leader_[i] = true;
        }
    }

    // A guarded ret, barrier or trap: its guard becomes a branch of its own.
    bool guarded_ending(std::size_t i) const {
        const auto ending = ending_of(program_.text[i]);
        return ending && *ending != Ending::branch && !program_.text[i].guard.empty();
    }

    void lay_blocks() {
        block_at_.assign(count_ + 1, no_block);
        for (std::size_t first = 0; first <= count_;) {
            std::size_t last = first + 1;
            while (last < count_ && !leader_[last]) ++last;
            block_at_[first] = static_cast<std::uint32_t>(program_.blocks.size());
            if (first == count_) {
                add(first, first, Ending::exit);
                break;
            }
            if (guarded_ending(first)) add_guard(first);
            add(first, last, ending_of(program_.text[last - 1]).value_or(Ending::next));
            first = last;
        }
    }

    void add(std::size_t first, std::size_t last, Ending ending) {
        BasicBlock block;
        block.first = static_cast<std::uint32_t>(first);
        block.last = static_cast<std::uint32_t>(last);
        block.ending = ending;
        if (ending != Ending::next && first < last) block.terminator = block.last - 1;
        block.next = static_cast<std::uint32_t>(program_.blocks.size() + 1);
        program_.blocks.push_back(block);
    }

    void add_guard(std::size_t at) {
        add(at, at, Ending::branch);
        BasicBlock& guard = program_.blocks.back();
        guard.terminator = ~0u;
        guard.predicate = program_.code[at].guard;
        guard.flip = program_.code[at].guard_negated ? ~0u : 0;
        guard.target = guard.next++;
    }

    Outcome<std::uint32_t> block_of(const std::string& label, const ptx::Instruction& from) const {
        const auto found = function_.labels.find(label);
        if (found != function_.labels.end()) return block_at_[found->second];
        return Diagnostic{from.ptx_line, 0, "There is no label \"" + label + "\" to branch to."};
    }

    std::optional<Diagnostic> link(BasicBlock& block) {
        if (block.terminator == ~0u) return {};
        const ptx::Instruction& instruction = program_.text[block.terminator];
        if (block.ending == Ending::table) return link_table(block, instruction);
        if (block.ending != Ending::jump && block.ending != Ending::branch) return {};
        if (instruction.operands.empty()) {
            return Diagnostic{instruction.ptx_line, 0, "This branch names no label."};
        }
        const auto target = block_of(instruction.operands[0].name, instruction);
        if (!target) return target.problem();
        block.target = *target;
        block.predicate = program_.code[block.terminator].guard;
        block.flip = program_.code[block.terminator].guard_negated ? ~0u : 0;
        return {};
    }

    std::optional<Diagnostic> link_table(BasicBlock& block, const ptx::Instruction& instruction) {
        const std::string name =
            instruction.operands.size() > 1 ? instruction.operands[1].name : "";
        const auto targets = function_.branch_targets.find(name);
        if (targets == function_.branch_targets.end()) {
            return Diagnostic{instruction.ptx_line, 0,
                              "There is no list of branch targets \"" + name + "\"."};
        }
        block.target = static_cast<std::uint32_t>(program_.tables.size());
        block.predicate = program_.code[block.terminator].a;
        program_.tables.emplace_back();
        for (const std::string& label : targets->second) {
            const auto target = block_of(label, instruction);
            if (!target) return target.problem();
            program_.tables.back().push_back(*target);
        }
        return {};
    }

    std::vector<std::uint32_t> successors(const BasicBlock& block) const {
        switch (block.ending) {
            case Ending::next:
            case Ending::barrier: return {block.next};
            case Ending::jump: return {block.target};
            case Ending::branch: return {block.target, block.next};
            case Ending::table: return program_.tables[block.target];
            case Ending::exit:
            case Ending::trap: break;
        }
        return {};
    }

    void join() {
        std::vector<FlowNode> nodes;
        for (const BasicBlock& block : program_.blocks) {
            nodes.push_back({successors(block), block.ending == Ending::exit});
        }
        const auto joins = immediate_post_dominators(nodes);
        for (std::size_t i = 0; i < joins.size(); ++i) program_.blocks[i].joins = joins[i];
    }

    void describe(std::uint32_t index) {
        BasicBlock& block = program_.blocks[index];
        block.instructions = block.last - block.first;
        bool stores = false;
        for (std::uint32_t i = block.first; i < block.last; ++i) {
            const Code& code = program_.code[i];
            block.guarded |= code.guard != nowhere && i != block.terminator;
            block.synchronizes |= code.synchronizes;
            block.reads_clock |= reads_clock(code);
            stores |= code.row->effect == Effect::store && code.space != Space::local;
        }
        if (stores) program_.storing.push_back(index);
        block.looked_after = block.guarded || block.reads_clock;
        if (block.ending == Ending::barrier) describe_barrier(block);
        const auto next = successors(block);
        block.spins = std::ranges::any_of(
            next, [&](std::uint32_t to) { return to <= index && loop_waits(to, index); });
    }

    // What has something to do, in a row; blocks point into it.
    void gather_steps() {
        std::vector<std::size_t> counts;
        for (const BasicBlock& block : program_.blocks) {
            const std::size_t before = program_.steps.size();
            for (std::uint32_t i = block.first; i < block.last; ++i) {
                if (program_.code[i].full) program_.steps.push_back(program_.code[i]);
            }
            counts.push_back(program_.steps.size() - before);
        }
        const Code* next = program_.steps.data();
        for (std::size_t i = 0; i < counts.size(); ++i) {
            program_.blocks[i].begin = next;
            program_.blocks[i].end = next += counts[i];
        }
    }

    void describe_barrier(BasicBlock& block) const {
        const ptx::Instruction& instruction = program_.text[block.terminator];
        block.aligned = instruction.parts.front() == "bar" || instruction.has("aligned");
        if (instruction.has("arrive")) block.barrier = BarrierKind::arrive;
        if (instruction.has("red"))
            block.barrier = instruction.has("popc")  ? BarrierKind::count
                            : instruction.has("and") ? BarrierKind::all
                                                     : BarrierKind::any;
        const Code& code = program_.code[block.terminator];
        if (block.barrier == BarrierKind::wait && code.b == nowhere) block.common_barrier = code.a;
    }

    bool reads_clock(const Code& code) const {
        return std::ranges::any_of(program_.specials, [&](const SpecialRegister& special) {
            return special.kind >= Special::clock && special.kind <= Special::globaltimer &&
                   code.a == special.place;
        });
    }

    bool loop_waits(std::uint32_t from, std::uint32_t to) const {
        const auto first = program_.text.begin() + program_.blocks[from].first;
        const auto last = program_.text.begin() + program_.blocks[to].last;
        return std::any_of(first, last, waits_for_others);
    }

    const ptx::Function& function_;
    Program& program_;
    std::size_t count_;
    std::vector<bool> leader_;
    std::vector<std::uint32_t> block_at_;
};

// Sets of registers that are live where a block begins.
class Liveness {
public:
    Liveness(const std::vector<Touched>& touched, const std::vector<RegisterSize>& sizes,
             Program& program)
        : touched_(touched),
          sizes_(sizes),
          program_(program),
          begin_(program.blocks.size(), std::vector<bool>(sizes.size())) {}

    void run() {
        for (bool changed = true; changed;) {
            changed = false;
            for (std::size_t i = begin_.size(); i-- > 0;) changed |= update(i);
        }
        for (std::size_t i = 0; i < sizes_.size(); ++i) {
            if (begin_[0][i]) program_.unset.emplace_back(sizes_[i].place, sizes_[i].bytes);
        }
        program_.registers_32 = most_;
    }

private:
    bool update(std::size_t index) {
        const BasicBlock& block = program_.blocks[index];
        std::vector<bool> live(sizes_.size());
        const auto add = [&](std::uint32_t from) {
            for (std::size_t i = 0; i < live.size(); ++i) live[i] = live[i] || begin_[from][i];
        };
        const bool falls = block.ending == Ending::next || block.ending == Ending::barrier ||
                           block.ending == Ending::branch;
        if (falls) add(block.next);
        if (block.ending == Ending::jump || block.ending == Ending::branch) add(block.target);
        if (block.ending == Ending::table)
            std::ranges::for_each(program_.tables[block.target], add);
        words_ = 0;
        for (std::size_t i = 0; i < live.size(); ++i) words_ += live[i] ? sizes_[i].words : 0;
        if (block.first == block.last && block.first < touched_.size()) {
            for (const std::uint32_t i : touched_[block.first].read) live[i] = true;
        }
        for (std::uint32_t at = block.last; at-- > block.first;) step(touched_[at], live);
        if (live == begin_[index]) return false;
        begin_[index] = std::move(live);
        return true;
    }

    void step(const Touched& touched, std::vector<bool>& live) {
        if (!touched.guarded) {
            for (const std::uint32_t i : touched.written) set(live, i, false);
        }
        for (const std::uint32_t i : touched.read) set(live, i, true);
        most_ = std::max(most_, words_);
    }

    void set(std::vector<bool>& live, std::uint32_t i, bool value) {
        if (live[i] != value) words_ += value ? sizes_[i].words : -sizes_[i].words;
        live[i] = value;
    }

    const std::vector<Touched>& touched_;
    const std::vector<RegisterSize>& sizes_;
    Program& program_;
    std::vector<std::vector<bool>> begin_;
    int most_ = 0, words_ = 0;
};

}  // namespace

std::optional<Diagnostic> cut_into_blocks(const ptx::Function& function, Program& program) {
    return Cutter(function, program).run();
}

void find_liveness(const std::vector<Touched>& touched, const std::vector<RegisterSize>& sizes,
                   Program& program) {
    Liveness(touched, sizes, program).run();
}

}  // namespace simulator

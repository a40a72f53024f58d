// Basic blocks: where they begin, how they end, where diverged lanes meet. See decode_blocks.h.
#include "simulator/decode/decode_blocks.h"

#include <algorithm>
#include <set>

#include "simulator/decode/flow_graph.h"
#include "simulator/decode/load_rounds.h"
#include "simulator/decode/meetings.h"
#include "simulator/decode/waiting_loops.h"

namespace simulator {
namespace {

// How an instruction ends its block; nullopt: it does not. A call without a body reports a fault.
std::optional<Ending> ending_of(const Code& code) {
    const Effect& effect = code.row->effect;
    if (code.flags & enters) return Ending::call;
    if (code.flags & goes_back) return Ending::back;
    if (effect.kind == Kind::call && !code.full) return Ending::trap;
    if (effect.ending == Ending::next) return {};
    const bool always = effect.ending == Ending::branch && code.guard == nowhere;
    return always ? Ending::jump : effect.ending;
}

class Cutter {
public:
    Cutter(const ptx::Function& function, const std::vector<Touched>& touched, Program& program)
        : function_(function), touched_(touched), program_(program), count_(program.text.size()) {}

    std::optional<Diagnostic> run() {
        find_leaders();
        lay_blocks();
        find_callables();
        for (BasicBlock& block : program_.blocks) {
            if (auto problem = link(block)) return problem;
        }
        join();
        for (std::uint32_t i = 0; i < program_.blocks.size(); ++i) describe(i);
        begin_load_rounds(touched_, program_);
        find_unrollable_loops();
        find_waiting_loops(touched_, program_);
        gather_ways_back();
        place_meetings();
        find_early_returns();
        gather_steps();
        return {};
    }

private:
    void find_leaders() {
        leader_.assign(count_ + 1, false);
        leader_[0] = true;
        for (const auto& [name, at] : function_.labels) leader_[at] = true;
        for (std::size_t i = 0; i < count_; ++i) {
            if (ending_of(program_.code[i])) leader_[i + 1] = true;
            if (guarded_ending(i)) leader_[i] = true;
        }
    }

    // A guarded ret, barrier or trap: its guard becomes a separate branch.
    bool guarded_ending(std::size_t i) const {
        const auto ending = ending_of(program_.code[i]);
        return ending && *ending != Ending::branch && program_.code[i].guard != nowhere;
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
            add(first, last, ending_of(program_.code[last - 1]).value_or(Ending::next));
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
        guard.terminator = no_code;
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
        if (block.terminator == no_code) return {};
        const ptx::Instruction& instruction = program_.text[block.terminator];
        if (block.ending == Ending::table) return link_table(block, instruction);
        if (block.ending == Ending::call) return link_call(block, instruction);
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

    std::optional<Diagnostic> link_call(BasicBlock& block, const ptx::Instruction& instruction) {
        block.predicate = program_.code[block.terminator].a;
        if (block.predicate != nowhere) return {};
        const auto callee =
            std::ranges::find(program_.callables, instruction.callee, &Callable::name);
        block.target = static_cast<std::uint32_t>(callee - program_.callables.begin());
        return {};
    }

    void find_callables() {
        for (std::size_t i = 0; i < program_.callables.size(); ++i)
            program_.callables[i].entry = block_at_[function_.parts[i].first];
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

    std::vector<FlowNode> graph() const {
        std::vector<FlowNode> nodes;
        for (const BasicBlock& block : program_.blocks) {
            nodes.push_back({successors_of(program_, block),
                             block.ending == Ending::exit || block.ending == Ending::back,
                             block.ending == Ending::jump && block.last - block.first <= 1});
        }
        return nodes;
    }

    void join() {
        const auto joins = immediate_post_dominators(graph());
        for (std::size_t i = 0; i < joins.size(); ++i) program_.blocks[i].joins = joins[i];
    }

    // Several back edges to one block become jumps to a new block that jumps back. Lanes on
    // different paths of the loop meet there, as in machine code.
    void gather_ways_back() {
        std::vector<WaysBack> all;
        for (const Piece& piece : pieces()) {
            for (WaysBack& ways : several_ways_back(piece.nodes)) {
                ways.to = piece.blocks[ways.to];
                for (std::uint32_t& from : ways.from) from = piece.blocks[from];
                all.push_back(std::move(ways));
            }
        }
        for (const WaysBack& ways : all) {
            const auto latch = static_cast<std::uint32_t>(program_.blocks.size());
            const BasicBlock& first = program_.blocks[ways.to];
            add(first.first, first.first, Ending::jump);
            BasicBlock& added = program_.blocks.back();
            added.terminator = no_code;
            added.joins = added.target = ways.to;
            for (const std::uint32_t from : ways.from) {
                BasicBlock& block = program_.blocks[from];
                added.spins |= block.spins;
                lead(block, ways.to, latch);
            }
        }
    }

    // The kernel, or a function after it: each has a control flow graph of its own.
    struct Piece {
        std::vector<std::uint32_t> blocks;  // in order; the first is the entry
        std::vector<FlowNode> nodes;        // their nodes
    };

    std::vector<Piece> pieces() const {
        const std::vector<FlowNode> all = graph();
        std::vector<std::uint32_t> within_piece(all.size(), 0);
        std::vector<Piece> found(1 + program_.callables.size());
        std::vector<std::uint32_t> owner(all.size(), 0);  // 0: the kernel
        for (std::uint32_t i = 0; i < program_.callables.size(); ++i)
            mark(all, program_.callables[i].entry, i + 1, owner);
        for (std::uint32_t at = 0; at < all.size(); ++at) {
            Piece& piece = found[owner[at]];
            within_piece[at] = static_cast<std::uint32_t>(piece.blocks.size());
            piece.blocks.push_back(at);
            piece.nodes.push_back(all[at]);
        }
        for (Piece& piece : found)
            for (FlowNode& node : piece.nodes)
                for (std::uint32_t& next : node.successors) next = within_piece[next];
        return found;
    }

    static void mark(const std::vector<FlowNode>& nodes, std::uint32_t entry, std::uint32_t as,
                     std::vector<std::uint32_t>& owner) {
        std::vector<std::uint32_t> open{entry};
        while (!open.empty()) {
            const std::uint32_t at = open.back();
            open.pop_back();
            if (owner[at] == as) continue;
            owner[at] = as;
            open.insert(open.end(), nodes[at].successors.begin(), nodes[at].successors.end());
        }
    }

    // Lanes that called together continue together.
    void meet_behind_calls(std::vector<Meeting>& of_block) const {
        for (std::uint32_t i = 0; i < program_.blocks.size(); ++i) {
            const BasicBlock& block = program_.blocks[i];
            if (block.ending != Ending::call) continue;
            Meeting& behind = of_block[block.next];
            behind.meets = true;
            behind.from = std::min(behind.from, of_block[i].rank);
        }
    }

    void lead(BasicBlock& block, std::uint32_t to, std::uint32_t latch) {
        if (block.ending == Ending::table) {
            std::ranges::replace(program_.tables[block.target], to, latch);
            return;
        }
        if (block.next == to) block.next = latch;
        if (block.target == to) block.target = latch;
    }

    void place_meetings() {
        std::vector<Meeting> of_block(program_.blocks.size());
        for (const Piece& piece : pieces()) {
            std::vector<bool> ends;
            for (const std::uint32_t at : piece.blocks) {
                const BasicBlock& block = program_.blocks[at];
                ends.push_back(block.ending == Ending::exit && block.last - block.first <= 1);
            }
            const std::vector<Meeting> found = meetings(piece.nodes, ends);
            for (std::size_t i = 0; i < found.size(); ++i) {
                of_block[piece.blocks[i]] = found[i];
                of_block[piece.blocks[i]].leads_out &= piece.blocks[0] == 0;  // kernel only
            }
        }
        meet_behind_calls(of_block);
        const auto meeting = [&](std::uint32_t at) {
            return at < of_block.size() && of_block[at].meets ? of_block[at].rank : 0;
        };
        for (std::uint32_t i = 0; i < of_block.size(); ++i) {
            BasicBlock& block = program_.blocks[i];
            block.rank = of_block[i].rank;
            block.meets_from = of_block[i].from;
            block.meets = of_block[i].meets;
            block.leads_out = of_block[i].leads_out;
            if (of_block[i].crossed) program_.crossed.push_back(i);
            block.next_meets = meeting(block.next);
            if (block.ending == Ending::branch || block.ending == Ending::jump)
                block.target_meets = meeting(block.target);
        }
    }

    void describe(std::uint32_t index) {
        BasicBlock& block = program_.blocks[index];
        block.instructions = block.last - block.first;
        bool stores = false, reads = false;
        for (std::uint32_t i = block.first; i < block.last; ++i) {
            const Code& code = program_.code[i];
            block.guarded |= code.guard != nowhere && i != block.terminator;
            block.synchronizes |= code.synchronizes;
            block.reads_clock |= reads_clock(code);
            const bool own = code.space == Space::local || code.space == Space::parameter ||
                             code.space == Space::constant;
            reads |= !own &&
                     (code.row->effect.kind == Kind::load || code.row->effect.kind == Kind::atomic);
            stores |= code.row->effect.kind == Kind::store && code.space != Space::local;
        }
        if (stores) program_.storing.push_back(index);
        if (reads || block.reads_clock) program_.reading.push_back(index);
        block.looked_after = block.guarded || block.reads_clock;
        if (block.ending == Ending::barrier) describe_barrier(block);
    }

    // Finds blocks that jump back to themselves until a counter, changed inside, reaches a value
    // set before the loop. ptxas may unroll such loops, unless a pragma forbids it. Only loops that
    // access memory count: only their requests are compared.
    void find_unrollable_loops() {
        const auto asks = [](const Code& code) {
            const Kind kind = code.row->effect.kind;
            return kind == Kind::load || kind == Kind::store || kind == Kind::atomic;
        };
        for (std::uint32_t index = 0; index < program_.blocks.size(); ++index) {
            const BasicBlock& block = program_.blocks[index];
            if (block.ending != Ending::branch || block.target != index) continue;
            if (program_.text[block.first].nounroll) continue;
            const auto code = program_.code.begin();
            if (std::any_of(code + block.first, code + block.last, asks) &&
                counts_to_a_register(block))
                program_.unrollable.push_back(index);
        }
    }

    bool counts_to_a_register(const BasicBlock& block) const {
        std::set<std::uint32_t> written, steps;
        std::uint32_t compares = no_code;
        const Touched& jump = touched_[block.terminator];
        for (std::uint32_t i = block.first; i < block.terminator; ++i)
            for (const std::uint32_t reg : touched_[i].written) {
                written.insert(reg);
                if (touched_[i].read.size() == 1 && touched_[i].read[0] == reg) steps.insert(reg);
                if (std::ranges::find(jump.read, reg) != jump.read.end()) compares = i;
            }
        if (compares == no_code || touched_[compares].read.size() != 2) return false;
        const auto& read = touched_[compares].read;
        const auto counter = [&](int i) { return steps.contains(read[std::size_t(i)]); };
        const auto kept = [&](int i) { return !written.contains(read[std::size_t(i)]); };
        return (counter(0) && kept(1)) || (counter(1) && kept(0));
    }

    // Finds branches that end a thread before a barrier that others go on to.
    void find_early_returns() {
        const std::vector<bool> meets = barriers_ahead();
        const auto only_ends = [&](std::uint32_t at) {
            const BasicBlock& block = program_.blocks[at];
            return (block.ending == Ending::exit && block.last - block.first <= 1) ||
                   block.leads_out;
        };
        for (BasicBlock& block : program_.blocks) {
            if (block.ending != Ending::branch || block.leads_out) continue;
            const bool taken = only_ends(block.target) && meets[block.next];
            if (!taken && !(only_ends(block.next) && meets[block.target])) continue;
            block.returns = true;
            block.returns_if_taken = taken;
        }
    }

    // For each block, whether a barrier can still be reached from it.
    std::vector<bool> barriers_ahead() const {
        std::vector<std::vector<std::uint32_t>> before(program_.blocks.size());
        std::vector<std::uint32_t> open;
        for (std::uint32_t i = 0; i < before.size(); ++i) {
            const BasicBlock& block = program_.blocks[i];
            for (const std::uint32_t next : successors_of(program_, block))
                before[next].push_back(i);
            if (block.ending == Ending::barrier) open.push_back(i);
        }
        std::vector<bool> meets(program_.blocks.size());
        while (!open.empty()) {
            const std::uint32_t at = open.back();
            open.pop_back();
            if (meets[at]) continue;
            meets[at] = true;
            open.insert(open.end(), before[at].begin(), before[at].end());
        }
        return meets;
    }

    // Collects the instructions that have something to run; blocks point into the list.
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
        const Code& code = program_.code[block.terminator];
        block.aligned = code.flags & aligned;
        block.barrier = code.row->effect.at_barrier;
        if (block.barrier == BarrierKind::wait && code.b == nowhere) block.common_barrier = code.a;
    }

    bool reads_clock(const Code& code) const {
        return std::ranges::any_of(program_.specials, [&](const SpecialRegister& special) {
            return special.kind >= Special::clock && special.kind <= Special::globaltimer &&
                   code.a == special.place;
        });
    }

    const ptx::Function& function_;
    const std::vector<Touched>& touched_;
    Program& program_;
    std::size_t count_;
    std::vector<bool> leader_;
    std::vector<std::uint32_t> block_at_;
};

}  // namespace

std::optional<Diagnostic> cut_into_blocks(const ptx::Function& function,
                                          const std::vector<Touched>& touched, Program& program) {
    return Cutter(function, touched, program).run();
}

std::vector<std::uint32_t> successors_of(const Program& program, const BasicBlock& block) {
    switch (block.ending) {
        case Ending::next:
        case Ending::barrier:
        case Ending::call: return {block.next};
        case Ending::jump: return {block.target};
        case Ending::branch: return {block.target, block.next};
        case Ending::table: return program.tables[block.target];
        case Ending::back:
        case Ending::exit:
        case Ending::trap: break;
    }
    return {};
}

}  // namespace simulator

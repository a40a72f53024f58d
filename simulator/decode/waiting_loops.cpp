// Walks back from the branches that leave a loop to the values that decide them: through registers,
// the branches that guard their writes, and shared or local memory. If another thread may write
// such a value, the loop waits. A histogram's loop has atomics, but none decides when it ends; a
// lock's or a look-back's loop has one that does, or a volatile load. See waiting_loops.h.
#include "simulator/decode/waiting_loops.h"

#include <algorithm>
#include <map>
#include <set>

#include "simulator/decode/decode_blocks.h"
#include "simulator/decode/flow_graph.h"

namespace simulator {
namespace {

using Indices = std::vector<std::uint32_t>;

// All nodes that `from` reaches; `stop` leads no further.
std::vector<bool> reached(const std::vector<Indices>& edges, const Indices& from,
                          std::uint32_t stop) {
    std::vector<bool> seen(edges.size());
    Indices open = from;
    while (!open.empty()) {
        const std::uint32_t at = open.back();
        open.pop_back();
        if (seen[at]) continue;
        seen[at] = true;
        if (at != stop) open.insert(open.end(), edges[at].begin(), edges[at].end());
    }
    return seen;
}

// Facts about the whole kernel, shared by the analyses of its loops.
struct WholeFlow {
    const Program& program;
    const std::vector<Touched>& touched;
    std::vector<Indices> successors, predecessors;  // by block
    std::vector<Indices> writers;                   // by register
    Indices block_of;                               // by instruction
    std::vector<bool> finishes;  // blocks from which the kernel's end can be reached
    // Steps that are left. Loops of compilers need few; text made with deeply nested loops would
    // take for ever.
    std::int64_t patience = std::int64_t{1} << 27;
};

// The blocks of a loop.
struct LoopBlocks {
    Indices blocks;            // in order
    std::vector<bool> inside;  // by block
};

// The instructions of a loop that decide whether it ends at one of its exits.
class Deciders {
public:
    Deciders(WholeFlow& flow, const LoopBlocks& loop)
        : flow_(flow), program_(flow.program), touched_(flow.touched), loop_(loop) {}

    /// `exit`: a block whose branch leaves the loop. All instructions of the loop if patience runs
    /// out.
    const std::set<std::uint32_t>& find(std::uint32_t exit) {
        need_branch(exit);
        while (!open_.empty() || !open_blocks_.empty()) {
            if (flow_.patience < 0) return found_ = all();
            if (open_.empty()) {
                need_branches_around(taken_from(open_blocks_));
                continue;
            }
            const std::uint32_t at = taken_from(open_);
            for (const std::uint32_t reg : touched_[at].read) need_register(reg);
            const Code& code = program_.code[at];
            if (code.row->effect.kind == Kind::load && spaces_.insert(code.space).second)
                need_memory(code.space);
            need_block(flow_.block_of[at]);
        }
        return found_;
    }

private:
    static std::uint32_t taken_from(Indices& open) {
        const std::uint32_t last = open.back();
        open.pop_back();
        return last;
    }

    std::set<std::uint32_t> all() const {
        std::set<std::uint32_t> instructions;
        each_instruction([&](std::uint32_t at) { instructions.insert(instructions.end(), at); });
        return instructions;
    }

    template <class Each>
    void each_instruction(Each each) const {
        for (const std::uint32_t index : loop_.blocks) {
            const BasicBlock& block = program_.blocks[index];
            for (std::uint32_t at = block.first; at < block.last; ++at) each(at);
        }
    }

    void need(std::uint32_t at) {
        --flow_.patience;
        if (loop_.inside[flow_.block_of[at]] && found_.insert(at).second) open_.push_back(at);
    }

    void need_register(std::uint32_t reg) {
        if (!registers_.insert(reg).second) return;
        for (const std::uint32_t writer : flow_.writers[reg]) need(writer);
    }

    void need_block(std::uint32_t index) {
        if (needed_blocks_.insert(index).second) open_blocks_.push_back(index);
    }

    // Needs the values that decide where a block's branch goes, and whether the block is reached.
    void need_branch(std::uint32_t index) {
        if (!branches_.insert(index).second) return;
        const BasicBlock& block = program_.blocks[index];
        const std::uint32_t at = block.terminator == no_code ? block.first : block.terminator;
        for (const std::uint32_t reg : touched_[at].read) need_register(reg);
        need_block(index);
    }

    // Needs the branches whose sides, up to their join, contain the block.
    void need_branches_around(std::uint32_t index) {
        flow_.patience -= static_cast<std::int64_t>(loop_.blocks.size());
        for (const std::uint32_t branch : loop_.blocks) {
            if (flow_.patience < 0) return;
            if (flow_.successors[branch].size() > 1 && sides_of(branch)[index]) need_branch(branch);
        }
    }

    const std::vector<bool>& sides_of(std::uint32_t branch) {
        auto [sides, is_new] = sides_.try_emplace(branch);
        if (is_new) {
            const std::uint32_t join = program_.blocks[branch].joins;
            sides->second = reached(flow_.successors, flow_.successors[branch], join);
            if (join != no_block) sides->second[join] = false;
            flow_.patience -= static_cast<std::int64_t>(sides->second.size());
        }
        return sides->second;
    }

    // Needs stores to shared or local memory, which keeps values between turns. Global memory would
    // give false findings: stores to one array, bounds read from another.
    void need_memory(Space space) {
        each_instruction([&](std::uint32_t at) {
            const Code& code = program_.code[at];
            const Kind kind = code.row->effect.kind;
            if (kind != Kind::store && kind != Kind::atomic) return;
            if (may_meet(code.space, space)) need(at);
        });
    }

    static bool may_meet(Space one, Space other) {
        const auto is_generic = [](Space space) {
            return space == Space::none || space == Space::generic;
        };
        const auto is_known = [](Space space) {
            return space == Space::shared || space == Space::local;
        };
        if (is_generic(one)) return is_generic(other) || is_known(other);
        return is_known(one) && (one == other || is_generic(other));
    }

    WholeFlow& flow_;
    const Program& program_;
    const std::vector<Touched>& touched_;
    const LoopBlocks& loop_;
    std::set<std::uint32_t> found_, registers_, needed_blocks_, branches_;
    std::set<Space> spaces_;
    Indices open_, open_blocks_;
    std::map<std::uint32_t, std::vector<bool>> sides_;
};

class LoopFinder {
public:
    LoopFinder(const std::vector<Touched>& touched, Program& program)
        : touched_(touched), program_(program), flow_{program, touched, {}, {}, {}, {}, {}} {}

    void run() {
        reads_anew_ = true;
        if (std::ranges::none_of(program_.code,
                                 [&](const Code& code) { return others_may_write(code); }))
            return;  // no value that a loop could wait for
        link();
        std::map<std::uint32_t, Indices> back;  // by the loop's first block
        for (std::uint32_t i = 0; i < flow_.successors.size(); ++i) {
            for (const std::uint32_t to : flow_.successors[i]) {
                if (to <= i) back[to].push_back(i);
            }
        }
        loop_.inside.resize(program_.blocks.size());
        for (const auto& [begin, ends] : back) look_at(begin, ends);
        std::ranges::sort(program_.polls);
        const auto spare = std::unique(program_.polls.begin(), program_.polls.end());
        program_.polls.erase(spare, program_.polls.end());
    }

private:
    void link() {
        const std::size_t count = program_.blocks.size();
        flow_.predecessors.resize(count);
        flow_.block_of.resize(touched_.size());
        Indices exits;
        for (std::uint32_t i = 0; i < count; ++i) {
            const BasicBlock& block = program_.blocks[i];
            flow_.successors.push_back(successors_of(program_, block));
            for (const std::uint32_t next : flow_.successors[i])
                flow_.predecessors[next].push_back(i);
            if (block.ending == Ending::exit || block.ending == Ending::back) exits.push_back(i);
            for (std::uint32_t at = block.first; at < block.last; ++at) flow_.block_of[at] = i;
        }
        flow_.finishes = reached(flow_.predecessors, exits, no_block);
        for (std::uint32_t at = 0; at < touched_.size(); ++at) {
            for (const std::uint32_t reg : touched_[at].written) writers_of(reg).push_back(at);
            for (const std::uint32_t reg : touched_[at].read) writers_of(reg);
        }
    }

    Indices& writers_of(std::uint32_t reg) {
        if (reg >= flow_.writers.size()) flow_.writers.resize(reg + 1);
        return flow_.writers[reg];
    }

    // Nested loops may begin at the same block, and one loop may have several back edges. A single
    // back edge waits only if another thread's values decide at every exit.
    void look_at(std::uint32_t begin, const Indices& ends) {
        judge(begin, ends, false);
        for (const std::uint32_t end : ends) {
            if (ends.size() > 1) judge(begin, {end}, true);
        }
    }

    void judge(std::uint32_t begin, const Indices& ends, bool every_exit) {
        if (flow_.patience < 0) return;
        find_loop(begin, ends);
        if (has_source()) take_polls(ends, every_exit);
        for (const std::uint32_t block : loop_.blocks) loop_.inside[block] = false;
    }

    void take_polls(const Indices& ends, bool every_exit) {
        Indices polls;
        for (const std::uint32_t exit : exits()) {
            const std::size_t before = polls.size();
            Deciders deciders(flow_, loop_);
            for (const std::uint32_t at : deciders.find(exit)) {
                if (others_may_write(program_.code[at])) polls.push_back(at);
            }
            if (every_exit && polls.size() == before) return;
        }
        program_.polls.insert(program_.polls.end(), polls.begin(), polls.end());
        for (const std::uint32_t end : ends) program_.blocks[end].spins |= !polls.empty();
    }

    // Blocks that lead to the ends without passing the beginning, and that the beginning reaches.
    void find_loop(std::uint32_t begin, const Indices& ends) {
        std::vector<bool>& inside = loop_.inside;
        Indices leading = gone(flow_.predecessors, ends, begin, [&](std::uint32_t at) {
            if (inside[at]) return false;
            inside[at] = true;
            return true;
        });
        Indices start;
        if (inside[begin]) start.push_back(begin);
        // Second pass, forward: blocks that are not met are not in the loop.
        loop_.blocks = gone(flow_.successors, start, no_block, [&](std::uint32_t at) {
            if (!inside[at]) return false;
            inside[at] = false;
            return true;
        });
        for (const std::uint32_t block : leading) inside[block] = false;
        for (const std::uint32_t block : loop_.blocks) inside[block] = true;
        std::ranges::sort(loop_.blocks);
    }

    // All blocks reached from `open` that `enter` accepts; `stop` leads no further.
    template <class Enter>
    Indices gone(const std::vector<Indices>& edges, Indices open, std::uint32_t stop, Enter enter) {
        Indices met;
        while (!open.empty()) {
            const std::uint32_t at = open.back();
            open.pop_back();
            --flow_.patience;
            if (!enter(at)) continue;
            met.push_back(at);
            if (at != stop) open.insert(open.end(), edges[at].begin(), edges[at].end());
        }
        return met;
    }

    // Whether another thread may change the value that the instruction reads, and the loop would
    // see it. A plain load is repeated only if the loop has a fence or a pause.
    bool others_may_write(const Code& code) const {
        const Effect& effect = code.row->effect;
        if (effect.kind == Kind::atomic) return !touched_[code.index].written.empty();
        const bool own = code.space == Space::parameter || code.space == Space::constant ||
                         code.space == Space::local;
        if (effect.kind != Kind::load || own || code.flags & read_only) return false;
        return reads_anew_ || code.flags & (is_signal | fetches_again);
    }

    bool has_source() {
        const auto any = [&](auto holds) {
            return std::ranges::any_of(loop_.blocks, [&](std::uint32_t index) {
                const BasicBlock& block = program_.blocks[index];
                return std::any_of(program_.code.begin() + block.first,
                                   program_.code.begin() + block.last, holds);
            });
        };
        reads_anew_ = any([](const Code& code) {
            return code.row->effect.kind == Kind::fence || code.row->effect.kind == Kind::sleep;
        });
        return any([&](const Code& code) { return others_may_write(code); });
    }

    // A path that can only end in a trap is not an exit.
    Indices exits() const {
        Indices found;
        for (const std::uint32_t i : loop_.blocks) {
            const bool leaves = std::ranges::any_of(flow_.successors[i], [&](std::uint32_t next) {
                return !loop_.inside[next] && flow_.finishes[next];
            });
            if (leaves) found.push_back(i);
        }
        return found;
    }

    const std::vector<Touched>& touched_;
    Program& program_;
    WholeFlow flow_;
    LoopBlocks loop_;          // the current loop
    bool reads_anew_ = false;  // the loop has a fence or a pause
};

}  // namespace

void find_waiting_loops(const std::vector<Touched>& touched, Program& program) {
    LoopFinder(touched, program).run();
}

}  // namespace simulator

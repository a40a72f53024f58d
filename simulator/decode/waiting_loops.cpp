// Walks back from the branches that leave a loop to what decides them: registers, the branches on
// whose sides those are written, and what stands in shared or local memory between. If a value that
// others may write is met on the way, the loop waits for them. A histogram's loop has atomics, but
// none of them decides when it ends; a lock's or a look-back's has one, or a volatile load. See
// waiting_loops.h.
#include "simulator/decode/waiting_loops.h"

#include <algorithm>
#include <map>
#include <set>

#include "simulator/decode/decode_blocks.h"

namespace simulator {
namespace {

using Indices = std::vector<std::uint32_t>;

// Everything that `from` leads to, but not beyond `stop`.
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

// The instructions of a loop that decide whether it is left at one of its exits.
class Deciders {
public:
    Deciders(const Program& program, const std::vector<Touched>& touched,
             const std::vector<Indices>& writers, const std::vector<Indices>& successors,
             const std::vector<bool>& body)
        : program_(program), touched_(touched), writers_(writers), successors_(successors) {
        for (std::uint32_t i = 0; i < body.size(); ++i) {
            if (!body[i]) continue;
            blocks_.push_back(i);
            const BasicBlock& block = program.blocks[i];
            for (std::uint32_t at = block.first; at < block.last; ++at) block_of_[at] = i;
        }
    }

    /// `exit`: a block whose branch leaves the loop.
    const std::set<std::uint32_t>& find(std::uint32_t exit) {
        need_branch(exit);
        while (!open_.empty() || !open_blocks_.empty()) {
            if (open_.empty()) {
                need_branches_around(taken_from(open_blocks_));
                continue;
            }
            const std::uint32_t at = taken_from(open_);
            for (const std::uint32_t reg : touched_[at].read) need_register(reg);
            if (program_.code[at].row->effect.kind == Kind::load) need_memory(program_.code[at]);
            need_block(block_of_.at(at));
        }
        return found_;
    }

private:
    static std::uint32_t taken_from(Indices& open) {
        const std::uint32_t last = open.back();
        open.pop_back();
        return last;
    }

    void need(std::uint32_t at) {
        if (block_of_.contains(at) && found_.insert(at).second) open_.push_back(at);
    }

    void need_register(std::uint32_t reg) {
        if (!registers_.insert(reg).second) return;
        for (const std::uint32_t writer : writers_[reg]) need(writer);
    }

    void need_block(std::uint32_t index) {
        if (needed_blocks_.insert(index).second) open_blocks_.push_back(index);
    }

    // What decides where a block's branch goes, and whether it is reached.
    void need_branch(std::uint32_t index) {
        if (!branches_.insert(index).second) return;
        const BasicBlock& block = program_.blocks[index];
        const std::uint32_t at = block.terminator == ~0u ? block.first : block.terminator;
        for (const std::uint32_t reg : touched_[at].read) need_register(reg);
        need_block(index);
    }

    // The branches on one of whose sides the block stands.
    void need_branches_around(std::uint32_t index) {
        for (const std::uint32_t branch : blocks_) {
            if (successors_[branch].size() > 1 && sides_of(branch)[index]) need_branch(branch);
        }
    }

    const std::vector<bool>& sides_of(std::uint32_t branch) {
        auto [sides, is_new] = sides_.try_emplace(branch);
        if (is_new) {
            const std::uint32_t join = program_.blocks[branch].joins;
            sides->second = reached(successors_, successors_[branch], join);
            if (join != ~0u) sides->second[join] = false;
        }
        return sides->second;
    }

    // Values that stay in shared or local memory between two turns. Through global memory it would
    // be found too often: stores to one array, bounds read from another.
    void need_memory(const Code& load) {
        for (const auto& [at, block] : block_of_) {
            const Code& code = program_.code[at];
            const Kind kind = code.row->effect.kind;
            if (kind != Kind::store && kind != Kind::atomic) continue;
            if (may_meet(code.space, load.space)) need(at);
        }
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

    const Program& program_;
    const std::vector<Touched>& touched_;
    const std::vector<Indices>& writers_;     // by register
    const std::vector<Indices>& successors_;  // by block
    Indices blocks_;
    std::map<std::uint32_t, std::uint32_t> block_of_;  // by instruction of the loop
    std::set<std::uint32_t> found_, registers_, needed_blocks_, branches_;
    Indices open_, open_blocks_;
    std::map<std::uint32_t, std::vector<bool>> sides_;
};

class LoopFinder {
public:
    LoopFinder(const std::vector<Touched>& touched, Program& program)
        : touched_(touched), program_(program) {}

    void run() {
        link();
        std::map<std::uint32_t, Indices> back;  // by the block that a loop begins with
        for (std::uint32_t i = 0; i < successors_.size(); ++i) {
            for (const std::uint32_t to : successors_[i]) {
                if (to <= i) back[to].push_back(i);
            }
        }
        for (const auto& [begin, ends] : back) look_at(begin, ends);
        std::ranges::sort(program_.polls);
        const auto spare = std::ranges::unique(program_.polls);
        program_.polls.erase(spare.begin(), spare.end());
    }

private:
    void link() {
        const std::size_t count = program_.blocks.size();
        predecessors_.resize(count);
        Indices exits;
        for (std::uint32_t i = 0; i < count; ++i) {
            const BasicBlock& block = program_.blocks[i];
            successors_.push_back(successors_of(program_, block));
            for (const std::uint32_t next : successors_[i]) predecessors_[next].push_back(i);
            if (block.ending == Ending::exit) exits.push_back(i);
        }
        finishes_ = reached(predecessors_, exits, ~0u);
        for (std::uint32_t at = 0; at < touched_.size(); ++at) {
            for (const std::uint32_t reg : touched_[at].written) {
                if (reg >= writers_.size()) writers_.resize(reg + 1);
                writers_[reg].push_back(at);
            }
            for (const std::uint32_t reg : touched_[at].read) {
                if (reg >= writers_.size()) writers_.resize(reg + 1);
            }
        }
    }

    // A loop within another may begin at the same block; a second way back to the beginning of one
    // loop looks alike. It counts as a loop of its own if there is no other end to it.
    void look_at(std::uint32_t begin, const Indices& ends) {
        judge(begin, ends, false);
        for (const std::uint32_t end : ends) {
            if (ends.size() > 1) judge(begin, {end}, true);
        }
    }

    void judge(std::uint32_t begin, const Indices& ends, bool every_exit) {
        std::vector<bool> body = reached(predecessors_, ends, begin);
        const std::vector<bool> ahead = reached(successors_, {begin}, ~0u);
        for (std::size_t i = 0; i < body.size(); ++i) body[i] = body[i] && ahead[i];
        if (!has_source(body)) return;
        Indices polls;
        for (const std::uint32_t exit : exits_of(body)) {
            const std::size_t before = polls.size();
            Deciders deciders(program_, touched_, writers_, successors_, body);
            for (const std::uint32_t at : deciders.find(exit)) {
                if (others_may_write(program_.code[at])) polls.push_back(at);
            }
            if (every_exit && polls.size() == before) return;
        }
        program_.polls.insert(program_.polls.end(), polls.begin(), polls.end());
        for (const std::uint32_t end : ends) program_.blocks[end].spins |= !polls.empty();
    }

    // Whether another thread may change what the instruction reads, and the loop would see it. What
    // is loaded in the usual way is read anew only if the loop asks for it, by a fence or a pause.
    bool others_may_write(const Code& code) const {
        const Effect& effect = code.row->effect;
        if (effect.kind == Kind::atomic) return !touched_[code.index].written.empty();
        const bool own = code.space == Space::parameter || code.space == Space::constant ||
                         code.space == Space::local;
        if (effect.kind != Kind::load || own || code.flags & read_only) return false;
        return reads_anew_ || code.flags & (is_signal | fetches_again);
    }

    bool has_source(const std::vector<bool>& body) {
        const auto any = [&](auto holds) {
            for (std::size_t i = 0; i < body.size(); ++i) {
                const BasicBlock& block = program_.blocks[i];
                for (std::uint32_t at = block.first; body[i] && at < block.last; ++at) {
                    if (holds(program_.code[at])) return true;
                }
            }
            return false;
        };
        reads_anew_ = any([](const Code& code) {
            return code.row->effect.kind == Kind::fence || code.row->effect.kind == Kind::sleep;
        });
        return any([&](const Code& code) { return others_may_write(code); });
    }

    // A way that can only end in a trap is no end of a loop.
    Indices exits_of(const std::vector<bool>& body) const {
        Indices exits;
        for (std::uint32_t i = 0; i < body.size(); ++i) {
            const bool leaves = std::ranges::any_of(
                successors_[i], [&](std::uint32_t next) { return !body[next] && finishes_[next]; });
            if (body[i] && leaves) exits.push_back(i);
        }
        return exits;
    }

    const std::vector<Touched>& touched_;
    Program& program_;
    std::vector<Indices> successors_, predecessors_, writers_;
    std::vector<bool> finishes_;  // blocks from which the kernel's end can be reached
    bool reads_anew_ = false;     // the loop that is looked at has a fence or a pause
};

}  // namespace

void find_waiting_loops(const std::vector<Touched>& touched, Program& program) {
    LoopFinder(touched, program).run();
}

}  // namespace simulator

// Which registers are live at once, and which may be read before they are set. See liveness.h.
#include "simulator/decode/liveness.h"

#include <algorithm>

namespace simulator {
namespace {

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

void find_liveness(const std::vector<Touched>& touched, const std::vector<RegisterSize>& sizes,
                   Program& program) {
    Liveness(touched, sizes, program).run();
}

}  // namespace simulator

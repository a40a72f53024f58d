// Which registers are live at once, and which may be read before they are set. See liveness.h. Sets
// of all registers for all blocks would grow with the square of a kernel. So 64 registers at a time
// are followed back from their reads, only through blocks where they are live.
#include "simulator/decode/liveness.h"

#include <algorithm>

#include "simulator/decode/decode_blocks.h"

namespace simulator {
namespace {

// A register in a block that names it.
struct Mention {
    std::uint32_t reg = 0;
    bool exposed = false;   // read before the block sets it
    bool set = false;       // by the block, not under a guard
    bool live_out = false;  // may be read after the block
};

class Liveness {
public:
    Liveness(const std::vector<Touched>& touched, const std::vector<RegisterSize>& sizes,
             Program& program)
        : touched_(touched),
          sizes_(sizes),
          program_(program),
          mentions_(program.blocks.size()),
          before_(program.blocks.size()),
          places_(sizes.size()),
          words_out_(program.blocks.size()),
          sets_(program.blocks.size()),
          live_(sizes.size()) {}

    void run() {
        for (std::uint32_t i = 0; i < mentions_.size(); ++i) {
            for (const std::uint32_t next : successors_of(program_, program_.blocks[i]))
                before_[next].push_back(i);
            find_mentions(i);
        }
        Indices crossing;  // only these are ever live between blocks
        for (std::uint32_t reg = 0; reg < places_.size(); ++reg)
            if (std::ranges::any_of(places_[reg], [&](const At& at) { return of(at).exposed; }))
                crossing.push_back(reg);
        for (std::size_t at = 0; at < crossing.size(); at += batch)
            go_back(std::span(crossing).subspan(at, std::min(batch, crossing.size() - at)));
        for (std::size_t i = 0; i < mentions_.size(); ++i) measure(i);
        program_.registers_32 = most_;
    }

private:
    using Indices = std::vector<std::uint32_t>;
    static constexpr std::size_t batch = 64;  // registers: bits of a word

    struct At {
        std::uint32_t block = 0, mention = 0;
    };
    struct Sets {
        std::uint64_t exposed = 0, set = 0, in = 0, out = 0;
        bool met = false, open = false;
    };

    Mention& of(const At& at) { return mentions_[at.block][at.mention]; }

    void find_mentions(std::uint32_t index) {
        const BasicBlock& block = program_.blocks[index];
        const auto mention = [&](std::uint32_t reg) -> Mention& {
            std::vector<At>& places = places_[reg];
            if (places.empty() || places.back().block != index) {
                places.push_back({index, static_cast<std::uint32_t>(mentions_[index].size())});
                mentions_[index].push_back({reg});
            }
            return of(places.back());
        };
        const auto read = [&](std::uint32_t at) {
            for (const std::uint32_t reg : touched_[at].read) {
                Mention& here = mention(reg);
                here.exposed |= !here.set;
            }
        };
        // A guard's branch has no instruction of its own.
        if (block.first == block.last && block.first < touched_.size()) read(block.first);
        for (std::uint32_t at = block.first; at < block.last; ++at) {
            read(at);
            for (const std::uint32_t reg : touched_[at].written)
                mention(reg).set |= !touched_[at].guarded;
        }
    }

    // Follows these registers from their reads back to where they are set.
    void go_back(std::span<const std::uint32_t> registers) {
        met_.clear();
        for (std::size_t bit = 0; bit < registers.size(); ++bit)
            for (const At& at : places_[registers[bit]]) {
                meet(at.block).exposed |= std::uint64_t{of(at).exposed} << bit;
                sets_[at.block].set |= std::uint64_t{of(at).set} << bit;
            }
        Indices open = met_;
        for (const std::uint32_t block : open) sets_[block].open = true;
        while (!open.empty()) {
            const std::uint32_t block = open.back();
            open.pop_back();
            update(block, open);
        }
        for (std::size_t bit = 0; bit < registers.size(); ++bit) keep(registers[bit], bit);
        for (const std::uint32_t block : met_) sets_[block] = {};
    }

    Sets& meet(std::uint32_t block) {
        if (!sets_[block].met) met_.push_back(block);
        sets_[block].met = true;
        return sets_[block];
    }

    void update(std::uint32_t block, Indices& open) {
        Sets& here = sets_[block];
        here.open = false;
        here.in = here.exposed | (here.out & ~here.set);
        for (const std::uint32_t before : before_[block]) {
            if ((here.in & ~sets_[before].out) == 0) continue;
            Sets& there = meet(before);
            there.out |= here.in;
            if (!there.open) open.push_back(before);
            there.open = true;
        }
    }

    void keep(std::uint32_t reg, std::size_t bit) {
        for (const std::uint32_t block : met_)
            if (sets_[block].out >> bit & 1) words_out_[block] += sizes_[reg].words;
        for (const At& at : places_[reg]) of(at).live_out = sets_[at.block].out >> bit & 1;
        if (sets_[0].in >> bit & 1)
            program_.unset.emplace_back(sizes_[reg].place, sizes_[reg].bytes);
    }

    // Finds the most words that are live before any instruction of the block.
    void measure(std::size_t index) {
        const BasicBlock& block = program_.blocks[index];
        words_ = words_out_[index];
        for (const Mention& mention : mentions_[index]) live_[mention.reg] = mention.live_out;
        for (std::uint32_t at = block.last; at-- > block.first;) step(touched_[at]);
    }

    void step(const Touched& touched) {
        if (!touched.guarded) {
            for (const std::uint32_t reg : touched.written) set(reg, false);
        }
        for (const std::uint32_t reg : touched.read) set(reg, true);
        most_ = std::max(most_, words_);
    }

    void set(std::uint32_t reg, bool value) {
        if (live_[reg] != value) words_ += value ? sizes_[reg].words : -sizes_[reg].words;
        live_[reg] = value;
    }

    const std::vector<Touched>& touched_;
    const std::vector<RegisterSize>& sizes_;
    Program& program_;
    std::vector<std::vector<Mention>> mentions_;  // by block
    std::vector<Indices> before_;                 // blocks that may run before each
    std::vector<std::vector<At>> places_;         // by register
    std::vector<int> words_out_;                  // live after each block
    std::vector<Sets> sets_;                      // by block, of the current registers
    Indices met_;                                 // blocks with non-empty sets
    std::vector<bool> live_;
    int most_ = 0, words_ = 0;
};

}  // namespace

void find_liveness(const std::vector<Touched>& touched, const std::vector<RegisterSize>& sizes,
                   Program& program) {
    Liveness(touched, sizes, program).run();
}

}  // namespace simulator

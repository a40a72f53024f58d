// See load_rounds.h.
#include "simulator/decode/load_rounds.h"

#include <algorithm>
#include <cstdint>
#include <set>

#include "simulator/isa/row.h"

namespace simulator {
namespace {

// A store of a round that needs a value of the round.
struct WaitingStore {
    const Code* code;
    const Touched* touched;
    bool same_base = true;  // its address register still has the same value
};

// Whether a load may read the bytes of an earlier store, as far as PTX tells: then no compiler
// moves it before the store.
bool may_read(const Code& load, const WaitingStore& waiting) {
    const Code& store = *waiting.code;
    if ((load.flags & read_only) != 0) return false;
    if (!waiting.same_base || load.a != store.a) return true;
    const auto bytes = [](const Code& code) {
        return static_cast<std::int64_t>(size_of(code.type)) * code.count;
    };
    return load.offset < store.offset + bytes(store) && store.offset < load.offset + bytes(load);
}

class Rounds {
public:
    void add(Code& code, const Touched& touched) {
        const bool needs = std::ranges::any_of(
            touched.read, [&](std::uint32_t reg) { return waited_for_.contains(reg); });
        const Kind kind = code.row->effect.kind;
        const bool global = code.space == Space::global || code.space == Space::none ||
                            code.space == Space::generic;
        const bool load = kind == Kind::load && global;
        if (load && (needs || !loads_ || waits_for_store(code))) {
            code.begins_round = true;
            waited_for_.clear();
            stores_.clear();
        }
        loads_ |= load;
        if (needs && global && (kind == Kind::store || kind == Kind::atomic))
            stores_.push_back({&code, &touched});
        for (const std::uint32_t reg : touched.written) write(reg, load || needs);
    }

private:
    bool waits_for_store(const Code& load) const {
        return std::ranges::any_of(stores_,
                                   [&](const auto& store) { return may_read(load, store); });
    }

    void write(std::uint32_t reg, bool waits) {
        for (WaitingStore& store : stores_)
            if (std::ranges::count(store.touched->read, reg) > 0) store.same_base = false;
        if (waits)
            waited_for_.insert(reg);
        else
            waited_for_.erase(reg);
    }

    std::set<std::uint32_t> waited_for_;  // registers made from loads of the round
    std::vector<WaitingStore> stores_;
    bool loads_ = false;
};

}  // namespace

void begin_load_rounds(const std::vector<Touched>& touched, Program& program) {
    for (const BasicBlock& block : program.blocks) {
        Rounds rounds;
        for (std::uint32_t i = block.first; i < block.last; ++i)
            rounds.add(program.code[i], touched[i]);
    }
}

}  // namespace simulator

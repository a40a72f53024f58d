// See traits.h.
#include "simulator/watch/traits.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "simulator/watch/drawn.h"
#include "simulator/watch/guesses.h"
#include "simulator/watch/made_once.h"

namespace simulator::checks {
namespace {

Traits traits_of(const Code& code, const Recipe& recipe) {
    Traits traits;
    traits.atomic = recipe.kind == Kind::atomic;
    traits.reads = recipe.kind == Kind::load || (traits.atomic && recipe.destinations);
    traits.writes = recipe.kind == Kind::store || traits.atomic;
    traits.signals = traits.atomic || code.flags & is_signal;
    traits.only_volatile = !traits.atomic && (code.flags & is_signal) == is_volatile;
    traits.releases = code.flags & releases;
    traits.acquires = code.flags & acquires;
    traits.block_scope = code.flags & block_scope;
    traits.lanes_meet = code.synchronizes;
    traits.halves = recipe.type == Type::f16x2 || recipe.type == Type::bf16x2;
    traits.width = static_cast<std::uint8_t>(size_of(recipe.type));
    traits.fences = code.row->effect.kind == Kind::fence;
    return traits;
}

// The uses of a loaded value: only predicates, or also stores, addresses and other values.
class Deciding {
public:
    explicit Deciding(const Recipes& recipes) : recipes_(recipes) {}

    bool only_decides(const Recipe& load) const {
        bool decides = false;
        const bool all = each_reader(load, [&](std::size_t, const Recipe& recipe, bool decided) {
            decides |= decided;
            return recipe.kind == Kind::compute;
        });
        return all && decides;
    }

    /// The instructions that make a predicate of it, whatever its other uses.
    std::set<std::size_t> decisions(const Recipe& load) const {
        std::set<std::size_t> made;
        each_reader(load, [&](std::size_t at, const Recipe& recipe, bool decided) {
            if (decided && recipe.kind == Kind::compute) made.insert(at);
            return true;
        });
        return made;
    }

private:
    // Calls `visit(index, recipe, whether it makes a predicate)` for all instructions that use the
    // value, or values computed from it. Stops with false when a call returns false.
    template <class Visit>
    bool each_reader(const Recipe& load, Visit visit) const {
        std::vector<bool> seen(recipes_.registers);
        std::vector<Register> left;
        const auto follow = [&](const Recipe& recipe) {
            bool decides = false;
            for (int k = 0; k < recipe.destinations; ++k) {
                const auto& [place, made, type] = recipe.destination[k];
                decides |= type == Type::pred;
                if (made >= seen.size() || seen[made] || type == Type::pred) continue;
                seen[made] = true;
                left.push_back(made);
            }
            return decides;
        };
        follow(load);
        while (!left.empty()) {
            const Register next = left.back();
            left.pop_back();
            for (const std::size_t reader : recipes_.readers[next]) {
                const Recipe& recipe = recipes_.of[reader];
                const bool computes = recipe.kind == Kind::compute;
                if (!visit(reader, recipe, computes && follow(recipe))) return false;
            }
        }
        return true;
    }

    const Recipes& recipes_;
};

// Marks loads that a loop waits for, and the copy of the first one that compilers put before the
// loop; also volatile loads that only decide.
void mark_flags(const Program& program, const Recipes& recipes, const Deciding& deciding,
                std::vector<Traits>& traits) {
    const auto look = [&](std::size_t i) {
        return std::tuple{program.code[i].line, program.code[i].a, program.code[i].offset};
    };
    std::set<std::tuple<int, Place, std::int64_t>> looks;
    for (const std::uint32_t at : program.polls) {
        traits[at].flag = traits[at].signals;
        if (program.code[at].line > 0) looks.insert(look(at));
    }
    for (std::size_t i = 0; i < traits.size(); ++i) {
        Traits& each = traits[i];
        if (!each.only_volatile || !each.reads) continue;
        each.flag = each.flag || looks.contains(look(i)) || deciding.only_decides(recipes.of[i]);
    }
}

// Whether a loop waits at `look` without going back to `data`.
bool waits_alone(const Program& program, std::size_t data, std::size_t look) {
    return std::ranges::any_of(program.blocks, [&](const BasicBlock& block) {
        const bool jumps = block.ending == Ending::jump || block.ending == Ending::branch;
        if (!jumps || block.last <= look || block.target >= program.blocks.size()) return false;
        const std::size_t back_to = program.blocks[block.target].first;
        return back_to > data && back_to <= look;
    });
}

// Marks loads between two loads of one number that are compared with each other, as in a sequence
// lock: the values are discarded if the number changed.
void mark_rechecked(const Program& program, const Recipes& recipes, const Deciding& deciding,
                    std::vector<Traits>& traits) {
    std::map<std::pair<Place, std::int64_t>, std::vector<std::size_t>> looks;
    for (std::size_t i = 0; i < traits.size(); ++i)
        if (traits[i].signals && traits[i].reads && !traits[i].writes &&
            program.code[i].a != nowhere)
            looks[{program.code[i].a, program.code[i].offset}].push_back(i);
    for (const auto& [place, those] : looks) {
        std::set<std::size_t> before;
        for (std::size_t k = 0; those.size() > 1 && k < those.size(); ++k) {
            const std::set<std::size_t> now = deciding.decisions(recipes.of[those[k]]);
            const bool compared =
                std::ranges::any_of(now, [&](std::size_t each) { return before.contains(each); });
            before = now;
            if (!compared) continue;
            bool rechecks = false;
            for (std::size_t i = those[k - 1] + 1; i < those[k]; ++i) {
                const bool here =
                    traits[i].reads && !traits[i].writes && !waits_alone(program, i, those[k]);
                traits[i].rechecked |= here;
                rechecks |= here;
            }
            for (const std::size_t look : {those[k - 1], those[k]})
                traits[look].flag |= rechecks && traits[look].only_volatile;
        }
    }
}

// A load and a store of one source line with the same address register and offset.
std::vector<bool> updates_of(const Program& program, const std::vector<Traits>& traits) {
    std::vector<bool> updates(program.code.size());
    std::map<std::tuple<int, Place, std::int64_t>, std::size_t> loads;
    for (std::size_t i = 0; i < updates.size(); ++i) {
        const Code& code = program.code[i];
        if (code.line <= 0 || traits[i].atomic || code.a == nowhere) continue;
        const std::tuple key{code.line, code.a, code.offset};
        if (traits[i].reads) loads[key] = i;
        const auto load = traits[i].writes ? loads.find(key) : loads.end();
        if (load != loads.end()) updates[i] = updates[load->second] = true;
    }
    return updates;
}

}  // namespace

Notes::Notes(const Program& of) : recipes(recipes_of(of)), bases(array_bases(of)) {
    for (std::size_t i = 0; i < of.code.size(); ++i) {
        traits.push_back(traits_of(of.code[i], recipes->of[i]));
    }
    const auto& readers = recipes->readers;
    for (std::size_t i = 0; i < traits.size(); ++i) {
        const Recipe& recipe = recipes->of[i];
        const Register brought = recipe.destination[0].reg;
        traits[i].sets = traits[i].atomic && recipe.origin == Origin::copy &&
                         !(brought < readers.size() && !readers[brought].empty());
    }
    const Deciding deciding(*recipes);
    mark_flags(of, *recipes, deciding, traits);
    mark_rechecked(of, *recipes, deciding, traits);
    updates = updates_of(of, traits);
    guesses = guesses_of(of, *recipes);
    drawn = drawn_of(of, *recipes);
}

std::shared_ptr<const Notes> notes_of(const Program& program) {
    static MadeOnce<Notes> notes;
    return notes.of(program, [&] { return Notes(program); });
}

}  // namespace simulator::checks

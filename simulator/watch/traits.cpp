// See traits.h.
#include "simulator/watch/traits.h"

#include <map>
#include <set>
#include <tuple>

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
    traits.fences = code.row->effect.kind == Kind::fence;
    return traits;
}

// Whether any instruction takes what stands in a register.
std::vector<bool> registers_read(const Recipes& recipes) {
    std::vector<bool> read(recipes.registers);
    const auto take = [&](const Operand& operand) {
        if (operand.reg < read.size()) read[operand.reg] = true;
    };
    for (const Recipe& recipe : recipes.of) {
        for (int i = 0; i < recipe.sources; ++i) take(recipe.source[i]);
        take(recipe.address);
    }
    return read;
}

// What a loaded value becomes: only predicates, or something that is stored, addressed or passed
// on.
class Deciding {
public:
    explicit Deciding(const Recipes& recipes) : recipes_(recipes), readers_(recipes.registers) {
        const auto read = [&](const Operand& operand, std::size_t by) {
            if (operand.reg < readers_.size()) readers_[operand.reg].push_back(by);
        };
        for (std::size_t i = 0; i < recipes.of.size(); ++i) {
            const Recipe& recipe = recipes.of[i];
            for (int k = 0; k < recipe.sources; ++k) read(recipe.source[k], i);
            read(recipe.address, i);
        }
    }

    bool only_decides(const Recipe& load) const {
        std::vector<bool> seen(readers_.size());
        std::vector<Register> left;
        bool decides = false;
        const auto follow = [&](const Recipe& recipe) {
            for (int k = 0; k < recipe.destinations; ++k) {
                const auto& [place, made, type] = recipe.destination[k];
                decides |= type == Type::pred;
                if (made >= seen.size() || seen[made] || type == Type::pred) continue;
                seen[made] = true;
                left.push_back(made);
            }
        };
        follow(load);
        while (!left.empty()) {
            const Register next = left.back();
            left.pop_back();
            for (const std::size_t reader : readers_[next]) {
                if (recipes_.of[reader].kind != Kind::compute) return false;
                follow(recipes_.of[reader]);
            }
        }
        return decides;
    }

private:
    const Recipes& recipes_;
    std::vector<std::vector<std::size_t>> readers_;  // by register
};

// What a loop waits for, also in the copy of its first look that compilers put before the loop; and
// volatile loads that only decide.
void mark_flags(const Program& program, const Recipes& recipes, std::vector<Traits>& traits) {
    const auto look = [&](std::size_t i) {
        return std::tuple{program.code[i].line, program.code[i].a, program.code[i].offset};
    };
    std::set<std::tuple<int, Place, std::int64_t>> looks;
    for (const std::uint32_t at : program.polls) {
        traits[at].flag = traits[at].signals;
        if (program.code[at].line > 0) looks.insert(look(at));
    }
    const Deciding deciding(recipes);
    for (std::size_t i = 0; i < traits.size(); ++i) {
        Traits& each = traits[i];
        if (!each.only_volatile || !each.reads) continue;
        each.flag = each.flag || looks.contains(look(i)) || deciding.only_decides(recipes.of[i]);
    }
}

// A load and a store of one source line by the same address register and offset.
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
    const std::vector<bool> read = registers_read(*recipes);
    for (std::size_t i = 0; i < traits.size(); ++i) {
        const Recipe& recipe = recipes->of[i];
        const Register brought = recipe.destination[0].reg;
        traits[i].sets = traits[i].atomic && recipe.origin == Origin::copy &&
                         !(brought < read.size() && read[brought]);
    }
    mark_flags(of, *recipes, traits);
    updates = updates_of(of, traits);
}

std::shared_ptr<const Notes> notes_of(const Program& program) {
    static MadeOnce<Notes> notes;
    return notes.of(program, [&] { return Notes(program); });
}

}  // namespace simulator::checks

// Reads a program's instructions once, and notes what each does with its operands (see recipe.h).
#include "simulator/watch/recipe.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "simulator/watch/made_once.h"

namespace simulator {
namespace {

bool is_memory(Kind kind) {
    return kind == Kind::load || kind == Kind::store || kind == Kind::atomic;
}

// Whether an instruction with one operand returns it in some form.
bool passes_on(const Recipe& recipe) {
    constexpr Origin origins[] = {Origin::copy, Origin::address, Origin::convert, Origin::alter};
    return recipe.kind == Kind::compute && recipe.sources == 1 &&
           std::ranges::find(origins, recipe.origin) != std::end(origins);
}

bool copies(const Recipe& recipe) {
    return recipe.kind == Kind::compute && recipe.origin == Origin::copy && recipe.sources == 1;
}

// How much a type tells of a value: a float is certain, an integer's sign less so, bits nothing.
int strength(Type type) {
    const char first = name_of(type)[0];
    return type == Type::none || first == 'b' ? (type == Type::bf16 || type == Type::bf16x2) * 3
           : first == 'f'                     ? 3
           : first == 'u'                     ? 2
           : first == 's'                     ? 1
                                              : 0;
}

class RecipeReader {
public:
    explicit RecipeReader(const Program& program) : program_(program) {}
    Recipes read() {
        number_registers();
        for (const Code& code : program_.code) recipes_.of.push_back(recipe(code));
        find_readers();
        infer_types();
        follow_moves();
        find_addressing();
        find_sampled();
        return std::move(recipes_);
    }

private:
    bool is_register(Place place) const {
        return place != nowhere && place < program_.first_constant;
    }

    void number_registers() {
        std::vector<Place>& places = recipes_.places;
        for (const Code& code : program_.code) {
            for (Place place : {code.d, code.a, code.b, code.c, code.e, code.d2})
                if (is_register(place)) places.push_back(place);
            for (Place place : code.elements)
                if (is_register(place)) places.push_back(place);
        }
        std::ranges::sort(places);
        places.erase(std::unique(places.begin(), places.end()), places.end());
        recipes_.registers = static_cast<Register>(places.size());
    }

    Operand operand(Place place, Type type) const {
        if (!is_register(place)) return {place, no_register, type};
        const auto at = std::ranges::lower_bound(recipes_.places, place);
        return {place, static_cast<Register>(at - recipes_.places.begin()), type};
    }
    void add(Recipe& recipe, const OperandForm& form, Place place, Type type) const {
        if (place == nowhere) return;
        const Operand made = operand(place, type);
        if (form.address)
            recipe.address = made;
        else if (!form.written)
            recipe.source[recipe.sources++] = made;
        else if (made.reg != no_register)
            recipe.destination[recipe.destinations++] = made;
    }

    Recipe recipe(const Code& code) const {
        Recipe made;
        made.kind = code.row->effect.kind;
        made.origin = code.row->effect.origin;
        const Match match{code.type, code.from, code.flags, code.space, code.count};
        for (const OperandForm& form : operands_of({code.row, match})) {
            const Type type = !form.address ? form.type : code.wide_address ? Type::b64 : Type::b32;
            if (form.field) add(made, form, code.*form.field, type);
            for (int k = 0; !form.field && k < code.count; ++k)
                add(made, form, code.elements[k], type);
            if (form.paired) add(made, form, code.*form.paired, Type::pred);
        }
        made.type = made.kind == Kind::load ? made.destination[0].type : made.source[0].type;
        made.width = size_of(made.type);
        made.traced = made.kind;
        made.fetches = code.row->unit == Unit::texture;
        if (made.fetches) made.traced = Kind::load, made.type = made.destination[0].type;
        const bool no_data = code.space == Space::parameter || code.space == Space::constant;
        if (no_data && is_memory(made.kind)) {
            made.kind = Kind::compute;
            made.origin = Origin::nothing;
            if (code.space == Space::parameter) made.traced = made.kind;
        }
        return made;
    }

    // Infers types: the types in typed instructions hold for all registers that values move
    // between.
    void infer_types() {
        std::vector<Register> group(recipes_.registers);
        std::iota(group.begin(), group.end(), Register{0});
        auto find = [&](Register r) {
            while (group[r] != r) r = group[r] = group[group[r]];
            return r;
        };
        auto join = [&](const Operand& a, const Operand& b) {
            if (a.reg != no_register && b.reg != no_register && size_of(a.type) == size_of(b.type))
                group[find(a.reg)] = find(b.reg);
        };
        for (const Recipe& recipe : recipes_.of) {
            const int moved = values_moved(recipe);
            for (int k = 0; recipe.destinations && k < moved; ++k)
                join(recipe.destination[0], recipe.source[k]);
        }
        std::vector<Type> strongest(recipes_.registers, Type::none);
        auto say = [&](const Operand& operand) {
            if (operand.reg == no_register) return;
            Type& known = strongest[find(operand.reg)];
            if (known == Type::none || strength(operand.type) > strength(known))
                known = operand.type;
        };
        for (const Recipe& recipe : recipes_.of) {
            for (int k = 0; k < recipe.destinations; ++k) say(recipe.destination[k]);
            for (int k = 0; k < recipe.sources; ++k) say(recipe.source[k]);
        }
        for (Register r = 0; r < recipes_.registers; ++r)
            recipes_.types.push_back(strongest[find(r)]);
        for (Recipe& recipe : recipes_.of) refine(recipe);
    }

    // How many of the first sources hold the same kind of value as the first destination.
    static int values_moved(const Recipe& recipe) {
        if (recipe.kind == Kind::shuffle || recipe.kind == Kind::atomic) return 1;
        if (recipe.kind != Kind::compute) return 0;
        const bool one_of_two = recipe.origin == Origin::choice || recipe.origin == Origin::least ||
                                recipe.origin == Origin::greatest;
        return one_of_two ? 2 : copies(recipe);
    }

    void refine(Recipe& recipe) const {
        if (!is_memory(recipe.kind) && recipe.kind != Kind::shuffle) return;
        const Operand& value = recipe.kind == Kind::load ? recipe.destination[0] : recipe.source[0];
        if (value.reg == no_register) return;
        const Type known = recipes_.types[value.reg];
        if (size_of(known) == size_of(recipe.type) && strength(known) > strength(recipe.type))
            recipe.type = known;
    }

    // Finds registers that hold one value under several names: moves, and halves of a double.
    void follow_moves() {
        const Register count = recipes_.registers;
        std::vector<int> definitions(count, 0);
        std::vector<bool> computed(count, false);
        for (const Recipe& recipe : recipes_.of) {
            const bool from_nothing =
                recipe.kind == Kind::compute && recipe.origin == Origin::nothing;
            const bool constant =
                from_nothing || (passes_on(recipe) && recipe.source[0].reg == no_register);
            for (int k = 0; k < recipe.destinations; ++k) {
                ++definitions[recipe.destination[k].reg];
                if (!constant) computed[recipe.destination[k].reg] = true;
            }
        }
        std::vector<Register> parent(count, no_register);
        for (std::size_t i = 0; i < program_.code.size(); ++i) {
            const Code& code = program_.code[i];
            const Recipe& recipe = recipes_.of[i];
            if (!copies(recipe) || code.guard != nowhere) continue;
            for (int k = 0; k < recipe.destinations; ++k) {
                const Register made = recipe.destination[k].reg;
                if (definitions[made] == 1) parent[made] = recipe.source[0].reg;
            }
        }
        recipes_.copies.assign(count, {});
        for (Register r = 0; r < count; ++r) {
            Register root = r;
            for (int hops = 0; hops < 8 && parent[root] != no_register; ++hops) root = parent[root];
            recipes_.root.push_back(root);
            recipes_.copies[root].push_back(r);
            recipes_.literal.push_back(!computed[root]);
        }
    }

    // Finds registers from which addresses are computed: thread numbers and indices stay nameless.
    void find_addressing() {
        std::vector<bool>& addressing = recipes_.addressing;
        addressing.assign(recipes_.registers, false);
        bool more = false;
        auto mark = [&](const Operand& operand) {
            if (operand.reg == no_register || addressing[operand.reg]) return;
            addressing[operand.reg] = more = true;
        };
        for (const Recipe& recipe : recipes_.of) mark(recipe.address);
        while (std::exchange(more, false)) {
            for (const Recipe& recipe : recipes_.of) {
                if (is_memory(recipe.kind) || recipe.kind == Kind::shuffle) continue;
                bool feeds = false;
                for (int k = 0; k < recipe.destinations; ++k)
                    feeds = feeds || addressing[recipe.destination[k].reg];
                for (int k = 0; feeds && k < recipe.sources; ++k) mark(recipe.source[k]);
            }
        }
    }

    void find_readers() {
        std::vector<std::vector<std::size_t>>& readers = recipes_.readers;
        readers.resize(recipes_.registers);
        const auto read = [&](const Operand& operand, std::size_t by) {
            if (operand.reg < readers.size()) readers[operand.reg].push_back(by);
        };
        for (std::size_t i = 0; i < recipes_.of.size(); ++i) {
            const Recipe& recipe = recipes_.of[i];
            for (int k = 0; k < recipe.sources; ++k) read(recipe.source[k], i);
            read(recipe.address, i);
        }
    }

    void find_sampled() {
        std::vector<bool>& sampled = recipes_.sampled;
        sampled.assign(recipes_.registers, false);
        bool more = false;
        const auto mark = [&](const Recipe& recipe) {
            for (int k = 0; k < recipe.destinations; ++k) {
                const Register made = recipe.destination[k].reg;
                if (made != no_register && !sampled[made]) sampled[made] = more = true;
            }
        };
        for (std::size_t i = 0; i < recipes_.of.size(); ++i)
            if (program_.code[i].row->unit == Unit::texture) mark(recipes_.of[i]);
        while (std::exchange(more, false))
            for (const Recipe& recipe : recipes_.of)
                for (int k = 0; k < recipe.sources; ++k)
                    if (recipe.source[k].reg != no_register && sampled[recipe.source[k].reg])
                        mark(recipe);
    }

    const Program& program_;
    Recipes recipes_;
};

}  // namespace

std::shared_ptr<const Recipes> recipes_of(const Program& program) {
    static MadeOnce<Recipes> recipes;
    return recipes.of(program, [&] { return RecipeReader(program).read(); });
}

}  // namespace simulator

// Reads a program's instructions once and says what each does with its operands (see recipe.h).
#include "simulator/recipe.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <string_view>

namespace simulator {
namespace {

using Parts = std::vector<std::string>;

struct OpcodeRule {
    std::string_view name;
    Rule rule;
};

// Opcodes whose rule is not "the union of the operands".
constexpr OpcodeRule opcode_rules[] = {
    {"ld", Rule::load},          {"ldu", Rule::load},        {"st", Rule::store},
    {"atom", Rule::atomic},      {"red", Rule::atomic},      {"shfl", Rule::shuffle},
    {"vote", Rule::vote},        {"redux", Rule::vote},      {"match", Rule::vote},
    {"bar", Rule::barrier},      {"barrier", Rule::barrier}, {"activemask", Rule::clear},
    {"mov", Rule::move},         {"cvt", Rule::move},        {"cvta", Rule::move},
    {"neg", Rule::move},         {"abs", Rule::move},        {"selp", Rule::select},
    {"slct", Rule::combine},     {"min", Rule::minmax},      {"max", Rule::minmax},
    {"setp", Rule::compare},     {"set", Rule::compare},     {"mul", Rule::multiply},
    {"fma", Rule::multiply},     {"mad", Rule::multiply},    {"mul24", Rule::multiply},
    {"mad24", Rule::multiply},   {"and", Rule::multiply},    {"bra", Rule::ignore},
    {"brx", Rule::ignore},       {"ret", Rule::ignore},      {"exit", Rule::ignore},
    {"membar", Rule::ignore},    {"fence", Rule::ignore},    {"nanosleep", Rule::ignore},
    {"trap", Rule::ignore},      {"brkpt", Rule::ignore},    {"prefetch", Rule::ignore},
    {"prefetchu", Rule::ignore}, {"discard", Rule::ignore},  {"call", Rule::ignore},
    {"cp", Rule::lost},          {"mma", Rule::lost},        {"wmma", Rule::lost},
    {"ldmatrix", Rule::lost},    {"stmatrix", Rule::lost},   {"movmatrix", Rule::lost},
};

Rule rule_of(const Parts& parts) {
    const auto* found =
        std::ranges::find(opcode_rules, std::string_view{parts.front()}, &OpcodeRule::name);
    if (found == std::end(opcode_rules)) return Rule::combine;
    return found->rule;
}

bool is_memory(Rule rule) {
    return rule == Rule::load || rule == Rule::store || rule == Rule::atomic;
}
bool is_float(Type type) {
    return type == Type::f16 || type == Type::bf16 || type == Type::f32 || type == Type::f64 ||
           type == Type::f16x2 || type == Type::bf16x2;
}

// How much a type tells of a value: a float is sure, an integer's sign less so, bits tell nothing.
int strength(Type type) {
    if (is_float(type)) return 3;
    const std::string_view name = name_of(type);
    return name[0] == 'u' ? 2 : name[0] == 's' ? 1 : 0;
}

class Reader {
public:
    explicit Reader(const Program& program) : program_(program) {}
    Recipes read() {
        number_registers();
        for (std::size_t i = 0; i < program_.code.size(); ++i)
            recipes_.of[i] = recipe(program_.code[i]);
        infer_types();
        follow_moves();
        find_addressing();
        return std::move(recipes_);
    }

private:
    const Parts& parts(const Code& code) const { return program_.text[code.index].parts; }
    bool is_register(Place place) const {
        return place != nowhere && place < program_.first_constant;
    }

    void number_registers() {
        std::vector<Place> places;
        auto note = [&](Place place) {
            if (is_register(place)) places.push_back(place);
        };
        for (const Code& code : program_.code) {
            for (Place place : {code.d, code.a, code.b, code.c, code.e, code.d2, code.guard})
                note(place);
            for (Place place : code.elements) note(place);
        }
        std::ranges::sort(places);
        places.erase(std::unique(places.begin(), places.end()), places.end());
        recipes_.places = std::move(places);
        recipes_.registers = static_cast<Register>(recipes_.places.size());
        recipes_.of.resize(program_.code.size());
        recipes_.widths.assign(recipes_.registers, 4);
        recipes_.types.assign(recipes_.registers, Type::none);
    }

    Operand operand(Place place) const {
        if (!is_register(place)) return {place, no_register};
        const auto at = std::ranges::lower_bound(recipes_.places, place);
        return {place, static_cast<Register>(at - recipes_.places.begin())};
    }
    void destination(Recipe& recipe, Place place) const {
        if (is_register(place)) recipe.destination[recipe.destinations++] = operand(place);
    }
    void source(Recipe& recipe, Place place) const {
        if (place != nowhere) recipe.source[recipe.sources++] = operand(place);
    }

    Recipe recipe(const Code& code) const {
        Recipe made;
        made.rule = rule_of(parts(code));
        made.type = code.type;
        if (is_memory(made.rule)) return memory(code, made);
        const bool unpacks = code.d == nowhere && code.count > 1;
        if (!unpacks) destination(made, code.d);
        destination(made, code.d2);
        if (made.rule == Rule::shuffle) {
            for (Place place : {code.a, code.b, code.c, code.e}) source(made, place);
            return made;
        }
        if (code.count > 1)
            for (int k = 0; k < code.count; ++k)
                unpacks ? destination(made, code.elements[k]) : source(made, code.elements[k]);
        for (Place place : {code.a, code.b, code.c, code.e}) source(made, place);
        made.width = code.from == Type::pred || code.type == Type::pred
                         ? 0
                         : static_cast<std::uint8_t>(size_of(code.from));
        if (made.rule == Rule::select || made.rule == Rule::multiply)
            made.width =
                code.type == Type::pred ? 0 : static_cast<std::uint8_t>(size_of(code.type));
        return made;
    }

    Recipe memory(const Code& code, Recipe made) const {
        made.address = operand(code.a);
        if (code.space == Space::parameter || code.space == Space::constant) {
            if (made.rule == Rule::load)
                made.rule = Rule::clear;
            else
                made.rule = Rule::ignore;
        }
        destination(made, code.d);
        const bool vector = code.count > 1;
        if (made.rule == Rule::load || made.rule == Rule::clear) {
            for (int k = 0; vector && k < code.count; ++k) destination(made, code.elements[k]);
        } else {
            if (vector)
                for (int k = 0; k < code.count; ++k) source(made, code.elements[k]);
            else
                for (Place place : {code.b, code.c}) source(made, place);
        }
        if (made.rule == Rule::atomic)
            made.keeps_old = std::ranges::find(parts(code), "exch") == parts(code).end();
        return made;
    }

    // Types: what typed instructions say of a register holds for all that is moved to and from it.
    void infer_types() {
        std::vector<Register> group(recipes_.registers);
        std::iota(group.begin(), group.end(), Register{0});
        auto find = [&](Register r) {
            while (group[r] != r) r = group[r] = group[group[r]];
            return r;
        };
        for (std::size_t i = 0; i < program_.code.size(); ++i)
            join_moved(program_.code[i], recipes_.of[i], group, find);
        std::vector<Type> strongest(recipes_.registers, Type::none);
        auto say = [&](const Operand& operand, Type type) {
            if (operand.reg == no_register || type == Type::none) return;
            recipes_.widths[operand.reg] =
                type == Type::pred ? 0 : static_cast<std::uint8_t>(size_of(type));
            Type& known = strongest[find(operand.reg)];
            if (known == Type::none || strength(type) > strength(known)) known = type;
        };
        for (std::size_t i = 0; i < program_.code.size(); ++i)
            evidence(program_.code[i], recipes_.of[i], say);
        for (Register r = 0; r < recipes_.registers; ++r) recipes_.types[r] = strongest[find(r)];
        for (Recipe& recipe : recipes_.of) refine(recipe);
    }

    template <class Find>
    void join_moved(const Code& code, const Recipe& recipe, std::vector<Register>& group,
                    Find find) const {
        const std::string& name = parts(code).front();
        const bool same = (name == "mov" && code.count == 1) || name == "selp" || name == "min" ||
                          name == "max" || (recipe.rule == Rule::atomic && recipe.destinations);
        auto join = [&](const Operand& a, const Operand& b) {
            if (a.reg != no_register && b.reg != no_register) group[find(a.reg)] = find(b.reg);
        };
        if (recipe.rule == Rule::shuffle && recipe.destinations && recipe.sources)
            join(recipe.destination[0], recipe.source[0]);
        if (!same) return;
        for (int k = 0; k < recipe.sources && k < (name == "selp" ? 2 : 3); ++k)
            join(recipe.destination[0], recipe.source[k]);
    }

    template <class Say>
    void evidence(const Code& code, const Recipe& recipe, Say say) const {
        const std::string& name = parts(code).front();
        const bool wide = std::ranges::find(parts(code), "wide") != parts(code).end();
        if (recipe.address.reg != no_register)
            say(recipe.address, code.wide_address ? Type::b64 : Type::b32);
        if (recipe.rule == Rule::compare) {
            for (int k = 0; k < recipe.destinations; ++k)
                say(recipe.destination[k], name == "setp" ? Type::pred : code.type);
            for (int k = 0; k < std::min<int>(recipe.sources, 2); ++k)
                say(recipe.source[k], code.from);
            return;
        }
        const Type part = code.count == 2 && name == "mov"
                              ? (code.type == Type::b64 ? Type::b32 : Type::b16)
                          : code.count == 4 && name == "mov" ? Type::b16
                                                             : Type::none;
        const bool unpacks = part != Type::none && recipe.destinations > 1;
        for (int k = 0; k < recipe.destinations; ++k)
            say(recipe.destination[k], unpacks                                  ? part
                                       : wide                                   ? widened(code.type)
                                       : k == 1 && recipe.rule == Rule::shuffle ? Type::pred
                                                                                : code.type);
        for (int k = 0; k < recipe.sources; ++k) {
            const bool predicate = recipe.rule == Rule::select && k == 2;
            const bool count = (name == "shl" || name == "shr") && k == 1;
            say(recipe.source[k], predicate                               ? Type::pred
                                  : count                                 ? Type::b32
                                  : part != Type::none && !unpacks        ? part
                                  : recipe.rule == Rule::shuffle && k > 0 ? Type::b32
                                  : wide && k == 2                        ? widened(code.type)
                                                                          : code.from);
        }
    }

    static Type widened(Type type) {
        switch (type) {
            case Type::s16:
                return Type::s32;
            case Type::u16:
                return Type::u32;
            case Type::u32:
                return Type::u64;
            default:
                return Type::s64;
        }
    }

    void refine(Recipe& recipe) const {
        const bool moves = is_memory(recipe.rule) || recipe.rule == Rule::shuffle;
        const Operand& value = recipe.rule == Rule::load ? recipe.destination[0] : recipe.source[0];
        if (!moves || value.reg == no_register || strength(recipe.type) == 3) return;
        const Type known = recipes_.types[value.reg];
        if (size_of(known) == size_of(recipe.type) && strength(known) > strength(recipe.type))
            recipe.type = known;
    }

    // Registers that hold one value under several names: moves, and halves of a double.
    void follow_moves() {
        const Register count = recipes_.registers;
        std::vector<int> definitions(count, 0);
        std::vector<bool> other(count, false);
        std::vector<Register> parent(count, no_register);
        for (std::size_t i = 0; i < program_.code.size(); ++i) {
            const Recipe& recipe = recipes_.of[i];
            const bool constant =
                recipe.rule == Rule::clear || (recipe.rule == Rule::move && recipe.sources == 1 &&
                                               recipe.source[0].reg == no_register);
            for (int k = 0; k < recipe.destinations; ++k) {
                ++definitions[recipe.destination[k].reg];
                if (!constant) other[recipe.destination[k].reg] = true;
            }
        }
        for (std::size_t i = 0; i < program_.code.size(); ++i) {
            const Recipe& recipe = recipes_.of[i];
            if (parts(program_.code[i]).front() != "mov" || program_.code[i].guard != nowhere ||
                recipe.sources != 1)
                continue;
            for (int k = 0; k < recipe.destinations; ++k)
                if (definitions[recipe.destination[k].reg] == 1)
                    parent[recipe.destination[k].reg] = recipe.source[0].reg;
        }
        recipes_.root.resize(count);
        recipes_.copies.assign(count, {});
        recipes_.literal.assign(count, false);
        for (Register r = 0; r < count; ++r) {
            Register root = r;
            for (int hops = 0; hops < 8 && parent[root] != no_register; ++hops) root = parent[root];
            recipes_.root[r] = root;
            recipes_.copies[root].push_back(r);
            recipes_.literal[r] = !other[root];
        }
    }

    // Registers from which addresses are computed: thread numbers and indices, which stay nameless.
    void find_addressing() {
        std::vector<bool>& addressing = recipes_.addressing;
        addressing.assign(recipes_.registers, false);
        auto mark = [&](const Operand& operand) {
            if (operand.reg == no_register || addressing[operand.reg]) return false;
            addressing[operand.reg] = true;
            return true;
        };
        for (const Recipe& recipe : recipes_.of) mark(recipe.address);
        for (bool more = true; more;) {
            more = false;
            for (const Recipe& recipe : recipes_.of) {
                if (is_memory(recipe.rule) || recipe.rule == Rule::shuffle ||
                    recipe.rule == Rule::vote)
                    continue;
                bool feeds = false;
                for (int k = 0; k < recipe.destinations; ++k)
                    feeds = feeds || addressing[recipe.destination[k].reg];
                for (int k = 0; feeds && k < recipe.sources; ++k)
                    more = mark(recipe.source[k]) || more;
            }
        }
    }

    const Program& program_;
    Recipes recipes_;
};

}  // namespace

Recipes recipes_of(const Program& program) { return Reader(program).read(); }

}  // namespace simulator

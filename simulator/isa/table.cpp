// Matches opcodes and instructions with the rows of all families, at this processor's highest level
// of vector instructions. Compiled once, for any processor; called by decode.cpp.
#include <algorithm>
#include <array>
#include <atomic>
#include <functional>
#include <map>
#include <utility>

#include "simulator/isa/row.h"

namespace simulator {
namespace {

// A name in a group such as {.rnd}, or a literal name, and the fields that it sets.
struct Word {
    std::string_view group, name;
    std::uint32_t flags = 0;
    Space space = Space::none;
    int count = 1;
};

// clang-format off
constexpr Word words[] = {
    {"rnd", "rn"}, {"rnd", "rz", round_zero}, {"rnd", "rm", round_down}, {"rnd", "rp", round_up},
    {"rnd", "rna"},
    {"irnd", "rni", to_integer}, {"irnd", "rzi", to_integer | round_zero},
    {"irnd", "rmi", to_integer | round_down}, {"irnd", "rpi", to_integer | round_up},
    {"bool", "and", combine_and}, {"bool", "or", combine_or}, {"bool", "xor", combine_xor},
    {"space", "global", 0, Space::global}, {"space", "shared", 0, Space::shared},
    {"space", "shared::cta", 0, Space::shared}, {"space", "local", 0, Space::local},
    {"space", "const", 0, Space::constant}, {"space", "param", 0, Space::parameter},
    {"space", "param::entry", 0, Space::parameter},
    {"sem", "weak"}, {"sem", "relaxed", is_relaxed}, {"sem", "mmio", is_relaxed},
    {"sem", "acquire", acquires}, {"sem", "release", releases}, {"sem", "volatile", is_volatile},
    {"sem", "acq_rel", acquires | releases}, {"sem", "sc", acquires | releases},
    {"scope", "cta", block_scope}, {"scope", "cluster", block_scope}, {"scope", "gpu"}, {"scope", "sys"},
    {"cache", "ca"}, {"cache", "cg"}, {"cache", "cs"}, {"cache", "cv", fetches_again},
    {"cache", "lu"}, {"cache", "wb"}, {"cache", "wt"}, {"cache", "nc", read_only},
    {"vec", "v2", 0, Space::none, 2}, {"vec", "v4", 0, Space::none, 4},
    {"vec", "v8", 0, Space::none, 8},
    {"", "ftz", flush_subnormals}, {"", "sat", saturate}, {"", "NaN", propagate_nan},
    {"", "volatile", is_volatile}, {"", "uni", uniform}, {"", "relu", clamp_negative},
    {"", "aligned", aligned}, {"", "bar", aligned},  // bar is another name of barrier.aligned
};
// clang-format on

void apply(const Word& word, Match& match) {
    match.flags = match.flags | word.flags;
    if (word.space != Space::none) match.space = word.space;
    if (word.count != 1) match.count = word.count;
}

const Word* word_in(std::string_view group, std::string_view name) {
    const auto* found = std::ranges::find_if(
        words, [&](const Word& word) { return word.group == group && word.name == name; });
    return found == std::end(words) ? nullptr : found;
}

bool is_group(std::string_view name) {
    return name != "" && std::ranges::find(words, name, &Word::group) != std::end(words);
}

// One part of a form's opcode.
struct Part {
    std::string_view name;
    bool optional = false;
};

// One operand of a form, not yet bound to types.
struct OperandSlot {
    std::string_view name, type;
    bool paired = false, address = false, vector = false, optional = false;
};

struct Form {
    const Row* row = nullptr;
    std::vector<Part> parts;
    std::vector<OperandSlot> slots;
    bool takes_vectors = false;  // {.vec}: a register may replace a vector
};

std::vector<Part> parts_of(std::string_view opcode) {
    std::vector<Part> parts;
    for (std::size_t at = 0; at < opcode.size();) {
        const bool optional = opcode[at] == '{';
        if (optional || opcode[at] == '.') {
            at += optional ? 2 : 1;
        }
        const std::size_t end =
            std::min(opcode.find_first_of(optional ? "}" : ".{", at), opcode.size());
        parts.push_back({opcode.substr(at, end - at), optional});
        at = end + optional;
    }
    return parts;
}

// "[a]", "{d}", "<c:pred>", "d|p", "b:u32"
OperandSlot slot_of(std::string_view text) {
    OperandSlot slot;
    const auto strip = [&](char open) {
        const bool found = text.front() == open;
        if (found) text = text.substr(1, text.size() - 2);
        return found;
    };
    slot.optional = strip('<');
    slot.address = strip('[');
    slot.vector = strip('{');
    const std::size_t bar = text.find('|'), colon = text.find(':');
    slot.paired = bar != text.npos;
    if (colon != text.npos) slot.type = text.substr(colon + 1, bar - colon - 1);
    slot.name = text.substr(0, 1);
    return slot;
}

Form form_of(const Row& row) {
    const std::size_t space = std::min(row.form.find(' '), row.form.size());
    Form form{&row, parts_of(row.form.substr(0, space)), {}, false};
    form.takes_vectors = std::ranges::find(form.parts, "vec", &Part::name) != form.parts.end();
    for (std::size_t at = space; at < row.form.size();) {
        at = row.form.find_first_not_of(", ", at);
        const std::size_t end = std::min(row.form.find_first_of(", ", at), row.form.size());
        form.slots.push_back(slot_of(row.form.substr(at, end - at)));
        at = end;
    }
    return form;
}

struct Entry {
    std::string_view name;
    Level level;
    std::span<const Row> rows;
};

std::vector<Entry>& entries() {
    static std::vector<Entry> all;
    return all;
}

// All forms of one level, by the first part of their opcodes.
using Index = std::map<std::string_view, std::vector<Form>>;

Index index_of(Level level) {
    Index index;
    for (const Entry& entry : entries()) {
        if (entry.level != level) continue;
        for (const Row& row : entry.rows) {
            Form form = form_of(row);
            index[form.parts.front().name].push_back(std::move(form));
        }
    }
    return index;
}

const Index& forms(Level level) {
    static const std::array<Index, 3> indexes = [] {
        std::ranges::stable_sort(entries(), {}, &Entry::name);
        return std::array{index_of(Level::plain), index_of(Level::avx2), index_of(Level::avx512)};
    }();
    const Index& found = indexes[static_cast<std::size_t>(level)];
    return found.empty() ? indexes[0] : found;
}

using Spelling = std::span<const std::string_view>;

// In the form's order, or in any order: ptxas accepts "atom.global.cta.add.u32" for
// "atom.cta.global.add.u32". Types keep their order.
enum class Sequence : std::uint8_t { as_written, any };

bool fits(const Form& form, std::size_t part, Spelling rest, Match& match, Sequence sequence);

// Whether `rest` begins with a name of the group and the remainder fits the form.
bool fits_group(const Form& form, std::size_t part, Spelling rest, Match& match,
                Sequence sequence) {
    const std::string_view group = form.parts[part].name, name = rest.front();
    const Word* word = word_in(group, name);
    const bool hint = group == "cache" && (name.starts_with("L1::") || name.starts_with("L2::"));
    if (!word && !hint) return false;
    Match longer = match;
    if (word) apply(*word, longer);
    const std::size_t next = group == "cache" ? part : part + 1;  // several caching hints in a row
    if (!fits(form, next, rest.subspan(1), longer, sequence)) return false;
    match = longer;
    return true;
}

bool fits_type(const Form& form, std::size_t part, Spelling rest, Match& match, Sequence sequence) {
    const Type type = type_named(rest.front());
    if (type == Type::none) return false;
    Match longer = match;
    if (form.parts[part].name == "type") {
        if (std::ranges::find(form.row->types, type) == form.row->types.end()) return false;
        longer.type = type;
        if (longer.from == Type::none) longer.from = type;
    } else {
        longer.from = type;
    }
    if (!fits(form, part + 1, rest.subspan(1), longer, sequence)) return false;
    match = longer;
    return true;
}

bool fits_literal(const Form& form, std::size_t part, Spelling rest, Match& match,
                  Sequence sequence) {
    if (form.parts[part].name != rest.front()) return false;
    Match longer = match;
    if (const Word* word = word_in("", rest.front())) apply(*word, longer);
    if (const Word* word = word_in("space", rest.front()); word && part > 0) apply(*word, longer);
    if (const Word* word = word_in("sem", rest.front())) apply(*word, longer);
    if (const Word* word = word_in("rnd", rest.front())) apply(*word, longer);
    if (!fits(form, part + 1, rest.subspan(1), longer, sequence)) return false;
    match = longer;
    return true;
}

bool fits_first(const Form& form, std::size_t part, Spelling rest, Match& match,
                Sequence sequence) {
    const std::string_view name = form.parts[part].name;
    const auto fit = name == "type" || name == "from" ? fits_type
                     : is_group(name)                 ? fits_group
                                                      : fits_literal;
    return fit(form, part, rest, match, sequence);
}

bool fits(const Form& form, std::size_t part, Spelling rest, Match& match, Sequence sequence) {
    if (part == form.parts.size()) return rest.empty();
    if (!rest.empty() && fits_first(form, part, rest, match, sequence)) return true;
    bool types = !rest.empty() && type_named(rest.front()) != Type::none;  // passed
    for (std::size_t i = 1; i < rest.size() && sequence == Sequence::any; ++i) {
        if (type_named(rest[i]) != Type::none && std::exchange(types, true)) continue;
        std::vector<std::string_view> turned(rest.begin(), rest.end());
        std::rotate(turned.begin(), turned.begin() + static_cast<std::ptrdiff_t>(i),
                    turned.begin() + static_cast<std::ptrdiff_t>(i) + 1);
        if (fits_first(form, part, turned, match, sequence)) return true;
    }
    return form.parts[part].optional && fits(form, part + 1, rest, match, sequence);
}

bool has_bodies(const Form& form, const Match& match) {
    return !form.row->pick || form.row->pick(match).full;
}

bool fits_operands(const Form& form, std::span<const ptx::Operand> operands) {
    using Kind = ptx::Operand::Kind;
    if (form.slots.empty()) return true;
    if (operands.size() > form.slots.size()) return false;
    for (std::size_t i = 0; i < form.slots.size(); ++i) {
        const OperandSlot& slot = form.slots[i];
        if (i >= operands.size()) {
            if (!slot.optional) return false;
            continue;
        }
        const bool vector = operands[i].kind == Kind::vector;
        if (slot.address != (operands[i].kind == Kind::address)) return false;
        if (vector ? !slot.vector : slot.vector && !form.takes_vectors) return false;
        if (!operands[i].paired.empty() && !slot.paired) return false;
    }
    return true;
}

// Elements of a mov's vector operand; in other instructions .v2 and .v4 tell.
int elements_in(const Form& form, std::span<const ptx::Operand> operands, int count) {
    for (std::size_t i = 0; i < operands.size() && i < form.slots.size(); ++i) {
        if (form.slots[i].vector && operands[i].kind == ptx::Operand::Kind::vector) {
            return static_cast<int>(operands[i].elements.size());
        }
    }
    return count;
}

Found find(const std::vector<std::string>& opcode, const std::span<const ptx::Operand>* operands,
           Level limit) {
    const std::vector<std::string_view> parts(opcode.begin(), opcode.end());
    const Index& index = forms(std::min(limit, best_level()));
    const auto candidates = index.find(parts.empty() ? std::string_view{} : parts.front());
    if (candidates == index.end()) return {};
    for (const Sequence sequence : {Sequence::as_written, Sequence::any}) {
        for (const Form& form : candidates->second) {
            Match match;
            if (!fits_first(form, 0, parts, match, sequence)) continue;
            if (operands) {
                if (!fits_operands(form, *operands)) continue;
                match.count = elements_in(form, *operands, match.count);
            }
            if (has_bodies(form, match)) return {form.row, match};
        }
    }
    return {};
}

Type twice_as_wide(Type type) {
    switch (type) {
        case Type::u16: return Type::u32;
        case Type::s16: return Type::s32;
        case Type::u32: return Type::u64;
        case Type::s32: return Type::s64;
        default: return Type::none;
    }
}

Type bits_of(int bytes) {
    constexpr Type by_size[] = {Type::b8, Type::b16, Type::b32, Type::b64};
    return bytes == 8 ? by_size[3] : bytes == 4 ? by_size[2] : by_size[bytes == 2];
}

Type type_of(const OperandSlot& slot, const Form& form, const Match& match) {
    if (slot.name == "p") return Type::pred;
    if (slot.vector && !form.takes_vectors) return bits_of(size_of(match.type) / match.count);
    if (slot.type.empty()) return match.type;
    if (slot.type == "from") return match.from;
    return slot.type == "wide" ? twice_as_wide(match.type) : type_named(slot.type);
}

OperandForm bind(const OperandSlot& slot, const Form& form, const Match& match) {
    OperandForm operand;
    operand.written = slot.name == "d" || slot.name == "p";
    operand.address = slot.address;
    operand.optional = slot.optional;
    operand.type = type_of(slot, form, match);
    if (slot.paired) operand.paired = &Code::d2;
    if (slot.vector) return operand;
    constexpr std::pair<char, Place Code::*> fields[] = {
        {'d', &Code::d}, {'p', &Code::d}, {'a', &Code::a},
        {'b', &Code::b}, {'c', &Code::c}, {'e', &Code::e},
    };
    for (const auto& [name, field] : fields) {
        if (slot.name.front() == name) operand.field = field;
    }
    return operand;
}

std::atomic<Level> allowed = Level::avx512;

Level level_of_processor() {
#if defined(__x86_64__) && defined(__GNUC__)
    __builtin_cpu_init();
    const bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
                      __builtin_cpu_supports("bmi2");
    const bool avx512 = avx2 && __builtin_cpu_supports("avx512f") &&
                        __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
                        __builtin_cpu_supports("avx512vl");
    return avx512 ? Level::avx512 : avx2 ? Level::avx2 : Level::plain;
#else
    return Level::plain;
#endif
}

}  // namespace

Family::Family(std::string_view name, Level level, std::span<const Row> rows) {
    entries().push_back({name, level, rows});
}

Level best_level() {
    static const Level best = has_level(Level::avx512) ? Level::avx512
                              : has_level(Level::avx2) ? Level::avx2
                                                       : Level::plain;
    return std::min(best, allowed.load(std::memory_order_relaxed));
}

bool has_level(Level level) {
    return level <= level_of_processor() &&
           std::ranges::find(entries(), level, &Entry::level) != entries().end();
}

void limit_level(Level level) { allowed.store(level, std::memory_order_relaxed); }

Found find_row(std::string_view opcode, Level limit) {
    return find(ptx::opcode_parts(opcode), nullptr, limit);
}

Found find_row(const ptx::Instruction& instruction, Level limit) {
    const std::span<const ptx::Operand> operands = instruction.operands;
    return find(instruction.parts, &operands, limit);
}

std::vector<OperandForm> operands_of(const Found& found) {
    std::vector<OperandForm> operands;
    const Form form = form_of(*found.row);
    for (const OperandSlot& slot : form.slots) operands.push_back(bind(slot, form, found.match));
    return operands;
}

std::string_view family_of(const Row& row) {
    for (const Entry& entry : entries()) {
        const std::less_equal<const Row*> from;
        const Row* first = entry.rows.data();
        if (from(first, &row) && !from(first + entry.rows.size(), &row)) return entry.name;
    }
    return "";
}

std::span<const Row* const> all_rows() {
    static const std::vector<const Row*> all = [] {
        forms(Level::plain);  // sorts the families
        std::vector<const Row*> rows;
        for (const Entry& entry : entries()) {
            if (entry.level != Level::plain) continue;
            for (const Row& row : entry.rows) rows.push_back(&row);
        }
        return rows;
    }();
    return all;
}

}  // namespace simulator

// The tests of rows are not blind: whatever other row of the same operands took the place of the
// one under test, some lane's result would differ. And the levels agree on values by chance.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <regex>
#include <set>

#include "tests/simulator/isa/row_bench.h"

namespace row_tests {
namespace {

using namespace simulator;

// Widths of a row's operands, in order: what lets one row stand in another's place.
std::string shape_of(const Found& found) {
    std::string shape;
    for (const OperandForm& operand : operands_of(found)) {
        if (operand.optional) continue;
        shape += operand.written ? 'd' : operand.address ? 'm' : 's';
        shape += operand.type == Type::pred ? "p" : std::to_string(size_of(operand.type));
        if (!operand.field) shape += 'v';
        if (operand.paired) shape += '|';
    }
    return shape;
}

// The plainest spelling of a row: no modifiers, the first type that has bodies and that shape.
std::string spelled(std::string_view form, std::string_view type, std::string_view from) {
    std::string text(form.substr(0, form.find(' ')));
    text = std::regex_replace(text, std::regex("\\{[^}]*\\}"), "");
    text = std::regex_replace(text, std::regex("\\.rnd"), ".rn");
    text = std::regex_replace(text, std::regex("\\.irnd"), ".rzi");
    text = std::regex_replace(text, std::regex("\\.type"), "." + std::string(type));
    return std::regex_replace(text, std::regex("\\.from"), "." + std::string(from));
}

struct Candidate {
    std::string opcode, shape, meaning;
    const Row* row = nullptr;
};

// The name under which rows that do the same thing are one: copies of bits, unsigned comparisons
// under two names, what the hardware approximates and the simulator rounds, sums whose carry is
// taken by nobody.
std::string meaning_of(const std::string& opcode) {
    static const std::pair<std::regex, const char*> rules[] = {
        {std::regex("(mov|cvta|cvta\\.to)\\..*"), "copy"},
        {std::regex("cvt\\.[bus](16|32|64)\\.[bus]\\1"), "copy"},
        {std::regex("cvt\\.f(32|64)\\.f\\1"), "copy"},
        {std::regex("(setp?)\\.(lo|lt)\\.(u32\\.)?[bu](16|32|64)"), "$1.below$4"},
        {std::regex("(setp?)\\.(ls|le)\\.(u32\\.)?[bu](16|32|64)"), "$1.not_above$4"},
        {std::regex("(setp?)\\.(hi|gt)\\.(u32\\.)?[bu](16|32|64)"), "$1.above$4"},
        {std::regex("(setp?)\\.(hs|ge)\\.(u32\\.)?[bu](16|32|64)"), "$1.not_below$4"},
        {std::regex("(rcp|sqrt|div)\\.(rn|approx|full)\\.f32"), "$1"},
        {std::regex("(mad|fma)\\.rn\\.(f32|f64)"), "fma.$2"},
        {std::regex("add\\.[us]16x2"), "add.16x2"},
        {std::regex("(add|sub|mad.lo|mad.hi)\\.(cc\\.)?[us](32|64)"), "$1.$3"},
    };
    for (const auto& [pattern, name] : rules) {
        if (std::regex_match(opcode, pattern)) return std::regex_replace(opcode, pattern, name);
    }
    return opcode;
}

constexpr Type values[] = {Type::b16, Type::b32,   Type::b64,    Type::u16, Type::u32,  Type::u64,
                           Type::s16, Type::s32,   Type::s64,    Type::f16, Type::bf16, Type::f32,
                           Type::f64, Type::f16x2, Type::bf16x2, Type::pred};

void add_candidates(const Row& row, std::vector<Candidate>& all) {
    std::set<std::string> shapes;
    const bool converts = row.form.find(".from") != row.form.npos;
    const std::span<const Type> none{values, 1};
    for (Type type : row.types.empty() ? none : row.types) {
        for (Type from : converts ? std::span<const Type>{values} : none) {
            const std::string opcode = spelled(row.form, name_of(type), name_of(from));
            const Found found = find_row(opcode);
            if (found.row == &row && shapes.insert(shape_of(found)).second) {
                all.push_back({opcode, shape_of(found), meaning_of(opcode), found.row});
            }
        }
    }
}

const std::vector<Candidate>& candidates() {
    static const std::vector<Candidate> all = [] {
        std::vector<Candidate> found;
        limit_level(Level::plain);
        for (const Row* row : all_rows()) {
            const bool computes =
                row->effect.kind == Kind::compute || row->effect.kind == Kind::atomic;
            if (row->pick && computes) add_candidates(*row, found);
        }
        limit_level(Level::avx512);
        return found;
    }();
    return all;
}

// The lines from one instruction's comment to the next one's, or to the end.
std::string block_of(const File& file, const Kernel& kernel, std::size_t instruction) {
    std::istringstream stream(file.text);
    std::string block;
    const int first = kernel.instructions[instruction].line;
    const int last = instruction + 1 < kernel.instructions.size()
                         ? kernel.instructions[instruction + 1].line
                         : 1 << 30;
    int number = 0;
    for (std::string line; std::getline(stream, line);) {
        ++number;
        if (number < first) continue;
        if (number >= last || line.find(" ret;") != line.npos) break;
        block += line + "\n";
    }
    return block;
}

// A kernel like the tested one, in which candidates stand for the instruction, one after the other.
struct Swapped {
    std::string text;
    Kernel kernel;
};

std::string with_offsets(const std::string& block, const std::vector<Type>& outputs,
                         std::size_t index) {
    std::string moved = block;
    for (std::size_t k = 0; k < outputs.size(); ++k) {
        const std::string name = "[%to" + (k ? std::to_string(k + 1) : "");
        const std::size_t offset = 32 * stored_bytes(outputs[k]) * index;
        for (std::size_t at = 0; (at = moved.find(name, at)) != moved.npos; ++at) {
            const std::size_t from = at + name.size(), end = moved.find(']', from);
            const bool whole_name = moved[from] == '+' || moved[from] == ']';
            if (whole_name) moved.replace(from, end - from, "+" + std::to_string(offset));
        }
    }
    return moved;
}

std::string head_of(const File& file, const Kernel& kernel) {
    const std::size_t version = file.text.find(".version");
    const std::size_t entry = file.text.find(".visible .entry " + kernel.name + "(");
    const std::size_t body = file.text.find("    // ", entry);
    const std::size_t first_entry = file.text.find("\n// ", version);
    return file.text.substr(version, first_entry - version) + "\n" +
           file.text.substr(entry, body - entry);
}

// What ignores the carry is told from what adds it: half of the lanes have one.
constexpr const char* set_carry = "    add.cc.u32 %bit, %t, 0xfffffff0;\n";

Swapped swapped(const File& file, const Kernel& kernel, std::size_t instruction,
                const std::vector<Candidate>& others) {
    const Expected& tested = kernel.instructions[instruction];
    const std::string block = block_of(file, kernel, instruction);
    Swapped made{head_of(file, kernel), {kernel.name, kernel.inputs, kernel.outputs, {}}};
    for (std::size_t i = 0; i < others.size(); ++i) {
        std::string mine = with_offsets(block, kernel.outputs, i);
        const std::string guarded = "@%on " + tested.opcode + " ";
        for (std::size_t at; (at = mine.find(guarded)) != mine.npos;) {
            mine.replace(at, guarded.size(), "@%on  " + others[i].opcode + " ");
        }
        made.text += set_carry + mine;
        made.kernel.instructions.push_back({others[i].opcode, tested.outputs, 0});
    }
    made.text += "    ret;\n}\n";
    return made;
}

void expect_seen(const File& file, const Kernel& kernel, std::size_t instruction) {
    const Expected& tested = kernel.instructions[instruction];
    const Found found = Bench(file).find(kernel, tested);
    if (found.match.flags & (combine_and | combine_or | combine_xor)) return;
    const std::string shape = shape_of(found);
    if (file.text.find("@%on " + tested.opcode + " ") == file.text.npos) return;
    // No test tells synonyms apart. `add.cc` is told from `add` by its own test, not by add's.
    const std::string meaning = meaning_of(tested.opcode);
    const bool carries = tested.opcode.find(".cc") != tested.opcode.npos;
    std::vector<Candidate> others;
    for (const Candidate& other : candidates()) {
        const bool same = other.row->form == found.row->form &&
                          other.row->types.size() == found.row->types.size();
        const bool synonym = !carries && other.meaning == meaning;
        if (other.shape == shape && !same && !synonym) others.push_back(other);
    }
    if (others.empty()) return;
    const Swapped made = swapped(file, kernel, instruction, others);
    const auto got = Bench(file, made.text).run(made.kernel, ~0u);
    for (std::size_t i = 0; i < got.size(); ++i) {
        EXPECT_NE(got[i], tested.outputs)
            << file.name << ".ptx would not notice " << others[i].opcode << " in the place of "
            << tested.opcode;
    }
}

TEST(RowFiles, SeeWhenRowsAreSwapped) {
    for (const File& file : files()) {
        if (file.whole_warps) continue;
        for (const Kernel& kernel : file.kernels) {
            const Found found = Bench(file).find(kernel, kernel.instructions[0]);
            if (found.row && found.row->pick) expect_seen(file, kernel, 0);
        }
    }
}

// Bits by chance, as floats of every size and integers alike.
File with_random_inputs(const File& file, std::mt19937_64& random) {
    File other = file;
    for (auto& [name, inputs] : other.inputs) {
        for (std::size_t i = 0; i < inputs.types.size(); ++i) {
            const bool predicate = inputs.types[i] == Type::pred;
            for (std::uint64_t& value : inputs.values[i]) {
                value = predicate ? random() & 1 : random() >> (random() % 4 * 8);
            }
        }
    }
    return other;
}

TEST(RowFiles, LevelsAgreeOnRandomValues) {
    std::mt19937_64 random(1);
    for (const File& file : files()) {
        const File other = with_random_inputs(file, random);
        std::vector<std::vector<std::vector<Values>>> first;
        for (const Level level : {Level::plain, Level::avx2, Level::avx512}) {
            if (!has_level(level)) continue;
            limit_level(level);
            Bench bench(other);
            std::vector<std::vector<std::vector<Values>>> got;
            for (const Kernel& kernel : other.kernels) got.push_back(bench.run(kernel, ~0u));
            if (level == Level::plain) first = got;
            EXPECT_EQ(got, first) << file.name << " at level " << static_cast<int>(level);
        }
    }
    limit_level(Level::avx512);
}

}  // namespace
}  // namespace row_tests

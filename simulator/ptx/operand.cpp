// Reads scopes and operands of a function's body.
#include "simulator/ptx/operand.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "simulator/ptx/expression.h"

namespace simulator::ptx {
namespace {

constexpr int deepest_braces = 64;  // nested braces
constexpr std::array<std::string_view, 4> element_names = {".x", ".y", ".z", ".w"};

constexpr std::array<std::string_view, 32> specials = {"%tid",
                                                       "%ntid",
                                                       "%ctaid",
                                                       "%nctaid",
                                                       "%laneid",
                                                       "%warpid",
                                                       "%nwarpid",
                                                       "%smid",
                                                       "%nsmid",
                                                       "%gridid",
                                                       "%lanemask_eq",
                                                       "%lanemask_le",
                                                       "%lanemask_lt",
                                                       "%lanemask_ge",
                                                       "%lanemask_gt",
                                                       "%clock",
                                                       "%clock_hi",
                                                       "%clock64",
                                                       "%globaltimer",
                                                       "%globaltimer_lo",
                                                       "%globaltimer_hi",
                                                       "%clusterid",
                                                       "%nclusterid",
                                                       "%cluster_ctaid",
                                                       "%cluster_nctaid",
                                                       "%cluster_ctarank",
                                                       "%cluster_nctarank",
                                                       "%is_explicit_cluster",
                                                       "%total_smem_size",
                                                       "%aggr_smem_size",
                                                       "%dynamic_smem_size",
                                                       "%current_graph_exec"};

// "%r12" is number 12 of the range "%r"; -1 if `name` does not end in a plain number.
std::int64_t index_of(std::string_view name, std::string_view& stem) {
    std::size_t first = name.size();
    while (first > 0 && is_digit(name[first - 1])) --first;
    stem = name.substr(0, first);
    const std::string_view digits = name.substr(first);
    if (digits.empty() || (digits.size() > 1 && digits[0] == '0')) return -1;
    std::int64_t index = -1;
    const auto problem = std::from_chars(digits.data(), digits.data() + digits.size(), index).ec;
    return problem == std::errc{} ? index : -1;
}

Operand of_kind(Operand::Kind kind, std::string name = {}) {
    Operand made;
    made.kind = kind;
    made.name = std::move(name);
    return made;
}

Operand of_constant(const Constant& value, Scopes& scopes) {
    if (!value.symbol.empty()) {
        const std::string known = scopes.find_variable(value.symbol);
        Operand made = of_kind(Operand::Kind::symbol, known.empty() ? value.symbol : known);
        made.offset = static_cast<std::int64_t>(value.bits);
        return made;
    }
    Operand made = of_kind(value.real ? Operand::Kind::real : Operand::Kind::integer);
    made.bits = value.bits;
    made.width = value.width;
    return made;
}

class OperandReader {
public:
    OperandReader(Reader& reader, Scopes& scopes) : reader_(reader), scopes_(scopes) {}

    Operand read() {
        if (reader_.at("{")) return vector();
        if (reader_.at("[")) return address();
        const bool minus_name = reader_.at("-") && reader_.peek(1).text.starts_with('%');
        if (minus_name || reader_.at("!")) {
            reader_.take();
            Operand made = named();
            made.negated = true;
            return made;
        }
        return reader_.at_word() ? named() : of_constant(expression(reader_), scopes_);
    }

private:
    Operand named() {
        const Token at = reader_.peek();
        if (!reader_.at_word()) reader_.fail("expected a register, found " + reader_.shown());
        if (at.text == "_") {
            reader_.take();
            return paired({});
        }
        if (const std::string name = scopes_.find_register(at.text); !name.empty()) {
            reader_.take();
            return paired(of_kind(Operand::Kind::register_, name));
        }
        if (const int width = scopes_.vector_width(at.text)) return whole_vector(width);
        if (is_special(at.text))
            return of_kind(Operand::Kind::special, std::string(reader_.take().text));
        if (at.text[0] == '%' && at.text.find('.') == std::string_view::npos) {
            Reader::fail(at, "no .reg declares '" + std::string(at.text) + "'");
        }
        if (at.text[0] == '.' ||
            at.text[0] == '%') {  // a qualifier among the operands: no row knows it
            return of_kind(Operand::Kind::symbol, std::string(reader_.take().text));
        }
        return of_constant(expression(reader_), scopes_);
    }

    Operand paired(Operand first) {
        if (!reader_.accept("|")) return first;
        const Token at = reader_.peek();
        if (reader_.accept("_")) return first;
        first.paired = scopes_.find_register(reader_.name("a register after '|'"));
        if (first.paired.empty())
            Reader::fail(at, "no .reg declares '" + std::string(at.text) + "'");
        return first;
    }

    Operand whole_vector(int width) {
        const std::string name(reader_.take().text);
        Operand made = of_kind(Operand::Kind::vector);
        for (int i = 0; i < width; ++i) {
            made.elements.push_back(
                of_kind(Operand::Kind::register_,
                        scopes_.find_register(name + std::string(element_names[i]))));
        }
        return made;
    }

    Operand vector() {
        const Token open = reader_.take();
        if (++depth_ > deepest_braces)
            Reader::fail(open,
                         "vectors are nested more than 64 levels "
                         "deep");
        Operand made = of_kind(Operand::Kind::vector);
        do {
            made.elements.push_back(read());
        } while (reader_.accept(","));
        reader_.expect("}", "at the end of a vector");
        --depth_;
        return made;
    }

    // "[%rd1+8]", "[symbol-4]", "[16]"; coordinates of textures are kept in `elements`.
    Operand address() {
        const Token open = reader_.take();
        if (++depth_ > deepest_braces)
            Reader::fail(open,
                         "addresses are nested more than 64 "
                         "levels deep");
        Operand made = start_of_address();
        made.kind = Operand::Kind::address;
        while (reader_.accept(",")) made.elements.push_back(read());
        reader_.expect("]", "at the end of an address");
        --depth_;
        return made;
    }

    Operand start_of_address() {
        Operand made;
        if (const std::string name = scopes_.find_register(reader_.peek().text); !name.empty()) {
            reader_.take();
            made.name = name;
            if (reader_.at("+") || reader_.at("-")) made.offset = moved();
            return made;
        }
        made = read();
        if (made.kind == Operand::Kind::integer) made.offset = static_cast<std::int64_t>(made.bits);
        return made;
    }

    std::int64_t moved() {
        reader_.accept("+");
        const Token at = reader_.peek();
        const Constant by = expression(reader_);
        if (by.real || !by.symbol.empty())
            Reader::fail(at, "the offset of an address must be a whole number of bytes");
        return static_cast<std::int64_t>(by.bits);
    }

    Reader& reader_;
    Scopes& scopes_;
    int depth_ = 0;
};

}  // namespace

bool is_special(std::string_view name) {
    for (const std::string_view numbered : {"%envreg", "%pm", "%reserved_smem_offset_"})
        if (name.starts_with(numbered)) return true;
    const std::string_view stem = name.substr(0, name.find('.'));
    return std::ranges::find(specials, stem) != specials.end();
}

void Scopes::open() {
    Scope scope;
    if (!chain_.empty()) {
        scope.parent = chain_.back();
        scope.suffix = "~" + std::to_string(scopes_.size());
    }
    chain_.push_back(static_cast<int>(scopes_.size()));
    scopes_.push_back(std::move(scope));
}

void Scopes::close() { chain_.pop_back(); }

void Scopes::declare_registers(Reader& reader) {
    int vector = 1;
    if (reader.at(".v2") || reader.at(".v4")) vector = reader.take().text[2] - '0';
    const Type type = type_named(reader.peek().text.substr(reader.at_directive() ? 1 : 0));
    if (type == Type::none) reader.fail(reader.shown() + " is not the type of a register");
    reader.take();
    do {
        const std::string name(reader.name("a register"));
        if (!reader.accept("<")) {
            declare_register(name, type, vector);
            continue;
        }
        Scope& scope = scopes_[chain_.back()];
        scope.ranges[name] = type;
        scope.range_sizes[name] = reader.small_number("a number of registers");
        reader.expect(">", "after the number of registers");
    } while (reader.accept(","));
    reader.expect(";", "after the declaration of registers");
}

void Scopes::declare_register(std::string_view name, Type type, int vector) {
    Scope& scope = scopes_[chain_.back()];
    if (vector == 1) {
        scope.registers[std::string(name)] = type;
        return;
    }
    scope.vectors[std::string(name)] = vector;
    for (int i = 0; i < vector; ++i) {
        scope.registers[std::string(name) + std::string(element_names[i])] = type;
    }
}

void Scopes::declare(Variable variable) {
    Scope& scope = scopes_[chain_.back()];
    const std::string unique = variable.name + scope.suffix;
    scope.variables[variable.name] = unique;
    variable.name = unique;
    function_.variables.push_back(std::move(variable));
}

std::string Scopes::declare_label(std::string_view name) {
    Scope& scope = scopes_[chain_.back()];
    const std::string unique = std::string(name) + scope.suffix;
    return scope.labels.emplace(name, unique).second ? unique : std::string{};
}

const Type* Scopes::type_in(const Scope& scope, std::string_view name) const {
    if (const auto single = scope.registers.find(name); single != scope.registers.end()) {
        return &single->second;
    }
    std::string_view stem;
    const std::int64_t index = index_of(name, stem);
    const auto range = scope.ranges.find(stem);
    if (index < 0 || range == scope.ranges.end()) return nullptr;
    return index < scope.range_sizes.find(stem)->second ? &range->second : nullptr;
}

std::string Scopes::find_register(std::string_view name) {
    for (auto id = chain_.rbegin(); id != chain_.rend(); ++id) {
        const Type* type = type_in(scopes_[*id], name);
        if (!type) continue;
        std::string unique = std::string(name) + scopes_[*id].suffix;
        function_.registers.emplace(unique, *type);
        return unique;
    }
    return {};
}

int Scopes::vector_width(std::string_view name) const {
    for (auto id = chain_.rbegin(); id != chain_.rend(); ++id) {
        const auto found = scopes_[*id].vectors.find(name);
        if (found != scopes_[*id].vectors.end()) return found->second;
    }
    return 0;
}

std::string Scopes::find_variable(std::string_view name) const {
    for (auto id = chain_.rbegin(); id != chain_.rend(); ++id) {
        const auto found = scopes_[*id].variables.find(name);
        if (found != scopes_[*id].variables.end()) return found->second;
    }
    return {};
}

std::string Scopes::find_label(std::string_view name, int scope) const {
    for (; scope >= 0; scope = scopes_[scope].parent) {
        const auto found = scopes_[scope].labels.find(name);
        if (found != scopes_[scope].labels.end()) return found->second;
    }
    return {};
}

Operand operand(Reader& reader, Scopes& scopes) { return OperandReader(reader, scopes).read(); }

}  // namespace simulator::ptx

// Reads declarations of variables. Arrays are stored row by row; elements without a value are zero.
#include "simulator/ptx/variable.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "simulator/ptx/expression.h"

namespace simulator::ptx {
namespace {

constexpr std::uint64_t largest = std::uint64_t{1} << 31;      // bytes of a variable: ptxas's limit
constexpr std::uint64_t most_values = std::uint64_t{1} << 28;  // bytes of initial values
constexpr int most_dimensions = 16;

struct SpaceName {
    std::string_view directive;
    Space space;
};
constexpr std::array<SpaceName, 5> spaces = {{{".global", Space::global},
                                              {".shared", Space::shared},
                                              {".local", Space::local},
                                              {".param", Space::parameter},
                                              {".const", Space::constant}}};

// The declaration before the names, common to all variables of a statement.
struct Head {
    Space space = Space::none;
    Type type = Type::none;
    int alignment = 0;
    int vector = 1;
};

Type type_at(Reader& reader) {
    const std::string_view word = reader.peek().text;
    // Handles of textures and samplers: only their size matters here.
    if (word == ".texref" || word == ".samplerref" || word == ".surfref") return Type::b64;
    return type_named(word.substr(1));
}

int alignment_at(Reader& reader) {
    const Token at = reader.peek();
    const std::int64_t value = reader.small_number("an alignment");
    if (!std::has_single_bit(static_cast<std::uint64_t>(value)) || value > 4096) {
        Reader::fail(at, "an alignment must be a power of two up to 4096");
    }
    return static_cast<int>(value);
}

Head head_at(Reader& reader) {
    Head head;
    while (reader.at_directive()) {
        if (head.space == Space::none && space_named(reader.peek().text) != Space::none) {
            head.space = space_named(reader.take().text);
        } else if (reader.accept(".align")) {
            head.alignment = alignment_at(reader);
        } else if (reader.at(".v2") || reader.at(".v4")) {
            head.vector = reader.take().text[2] - '0';
        } else if (reader.accept(".attribute")) {
            reader.skip_past(")");
        } else if (const Type type = type_at(reader); type != Type::none) {
            head.type = type;
            reader.take();
        } else if (head.type != Type::none) {
            reader.take();  // ".ptr" and the space that it points into: optimiser hints
        } else {
            reader.fail(reader.shown() + " is not the type of a variable");
        }
    }
    if (head.type == Type::none) reader.fail("this declaration has no type");
    return head;
}

std::uint64_t bits_as(Type type, const Constant& value) {
    const bool is_double = value.real && value.width == 8;
    if (type == Type::f32 && is_double) {
        return std::bit_cast<std::uint32_t>(static_cast<float>(std::bit_cast<double>(value.bits)));
    }
    if (type == Type::f64 && value.real && !is_double) {
        const float number = std::bit_cast<float>(static_cast<std::uint32_t>(value.bits));
        return std::bit_cast<std::uint64_t>(static_cast<double>(number));
    }
    return value.bits;
}

// Stores the values of "= {...}".
class Filler {
public:
    Filler(Reader& reader, Variable& variable, std::vector<std::uint64_t> dimensions)
        : reader_(reader), variable_(variable), dimensions_(std::move(dimensions)) {}

    void fill() { level(0, 0); }

private:
    std::uint64_t stride(std::size_t depth) const {
        std::uint64_t elements = 1;
        for (std::size_t d = depth + 1; d < dimensions_.size(); ++d) elements *= dimensions_[d];
        return elements;
    }

    void level(std::size_t depth, std::uint64_t first) {
        if (!reader_.at("{")) return element(first);
        const Token open = reader_.take();
        if (depth >= dimensions_.size())
            Reader::fail(open, "there are more braces than the variable has dimensions");
        for (std::uint64_t i = 0; !reader_.at("}"); ++i) {
            if (dimensions_[depth] != 0 && i >= dimensions_[depth]) {
                reader_.fail("'" + variable_.name + "' has room for " +
                             std::to_string(dimensions_[depth]) +
                             " values here, and there are more");
            }
            level(depth + 1, first + i * stride(depth));
            if (!reader_.accept(",")) break;
        }
        reader_.expect("}", "after the values of '" + variable_.name + "'");
    }

    void element(std::uint64_t index) {
        const std::uint64_t at = index * size_of(variable_.type);
        Constant value = initial_value();
        // the first byte stored the whole address
        if (masked_ != 0 && masked_ != 0xff) return reserve(at);
        if (!value.symbol.empty()) variable_.symbols.emplace_back(at, value.symbol);
        const int bytes = value.symbol.empty() ? size_of(variable_.type) : 8;
        if (bytes > 8) reader_.fail("values of 128 bits are not supported here");
        if (bytes > size_of(variable_.type) && masked_ == 0) {
            reader_.fail("an address needs 64 bits, but '" + variable_.name + "' has fewer");
        }
        reserve(at + bytes - 1);
        const std::uint64_t bits = bits_as(variable_.type, value);
        std::memcpy(variable_.initial.data() + at, &bits, bytes);
    }

    void reserve(std::uint64_t last) {
        if (last >= most_values)
            reader_.fail(
                "the values of a variable span more than the limit "
                "of 256 MB");
        if (last >= variable_.initial.size()) variable_.initial.resize(last + 1);
    }

    // "generic(symbol)+4", "0xFF00(generic(symbol))" (one byte of an address), or an expression.
    Constant initial_value() {
        masked_ = 0;
        if (reader_.at_number() && reader_.peek(1).text == "(") {
            masked_ = literal(reader_.take()).bits;
            reader_.expect("(", "after the mask of an address");
            const Constant value = address();
            reader_.expect(")", "after the address");
            return value;
        }
        return reader_.at("generic") ? address() : expression(reader_);
    }

    Constant address() {
        if (!reader_.accept("generic")) return expression(reader_);
        reader_.expect("(", "after 'generic'");
        Constant value = expression(reader_);
        reader_.expect(")", "after the symbol");
        if (reader_.at("+") || reader_.at("-")) value.bits += expression(reader_).bits;
        return value;
    }

    Reader& reader_;
    Variable& variable_;
    std::vector<std::uint64_t> dimensions_;
    std::uint64_t masked_ = 0;
};

std::vector<std::uint64_t> dimensions_at(Reader& reader) {
    std::vector<std::uint64_t> sizes;
    while (reader.accept("[")) {
        const Token at = reader.peek();
        const Constant size = reader.at("]") ? Constant{} : expression(reader);
        if (size.real || !size.symbol.empty() || size.bits >= largest) {
            Reader::fail(at, "the size of an array must be a number below 2^31");
        }
        if (sizes.size() == most_dimensions)
            Reader::fail(at,
                         "an array can have at most 16 "
                         "dimensions");
        sizes.push_back(size.bits);
        reader.expect("]", "after the size of an array");
    }
    return sizes;
}

// The number of elements; 0 for an open dimension.
std::uint64_t elements_of(const Token& at, const std::vector<std::uint64_t>& sizes,
                          const Head& head) {
    std::uint64_t count = static_cast<std::uint64_t>(head.vector);
    for (std::uint64_t size : sizes) {
        count *= size;
        if (count * size_of(head.type) >= largest)
            Reader::fail(at, "this variable is larger than the limit of 2 GB");
    }
    return count;
}

Variable declared(Reader& reader, const Head& head, std::vector<std::uint64_t>& sizes) {
    Variable variable;
    variable.space = head.space;
    variable.type = head.type;
    variable.alignment = head.alignment ? head.alignment : size_of(head.type) * head.vector;
    const Token at = reader.peek();
    variable.name = reader.name("a variable");
    sizes = dimensions_at(reader);
    variable.count = elements_of(at, sizes, head);
    if (head.vector > 1) sizes.push_back(static_cast<std::uint64_t>(head.vector));
    return variable;
}

void initialize(Reader& reader, Variable& variable, std::vector<std::uint64_t> sizes) {
    Filler(reader, variable, sizes).fill();
    if (variable.count != 0) return;
    const std::uint64_t row = std::max<std::uint64_t>(1, [&] {
        std::uint64_t bytes = size_of(variable.type);
        for (std::size_t d = 1; d < sizes.size(); ++d) bytes *= sizes[d];
        return bytes;
    }());
    const std::uint64_t rows = (variable.initial.size() + row - 1) / row;
    variable.count = rows * row / size_of(variable.type);
}

}  // namespace

Space space_named(std::string_view directive) {
    const auto* found = std::ranges::find(spaces, directive, &SpaceName::directive);
    return found == spaces.end() ? Space::none : found->space;
}

std::vector<Variable> variables(Reader& reader, bool external) {
    std::vector<Variable> all;
    const Head head = head_at(reader);
    do {
        std::vector<std::uint64_t> sizes;
        Variable variable = declared(reader, head, sizes);
        variable.external = external;
        if (reader.accept("=")) initialize(reader, variable, std::move(sizes));
        all.push_back(std::move(variable));
    } while (reader.accept(","));
    reader.expect(";", "after the declaration of '" + all.back().name + "'");
    return all;
}

Variable parameter(Reader& reader) {
    const bool in_register = reader.accept(".reg");
    if (!in_register && !reader.at(".param")) {
        reader.fail("expected a parameter (.param or .reg), found " + reader.shown());
    }
    const Head head = head_at(reader);
    std::vector<std::uint64_t> sizes;
    return declared(reader, head, sizes);
}

}  // namespace simulator::ptx

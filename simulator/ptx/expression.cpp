// Evaluates constant expressions; integers are 64 bits wide as in PTX.
#include "simulator/ptx/expression.h"

#include <array>
#include <bit>

#include "simulator/read_number.h"

namespace simulator::ptx {
namespace {

// nested parentheses: random text must not exhaust the stack
constexpr int deepest_parentheses = 64;

using Operation = std::uint64_t (*)(std::uint64_t, std::uint64_t, bool is_unsigned);

struct Operator {
    std::string_view sign;
    int strength;
    bool compares;
    Operation apply;
};

std::int64_t s(std::uint64_t bits) { return static_cast<std::int64_t>(bits); }

// The least signed number divided by -1 overflows: as on the hardware, the result is that number.
std::uint64_t quotient(std::uint64_t a, std::uint64_t b, bool u) {
    if (u) return a / b;
    return b == ~0ull ? 0 - a : static_cast<std::uint64_t>(s(a) / s(b));
}
std::uint64_t remainder(std::uint64_t a, std::uint64_t b, bool u) {
    if (u) return a % b;
    return b == ~0ull ? 0 : static_cast<std::uint64_t>(s(a) % s(b));
}

constexpr std::array<Operator, 18> operators = {{
    {"||", 1, true, [](auto a, auto b, bool) -> std::uint64_t { return a || b; }},
    {"&&", 2, true, [](auto a, auto b, bool) -> std::uint64_t { return a && b; }},
    {"|", 3, false, [](auto a, auto b, bool) { return a | b; }},
    {"^", 4, false, [](auto a, auto b, bool) { return a ^ b; }},
    {"&", 5, false, [](auto a, auto b, bool) { return a & b; }},
    {"==", 6, true, [](auto a, auto b, bool) -> std::uint64_t { return a == b; }},
    {"!=", 6, true, [](auto a, auto b, bool) -> std::uint64_t { return a != b; }},
    {"<", 7, true, [](auto a, auto b, bool u) -> std::uint64_t { return u ? a < b : s(a) < s(b); }},
    {"<=", 7, true,
     [](auto a, auto b, bool u) -> std::uint64_t { return u ? a <= b : s(a) <= s(b); }},
    {">", 7, true, [](auto a, auto b, bool u) -> std::uint64_t { return u ? a > b : s(a) > s(b); }},
    {">=", 7, true,
     [](auto a, auto b, bool u) -> std::uint64_t { return u ? a >= b : s(a) >= s(b); }},
    {"<<", 8, false, [](auto a, auto b, bool) -> std::uint64_t { return b < 64 ? a << b : 0; }},
    {">>", 8, false,
     [](auto a, auto b, bool u) -> std::uint64_t {
         const auto by = b < 64 ? b : 63;
         return u ? (b < 64 ? a >> b : 0) : static_cast<std::uint64_t>(s(a) >> by);
     }},
    {"+", 9, false, [](auto a, auto b, bool) { return a + b; }},
    {"-", 9, false, [](auto a, auto b, bool) { return a - b; }},
    {"*", 10, false, [](auto a, auto b, bool) { return a * b; }},
    {"/", 10, false, quotient},
    {"%", 10, false, remainder},
}};

const Operator* operator_at(const Reader& reader) {
    for (const Operator& candidate : operators) {
        if (reader.at(candidate.sign)) return &candidate;
    }
    return nullptr;
}

Constant number_of_bits(std::uint64_t bits, bool is_unsigned) {
    return {bits, is_unsigned, false, 8, {}};
}

class Evaluator {
public:
    explicit Evaluator(Reader& reader) : reader_(reader) {}

    Constant choice() {
        Constant condition = binary(1);
        if (!reader_.accept("?")) return condition;
        const Constant yes = nested(&Evaluator::choice);
        reader_.expect(":", "between the two values of '?'");
        const Constant no = nested(&Evaluator::choice);
        return condition.bits ? yes : no;
    }

private:
    // A member pointer, so that every recursion is counted.
    Constant nested(Constant (Evaluator::*part)()) {
        if (++depth_ > deepest_parentheses)
            reader_.fail("this expression is nested more than 64 levels deep");
        Constant value = (this->*part)();
        --depth_;
        return value;
    }

    Constant binary(int weakest) {
        Constant left = nested(&Evaluator::unary);
        for (;;) {
            const Operator* found = operator_at(reader_);
            if (!found || found->strength < weakest) return left;
            const Token sign = reader_.take();
            left = combined(sign, *found, left, binary(found->strength + 1));
        }
    }

    Constant combined(const Token& sign, const Operator& operation, Constant left,
                      const Constant& right) {
        if (left.real || right.real) {
            Reader::fail(sign,
                         "a constant expression takes integers only; write its result as a number");
        }
        const bool moves = operation.sign == "+" || (operation.sign == "-" && right.symbol.empty());
        const bool two_symbols = !left.symbol.empty() && !right.symbol.empty();
        if ((!left.symbol.empty() || !right.symbol.empty()) && (!moves || two_symbols)) {
            Reader::fail(sign, "only a constant can be added to an address: symbol + 4");
        }
        if ((operation.sign == "/" || operation.sign == "%") && right.bits == 0) {
            Reader::fail(sign, "this constant expression divides by zero");
        }
        const bool is_unsigned = left.is_unsigned || right.is_unsigned;
        left.bits = operation.apply(left.bits, right.bits, is_unsigned);
        left.is_unsigned = is_unsigned && !operation.compares;
        left.symbol += right.symbol;
        return left;
    }

    Constant unary() {
        if (reader_.accept("+")) return nested(&Evaluator::unary);
        if (reader_.accept("-")) return negative(nested(&Evaluator::unary));
        if (reader_.accept("~")) {
            Constant value = nested(&Evaluator::unary);
            value.bits = ~value.bits;
            return value;
        }
        if (reader_.accept("!")) return number_of_bits(!nested(&Evaluator::unary).bits, false);
        return primary();
    }

    static Constant negative(Constant value) {
        if (value.real) {
            value.bits ^= value.width == 4 ? std::uint64_t{1} << 31 : std::uint64_t{1} << 63;
        } else {
            value.bits = 0 - value.bits;
        }
        return value;
    }

    Constant primary() {
        if (reader_.at_number()) return literal(reader_.take());
        if (reader_.at("(")) return in_parentheses();
        if (reader_.accept("WARP_SZ")) return number_of_bits(warp_size, false);
        Constant symbol;
        symbol.symbol = reader_.name("a symbol or a number");
        return symbol;
    }

    Constant in_parentheses() {
        reader_.take();
        for (const auto& [cast, is_unsigned] :
             {std::pair{".s64", false}, std::pair{".u64", true}}) {
            if (!reader_.accept(cast)) continue;
            reader_.expect(")", "after the type of a cast");
            Constant value = nested(&Evaluator::unary);
            value.is_unsigned = is_unsigned;
            return value;
        }
        Constant value = nested(&Evaluator::choice);
        reader_.expect(")", "to close this expression");
        return value;
    }

    Reader& reader_;
    int depth_ = 0;
};

template <class... Format>
bool read_whole(std::string_view text, auto& value, Format... format) {
    const auto [end, problem] =
        simulator::read_number(text.data(), text.data() + text.size(), value, format...);
    return problem == std::errc{} && end == text.data() + text.size() && !text.empty();
}

Constant real_bits(const Token& token, int width) {
    Constant value;
    value.real = true;
    value.width = width;
    const std::string_view digits = token.text.substr(2);
    if (digits.size() != static_cast<std::size_t>(width) * 2 ||
        !read_whole(digits, value.bits, 16)) {
        Reader::fail(token, width == 4 ? "0f must be followed by the 8 hexadecimal digits of a "
                                         "float"
                                       : "0d must be followed by the 16 hexadecimal digits of a "
                                         "double");
    }
    return value;
}

Constant fraction(const Token& token) {
    double number = 0;
    if (!read_whole(token.text, number)) Reader::fail(token, "this is not a number");
    Constant value;
    value.real = true;
    value.bits = std::bit_cast<std::uint64_t>(number);
    return value;
}

Constant integer(const Token& token) {
    std::string_view digits = token.text;
    const bool is_unsigned = digits.ends_with('U') || digits.ends_with('u');
    if (is_unsigned) digits.remove_suffix(1);
    int base = 10;
    const auto prefix = digits.substr(0, 2);
    if (prefix == "0x" || prefix == "0X" || prefix == "0b" || prefix == "0B") {
        base = prefix[1] == 'x' || prefix[1] == 'X' ? 16 : 2;
        digits.remove_prefix(2);
    } else if (digits.size() > 1 && digits[0] == '0') {
        base = 8;
    }
    Constant value;
    if (!read_whole(digits, value.bits, base)) {
        Reader::fail(
            token, "'" + std::string(token.text.substr(0, 40)) + "' is not an integer of 64 bits");
    }
    value.is_unsigned = is_unsigned || value.bits >> 63;
    return value;
}

}  // namespace

Constant literal(const Token& token) {
    const std::string_view prefix = token.text.substr(0, 2);
    if (prefix == "0f" || prefix == "0F") return real_bits(token, 4);
    if (prefix == "0d" || prefix == "0D") return real_bits(token, 8);
    const bool hexadecimal = prefix == "0x" || prefix == "0X";
    const bool decimal_point = token.text.find('.') != std::string_view::npos;
    const bool exponent = !hexadecimal && token.text.find_first_of("eE") != std::string_view::npos;
    return decimal_point || exponent ? fraction(token) : integer(token);
}

Constant expression(Reader& reader) { return Evaluator(reader).choice(); }

}  // namespace simulator::ptx

// Steps over tokens, and reports what was expected.
#include "simulator/ptx/reader.h"

#include "simulator/ptx/expression.h"

namespace simulator::ptx {

void Reader::expect(std::string_view what, std::string_view where) {
    if (accept(what)) return;
    fail("expected '" + std::string(what) + "' " + std::string(where) + ", found " + shown());
}

std::string_view Reader::name(std::string_view of_what) {
    if (at_word() && !at_directive()) return take().text;
    fail("expected the name of " + std::string(of_what) + ", found " + shown());
}

std::int64_t Reader::small_number(std::string_view of_what) {
    if (!at_number()) fail("expected " + std::string(of_what) + ", found " + shown());
    const Constant value = literal(take());
    if (value.real || value.bits > 0x7fffffff)
        fail(std::string(of_what) + " must be a number below 2^31");
    return static_cast<std::int64_t>(value.bits);
}

void Reader::skip_past(std::string_view what) {
    const Token start = peek();
    while (!at(what)) {
        if (at_end())
            fail(start, "the part that begins here does not end with '" + std::string(what) + "'");
        if (at("{")) {
            skip_block();
        } else {
            take();
        }
    }
    take();
}

void Reader::skip_block() {
    const Token start = peek();
    expect("{", "at the start of a block");
    for (int depth = 1; depth > 0; take()) {
        if (at_end()) fail(start, "this '{' is never closed by '}'");
        if (at("{")) ++depth;
        if (at("}")) --depth;
    }
}

// A function ends with its own braces, or where the next begins: its body contains no word that
// begins a function.
void Reader::skip_function(std::size_t place) {
    at_ = place;
    take();
    const auto goes_on = [&](auto... words) { return at_end() || (at(words) || ...); };
    const auto function_begins = [&] {
        return goes_on(".entry", ".func", ".visible", ".weak", ".extern", ".common");
    };
    for (int depth = 0; !function_begins(); take()) {
        if (at("{")) ++depth;
        if (at("}") && --depth <= 0) break;
    }
    while (!function_begins() && !goes_on(".global", ".const", ".section", ".file")) take();
}

std::string Reader::shown() const {
    if (at_end()) return "the end of the text";
    return "'" + std::string(peek().text.substr(0, 40)) + "'";
}

}  // namespace simulator::ptx

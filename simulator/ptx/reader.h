// Walks over the tokens of a PTX text with lookahead; all parts of the parser share it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>

#include "simulator/ptx/lexer.h"
#include "simulator/sentence.h"

namespace simulator::ptx {

class Reader {
public:
    explicit Reader(std::string_view text) : tokens_(tokens_of(text)) {}

    const Token& peek(std::size_t ahead = 0) const {
        return tokens_[std::min(at_ + ahead, tokens_.size() - 1)];
    }
    bool at_end() const { return peek().kind == Token::Kind::end; }
    bool at(std::string_view what) const { return is(peek(), what); }
    bool at_word() const { return peek().kind == Token::Kind::word; }
    bool at_directive() const { return at_word() && peek().text[0] == '.'; }
    bool at_number() const { return peek().kind == Token::Kind::number; }

    const Token& take() {
        const Token& token = peek();
        if (!at_end()) ++at_;
        return token;
    }
    bool accept(std::string_view what) {
        if (!at(what)) return false;
        take();
        return true;
    }
    void expect(std::string_view what, std::string_view where);
    /// A name that is not a directive.
    std::string_view name(std::string_view of_what);
    /// A plain number that fits in 32 bits, such as a line or an alignment.
    std::int64_t small_number(std::string_view of_what);
    /// Skips everything up to and including the next `what` outside braces.
    void skip_past(std::string_view what);
    /// Skips a block in braces; the opening brace is next.
    void skip_block();

    /// A position for skip_function().
    std::size_t place() const { return at_; }
    /// Skips the function that begins at `place`, whatever it contains, up to the next statement of
    /// the module.
    void skip_function(std::size_t place);

    [[noreturn]] void fail(std::string message) const { fail(peek(), std::move(message)); }
    [[noreturn]] static void fail(const Token& at, std::string message) {
        const bool unread = at.kind == Token::Kind::unread;
        throw Diagnostic{at.line, at.column,
                         sentence(unread ? problem_with(at) : std::move(message))};
    }
    /// "'mov'", or "the end of the text".
    std::string shown() const;

private:
    static bool is(const Token& token, std::string_view what) {
        return (token.kind == Token::Kind::sign || token.kind == Token::Kind::word) &&
               token.text == what;
    }

    std::vector<Token> tokens_;
    std::size_t at_ = 0;
};

}  // namespace simulator::ptx

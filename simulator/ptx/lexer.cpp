// Cuts a PTX text into words.
#include "simulator/ptx/lexer.h"

#include <array>
#include <cctype>

namespace simulator::ptx {
namespace {

constexpr std::array<std::string_view, 8> long_signs = {
    "<<", ">>", "<=", ">=", "==", "!=", "&&", "||"};
constexpr std::string_view short_signs = "{}()[]<>,;:=+-*/%&|^~!?@";

bool is_letter(char c) {
    return std::isalpha(static_cast<unsigned char>(c)) || c == '_' || c == '$';
}

class Lexer {
public:
    explicit Lexer(std::string_view text) : text_(text) { tokens_.reserve(text.size() / 4 + 16); }

    std::vector<Token> all() {
        for (skip_blanks(); at_ < text_.size(); skip_blanks()) {
            tokens_.push_back(next());
        }
        tokens_.push_back({Token::Kind::end, {}, line_, column(at_)});
        return std::move(tokens_);
    }

private:
    char peek(std::size_t ahead = 0) const {
        return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
    }
    int column(std::size_t at) const { return static_cast<int>(at - line_start_) + 1; }

    void new_line() {
        ++line_;
        line_start_ = at_ + 1;
    }

    void skip_blanks() {
        for (; at_ < text_.size(); ++at_) {
            if (peek() == '\n') {
                new_line();
            } else if (peek() == '/' && peek(1) == '/') {
                while (at_ + 1 < text_.size() && peek(1) != '\n') ++at_;
            } else if (peek() == '/' && peek(1) == '*') {
                if (!skip_comment()) return;
            } else if (!std::isspace(static_cast<unsigned char>(peek()))) {
                return;
            }
        }
    }

    // False, and nothing skipped, if the comment has no end.
    bool skip_comment() {
        const std::size_t end = text_.find("*/", at_ + 2);
        if (end == std::string_view::npos) return false;
        for (; at_ < end + 1; ++at_) {
            if (peek() == '\n') new_line();
        }
        return true;
    }

    Token next() {
        const char c = peek();
        if (is_digit(c)) return token(Token::Kind::number, number_length());
        if (is_letter(c)) return token(Token::Kind::word, word_length());
        if ((c == '%' || c == '.') && is_letter(peek(1)))
            return token(Token::Kind::word, word_length());
        if (c == '"') return quoted();
        if (c == '/' && peek(1) == '*') return token(Token::Kind::unread, text_.size() - at_);
        for (std::string_view sign : long_signs) {
            if (text_.substr(at_, 2) == sign) return token(Token::Kind::sign, 2);
        }
        if (short_signs.find(c) != std::string_view::npos) return token(Token::Kind::sign, 1);
        return token(Token::Kind::unread, 1);
    }

    Token token(Token::Kind kind, std::size_t length) {
        const Token made{kind, text_.substr(at_, length), line_, column(at_)};
        at_ += length;
        return made;
    }

    // A directive ends where the next begins: ".reg.b32" is two words, as ".reg .b32" is.
    std::size_t word_length() const {
        const bool directive = peek() == '.';
        std::size_t n = 1;
        for (;; ++n) {
            const char c = peek(n);
            if (directive && c == '.') return n;
            if (is_letter(c) || is_digit(c) || c == '.' || c == '%') continue;
            if (c == ':' && peek(n + 1) == ':' &&
                (is_letter(peek(n + 2)) || is_digit(peek(n + 2)))) {
                ++n;  // "shared::cta" is one word, and so is "L2::128B"
                continue;
            }
            return n;
        }
    }

    std::size_t number_length() const {
        const bool decimal = !(peek() == '0' && std::isalpha(static_cast<unsigned char>(peek(1))));
        std::size_t n = 1;
        for (;; ++n) {
            const char c = peek(n), before = peek(n - 1);
            const bool exponent =
                decimal && (before == 'e' || before == 'E') && (c == '+' || c == '-');
            if (!is_letter(c) && !is_digit(c) && c != '.' && !exponent) return n;
        }
    }

    Token quoted() {
        std::size_t n = 1;
        while (peek(n) != '"' || peek(n - 1) == '\\') {
            if (at_ + n >= text_.size() || peek(n) == '\n') return token(Token::Kind::unread, n);
            ++n;
        }
        Token made = token(Token::Kind::text, n + 1);
        made.text = made.text.substr(1, n - 1);
        return made;
    }

    std::string_view text_;
    std::size_t at_ = 0, line_start_ = 0;
    int line_ = 1;
    std::vector<Token> tokens_;
};

}  // namespace

std::vector<Token> tokens_of(std::string_view text) { return Lexer(text).all(); }

std::string problem_with(const Token& unread) {
    if (unread.text.starts_with("/*")) return "this comment has no closing */";
    if (unread.text.starts_with('"')) return "this text has no closing \"";
    const auto byte = static_cast<unsigned char>(unread.text.front());
    const std::string shown = std::isprint(byte) ? std::string{'\'', unread.text.front(), '\''}
                                                 : "the byte " + std::to_string(byte);
    return shown + " has no meaning in PTX. Is the file really PTX text?";
}

}  // namespace simulator::ptx

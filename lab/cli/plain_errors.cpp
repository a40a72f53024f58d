// Works line by line. See plain_errors.h.
#include "lab/cli/plain_errors.h"

#include <fmt/format.h>

#include "lab/words.h"

namespace lab {
namespace {

constexpr std::size_t most_letters = 300, first_letters = 120, last_letters = 40;
constexpr std::size_t most_of_line = 4000, first_of_line = 2000, last_of_line = 500;

// 1: an ASCII control; 2: a control with two bytes in UTF-8; 0: none.
int control_at(std::string_view text, std::size_t at) {
    const auto byte = static_cast<unsigned char>(text[at]);
    if (byte < 0x20 || byte == 0x7f) return 1;
    const bool two = byte == 0xc2 && at + 1 < text.size();
    return two && static_cast<unsigned char>(text[at + 1]) < 0xa0 ? 2 : 0;
}

// Bytes of the UTF-8 character at this position; 0: not valid.
std::size_t letter_bytes(std::string_view text, std::size_t at) {
    constexpr std::size_t most = 4;
    for (std::size_t bytes = 1; bytes <= std::min(most, text.size() - at); ++bytes)
        if (is_utf8(text.substr(at, bytes))) return bytes;
    return 0;
}

bool inside_letter(char byte) { return (static_cast<unsigned char>(byte) & 0xc0) == 0x80; }

// Replaces the middle of a long word or line by its length.
std::string shortened(std::string_view word, std::size_t most = most_letters,
                      std::size_t first = first_letters, std::size_t at_end = last_letters) {
    if (word.size() <= most) return std::string(word);
    std::size_t last = word.size() - at_end;
    while (inside_letter(word[first])) --first;
    while (last < word.size() && inside_letter(word[last])) ++last;
    return fmt::format("{}...{} ({} letters)", word.substr(0, first), word.substr(last),
                       grouped(static_cast<std::int64_t>(word.size())));
}

std::string words_shortened(std::string_view line) {
    std::string made;
    for (std::size_t at = 0; at <= line.size();) {
        const std::size_t blank = std::min(line.find(' ', at), line.size());
        made += shortened(line.substr(at, blank - at));
        if (blank < line.size()) made += ' ';
        at = blank + 1;
    }
    return made;
}

}  // namespace

std::string in_letters(std::string_view text) {
    std::string made;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const std::size_t letter = letter_bytes(text, at);
        const int bytes = letter == 0 ? 1 : control_at(text, at);
        if (bytes == 0) {
            made += text.substr(at, letter);
            at += letter - 1;
            continue;
        }
        if (letter == 0)
            made += fmt::format("\\x{:02x}", static_cast<unsigned char>(text[at]));
        else if (text[at] == '\n')
            made += "\\n";
        else if (text[at] == '\t')
            made += "\\t";
        else
            for (int i = 0; i < bytes; ++i)
                made += fmt::format("\\x{:02x}", static_cast<unsigned char>(text[at + i]));
        at += bytes > 1 ? 1 : 0;
    }
    return made;
}

bool has_controls(std::string_view text) {
    for (std::size_t at = 0; at < text.size(); ++at)
        if (control_at(text, at)) return true;
    return false;
}

PlainErrors::PlainErrors(std::ostream& out) : std::ostream(this), out_(out) {}

PlainErrors::~PlainErrors() {
    if (!line_.empty()) pass_on();
    out_.flush();
}

// Collects a line, so that a long one is seen whole.
int PlainErrors::overflow(int letter) {
    if (letter == std::streambuf::traits_type::eof()) return 0;
    if (letter != '\n') return line_ += static_cast<char>(letter), letter;
    pass_on();
    out_ << '\n';
    return letter;
}

int PlainErrors::sync() {
    out_.flush();
    return 0;
}

// Keeps tabs, as sentences quote code.
void PlainErrors::pass_on() {
    std::string made;
    for (std::size_t at = 0; at <= line_.size();) {
        const std::size_t tab = std::min(line_.find('\t', at), line_.size());
        made += words_shortened(in_letters(std::string_view(line_).substr(at, tab - at)));
        if (tab < line_.size()) made += '\t';
        at = tab + 1;
    }
    line_.clear();
    out_ << shortened(made, most_of_line, first_of_line, last_of_line);
}

}  // namespace lab

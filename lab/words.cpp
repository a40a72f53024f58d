// Numbers and lists in words.
#include "lab/words.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cctype>
#include <cmath>

#include <fmt/format.h>

#include "lab/problem.h"
#include "simulator/spelling.h"

namespace lab {

std::string grouped(std::int64_t value) {
    const std::uint64_t magnitude =
        value < 0 ? 0 - static_cast<std::uint64_t>(value) : static_cast<std::uint64_t>(value);
    std::string text = std::to_string(magnitude);
    if (text.size() > 4)
        for (int at = static_cast<int>(text.size()) - 3; at > 0; at -= 3) text.insert(at, " ");
    return value < 0 ? "-" + text : text;
}

std::string unit_of(std::int64_t count, std::string_view unit) {
    const std::size_t ending = unit.ends_with("sses") ? 2 : unit.ends_with('s') ? 1 : 0;
    return std::string(unit.substr(0, unit.size() - (count == 1 ? ending : 0)));
}

std::string bytes_worded(std::uint64_t bytes) {
    constexpr std::array units{"B", "KiB", "MiB", "GiB", "TiB", "PiB"};
    double value = static_cast<double>(bytes);
    std::size_t unit = 0;
    while (value >= 1024 && unit + 1 < units.size()) {
        value /= 1024;
        ++unit;
    }
    const bool whole = value == std::floor(value);
    return whole ? fmt::format("{:.0f} {}", value, units[unit])
                 : fmt::format("{:.1f} {}", value, units[unit]);
}

std::string time_worded(double milliseconds) {
    struct Unit {
        double ms;
        const char* name;
    };
    constexpr std::array units{Unit{1000, "s"}, Unit{1, "ms"}, Unit{1e-3, "us"}, Unit{1e-6, "ns"}};
    for (const Unit& unit : units) {
        const double value = milliseconds / unit.ms;
        if (value < 0.9995 && unit.ms != units.back().ms) continue;
        const int digits = value < 9.995 ? 2 : value < 99.95 ? 1 : 0;
        return fmt::format("{:.{}f} {}", value, digits, unit.name);
    }
    return "0 ns";
}

std::string worded(const simulator::Dim3& index) {
    return fmt::format("({}, {}, {})", index.x, index.y, index.z);
}

std::string in_quotes(std::string_view word) {
    constexpr std::string_view marks = "_-+=:,./@%^";
    const auto plain = [&](char c) {
        return std::isalnum(static_cast<unsigned char>(c)) ||
               static_cast<unsigned char>(c) >= 0x80 || marks.find(c) != marks.npos;
    };
    if (!word.empty() && std::ranges::all_of(word, plain)) return std::string(word);
    std::string text = "'";
    for (const char c : word)
        if (c == '\'')
            text += "'\\''";
        else
            text += c;
    return text + '\'';
}

namespace {

// Splits a line into words and removes their quotes: those of in_quotes(), and double ones.
class WordReader {
public:
    explicit WordReader(std::string_view line) : line_(line) {}

    simulator::Outcome<std::vector<std::string>> words() {
        for (; at_ < line_.size(); ++at_) read(line_[at_]);
        if (quote_ != 0) return problem_of("A quotation mark is opened but not closed.");
        return std::move(words_);
    }

private:
    void read(char c) {
        const bool blank = std::string_view(" \t\r\n\v\f").find(c) != std::string_view::npos;
        if (blank && quote_ == 0) {
            inside_ = single_ = false;
            return;
        }
        if (!inside_) words_.emplace_back();
        // An apostrophe inside a word is a letter: it's.cu.
        const bool opens = c == '"' || (c == '\'' && (!inside_ || single_));
        inside_ = true;
        if (quote_ != 0 ? c == quote_ : opens)
            turn(c);
        else if (c == '\\' && escapes() && at_ + 1 < line_.size())
            words_.back() += line_[++at_];
        else
            words_.back() += c;
    }
    void turn(char c) {
        single_ |= c == '\'';
        quote_ = quote_ != 0 ? 0 : c;
    }
    bool escapes() const { return quote_ == '"' || (quote_ == 0 && single_); }

    std::string_view line_;
    std::size_t at_ = 0;
    std::vector<std::string> words_;
    bool inside_ = false;  // of a word
    bool single_ = false;  // it has single quotes
    char quote_ = 0;       // the open quote, or 0
};

}  // namespace

simulator::Outcome<std::vector<std::string>> words_in(std::string_view line) {
    return WordReader(line).words();
}

std::vector<std::string_view> split(std::string_view text, char separator) {
    std::vector<std::string_view> parts;
    for (std::size_t at = 0; at <= text.size();) {
        const std::size_t end = std::min(text.find(separator, at), text.size());
        parts.push_back(text.substr(at, end - at));
        at = end + 1;
    }
    return parts;
}

std::vector<std::string_view> words_between(std::string_view text, std::string_view separators) {
    std::vector<std::string_view> words;
    for (std::size_t at = 0; (at = text.find_first_not_of(separators, at)) != text.npos;) {
        const std::size_t end = std::min(text.find_first_of(separators, at), text.size());
        words.push_back(text.substr(at, end - at));
        at = end;
    }
    return words;
}

int line_at(std::string_view text, std::size_t offset) {
    return 1 + static_cast<int>(std::ranges::count(text.substr(0, offset), '\n'));
}

int line_with(std::string_view text, std::string_view piece, std::size_t from) {
    const auto at = piece.empty() ? text.npos : text.find(piece, from);
    return at == text.npos ? 0 : line_at(text, at);
}

std::string listed(const std::vector<std::string>& words, std::string_view last) {
    std::string text;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (i > 0) text += i + 1 < words.size() ? std::string{", "} : fmt::format(" {} ", last);
        text += words[i];
    }
    return text;
}

std::string lanes_worded(std::uint32_t mask) {
    std::vector<std::string> runs;
    for (int lane = 0; lane < 32; ++lane) {
        if (!(mask >> lane & 1)) continue;
        int last = lane;
        while (last < 31 && mask >> (last + 1) & 1) ++last;
        runs.push_back(last == lane ? fmt::format("{}", lane)
                                    : fmt::format("{} to {}", lane, last));
        lane = last;
    }
    if (runs.empty()) return "no lane";
    return (std::popcount(mask) == 1 ? "lane " : "lanes ") + listed(runs);
}

std::string closest(std::string_view word, const std::vector<std::string>& names) {
    std::string best;
    std::size_t least = word.size() / 2 + 1;
    for (const std::string& name : names) {
        const bool begins = !word.empty() && name.starts_with(word);
        const std::size_t far = begins ? 0 : simulator::spelling_distance(word, name);
        if (far >= least) continue;
        least = far;
        best = name;
    }
    return best;
}

std::string csv_field(const std::string& text) {
    if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
    std::string quoted = "\"";
    for (const char c : text) {
        if (c == '"') quoted += '"';
        quoted += c;
    }
    return quoted + '"';
}

std::string csv_line(const std::vector<std::string>& fields) {
    std::string line;
    for (std::size_t i = 0; i < fields.size(); ++i)
        line += (i > 0 ? "," : "") + csv_field(fields[i]);
    return line + "\n";
}

namespace {

// Length in bytes of a control character at `at`: 1 in ASCII, 2 in UTF-8; 0: not one.
std::size_t control_bytes(std::string_view text, std::size_t at) {
    const auto byte = static_cast<unsigned char>(text[at]);
    if (byte < 0x20 || byte == 0x7f) return 1;
    const bool two = byte == 0xc2 && at + 1 < text.size();
    return two && static_cast<unsigned char>(text[at + 1]) < 0xa0 ? 2 : 0;
}

}  // namespace

std::string for_terminal(std::string_view text) {
    std::string shown;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const bool kept = text[at] == '\n' || text[at] == '\t';
        const std::size_t bytes = kept ? 0 : control_bytes(text, at);
        if (bytes == 0) shown += text[at];
        for (std::size_t i = 0; i < bytes; ++i)
            shown += fmt::format("\\x{:02X}", static_cast<unsigned char>(text[at + i]));
        at += bytes > 1 ? 1 : 0;
    }
    return shown;
}

bool is_utf8(std::string_view text) {
    // By first byte: the number of following bytes, and the smallest character with that length.
    struct First {
        unsigned char mask, is;
        int more;
        char32_t least;
    };
    constexpr First firsts[] = {
        {0x80, 0, 0, 0}, {0xe0, 0xc0, 1, 0x80}, {0xf0, 0xe0, 2, 0x800}, {0xf8, 0xf0, 3, 0x10000}};
    for (std::size_t at = 0; at < text.size();) {
        const auto byte = static_cast<unsigned char>(text[at++]);
        const auto first = std::ranges::find_if(
            firsts, [&](const First& one) { return (byte & one.mask) == one.is; });
        if (first == std::end(firsts) || text.size() - at < std::size_t(first->more)) return false;
        char32_t letter = byte & static_cast<unsigned char>(~first->mask);
        for (int i = 0; i < first->more; ++i) {
            const auto next = static_cast<unsigned char>(text[at++]);
            if ((next & 0xc0) != 0x80) return false;
            letter = letter << 6 | (next & 0x3f);
        }
        const bool half = letter >= 0xd800 && letter < 0xe000;
        if (letter < first->least || letter > 0x10ffff || half) return false;
    }
    return true;
}

std::string_view without_mark(std::string_view text) {
    constexpr std::string_view mark = "\xef\xbb\xbf";
    if (text.starts_with(mark)) text.remove_prefix(mark.size());
    return text;
}

bool steers_terminals(std::string_view text, std::string_view allowed) {
    for (std::size_t at = 0; at < text.size(); ++at)
        if (control_bytes(text, at) && allowed.find(text[at]) == std::string_view::npos)
            return true;
    return false;
}

}  // namespace lab

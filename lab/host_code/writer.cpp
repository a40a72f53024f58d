// Lines, names and literals of generated programs. See writer.h.
#include "lab/host_code/writer.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>

#include <fmt/format.h>

#include "lab/source_text.h"
#include "lab/words.h"

namespace lab::host_code {
namespace {

constexpr std::size_t widest = 100;  // columns of a line

// Words of the language, of the headers and of every generated program.
constexpr std::array reserved{
    "alignas",   "alignof",  "and",       "asm",      "auto",     "bool",      "break",
    "case",      "catch",    "char",      "class",    "const",    "constexpr", "continue",
    "decltype",  "default",  "delete",    "do",       "double",   "else",      "enum",
    "explicit",  "export",   "extern",    "false",    "float",    "for",       "friend",
    "goto",      "if",       "inline",    "int",      "long",     "mutable",   "namespace",
    "new",       "noexcept", "not",       "nullptr",  "operator", "or",        "private",
    "protected", "public",   "register",  "return",   "short",    "signed",    "sizeof",
    "static",    "struct",   "switch",    "template", "this",     "throw",     "true",
    "try",       "typedef",  "typeid",    "typename", "union",    "unsigned",  "using",
    "virtual",   "void",     "volatile",  "while",    "xor",      "std",       "main",
    "blockIdx",  "blockDim", "threadIdx", "gridDim",  "dim3",     "NAN",       "INFINITY",
    "y0",        "y1",       "j0",        "j1",       "time",     "clock"};

struct Spelling {
    Type type;
    const char* name;
};
constexpr std::array spellings{
    Spelling{Type::f32, "float"},        Spelling{Type::f64, "double"},
    Spelling{Type::s8, "signed char"},   Spelling{Type::s16, "short"},
    Spelling{Type::s32, "int"},          Spelling{Type::s64, "long long"},
    Spelling{Type::u8, "unsigned char"}, Spelling{Type::u16, "unsigned short"},
    Spelling{Type::u32, "unsigned"},     Spelling{Type::u64, "unsigned long long"},
    Spelling{Type::b8, "unsigned char"}, Spelling{Type::b16, "unsigned short"},
    Spelling{Type::b32, "unsigned"},     Spelling{Type::b64, "unsigned long long"},
};

// The arguments in order, with a new line where the next one does not fit.
std::string wrapped(const std::vector<std::string>& arguments, const std::string& indent,
                    std::size_t room) {
    std::string text = indent;
    std::size_t column = indent.size();
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const std::string word = arguments[i] + (i + 1 < arguments.size() ? "," : "");
        const bool first = column == indent.size();
        if (!first && column + 1 + word.size() > room) {
            text += "\n" + indent + word;
            column = indent.size() + word.size();
            continue;
        }
        text += (first ? "" : " ") + word;
        column += word.size() + (first ? 0 : 1);
    }
    return text;
}

std::string joined(const std::vector<std::string>& words) {
    return fmt::format("{}", fmt::join(words, ", "));
}

std::string real_literal(double value, const char* suffix) {
    if (std::isnan(value)) return "NAN";
    if (std::isinf(value)) return value < 0 ? "-INFINITY" : "INFINITY";
    std::string text = fmt::format("{}", value);
    if (text.find_first_of(".e") == text.npos && *suffix) text += ".0";
    return text + suffix;
}

}  // namespace

void Writer::line(std::string_view text) {
    if (!text.empty()) text_ += indent();
    text_ += text;
    text_ += '\n';
}

void Writer::gap() {
    if (!text_.empty() && !text_.ends_with("\n\n") && !text_.ends_with("{\n")) text_ += '\n';
}

void Writer::call(const std::string& head, const std::vector<std::string>& arguments,
                  const std::string& tail) {
    const std::string whole = head + "(" + joined(arguments) + ")" + tail;
    if (indent().size() + whole.size() <= widest) return line(whole);
    line(head + "(");
    text_ += wrapped(arguments, indent() + "    ", widest - 1 - tail.size()) + ")" + tail + "\n";
}

void Writer::list(const std::string& head, const std::vector<std::string>& parts,
                  const std::string& tail) {
    const std::string whole = head + " " + joined(parts) + tail;
    if (indent().size() + whole.size() <= widest) return line(whole);
    line(head);
    text_ += wrapped(parts, indent() + "    ", widest - tail.size()) + tail + "\n";
}

void Writer::comment(std::string_view sentence) {
    std::string row = "//";
    for (const std::string_view word : words_between(sentence, " \n")) {
        if (row.size() > 2 && indent().size() + row.size() + 1 + word.size() > widest) {
            line(row);
            row = "//";
        }
        row.append(" ").append(word);
    }
    line(row);
}

void Writer::open(std::string_view text) {
    line(text);
    ++depth_;
}

void Writer::close(std::string_view text) {
    --depth_;
    line(text);
}

std::string Names::made(std::string_view wanted) {
    std::string name;
    for (const char c : wanted) name += is_name_character(c) ? c : '_';
    if (name.empty() || std::isdigit(static_cast<unsigned char>(name[0]))) name = "values" + name;
    const auto free = [&](const std::string& one) {
        return !taken_.contains(one) && std::ranges::find(reserved, one) == reserved.end();
    };
    std::string unique = name;
    for (int number = 2; !free(unique); ++number) unique = fmt::format("{}_{}", name, number);
    taken_.insert(unique);
    return unique;
}

std::string c_type(Type type) {
    const auto* found = std::ranges::find(spellings, type, &Spelling::type);
    return found == spellings.end() ? "" : found->name;
}

std::string literal(double value) { return real_literal(value, ""); }

std::string literal(const Argument& number) {
    if (const auto* real = std::get_if<float>(&number)) {
        const std::string text = fmt::format("{}", *real);
        const bool plain = std::isfinite(*real);
        return plain ? text + (text.find_first_of(".e") == text.npos ? ".0f" : "f")
                     : real_literal(*real, "");
    }
    if (const auto* real = std::get_if<double>(&number)) return real_literal(*real, "");
    if (const auto* whole = std::get_if<std::int64_t>(&number))
        return *whole == INT64_MIN ? "-9223372036854775807 - 1" : fmt::format("{}", *whole);
    if (const auto* whole = std::get_if<std::int32_t>(&number))
        return *whole == INT32_MIN ? "-2147483647 - 1" : fmt::format("{}", *whole);
    if (const auto* whole = std::get_if<std::uint64_t>(&number)) return fmt::format("{}u", *whole);
    return fmt::format("{}u", std::get<std::uint32_t>(number));
}

std::string c_type(const Argument& number) {
    constexpr std::array names{"",      "int",    "unsigned", "long long", "unsigned long long",
                               "float", "double", "struct",   "texture"};
    return names[number.index()];
}

std::string bytes_of(std::uint64_t count, const std::string& type) {
    return count == 1 ? fmt::format("sizeof({})", type)
                      : fmt::format("{} * sizeof({})", count, type);
}

std::string sides(const Dim3& shape) {
    if (shape.z > 1) return fmt::format("({}, {}, {})", shape.x, shape.y, shape.z);
    if (shape.y > 1) return fmt::format("({}, {})", shape.x, shape.y);
    return fmt::format("({})", shape.x);
}

}  // namespace lab::host_code

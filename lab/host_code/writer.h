// Lines of a program being written, names that don't meet, and values as C++ spells them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "lab/plan.h"

namespace lab::host_code {

class Writer {
public:
    /// One line at the depth of now.
    void line(std::string_view text);
    /// An empty line, unless one stands there already or a block has just begun.
    void gap();
    /// "head(a, b)tail", broken between arguments where it is longer than a line.
    void call(const std::string& head, const std::vector<std::string>& arguments,
              const std::string& tail);
    /// "int a = 1, b = 2;", broken between parts.
    void list(const std::string& head, const std::vector<std::string>& parts,
              const std::string& tail);
    /// A comment, broken between words.
    void comment(std::string_view sentence);
    void open(std::string_view text = "{");
    void close(std::string_view text = "}");
    const std::string& text() const { return text_; }
    /// The number that the next line will have, from 1.
    int next_line() const { return 1 + static_cast<int>(std::ranges::count(text_, '\n')); }

private:
    std::string indent() const { return std::string(4 * depth_, ' '); }
    std::string text_;
    std::size_t depth_ = 0;
};

// Names of one scope, each once.
class Names {
public:
    /// None of these is given to anything else.
    void keep(const std::set<std::string>& words) { taken_.insert(words.begin(), words.end()); }
    /// `wanted` as an identifier, with a number behind it where it is taken.
    std::string made(std::string_view wanted);

private:
    std::set<std::string> taken_;
};

/// "float", "unsigned char"; empty where C++ has no plain type for it.
std::string c_type(Type type);
/// A number as a literal of C++: "0.5", "-INFINITY".
std::string literal(double value);
std::string literal(const Argument& number);
/// The type that a scalar argument is declared with: "int", "float".
std::string c_type(const Argument& number);
/// "3 * sizeof(float)", "sizeof(float)".
std::string bytes_of(std::uint64_t count, const std::string& type);
/// "dim3(32, 8)" without its name: "(32, 8)".
std::string sides(const Dim3& shape);

}  // namespace lab::host_code

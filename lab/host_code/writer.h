// Writes lines of a program; makes unique names, and values in C++ spelling.
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
    /// One line at the current indentation.
    void line(std::string_view text);
    /// An empty line, except after an empty line or at the start of a block.
    void gap();
    /// "head(a, b)tail", broken between arguments if it is too long for a line.
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

// Unique names in one scope.
class Names {
public:
    /// Reserves these words: made() never returns them.
    void keep(const std::set<std::string>& words) { taken_.insert(words.begin(), words.end()); }
    /// `wanted` as an identifier, with a number after it if it is taken.
    std::string made(std::string_view wanted);

private:
    std::set<std::string> taken_;
};

/// "float", "unsigned char"; empty where C++ has no plain type.
std::string c_type(Type type);
/// A number as a literal of C++: "0.5", "-INFINITY".
std::string literal(double value);
std::string literal(const Argument& number);
/// The declared type of a scalar argument: "int", "float".
std::string c_type(const Argument& number);
/// "3 * sizeof(float)", "sizeof(float)".
std::string bytes_of(std::uint64_t count, const std::string& type);
/// "(32, 8)": the arguments of dim3.
std::string sides(const Dim3& shape);

}  // namespace lab::host_code

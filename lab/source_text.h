// Reads texts of CUDA C++ and PTX without a compiler: lines, names, brackets, comments.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace lab {

/// The lines of `text`, without line ends.
std::vector<std::string_view> lines_in(std::string_view text);
/// The text without blanks at either end.
std::string_view trimmed(std::string_view text);

/// Whether `c` may stand in a name after the first character.
bool is_name_character(char c);
/// The name or number that begins at `at`; empty where none does.
std::string_view name_at(std::string_view text, std::size_t at);
/// The name or number that ends before `end`; empty where none does.
std::string_view name_before(std::string_view text, std::size_t end);
/// The position of `name`, at `from` or after, where it is not part of a longer name; else npos.
std::size_t find_name(std::string_view text, std::string_view name, std::size_t from = 0);
bool has_name(std::string_view text, std::string_view name);

/// The position of the bracket that closes the one at `open`; npos where none does. Brackets of
/// other kinds do not count.
std::size_t closing_bracket(std::string_view text, std::size_t open);
/// Splits "float const*, int" at the commas outside brackets.
std::vector<std::string_view> parts_of(std::string_view list);

/// A line without its `//` comment.
std::string_view without_remark(std::string_view line);
/// The end of the comment, string or character that begins at `at`; else `at`.
std::size_t end_of_skipped(std::string_view text, std::size_t at);
/// The text with comments and literals replaced by blanks: all columns and lines stay the same.
std::string bare(std::string_view source);

}  // namespace lab

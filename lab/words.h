// Numbers and words in sentences, tables and titles.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "simulator/types.h"

namespace lab {

/// "1024", "65 536": groups of three from five digits on.
std::string grouped(std::int64_t value);
/// "512 B", "48 KiB", "1.5 GiB".
std::string bytes_worded(std::uint64_t bytes);
/// "9.7 us", "1.84 ms", "2.4 s": three significant digits.
std::string time_worded(double milliseconds);
/// "(3, 0, 0)".
std::string worded(const simulator::Dim3& index);
/// The set bits: "lane 3", "lanes 0 to 7, 12 and 31".
std::string lanes_worded(std::uint32_t mask);
/// A word for lines of state and printed commands: a POSIX shell reads the same word and runs
/// nothing. Adds single quotes if it is empty, or has more than letters, digits and harmless marks.
std::string in_quotes(std::string_view word);
/// Splits a line into words and removes single and double quotes. Fails on an unclosed quote.
simulator::Outcome<std::vector<std::string>> words_in(std::string_view line);
/// All parts between separators, empty ones too.
std::vector<std::string_view> split(std::string_view text, char separator);
/// The words between any of the separators.
std::vector<std::string_view> words_between(std::string_view text, std::string_view separators);
/// A unit for a count: "points", and "point" for one.
std::string unit_of(std::int64_t count, std::string_view unit);
/// The number, from 1, of the line with the character at `offset`.
int line_at(std::string_view text, std::size_t offset);
/// The number, from 1, of the line in which `piece` first stands, at `from` or after; 0 where it
/// stands nowhere, or is empty.
int line_with(std::string_view text, std::string_view piece, std::size_t from = 0);
/// "a, b and c".
std::string listed(const std::vector<std::string>& words, std::string_view last = "and");
/// The most similar of `names`, or empty if none is similar.
std::string closest(std::string_view word, const std::vector<std::string>& names);
/// One CSV field (RFC 4180), quoted where needed.
std::string csv_field(const std::string& text);
/// Fields joined by commas, with a line end.
std::string csv_line(const std::vector<std::string>& fields);

/// Foreign text for a terminal: control characters are shown as "\x1B".
std::string for_terminal(std::string_view);
/// Whether the text is valid UTF-8, without overlong characters.
bool is_utf8(std::string_view);
/// The text without a UTF-8 byte order mark.
std::string_view without_mark(std::string_view);

/// Whether the text has control characters other than `allowed`, which a terminal would obey.
/// Includes the C1 set (two bytes in UTF-8).
bool steers_terminals(std::string_view, std::string_view allowed = {});

}  // namespace lab

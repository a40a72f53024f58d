// How numbers stand in sentences, tables and titles.
#pragma once

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
/// "9.7 us", "1.84 ms", "2.4 s", three digits that count.
std::string time_worded(double milliseconds);
/// "(3, 0, 0)".
std::string worded(const simulator::Dim3& index);
/// "lane 3", "lanes 0 to 7, 12 and 31": the bits that are set.
std::string lanes_worded(std::uint32_t mask);
/// A word as lines of state and printed commands have it: a POSIX shell that reads it gives the
/// same word and runs nothing. In single quotes where it has more than letters, digits and harmless
/// marks, or is empty.
std::string in_quotes(std::string_view word);
/// The words of a line, their quotes taken away, single or double. Fails where a quote is not
/// closed.
simulator::Outcome<std::vector<std::string>> words_in(std::string_view line);
/// A knob's unit for so many of it: "points", and "point" of one.
std::string unit_of(std::int64_t count, std::string_view unit);
/// "a, b and c".
std::string listed(const std::vector<std::string>& words, std::string_view last = "and");
/// The one of `names` that `word` was probably meant to be, or empty.
std::string closest(std::string_view word, const std::vector<std::string>& names);
/// One field of CSV (RFC 4180): quoted where it must be.
std::string csv_field(const std::string& text);
/// Fields joined by commas, with the line's end.
std::string csv_line(const std::vector<std::string>& fields);

/// A text of somebody else's for a terminal: what would steer it stands as "\x1B".
std::string for_terminal(std::string_view);
/// Whether it is whole characters of UTF-8, none of them written longer than it must be.
bool is_utf8(std::string_view);
/// Without the mark of UTF-8 that some programs write before a text.
std::string_view without_mark(std::string_view);

/// Whether it has control characters, the C1 set (two bytes in UTF-8) too, but for those in
/// `allowed`: a terminal would obey them.
bool steers_terminals(std::string_view, std::string_view allowed = {});

}  // namespace lab

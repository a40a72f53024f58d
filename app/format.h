// Numbers as people read them: thin groups of three, powers, times and bytes with a unit. Called by
// views and controls.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "simulator/types.h"

namespace app {

/// "4 194 304", with thin spaces.
std::string grouped(std::int64_t value);
/// A whole number as superscript digits: -3 gives "⁻³".
std::string superscript(std::int64_t value);
/// "2²²" for a power of two, else grouped(): for axes.
std::string power_text(std::int64_t value);
/// "2²²" for a power of two from 2^10 on, else grouped().
std::string power_or_grouped(std::int64_t value);
/// `value` with `decimals` digits behind the point, zeros at the end kept.
std::string fixed(double value, int decimals);
/// The shortest of at most `digits` significant digits: "0.5", "163", "1.2e-07".
std::string shortest(double value, int digits = 4);
/// The same, with a power of ten where it is far below 1: "0.002", "7.5·10⁻⁸".
std::string with_power(double value, int digits = 2);
/// "9.7 µs": two significant digits or more, at most two decimals.
std::string time_text(double milliseconds);
/// time_text() of a round value, without zeros behind the point: "10 µs", for axes.
std::string round_time_text(double milliseconds);
/// The number alone of time_text(), in the unit that `like_ms` would be printed in: for intervals
/// and columns.
std::string time_number(double milliseconds, double like_ms);
/// "29.9 against 38.9 µs", with as many digits as tell two apart that are known to differ.
std::string times_against(double one_ms, double other_ms, const std::string& between = " against ");
/// A count in little room, three significant digits: "4.19 M"; whole below 10 000.
std::string short_count(double count);
/// The same without its space: "4.19M".
std::string tight_count(double count);
/// "25 %"; a share that is not 0 or 1 never reads as 0 % or 100 %.
std::string percent(double share);
/// "512 B", "16 KiB", "1.5 MiB".
std::string bytes_text(std::uint64_t bytes);
/// "once", "twice", "3 times".
std::string times_text(std::int64_t count);
/// "one", "two" ... "twelve", then digits.
std::string count_word(std::int64_t count);
/// "every fourth" as "fourth": words to twelve, then "16th".
std::string ordinal_word(std::int64_t n);
/// "1 sector", "4 sectors".
std::string plural(std::int64_t count, std::string_view noun);
/// "block 0 of 0–15", of 16 blocks: CUDA counts them from zero. "one block" where there is one.
std::string block_among(std::uint64_t block, std::uint64_t blocks);
/// The value that `bits` of `type` stand for, in at most `digits` significant digits.
std::string value_text(std::uint64_t bits, simulator::Type type, int digits = 4);
/// The same as a number; bits that stand for no number are read as a whole one.
double value_number(std::uint64_t bits, simulator::Type type);
/// What C++ calls a value of `type`, for sentences: "float", "int".
std::string type_word(simulator::Type type, bool many = false);
/// "shared load requests" for "shared_load_requests": names of counters and kinds, in sentences.
std::string spaced_name(std::string_view name);
/// "Adds" for "adds".
std::string capitalised(std::string text);
/// "adds" for "Adds".
std::string uncapitalised(std::string text);
/// Whether it is a letter of ASCII.
bool is_letter(char c);
/// Somebody's text as a sentence shows it: signs that have no picture as "?", at most `most` bytes
/// of it.
std::string as_shown(std::string_view text, std::size_t most = 4096);
/// Letters of ASCII in lower case: for what people search.
std::string lower_case(std::string_view text);

}  // namespace app

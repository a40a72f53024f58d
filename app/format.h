// Formats numbers for people: groups of three digits, powers, times and bytes with a unit. Called
// by views and controls.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "simulator/counters.h"
#include "simulator/types.h"

namespace app {

/// "4 194 304", with thin spaces.
std::string grouped(std::int64_t value);
/// A whole number in superscript digits: -3 gives "⁻³".
std::string superscript(std::int64_t value);
/// "2²²" for a power of two, else grouped(): for axes.
std::string power_text(std::int64_t value);
/// "2²²" for a power of two from 2^10 on, else grouped().
std::string power_or_grouped(std::int64_t value);
/// `value` with `decimals` digits after the point; keeps zeros at the end.
std::string fixed(double value, int decimals);
/// The shortest form with at most `digits` significant digits: "0.5", "163", "1.2e-07".
std::string shortest(double value, int digits = 4);
/// shortest(), with a power of ten for very small values: "0.002", "7.5·10⁻⁸".
std::string with_power(double value, int digits = 2);
/// "9.7 µs": two significant digits or more, at most two decimals.
std::string time_text(double milliseconds);
/// time_text() of a round value, without zeros after the point: "10 µs", for axes.
std::string round_time_text(double milliseconds);
/// The number of time_text() without its unit, in the unit of `like_ms`: for intervals and columns.
std::string time_number(double milliseconds, double like_ms);
/// "29.9 against 38.9 µs", with enough digits to tell apart two times that differ.
std::string times_against(double one_ms, double other_ms, const std::string& between = " against ");
/// The index of a thread or block by its number: "5" where the shape has one axis, "5, 1, 0" where
/// it has three.
std::string index_words(std::uint64_t number, const simulator::Dim3& shape);
/// A count in little room, with three significant digits: "4.19 M"; whole below 10 000.
std::string short_count(double count);
/// short_count() without its space: "4.19M".
std::string tight_count(double count);
/// "25 %"; only shares of exactly 0 and 1 read as 0 % and 100 %.
std::string percent(double share);
/// "512 B", "16 KiB", "1.5 MiB".
std::string bytes_text(std::uint64_t bytes);
/// "once", "twice", "3 times".
std::string times_text(std::int64_t count);
/// "one", "two" ... "twelve", then digits.
std::string count_word(std::int64_t count);
/// Ordinals for "every fourth": words to "twelfth", then "16th".
std::string ordinal_word(std::int64_t n);
/// "1 sector", "4 sectors".
std::string plural(std::int64_t count, std::string_view noun);
/// "block 0 of 0–15" for 16 blocks: CUDA counts them from 0. "one block" where there is one.
std::string block_among(std::uint64_t block, std::uint64_t blocks);
/// The value that `bits` of `type` stand for, with at most `digits` significant digits.
std::string value_text(std::uint64_t bits, simulator::Type type, int digits = 4);
/// value_text() as a number; bits of no number type are read as an integer.
double value_number(std::uint64_t bits, simulator::Type type);
/// The C++ name of `type`, for sentences: "float", "int".
std::string type_word(simulator::Type type, bool many = false);
/// "shared load requests" for "shared_load_requests": names of counters and kinds in sentences.
std::string spaced_name(std::string_view name);
/// A counter's title: "Global load sectors".
std::string counter_title(const simulator::CounterName&);
/// A counter's name without shared or global memory: "load_sectors".
std::string_view brief_counter_name(const simulator::CounterName&);
/// "Adds" for "adds".
std::string capitalised(std::string text);
/// "adds" for "Adds".
std::string uncapitalised(std::string text);
/// Whether `c` is an ASCII letter.
bool is_letter(char c);
/// Foreign text for a sentence: characters without a glyph become "?", at most `most` bytes.
std::string as_shown(std::string_view text, std::size_t most = 4096);
/// The text with ASCII letters in lower case, for searches.
std::string lower_case(std::string_view text);

}  // namespace app

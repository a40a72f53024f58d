// Shared by lessons: the rung of settings, knobs for the order in which lanes read memory and for
// the type of numbers, samples for long references, and refusals of several ladders.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lab/lesson.h"

namespace lessons {

/// Whether these are settings of the lesson's rung or library with this id. Throws
/// std::logic_error where there is none: a misspelt id would choose another kernel's numbers.
bool is(const lab::Settings&, std::string_view rung);

// The three knobs of a lesson whose access pattern is a setting. Each lesson has its own. A rung
// that is a pattern itself uses the stride or the offset.
struct ReadingKnobs {
    ReadingKnobs();
    ReadingKnobs(const ReadingKnobs&) = delete;  // its knobs refer to each other by address
    lab::Knob pattern, stride, offset;
};
/// For Rung::without of rungs whose lanes read in one order only.
std::vector<lab::Idle> fixed_order(const ReadingKnobs&, const std::string& why);

// Thread i reads the number at i * stride + offset. Idle knobs do not count.
struct Reading {
    std::int64_t stride = 1, offset = 0;
    /// The elements of a buffer in which `count` numbers are read in this way.
    std::int64_t span(std::int64_t count) const {
        return count < 1 ? 0 : (count - 1) * stride + 1 + offset;
    }
};
Reading reading(const lab::Settings&, const ReadingKnobs&);

// The type of numbers of a ladder that runs on floats and on doubles.
struct Real {
    lab::Type type;
    std::string name;  // as a kernel's template argument: "float"
    std::int64_t bytes;
    int exact_bits;  // whole numbers up to 2^this are exact
};
lab::Knob real_knob();
Real real(const lab::Settings&, const lab::Knob& type);

// How far a sum of whole numbers may be off by its roundings: relative to it, and in words.
struct Rounding {
    double relative;
    std::string words;
};
/// `largest`: the exact value of the largest sum. Nothing is rounded up to 2^exact_bits.
Rounding rounding(const Real&, double largest, double roundings);

/// How many of `count` equal numbers could be lost within the allowance: ", in which some 50
/// numbers could be lost unseen; doubles show them", where it is at least one. Where all could be
/// lost, the words say that the allowance bounds nothing.
std::string hidden_in(const Rounding&, std::int64_t count, const std::string& unit = "numbers");

/// Refuses settings that reach past 2^30 elements, since these kernels have 32-bit indices.
std::optional<lab::Refusal> refuse_span(const Reading&, std::int64_t count,
                                        const lab::Knob& count_knob);

/// How many of `count` numbers most of these threads have, at least 1.
std::int64_t share_of_thread(std::int64_t count, std::int64_t threads);
/// The indices of `count` elements that are compared: empty (all) up to 2^22, else about 4096
/// spread over all, with both ends.
std::vector<std::uint64_t> sampled(std::uint64_t count);
/// `value(index)` at `elements`, or at 0..`all` where `elements` is empty.
template <class Value>
std::vector<double> values_at(const std::vector<std::uint64_t>& elements, std::uint64_t all,
                              const Value& value) {
    std::vector<double> values;
    values.reserve(elements.empty() ? all : elements.size());
    for (const std::uint64_t index : elements) values.push_back(value(index));
    for (std::uint64_t i = 0; elements.empty() && i < all; ++i) values.push_back(value(i));
    return values;
}
/// `many` indices below `count` at irregular distances, ascending, and the last one. At even
/// distances all could be in one lane or in a few columns.
std::vector<std::uint64_t> scattered(std::uint64_t count, std::size_t many);
/// "all 1000 numbers" or "4096 of 16 777 216 numbers".
std::string compared_words(std::uint64_t compared, std::uint64_t count, const std::string& unit);

/// Refuses a block that is no power of two, for kernels that halve it round by round. `shows`: what
/// then happens.
std::optional<lab::Refusal> refuse_odd_block(const lab::Settings&, const lab::Knob& block,
                                             const std::string& why, const std::string& shows);

/// Refuses a block with a part of a warp, for kernels whose shuffles name all 32 lanes. `shows`:
/// what then happens; empty where the result may be right all the same.
std::optional<lab::Refusal> refuse_part_warps(const lab::Settings&, const lab::Knob& block,
                                              const std::string& shows);
inline const char* const lanes_missing =
    "A shuffle does not wait for lanes that do not exist. What it takes from them is undefined, "
    "and the result may be right by luck.";

/// Refuses a block of another size than these, for kernels whose block size is an argument of a
/// template of CUB.
std::optional<lab::Refusal> refuse_other_blocks(const lab::Settings&, const lab::Knob& block,
                                                const std::vector<std::int64_t>& sizes);

using Check = std::optional<lab::Refusal> (*)(const lab::Settings&);

/// The first refusal of several checks.
template <Check... checks>
std::optional<lab::Refusal> first_of(const lab::Settings& set) {
    std::optional<lab::Refusal> found;
    static_cast<void>(((found = checks(set)) || ...));
    return found;
}

bool power_of_two(std::int64_t value);
/// floor(log2(value)), 0 for values below 2.
int log2_of(std::int64_t value);

}  // namespace lessons

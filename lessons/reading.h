// What lessons share: the controls for the order in which lanes read memory, samples for long
// references, and refusals that several ladders give.
#pragma once

#include <string>

#include "lab/lesson.h"

namespace lessons {

enum Pattern : std::int64_t { coalesced, strided, offset };

// The three knobs of a lesson in which the access pattern is a control. Each lesson has its own.
struct ReadingKnobs {
    lab::Knob pattern, stride, offset;
};
ReadingKnobs reading_knobs();

// How thread i finds its number: at i * stride + offset.
struct Reading {
    std::int64_t stride = 1, offset = 0;
    /// Elements that a buffer needs so that `count` numbers can be read so.
    std::int64_t span(std::int64_t count) const {
        return count < 1 ? 0 : (count - 1) * stride + 1 + offset;
    }
};
Reading reading(const lab::Settings&, const ReadingKnobs&);

/// Indices are 32-bit integers in these kernels: refuses what would reach past 2^30 elements.
std::optional<lab::Refusal> refuse_span(const Reading&, std::int64_t count,
                                        const std::string& count_knob);

/// Why stride or offset changes nothing while another pattern is chosen; empty for other knobs.
std::string idle_reading(const lab::Settings&, const ReadingKnobs&, const lab::Knob& asked);

/// Indices of `count` elements: all of them up to 2^22, else about 4096 spread over all and both
/// ends.
std::vector<std::uint64_t> sampled(std::uint64_t count);
/// "all 1000 numbers" or "4096 of 16 777 216 numbers".
std::string compared_words(std::uint64_t compared, std::uint64_t count, const std::string& unit);

/// Refuses a block that is no power of two, for kernels that halve it round by round. `shows`: what
/// happens then.
std::optional<lab::Refusal> refuse_odd_block(std::int64_t block, const std::string& why,
                                             const std::string& shows);

bool power_of_two(std::int64_t value);
/// floor(log2(value)), 0 for values below 2.
int log2_of(std::int64_t value);

}  // namespace lessons

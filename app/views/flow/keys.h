// Keys that a launch sorts, and the digit that each pass sorts by: by values alone. Where keys
// stand is layout_keys.cpp's business, what they look like draw_keys.cpp's.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lab/run.h"

namespace app {

// The bits of a key that a pass sorts by.
struct FlowDigit {
    int shift = 0, bits = 0;
    std::uint64_t of(std::uint64_t key) const { return key >> shift & ((1ull << bits) - 1); }
    /// "bit 3", "bits 4 to 7".
    std::string words() const;
    bool operator==(const FlowDigit&) const = default;
};

struct FlowKeys {
    std::vector<bool> are;             // by version: it is a key
    std::vector<std::uint32_t> from;   // by version: the key that it is a copy of; 0: of none
    int first = 0, end = 0;            // passes that the launch makes
    int key_bits = 0, digit_bits = 0;  // the last digit may have fewer bits
    bool any() const { return end > first; }
    int passes() const { return (key_bits + digit_bits - 1) / digit_bits; }
    FlowDigit digit(int pass) const;
    bool is_key(std::uint32_t version) const { return any() && are[version]; }
};

/// "Four passes, eight bits each"; of one pass what it does.
std::string sorting_claim(const FlowKeys&);
/// Of a launch; without any where its lesson sorts nothing.
FlowKeys flow_keys(const lab::Run&, int launch);

/// Colours that tell digits apart: of more digits than that, some share one.
inline constexpr int most_digit_colours = 8;
/// Which of the colours a digit has, of how many.
struct DigitGroup {
    int which = 0, of = 1;
};
DigitGroup group_of(const FlowDigit&, std::uint64_t digit);

}  // namespace app

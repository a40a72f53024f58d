// The keys that a launch sorts, and the digit of each pass, from values alone. layout_keys.cpp
// places keys, draw_keys.cpp draws them.
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
    /// "bit 3", "bits 4 to 7"; without the noun: "3", "4 to 7".
    std::string words() const;
    std::string places() const;
    bool operator==(const FlowDigit&) const = default;
};

struct FlowKeys {
    std::vector<bool> are;             // by version: whether it is a key
    std::vector<std::uint32_t> from;   // by version: the key that it copies; 0: none
    int first = 0, end = 0;            // the launch makes passes from `first` to before `end`
    int key_bits = 0, digit_bits = 0;  // the last digit may have fewer bits
    bool any() const { return end > first; }
    int passes() const { return (key_bits + digit_bits - 1) / digit_bits; }
    FlowDigit digit(int pass) const;
    bool is_key(std::uint32_t version) const { return any() && are[version]; }
};

/// "Four passes, eight bits each"; for a launch of one pass, what the pass does.
std::string sorting_claim(const FlowKeys&);
/// The keys of a launch; none where its lesson sorts nothing.
FlowKeys flow_keys(const lab::Run&, int launch);

/// Colours that tell digits apart; with more digits, some share a colour.
inline constexpr int most_digit_colours = 8;
/// The colour of a digit, and how many are in use.
struct DigitGroup {
    int which = 0, of = 1;
};
DigitGroup group_of(const FlowDigit&, std::uint64_t digit);

}  // namespace app

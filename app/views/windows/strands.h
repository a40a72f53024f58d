// The letters of text and words that each lane of a warp has read when it compares them, from the
// trace alone. The layout of "Sliding window"; knows no pixel.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "app/views/moment.h"
#include "lab/run.h"

namespace app {

// Consecutive letters that a lane read. A load continues the strand if it brings the next letters
// and its instruction is further down. Any other load starts a new strand.
struct Strand {
    int array = -1;          // index in Trace::arrays
    std::int64_t place = 0;  // of its first letter in the array, in bytes
    std::string letters;
    int of_first_load = 0;  // letters that its first load brought
    std::uint32_t instruction = 0;
    explicit operator bool() const { return !letters.empty(); }
};

// A window at one of the letters of a strand's first load, compared with the lane's word.
struct LaneWindow {
    std::int64_t place = 0;       // of its first letter in the text
    int known = 0, agreeing = 0;  // letters that the lane has of both; letters equal so far
    bool found = false;           // all letters of the word agree
};

struct LaneLetters {
    Strand text, word;
    std::vector<LaneWindow> windows;
};

// The lanes that request the letters at one address.
struct Wanting {
    std::int64_t place = 0;  // in the array, in bytes
    std::uint32_t lanes = 0;
};

// A warp at one of its loads of letters.
struct Letters {
    Shown shown;                  // the load
    bool of_text = false;         // else of a word
    int array = -1;               // the array read, index in Trace::arrays
    int bytes = 0;                // bytes that a lane gets
    std::vector<Wanting> wanted;  // by place
    std::array<LaneLetters, simulator::warp_size> lanes;
    std::map<std::int64_t, int> found;  // by place in the text, up to here: the word found there
    explicit operator bool() const { return bool(shown); }
    /// The cost of the load in its memory: sectors, wavefronts or passes.
    int turns() const { return int(std::max(shown.event->sectors, shown.event->wavefronts)); }
};

// All letters that loads of the watched block brought, by array (index in Trace::arrays) and place.
using KnownLetters = std::map<int, std::map<std::int64_t, char>>;

/// Both are empty unless the run's lesson says that it reads letters. Known letters are kept with
/// the run.
const KnownLetters& known_letters(const lab::Run&);
Letters letters_at(const lab::Run&, const Cursor&);
/// Whether a step loads letters, of the text or of words.
bool reads_letters(const lab::Run&, const simulator::Step&);
/// Whether an array (index in Trace::arrays) is the text.
bool is_text(const lab::Run&, int array);
/// Letters of a word; 0: the lesson reads none.
int letters_of_a_word(const lab::Run&);
/// Windows found to match a word up to this step, over all warps of the block.
int found_up_to(const lab::Run&, int step);
/// The level of the line below each found word, by place. Lines of overlapping words have different
/// levels; other lines are directly below their letters.
std::map<std::int64_t, int> levels_of_found(const std::map<std::int64_t, int>& found,
                                            int of_a_word);
/// Lanes of a step's first warp that get an address which another of its lanes gets too. For
/// constant memory plus the passes after the first.
int shared_reads(const lab::Run&, const simulator::Step&);

}  // namespace app

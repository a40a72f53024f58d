// What the lanes of a warp have before them when they compare a text with words: the letters that
// each has read of both, from the trace alone. The layout of "Sliding window"; knows no pixel.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "app/views/moment.h"
#include "lab/run.h"

namespace app {

// Letters that a lane read one behind the other: a load goes on with it where it brings the letters
// that follow, by an instruction further down; any other begins anew.
struct Strand {
    int array = -1;          // into Trace::arrays
    std::int64_t place = 0;  // of its first letter in the array, in bytes
    std::string letters;
    int of_first_load = 0;  // letters that the first of its loads brought
    std::uint32_t instruction = 0;
    explicit operator bool() const { return !letters.empty(); }
};

// A window that begins at one of the letters of a strand's first load, against the lane's word.
struct LaneWindow {
    std::int64_t place = 0;       // of its first letter in the text
    int known = 0, agreeing = 0;  // letters that the lane has of both; how many of the first agree
    bool found = false;           // all letters of the word agree
};

struct LaneLetters {
    Strand text, word;
    std::vector<LaneWindow> windows;
};

// Which lanes want the letters that begin at one address.
struct Wanting {
    std::int64_t place = 0;  // in the array, in bytes
    std::uint32_t lanes = 0;
};

// A warp at one of its loads of letters.
struct Letters {
    Shown shown;                  // the load
    bool of_text = false;         // else of a word
    int array = -1;               // that it reads, into Trace::arrays
    int bytes = 0;                // that a lane gets
    std::vector<Wanting> wanted;  // by place
    std::array<LaneLetters, simulator::warp_size> lanes;
    std::map<std::int64_t, int> found;  // by place in the text, up to here: by which word, from 0
    explicit operator bool() const { return bool(shown); }
    /// What the memory takes for the load: sectors, wavefronts or passes.
    int turns() const { return int(std::max(shown.event->sectors, shown.event->wavefronts)); }
};

// All letters that loads of the watched block brought, by array (into Trace::arrays) and place.
using KnownLetters = std::map<int, std::map<std::int64_t, char>>;

/// Of a run whose lesson says that it reads letters; else both are empty. The first is kept with
/// the run.
const KnownLetters& known_letters(const lab::Run&);
Letters letters_at(const lab::Run&, const Cursor&);
/// Whether lanes load letters at this step, of the text or of words.
bool reads_letters(const lab::Run&, const simulator::Step&);
/// Whether an array (into Trace::arrays) is the text.
bool is_text(const lab::Run&, int array);
/// Letters of a word: 0 where the lesson reads none.
int letters_of_a_word(const lab::Run&);
/// Windows that were found to hold a word up to this step, over all warps of the block.
int found_up_to(const lab::Run&, int step);
/// For a line below each word that was found, by place: how many lines it goes down. Words that
/// overlap have lines below each other, and all others directly below their letters.
std::map<std::int64_t, int> levels_of_found(const std::map<std::int64_t, int>& found,
                                            int of_a_word);
/// How many lanes of a step's first warp are given what another lane of it wants too; of constant
/// memory also how many passes the load takes beyond the first.
int shared_reads(const lab::Run&, const simulator::Step&);

}  // namespace app

// What a frame of "Sliding window" is made from: the letters at the cursor, what is known of text
// and words, and where all of it stands.
#pragma once

#include "app/views/windows/places.h"

namespace app {

constexpr int of_a_chip = 4;  // letters of a word in the row of words

struct Now {
    Letters letters;
    int lane = 0, text = -1, words = -1;  // arrays, into Trace::arrays; -1: none is known
    std::int64_t count = 0;               // words
    LetterPlaces places;
    explicit operator bool() const { return bool(letters); }
    const LaneLetters& lens() const { return letters.lanes[std::size_t(lane)]; }
};

using LettersOf = std::map<std::int64_t, char>;

/// Empty where nothing of an array is known.
const LettersOf& known_of(const lab::Run&, int array);
/// Without places.
Now now_of(const lab::Run&, const Cursor&);
Now now_in(const DrawContext&, Rect area);
/// Lanes that take part and have this word before them; those that have this letter of the text.
std::uint32_t lanes_with(const Now&, std::int64_t word);
std::uint32_t lanes_over(const Now&, std::int64_t place);
/// Whether lanes have letters of the text before them that take no part in the load.
bool any_lane_is_off(const Now&);
/// Its letters, a dot for each that nobody read.
std::string word_letters(const lab::Run&, const Now&, std::int64_t word);

/// The lens lane's letters, and its word below each window of them.
void draw_lens(Canvas&, const lab::Run&, const Now&, const Metrics&);

}  // namespace app

// The inputs of a frame of "Sliding window": the letters at the cursor, the known letters of text
// and words, and their places.
#pragma once

#include "app/views/windows/places.h"

namespace app {

constexpr int of_a_chip = 4;  // letters that a word shows in the row of words

struct Now {
    Letters letters;
    int lane = 0, text = -1, words = -1;  // arrays: index in Trace::arrays; -1: none known
    std::int64_t count = 0;               // words
    LetterPlaces places;
    explicit operator bool() const { return bool(letters); }
    const LaneLetters& lens() const { return letters.lanes[std::size_t(lane)]; }
};

using LettersOf = std::map<std::int64_t, char>;

/// Empty where no letter of an array is known.
const LettersOf& known_of(const lab::Run&, int array);
/// Without places.
Now now_of(const lab::Run&, const Cursor&);
Now now_in(const DrawContext&, Rect area);
/// Lanes that take part and now have this word; lanes that now have this letter of the text.
std::uint32_t lanes_with(const Now&, std::int64_t word);
std::uint32_t lanes_over(const Now&, std::int64_t place);
/// Whether lanes that do not take part in the load have letters of the text.
bool any_lane_is_off(const Now&);
/// The letters of a word, a dot for each letter that nobody read.
std::string word_letters(const lab::Run&, const Now&, std::int64_t word);

/// The lens lane's letters, and its word below each window of them.
void draw_lens(Canvas&, const lab::Run&, const Now&, const Metrics&);

}  // namespace app

// Collects what is known at a cursor. See now.h.
#include "app/views/windows/now.h"

#include <algorithm>

namespace app {
namespace {

// The array that holds the lanes' words; before they have any, the array nearest to them.
int words_array(const lab::Run& run, const Letters& letters, int text) {
    for (const LaneLetters& lane : letters.lanes)
        if (lane.word) return lane.word.array;
    int found = -1;
    for (const auto& [array, known] : known_letters(run)) {
        const bool near = run.trace->arrays[std::size_t(array)].space != simulator::Space::global;
        if (array != text && (found < 0 || near)) found = array;
    }
    return found;
}

int text_array(const lab::Run& run, const Letters& letters) {
    for (const LaneLetters& lane : letters.lanes)
        if (lane.text) return lane.text.array;
    for (const auto& [array, known] : known_letters(run))
        if (is_text(run, array)) return array;
    return -1;
}

// The number of steps that load letters from the same memory.
int loads_like(const lab::Run& run, const Letters& letters) {
    return int(std::ranges::count_if(run.steps, [&](const simulator::Step& step) {
        return step.space == letters.shown.event->space && reads_letters(run, step);
    }));
}

}  // namespace

const LettersOf& known_of(const lab::Run& run, int array) {
    static const LettersOf none;
    const KnownLetters& all = known_letters(run);
    const auto found = all.find(array);
    return found == all.end() ? none : found->second;
}

Now now_of(const lab::Run& run, const Cursor& cursor) {
    Now now;
    now.letters = letters_at(run, cursor);
    if (!now) return now;
    now.lane = lane_in(*now.letters.shown.event, cursor);
    now.text = text_array(run, now.letters);
    now.words = words_array(run, now.letters, now.text);
    const LettersOf& words = known_of(run, now.words);
    now.count = words.empty() ? 0 : words.rbegin()->first / of_a_chip + 1;
    return now;
}

Now now_in(const DrawContext& context, Rect area) {
    const lab::Run& run = context.picture();
    Now now = now_of(run, context.cursor);
    if (now)
        now.places = letter_places(context.metrics, area, now.letters,
                                   {.lane = now.lane,
                                    .words = int(now.count),
                                    .loads = loads_like(run, now.letters),
                                    .scrolled = context.cursor.scrolled},
                                   known_of(run, now.text));
    return now;
}

// Lanes that take part and now have this word.
std::uint32_t lanes_with(const Now& now, std::int64_t word) {
    std::uint32_t lanes = 0;
    for (int lane = 0; lane < simulator::warp_size; ++lane) {
        const Strand& own = now.letters.lanes[std::size_t(lane)].word;
        if (now.letters.shown.event->mask >> lane & 1 && own && own.array == now.words &&
            own.place / of_a_chip == word)
            lanes |= 1u << lane;
    }
    return lanes;
}

// Lanes that now have this letter of the text.
std::uint32_t lanes_over(const Now& now, std::int64_t place) {
    std::uint32_t lanes = 0;
    for (int lane = 0; lane < simulator::warp_size; ++lane) {
        const Strand& own = now.letters.lanes[std::size_t(lane)].text;
        if (own && place >= own.place && place < own.place + std::ssize(own.letters))
            lanes |= 1u << lane;
    }
    return lanes;
}

bool any_lane_is_off(const Now& now) {
    for (int lane = 0; lane < simulator::warp_size; ++lane)
        if (now.letters.lanes[std::size_t(lane)].text &&
            !(now.letters.shown.event->mask >> lane & 1))
            return true;
    return false;
}

std::string word_letters(const lab::Run& run, const Now& now, std::int64_t word) {
    std::string letters;
    const LettersOf& known = known_of(run, now.words);
    for (int k = 0; k < of_a_chip; ++k) {
        const auto found = known.find(of_a_chip * word + k);
        letters += found == known.end() ? '.' : found->second;
    }
    return letters;
}

}  // namespace app

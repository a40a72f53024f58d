// "Sliding window": what lanes have before them, against what the kernels found; who shares a read;
// what the picture draws, says and answers.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>

#include "app/views/now.h"
#include "app/views/windows/now.h"
#include "app/weights.h"
#include "lab/asked.h"
#include "lab/running/simulation.h"
#include "tests/app/picture.h"
#include "tests/app/view_says.h"

namespace {

using namespace app;
using namespace test;

struct LettersRead {
    lab::Result result;
    Cursor cursor;

    explicit LettersRead(const std::string& rung, const std::vector<const char*>& knobs = {}) {
        result.request.settings = *lab::settings_named("pattern_matching/" + rung);
        for (const char* knob : knobs)
            EXPECT_FALSE(lab::assign(result.request.settings, knob)) << knob;
        lab::Request drawn = result.request;
        drawn.settings = lab::picture_of(drawn.settings);
        result.picture = lab::simulate(drawn);
    }
    const lab::Run& run() const { return *result.picture; }
    int last() const { return int(run().steps.size()) - 1; }
    /// Goes to the first step whose letters are asked for.
    template <class Wanted>
    LettersRead& to(Wanted wanted) {
        for (cursor.step = 0; cursor.step < last(); ++cursor.step)
            if (reads_letters(run(), run().steps[std::size_t(cursor.step)]) &&
                wanted(letters_at(run(), cursor)))
                break;
        return *this;
    }
    LettersRead& to_words(std::int64_t word, int lane) {
        return to([&](const app::Letters& letters) {
            const LaneLetters& own = letters.lanes[std::size_t(lane)];
            return !letters.of_text && own.text && own.word.place == 4 * word &&
                   own.word.letters.size() == 4;
        });
    }
    app::Letters letters() const { return letters_at(run(), cursor); }
    std::string claim() const { return view_claim("sliding_window", run(), cursor); }
    std::string sentence() const { return view_sentence("sliding_window", run(), cursor); }
    DrawContext context() const {
        static const Series series;
        static const Metrics metrics;
        return {result, cursor, metrics, series};
    }
    Picture picture(Rect area = {0, 0, 1100, 620}) const {
        return {"sliding_window", result, cursor, area};
    }
};

constexpr const char* letter_rungs[] = {"word", "place", "shifted", "shared", "constant"};

// The trace alone tells of as many words as the kernel found, in either order, at any end.
TEST(SlidingWindow, FindsWhatTheKernelFound) {
    for (const char* rung : letter_rungs)
        for (const char* n : {"n=63", "n=64", "n=61", "n=3"})
            for (const char* order : {"order=together", "order=apart"}) {
                const LettersRead read(rung, {n, order, "words=128", "block=128"});
                const auto& found = read.run().results.front().values;
                EXPECT_EQ(found_up_to(read.run(), read.last()),
                          std::ranges::count_if(found, [](float number) { return number > 0; }))
                    << rung << " " << n << " " << order;
            }
}

TEST(SlidingWindow, NamesTheWordsThatTheKernelFound) {
    for (const char* rung : letter_rungs) {
        LettersRead read(rung, {"n=96", "block=32"});
        read.cursor.step = read.last();
        const app::Letters letters = read.letters();
        const auto& found = read.run().results.front().values;
        ASSERT_FALSE(letters.found.empty());
        for (const auto& [place, word] : letters.found)
            EXPECT_EQ(float(word + 1), found[std::size_t(place)]) << rung << " " << place;
    }
}

TEST(SlidingWindow, ALaneHasFourWindowsOfTwoLoads) {
    LettersRead read("shifted", {"n=512"});
    read.to_words(4, 5);
    const LaneLetters lane = read.letters().lanes[5];
    EXPECT_EQ(lane.text.place, 20);
    EXPECT_EQ(lane.text.letters.size(), 8u);
    EXPECT_EQ(lane.word.letters, "ddbc");
    ASSERT_EQ(lane.windows.size(), 4u);
    for (int k = 0; k < 4; ++k) {
        const LaneWindow& window = lane.windows[std::size_t(k)];
        EXPECT_EQ(window.place, 20 + k);
        EXPECT_EQ(window.known, 4);
        const std::string letters = lane.text.letters.substr(std::size_t(k), 4);
        const auto differ = std::ranges::mismatch(letters, lane.word.letters);
        EXPECT_EQ(window.agreeing, differ.in1 - letters.begin());
        EXPECT_EQ(window.found, letters == lane.word.letters);
    }
}

// Letters that a lane does not read, since the one before differs, are not known.
TEST(SlidingWindow, AWordIsKnownAsFarAsItWasRead) {
    LettersRead read("place", {"n=64"});
    read.to([](const app::Letters& letters) { return !letters.of_text && letters.lanes[0].word; });
    const app::Letters letters = read.letters();
    ASSERT_EQ(letters.lanes[0].windows.size(), 1u);
    EXPECT_EQ(letters.lanes[0].word.letters, "d") << "the first letter of the first word";
    EXPECT_EQ(letters.lanes[0].windows[0].known, 1);
    EXPECT_EQ(letters.lanes[0].text.letters.size(), 4u);
}

// What goes to shared memory is not compared on its way.
TEST(SlidingWindow, WordsThatAreCopiedAreNotCompared) {
    LettersRead read("shared", {"n=512"});
    read.to([](const app::Letters& letters) { return letters.of_text; });
    for (const LaneLetters& lane : read.letters().lanes) {
        EXPECT_TRUE(lane.text);
        EXPECT_FALSE(lane.word);
        EXPECT_TRUE(std::ranges::none_of(lane.windows, &LaneWindow::found));
    }
}

TEST(SlidingWindow, SaysWhoSharesARead) {
    LettersRead global("shifted");
    global.to_words(3, 0);
    EXPECT_EQ(global.letters().wanted.size(), 1u);
    EXPECT_EQ(global.letters().wanted[0].lanes, ~0u);
    EXPECT_EQ(global.letters().turns(), 1);
    EXPECT_EQ(global.claim(), "One word for 32 lanes: read once");
    LettersRead apart("constant", {"order=apart"});
    apart.to_words(3, 3);
    EXPECT_EQ(apart.letters().wanted.size(), 32u);
    EXPECT_EQ(apart.claim(), "32 words for 32 lanes: 32 passes");
    const std::string now = now_text(apart.run(), apart.cursor);
    EXPECT_NE(now.find("takes *32 passes*; for one address 1 would be enough"), std::string::npos)
        << now;
    EXPECT_EQ(now.find("sector"), std::string::npos) << now;
    LettersRead same("constant");
    same.to_words(3, 0);
    EXPECT_NE(now_text(same.run(), same.cursor).find("*1 pass*, as few as possible"),
              std::string::npos);
    LettersRead banks("shared", {"order=apart"});
    banks.to_words(3, 3);
    EXPECT_EQ(banks.claim(), "32 words for 32 lanes: 1 wavefront");
    LettersRead text("word");
    text.to([](const app::Letters& letters) { return letters.of_text; });
    EXPECT_EQ(text.claim(), "One letter for 32 lanes: read once");
    text.cursor.step = -1;
    EXPECT_EQ(text.claim(), "Nothing is read yet");
}

TEST(SlidingWindow, SaysHowFarAWordAgrees) {
    LettersRead read("shifted");
    read.to_words(4, 0);
    EXPECT_EQ(read.sentence(),
              "Lane *0* has *ddbc* of word 4 and compares it in *4 windows*, from 0 on: *three* "
              "of its first letters agree.");
    read.cursor.lane = 5;
    read.cursor.step = 0;
    EXPECT_EQ(read.sentence(), "Lane *5* has no word yet.");
}

TEST(SlidingWindow, DrawsTheWordsTheTextAndTheLens) {
    LettersRead read("constant");
    read.to_words(4, 0);
    const Picture picture = read.picture();
    for (const char* words :
         {"Words, from constant memory", "×32", "pass for this load",
          "Lane 0: its word below its letters", "differs in letter 4", "at 3", "a word was found"})
        EXPECT_TRUE(picture.sees(words)) << words;
    const auto marks = those(picture.notes.marks, is_chosen);
    EXPECT_GE(marks.size(), 1u + 8 + 8) << "a word, and eight letters twice";
    LettersRead apart("constant", {"order=apart"});
    apart.to_words(4, 4);
    EXPECT_TRUE(apart.picture({0, 0, 1500, 620}).sees("lane 31"));
    EXPECT_FALSE(apart.picture({0, 0, 1500, 620}).sees("lanes below"));
    EXPECT_FALSE(apart.picture().sees("lane 31")) << "it would touch lane 30";
    EXPECT_NE(apart.picture().notes.find("31"), nullptr);
    EXPECT_TRUE(apart.picture().sees("Words, from constant memory, lanes below"));
    EXPECT_FALSE(apart.picture().sees("×32"));
    EXPECT_TRUE(apart.picture().sees("passes for this load"));
    EXPECT_FALSE(read.picture({0, 0, 500, 120}).sees("×32"));
}

TEST(SlidingWindow, AClickChoosesALane) {
    LettersRead read("shifted");
    read.to_words(4, 0);
    const Rect area{0, 0, 1100, 620};
    const View& view = *find_view("sliding_window");
    const Now now = now_in(read.context(), area);
    Cursor cursor = read.cursor;
    const Rect letter = now.places.text.cell(45);
    ASSERT_TRUE(
        view.pointing.click(read.context(), cursor, area, {letter.middle_x(), letter.middle_y()}));
    EXPECT_EQ(cursor.lane, 10) << "lanes 10 and 11 have letter 45";
    const auto spot = view.pointing.spot(read.picture().notes, read.context(), area,
                                         {letter.middle_x(), letter.middle_y()});
    ASSERT_TRUE(spot);
    EXPECT_NE(spot->words.find("Letter 45"), std::string::npos) << spot->words;
    EXPECT_NE(spot->words.find("Lanes 10 and 11 have it"), std::string::npos) << spot->words;
    const Rect word = now.places.words.cell(4);
    const auto chip = view.pointing.spot(read.picture().notes, read.context(), area,
                                         {word.middle_x(), word.middle_y()});
    ASSERT_TRUE(chip);
    EXPECT_NE(chip->words.find("Word 4*, ddbc"), std::string::npos) << chip->words;
    EXPECT_GT(chip->step(), read.cursor.step);
    EXPECT_FALSE(view.pointing.click(read.context(), cursor, area, {area.w - 5, area.h - 5}));
}

// Where lanes share a read, and some words are found already.
TEST(SlidingWindow, OpensWhereLanesShareARead) {
    for (const char* rung : letter_rungs) {
        LettersRead read(rung);
        const View& view = *find_view("sliding_window");
        int best = 0;
        for (int step = 0; step <= read.last(); ++step)
            if (view.interest.weight(read.run(), step) > view.interest.weight(read.run(), best))
                best = step;
        read.cursor.step = best;
        EXPECT_EQ(read.letters().wanted.size(), 1u) << rung;
        EXPECT_EQ(std::popcount(read.letters().wanted[0].lanes), 32) << rung;
        EXPECT_GT(found_up_to(read.run(), best), 0) << rung;
    }
    const LettersRead apart("constant", {"order=apart"});
    EXPECT_GT(find_view("sliding_window")->interest.weight(apart.run(), apart.last() - 2), 0);
}

TEST(SlidingWindow, IsForLettersAlone) {
    lab::Result other;
    other.request.settings = *lab::settings_named("option/drawn");
    lab::Request drawn = other.request;
    drawn.settings = lab::picture_of(drawn.settings);
    other.picture = lab::simulate(drawn);
    EXPECT_FALSE(find_view("sliding_window")->fits(*other.picture));
    EXPECT_TRUE(find_view("sliding_window")->fits(LettersRead("word").run()));
    EXPECT_FALSE(letters_at(*other.picture, {}));
}

// Four letters of the text are no word.
TEST(SlidingWindow, CallsLettersOfTheTextLetters) {
    const auto of_text = [](const app::Letters& letters) { return letters.of_text; };
    LettersRead read("constant", {"order=apart"});
    EXPECT_EQ(read.to(of_text).claim(), "Four letters for each of 32 lanes: 4 sectors");
    EXPECT_TRUE(read.picture().sees("four letters for each of 32 lanes"));
    LettersRead small("shifted", {"words=1", "n=64"});
    EXPECT_EQ(small.to(of_text).claim().rfind("Four letters for each of 16 lanes: ", 0), 0u)
        << small.claim();
}

// Where a step is no load, the number is of another, and dim.
TEST(SlidingWindow, SaysWhichLoadItsNumberIsOf) {
    LettersRead read("constant", {"order=apart"});
    const auto dims = [&] {
        return those(read.picture().notes.marks,
                     [](const NotedMark& mark) {
                         return mark.is(MarkKind::fill, Role::panel) && mark.colour.alpha < .9f;
                     })
            .size();
    };
    read.to_words(3, 3);
    EXPECT_TRUE(read.picture().sees("passes for this load"));
    EXPECT_EQ(dims(), 0u);
    read.cursor.step = read.last();
    ASSERT_EQ(read.claim(), "This step reads no letters");
    EXPECT_TRUE(read.picture().sees("passes for the last load"));
    EXPECT_EQ(dims(), 1u);
    read.cursor.step = -1;
    EXPECT_TRUE(read.picture().sees("for the next load"));
    EXPECT_TRUE(read.picture({0, 0, 500, 400}).sees("for the next load"));
}

// Rows of the text, and then the lens, give way to the bars: the cost is seen nowhere else.
TEST(SlidingWindow, BarsHaveRoomBeforeRowsOfTheTextHave) {
    LettersRead read("shared");
    read.to_words(16, 0);
    for (const Rect area : {Rect{0, 0, 720, 335}, Rect{0, 0, 640, 420}, Rect{0, 0, 1100, 620}}) {
        const Now now = now_in(read.context(), area);
        EXPECT_GT(now.places.bars.h, 80) << area.w;
        EXPECT_LE(now.places.bars.bottom(), area.bottom() + .1f) << area.w;
        EXPECT_GE(now.places.bars.y, now.places.text.cells.bottom()) << area.w;
        EXPECT_GE(now.places.text.shown, 2) << area.w;
        EXPECT_TRUE(read.picture(area).sees("Wavefronts of all warps")) << area.w;
    }
    const Now low = now_in(read.context(), {0, 0, 600, 285});
    EXPECT_GT(low.places.bars.h, 80);
    EXPECT_EQ(low.places.text.shown, 1);
    EXPECT_EQ(low.places.lens_row, 0);
    LettersRead many("word", {"words=128"});
    many.to([](const app::Letters& letters) { return letters.of_text; });
    EXPECT_EQ(now_in(many.context(), {0, 0, 720, 335}).places.bars.h, 0)
        << "no room is left free for more bars than fit";
}

TEST(SlidingWindow, WordsTakeTheWidthAndWhatTheTextLeaves) {
    LettersRead read("word", {"words=128"});
    read.to([](const app::Letters& letters) { return letters.of_text; });
    const Now now = now_in(read.context(), {0, 0, 1100, 620});
    EXPECT_EQ(now.places.words.columns, 16);
    EXPECT_GT(now.places.words.cells.h, 250) << "the text has few rows";
    LettersRead some("shared");
    some.to_words(16, 0);
    EXPECT_EQ(now_in(some.context(), {0, 0, 1080, 480}).places.words.columns, 16);
    const Now low = now_in(some.context(), {0, 0, 720, 335});
    ASSERT_LT(low.places.words.shown, low.places.words.all);
    EXPECT_TRUE(some.picture({0, 0, 720, 335})
                    .sees(std::to_string(low.places.words.shown) + " of " +
                          std::to_string(low.places.words.all) + " rows"));
}

// A line is directly below its letters, but where words overlap.
TEST(SlidingWindow, FoundWordsAreMarkedBelowTheirLetters) {
    const auto levels = levels_of_found({{3, 1}, {7, 0}, {13, 2}, {14, 3}, {16, 4}, {21, 5}}, 4);
    EXPECT_EQ(levels,
              (std::map<std::int64_t, int>{{3, 0}, {7, 0}, {13, 0}, {14, 1}, {16, 2}, {21, 0}}));
    LettersRead read("shifted");
    read.cursor.step = read.last();
    const Now now = now_in(read.context(), {0, 0, 1100, 620});
    const auto lines = those(read.picture().notes.marks, [&](const NotedMark& mark) {
        return mark.is(MarkKind::line, Role::good) &&
               now.places.text.cells.contains({mark.box.middle_x(), mark.box.middle_y()});
    });
    ASSERT_FALSE(lines.empty());
    const LetterRows& rows = now.places.text;
    const auto alone = std::ranges::count_if(lines, [&](const NotedMark& mark) {
        const int row = int((mark.box.middle_y() - rows.cells.y) / rows.pitch);
        return mark.box.middle_y() < rows.cells.y + float(row) * rows.pitch + rows.high + 4;
    });
    EXPECT_GT(alone * 2, std::ssize(lines)) << "most words overlap no other";
}

TEST(SlidingWindow, NamesTheArraysThatBarsAreOf) {
    LettersRead read("shifted");
    read.to_words(4, 0);
    const Rect wide{0, 0, 1300, 620};
    const Picture picture = read.picture(wide);
    EXPECT_TRUE(picture.sees("a bar for each load"));
    EXPECT_FALSE(picture.sees("a bar for each load of"));
    const Now now = now_in(read.context(), wide);
    for (const char* name : {"text", "words"})
        EXPECT_TRUE(std::ranges::any_of(picture.notes.texts, [&](const NotedText& text) {
            return text.text == name && text.box.x >= now.places.bars.x &&
                   text.box.y > now.places.bars.y;
        })) << name;
    EXPECT_FALSE(picture.sees("apart"));
}

// Letters of lanes that take no part in a load are not lit.
TEST(SlidingWindow, LanesThatAreOffAreDim) {
    LettersRead read("place");
    const auto lit = [&] {
        const Now now = now_in(read.context(), {0, 0, 1100, 620});
        return std::ssize(those(read.picture().notes.marks, [&](const NotedMark& mark) {
            return mark.kind == MarkKind::fill && mark.box.h == now.places.text.high &&
                   now.places.text.cells.contains({mark.box.middle_x(), mark.box.middle_y()});
        }));
    };
    read.to([](const app::Letters& letters) {
        return !letters.of_text && std::popcount(letters.shown.event->mask) == 3;
    });
    ASSERT_EQ(std::popcount(read.letters().shown.event->mask), 3);
    EXPECT_GT(lit(), 3);
    EXPECT_LE(lit(), 3 * 4) << "of three lanes, up to four letters each";
    EXPECT_TRUE(read.picture().sees("lanes that are off"));
    LettersRead all("shifted");
    all.to_words(4, 0);
    EXPECT_FALSE(all.picture().sees("lanes that are off"));
}

}  // namespace

// Cards over a series of results: no text leaves or meets another, sources stay apart, sentences
// follow the intervals.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "app/draw/canvas_notes.h"
#include "app/format.h"
#include "app/series.h"
#include "app/view.h"
#include "lab/library.h"
#include "tests/app/series_maker.h"
#include "tests/app/shell_driver.h"

namespace {

using namespace app;
using namespace test;

const Fonts& fonts() { return app::testing::measuring_painter().fonts(); }

const Metrics wide = metrics_of(Density::desk), compact = metrics_of(Density::laptop);

std::vector<std::string> texts_of(const char* id, const Filled& from, Rect area,
                                  const Metrics& type = wide, float longer = 1,
                                  std::vector<std::string>* wrong = nullptr) {
    CanvasNotes notes(fonts(), 1, longer);
    const Cursor cursor;
    notes.card(id, area);
    find_view(id)->draw(notes, {from.shown, cursor, type, from.series}, area);
    if (wrong) *wrong = misplaced_texts(notes);
    std::vector<std::string> texts;
    for (const NotedText& text : notes.texts) texts.push_back(text.text);
    return texts;
}

bool says(const std::vector<std::string>& texts, std::string_view wanted) {
    return std::any_of(texts.begin(), texts.end(),
                       [&](const std::string& text) { return text.find(wanted) != text.npos; });
}

TEST(Cards, KeepTextsApartAndInside) {
    const Rect areas[] = {
        {0, 0, 260, 120}, {0, 0, 330, 130}, {0, 0, 480, 190}, {0, 0, 900, 400}, {0, 0, 1500, 700}};
    for (const char* id : {"timings", "rungs_compared", "ledger", "sectors_by_stride",
                           "block_shapes", "instruction_mix", "by_knob"})
        for (const lab::TimeKind kind : {lab::TimeKind::measured, lab::TimeKind::modelled})
            for (const int rung : {0, 2, 6}) {
                const Filled from = filled(kind, rung);
                for (const Rect& area : areas)
                    for (const float longer : {1.f, 1.33f})
                        for (const Metrics* type : {&wide, &compact}) {
                            std::vector<std::string> wrong;
                            const auto texts = texts_of(id, from, area, *type, longer, &wrong);
                            EXPECT_TRUE(wrong.empty())
                                << id << " rung " << rung << " " << area.w << " x " << area.h
                                << " longer " << longer << (type == &wide ? " wide" : " compact")
                                << ": " << wrong[0];
                            EXPECT_FALSE(texts.empty()) << id;
                        }
            }
}

TEST(Cards, AWinnerNeedsIntervalsThatPart) {
    const auto clear =
        texts_of("rungs_compared", filled(lab::TimeKind::measured, 2, .001), {0, 0, 480, 220});
    EXPECT_TRUE(says(clear, "7 is ahead so far: "));
    const auto tied =
        texts_of("rungs_compared", filled(lab::TimeKind::measured, 2, .15), {0, 0, 480, 220});
    EXPECT_TRUE(says(tied, "Times of 5 and 7 overlap: no winner yet."))
        << "rungs 5 and 7 differ by a tenth";
    const auto over =
        texts_of("rungs_compared", filled(lab::TimeKind::recorded, 2, .15), {0, 0, 480, 220});
    EXPECT_TRUE(says(over, "Times of 5 and 7 overlap: none is ahead."))
        << "nobody times them again";
}

// All kernels at once have a title that says what their times say.
TEST(Cards, TheLadderSaysWhoIsAhead) {
    const Filled apart = filled(lab::TimeKind::measured, 2, .001);
    const Cursor cursor;
    const Metrics metrics;
    const DrawContext context{apart.shown, cursor, metrics, apart.series};
    EXPECT_TRUE(
        find_view("ladder")->words.note(context).whole().starts_with("7 is ahead so far: "));
}

// The times that the strongest and the palest colour stand for, with their unit.
TEST(Cards, TheMapOfShapesHasAScaleAtEverySize) {
    const Filled from = filled(lab::TimeKind::recorded, 0);
    for (const Rect& area : {Rect{0, 0, 280, 100}, Rect{0, 0, 580, 84}, Rect{0, 0, 480, 200}}) {
        const auto texts = texts_of("block_shapes", from, area, compact);
        EXPECT_TRUE(says(texts, "10.2 µs")) << "8 x 64: " << area.w << " x " << area.h;
        EXPECT_TRUE(says(texts, "45.9 µs")) << area.w << " x " << area.h;
        EXPECT_TRUE(says(texts, "x = 8")) << area.w << " x " << area.h;
    }
}

// What is run although it is refused does not make other kernels refused ones.
TEST(Cards, WhatRunsAnywayFindsTheTimesOfOtherKernels) {
    Filled from = filled(lab::TimeKind::recorded, 2);
    from.shown.request.settings.anyway = true;
    const auto texts = texts_of("rungs_compared", from, {0, 0, 480, 220});
    EXPECT_TRUE(says(texts, time_text(.004 + double(1 << 22) / 1e8))) << "of kernel 1";
}

TEST(Cards, TimesOfTwoClocksAreNotCompared) {
    Filled from;
    from.series.add(result_of(settings(0, 1 << 22), lab::TimeKind::recorded, .01));
    from.shown = result_of(settings(2, 1 << 22), lab::TimeKind::modelled, .02);
    from.series.add(from.shown);
    const auto texts = texts_of("rungs_compared", from, {0, 0, 480, 220});
    EXPECT_TRUE(says(texts, "not estimated by this formula"));
    EXPECT_TRUE(says(texts, "no time yet")) << "of the others";
}

// The shown kernel's result is wrong, so that a formula is all that it has.
TEST(Cards, TimesThatOthersHaveStandWhereTheShownKernelHasAFormula) {
    Filled from;
    for (const int rung : {3, 4, 5})
        from.series.add(result_of(settings(rung, 1 << 22), lab::TimeKind::recorded, .01 * rung));
    from.shown = result_of(settings(2, 1 << 22), lab::TimeKind::modelled, .02);
    auto wrong = std::make_shared<lab::Run>(*from.shown.timed);
    wrong->verdict.checked = true;
    wrong->verdict.ok = false;
    from.shown.timed = wrong;
    from.series.add(from.shown);
    const Rect area{0, 0, 480, 220};
    auto texts = texts_of("rungs_compared", from, area);
    for (const double ms : {.03, .04, .05}) EXPECT_TRUE(says(texts, time_text(ms))) << ms;
    EXPECT_FALSE(says(texts, "not estimated by this formula"));
    EXPECT_TRUE(says(texts, "wrong result")) << "of the shown one";
    from.series.choice.first = TimeClock{lab::TimeKind::modelled, "NVIDIA H200"};
    texts = texts_of("rungs_compared", from, area);
    EXPECT_TRUE(says(texts, "not estimated by this formula")) << "somebody chose the formula";
}

// "30.2" over each of two neighbours ran together.
TEST(Cards, NumbersOverNeighbouringBarsKeepApart) {
    Filled from = filled(lab::TimeKind::none, 2);
    for (const std::int64_t value : stride_knob.ticks) {
        lab::Settings at = settings(2, 1 << 22);
        at.set(stride_knob, value);
        lab::Result result = result_of(at, lab::TimeKind::none, 0);
        auto run = std::make_shared<lab::Run>(*result.counted);
        run->counters.global_load_requests = 1000, run->counters.global_load_sectors = 30'150;
        result.picture = result.counted = run;
        from.series.add(result);
    }
    for (float width = 60; width < 500; width += 4) {
        std::vector<std::string> wrong;
        texts_of("sectors_by_stride", from, {0, 0, width, 190}, wide, 1, &wrong);
        EXPECT_TRUE(wrong.empty()) << width << ": " << (wrong.empty() ? "" : wrong.front());
    }
    EXPECT_TRUE(says(texts_of("sectors_by_stride", from, {0, 0, 480, 190}), "30.1"));
}

// Rows are as high as the room over their number, and that many rows fit.
TEST(Cards, EveryKernelHasARowWhereItCanBeRead) {
    const Filled from = filled(lab::TimeKind::recorded, 2);
    for (float height = 135; height < 260; height += .5f) {
        const auto texts = texts_of("rungs_compared", from, {0, 0, 330, height}, compact);
        for (const char* rung : {"1", "7"})
            EXPECT_TRUE(std::ranges::find(texts, rung) != texts.end()) << rung << " at " << height;
    }
}

TEST(Cards, BadgesNameTheSource) {
    const Cursor cursor;
    for (const auto& [kind, badge] : {std::pair{lab::TimeKind::measured, Badge::measured},
                                      {lab::TimeKind::recorded, Badge::recorded},
                                      {lab::TimeKind::modelled, Badge::modelled},
                                      {lab::TimeKind::none, Badge::none}}) {
        const Filled from = filled(kind, 0);
        for (const char* id : {"timings", "rungs_compared", "block_shapes", "by_knob"})
            EXPECT_EQ(find_view(id)->words.badge({from.shown, cursor, wide, from.series}), badge);
    }
}

// Every name nearer to a mark of its series than to any of the other; marks are found by their
// form: squares of 5 are the other kernel's, dashes 12 wide the shown one's.
float apart(Rect box, Rect mark) {
    const float x = mark.middle_x(), y = mark.middle_y();
    return std::hypot(x - std::clamp(x, box.x, box.right()),
                      y - std::clamp(y, box.y, box.bottom()));
}

// Kernels 1 and 2, the second `times` as slow.
Filled pair_apart(double times) {
    Filled made;
    for (const std::int64_t size : size_knob.ticks)
        for (const int rung : {0, 1})
            made.series.add(result_of(settings(rung, size), lab::TimeKind::measured,
                                      (.004 + double(size) / 1e8) * (rung ? times : 1), .001));
    made.shown = result_of(settings(1, 1 << 22), lab::TimeKind::measured, .046 * times, .001);
    return made;
}

TEST(Cards, NamesInThePlotStandAtTheirOwnMarks) {
    int named = 0;
    for (double times = .5; times < 2; times *= 1.03)
        for (const Rect& area :
             {Rect{0, 0, 330, 130}, Rect{0, 0, 480, 190}, Rect{0, 0, 900, 400}}) {
            const Filled from = pair_apart(times);
            CanvasNotes notes(fonts());
            find_view("timings")->draw(notes, {from.shown, Cursor{}, wide, from.series}, area);
            for (const NotedText& text : notes.texts) {
                if (!text.text.starts_with("kernel ")) continue;
                const bool shown = text.text == "kernel 2";
                float own = 1e9f, foreign = 1e9f;
                for (const NotedMark& fill : notes.of(MarkKind::fill)) {
                    const Rect mark = fill.box;
                    if (mark.w != 12 && mark.w != 5) continue;
                    float& least = (mark.w == 12) == shown ? own : foreign;
                    least = std::min(least, apart(text.box, mark));
                }
                EXPECT_LT(own, foreign) << text.text << ", " << times << " as slow, " << area.w;
                ++named;
            }
        }
    EXPECT_GT(named, 60);
}

// Two kernels that take the same time at every size share one name.
TEST(Cards, SeriesThatLieOnEachOtherAreNamedTogether) {
    const Filled from = pair_apart(1);
    const auto texts = texts_of("timings", from, {0, 0, 480, 190});
    EXPECT_TRUE(says(texts, "kernels 1 and 2"));
    EXPECT_FALSE(says(texts, "kernel 1"));
    EXPECT_FALSE(says(texts, "kernel 2"));
}

// Two that part have no name together, where neither has room for its own beside its curve.
TEST(Cards, SeriesThatPartAreNamedFromAfar) {
    const auto texts = texts_of("timings", pair_apart(1.6), {0, 0, 360, 90});
    EXPECT_FALSE(says(texts, "kernels 1 and 2"));
    EXPECT_TRUE(says(texts, "kernel 2"));
}

TEST(Cards, AFaultedRunSaysThatItHasNoTime) {
    Filled from = filled(lab::TimeKind::recorded, 2);
    for (const std::int64_t size : size_knob.ticks) {
        lab::Result ended = result_of(settings(2, size), lab::TimeKind::none, 0);
        auto run = std::make_shared<lab::Run>(*ended.counted);
        run->faults.emplace_back().fatal = true;
        ended.picture = ended.counted = run;
        from.series.add(ended);
        if (size == 1 << 22) from.shown = ended;
    }
    EXPECT_FALSE(from.series.timed(from.shown.request.settings));
    const Rect area{0, 0, 480, 220};
    EXPECT_TRUE(says(texts_of("rungs_compared", from, area), "no time: a fault ended the run"));
    for (int other : {0, 1, 3, 4, 6}) {
        lab::Result ended = from.shown;
        ended.request.settings.rung = other;
        auto run = std::make_shared<lab::Run>(*from.shown.counted);
        run->request = ended.request;
        ended.picture = ended.counted = run;
        from.series.add(ended);
    }
    CanvasNotes notes(fonts());
    std::string all;
    find_view("rungs_compared")->draw(notes, {from.shown, Cursor{}, wide, from.series}, area);
    for (const NotedText& text : notes.texts) all += text.text + " ";
    EXPECT_EQ(all, "A fault ended this run, so it has no time. ");
    EXPECT_EQ(find_view("ledger")->words.note({from.shown, Cursor{}, wide, from.series}).whole(),
              "a fault ended this run");
}

// The order of blocks may bring a fault out: without it the run has a time again.
TEST(Cards, ARunThatWentToItsEndHasATimeAgain) {
    Series series;
    lab::Result ended = result_of(settings(2, 1 << 22), lab::TimeKind::none, 0);
    auto run = std::make_shared<lab::Run>(*ended.counted);
    run->faults.emplace_back().fatal = true;
    ended.picture = ended.counted = run;
    series.add(ended);
    EXPECT_EQ(series.ended_by(settings(2, 1 << 22)), "a fault");
    series.add(result_of(settings(2, 1 << 22), lab::TimeKind::modelled, 1));
    EXPECT_EQ(series.ended_by(settings(2, 1 << 22)), "");
    EXPECT_TRUE(series.timed(settings(2, 1 << 22)));
}

// Followed for as long as is followed, and cut off: no fault was found.
TEST(Cards, TheLimitOfStepsIsNotCalledAFault) {
    Filled from = filled(lab::TimeKind::modelled, 4);
    lab::Result cut = from.shown;
    auto run = std::make_shared<lab::Run>(*cut.counted);
    run->cut_after = 1 << 20;
    cut.picture = cut.counted = run;
    from.series.add(cut);
    EXPECT_EQ(find_view("ledger")->words.note({from.shown, Cursor{}, {}, from.series}).whole(),
              "the limit of steps ended this run");
}

TEST(Cards, AWrongResultIsStruckOutAndCannotWin) {
    Filled from = filled(lab::TimeKind::measured, 2, .001);
    lab::Result wrong = result_of(settings(6, 1 << 22), lab::TimeKind::measured, .0001, .001);
    auto run = std::make_shared<lab::Run>(*wrong.timed);
    run->verdict.checked = true, run->verdict.ok = false;
    wrong.timed = run;
    from.series.add(wrong);
    const auto texts = texts_of("rungs_compared", from, {0, 0, 480, 220});
    EXPECT_FALSE(says(texts, "7 is ahead"));
    EXPECT_TRUE(says(texts, "5 is ahead"));
}

TEST(Cards, TheLedgerComparesNeighbouringKernels) {
    const auto texts = texts_of("ledger", filled(lab::TimeKind::none, 2), {0, 0, 700, 260});
    EXPECT_TRUE(says(texts, "Kernel 1"));
    EXPECT_TRUE(says(texts, "Kernel 3"));
    EXPECT_TRUE(says(texts, "141"));
    EXPECT_TRUE(says(texts, "36"));
    EXPECT_TRUE(says(texts, "/3.9")) << "of 141 and 36";
    EXPECT_TRUE(says(texts, "vs kernel 2"));
    EXPECT_FALSE(says(texts, "Kernel 4"));
}

// What can be counted is waited for: the size never changes by itself. What can't is as drawn.
TEST(Cards, TheLedgersNoteNamesTheSizeThatItShows) {
    static const lab::Lesson drawn_small = [] {
        lab::Lesson value = lesson();
        value.id = "drawn_small";  // which size is counted is known by it
        value.picture = [](lab::Settings at) {
            at.set(size_knob, 1 << 10);
            return at;
        };
        value.cost = [](const lab::Settings& set) { return double(set[size_knob]) * 100; };
        return value;
    }();
    Filled from;
    const auto add = [&](int rung, std::int64_t size) {
        lab::Settings at(drawn_small);
        at.rung = rung;
        at.set(size_knob, size);
        lab::Result result = result_of(at, lab::TimeKind::none, 0);
        auto run = std::make_shared<lab::Run>(*result.counted);
        run->counters.divergent_branches = static_cast<std::uint64_t>(7000 + size / 1024 + rung);
        result.picture = result.counted = run;
        from.series.add(result);
        from.shown = result;
    };
    const auto note = [&] {
        return find_view("ledger")->words.note({from.shown, Cursor{}, wide, from.series}).whole();
    };
    for (int rung = 0; rung < 3; ++rung) add(rung, 1 << 10);
    add(2, 1 << 22);
    EXPECT_EQ(note(), "2²² numbers");
    for (const float width : {900.f, 330.f, 240.f}) {
        const auto texts = texts_of("ledger", from, {0, 0, width, 260});
        EXPECT_FALSE(says(texts, grouped(7003))) << width;
        EXPECT_TRUE(says(texts, grouped(7000 + 4096 + 2)) || says(texts, short_count(11098)));
    }
    EXPECT_FALSE(says(texts_of("ledger", from, {0, 0, 240, 260}), "Kernel 2"));
    add(2, 1 << 26);  // counted all the same, but its neighbours never will be
    EXPECT_EQ(note(), "drawn: 2¹⁰ numbers");
    EXPECT_TRUE(says(texts_of("ledger", from, {0, 0, 900, 260}), grouped(7003)));
}

// A kernel has its name and, where it does not run, the reason, however many there are.
TEST(Cards, NineKernelsKeepTheirNamesInASmallCard) {
    static const lab::Lesson nine = [] {
        lab::Lesson value = lesson();
        for (const char* title : {"Eighth way", "Ninth way"}) {
            lab::Rung rung;
            rung.id = title, rung.title = title;
            rung.legal = [](const lab::Settings&) {
                lab::Refusal refusal;
                refusal.title = "The block is too large for this way";
                refusal.limit_name = "threads per block";
                refusal.limit = 512, refusal.asked = 1024;
                return std::optional(refusal);
            };
            value.rungs.push_back(rung);
        }
        return value;
    }();
    Filled from;
    for (int rung = 0; rung < 7; ++rung) {
        lab::Settings at(nine);
        at.rung = rung;
        from.shown = result_of(at, lab::TimeKind::recorded, .01 * (rung + 1));
        from.series.add(from.shown);
    }
    for (const Rect& area : {Rect{0, 0, 236, 134}, Rect{0, 0, 270, 140}, Rect{0, 0, 480, 200}}) {
        const auto texts = texts_of("rungs_compared", from, area, compact);
        EXPECT_TRUE(says(texts, "Sequential")) << area.w << " x " << area.h;
        for (const char* name : {"Interleaved", "Warp", "Eighth", "Ninth"})  // or by the wheel
            EXPECT_TRUE(says(texts, name) || says(texts, "turn the wheel"))
                << name << " at " << area.w << " x " << area.h;
    }
    EXPECT_TRUE(says(texts_of("rungs_compared", from, {0, 0, 480, 200}, compact), "Ninth"));
    EXPECT_TRUE(says(texts_of("rungs_compared", from, {0, 0, 480, 200}, compact), "at most 512"));
    EXPECT_TRUE(
        says(texts_of("rungs_compared", from, {0, 0, 700, 240}), "at most 512 threads per block"));
}

TEST(Cards, TheLedgerNamesEveryRow) {
    const Filled from = filled(lab::TimeKind::none, 2);
    for (float width = 240; width < 700; width += 3.3f) {
        const auto texts = texts_of("ledger", from, {0, 0, width, 260});
        for (const char* title : {"Divergent branches", "oad wavefronts", "Asked bytes used"})
            ASSERT_TRUE(says(texts, title)) << title << " at " << width;
    }
}

// However wide the card is: the eye keeps the line from a name to its first number.
TEST(Cards, TheLedgerKeepsNamesAndNumbersTogether) {
    const Filled from = filled(lab::TimeKind::measured, 2);
    for (const float width : {700.f, 1300.f, 1900.f, 3800.f}) {
        CanvasNotes notes(fonts());
        const Cursor cursor;
        find_view("ledger")->draw(notes, {from.shown, cursor, wide, from.series},
                                  {0, 0, width, 500});
        const NotedText* head = notes.find("Kernel 1");
        ASSERT_TRUE(head) << width;
        float longest = 0;
        for (const NotedText& text : notes.texts)
            if (text.box.x < 1) longest = std::max(longest, text.box.right());
        EXPECT_LT(head->box.x - longest, 80) << width;
    }
}

TEST(Cards, StridesShowSectorsALoad) {
    const auto texts =
        texts_of("sectors_by_stride", filled(lab::TimeKind::none, 0), {0, 0, 480, 190});
    for (const char* sectors : {"4", "8", "16", "32"}) EXPECT_TRUE(says(texts, sectors));
}

TEST(Cards, SayWhatTheyLack) {
    const lab::Settings at = settings(2, 1 << 22);
    const auto needs = [&](const char* id) { return find_view(id)->needs.settings(at); };
    EXPECT_EQ(needs("timings").size(), 2 * size_knob.ticks.size());
    EXPECT_EQ(needs("timings")[0], at) << "the nearest first";
    EXPECT_EQ(needs("rungs_compared").size(), 7 + lab::at_libraries(at).size());
    EXPECT_EQ(needs("block_shapes").size(), 16u);
    EXPECT_EQ(needs("sectors_by_stride").size(), stride_knob.ticks.size());
    for (const lab::Settings& each : needs("ledger")) EXPECT_LE(each.rung, 2);
}

TEST(Cards, NothingIsWantedTwiceOrAtAnyPrice) {
    const Filled from = filled(lab::TimeKind::measured, 2);
    std::vector<std::string> lines;
    for (const Want& want : wanted(from.shown.request, from.series)) {
        EXPECT_FALSE(from.series.knows(want.request.settings));
        const bool time = want.wish == lab::Worker::Wish::time;
        EXPECT_FALSE(time && from.series.timed(want.request.settings));
        lines.push_back((time ? "time of " : "counts of ") + line_of(want.request.settings));
    }
    auto sorted = lines;
    std::sort(sorted.begin(), sorted.end());
    EXPECT_EQ(std::unique(sorted.begin(), sorted.end()), sorted.end());
    EXPECT_EQ(wanted(from.shown.request, Series{}, 1e9, 3).size(), 3u);
}

TEST(Cards, EveryCardGetsItsFirstNeedsFirst) {
    const auto wants = wanted({.settings = settings(2, 1 << 22)}, Series{}, 1e9, 8);
    ASSERT_EQ(wants.size(), 8u);
    bool other_size = false, other_rung = false;
    for (const auto& [request, wish, against] : wants) {
        other_size |= request.settings[size_knob] != 1 << 22;
        other_rung |= request.settings.rung != 2;
    }
    EXPECT_TRUE(other_size && other_rung) << "sizes for one card, kernels for another";
}

TEST(Cards, WhatCostsTooMuchIsLeft) {
    for (const auto& [request, wish, against] :
         wanted({.settings = settings(2, 1 << 22)}, Series{}, 1 << 18))
        EXPECT_LE(request.settings[size_knob], 1 << 18);
    EXPECT_FALSE(wanted({.settings = settings(2, 1 << 22)}, Series{}, 1 << 18).empty());
}

}  // namespace

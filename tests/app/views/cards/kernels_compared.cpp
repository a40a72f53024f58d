// The card of kernels compared: whose time is whose at a glance, also from the last row of a room.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <span>
#include <string>

#include "app/format.h"
#include "app/sentences/changed_settings.h"
#include "app/session.h"
#include "app/views/cards/compared_times.h"
#include "app/views/cards/ledger_rows.h"
#include "app/views/cards/spots.h"
#include "app/views/ledger/ledger_size.h"
#include "app/views/rungs.h"
#include "lab/asked.h"
#include "lab/library.h"
#include "lab/requests/state_line.h"
#include "lab/time/recordings.h"
#include "tests/app/picture.h"
#include "tests/app/series_maker.h"
#include "tests/app/views/cards/card_spots.h"

namespace {

using namespace app;
using namespace test;

// The numbers of "Kernel 6 → 7, slower: polls 1 024 → 2 048, counted.", whose blanks are
// thin.
double number_in(const std::string& words) {
    std::string digits;
    std::ranges::copy_if(words, std::back_inserter(digits),
                         [](char each) { return each >= '0' && each <= '9'; });
    return digits.empty() ? NAN : std::stod(digits);
}
double count_after(const std::string& words) { return number_in(words.substr(words.rfind("→"))); }
double count_before(const std::string& words) {
    const auto from = words.find(": ");
    return number_in(words.substr(from, words.rfind("→") - from));
}

TEST(ComparedPicture, WarmTimesAreHollowAndTheKeySaysSo) {
    Filled from = filled(lab::TimeKind::measured, 2, .001);
    const Rect area{0, 0, 480, 260};
    const auto hollow = [&] {
        const Picture picture("rungs_compared", from.shown, {}, area, from.series);
        const auto outlines = picture.notes.of(MarkKind::outline, Role::stroke);
        EXPECT_EQ(picture.notes.find("warm caches") != nullptr, !outlines.empty());
        EXPECT_FALSE(picture.notes.find("warm")) << "once is enough";
        const Picture low("rungs_compared", from.shown, {}, {0, 0, 480, 100}, from.series);
        EXPECT_FALSE(low.notes.find("warm caches"));
        EXPECT_EQ(low.notes.find("warm") != nullptr, !outlines.empty()) << "at its bar";
        return outlines.size();
    };
    EXPECT_EQ(hollow(), 0u);
    from.series.add(with_warm(result_of(settings(1, 1 << 22), lab::TimeKind::measured, .01), .008));
    EXPECT_EQ(hollow(), 0u) << "a chart is of one regime";
    from.series.choice.regime = lab::Regime::warm;
    EXPECT_EQ(hollow(), 2u) << "its bar, and the key's";
    const Picture picture("rungs_compared", from.shown, {}, area, from.series);
    EXPECT_TRUE(picture.sees("no warm time: 50 µs or more")) << "all others have cold times alone";
    EXPECT_FALSE(picture.sees("no time yet") && picture.sees("is ahead"));
}

// Beside one that takes a thousand times as long all others were a hair wide.
TEST(ComparedPicture, ABarThatIsFarLongerThanAllOthersIsBroken) {
    Filled from = filled(lab::TimeKind::measured, 2, .001);
    const Rect area{0, 0, 480, 260};
    const auto chosen = [&] {
        const Picture picture("rungs_compared", from.shown, {}, area, from.series);
        EXPECT_EQ(picture.notes.of(MarkKind::fill, Role::accent).size(), 1u);
        return picture.notes.of(MarkKind::fill, Role::accent)[0].box.w;
    };
    const float usual = chosen();
    from.series.add(result_of(settings(0, 1 << 22), lab::TimeKind::measured, 20, .001));
    EXPECT_GT(chosen(), .3f * usual);
}

// What was before may have taken far longer than all that is shown: its frame ends with the scale.
TEST(ComparedPicture, AFrameOfBeforeStaysWithinItsCard) {
    Filled from = filled(lab::TimeKind::measured, 2, .001);
    lab::Settings at = settings(2, 1 << 22);
    at.set(stride_knob, 32);
    const lab::Result before = result_of(at, lab::TimeKind::measured, 200, .001);
    from.series.add(before);
    const Rect area{0, 0, 480, 260};
    const Picture with = beside_before("rungs_compared", from, before, area);
    const auto frames = with.notes.of(MarkKind::outline, Role::stroke);
    ASSERT_EQ(frames.size(), 1u);
    EXPECT_LE(frames[0].box.right(), area.right());
}

// Where another bar is broken, so is an outline beyond the scale: it is no bar of half that length.
TEST(ComparedPicture, AnOutlineBeyondTheScaleIsBroken) {
    const auto breaks = [](double milliseconds) {
        Filled from = filled(lab::TimeKind::measured, 2, .001);
        from.series.add(result_of(settings(0, 1 << 22), lab::TimeKind::measured, 20, .001));
        lab::Settings at = settings(2, 1 << 22);
        at.set(stride_knob, 32);
        const lab::Result before = result_of(at, lab::TimeKind::measured, milliseconds, .001);
        from.series.add(before);
        return beside_before("rungs_compared", from, before, {0, 0, 480, 260})
            .notes.of(MarkKind::polygon, Role::panel)
            .size();
    };
    EXPECT_EQ(breaks(10), breaks(.02) + 1);
}

TEST(ComparedPicture, TheKernelBeforeIsOutlined) {
    Filled from = filled(lab::TimeKind::measured, 2, .001);
    const auto outlined = [&](int rung) {
        const lab::Result before =
            result_of(settings(rung, 1 << 22), lab::TimeKind::measured, 2, .001);
        const Picture picture = beside_before("rungs_compared", from, before, {0, 0, 480, 260});
        const Rect number = picture.place(std::to_string(rung + 1));
        return std::ranges::any_of(
            picture.notes.of(MarkKind::outline, Role::stroke), [&](const NotedMark& mark) {
                return mark.box.inside(-1).contains({number.middle_x(), number.middle_y()});
            });
    };
    EXPECT_TRUE(outlined(0));
    EXPECT_FALSE(outlined(from.shown.request.settings.rung)) << "it is the one that is shown";
}

// Products are added by the host, which fetches them all: that is no time of a kernel alone.
TEST(ComparedPicture, ATimeThatCoversCopiesSaysSo) {
    Session session(lab::Worker::Mode::pumped);
    session.open(lab::read_state_line("dot_product/products n=2^20")->request);
    session.complete();
    const Rect area{0, 0, 480, 260};
    const Picture picture("rungs_compared", *session.shown(), {}, area, session.series());
    const auto words = [&](const char* name) {
        const auto spot =
            find_view("rungs_compared")
                ->pointing.spot(picture.notes, {*session.shown(), {}, {}, session.series()}, area,
                                {300, picture.place(name).middle_y()});
        return spot ? spot->words : "";
    };
    EXPECT_NE(words("Products alone").find("The time includes 4 MiB copied"), std::string::npos)
        << words("Products alone");
    EXPECT_EQ(words("Grid stride").find("copied"), std::string::npos);
}

// One of 20 ms would leave those of 1 ms no length.
TEST(ComparedPicture, ABrokenBarSaysHowLongItIs) {
    Filled from = filled(lab::TimeKind::measured, 2, .001);
    const Rect area{0, 0, 480, 260};
    from.series.add(result_of(settings(0, 1 << 22), lab::TimeKind::measured, 20, .001));
    for (int rung = 1; rung < 7; ++rung)
        from.series.add(result_of(settings(rung, 1 << 22), lab::TimeKind::measured, 1, .001));
    const Picture picture("rungs_compared", from.shown, {}, area, from.series);
    const auto breaks = those(picture.notes.marks, [](const NotedMark& mark) {
        return mark.kind == MarkKind::polygon && mark.colour.role == Role::panel;
    });
    EXPECT_EQ(breaks.size(), 1u);
    // A break hides how much: 20 times as long as the shown one.
    EXPECT_TRUE(picture.sees("20 × kernel 3"));
    EXPECT_FALSE(picture.sees("1 × kernel 3")) << "whole bars are as long as they look";
    const Picture low("rungs_compared", from.shown, {}, {0, 0, 480, 96}, from.series);
    EXPECT_TRUE(low.sees("20 × kernel 3")) << "bars lower than words";
    const Picture narrow("rungs_compared", from.shown, {}, {0, 0, 300, 120}, from.series);
    EXPECT_TRUE(narrow.sees("20 ×") && !narrow.sees("20 × kernel 3")) << "short bars";
}

// Several of them are what is compared, and cut off they would all look alike.
TEST(ComparedPicture, TimesThatAreFarApartHaveALogScale) {
    Filled from = filled(lab::TimeKind::measured, 2, .001);
    const auto with = [&](double slowest, double next) {
        from.series.add(result_of(settings(0, 1 << 22), lab::TimeKind::measured, slowest, .001));
        from.series.add(result_of(settings(1, 1 << 22), lab::TimeKind::measured, next, .001));
        return Picture("rungs_compared", from.shown, {}, {0, 0, 480, 260}, from.series);
    };
    const auto widths = [](const Picture& picture) {
        std::vector<float> all;
        for (const NotedMark& mark : picture.notes.of(MarkKind::fill, Role::other_series))
            all.push_back(mark.box.w);
        return all;
    };
    for (int rung = 2; rung < 7; ++rung)
        from.series.add(result_of(settings(rung, 1 << 22), lab::TimeKind::measured, 2, .001));
    const Picture near = with(12, 9);
    EXPECT_FALSE(near.sees("10 ms")) << "twice as long is twice the time: no axis is needed";
    EXPECT_NEAR(widths(near)[0] / widths(near)[1], 12 / 9., .05);
    const Picture apart = with(200, 20);
    const std::vector<float> bars = widths(apart);
    const float shown = apart.notes.of(MarkKind::fill, Role::accent).at(0).box.w;
    EXPECT_GT(shown, 15) << "the shortest is still a bar";
    EXPECT_NEAR(bars[0] - bars[1], bars[1] - shown, 2) << "ten times is as far everywhere";
    EXPECT_TRUE(apart.sees("10 ms") && apart.sees("100 ms")) << "what its lines are";
    EXPECT_FALSE(apart.sees("10.0 ms"));
}

// What a library does stands below the ladder, without a number: it is no kernel to choose.
TEST(Libraries, StandBelowTheLadderWithTheirTime) {
    const auto register_library = [](const char* id, const char* title, const char* brief) {
        lab::RegisterLibrary("cards_test", {.id = id,
                                            .title = title,
                                            .brief = brief,
                                            .idea = "One call.",
                                            .host = [](lab::Plan&, const lab::Settings&) {}});
    };
    register_library("quick", "Quick: Sum", "Quick");
    register_library("slow", "Slow: Sum", "Slow");
    Filled from = filled(lab::TimeKind::recorded, 2, .001);
    const Rect area{0, 0, 480, 260};
    const auto sees = [&](const char* words) {
        return Picture("rungs_compared", from.shown, {}, area, from.series).sees(words);
    };
    EXPECT_FALSE(sees("Quick: Sum")) << "nobody timed it";
    const auto libraries = lab::at_libraries(from.shown.request.settings);
    ASSERT_GE(libraries.size(), 2u);
    from.series.add(result_of(libraries[0], lab::TimeKind::recorded, .0001, .001));
    EXPECT_TRUE(sees("Quick: Sum"));
    EXPECT_FALSE(sees("Slow: Sum")) << "nobody timed this one";
    from.series.add(result_of(libraries[1], lab::TimeKind::recorded, .01, .001));
    EXPECT_TRUE(sees("Slow: Sum"));
    EXPECT_TRUE(sees("Quick is ahead"));
    const Picture picture("rungs_compared", from.shown, {}, area, from.series);
    const Rect at = picture.place("Quick: Sum");
    const Spot spot = spot_at("rungs_compared", from, area, {at.middle_x(), at.middle_y()});
    EXPECT_FALSE(spot.settings) << "nothing draws it";
    EXPECT_EQ(spot.library, "quick") << "its program is shown";
    EXPECT_NE(spot.words.find("One call."), std::string::npos) << spot.words;
    const View& card = *find_view("rungs_compared");
    const auto needs = card.needs.settings(from.shown.request.settings);
    ASSERT_GE(needs.size(), libraries.size());
    EXPECT_TRUE(std::ranges::equal(std::span(needs).last(libraries.size()), libraries));
}

// A loop of the processor is of another device than the kernels beside it: its row names it, or has
// no time.
TEST(ProcessorBar, NeverStandsWithoutItsDevice) {
    lab::RegisterLibrary("cards_test", {.id = "turn",
                                        .title = "The CPU's loop",
                                        .brief = "CPU",
                                        .idea = "In turn.",
                                        .host = [](lab::Plan&, const lab::Settings&) {},
                                        .on_processor = true});
    Filled from = filled(lab::TimeKind::recorded, 2, .001);
    const auto libraries = lab::at_libraries(from.shown.request.settings);
    const auto turn = std::ranges::find_if(libraries, lab::on_processor);
    ASSERT_NE(turn, libraries.end());
    const auto add = [&](lab::TimeKind kind) {
        lab::Result result = result_of(*turn, kind, .0123, .0001);
        auto run = std::make_shared<lab::Run>(*result.timed);
        run->time.device = "Some Xeon 8480C";
        run->verdict.ok = run->verdict.checked = true;
        run->verdict.worst_error = 512;
        run->verdict.worst_of = 4096;
        result.timed = run;
        from.series.add(result);
    };
    const auto picture = [&](Rect area) {
        return Picture("rungs_compared", from.shown, {}, area, from.series);
    };
    const Rect wide{0, 0, 640, 300};
    add(lab::TimeKind::measured);
    EXPECT_FALSE(picture(wide).sees("Some Xeon 8480C")) << "no other time here was measured";
    add(lab::TimeKind::recorded);
    const Picture shown = picture(wide);
    ASSERT_TRUE(shown.sees("Some Xeon 8480C"));
    for (float width = 640; width > 150; width -= 20) {
        const Picture one = picture({0, 0, width, 190});
        EXPECT_TRUE(!one.sees(time_text(.0123)) || one.sees("8480C")) << width;
    }
    const Rect at = shown.place("The CPU's loop, Some Xeon 8480C");
    const Spot spot = spot_at("rungs_compared", from, wide, {at.middle_x(), at.middle_y()});
    EXPECT_NE(spot.words.find("Some Xeon 8480C"), std::string::npos) << spot.words;
    EXPECT_NE(spot.words.find("off by 512 of 4\u2009096"), std::string::npos) << spot.words;
    EXPECT_FALSE(spot.settings);
}

// At the end of a room rows are high: no name loses words there.
TEST(ComparedPicture, NamesStandAboveTheirBarsWhereRowsAreHigh) {
    const Filled from = filled(lab::TimeKind::measured, 2, .001);
    const char* longest = "Grid stride, 16-byte loads, one atomic";
    const Picture low("rungs_compared", from.shown, {}, {0, 0, 360, 260}, from.series),
        high("rungs_compared", from.shown, {}, {0, 0, 360, 480}, from.series);
    EXPECT_FALSE(low.notes.find(longest));
    ASSERT_TRUE(high.notes.find(longest));
    const auto bar = high.notes.of(MarkKind::fill, Role::accent);
    ASSERT_EQ(bar.size(), 1u);
    EXPECT_LT(high.place("Sequential").bottom(), bar[0].box.y + 3);
}

// A figure that stands alone uses its frame, and its bars are as thick as its rows let them be.
TEST(ComparedPicture, AFigureUsesItsHeight) {
    const Filled from = filled(lab::TimeKind::measured, 2, .001);
    const Rect area{0, 0, 1240, 620};
    for (const char* view : {"rungs_compared", "ledger"}) {
        const Picture picture(view, from.shown, {}, area, from.series);
        float bottom = 0;
        for (const NotedText& text : picture.notes.texts)
            bottom = std::max(bottom, text.box.bottom());
        EXPECT_GT(bottom, area.h * .65f) << view;
    }
    const Picture picture("rungs_compared", from.shown, {}, area, from.series);
    const auto bar = picture.notes.of(MarkKind::fill, Role::accent);
    ASSERT_EQ(bar.size(), 1u);
    EXPECT_GT(bar[0].box.h, 20);
}

// A kernel's count explains no copies, and what the stage says of two needs no second reason.
TEST(KernelsCompared, NoCountStandsWhereAnotherThingIsSaid) {
    lab::prefer_recordings("NVIDIA H200");
    const auto said = [](const char* line, const char* from) {
        Session session(lab::Worker::Mode::pumped);
        for (const char* each : {from, line}) {
            session.open(lab::read_state_line(each)->request);
            session.complete(3e7, 24);
        }
        DrawContext context{*session.shown(), {}, {}, session.series()};
        context.before = session.before();
        const auto words = cause_words(context, compared_times(context));
        return words.empty() ? "" : words.front();
    };
    EXPECT_EQ(said("streams/chunks", "streams/chunks"), "");
    // As the sentence after such a step, which has the same rule.
    EXPECT_NE(said("scan/blelloch", "scan/blelloch").find("warp instructions"), std::string::npos);
    EXPECT_NE(said("pi/many", "pi/many").find("global atomic passes"), std::string::npos);
    EXPECT_EQ(said("scan/blelloch", "scan/hillis"), "");
    lab::prefer_recordings("");
}

// What stands below the bars points at why a kernel is faster or slower: a count that went the
// other way would be no reason.
TEST(KernelsCompared, TheCountBelowThemWentAsTheTimeDid) {
    int said = 0, silent = 0;
    for (const char* line :
         {"tridiagonal/thomas", "tridiagonal/thomas_interleaved", "tridiagonal/four",
          "reduction/strided", "scan/look_back", "streams/overlapped", "histogram/per_lane"}) {
        Session session(lab::Worker::Mode::pumped);
        session.open(lab::read_state_line(line)->request);
        session.complete(3e7, 24);
        const DrawContext context{*session.shown(), {}, {}, session.series()};
        const auto words = cause_words(context, compared_times(context));
        const lab::Settings now = session.shown()->request.settings,
                            before = at_rung(now, now.rung - 1);
        const auto source = session.series().source(now);
        ASSERT_TRUE(source) << line;
        const double times = session.series().time(now, *source)->time.median_ms /
                             session.series().time(before, *source)->time.median_ms;
        const bool of_sizes = !words.empty() && words[0].starts_with("It pays off from ");
        silent += words.empty() || of_sizes;
        if (words.empty() || of_sizes) continue;
        said += 1;
        if (words[0].find(", times overlap: ") != std::string::npos) {
            EXPECT_NEAR(times, 1, .2) << line;
            continue;
        }
        EXPECT_NE(words[0].find(times < 1 ? ", faster: " : ", slower: "), std::string::npos)
            << line << ": " << words[0];
        EXPECT_EQ(count_after(words[0]) < count_before(words[0]), times < 1)
            << line << ": " << words[0];
    }
    EXPECT_GE(said, 3);
    EXPECT_GE(silent, 1) << "where all counts went the other way";
}

// Kernels for one array stand on no axis with those for many.
TEST(KernelsCompared, OneArrayIsSetApartFromMany) {
    for (const char* line : {"scan/shuffle arrays=65536", "radix_sort/bits arrays=65536"}) {
        Session session(lab::Worker::Mode::pumped);
        session.open(lab::read_state_line(line)->request);
        session.complete(3e7, 24);
        const DrawContext context{*session.shown(), {}, {}, session.series()};
        const ComparedTimes all = compared_times(context);
        ASSERT_GE(all.bars.size(), 6u);
        EXPECT_TRUE(all.bars[1].unlike.empty()) << line;
        ASSERT_FALSE(all.bars[5].unlike.empty()) << line;
        EXPECT_TRUE(all.bars[5].unlike.front().starts_with("1 of 65\u2009536 arrays"))
            << all.bars[5].unlike.front();
        EXPECT_FALSE(all.bars[5].point) << line;
    }
}

TEST(KernelsCompared, WhatIsTooMuchToCountIsNotPromised) {
    lab::Settings little = *lab::settings_named("pattern_matching/shared");
    EXPECT_FALSE(lab::assign(little, "n=65536"));
    lab::Settings much = little;
    EXPECT_FALSE(lab::assign(much, "n=2^24"));
    EXPECT_FALSE(lab::assign(much, "words=127"));
    const Series nothing;
    EXPECT_EQ(no_time_of(nothing, little).front(), "no time yet");
    EXPECT_EQ(no_time_of(nothing, much).front(), "too much to count for an estimate");
    EXPECT_FALSE(lab::assign(much = *lab::settings_named("radix_sort/one_sweep"), "n=2^28"));
    EXPECT_EQ(no_time_of(nothing, much).front(), "no time yet") << "it is recorded";
    lab::Settings waits = *lab::settings_named("scan/look_back");
    for (const char* knob : {"n=1000000", "block=1024"}) EXPECT_FALSE(lab::assign(waits, knob));
    EXPECT_EQ(no_time_of(nothing, waits).front(), "not recorded, and the formula can't tell");
}

// Passes in global memory are a part of all passes, and another counter.
TEST(Ledger, NoRowIsShortenedToAnotherCountersName) {
    Session session(lab::Worker::Mode::pumped);
    session.open(lab::read_state_line("average/tree")->request);
    session.complete(3e7, 24);
    const auto names = [&](Rect area) {
        const Picture picture("ledger", *session.shown(), {}, area, session.series());
        return std::pair(picture.notes.find("Atomic passes"),
                         picture.notes.find("Global atomic passes"));
    };
    const Rect low{0, 0, 345, 150}, high{0, 0, 345, 420};
    EXPECT_TRUE(names(low).second && names(low).first);
    EXPECT_TRUE(names(high).second && names(high).first);
    LedgerData alone;  // where passes of all kinds have no row
    const auto title = [&](const char* name) {
        const simulator::CounterName* counter = simulator::counter_named(name);
        alone.counters = {counter};
        return short_title(
            alone, {.title = counter_title(*counter), .counter = simulator::counter_index(name)});
    };
    EXPECT_EQ(title("global_atomic_passes"), "Global atomic passes");
    EXPECT_EQ(title("global_atomic_sectors"), "Atomic sectors");
}

// The kernel before may be any of the ladder, and be drawn by itself at another size.
TEST(Ledger, AsDrawnEveryKernelIsCountedAtTheShownSize) {
    const lab::Settings shown = *lab::settings_named("pattern_matching/constant");
    const auto needs = find_view("ledger")->needs.settings(shown);
    const auto of_size = [&](const lab::Settings& size) {
        return std::ranges::count_if(needs, [&](const auto& one) { return one_size(one, size); });
    };
    EXPECT_EQ(of_size(at_picture(shown)), std::ssize(shown.subject->rungs));
    ASSERT_FALSE(one_size(counted_for_cards(shown), at_picture(shown)));
    EXPECT_EQ(of_size(counted_for_cards(shown)), 3) << "its columns, where they can be counted";
}

// Nobody visits all bars to know whose sum is nearest.
TEST(KernelsCompared, WordsNameTheNearestResult) {
    Filled from;
    const double off[] = {64, 8, 2, 8};
    for (int rung = 0; rung < 4; ++rung) {
        lab::Result made = result_of(settings(rung, 1 << 22), lab::TimeKind::recorded, 1 + rung);
        auto run = std::make_shared<lab::Run>(*made.timed);
        run->verdict.ok = run->verdict.checked = true;
        run->verdict.worst_error = off[rung];
        made.timed = run;
        from.series.add(made);
        if (rung == 0) from.shown = made;
    }
    const lab::Result& shown = from.shown;
    const auto words = [&](std::size_t bar) {
        const ComparedTimes data = compared_times({shown, {}, {}, from.series});
        return words_of(data, data.bars[bar]);
    };
    EXPECT_NE(words(0).find("Most exact is 3: off by 2."), std::string::npos) << words(0);
    EXPECT_NE(words(2).find("No other here is more exact."), std::string::npos) << words(2);
    EXPECT_NE(words(2).find("Its result there was off by 2"), std::string::npos) << words(2);
    EXPECT_EQ(words(4).find("ost exact"), std::string::npos) << "of one without a time";
    lab::Result again = result_of(settings(4, 1 << 22), lab::TimeKind::recorded, 5);
    auto run = std::make_shared<lab::Run>(*again.timed);
    run->verdict.ok = run->verdict.checked = true;
    run->verdict.worst_error = 2;
    again.timed = run;
    from.series.add(again);
    EXPECT_NE(words(0).find("Most exact are 3 and 5: off by 2."), std::string::npos) << words(0);
    // An error against another reference is another measure: one product is no sum of all.
    run = std::make_shared<lab::Run>(*again.timed);
    run->request.settings = settings(5, 1 << 22);
    run->verdict.worst_error = .5;
    run->verdict.compared_with = "each product";
    lab::Result product = result_of(settings(5, 1 << 22), lab::TimeKind::recorded, 6);
    product.timed = run;
    from.series.add(product);
    EXPECT_NE(words(0).find("Most exact are 3 and 5: off by 2."), std::string::npos) << words(0);
    EXPECT_NE(words(2).find("No other with such a result is more exact."), std::string::npos)
        << words(2);
    EXPECT_EQ(words(5).find("more exact"), std::string::npos) << words(5);
}

// The formula's times of the others, where the shown kernel has none and no clock timed any.
TEST(KernelsCompared, OthersKeepTheirTimesWhereTheShownHasNone) {
    Filled from;
    from.series.add(result_of(settings(6, 1 << 18), lab::TimeKind::recorded, 1));
    for (int rung = 1; rung < 4; ++rung)
        from.series.add(result_of(settings(rung, 1 << 22), lab::TimeKind::modelled, 1 + rung));
    from.shown = result_of(settings(6, 1 << 22), lab::TimeKind::none, 0);
    const ComparedTimes data = compared_times({from.shown, {}, {}, from.series});
    ASSERT_TRUE(data.source);
    EXPECT_EQ(data.source->kind, lab::TimeKind::modelled);
    EXPECT_TRUE(data.bars[1].point);
    EXPECT_FALSE(data.bars[6].point);
}

}  // namespace

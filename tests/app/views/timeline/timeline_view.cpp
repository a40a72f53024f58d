// Timeline: which box stands where and for how long, one scale for two in step, what it says and
// answers, and where it is not offered.
#include <gtest/gtest.h>

#include <cmath>

#include "app/format.h"
#include "app/sentences/because.h"
#include "app/sentences/timelines.h"
#include "app/views/cards/compared_times.h"
#include "app/views/timeline/places.h"
#include "lab/requests/state_line.h"
#include "lab/time/bench.h"
#include "lab/time/model.h"
#include "tests/app/drawn_rung.h"
#include "tests/app/lecture.h"
#include "tests/app/picture.h"
#include "tests/app/sentences/moves_found.h"
#include "tests/app/view_says.h"

namespace {

using namespace app;
using namespace test;

const View& timeline() { return *find_view("timeline"); }

// A rung with times as the formula has them, at the picture's size.
struct Timed {
    lab::Result result;
    Cursor cursor;
    Metrics metrics;
    Series series;
    std::optional<Beside> beside;

    explicit Timed(const std::string& rung, const std::vector<const char*>& knobs = {"n=32"})
        : result(drawn_rung("streams/" + rung, knobs)) {
        auto timed = lab::modelled(*lab::simulate(result.request, lab::Playing::counted()), 1);
        result.timed = timed;
    }
    const EngineTimes& times() const { return engine_times(result); }
    DrawContext context() const {
        DrawContext made{result, cursor, metrics, series};
        made.beside = beside ? &*beside : nullptr;
        return made;
    }
    TimelinePlaces places(Rect area = {0, 0, 1100, 420}) const {
        return timeline_places(metrics, area, axis_ms(context()));
    }
    Picture drawn(Rect area = {0, 0, 1100, 420}) const {
        return {"timeline", result, cursor, area};
    }
    Point middle(std::size_t box) const {
        const Rect at = places().box(times().boxes[box]);
        return {at.middle_x(), at.middle_y()};
    }
    std::size_t find(lab::Engine engine, int chunk) const {
        for (std::size_t i = 0; i < times().boxes.size(); ++i)
            if (times().boxes[i].engine == engine && times().boxes[i].chunk == chunk) return i;
        return 0;
    }
};

constexpr Rect stage_area{0, 0, 1100, 420};

// What is said of a box.
std::string tip(const Timed& timed, std::size_t box) {
    const CanvasNotes canvas(app::testing::measuring_painter().fonts());
    const auto spot =
        timeline().pointing.spot(canvas, timed.context(), stage_area, timed.middle(box));
    return spot ? spot->words : "";
}

bool has(const std::string& words, const std::string& part) {
    return words.find(part) != std::string::npos;
}

// A chunk's sweeps need planes of the next: its kernels begin behind that copy, and say so.
TEST(Timeline, AKernelSaysForWhichCopyItWaits) {
    const Timed timed("overlapped", {"n=128", "chunks=8", "sweeps=1"});
    const auto told = [&](lab::Engine engine, int chunk) {
        return tip(timed, timed.find(engine, chunk));
    };
    EXPECT_TRUE(has(told(lab::Engine::kernels, 2),
                    "It waits for *copies in, chunk 4 of 8*, which brings *" + grouped(128 * 128) +
                        " numbers*"))
        << told(lab::Engine::kernels, 2);
    EXPECT_FALSE(has(told(lab::Engine::copies_in, 2), "It waits"));
    EXPECT_FALSE(has(told(lab::Engine::kernels, 7), "It waits")) << "behind the last comes none";
}

// Small as it is, the copy was done long before the host had called for the launches.
TEST(Timeline, ACopyThatWasDoneLongBeforeHoldsNothingUp) {
    const Timed timed("overlapped", {"n=32", "chunks=8", "sweeps=3"});
    const std::string told = tip(timed, timed.find(lab::Engine::kernels, 2));
    EXPECT_FALSE(has(told, "It waits")) << told;
    EXPECT_TRUE(has(told, "It needs *copies in, chunk 4 of 8*")) << told;
    EXPECT_TRUE(has(told, ": the host launches it only now")) << told;
}

// One call for all of it: what it begins behind is the kernel before.
TEST(Timeline, AKernelThatBeginsBehindAnotherSaysSo) {
    const Timed timed("graph", {"n=32", "chunks=8", "sweeps=3"});
    const std::string told = tip(timed, timed.find(lab::Engine::kernels, 6));
    EXPECT_TRUE(has(told, "It needs *copies in, chunk 8 of 8*")) << told;
    EXPECT_TRUE(has(told, ": it begins after *kernels, chunk 6 of 8*")) << told;
}

TEST(Timeline, HasABoxForEachStepOfACopyAndForEachChunksLaunches) {
    const Timed timed("overlapped", {"n=32", "chunks=8", "sweeps=3"});
    EXPECT_EQ(timed.times().boxes.size(), 3u * 8);
    for (const lab::Engine engine : all_engines) EXPECT_EQ(timed.times().chunks(engine), 8);
    const auto& box = timed.times().boxes[timed.find(lab::Engine::kernels, 3)];
    EXPECT_EQ(box.steps, 3u);
    EXPECT_EQ(timed.times().boxes[timed.find(lab::Engine::copies_in, 0)].bytes, 32u * 32 * 4 * 4);
}

// As far from the left, and as wide, as its time is of the whole.
TEST(Timeline, PlacesAreTimes) {
    const Timed timed("locked");
    const TimelinePlaces places = timed.places();
    for (const EngineTimes::Box& box : timed.times().boxes) {
        const Rect at = places.box(box);
        EXPECT_FLOAT_EQ(at.x, places.at(box.begin_ms));
        EXPECT_NEAR(at.right(), places.at(box.end_ms), 1.6);
        EXPECT_TRUE(places.track(box.engine).contains({at.middle_x(), at.middle_y()}));
    }
    EXPECT_FLOAT_EQ(places.at(timed.times().end_ms), places.rows.right());
}

// Small as it is here, calls take the time: in chunks there are more of them.
TEST(Timeline, TwoInStepHaveOneScale) {
    Timed brief("locked");
    const Timed longer("overlapped", {"n=32", "chunks=16"});
    const double alone = axis_ms(brief.context());
    EXPECT_EQ(alone, brief.times().end_ms);
    brief.beside.emplace(Beside{longer.result, longer.cursor});
    EXPECT_EQ(axis_ms(brief.context()), longer.times().end_ms);
    EXPECT_GT(axis_ms(brief.context()), 1.5 * alone);
}

TEST(Timeline, SaysHowLongTheLongestEngineWorks) {
    const Timed locked("locked", {"n=64"});
    EXPECT_NE(timeline().words.claim(locked.context()).find(" work for "), std::string::npos);
    EXPECT_NE(timeline().words.sentence(locked.context()).find("nothing overlaps"),
              std::string::npos);
    lab::Result result = locked.result;
    auto run = std::make_shared<lab::Run>(*result.timed);
    ASSERT_EQ(run->spans.size(), 12u);
    run->spans.front() = {0, 10};  // the copy in, ten sweeps, the copy out
    for (std::size_t i = 1; i < 11; ++i)
        run->spans[i] = {9 + .1 * double(i), 9 + .1 * double(i) + .1};
    run->spans.back() = {2, 12};
    result.timed = run;
    const Cursor cursor;
    const Metrics metrics;
    const Series series;
    const DrawContext context{result, cursor, metrics, series};
    EXPECT_EQ(timeline().words.claim(context), "Copies in work for 10.0 of 12.0 ms");
    EXPECT_NE(timeline().words.sentence(context).find(
                  "Copies in take longest; *81.8 %* of all other work runs at the same time."),
              std::string::npos)
        << timeline().words.sentence(context);
    EXPECT_EQ(timeline().words.badge(context), Badge::modelled);
}

// A clock at each step makes a run longer than those that the cards time.
TEST(Timeline, SaysWhatARunTakesWithoutClocksInside) {
    Timed timed("locked", {"n=64"});
    auto run = std::make_shared<lab::Run>(*timed.result.timed);
    run->time.kind = lab::TimeKind::recorded;
    run->time.median_ms = engine_times(timed.result).busy.whole_ms / 2;
    timed.result.timed = run;
    const auto words = [&] {
        std::string all;
        for (const NotedText& text : timed.drawn().notes.texts) all += text.text + " ";
        return all;
    };
    EXPECT_NE(words().find("with a clock at each step"), std::string::npos) << words();
    const std::string usual = "; the median run takes " + time_text(run->time.median_ms);
    EXPECT_TRUE(timeline().words.claim(timed.context()).ends_with(usual))
        << "nobody takes this run for the time: " << timeline().words.claim(timed.context());
    run->time.median_ms *= 2;
    EXPECT_EQ(timeline().words.claim(timed.context()).find("median"), std::string::npos);
    EXPECT_EQ(words().find("clock"), std::string::npos) << words();
    EXPECT_NE(words().find("from the first start"), std::string::npos) << words();
}

TEST(Timeline, AnswersWithBeginEndBytesAndRate) {
    const Timed timed("overlapped", {"n=32", "chunks=4"});
    const CanvasNotes canvas{app::testing::measuring_painter().fonts()};
    const std::size_t box = timed.find(lab::Engine::copies_in, 1);
    const auto spot =
        timeline().pointing.spot(canvas, timed.context(), stage_area, timed.middle(box));
    ASSERT_TRUE(spot);
    for (const char* words : {"Copies in, chunk 2 of 4", " to ", "32 KiB", "GB/s", "stream 1",
                              "by the formula", "A click leads"})
        EXPECT_NE(spot->words.find(words), std::string::npos) << words << ": " << spot->words;
    const auto kernels = timeline().pointing.spot(
        canvas, timed.context(), stage_area, timed.middle(timed.find(lab::Engine::kernels, 1)));
    ASSERT_TRUE(kernels);
    EXPECT_NE(kernels->words.find("10 launches"), std::string::npos) << kernels->words;
    EXPECT_EQ(kernels->words.find("GB/s"), std::string::npos);
    EXPECT_FALSE(timeline().pointing.spot(canvas, timed.context(), stage_area, {-5, -5}));
}

// To the first launch of the chunk: the picture has all of them.
TEST(Timeline, AClickLeadsToTheChunksLaunch) {
    const Timed timed("overlapped", {"n=32", "chunks=16", "sweeps=3"});
    for (const auto& [chunk, launch] : {std::pair{0, 0}, {2, 4}, {8, 16}, {15, 30}}) {
        Cursor cursor;
        cursor.step = -1;
        EXPECT_TRUE(
            timeline().pointing.click(timed.context(), cursor, stage_area,
                                      timed.middle(timed.find(lab::Engine::kernels, chunk))));
        ASSERT_GE(cursor.step, 0);
        EXPECT_EQ(timed.result.picture->steps[std::size_t(cursor.step)].launch, launch) << chunk;
        EXPECT_EQ(chunk_of_step(*timed.result.picture, cursor.step, 16), chunk);
    }
}

// What is drawn is smaller than what was asked for: its launches are those at the same place.
TEST(Timeline, LaunchesOfASmallerRunStandForThoseAskedFor) {
    const Timed timed("overlapped", {"n=32", "chunks=4", "sweeps=2"});
    lab::Settings asked = timed.result.picture->request.settings;
    const lab::Run& picture = *timed.result.picture;
    EXPECT_EQ(chunks_of(picture), 4);
    EXPECT_EQ(launch_asked_for(picture, 5, asked), 5) << "it is what was asked for";
    asked.set(*lab::find_knob(*asked.subject, "chunks"), 8);
    asked.set(*lab::find_knob(*asked.subject, "sweeps"), 10);
    EXPECT_EQ(launch_asked_for(picture, 0, asked), 0);
    EXPECT_EQ(launch_asked_for(picture, 1, asked), 9) << "the last sweep of the first chunk";
    EXPECT_EQ(launch_asked_for(picture, 2, asked), 10) << "the first of the second";
    EXPECT_EQ(launch_asked_for(picture, 7, asked), 79) << "the last of the last";
}

TEST(Timeline, AFieldInChunksNamesThem) {
    Timed timed("overlapped", {"n=32", "chunks=4", "sweeps=3"});
    const View& field = *find_view("field");
    timed.cursor.step = step_of_chunk(*timed.result.picture, 2, 4);
    const std::string words = view_sentence(field.id, *timed.result.picture, timed.cursor);
    EXPECT_NE(words.find(" of chunk 3 of 4"), std::string::npos) << words;
    const Timed whole("whole");
    EXPECT_EQ(view_sentence(field.id, *whole.result.picture, whole.cursor).find("chunk"),
              std::string::npos);
}

// The boxes of the chunk whose launch the cursor is at, one for each engine.
TEST(Timeline, MarksTheChunkOfTheStep) {
    Timed timed("overlapped", {"n=32", "chunks=4", "sweeps=3"});
    timed.cursor.step = step_of_chunk(*timed.result.picture, 2, 4);
    const Picture picture = timed.drawn();
    const TimelinePlaces places = timed.places();
    int chosen = 0;
    for (const NotedMark& mark : those(picture.notes.marks, is_chosen))
        if (within(mark, places.rows)) ++chosen;
    EXPECT_EQ(chosen, 3);
    EXPECT_TRUE(picture.sees("chunk of this step"));
    EXPECT_TRUE(picture.sees("Copies in") && picture.sees("Kernels") && picture.sees("Copies out"));
}

// What is drawn as it was asked for has one number.
TEST(Timeline, ALaunchThatIsDrawnItselfIsNumberedOnce) {
    Timed timed("overlapped", {"n=32", "chunks=4", "sweeps=2"});
    timed.cursor.step = step_of_chunk(*timed.result.picture, 2, 4);
    EXPECT_TRUE(timed.drawn().sees("launch 5 of 8"));
    EXPECT_FALSE(timed.drawn().sees("smaller drawing"));
}

// The note below the share gives way to the rows that the sentence above the picture names.
TEST(Timeline, WhatASentenceNamesHasRoomBeforeANote) {
    const Timed timed("overlapped", {"n=32", "chunks=4", "sweeps=3"});
    int alone = 0;
    for (float height = 200; height <= 420; height += 5) {
        const Picture picture = timed.drawn({0, 0, 720, height});
        const bool rows = picture.sees("Copies, either way") || picture.notes.find("Copies");
        const bool note = picture.sees("100 % would hide all else");
        EXPECT_TRUE(rows || !note) << height;
        alone += rows && !note;
    }
    EXPECT_GT(alone, 0);
}

// Of one piece, too: from launch to launch, as the picture's smaller run stands for all of them.
TEST(Timeline, PointsAtTheLaunchOfTheStep) {
    Timed timed("locked", {"n=64", "sweeps=10", "chunks=4"});
    const std::vector<lab::StepSpan> launches = timed.times().launches;
    ASSERT_EQ(launches.size(), 10u);
    const auto pointers = [&] {
        const auto points = [](const NotedMark& mark) {
            return mark.is(MarkKind::polygon, Role::accent);
        };
        return those(timed.drawn().notes.marks, points);
    };
    const lab::Run& picture = *timed.result.picture;
    for (const auto& [drawn, asked] : {std::pair{0, 0}, {1, 9}}) {
        const auto step = std::ranges::find(picture.steps, drawn, &simulator::Step::launch);
        timed.cursor.step = static_cast<int>(step - picture.steps.begin());
        EXPECT_EQ(launch_of_step(picture, timed.cursor.step, *timed.result.timed), asked);
        const lab::StepSpan& span = launches[std::size_t(asked)];
        const auto marks = pointers();
        ASSERT_EQ(marks.size(), 2u);
        for (const NotedMark& mark : marks)
            EXPECT_NEAR(mark.box.middle_x(), timed.places().at((span.begin_ms + span.end_ms) / 2),
                        .6f);
        EXPECT_TRUE(timed.drawn().sees("launch " + std::to_string(asked + 1) + " of 10"));
        EXPECT_TRUE(
            timed.drawn().sees("in the smaller drawing " + std::to_string(drawn + 1) + " of 2"));
        const Rect track = timed.places().track(lab::Engine::kernels);
        EXPECT_EQ(std::ranges::count_if(
                      those(timed.drawn().notes.marks, is_chosen),
                      [&](const NotedMark& mark) { return within(mark, track.inside(-1)); }),
                  1)
            << "it is lit, and its box is not";
    }
}

TEST(Timeline, IsOfferedWhereAPlanIsGivenToStreams) {
    EXPECT_TRUE(timeline().fits(*Timed("overlapped").result.picture));
    EXPECT_TRUE(timeline().fits(*Timed("whole").result.picture));
    EXPECT_FALSE(timeline().fits(*drawn_rung("reduction/shuffle", {}).picture));
    EXPECT_FALSE(timeline().words.lacking.empty());
}

// Waits that are forgotten: the title, the sentence and the picture say so, and a legend.
TEST(Timeline, ShowsWhatShouldHaveWaited) {
    const Timed fine("overlapped", {"n=32", "chunks=4"});
    EXPECT_TRUE(fine.times().races.empty());
    const Timed timed("overlapped", {"n=128", "chunks=4", "sweeps=1", "waits=forgotten"});
    ASSERT_EQ(timed.times().races.size(), 2u);
    const EngineTimes::Race& race = timed.times().races.back();
    const EngineTimes::Box &before = timed.times().boxes[race.before],
                           &later = timed.times().boxes[race.later];
    EXPECT_EQ(before.engine, lab::Engine::copies_in);
    EXPECT_EQ(later.engine, lab::Engine::kernels);
    EXPECT_TRUE(race.before_writes);
    EXPECT_LT(later.begin_ms, before.end_ms) << "they are at work at once";
    EXPECT_EQ(timeline().words.claim(timed.context()),
              "Copies out do not wait for kernels: a race for swept")
        << "of steps that follow each other in the program";
    const std::string said = timeline().words.sentence(timed.context());
    for (const char* words : {"Copies out of chunk 1 begin at ", "kernels of chunk 1 begin at ",
                              "copies in of chunk 1 write *u* until", "*nothing makes them wait*"})
        EXPECT_NE(said.find(words), std::string::npos) << said;
    const auto is_bad = [](const NotedMark& mark) { return mark.colour.role == Role::bad; };
    const auto marks = [&](const Timed& of) {
        return those(of.drawn().notes.marks, is_bad).size();
    };
    EXPECT_EQ(marks(fine), 0u);
    EXPECT_GE(marks(timed), 4u);
    EXPECT_TRUE(timed.drawn().sees("at once, and no wait between: swept, u"));
    const Timed small("overlapped", {"n=32", "chunks=4", "waits=forgotten"});
    EXPECT_TRUE(small.drawn().sees("no wait between: swept, u")) << "the order is chance";
    EXPECT_FALSE(small.drawn().sees("at once, and no wait"));
}

// What the sentence after a change names stands beside the boxes, too.
TEST(Overlapped, ItsTimesStandInThePicture) {
    Session session(lab::Worker::Mode::pumped);
    const lab::Result one = whole(session, "streams/locked"),
                      three = whole(session, "streams/overlapped");
    const std::vector<Move> told = moved_in_timelines(one, three, true).value();
    const EngineTimes& times = engine_times(three);
    const std::string overlap = time_text(times.overlap()), copies = time_text(times.copies(1));
    ASSERT_TRUE(facts::named(told, "overlap") && facts::named(told, "copies"));
    EXPECT_EQ(facts::named(told, "overlap")->now, times.overlap());
    EXPECT_EQ(facts::named(told, "copies")->now, times.copies(1));
    const Picture picture("timeline", three, {}, {0, 0, 1100, 420});
    for (const std::string& words :
         {std::string("Two or more at once"), overlap, std::string("Copies, either way"), copies})
        EXPECT_TRUE(picture.sees(words)) << words;
}

// A graph is one call, whatever it holds; and only where the time went that way is it a reason.
TEST(Overlapped, CallsAreAReasonWhereOneIsEnough) {
    Session session(lab::Worker::Mode::pumped);
    const lab::Result calls = whole(session, "streams/overlapped n=64"),
                      graph = whole(session, "streams/graph n=64");
    const auto told = moved_in_timelines(calls, graph, true).value();
    ASSERT_TRUE(facts::named(told, "host_calls"));
    EXPECT_EQ(facts::named(told, "host_calls")->before, 192);
    EXPECT_EQ(facts::named(told, "host_calls")->now, 1);
    EXPECT_TRUE(facts::named(*moved_in_timelines(graph, calls, false), "host_calls"));
    EXPECT_TRUE(moved_in_timelines(calls, graph, false)->empty());
    // Where it gains nothing it is what changed all the same.
    const lab::Result many = whole(session, "streams/overlapped"),
                      one = whole(session, "streams/graph");
    EXPECT_TRUE(facts::named(facts::of(many, one).with, "host_calls"));
}

// Copies both ways at once were added up, and came to more than the run took.
TEST(Overlapped, TimesAreThoseOnTheClock) {
    Session session(lab::Worker::Mode::pumped);
    const lab::Result alone = whole(session, "streams/whole"),
                      three = whole(session, "streams/overlapped");
    const auto told = moved_in_timelines(three, alone, false).value();
    const double time = three.timed->time.median_ms;
    ASSERT_TRUE(facts::named(told, "overlap") && facts::named(told, "copies"));
    EXPECT_LT(facts::named(told, "overlap")->before, time);
    EXPECT_LT(facts::named(told, "copies")->before, 1.1 * time);
    EXPECT_GT(facts::named(told, "copies")->before, .5 * time);
}

// Of one kind of memory it is the other direction beside it that shortens copies on the clock.
TEST(Overlapped, CopiesBothWaysAtOnceAreToldAsTheReason) {
    Session session(lab::Worker::Mode::pumped);
    const lab::Result one = whole(session, "streams/locked"),
                      three = whole(session, "streams/overlapped");
    EXPECT_TRUE(facts::named(*moved_in_timelines(one, three, true), "both_ways"));
    EXPECT_TRUE(facts::named(*moved_in_timelines(three, one, false), "one_way"));
}

TEST(Overlapped, ATimelineOfARunThatTookAnotherTimeExplainsNone) {
    Session session(lab::Worker::Mode::pumped);
    const lab::Result alone = whole(session, "streams/whole");
    lab::Result chunks = whole(session, "streams/chunks");
    auto another = std::make_shared<lab::Run>(*chunks.timed);
    another->time.median_ms /= 2;
    chunks.timed = another;
    ASSERT_GT(engine_times(chunks).busy.whole_ms, 1.1 * chunks.timed->time.median_ms);
    EXPECT_TRUE(moved_in_timelines(chunks, alone, true)->empty());
    for (const char* of_timelines : {"copies", "overlap", "host_calls", "both_ways", "one_way"})
        EXPECT_FALSE(facts::named(facts::of(chunks, alone).with, of_timelines)) << of_timelines;
}

// What more streams are for is not to be had of such memory; of a shorter time it is no reason.
TEST(Overlapped, PageableMemoryIsNamedWhereMoreStreamsTakeLonger) {
    Session session(lab::Worker::Mode::pumped);
    const lab::Result alone = whole(session, "streams/whole"),
                      chunks = whole(session, "streams/chunks");
    EXPECT_TRUE(facts::named(facts::of(alone, chunks).with, "host_waits"));
}

// Ten times fewer sweeps and hardly less time: what stays are the copies.
TEST(Overlapped, CopiesThatStayAreSaid) {
    Session session(lab::Worker::Mode::pumped);
    const lab::Result ten = whole(session, "streams/overlapped"),
                      one = whole(session, "streams/overlapped sweeps=1");
    const auto copies = facts::named(facts::of(ten, one).with, "copies");
    ASSERT_TRUE(copies);
    EXPECT_EQ(copies->form, Move::Form::last_share);
}

// Chunks and streams cost calls and planes that are swept twice: from which size on they pay.
TEST(Overlapped, CopiesSayFromWhichSizeTheyPayToBeHidden) {
    const auto words_at = [](const char* line) {
        Session session(lab::Worker::Mode::pumped);
        session.open(lab::read_state_line(line)->request);
        session.complete(3e7, 24);
        const DrawContext context{*session.shown(), {}, {}, session.series()};
        const auto words = cause_words(context, compared_times(context));
        return words.empty() ? std::string() : words.front();
    };
    const std::string large = words_at("streams/overlapped");
    EXPECT_TRUE(
        large.starts_with("It pays off from 256 points on; with 128 points, kernel 3 is ahead"))
        << large;
    EXPECT_EQ(words_at("streams/overlapped n=64"), "") << "it is behind there";
}

TEST(Timeline, SaysWhatItLacks) {
    Timed timed("overlapped");
    timed.result.timed = nullptr;
    EXPECT_FALSE(timed.times());
    EXPECT_TRUE(timed.drawn().sees("known"));
    EXPECT_EQ(timeline().words.badge(timed.context()), Badge::none);
    EXPECT_EQ(timeline().words.claim(timed.context()), "When each engine works");
}

TEST(Timeline, NumbersHaveALineForEachBox) {
    const Timed timed("overlapped", {"n=32", "chunks=4"});
    const std::string csv = timeline().numbers(timed.context());
    EXPECT_EQ(std::ranges::count(csv, '\n'), 1 + 12);
    EXPECT_NE(csv.find("Copies in,1,1,"), std::string::npos) << csv;
}

// Without times, too, the ledger tells of memory and streams: then the sentence does.
TEST(TwoTimelines, MemoryAndStreamsAreSaidWithoutTimes) {
    const auto drawn = [](const char* rung) {
        lab::Result result = drawn_rung(rung, {"n=16", "sweeps=2", "chunks=4", "block=64"});
        result.complete = true;
        return result;
    };
    const lab::Result chunks = drawn("streams/chunks"), three = drawn("streams/overlapped"),
                      one = drawn("streams/locked");
    const auto given = [](const lab::Result& before, const lab::Result& now, const char* name) {
        return facts::named(facts::of(before, now).given, name);
    };
    EXPECT_TRUE(given(three, chunks, "pageable"));
    ASSERT_TRUE(given(three, chunks, "pageable_bytes"));
    EXPECT_EQ(moved_host_side(three.request.settings, chunks.request.settings)[1].now, 32'768);
    EXPECT_EQ(facts::of(three, chunks).rest, Account::Rest::equal);
    EXPECT_TRUE(given(chunks, three, "page_locked"));
    EXPECT_TRUE(given(one, three, "streams"));
    EXPECT_FALSE(given(one, three, "page_locked"));
}

}  // namespace

// Views on little traces: that no text leaves or meets another, that bad areas do no harm, what
// they say and where a click leads.
#include <gtest/gtest.h>

#include "app/draw/canvas_notes.h"
#include "app/series.h"
#include "app/weights.h"
#include "lab/running/simulation.h"
#include "lab/time/bench.h"
#include "tests/app/shell_driver.h"
#include "tests/app/trace_maker.h"
#include "tests/app/view_says.h"

namespace {

using namespace app;
using namespace test;

const Fonts& measured_fonts() { return app::testing::measuring_painter().fonts(); }

// --- every view

struct TracedRun {
    std::string name;
    lab::Result result;
    std::vector<int> steps = {-1, 0, 4};
};

std::vector<TracedRun> traced_runs() {
    std::vector<TracedRun> all;
    for (const int stride : {1, 4, 32})
        all.push_back(
            {"stride " + std::to_string(stride),
             result_of(one_request(EventKind::load, Space::global, Type::f32, [stride](int lane) {
                 return Address(0x1000 + 4 * stride * lane);
             }))});
    all.push_back({"banks", result_of(one_request(EventKind::store, Space::shared, Type::f32,
                                                  [](int lane) { return Address(8 * lane); }))});
    all.push_back({"tree of 250", result_of(tree(250))});
    all.push_back({"tree of 1000", result_of(tree(1000))});
    all.push_back({"sweep", result_of(sweep())});
    return all;
}

// The picture that a lesson opens with: found once for all views, as each asks lesson after lesson.
// A lesson and one of its kernels, as it opens.
struct OpenedKernel {
    const lab::Lesson* lesson = nullptr;
    int rung = 0;
    explicit operator bool() const { return lesson; }
};

std::shared_ptr<const lab::Run> opening_picture(const OpenedKernel& of) {
    static std::map<std::pair<std::string, int>, std::shared_ptr<const lab::Run>> known;
    auto& picture = known[{of.lesson->id, of.rung}];
    if (picture) return picture;
    lab::Settings settings(lab::subject_of(*of.lesson));
    settings.rung = of.rung;
    lab::Request request;
    request.settings = lab::picture_of(settings);
    return picture = lab::refusal(request.settings) ? nullptr : lab::simulate(request);
}

// The first lesson whose opening picture the view shows; nullptr where there is none.
// First the kernels with which lessons open, then all others.
OpenedKernel kernel_for(const View& view) {
    for (const bool others : {false, true})
        for (const lab::Lesson* lesson : lab::lessons())
            for (int rung = others; rung < (others ? int(lesson->rungs.size()) : 1); ++rung) {
                const auto picture = opening_picture({lesson, rung});
                if (picture && view.shows(*picture)) return {lesson, rung};
            }
    return {};
}

// That picture where the view opens and one step further. Unlike a traced run it has a subject, a
// flow and an instruction mix.
TracedRun opened_for(const View& view, const OpenedKernel& kernel) {
    const auto picture = opening_picture(kernel);
    lab::Result result;
    result.request = picture->request;
    result.picture = result.counted = picture;
    result.timed = lab::modelled(*picture);
    const int opens = opening_step(&view, *picture),
              next = std::min(opens + 1, int(picture->steps.size()) - 1);
    return {"opening of " + kernel.lesson->id, result, {-1, opens, next}};
}

Metrics metrics(bool wide) { return metrics_of(wide ? Density::desk : Density::laptop); }

void expect_apart_and_inside(const View& view, const TracedRun& picture, const Rect& area,
                             float longer, bool wide) {
    Series series;
    series.add(picture.result);
    for (const int step : picture.steps) {
        CanvasNotes notes(measured_fonts(), 1, longer);
        Cursor cursor;
        cursor.step = step;
        const Metrics type = metrics(wide);
        const auto [dx, dy] = type.stage;  // a view is drawn inside its card
        notes.card(view.id, area.inside(-dx, -dy));
        view.draw(notes, {picture.result, cursor, type, series}, area);
        const auto wrong = misplaced_texts(notes);
        EXPECT_TRUE(wrong.empty())
            << picture.name << ", " << area.w << " x " << area.h << ", step " << step << ", longer "
            << longer << ", wide " << wide << ": " << wrong.front();
        for (const NotedText& text : notes.texts) EXPECT_FALSE(text.text.empty());
        EXPECT_FALSE(notes.texts.empty()) << "a view says at least one line: " << picture.name;
    }
}

class EveryView : public ::testing::TestWithParam<std::string> {};

TEST_P(EveryView, KeepsTextsApartAndInside) {
    const View* view = find_view(GetParam());
    ASSERT_TRUE(view);
    const OpenedKernel kernel = kernel_for(*view);
    ASSERT_TRUE(kernel) << "no lesson opens with what it shows: nothing of it would be looked at";
    std::vector<TracedRun> pictures = traced_runs();
    std::erase_if(pictures, [&](const TracedRun& picture) {
        return view->fits && !view->fits(*picture.result.picture);
    });
    pictures.push_back(opened_for(*view, kernel));
    const Rect areas[] = {{0, 0, 300, 260},
                          {0, 0, 480, 300},
                          {20, 10, 720, 360},
                          {0, 0, 1082, 500},
                          {0, 0, 2400, 1300}};
    for (const TracedRun& picture : pictures)
        for (const Rect& area : areas)
            for (const float longer : {1.f, 1.33f})
                for (const bool wide : {true, false})
                    expect_apart_and_inside(*view, picture, area, longer, wide);
}

TEST_P(EveryView, SurvivesAreasThatHoldNothing) {
    const View* view = find_view(GetParam());
    ASSERT_TRUE(view);
    for (const TracedRun& picture : traced_runs())
        for (const Rect area : {Rect{0, 0, 0, 0}, Rect{0, 0, 10, 10}, Rect{0, 0, 30, 400},
                                Rect{0, 0, 900, 8}, Rect{5, 5, -20, -20}}) {
            CanvasNotes notes(measured_fonts());
            const Metrics type;
            const Cursor cursor;
            const Series series;
            view->draw(notes, {picture.result, cursor, type, series}, area);
        }
}

TEST_P(EveryView, SaysSoWhereThereIsNothingToShow) {
    const View* view = find_view(GetParam());
    ASSERT_TRUE(view);
    const lab::Result bare = result_of(std::make_shared<lab::Run>());
    CanvasNotes notes(measured_fonts());
    const Metrics type;
    const Cursor cursor;
    const Series series;
    view->draw(notes, {bare, cursor, type, series}, {0, 0, 600, 300});
    EXPECT_FALSE(notes.texts.empty());
    EXPECT_TRUE(notes.marks.empty()) << "nothing is drawn of nothing";
}

TEST_P(EveryView, DrawsTheSameTwice) {
    const View* view = find_view(GetParam());
    ASSERT_TRUE(view);
    const Metrics type;
    const Series series;
    Cursor cursor;
    cursor.step = 2;
    for (const TracedRun& picture : traced_runs()) {
        CanvasNotes first(measured_fonts()), second(measured_fonts());
        view->draw(first, {picture.result, cursor, type, series}, {0, 0, 900, 420});
        view->draw(second, {picture.result, cursor, type, series}, {0, 0, 900, 420});
        ASSERT_EQ(first.texts.size(), second.texts.size());
        for (std::size_t i = 0; i < first.texts.size(); ++i) {
            EXPECT_EQ(first.texts[i].text, second.texts[i].text);
            EXPECT_EQ(first.texts[i].box, second.texts[i].box);
        }
    }
}

bool open_lesson_for(const View& view, app::testing::Driver& driver) {
    const OpenedKernel kernel = kernel_for(view);
    if (!kernel) return false;
    driver.shell.open_lesson(*kernel.lesson);
    driver.settle();
    driver.shell.session.settings().rung = kernel.rung;
    driver.settle();
    return true;
}

bool shows(const View& view, const app::testing::Driver& driver) {
    return std::ranges::any_of(driver.texts, [&](const NotedText& text) {
        return text.card == view.id && text.text != view.title;
    });
}

// As a person does: a line in the list of cards that have no place of their own, or a tab.
void choose_card(const View& view, app::testing::Driver& driver) {
    if (driver.click("cards.more")) driver.click("card." + view.id);
    driver.settle();
    for (std::size_t i = 0; i < driver.shell.cards().size() && !shows(view, driver); ++i) {
        driver.click("cards.tab." + std::to_string(i));
        driver.settle();
    }
}

// Whoever registers a view finds it in the window, not only by its name on the command line.
TEST_P(EveryView, IsFoundInTheWindow) {
    const View* view = find_view(GetParam());
    ASSERT_TRUE(view);
    if (view->needs.live || view->slot == app::Slot::code) GTEST_SKIP() << "not among the others";
    app::testing::Driver driver;
    ASSERT_TRUE(open_lesson_for(*view, driver)) << "no lesson has what it shows";
    if (on_stage(view->slot)) {
        driver.shell.slot = view->slot;
        const auto here = driver.shell.stage_views(view->slot);
        for (std::size_t i = 0; i < here.size() && driver.shell.stage_view() != view; ++i)
            driver.shell.next_picture();
        EXPECT_EQ(driver.shell.stage_view(), view);
        return;
    }
    driver.shell.home = view->slot == app::Slot::home;
    driver.settle();
    if (!shows(*view, driver)) choose_card(*view, driver);
    EXPECT_TRUE(shows(*view, driver));
}

// Every view that there is: one more is tested by being there.
std::vector<std::string> every_id() {
    std::vector<std::string> ids;
    for (const View* view : views()) ids.push_back(view->id);
    return ids;
}

INSTANTIATE_TEST_SUITE_P(Views, EveryView, ::testing::ValuesIn(every_id()),
                         [](const auto& info) { return info.param; });

TEST(Views, AreAllThere) {
    for (const char* id :
         {"coalescing", "banks", "lanes", "field", "source", "timings", "rungs_compared", "ledger",
          "sectors_by_stride", "sectors_by_offset", "block_shapes", "data_flow", "instruction_mix",
          "blocks", "in_flight", "packing", "scheduler", "by_knob"})
        EXPECT_TRUE(find_view(id)) << id;
    EXPECT_FALSE(find_view("nothing of the kind"));
    EXPECT_TRUE(std::is_sorted(views().begin(), views().end(), [](const View* a, const View* b) {
        return a->slot != b->slot ? a->slot < b->slot : a->order < b->order;
    }));
}

// --- the whole text of a picture, in the order in which it is drawn

std::string texts_of(const char* id, const lab::Result& result, const Cursor& cursor, Rect area) {
    CanvasNotes notes(measured_fonts());
    const Metrics type;
    const Series series;
    find_view(id)->draw(notes, {result, cursor, type, series}, area);
    std::string all;
    for (const NotedText& text : notes.texts) all += (all.empty() ? "" : "|") + text.text;
    return all;
}

std::string counted_up(int from, int to) {
    std::string all;
    for (int i = from; i <= to; ++i) all += (i > from ? "|" : "") + std::to_string(i);
    return all;
}

TEST(Texts, OfSectorsAtStrideFour) {
    const lab::Result result =
        result_of(one_request(EventKind::load, Space::global, Type::f32,
                              [](int lane) { return Address(0x1000 + 16 * lane); }));
    Cursor cursor;
    cursor.lane = 5;
    EXPECT_EQ(texts_of("coalescing", result, cursor, {0, 0, 1100, 420}),
              "Lanes|" + counted_up(0, 31) +
                  "|Line 0|numbers[0]|Line 1|numbers[32]|Line 2|numbers[64]|Line 3|numbers[96]"
                  "|lane 5 wants numbers[20]|" +
                  counted_up(0, 31) +
                  "|16|sectors for this request|4 would be enough|25 %|of the bytes asked for are "
                  "used|128 of 512 B"
                  "|used by a lane (number = lane)|asked for, not used here");
}

TEST(Texts, OfBanksAtStrideTwo) {
    const lab::Result result = result_of(one_request(EventKind::store, Space::shared, Type::f32,
                                                     [](int lane) { return Address(8 * lane); }));
    EXPECT_EQ(
        texts_of("banks", result, {}, {0, 0, 1100, 300}),
        "Bank|" + counted_up(0, 31) + "|wavefront 1|" + counted_up(0, 15) + "|wavefront 2|" +
            counted_up(16, 31) +
            "|2|wavefronts|1 would be enough|Lanes|that|want|different|words|of|one|bank|take|"
            "turns.");
}

TEST(Texts, OfLanesInAPartWarp) {
    Cursor cursor;
    cursor.step = 4;
    cursor.warp = 1;
    const std::string all = texts_of("lanes", result_of(tree(100)), cursor, {0, 0, 1100, 420});
    EXPECT_NE(all.find("|warp 0|warp 1|warp 2|warp 3|"), std::string::npos) << all;
    EXPECT_TRUE(
        all.ends_with("|50|of 100 threads|in 2 of 4 warps|14|idle in warps that run|"
                      "in 1 warp|lane 0 of warp 1|threadIdx.x = 32|In a cell: the stored value"))
        << all;
}

// --- claims are filled from the run

TEST(Claims, SayWhatTheTraceHolds) {
    const View* view = find_view("coalescing");
    ASSERT_TRUE(view);
    const Cursor cursor;
    const auto at = [](Address base, int stride) -> Where {
        return [=](int lane) { return base + 4 * stride * lane; };
    };
    const auto claim = [&](const Where& where) {
        return view_claim(view->id, *one_request(EventKind::load, Space::global, Type::f32, where),
                          cursor);
    };
    EXPECT_EQ(claim(at(0x1000, 4)), "Every fourth float costs four times the sectors");
    EXPECT_EQ(claim(at(0x1000, 32)), "Every 32nd float costs eight times the sectors");
    EXPECT_EQ(claim(at(0x1004, 1)), "Off by 4 bytes: five sectors, not four");
    EXPECT_EQ(claim(at(0x1000, 0)), "All lanes use one address: one sector");
    EXPECT_EQ(claim(at(0x1000, 1)), "Neighbouring lanes use neighbouring bytes: none is wasted");
}

TEST(Claims, TheMemorySlotSpeaksOfTheStepItStandsAt) {
    const View* view = find_view("coalescing");
    const auto run = tree(64);
    Cursor cursor;
    cursor.step = 0;
    EXPECT_EQ(view_claim(view->id, *run, cursor),
              "Neighbouring lanes use neighbouring bytes: none is wasted");
    cursor.step = 3;
    EXPECT_EQ(view_claim(view->id, *run, cursor), "Every word lies in a bank of its own");
}

TEST(Claims, LanesCountThemselves) {
    const View* view = find_view("lanes");
    ASSERT_TRUE(view);
    const auto run = tree(250);
    Cursor cursor;
    cursor.step = 4;
    EXPECT_EQ(view_claim(view->id, *run, cursor),
              "One of eight warps runs with only part of its lanes");
    EXPECT_EQ(view_sentence(view->id, *run, cursor),
              "*125 threads* store to shared memory in line 5. *3 lanes* of the same warps are "
              "off, 4 warps skip it.");
    cursor.step = static_cast<int>(run->steps.size()) - 1;  // one thread stores the sum
    EXPECT_NE(view_sentence(view->id, *run, cursor).find("*31 lanes* of the same warp are off"),
              std::string::npos)
        << view_sentence(view->id, *run, cursor);
}

TEST(Clicks, ChooseLaneAndWarp) {
    const View* view = find_view("lanes");
    ASSERT_TRUE(view && view->pointing.click);
    const lab::Result result = result_of(tree(250));
    const Metrics type;
    const Series series;
    Cursor cursor;
    cursor.step = 0;
    const Rect area{0, 0, 1000, 400};
    EXPECT_TRUE(view->pointing.click({result, cursor, type, series}, cursor, area, {400, 80}));
    EXPECT_GT(cursor.lane, 0);
    EXPECT_GT(cursor.warp, 0);
    const Cursor before = cursor;
    EXPECT_FALSE(view->pointing.click({result, cursor, type, series}, cursor, area, {999, 399}));
    EXPECT_EQ(cursor.lane, before.lane);
}

TEST(Clicks, ALineOfCodeLeadsToItsNextStep) {
    const View* view = find_view("source");
    ASSERT_TRUE(view && view->pointing.spot);
    const lab::Result result = result_of(tree(64));
    const Metrics type;
    const Series series;
    Cursor cursor;
    cursor.step = 0;                   // line 2; line 5 runs from step 2 on
    const Rect area{0, 0, 1200, 600};  // wide: no line wraps
    const float row = type.code * 1.6f, top = type.micro * 1.9f;
    app::testing::measuring_painter().measure([&] {
        const CanvasNotes canvas(app::testing::measuring_painter().fonts());
        const auto at = [&](int line) {
            return view->pointing.spot(canvas, {result, cursor, type, series}, area,
                                       {120, top + (static_cast<float>(line) - .5f) * row});
        };
        ASSERT_TRUE(at(5));
        EXPECT_NE(at(5)->words.find("Runs at 18 steps"), std::string::npos) << at(5)->words;
        EXPECT_EQ(cursor.step = at(5)->step(), 2);
        EXPECT_EQ(cursor.step = at(5)->step(), 3);
        EXPECT_FALSE(at(3)) << "line 3 has no event";
        EXPECT_EQ(at(2)->step(), 0) << "round the end";
    });
}

}  // namespace

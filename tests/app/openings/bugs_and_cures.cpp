// Where a bug and its cure open, and which line of the host is wrong.
#include <gtest/gtest.h>

#include "app/regions/hunted_program.h"
#include "app/sentences/because.h"
#include "app/session.h"
#include "app/shell/host_code.h"
#include "app/views/changed_lines.h"
#include "app/views/code_text.h"
#include "app/views/order/meetings.h"
#include "app/weights.h"
#include "lab/lesson.h"
#include "lab/requests/state_line.h"
#include "lab/source_text.h"
#include "tests/app/drawn_rung.h"
#include "tests/app/shell_driver.h"

namespace {

using namespace app;
using namespace test;
using app::testing::Driver;

const View& view_of_order() { return *find_view("happens_before"); }

// Where the picture opens of what came behind another.
const Meeting* opened(const lab::Result& now, const lab::Result& before,
                      std::string_view leading = "") {
    Playback playback;
    playback.load(now.picture.get(), true);
    open_where_it_tells(playback, &view_of_order(), *now.picture, nullptr, &before, leading);
    return meeting_shown(*now.picture, playback.cursor);
}

TEST(BugPlaces, ACureOpensOnTheArrayOfItsBug) {
    const lab::Result broken = drawn_rung("bug_hunt/neighbour", {}),
                      cured = drawn_rung("bug_hunt/neighbour", {"version=cured"});
    const Meeting* meeting = opened(cured, broken);
    ASSERT_TRUE(meeting);
    EXPECT_EQ(meeting->place, "term[31]");
    EXPECT_EQ(meeting->how, Ordering::barrier);
}

// Nothing stands in the bug's place: it is seen where the cure writes.
TEST(BugPlaces, ACureThatWritesElsewhereOpensThere) {
    for (const std::string kernel : {"in_place", "two_slots"}) {
        const lab::Result broken = drawn_rung("bug_hunt/" + kernel, {}),
                          cured = drawn_rung("bug_hunt/" + kernel, {"version=cured"});
        const View* view = view_about(*cured.picture);
        ASSERT_TRUE(view && view->id == "array") << kernel;
        const std::vector<int>& lines = changed_lines(*cured.picture);
        for (const lab::Result* before : {&broken, &cured}) {
            Playback playback;
            playback.load(cured.picture.get(), true);
            open_where_it_tells(playback, view, *cured.picture, nullptr, before, "");
            const auto& step = cured.picture->steps[std::size_t(playback.cursor.step)];
            EXPECT_NE(std::ranges::find(lines, step.line), lines.end()) << kernel;
        }
    }
}

// What it costs is no cure.
TEST(BugPlaces, ABarrierLeadsBetweenABugAndItsCure) {
    Session session(lab::Worker::Mode::pumped);
    for (const char* line : {"bug_hunt/neighbour", "bug_hunt/neighbour version=cured"}) {
        session.open(lab::read_state_line(line)->request);
        session.complete(3e7, 24);
    }
    ASSERT_TRUE(session.before());
    const auto said = because({*session.before(), *session.shown()});
    ASSERT_FALSE(said.empty());
    EXPECT_NE(said.front().find("arriers"), std::string::npos) << said.front();
}

// Of a cure that is opened by itself, too: the two that raced, by the lines that stand there now.
TEST(BugPlaces, ACureAloneOpensOnWhatRaced) {
    const lab::Result cured = drawn_rung("bug_hunt/neighbour", {"version=cured"});
    Playback playback;
    playback.load(cured.picture.get(), true);
    open_where_it_tells(playback, &view_of_order(), *cured.picture, nullptr, nullptr, "");
    const Meeting* meeting = meeting_shown(*cured.picture, playback.cursor);
    ASSERT_TRUE(meeting);
    EXPECT_TRUE(meeting->cured);
}

// Once for each kernel: whoever turns to the kernel's side is left there.
TEST(BugPlaces, WhatTheHostDoesWrongOpensOnItsSide) {
    Driver driver;
    const auto opens_on_host = [&](const char* line) {
        driver.shell.restore(line);
        driver.settle();
        return driver.shell.host_code.shown;
    };
    EXPECT_TRUE(opens_on_host("bug_hunt/over_limit"));
    driver.shell.host_code.shown = false;
    driver.settle();
    EXPECT_FALSE(driver.shell.host_code.shown) << "as it was turned";
    EXPECT_FALSE(opens_on_host("bug_hunt/over_limit version=cured")) << "the same kernel";
    EXPECT_TRUE(opens_on_host("bug_hunt/copied_early version=cured"));
    EXPECT_FALSE(opens_on_host("bug_hunt/no_barrier")) << "there the kernel is wrong";
    driver.shell.host_code.shown = true;
    driver.settle();
    EXPECT_FALSE(opens_on_host("bug_hunt/left_lane")) << "another program is opened at its kernel";
    EXPECT_FALSE(opens_on_host("reduction/sequential"));
    driver.shell.host_code.shown = true;
    driver.settle();
    EXPECT_TRUE(opens_on_host("reduction/any_block")) << "where somebody reads the host, it stays";
    EXPECT_FALSE(opens_on_host("bug_hunt/copied_early --at host=0")) << "as asked for";
}

// Of none without steps either, whose launch did not begin.
TEST(BugPlaces, EveryCureOpensBehindItsBug) {
    const lab::Lesson& lesson = *lab::find_lesson("bug_hunt");
    for (const lab::Rung& rung : lesson.rungs) {
        const std::string name = "bug_hunt/" + rung.id;
        const lab::Result broken = drawn_rung(name, {}),
                          cured = drawn_rung(name, {"version=cured"});
        Playback playback;
        playback.load(cured.picture.get(), true);
        open_where_it_tells(playback, &view_of_order(), *cured.picture, nullptr, &broken, "");
        EXPECT_LT(playback.cursor.step,
                  std::max<std::ptrdiff_t>(1, std::ssize(cured.picture->steps)))
            << name;
    }
}

// Another bug before it changes nothing: what was found decides.
TEST(BugPlaces, AFindingOpensOnItself) {
    const lab::Result before = drawn_rung("bug_hunt/neighbour", {}),
                      now = drawn_rung("bug_hunt/in_place", {});
    const Meeting* meeting = opened(now, before);
    ASSERT_TRUE(meeting);
    EXPECT_EQ(meeting->how, Ordering::nothing) << meeting->place;
    EXPECT_EQ(meeting->place.rfind("keys[", 0), 0u) << meeting->place;
}

// The line with the sign beside it, as the pane has it.
std::string wrong_line(const char* rung, const std::vector<const char*>& knobs = {}) {
    lab::Request request;
    request.settings = *lab::settings_named(rung);
    for (const char* knob : knobs) EXPECT_FALSE(lab::assign(request.settings, knob));
    request.settings.anyway = lab::refusal(request.settings).has_value();
    HostCode host;
    const HostCode::Text& text = host.text(request);
    EXPECT_EQ(text.problem, "");
    const int line = HostCode::line_of_finding(text, *lab::simulate(request));
    return line == 0 ? "" : std::string(text.lines[std::size_t(line) - 1]);
}

TEST(BugPlaces, TheHostsLineIsTheOneThatIsWrong) {
    const std::string copied = wrong_line("bug_hunt/copied_early");
    EXPECT_NE(copied.find("cudaMemcpyAsync(doubled, d_doubled"), copied.npos) << copied;
    EXPECT_EQ(wrong_line("bug_hunt/copied_early", {"version=cured"}), "");
    const std::string launched = wrong_line("bug_hunt/over_limit");
    EXPECT_NE(launched.find("twice<<<"), launched.npos) << launched;
    EXPECT_EQ(wrong_line("bug_hunt/neighbour"), "") << "of a kernel, which its own pane marks";
}

// It is in sight, with what leads up to it.
TEST(BugPlaces, TheHostsPaneShowsTheSignBesideIt) {
    Driver driver(1366, 768);
    driver.shell.restore("bug_hunt/copied_early");
    driver.shell.host_code.shown = true;
    driver.settle();
    EXPECT_TRUE(driver.sees("cudaMemcpyAsync"));
    EXPECT_TRUE(driver.sees("twice")) << "the launch behind it";
    const auto copy = std::ranges::find(driver.texts, "cudaMemcpyAsync", &NotedText::text);
    ASSERT_NE(copy, driver.texts.end());
    EXPECT_TRUE(std::ranges::any_of(driver.marks, [&](const NotedMark& mark) {
        return mark.kind == MarkKind::polygon && mark.box.right() < copy->box.x &&
               std::abs(mark.box.middle_y() - copy->box.middle_y()) < 4;
    }));
}

// What the other block does is a click away, at its own step and lane.
TEST(BugPlaces, AClickWatchesTheBlockThatReads) {
    Driver driver(1366, 768);
    EXPECT_TRUE(driver.shell.restore("memory_model/together launches=1"));
    driver.settle();
    const auto run = [&]() -> const lab::Run& { return *driver.shell.session.picture(); };
    const Cursor& cursor = driver.shell.playback.cursor;
    ASSERT_EQ(run().trace->watched.front(), 0u);
    ASSERT_NE(cursor.lane, 0) << "lane 0 sees the flag for all";
    const auto box = std::ranges::find(driver.texts, "reads flag[0]: 1", &NotedText::text);
    ASSERT_NE(box, driver.texts.end());
    driver.click({box->box.x + 4, box->box.middle_y()});
    driver.settle();
    EXPECT_EQ(run().trace->watched.front(), 1u);
    EXPECT_EQ(cursor.lane, 0);
    const Meeting* shown = meeting_shown(run(), cursor);
    ASSERT_TRUE(shown);
    EXPECT_EQ(shown->place, "data[1]") << "as before";
    EXPECT_EQ(cursor.step, step_of(run(), shown->told));
}

TEST(BugPlaces, TimesByKnobSayThatNoThreadRan) {
    Driver driver(1366, 768);
    EXPECT_TRUE(driver.shell.restore("bug_hunt/over_limit"));
    driver.shell.card_shown = "by_knob";
    driver.settle();
    EXPECT_TRUE(driver.says("no thread ran, so no time") || driver.says("No thread ran, so there"));
}

// What somebody chose for the last place is there in the next lesson too.
TEST(BugPlaces, AChosenCardStays) {
    Driver driver(1366, 768);
    EXPECT_TRUE(driver.shell.restore("histogram/per_lane"));
    driver.shell.card_shown = "by_knob";
    driver.settle();
    EXPECT_TRUE(driver.shell.ui_state.places.contains("shown.by_knob"));
    driver.shell.open_lesson(*lab::find_lesson("transpose"));
    driver.settle();
    EXPECT_TRUE(driver.shell.ui_state.places.contains("shown.by_knob"));
}

// Also where nobody saw the broken one first: of other pairs in order there are more.
TEST(BugPlaces, ACureOpensOnThePairThatRaced) {
    int such = 0;
    for (const lab::Rung& rung : lab::find_lesson("bug_hunt")->rungs) {
        Driver driver(1366, 768);
        driver.shell.restore("bug_hunt/" + rung.id + " version=cured");
        driver.settle();
        const View* view = driver.shell.stage_view();
        const lab::Run& run = *driver.shell.session.picture();
        const bool any = std::ranges::any_of(meetings_of(run).all, &Meeting::cured);
        if (!view || view->id != "happens_before" || !any) continue;
        ++such;
        const Meeting* shown = meeting_shown(run, driver.shell.playback.cursor);
        ASSERT_TRUE(shown) << rung.id;
        EXPECT_TRUE(shown->cured) << rung.id << ": " << shown->place;
    }
    EXPECT_GE(such, 2);
}

// A line of a program, and what whoever points at it hears.
struct Pointed {
    const char *rung, *text;
    bool of_host;
    const char* answer;
};
constexpr bool in_kernel = false, in_host = true;
constexpr auto it_is = ": that is it.*", near_it = ": close.*", not_it = ": no.*";

const std::vector<Pointed> pointed{
    {"past_the_end", "sums[t + 1] = sum;", in_kernel, it_is},
    {"past_the_end", "if (t < n)", in_kernel, it_is},
    {"past_the_end", "sums[0] = 0;", in_kernel, near_it},
    {"past_the_end", "cudaMalloc(&d_sums", in_host, not_it},
    {"running_sum", "sums[i] = before + sum;", in_kernel, it_is},
    {"running_sum", "if (t == threads - 1)", in_kernel, it_is},
    {"running_sum", "before += sum;", in_kernel, it_is},
    {"running_sum", "before = 0;", in_kernel, not_it},
    {"neighbour", "term[t] += factor[t] * term[t - d];", in_kernel, it_is},
    {"neighbour", "factor[t] *= factor[t - d];", in_kernel, it_is},
    {"neighbour", "term[t] = t < n ? u[t] : 0;", in_kernel, not_it},
    {"in_place", "keys[place] = keys[t];", in_kernel, it_is},
    {"in_place", "scatter_broken(int* keys, int n)", in_kernel, it_is},
    {"in_place", "int evens = n", in_kernel, near_it},
    {"in_place", "cudaEventCreate(&start)", in_host, not_it},
    {"early_return", "return;", in_kernel, it_is},
    {"early_return", "if (i >= n)", in_kernel, it_is},
    {"early_return", "__syncthreads();", in_kernel, it_is},
    {"early_return", "pairs_broken(", in_kernel, not_it},
    {"barrier_in_if", "            __syncthreads();", in_kernel, it_is},
    {"barrier_in_if", "if (t + half < left)", in_kernel, it_is},
    {"barrier_in_if", "part[t] += part[t + half];", in_kernel, near_it},
    {"barrier_in_if", "__syncthreads();  ", in_kernel, not_it},
    {"never_zeroed", "atomicAdd(&sums", in_kernel, it_is},
    {"never_zeroed", "cudaMalloc(&d_sums", in_host, it_is},
    {"never_zeroed", "add_by_remainder<<<", in_host, it_is},
    {"never_zeroed", "cudaMalloc(&d_numbers", in_host, near_it},
    {"never_zeroed", "std::vector<float> times", in_host, not_it},
    {"two_slots", "slots[blockIdx.x + round] = sum;", in_kernel, it_is},
    {"two_slots", "++round;", in_kernel, near_it},
    {"two_slots", "__shared__ int part[1024];", in_kernel, not_it},
    {"no_barrier", "row[t] = numbers[i];", in_kernel, it_is},
    {"no_barrier", "mirrored[i] = row[blockDim.x - 1 - t];", in_kernel, it_is},
    {"no_barrier", "cudaMalloc(&d_mirrored", in_host, not_it},
    {"left_lane", "__shfl_down_sync", in_kernel, it_is},
    {"left_lane", "return;", in_kernel, it_is},
    {"left_lane", "if (i >= n)", in_kernel, it_is},
    {"left_lane", "int sum = numbers[i];", in_kernel, near_it},
    {"left_lane", "shuffle_broken<<<", in_host, not_it},
    {"int_product", "int place = i * step % n;", in_kernel, it_is},
    {"int_product", "taken[i] = numbers[place];", in_kernel, it_is},
    {"int_product", "if (i >= n)", in_kernel, near_it},
    {"int_product", "cudaMalloc(&d_taken", in_host, not_it},
    {"copied_early", "cudaMemcpyAsync(", in_host, it_is},
    {"copied_early", "twice<<<", in_host, it_is},
    {"copied_early", "const int blocks", in_host, near_it},
    {"copied_early", "cudaMalloc(&d_doubled", in_host, not_it},
    {"copied_early", "doubled[i] = 2 * numbers[i];", in_kernel, not_it},
    {"over_limit", "threads = 64 * 32", in_host, it_is},
    {"over_limit", "twice<<<", in_host, it_is},
    {"over_limit", "const int n = 200;", in_host, near_it},
    {"over_limit", "cudaMalloc(&d_doubled", in_host, not_it},
    {"over_limit", "doubled[i] = 2 * numbers[i];", in_kernel, not_it},
};

// From the head of what is hunted through on.
int pointed_line(Shell& shell, const Pointed& one) {
    const auto shown = shell.session.shown();
    const HostCode::Text& host = shell.host_code.text(shown->request);
    const auto lines = one.of_host ? host.lines : lab::lines_in(shown->picture->source_text);
    const std::string kernel = shown->request.settings.kernel();
    const int head = one.of_host ? host.main_line : kernel_line(lines, kernel, CodeKind::cuda);
    for (int line = head; line <= std::ssize(lines); ++line)
        if (lines[std::size_t(line) - 1].find(one.text) != std::string_view::npos) return line;
    return 0;
}

// A good line is right, though the check names where the bug comes to light; others are not.
TEST(BugPlaces, WhoeverPointsAtACauseIsRight) {
    for (const Pointed& one : pointed) {
        Driver driver(1366, 768);
        driver.shell.restore(std::string("bug_hunt/") + one.rung);
        driver.settle();
        driver.shell.hunt.turn(driver.shell.session);
        const int line = pointed_line(driver.shell, one);
        ASSERT_GT(line, 0) << one.rung << ": " << one.text;
        driver.shell.hunt.point_at(driver.shell.session, {line, one.of_host});
        const std::string words = pointed_words(driver.shell);
        const char* part = one.of_host ? "*Host, line " : "*Kernel, line ";
        EXPECT_TRUE(words.starts_with(part + std::to_string(line) + one.answer))
            << one.rung << ": " << one.text << ": " << words;
    }
    for (const lab::Rung& rung : lab::find_lesson("bug_hunt")->rungs)
        EXPECT_GE(std::ranges::count(pointed, rung.id, &Pointed::rung), 3) << rung.id;
}

// Where all blocks are whole nobody returns: no line is wrong, and a size at which one is, is
// named.
TEST(BugPlaces, WhereNothingGoesWrongNoLineIs) {
    Driver driver(1366, 768);
    driver.shell.restore("bug_hunt/early_return n=192");
    driver.settle();
    driver.shell.hunt.turn(driver.shell.session);
    driver.shell.hunt.point_at(driver.shell.session, {1, false});
    EXPECT_EQ(pointed_words(driver.shell),
              "In this launch nothing goes wrong, whichever line it is. With *200 numbers* "
              "something does.");
    const auto shows = lab::nearest_that_shows(driver.shell.session.settings());
    ASSERT_TRUE(shows && lab::is_broken(*shows));
    EXPECT_FALSE(lab::nearest_that_shows(*shows)) << "it is there";
}

TEST(Transport, NothingIsPlayedWhereThereAreNoSteps) {
    Driver driver(1366, 768);
    EXPECT_TRUE(driver.shell.restore("matrix_product/tile_of_a tile=64 --anyway"));
    driver.settle();
    ASSERT_EQ(driver.shell.playback.count(), 0);
    EXPECT_TRUE(driver.says("No steps"));
    ASSERT_TRUE(driver.control("transport.play"));
    EXPECT_FALSE(driver.control("transport.play")->enabled);
}

}  // namespace

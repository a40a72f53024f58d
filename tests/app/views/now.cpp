// The step at the cursor: in words, in boxes, and the nearest access of some kind.
#include <gtest/gtest.h>

#include <set>

#include "app/views/cell_names.h"
#include "app/views/moment.h"
#include "app/views/now.h"
#include "lab/asked.h"
#include "lab/lesson.h"
#include "lab/running/simulation.h"
#include "tests/app/drawn_rung.h"
#include "tests/app/opened.h"
#include "tests/app/trace_maker.h"
#include "tests/app/view_says.h"

namespace {

using namespace app;
using namespace test;

TEST(Now, SaysWhoAndWhatItCosts) {
    const auto run = tree(256);
    Cursor cursor;
    cursor.step = 0;
    EXPECT_EQ(
        now_text(*run, cursor),
        "*All 256 threads* read `numbers`. The warp's request asks for *4 sectors*, as few as "
        "possible.");
    cursor.step = int(run->steps.size()) - 1;
    EXPECT_EQ(now_text(*run, cursor),
              "*Lane 0* of warp 0 writes `part`; lanes 1 to 31 are *off*. 7 "
              "other warps skip it. "
              "Every word lies in a bank of its own: *no conflict*.");
}

TEST(Now, BoxesHoldWhatTheLineReadAndWrote) {
    const auto run = tree(64);
    Cursor cursor;
    cursor.step = 3;  // the second of the line's two loads
    cursor.lane = 2;
    const auto boxes = boxes_of(*run, cursor);
    ASSERT_EQ(boxes.size(), 3u);
    EXPECT_EQ(boxes[0].name, "part[2]");
    EXPECT_EQ(boxes[0].value, "2");
    EXPECT_EQ(boxes[1].name, "part[34]");
    EXPECT_TRUE(boxes[1].now);
    EXPECT_TRUE(boxes[2].written);
    EXPECT_EQ(boxes[2].value, "") << "what is to come is not given away";
    EXPECT_EQ(boxes_title(*run, cursor), "Lane 2 of warp 0, in this line");
}

// What a step of a rung says whose first access of that kind is wide.
std::string said_of_wide(const char* rung, const char* size, simulator::EventKind kind) {
    const auto run = drawn_rung(rung, {size}).picture;
    for (std::size_t i = 0; i < run->steps.size(); ++i) {
        const simulator::Step& step = run->steps[i];
        if (step.kind != kind || step.space != Space::shared) continue;
        if (run->trace->events[step.events[0]].count < 2) continue;
        Cursor cursor;
        cursor.step = int(i);
        return now_text(*run, cursor);
    }
    return "";
}

// Four reads that the source writes one by one are one instruction; where a line says itself that
// it is wide, there is nothing to tell.
TEST(Now, TellsWhatTheCompilerJoined) {
    const std::string turned = said_of_wide("matrix_product/transposed", "n=64", EventKind::load);
    EXPECT_NE(turned.find("The compiler joins *4 reads* that lie side by side into one of 16 "
                          "bytes: `ld.shared.v4`."),
              std::string::npos)
        << turned;
    const std::string packed = said_of_wide("matrix_product/wide", "n=128", EventKind::store);
    EXPECT_EQ(packed.find("The compiler joins"), std::string::npos) << packed;
}

TEST(Moment, TheNearestAccessIsNowThenBeforeThenToCome) {
    const auto run = tree(64);
    Cursor cursor;
    cursor.step = 5;
    const Shown global = nearest(*run, cursor, is_global_access);
    EXPECT_EQ(global.step, 0);
    EXPECT_FALSE(global.now);
    EXPECT_TRUE(nearest(*run, cursor, is_shared_access).now);
    cursor.step = -1;
    EXPECT_TRUE(nearest(*run, cursor, is_shared_access).to_come);
}

TEST(Moment, LanesAreNamedAsPeopleDo) {
    EXPECT_EQ(lanes_text(0xf), "lanes 0 to 3");
    EXPECT_EQ(lanes_text(0x3), "lanes 0 and 1");
    EXPECT_EQ(lanes_text(0x80), "lane 7");
    EXPECT_EQ(lanes_text(0x111), "lanes 0, 4 and 8");
    EXPECT_EQ(lanes_text(0x55555555), "16 lanes");
    EXPECT_EQ(lanes_text(0), "no lane");
}

// Six values of one sum, which goes over two lines, and room for four boxes: the loads are one,
// that of the step, and which of how many it is. What is written stands beside them.
TEST(Now, LoadsOfAStatementAreOneBoxWithTheirCount) {
    lab::Request request;
    request.settings = *lab::settings_named("laplace/blocks");
    request.settings = lab::picture_of(request.settings);
    const auto run = lab::simulate(request);
    Cursor cursor;
    cursor.lane = 1;
    std::set<std::string> counts;
    for (; cursor.step < std::ssize(run->steps); ++cursor.step) {
        const auto boxes = boxes_of(*run, cursor);
        const auto of_six = std::ranges::find_if(
            boxes, [](const RegisterBox& box) { return box.count.ends_with(" of 6"); });
        if (of_six == boxes.end()) continue;
        EXPECT_EQ(boxes.size(), 2u) << "and what is written";
        EXPECT_TRUE(boxes.back().written);
        EXPECT_TRUE(of_six->now || boxes.back().now);
        if (of_six->now) counts.insert(of_six->count);
        EXPECT_NE(boxes_title(*run, cursor).find(", in this statement"), std::string::npos);
    }
    EXPECT_EQ(counts,
              (std::set<std::string>{"1 of 6", "2 of 6", "3 of 6", "4 of 6", "5 of 6", "6 of 6"}));
}

// The two arrays change places after each sweep; a kernel reads its `u` and writes its `next`.
TEST(Now, WordsNameWhatTheKernelNames) {
    OnStage shown("laplace/marching", Slot::warp);
    const lab::Run& run = shown.run();
    for (const int launch : {0, 1}) {
        Cursor cursor;
        cursor.step = int(std::ranges::find_if(run.steps,
                                               [&](const simulator::Step& step) {
                                                   return step.launch == launch &&
                                                          step.kind == simulator::EventKind::store;
                                               }) -
                          run.steps.begin());
        EXPECT_NE(now_text(run, cursor).find("write `next`"), std::string::npos)
            << now_text(run, cursor);
        const auto boxes = boxes_of(run, cursor);
        ASSERT_EQ(boxes.size(), 2u);
        EXPECT_EQ(boxes.front().count, "6 of 6")
            << "what is loaded behind the store is the next turn's";
        EXPECT_TRUE(boxes.back().name.starts_with("next[")) << boxes.back().name;
        cursor.step -= 1;
        const auto before = boxes_of(run, cursor);
        ASSERT_FALSE(before.empty());
        EXPECT_TRUE(before.front().name.starts_with("u[")) << before.front().name;
        EXPECT_EQ(view_claim("signature", run, cursor), "Six neighbours make each cell of next");
        EXPECT_TRUE(view_sentence("signature", run, cursor).starts_with("*next["));
    }
    const simulator::Array& tile = OnStage("laplace/tile", Slot::warp).run().trace->arrays.back();
    EXPECT_EQ(name_in_kernel(run, 1, tile), tile.name) << "no argument";
}

}  // namespace

// "The array": whose every element is, against the trace and the memory; what the picture draws,
// says and answers.
#include <gtest/gtest.h>

#include "app/views/array/written.h"
#include "lab/asked.h"
#include "lab/running/simulation.h"
#include "tests/app/opened.h"
#include "tests/app/picture.h"
#include "tests/app/trace_maker.h"
#include "tests/app/view_says.h"

namespace {

using namespace app;
using namespace test;

// A rung of the lesson on threads at its picture.
struct Drawn {
    lab::Result result;
    Cursor cursor;
    Metrics metrics;
    Series series;

    explicit Drawn(const std::string& rung, const std::vector<const char*>& knobs = {},
                   bool anyway = false, const std::string& lesson = "threads/") {
        result.request.settings = *lab::settings_named(lesson + rung);
        for (const char* knob : knobs)
            EXPECT_FALSE(lab::assign(result.request.settings, knob)) << knob;
        result.request.settings.anyway = anyway;
        lab::Request drawn = result.request;
        drawn.settings = lab::picture_of(drawn.settings);
        result.picture = lab::simulate(drawn);
    }
    const WrittenArray& array() const { return written_array(*result.picture); }
    std::vector<std::uint64_t> values() const {
        std::vector<std::uint64_t> all;
        for (const WrittenElement& element : array().elements) all.push_back(element.value);
        return all;
    }
    std::vector<std::int64_t> threads() const {
        std::vector<std::int64_t> all;
        for (const WrittenElement& element : array().elements) all.push_back(element.thread);
        return all;
    }
    std::string claim() const { return view_claim("array", *result.picture, cursor); }
    std::string sentence() const { return view_sentence("array", *result.picture, cursor); }
    Picture picture(Rect area = {0, 0, 1100, 560}) const { return {"array", result, cursor, area}; }
};

using Values = std::vector<std::uint64_t>;
using Threads = std::vector<std::int64_t>;

TEST(WrittenArray, KnowsTheThreadOfEachElement) {
    const Drawn own("thread_index");
    EXPECT_EQ(own.values(), (Values{0, 1, 2, 3, 0, 1, 2, 3}));
    EXPECT_EQ(own.threads(), (Threads{0, 1, 2, 3, 4, 5, 6, 7}));
    EXPECT_TRUE(own.array().repeats());
    const Drawn table("table");  // two rows of two blocks of two by two
    EXPECT_EQ(table.values(), (Values{0, 1, 2, 3, 4, 5, 6, 7}));
    EXPECT_EQ(table.threads(), (Threads{0, 1, 4, 5, 2, 3, 6, 7}));
    EXPECT_FALSE(table.array().repeats());
}

TEST(WrittenArray, KnowsWhatIsNobodys) {
    const Drawn few("global_index", {"n=6"});
    EXPECT_EQ(few.array().idle, 2);
    EXPECT_EQ(few.array().nobodys, 0);
    const Drawn many("global_index", {"n=11"}, true);
    EXPECT_EQ(many.array().nobodys, 3);
    EXPECT_EQ(many.values().back(), 0u);
    EXPECT_EQ(many.threads().back(), -1);
    const Drawn past("global_index", {"n=6", "guard=off"}, true);
    EXPECT_EQ(past.array().past_end, 6);
}

TEST(WrittenArray, HoldsWhatItHeldWhereNoThreadRan) {
    const Drawn none("global_index", {"block=4000", "n=8"}, true);
    EXPECT_FALSE(none.array().began);
    EXPECT_EQ(none.values(), Values(8, 0));
    EXPECT_EQ(none.array().nobodys, 8);
    EXPECT_EQ(none.claim(), "No thread ran");
    EXPECT_TRUE(none.picture().sees("cudaErrorInvalidConfiguration"));
    const Drawn unseen("global_index", {"block=4000", "n=8", "checking=unseen"}, true);
    EXPECT_TRUE(unseen.picture().sees("message"));
    EXPECT_FALSE(unseen.picture().sees("cudaErrorInvalidConfiguration"));
}

TEST(ArrayView, SaysWhatItDraws) {
    EXPECT_EQ(Drawn("thread_index").claim(), "Every block writes the same numbers");
    EXPECT_EQ(Drawn("global_index").claim(), "Each thread writes an element of its own");
    EXPECT_EQ(Drawn("global_index", {"n=11"}, true).claim(), "Some elements are not written");
    EXPECT_EQ(Drawn("global_index", {"n=6", "guard=off"}, true).claim(),
              "A thread writes past the end");
    EXPECT_EQ(Drawn("thread_index").sentence(),
              "The array holds *0 1 2 3 0 1 2 3*. Thread *0* of *block 1* wrote values[4].");
    const Picture picture = Drawn("thread_index").picture();
    for (const char* words : {"block 0", "block 1", "[7]", "lanes without a thread"})
        EXPECT_TRUE(picture.sees(words)) << words;
}

// Blocks that write nothing repeat nothing: a launch of more threads than there are numbers.
TEST(ArrayView, KnowsBlocksThatWriteNothing) {
    EXPECT_EQ(Drawn("thread_index").array().blocks_writing(), 2);
    for (const auto& [block, words] : {std::pair{"block=32", "Six of seven blocks write nothing"},
                                       std::pair{"block=16", "Twelve of 13 blocks write nothing"}})
        EXPECT_EQ(Drawn("over_limit", {block}, false, "bug_hunt/").claim(), words);
    const Drawn one("over_limit", {"block=16", "n=32"}, false, "bug_hunt/");
    EXPECT_EQ(one.array().blocks_writing(), 1);
    EXPECT_EQ(one.claim(), "One of two blocks writes nothing");
}

// The element of a thread of the watched block is pressed, and its thread is chosen.
TEST(ArrayView, AnswersAPress) {
    Drawn own("global_index");
    const View& view = *find_view("array");
    const DrawContext context{own.result, own.cursor, own.metrics, own.series};
    const auto chosen_in = [&](Rect area) {
        Cursor cursor;
        int chosen = 0;
        for (float y = 0; y < area.h; y += 8)
            for (float x = 0; x < area.w; x += 8)
                if (view.pointing.click(context, cursor, area, {x, y})) chosen |= 1 << cursor.lane;
        return chosen;
    };
    EXPECT_EQ(chosen_in({0, 0, 1100, 560}), 0xf);
    EXPECT_EQ(chosen_in({0, 0, 1100, 40}), 0) << "no array is drawn there";
}

TEST(ArrayView, WhatTheHostLacksIsDashed) {
    EXPECT_TRUE(Opened("bug_hunt/copied_early").says("dashed: written after the host"));
    EXPECT_FALSE(
        Opened("bug_hunt/copied_early version=cured").says("dashed: written after the host"));
}

// One thread writes two, and both are lit.
TEST(ArrayView, AllElementsOfAThreadAreNamed) {
    Driver driver(1366, 768);
    driver.shell.restore("bug_hunt/past_the_end version=cured");
    driver.settle();
    EXPECT_TRUE(driver.says("Thread 0 of block 0 wrote sums[0] and sums[1]."));
}

}  // namespace

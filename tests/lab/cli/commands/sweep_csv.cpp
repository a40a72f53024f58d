// What `sweep --csv` writes, value by value under its own head, against the run itself.
#include <gtest/gtest.h>

#include <fstream>

#include "lab/asked.h"
#include "lab/assets.h"
#include "lab/cli/looker.h"
#include "lab/requests/timed_run.h"
#include "tests/helpers/commands.h"
#include "tests/helpers/csv_rows.h"
#include "tests/helpers/scratch_folder.h"
#include "tests/lab/doubling_lesson.h"

namespace {

using namespace tests;

lab::Settings settings_of(const CsvRow& row) {
    lab::Settings settings = doubling_at(row.at("rung"));
    for (const lab::Knob* knob : settings.subject->knobs)
        EXPECT_FALSE(lab::assign(settings, knob->id + "=" + row.at(knob->id)));
    return settings;
}

void expect_time(const CsvRow& row, const lab::Time& time) {
    EXPECT_EQ(row.at("device"), time.device);
    if (time.kind == lab::TimeKind::none) {
        for (const char* head : {"median_ms", "low_ms", "high_ms"}) EXPECT_EQ(row.at(head), "");
        return;
    }
    EXPECT_EQ(csv_number(row, "median_ms"), time.median_ms);
    EXPECT_EQ(csv_number(row, "low_ms"), time.low_ms);
    EXPECT_EQ(csv_number(row, "high_ms"), time.high_ms);
}

TEST(CsvOfASweep, HasEachRunUnderItsHeads) {
    const Answer answer = warplens(
        {"sweep", "doubling/guarded,wrong,over", "n=100,300", "block=32,64", "--csv", "-"});
    const auto rows = csv_rows(answer.out);
    ASSERT_EQ(rows.size(), 3u * 2 * 2) << answer.out;
    std::size_t timed = 0;
    for (const CsvRow& row : rows) {
        const lab::Settings settings = settings_of(row);
        const auto run = lab::run_simulated({.settings = settings}, false).run;
        ASSERT_TRUE(run);
        EXPECT_EQ(row.at("lesson"), "doubling");
        EXPECT_EQ(row.at("state"), run->has_fault()  ? "fault"
                                   : run->verdict.ok ? "right"
                                                     : "wrong");
        EXPECT_EQ(row.at("reason"), "");
        EXPECT_EQ(row.at("time_kind"), lab::name_of(run->time.kind));
        expect_time(row, run->time);
        timed += run->time.kind != lab::TimeKind::none;
        EXPECT_EQ(csv_number(row, "worst_error"), run->verdict.worst_error);
        for (const simulator::CounterName& counter : simulator::counter_names())
            EXPECT_EQ(csv_number(row, std::string(counter.name)),
                      double(run->counters.*counter.member))
                << counter.name;
    }
    EXPECT_GT(timed, 0u);
    EXPECT_LT(timed, rows.size());
}

// What is refused has its knobs and its reason, and no number.
TEST(CsvOfASweep, ARefusedRowHasItsReasonAlone) {
    const auto rows = csv_rows(warplens({"sweep", "doubling", "block=64,4096", "--csv", "-"}).out);
    ASSERT_EQ(rows.size(), 2u);
    const CsvRow& row = rows[1];
    const auto refusal = lab::refusal(settings_of(row));
    ASSERT_TRUE(refusal);
    EXPECT_EQ(row.at("block"), "4096");
    EXPECT_EQ(row.at("state"), "refused");
    EXPECT_EQ(row.at("reason"), refusal->title);
    for (const char* head : {"time_kind", "median_ms", "device", "worst_error", "branches"})
        EXPECT_EQ(row.at(head), "") << head;
}

class ResumedSweep : public ::testing::Test {
protected:
    const std::string file = scratch_folder() + "/rows.csv";

    Answer swept(std::vector<std::string> more = {}) {
        std::vector<std::string> words{
            "sweep", "doubling/guarded", "n=100,300", "block=32,64", "--csv", file};
        words.insert(words.end(), more.begin(), more.end());
        return warplens(words);
    }
    std::string text() { return *lab::read_file(file); }
};

TEST_F(ResumedSweep, GoesOnAfterTheLastWholeRow) {
    ASSERT_EQ(swept().code, 0);
    const std::string whole = text();
    const auto third = whole.find('\n', whole.find('\n', whole.find('\n') + 1) + 1);
    // Killed while it wrote the third row.
    std::ofstream(file, std::ios::binary) << whole.substr(0, third + 20);
    const Answer rest = swept({"--resume"});
    EXPECT_EQ(rest.code, 0) << rest.err;
    EXPECT_NE(rest.err.find("The file had 2 of 4 runs."), std::string::npos) << rest.err;
    EXPECT_EQ(text(), whole) << "the file in the end is the same";
    const Answer nothing = swept({"--resume"});
    EXPECT_EQ(nothing.code, 0);
    EXPECT_NE(nothing.err.find("The file had 4 of 4 runs."), std::string::npos) << nothing.err;
    EXPECT_EQ(text(), whole);
}

TEST_F(ResumedSweep, EndsAfterItsTimeAndKeepsTheRows) {
    const Answer none = swept({"--resume", "--seconds", "1e-9"});
    EXPECT_EQ(none.code, 0);
    EXPECT_NE(none.err.find("The time is over: 0 of 4 runs are done. The same command goes on."),
              std::string::npos)
        << none.err;
    EXPECT_EQ(swept({"--resume"}).code, 0);
    EXPECT_EQ(csv_rows(text()).size(), 4u);
}

TEST_F(ResumedSweep, RefusesAFileOfOtherColumns) {
    std::ofstream(file) << "a,b\n1,2\n";
    const Answer other = swept({"--resume"});
    EXPECT_EQ(other.code, 5);
    EXPECT_NE(other.err.find("has other columns"), std::string::npos) << other.err;
    EXPECT_EQ(text(), "a,b\n1,2\n") << "and leaves it as it is";
    EXPECT_EQ(warplens({"sweep", "doubling/guarded", "--resume"}).code, 2);
    EXPECT_EQ(swept({"--resume", "--json", "-"}).code, 2);
}

// A time without samples is no state of NVBench's: it is skipped, with the reason.
TEST(NvbenchLayout, SaysWhatWasNotMeasured) {
    const Answer answer =
        warplens({"sweep", "doubling/guarded", "block=64,4096", "--nvbench-json", "-"});
    const lab::Json all = lab::Json::parse(answer.out, nullptr, false);
    ASSERT_TRUE(all.is_object()) << answer.out;
    const lab::Json& states = all["benchmarks"][0]["states"];
    ASSERT_EQ(states.size(), 2u);
    EXPECT_EQ(states[0]["is_skipped"], true);
    EXPECT_EQ(states[0]["skip_reason"], "its time is modelled, without samples");
    EXPECT_NE(states[0]["name"].get<std::string>().find("Device=0 "), std::string::npos);
    EXPECT_NE(states[1]["skip_reason"], states[0]["skip_reason"]) << "refused";
}

TEST(SweepWords, WhatCannotBeIsASentence) {
    const auto refused = [](std::vector<std::string> more, const std::string& why) {
        std::vector<std::string> words{"sweep", "doubling/guarded"};
        words.insert(words.end(), more.begin(), more.end());
        const Answer answer = warplens(words);
        EXPECT_EQ(answer.code, lab::exit_usage) << why;
        EXPECT_NE(answer.err.find(why), std::string::npos) << answer.err;
    };
    refused({"--noise", "much"}, "--noise much: write a share from 0.01 % to 50 %");
    refused({"--noise", "0"}, "write a share from");
    refused({"--samples", "-3"}, "--samples takes a number from 1 to 100 000");
    refused({"--samples", "9", "--cell-seconds", "0"}, "--cell-seconds takes");
    refused({"--samples", "9"}, "are for times that are measured: add --device gpu");
    refused({"--csv", "-", "--nvbench-json", "-"}, "can't share standard output");
    refused({"--devices", "all", "--device", "sim"}, "--devices measures on GPUs");
}

TEST(SweepWords, TheTimeLeftIsTold) {
    EXPECT_EQ(lab::runs_words(12, 96, 40), "12 of 96 runs after 40 s, about 5 min to go");
}

}  // namespace

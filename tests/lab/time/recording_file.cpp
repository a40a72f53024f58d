// Recordings as files: what is written comes back, what is damaged is told, parts become a whole.
#include "lab/time/recording.h"

#include <gtest/gtest.h>

#include "lab/time/measure.h"

namespace {

using lab::Recording;

lab::Time time_of(std::vector<double> samples, lab::Regime regime) {
    const lab::Interval made = lab::across_processes(lab::median_interval(samples));
    lab::Time time{.kind = lab::TimeKind::recorded,
                   .median_ms = made.median,
                   .low_ms = made.low,
                   .high_ms = made.high,
                   .samples = std::move(samples),
                   .conditions = "cold caches",
                   .device = "a card"};
    time.regime = regime;
    time.circumstances = {1980, 1965, 300, 41, "CUDA 13.0", "CUDA 12.4", "within 1 %", 1};
    time.floor_ms = regime == lab::Regime::cold ? .0014 : .0006;
    return time;
}

lab::RecordedRun run_of(const std::string& plan, double milliseconds) {
    lab::RecordedRun run;
    run.rung = "rung";
    run.settings = R"({"block":256})";
    run.key = {plan, "ab"};
    run.verdict.ok = run.verdict.checked = true;
    run.verdict.compared_with = "a + b on the CPU";
    run.cold = time_of({milliseconds, 1.01 * milliseconds, .99 * milliseconds}, lab::Regime::cold);
    run.launches = {milliseconds};
    return run;
}

Recording recording(const std::string& date, std::vector<lab::RecordedRun> runs) {
    Recording made;
    made.lesson = "scan";
    made.device = "a card";
    made.driver = "CUDA 13.0";
    made.toolkit = "CUDA 12.4";
    made.date = date;
    made.floor = {.0014, .0006};
    made.runs = std::move(runs);
    return made;
}

TEST(Recording, ComesBackAsItWasKept) {
    lab::RecordedRun run = run_of("1", .25);
    run.warm = time_of({.2, .2, .2}, lab::Regime::warm);
    run.warm.circumstances.rounds = 7;
    run.transfers = {.5};
    Recording kept = recording("2026-11-21", {run, run_of("2", .3)});
    kept.copy = lab::Peak{4229, "a copy of 1 GiB"};
    const auto read = lab::read_recording(lab::text_of(kept), "kept.json");
    ASSERT_TRUE(read) << read.problem().message;
    EXPECT_EQ(lab::text_of(*read), lab::text_of(kept));
    EXPECT_EQ(read->copy->gigabytes, 4229);
    ASSERT_EQ(read->runs.size(), 2u);
    const lab::RecordedRun& back = read->runs[0];
    EXPECT_EQ(back.cold.samples, run.cold.samples);
    EXPECT_EQ(back.cold.circumstances.megahertz_after, 1965u);
    EXPECT_EQ(back.cold.circumstances.criterion, "within 1 %");
    EXPECT_EQ(back.cold.floor_ms, .0014);
    EXPECT_EQ(back.warm.circumstances.rounds, 7);
    EXPECT_EQ(back.warm.floor_ms, .0006);
    EXPECT_EQ(read->runs[1].warm.kind, lab::TimeKind::none);
    EXPECT_EQ(back.settings, run.settings);
    EXPECT_EQ(back.transfers, run.transfers);
}

// Beside a GPU's times stands what its machine's processor took; older files say nothing of it.
TEST(Recording, ARunMayHaveADeviceOfItsOwn) {
    lab::RecordedRun of_processor = run_of("2", 300), same = run_of("3", 1);
    of_processor.on = "Some Processor";
    of_processor.verdict.worst_error = 512;
    of_processor.verdict.worst_of = 4096;
    same.on = "a card";
    const auto read = lab::read_recording(
        lab::text_of(recording("2026-11-21", {run_of("1", .25), of_processor, same})), "kept.json");
    ASSERT_TRUE(read) << read.problem().message;
    EXPECT_EQ(read->runs[0].cold.device, "a card");
    EXPECT_EQ(read->runs[1].cold.device, "Some Processor");
    EXPECT_EQ(read->runs[1].cold.floor_ms, 0) << "an empty kernel of another device";
    EXPECT_EQ(read->runs[1].verdict.worst_of, 4096);
    EXPECT_EQ(read->runs[2].on, "") << "what all are of is said once";
    EXPECT_EQ(lab::device_of(read->runs[1], *read), "Some Processor");
    EXPECT_EQ(lab::device_of(read->runs[2], *read), "a card");
}

std::string problem_of(const std::string& text) {
    const auto read = lab::read_recording(text, "odd.json");
    return read ? "" : read.problem().message;
}

std::string with(const std::string& from, const std::string& to) {
    std::string text = lab::text_of(recording("2026-11-21", {run_of("1", .25)}));
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return text.replace(at, from.size(), to);
}

TEST(Recording, WhatIsDamagedIsTold) {
    EXPECT_NE(problem_of("{").find("odd.json can't be read"), std::string::npos);
    EXPECT_NE(problem_of("[]").find("lacks \"format\""), std::string::npos);
    EXPECT_NE(problem_of(with("warplens recording", "song")).find("lacks"), std::string::npos);
    EXPECT_NE(problem_of(with("\"version\": 1", "\"version\": 2")).find("version 2"),
              std::string::npos);
    EXPECT_NE(problem_of(with("\"median_ms\":0.25", "\"median_ms\":0.24")).find("its samples"),
              std::string::npos);
    EXPECT_NE(problem_of(with("0.2525", "-1")).find("samples_ms is -1"), std::string::npos);
    EXPECT_NE(problem_of(with("\"rung\"", "\"rang\"")).find("rung"), std::string::npos);
    EXPECT_EQ(problem_of(with("scan", "scan")), "");
}

// Each is told with the run and the name that it stands behind.
TEST(Recording, NumbersThatNoClockShowsAreRefused) {
    struct Odd {
        const char *from, *to, *says;
    };
    const std::string run = "scan/rung {\"block\":256}";
    const Odd odd[] = {
        {"\"low_ms\":0", "\"low_ms\":-0", ": low_ms is -0.2"},
        {"\"median_ms\":0.25", "\"median_ms\":1e300", ": median_ms is 1e+300, but must be 0 to 1"},
        {"\"median_ms\":0.25", "\"median_ms\":null", ": median_ms is not a number"},
        {"0.2525", "1e300", ": a number of samples_ms is 1e+300"},
        {"0.2525", "0.0", " needs samples above 0 ms"},
        {"0.2525", "4e-7", " needs samples above 0 ms"},
        {"\"launches_ms\":[0.25]", "\"launches_ms\":[-0.25]", ": a number of launches_ms is -0.25"},
        {"\"celsius\":41", "\"celsius\":-41", ": celsius is -41"},
        {"[1980,1965]", "[-1,1965]", ": megahertz is -1"},
        {"\"watts\":300.0", "\"watts\":1e300", ": watts is 1e+300"},
    };
    for (const Odd& one : odd) {
        const std::string problem = problem_of(with(one.from, one.to));
        EXPECT_NE(problem.find("odd.json can't be read"), std::string::npos) << one.says;
        EXPECT_NE(problem.find(run + one.says), std::string::npos) << problem;
    }
    for (const char* floor : {"-0.0014", "1e300", "\"fast\""})
        EXPECT_NE(problem_of(with("0.0014", floor)).find("floor: cold_ms is"), std::string::npos)
            << problem_of(with("0.0014", floor));
    EXPECT_NE(problem_of(with("\"version\": 1", "\"version\": 1e300")).find("reads version 1"),
              std::string::npos);
}

TEST(Recording, WhatIsNestedTooDeepIsRefusedBeforeItIsRead) {
    const auto nested = [](const std::string& from, int levels) {
        return with(from, from + std::string(levels, '[') + std::string(levels, ']') + ",\"x\":");
    };
    for (const char* from : {"\"settings\":", "\"version\": "}) {
        const std::string problem = problem_of(nested(from, 100'000));
        EXPECT_NE(problem.find("levels deep, and the limit is 64"), std::string::npos) << problem;
    }
    EXPECT_EQ(problem_of(nested("\"settings\":", 60)), "");
    EXPECT_EQ(problem_of(with("within 1 %", "\\\"" + std::string(100, '['))), "") << "a string";
}

TEST(Recording, WhatIsDamagedIsToldInTheProgramsWords) {
    EXPECT_NE(problem_of(with("\"device\"", "\"davice\"")).find("it lacks \"device\"."),
              std::string::npos);
    EXPECT_NE(problem_of("{\n?").find("left out: line 2, column 1: "), std::string::npos)
        << problem_of("{\n?");
    for (const std::string& text :
         {with("\"scan\"", "5"), std::string("{\"format\":1}"), std::string("?"),
          with("[1980,1965]", "[]"), with("\"device\"", "\"davice\"")}) {
        EXPECT_NE(problem_of(text), "") << text;
        EXPECT_EQ(problem_of(text).find("json.exception"), std::string::npos) << problem_of(text);
    }
}

TEST(Recording, ADeviceHasANameThatCanBeUsed) {
    const std::string most(200, 'x');
    EXPECT_EQ(problem_of(with("\"device\": \"a card\"", "\"device\": \"" + most + "\"")), "");
    for (const std::string& name :
         {std::string(), most + "x", std::string("sim"), std::string("GPU"),
          std::string("a\\u001b[31mcard"), std::string("a\\u009bcard"), std::string("a\\u007f")})
        EXPECT_NE(problem_of(with("\"device\": \"a card\"", "\"device\": \"" + name + "\"")), "")
            << name;
    EXPECT_NE(problem_of(with("within 1 %", "\\u001b")).find("control character"),
              std::string::npos)
        << "other words are shown too";
}

TEST(Recording, PartsBecomeAWhole) {
    const Recording old = recording("2026-11-20", {run_of("1", .25), run_of("2", .3)});
    const Recording fresh = recording("2026-11-21", {run_of("2", .4), run_of("3", .5)});
    for (const auto& parts : {std::vector{old, fresh}, std::vector{fresh, old}}) {
        const auto whole = lab::merged(parts);
        ASSERT_TRUE(whole);
        EXPECT_EQ(whole->date, "2026-11-21");
        ASSERT_EQ(whole->runs.size(), 3u);
        for (const lab::RecordedRun& run : whole->runs)
            EXPECT_EQ(run.cold.median_ms, run.key.plan == "1"   ? .25
                                          : run.key.plan == "2" ? .4
                                                                : .5);
        for (const lab::RecordedRun& run : whole->runs)
            EXPECT_EQ(run.date, run.key.plan == "1" ? "2026-11-20" : "2026-11-21");
    }
    Recording other = fresh;
    other.device = "another card";
    const auto refused = lab::merged({old, other});
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.problem().message.find("another card"), std::string::npos);
    EXPECT_FALSE(lab::merged({}));
}

// A recording that is gone on with on another day does not make its runs younger.
TEST(Recording, ARunKeepsItsDayWhereTheFileGoesOn) {
    Recording file = recording("2026-11-20", {run_of("1", .25)});
    lab::keep_dates(file);
    file.date = "2026-11-22";
    file.runs.push_back(run_of("2", .3));
    const auto read = lab::read_recording(lab::text_of(file), "a file");
    ASSERT_TRUE(read);
    EXPECT_EQ(lab::date_of(read->runs[0], *read), "2026-11-20");
    EXPECT_EQ(lab::date_of(read->runs[1], *read), "2026-11-22");
    EXPECT_EQ(read->runs[1].date, "") << "once a file is enough";
}

TEST(Recording, ItsFileSaysLessonAndDevice) {
    Recording named = recording("", {});
    named.device = "NVIDIA H200";
    EXPECT_EQ(lab::file_name_of(named), "scan.nvidia-h200.json");
    named.device = "../x";
    EXPECT_EQ(lab::file_name_of(named), "scan.---x.json");
}

}  // namespace

// A bench that pretends: what worker and command line make of measured times, of a device that is
// lost, and of a request that is no longer wanted.
#include "lab/time/bench.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <sstream>
#include <stdexcept>
#include <thread>

#include "lab/assets.h"
#include "lab/cli/command_line.h"
#include "lab/json/json.h"
#include "lab/requests/job.h"
#include "lab/requests/worker.h"
#include "lab/running/simulation.h"
#include "lab/time/measure.h"
#include "lab/time/measuring.h"
#include "platform/threads.h"
#include "tests/helpers/own_files.h"
#include "tests/helpers/scratch_folder.h"
#include "tests/lab/doubling_lesson.h"

namespace {

using namespace tests;

enum class Mood { away, quick, endless, broken, stuck };
std::atomic<Mood> mood = Mood::away;
std::atomic<int> stopped = 0;

class PretendedBench : public lab::Bench {
public:
    std::optional<std::string> lacks() override {
        if (mood == Mood::away) return "The pretended GPU is away.";
        return std::nullopt;
    }
    lab::Device device() override { return {"gpu", "Pretended GPU", "1.0", ""}; }
    lab::DeviceLimits limits() override { return {}; }

    void measure(const lab::Request& request, const lab::Wanted&, const Sink& sink) override {
        while (mood == Mood::stuck) std::this_thread::sleep_for(std::chrono::milliseconds(1));
        if (mood == Mood::broken) throw std::runtime_error("The pretended GPU caught fire.");
        auto run = std::make_shared<lab::Run>(*lab::simulate(request, lab::Playing::counted()));
        run->device = device();
        run->counters = {};
        run->lines.clear();
        run->ptx_lines.clear();
        run->simulated = {};
        run->time.kind = lab::TimeKind::measured;
        run->time.device = device().name;
        run->time.circumstances.driver = "1.0";
        run->time.floor_ms = .25;
        do {
            run->time.samples.push_back(1);
            const lab::Interval made =
                lab::across_processes(lab::median_interval(run->time.samples));
            run->time.median_ms = made.median;
            run->time.low_ms = made.low;
            run->time.high_ms = made.high;
            if (!sink(std::make_shared<const lab::Run>(*run))) {
                ++stopped;
                return;
            }
            if (mood == Mood::endless) std::this_thread::sleep_for(std::chrono::milliseconds(1));
        } while (mood == Mood::endless || run->time.samples.size() < 5);
    }

    // The first takes as many times as long as it has numbers more, or threads of a block less.
    std::unique_ptr<lab::PairSampler> pair(const lab::Request& first,
                                           const lab::Request& second) override {
        class Pair : public lab::PairSampler {
        public:
            Pair(double first, double second) : first_(first), second_(second) {}
            double sample(Which which) override { return which == Which::first ? first_ : second_; }
            lab::Time about(Which) const override {
                lab::Time time;
                time.kind = lab::TimeKind::measured;
                time.device = "Pretended GPU";
                return time;
            }
            double first_, second_;
        };
        const auto time = [](const lab::Settings& settings) {
            return double(settings[doubling_count]) / double(settings[doubling_block]);
        };
        return std::make_unique<Pair>(time(first.settings), time(second.settings));
    }
};

const lab::RegisterBench registered(std::make_unique<PretendedBench>());

class Benches : public testing::Test {
protected:
    void SetUp() override {
        if (lab::bench()) GTEST_SKIP() << "there is a GPU here";
        if (!platform::has_threads()) GTEST_SKIP() << "a device is waited for on a thread";
    }
    void TearDown() override { mood = Mood::away; }

    static lab::Request request(std::int64_t count) {
        lab::Request asked;
        asked.settings = doubling_at("guarded");
        asked.settings.set(doubling_count, count);
        return asked;
    }

    template <class Enough>
    static std::shared_ptr<const lab::Result> wait(lab::Worker& worker, Enough enough) {
        for (int i = 0; i < 10'000; ++i) {
            if (auto result = worker.take(); result && enough(*result)) return result;
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
        return nullptr;
    }
};

TEST_F(Benches, MeasuredTimesCompleteAResult) {
    mood = Mood::quick;
    lab::Worker worker;
    worker.submit(request(1000));
    const auto done = wait(worker, [](const lab::Result& r) { return r.complete; });
    ASSERT_TRUE(done && done->timed && done->counted);
    EXPECT_EQ(done->timed->time.kind, lab::TimeKind::measured);
    EXPECT_EQ(done->timed->time.samples.size(), 5u);
    EXPECT_EQ(done->counted->device.kind, "sim") << "counts and times stay apart";
}

// The largest size is counted for a while: nobody waits so long for a first time.
TEST_F(Benches, AFirstTimeComesBeforeAllIsCounted) {
    mood = Mood::quick;
    lab::RunCaches caches;
    std::unique_ptr<lab::Measuring> measuring;
    bool early = false;
    lab::Result last;
    lab::Job job(request(100'000), lab::Worker::Wish::all,
                 {caches, measuring, {1e9}, true, [&](const lab::Result& result) {
                      early = early || (result.timed && !result.counted);
                      last = result;
                  }});
    for (int i = 0; i < 100'000 && !early && !last.counted; ++i)
        job.work(last.picture ? 1 : 100'000);
    EXPECT_TRUE(early);
    while (!job.work(10'000'000)) {
    }
    ASSERT_TRUE(last.complete && last.timed && last.counted);
    EXPECT_EQ(last.timed->time.samples.size(), 5u) << "measured once, to its end";
}

TEST_F(Benches, ANewerRequestEndsAMeasurement) {
    mood = Mood::endless;
    stopped = 0;
    lab::Worker worker;
    worker.submit(request(1000));
    const auto first = [](const lab::Result& r) {
        return r.timed && r.timed->time.samples.size() > 2;
    };
    ASSERT_TRUE(wait(worker, first));
    while (worker.progress().what.find("samples") == std::string::npos)
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    worker.submit(request(2000));
    const auto next = [](const lab::Result& r) {
        return r.timed && r.timed->launches[0].grid.x == 32;
    };
    ASSERT_TRUE(wait(worker, next));
    EXPECT_EQ(stopped, 1);
    worker.cancel();
    for (int i = 0; i < 10'000 && stopped < 2; ++i)
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    EXPECT_EQ(stopped, 2);
}

TEST_F(Benches, TwoInTurnsAnswerWithTheirRatio) {
    mood = Mood::quick;
    lab::Worker worker;
    worker.submit_ratio(request(300), request(100));
    const auto done = wait(worker, [](const lab::Result& r) { return r.complete; });
    ASSERT_TRUE(done && done->alternated) << (done ? done->problem : "nothing came");
    EXPECT_DOUBLE_EQ(done->alternated->ratio.median, 3);
    EXPECT_EQ(done->alternated->of, request(300));
    EXPECT_EQ(done->alternated->against, request(100));
    EXPECT_FALSE(done->timed || done->picture) << "nothing else was asked for";
    std::ostringstream out, err;
    EXPECT_EQ(
        lab::command_line(std::vector<std::string>{"compare", "n=300", "doubling/guarded",
                                                   "block=64", "doubling/guarded", "block=32"},
                          out, err),
        lab::exit_right)
        << err.str();
    EXPECT_NE(out.str().find("A is 2.00 times as fast as B: A over B is 0.5"), std::string::npos)
        << out.str();
    EXPECT_NE(out.str().find("alternating, 32 pairs, within 1 %"), std::string::npos) << out.str();
}

// A device may be busy for seconds before it looks up: compiling, copying, a long kernel.
TEST_F(Benches, PicturesDoNotWaitForABusyDevice) {
    mood = Mood::stuck;
    lab::Worker worker;
    worker.submit(request(1000));
    ASSERT_TRUE(wait(worker, [](const lab::Result& r) { return r.counted != nullptr; }));
    while (worker.progress().what.find("samples") == std::string::npos)
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    for (std::int64_t count : {2000, 3000}) {
        worker.submit(request(count));
        ASSERT_TRUE(wait(worker, [](const lab::Result& r) { return r.counted != nullptr; }));
    }
    mood = Mood::quick;
    const auto done = wait(worker, [](const lab::Result& r) { return r.complete; });
    ASSERT_TRUE(done && done->timed);
    EXPECT_EQ(done->timed->launches[0].grid.x, 47u) << "of the last request";
}

TEST_F(Benches, ALostDeviceIsASentenceAndTheCountsStay) {
    mood = Mood::broken;
    lab::Worker worker;
    worker.submit(request(1000));
    const auto done = wait(worker, [](const lab::Result& r) { return r.complete; });
    ASSERT_TRUE(done);
    EXPECT_EQ(done->problem, "The pretended GPU caught fire.");
    EXPECT_TRUE(done->picture && done->counted);
}

TEST(BenchesOfCommands, RunOnTheGpuPutsCountsBesideTheTime) {
    if (lab::bench()) GTEST_SKIP() << "there is a GPU here";
    mood = Mood::quick;
    std::ostringstream out, err;
    const std::vector<std::string> words{"run",      "doubling", "n=100",  "block=64",
                                         "--device", "gpu",      "--json", "-"};
    EXPECT_EQ(lab::command_line(words, out, err), lab::exit_right) << err.str();
    mood = Mood::away;
    const lab::Json json = lab::Json::parse(out.str());
    EXPECT_EQ(json["device"]["kind"], "gpu");
    EXPECT_EQ(json["time"]["kind"], "measured");
    EXPECT_EQ(json["time"]["samples"].size(), 5u);
    EXPECT_EQ(json["counters"]["global_load_sectors"], 13);
    EXPECT_EQ(json["launches"][0]["counters"]["global_load_sectors"], 13);
    std::uint64_t sum = 0;
    for (const lab::Json& line : json["lines"])
        sum += line["warp_instructions"].get<std::uint64_t>();
    EXPECT_EQ(sum, json["counters"]["warp_instructions"]) << "lines stand beside a time too";
    EXPECT_GT(sum, 0u);
}

// "squares" of a file writes as many numbers as there are threads; `run` sees it with `n` of them.
lab::Json file_on_the_gpu(const std::string& count, std::string& said) {
    std::ostringstream out, err;
    mood = Mood::quick;
    const std::vector<std::string> words{"run", own_files + "past_the_end.ptx",
                                         count, "--grid",
                                         "4",   "--block",
                                         "256", "--device",
                                         "gpu", "--json",
                                         "-"};
    lab::command_line(words, out, err);
    mood = Mood::away;
    said = err.str();
    return lab::Json::parse(out.str());
}

TEST(BenchesOfCommands, AFilesKernelIsTimedOnceItWasSeenToEndWell) {
    if (lab::bench()) GTEST_SKIP() << "there is a GPU here";
    std::string said;
    const lab::Json well = file_on_the_gpu("p0.length=1024", said);
    EXPECT_EQ(well["time"]["kind"], "measured") << said;
    EXPECT_EQ(well["launches"][0]["kernel"], "squares") << "not its mangled name";
    const lab::Json bad = file_on_the_gpu("p0.length=1000", said);
    EXPECT_NE(bad["time"]["kind"], "measured");
    EXPECT_EQ(bad["device"]["kind"], "sim");
    EXPECT_NE(said.find("It was not measured"), said.npos) << said;
}

// What an earlier session measured is neither measured again nor lost, its head included.
TEST(BenchesOfCommands, ARecordingGoesOnWhereItsFileEnds) {
    if (lab::bench()) GTEST_SKIP() << "there is a GPU here";
    const std::filesystem::path folder = scratch_folder();
    const auto record = [&](std::vector<std::string> more) {
        std::vector<std::string> words{"record", "doubling/over", "--out", folder.string()};
        words.insert(words.end(), more.begin(), more.end());
        std::ostringstream out, err;
        mood = Mood::quick;
        const int code = lab::command_line(words, out, err);
        mood = Mood::away;
        EXPECT_LE(code, lab::exit_wrong_result) << err.str();
        return err.str();
    };
    record({});
    const auto file = folder / "doubling.pretended-gpu.json";
    const std::string kept = *lab::read_file(file);
    EXPECT_NE(kept.find("\"driver\": \"1.0\""), kept.npos) << kept;
    EXPECT_NE(kept.find("\"cold_ms\": 0.25"), kept.npos) << kept;
    const std::string said = record({"--resume"});
    EXPECT_EQ(said.find("1 of "), said.npos) << "measured again: " << said;
    EXPECT_EQ(*lab::read_file(file), kept);
}

// tests/assets/figures.txt has one with 77 numbers, which is no tick; of a kernel that nobody asked
// for it records nothing.
TEST(BenchesOfCommands, WhatCoursesMeasuredIsRecordedToo) {
    if (lab::bench()) GTEST_SKIP() << "there is a GPU here";
    const std::filesystem::path folder = scratch_folder();
    std::ostringstream out, err;
    mood = Mood::quick;
    const std::vector<std::string> words{"record", "doubling/over", "--out", folder.string()};
    EXPECT_LE(lab::command_line(words, out, err), lab::exit_wrong_result) << err.str();
    mood = Mood::away;
    const std::string kept = *lab::read_file(folder / "doubling.pretended-gpu.json");
    const std::string_view figure = R"({"rung":"over","settings":{"n":77,)";
    const std::size_t at = kept.find(figure);
    ASSERT_NE(at, kept.npos) << kept;
    EXPECT_EQ(kept.find(figure, at + 1), kept.npos) << "once";
    EXPECT_EQ(kept.find(R"("rung":"guarded")"), kept.npos);
}

TEST(BenchesOfCommands, ARecordingOfNothingIsNotWritten) {
    if (lab::bench()) GTEST_SKIP() << "there is a GPU here";
    std::ostringstream out, err;
    mood = Mood::broken;
    const std::vector<std::string> words{"record", "doubling/guarded", "--out", "."};
    EXPECT_EQ(lab::command_line(words, out, err), lab::exit_bad_file);
    mood = Mood::away;
    EXPECT_EQ(out.str(), "");
    EXPECT_NE(err.str().find("nothing could be measured"), std::string::npos) << err.str();
}

}  // namespace

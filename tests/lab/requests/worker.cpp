// Simulations in slices, and the worker on a thread and pumped.
#include "lab/requests/worker.h"
#include "lab/running/simulation.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>

#include "lab/json/json.h"
#include "lab/memory/memory_budget.h"
#include "lab/requests/job.h"
#include "lab/requests/run_bytes.h"
#include "lab/requests/timed_run.h"
#include "lab/time/measuring.h"
#include "lab/time/recordings.h"
#include "lab/words.h"
#include "platform/threads.h"
#include "simulator/watch/flow.h"
#include "simulator/watch/trace.h"
#include "tests/helpers/own_files.h"
#include "tests/helpers/unasked_room.h"
#include "tests/lab/doubling_lesson.h"

namespace {

using namespace tests;
using Clock = std::chrono::steady_clock;

lab::Request ask(const std::string& rung = "guarded", std::int64_t count = 100) {
    lab::Request asked;
    asked.settings = doubling_at(rung);
    asked.settings.set(doubling_count, count);
    return asked;
}

// What does not depend on the clock.
std::string text_of(const lab::Run& run) {
    lab::Json json = lab::to_json(run);
    json["simulated"].erase("seconds");
    return json.dump();
}

TEST(Simulations, CountAndJudge) {
    const auto run = lab::simulate(ask());
    EXPECT_TRUE(run->verdict.ok) << run->verdict.found;
    EXPECT_EQ(run->verdict.compared, 100u);
    ASSERT_EQ(run->launches.size(), 1u);
    EXPECT_EQ(run->launches[0].grid, (simulator::Dim3{2, 1, 1}));
    EXPECT_EQ(run->counters.global_load_requests, 4u);
    EXPECT_EQ(run->counters.global_load_sectors, 13u);
    EXPECT_EQ(run->counters.bytes_requested, 800u);
    EXPECT_EQ(run->launches[0].counters, run->counters);
    EXPECT_EQ(run->ptx_hash.size(), 16u);
    EXPECT_TRUE(run->faults.empty());
    EXPECT_FALSE(run->steps.empty());
}

TEST(Simulations, AWrongRungIsCalledWrongWithItsFirstElement) {
    const auto run = lab::simulate(ask("wrong"));
    EXPECT_TRUE(run->verdict.checked);
    EXPECT_FALSE(run->verdict.ok);
    EXPECT_EQ(run->verdict.buffer, "twice");
    EXPECT_EQ(run->verdict.found, run->verdict.expected / 2 * 3);
}

TEST(Simulations, AFaultEndsTheRunWithoutAVerdict) {
    const auto run = lab::simulate(ask("over"));
    ASSERT_TRUE(run->faulted());
    EXPECT_FALSE(run->verdict.checked);
    EXPECT_EQ(run->faults[0].kind, simulator::FaultKind::out_of_bounds);
    EXPECT_EQ(run->faults[0].buffer, "numbers");
    EXPECT_EQ(run->faults[0].element, 100);
    EXPECT_EQ(run->faults[0].line, 13);
}

TEST(Simulations, SlicesChangeNothing) {
    const std::string whole = text_of(*lab::simulate(ask("guarded", 5000)));
    for (const std::uint64_t slice : {1, 1000, 100000}) {
        lab::Simulation simulation(ask("guarded", 5000), lab::Playing::traced());
        double before = 0;
        while (!simulation.advance(slice)) {
            EXPECT_GE(simulation.progress(), before);
            before = simulation.progress();
        }
        EXPECT_EQ(simulation.progress(), 1);
        EXPECT_EQ(text_of(*simulation.finish()), whole);
    }
}

TEST(Workers, SlicesTakeAsLongWhateverIsComputed) {
    const std::uint64_t quick = lab::slice_after(1'000'000, .0004),
                        slow = lab::slice_after(1'000'000, .04);
    EXPECT_EQ(quick, 2'000'000u);
    EXPECT_EQ(lab::slice_after(6'000'000, .0004), 10'000'000u);
    EXPECT_LT(slow, 200'000u);
    EXPECT_GT(lab::slice_after(200'000, 100), 100'000u) << "there is always some progress";
    EXPECT_LE(lab::slice_after(10'000'000, 0), 10'000'000u);
}

TEST(Simulations, TheSameRequestGivesTheSameJsonAndAnotherSeedAnother) {
    EXPECT_EQ(text_of(*lab::simulate(ask())), text_of(*lab::simulate(ask())));
    lab::Request other = ask();
    other.seed = 2;
    EXPECT_NE(lab::simulate(other)->fields.back().values,
              lab::simulate(ask())->fields.back().values);
}

TEST(Simulations, KeepWhatFieldsLookLike) {
    const auto run = lab::simulate(ask());
    ASSERT_FALSE(run->fields.empty());
    EXPECT_EQ(run->fields.back().launch, 0);
    EXPECT_EQ(run->fields.back().values.size(), 100u);
    EXPECT_TRUE(lab::simulate(ask(), lab::Playing::counted())->fields.empty());
}

TEST(Jobs, CountASmallerSizeWhereTheBudgetIsShort) {
    const lab::Settings asked = ask("guarded", 1 << 20).settings;
    EXPECT_EQ(lab::countable(asked, {1e9}), asked);
    EXPECT_EQ(lab::countable(asked, {12.0 * 5000})[doubling_count], 4096);
    EXPECT_EQ(lab::countable(asked, {1})[doubling_count], 128) << "the picture's size is the least";
    // Three arrays of four bytes a number, and a budget of a fifth of them.
    const std::uint64_t all = lab::bytes_of_arrays(asked);
    EXPECT_EQ(lab::countable(asked, {1e9, all}), asked);
    EXPECT_EQ(lab::countable(asked, {1e9, all / 5})[doubling_count] * 8, 1 << 20);
}

TEST(Jobs, CountASmallerSizeWhereTheWindowHasLittleMemory) {
    const lab::Settings asked = ask("guarded", 1 << 20).settings;
    const tests::UnaskedRoom room(lab::bytes_of_arrays(asked) / 5);
    const lab::Settings less = lab::countable(asked, {1e9});
    EXPECT_EQ(less[doubling_count] * 8, 1 << 20);
    EXPECT_LE(lab::bytes_to_count(less), lab::unasked_room());
}

TEST(Jobs, SayWhetherTimeOrMemoryIsShort) {
    const lab::Settings asked(doubling());  // 100 numbers, 1200 lane-instructions
    EXPECT_EQ(lab::why_not_counted(asked, {1199}), "counting 100 numbers would take too long here");
    const tests::UnaskedRoom room(1000);
    EXPECT_EQ(lab::why_not_counted(asked, {1200}),
              "counting 100 numbers would take " + lab::bytes_worded(lab::bytes_to_count(asked)) +
                  " of memory, but a run in the window may use only 1000 B");
    EXPECT_EQ(lab::why_not_counted(asked, {1200, 100}),
              "the arrays of 100 numbers would take " +
                  lab::bytes_worded(lab::bytes_of_arrays(asked)) + " of memory here");
}

TEST(Jobs, TheCacheForgetsTheOldest) {
    lab::RunCache cache(2);
    for (const std::int64_t count : {1, 2, 3}) {
        auto run = std::make_shared<lab::Run>();
        run->request = ask("guarded", count);
        cache.keep(run);
    }
    EXPECT_FALSE(cache.find(ask("guarded", 1)));
    EXPECT_TRUE(cache.find(ask("guarded", 2)));
    EXPECT_TRUE(cache.find(ask("guarded", 3)));
}

std::shared_ptr<lab::Run> run_of(std::int64_t count, std::size_t bytes) {
    auto run = std::make_shared<lab::Run>();
    run->request = ask("guarded", count);
    auto trace = std::make_shared<simulator::Trace>();
    trace->slots.resize(bytes / sizeof(simulator::Slot));
    run->trace = trace;
    return run;
}

// One that is too large alone is kept all the same: it is the one that is looked at.
TEST(Jobs, TheCacheKeepsFewLargeRuns) {
    constexpr std::size_t part = lab::RunCache::most_bytes / 5;
    lab::RunCache cache(8);
    for (const std::int64_t count : {1, 2, 3}) cache.keep(run_of(count, 2 * part));
    EXPECT_FALSE(cache.find(ask("guarded", 1)));
    EXPECT_TRUE(cache.find(ask("guarded", 2)));
    EXPECT_TRUE(cache.find(ask("guarded", 3)));
    cache.keep(run_of(4, 6 * part));
    EXPECT_TRUE(cache.find(ask("guarded", 4)));
    EXPECT_FALSE(cache.find(ask("guarded", 3)));
    cache.keep(run_of(5, part)), cache.keep(run_of(6, part));
    EXPECT_FALSE(cache.find(ask("guarded", 4)));
    EXPECT_TRUE(cache.find(ask("guarded", 5))) << "what left counts no more";
}

TEST(Jobs, ARunIsAsLargeAsWhatItKeeps) {
    lab::Run run;
    const std::size_t empty = lab::bytes_of(run);
    run.fields.push_back({0, "u", {}, std::vector<float>(1000)});
    run.steps.resize(10);
    run.steps[3].events.resize(100);
    EXPECT_EQ(lab::bytes_of(run) - empty,
              1000 * sizeof(float) + 10 * sizeof(simulator::Step) + 100 * sizeof(std::uint32_t));
    auto flow = std::make_shared<simulator::Flow>();
    flow->versions.resize(50);
    run.flow = flow;
    const std::size_t whole = lab::bytes_of(run);
    lab::Result result;
    EXPECT_EQ(lab::bytes_of(result), 0u);
    result.picture = result.counted = std::make_shared<lab::Run>(run);
    EXPECT_EQ(lab::bytes_of(result), lab::bytes_of(*result.picture)) << "one run, once";
    EXPECT_NEAR(double(lab::bytes_of(result)), double(whole), 200);
    EXPECT_GT(whole - empty, 50 * sizeof(simulator::Version));
}

// Judged by a reference that takes seconds, as long as somebody waits for it.
lab::Request long_judged(std::atomic<bool>& begun, std::atomic<bool>& given_up) {
    lab::Request asked = ask();
    auto subject = std::make_shared<lab::Subject>(*asked.settings.subject);
    subject->expected = [&](const lab::Settings&, const lab::Inputs& inputs) -> lab::Expected {
        begun = true;
        try {
            for (int i = 0; i < 5000; ++i) {
                inputs.go_on();
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
            }
        } catch (const lab::NotWanted&) {
            given_up = true;
            throw;
        }
        return {};
    };
    asked.settings.subject = std::move(subject);
    return asked;
}

TEST(WorkersOnAThread, GiveUpAReferenceThatNobodyWaitsFor) {
    if (!platform::has_threads()) GTEST_SKIP() << "nothing comes in between here";
    std::atomic<bool> begun = false, given_up = false;
    lab::Worker worker;
    worker.submit(long_judged(begun, given_up));
    while (!begun) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    worker.submit(ask("guarded", 200));
    std::shared_ptr<const lab::Result> taken;
    while (!taken || !taken->complete) {
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
        if (auto fresh = worker.take()) taken = fresh;
    }
    EXPECT_TRUE(given_up);
    EXPECT_EQ(taken->problem, "");
    EXPECT_EQ(taken->request.settings[doubling_count], 200);
}

TEST(WorkersOnAThread, GiveUpAReferenceAtTheEnd) {
    if (!platform::has_threads()) GTEST_SKIP() << "nothing comes in between here";
    std::atomic<bool> begun = false, given_up = false;
    {
        lab::Worker worker;
        worker.submit(long_judged(begun, given_up));
        while (!begun) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    EXPECT_TRUE(given_up);
}

class Workers : public testing::TestWithParam<lab::Worker::Mode> {
protected:
    // Waits for a result that `enough` likes; nullptr after ten seconds.
    template <class Enough>
    std::shared_ptr<const lab::Result> wait(lab::Worker& worker, Enough enough) {
        const auto until = Clock::now() + std::chrono::seconds(10);
        while (Clock::now() < until) {
            worker.pump(2);
            if (auto result = worker.take()) {
                last_ = result;
                ++taken_;
                if (enough(*result)) return result;
            }
            if (worker.mode() == lab::Worker::Mode::thread)
                std::this_thread::sleep_for(std::chrono::microseconds(200));
        }
        return nullptr;
    }
    static bool complete(const lab::Result& result) { return result.complete; }

    std::shared_ptr<const lab::Result> last_;
    int taken_ = 0;
};

TEST_P(Workers, FillAResultInPictureFirst) {
    lab::Worker worker(GetParam());
    worker.submit(ask("guarded", 1 << 20));
    const auto first = wait(worker, [](const lab::Result& r) { return r.picture != nullptr; });
    ASSERT_TRUE(first);
    EXPECT_FALSE(first->refusal);
    EXPECT_EQ(first->picture->request.settings[doubling_count], 128);
    const auto done = wait(worker, complete);
    ASSERT_TRUE(done);
    ASSERT_TRUE(done->counted && done->timed);
    EXPECT_EQ(done->counted->request.settings[doubling_count], 1 << 20);
    EXPECT_TRUE(done->counted->verdict.ok);
    EXPECT_EQ(done->picture, first->picture) << "snapshots share what they have";
    EXPECT_NE(done->timed->time.kind, lab::TimeKind::none);
    EXPECT_FALSE(worker.progress().busy);
}

TEST_P(Workers, PrepareWhatIsSeenFirstAndTheRestOnce) {
    std::atomic<int> before = 0, after = 0;
    std::atomic<bool> still = false;
    lab::Worker worker(GetParam(), {},
                       {[&](const lab::Run&) { ++before; },
                        [&](const lab::Run&, const lab::Wanted& wanted) {
                            still = wanted();
                            ++after;
                        }});
    worker.submit(ask("guarded", 1 << 20));
    ASSERT_TRUE(wait(worker, [](const lab::Result& r) { return r.picture != nullptr; }));
    EXPECT_EQ(before, 1) << "it could be taken before";
    ASSERT_TRUE(wait(worker, complete));
    EXPECT_EQ(before, 1);
    EXPECT_EQ(after, 1);
    EXPECT_TRUE(still);
}

TEST_P(Workers, GiveUpToPrepareWhatNobodyWants) {
    std::atomic<bool> wanted_then = true, newer_asked = false;
    lab::Worker worker(GetParam(), {}, {{}, [&](const lab::Run&, const lab::Wanted& wanted) {
                                            if (newer_asked.exchange(true)) return;
                                            worker.submit(ask("guarded", 64));
                                            wanted_then = wanted();
                                        }});
    worker.submit(ask("guarded", 1 << 20));
    const auto done = wait(worker, complete);
    ASSERT_TRUE(done);
    EXPECT_EQ(done->request.settings[doubling_count], 64);
    EXPECT_FALSE(wanted_then);
}

// Another size that has the same picture.
TEST_P(Workers, PrepareAgainWhatWasGivenUp) {
    std::atomic<int> begun = 0, done = 0;
    lab::Worker worker(GetParam(), {}, {{}, [&](const lab::Run&, const lab::Wanted& wanted) {
                                            if (++begun == 1)
                                                worker.submit(ask("guarded", 1 << 19));
                                            done += wanted();
                                        }});
    worker.submit(ask("guarded", 1 << 20));
    ASSERT_TRUE(wait(worker, complete));
    EXPECT_EQ(begun, 2);
    EXPECT_EQ(done, 1);
}

TEST_P(Workers, TheLatestRequestWins) {
    lab::Worker worker(GetParam());
    for (std::int64_t count = 100; count < 140; ++count) {
        worker.submit(ask("guarded", count * 1000));
        worker.pump(1);
    }
    const auto done = wait(worker, complete);
    ASSERT_TRUE(done);
    EXPECT_EQ(done->request.settings[doubling_count], 139'000);
    EXPECT_EQ(worker.take(), nullptr);
}

TEST_P(Workers, CancellingEndsTheWork) {
    lab::Worker worker(GetParam());
    worker.submit(ask("guarded", 1 << 20));
    worker.cancel();
    EXPECT_FALSE(worker.progress().busy);
    for (int i = 0; i < 20; ++i) {
        worker.pump(2);
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    const auto left = worker.take();
    EXPECT_TRUE(!left || !left->complete);
    worker.submit(ask("guarded", 64));
    const auto done = wait(worker, complete);
    ASSERT_TRUE(done);
    EXPECT_EQ(done->request.settings[doubling_count], 64);
}

TEST_P(Workers, RefuseInWordsAndGoOn) {
    lab::Worker worker(GetParam());
    lab::Request bad = ask();
    bad.settings.set(doubling_block, 4096);
    worker.submit(bad);
    const auto refused = wait(worker, complete);
    ASSERT_TRUE(refused && refused->refusal);
    EXPECT_EQ(refused->refusal->limit, 1024);
    EXPECT_FALSE(refused->picture);
    worker.submit(ask());
    EXPECT_TRUE(wait(worker, complete)->counted->verdict.ok);
}

TEST_P(Workers, AKernelThatIsNotThereIsASentence) {
    lab::Worker worker(GetParam());
    worker.submit(ask("lost"));
    const auto done = wait(worker, complete);
    ASSERT_TRUE(done && done->refusal);
    EXPECT_NE(done->refusal->why.find("nowhere"), std::string::npos);
}

TEST_P(Workers, AFaultIsAResult) {
    lab::Worker worker(GetParam());
    worker.submit(ask("over"));
    const auto done = wait(worker, complete);
    ASSERT_TRUE(done && done->picture);
    EXPECT_TRUE(done->picture->faulted());
    if (done->timed) {
        EXPECT_EQ(done->timed->time.kind, lab::TimeKind::none);
    }
}

// A GPU may have run to the end what the simulator stops at: tests/assets has such a time.
TEST_P(Workers, AFaultHasNoTimeThoughOneWasRecorded) {
    ASSERT_TRUE(lab::recorded(ask("over"))) << "made for another plan or another PTX";
    lab::Worker worker(GetParam());
    worker.submit(ask("over"));
    const auto done = wait(worker, complete);
    ASSERT_TRUE(done && done->counted && done->timed);
    EXPECT_TRUE(done->counted->faulted());
    EXPECT_EQ(done->timed->time.kind, lab::TimeKind::none);
}

TEST_P(Workers, AskingAgainCostsNothing) {
    lab::Worker worker(GetParam());
    worker.submit(ask("guarded", 1 << 20));
    const auto first = wait(worker, complete);
    worker.submit(ask("guarded", 1 << 20));
    const auto second = wait(worker, complete);
    ASSERT_TRUE(first && second);
    EXPECT_EQ(first->counted, second->counted);
    EXPECT_EQ(first->picture, second->picture);
}

INSTANTIATE_TEST_SUITE_P(Both, Workers,
                         testing::Values(lab::Worker::Mode::thread, lab::Worker::Mode::pumped),
                         [](const auto& info) {
                             return info.param == lab::Worker::Mode::thread ? "thread" : "pumped";
                         });

TEST(WorkerThread, WakesWhoWaits) {
    std::atomic<int> woken = 0;
    lab::Worker worker(lab::Worker::Mode::thread, [&] { ++woken; });
    worker.submit(ask());
    const auto until = Clock::now() + std::chrono::seconds(10);
    while (worker.progress().busy && Clock::now() < until) {
        worker.pump(1);  // where there are no threads
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    EXPECT_GE(woken, 1);
}

TEST(WorkerThread, IsPumpedWhereThereAreNone) {
    const lab::Worker worker(lab::Worker::Mode::thread);
    EXPECT_EQ(worker.mode() == lab::Worker::Mode::thread, platform::has_threads());
}

TEST(WorkerThread, EndsWhileItIsBusy) {
    lab::Worker worker;
    worker.submit(ask("guarded", 1 << 20));
}

// Its picture is cut early; what is counted to its end is then drawn to its end.
TEST(OwnRuns, ALongRunIsDrawnToItsEndOnceItWasCounted) {
    lab::Request request;
    lab::AskedFile words;
    words.file = own_files + "several.cu";
    request.settings = lab::Settings(*lab::subject_of(words, own_code("several")));
    const auto drawn = [&](double budget) {
        lab::RunCaches caches;
        std::unique_ptr<lab::Measuring> measuring;
        std::vector<std::uint64_t> cuts;
        lab::Job job(request, lab::Worker::Wish::all,
                     {.caches = caches,
                      .measuring = measuring,
                      .counting = {budget},
                      .may_measure = false,
                      .publish = [&](const lab::Result& result) {
                          if (result.picture) cuts.push_back(result.picture->cut_after);
                      }});
        while (!job.work(1000)) {
        }
        return cuts;
    };
    const double whole =
        double(lab::simulate(request, lab::Playing::counted())->simulated.lane_instructions);
    const auto ends = drawn(4 * whole), endless = drawn(whole / 2);
    ASSERT_GT(ends.size(), 1u);
    EXPECT_GT(ends.front(), 0u);
    EXPECT_EQ(ends.back(), 0u);
    EXPECT_GT(endless.back(), 0u);
}

}  // namespace

// Times put beside counts: what is found in recordings, what the model adds up, what is scaled, and
// what fields looked like in between.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

#include "lab/assets.h"
#include "lab/requests/job.h"
#include "lab/requests/state_line.h"
#include "lab/time/bench.h"
#include "lab/time/compare.h"
#include "lab/time/kernel_kinds.h"
#include "lab/time/measuring.h"
#include "lab/time/model.h"
#include "lab/time/recordings.h"
#include "lab/time/throughput.h"
#include "tests/helpers/scratch_folder.h"
#include "tests/lab/doubling_lesson.h"

namespace {

using namespace tests;

lab::Request request(const std::string& rung, std::int64_t count = 100) {
    lab::Request asked;
    asked.settings = doubling_at(rung);
    asked.settings.set(doubling_count, count);
    return asked;
}

// tests/assets/recordings has this plan three times, and the newest stands in the middle file.
TEST(Recordings, TheNewestOfSeveralCounts) {
    const auto found = lab::recorded(request("over"));
    ASSERT_TRUE(found) << "made for another plan or another PTX";
    EXPECT_EQ(found->device.when, "2026-02-01");
    EXPECT_EQ(found->time.median_ms, 0.005);
    EXPECT_EQ(found->time.low_ms, 0.00469);
    EXPECT_EQ(found->time.high_ms, 0.00531);
    EXPECT_EQ(found->time.floor_ms, 0.0027);
    EXPECT_EQ(found->time.regime, lab::Regime::cold);
    EXPECT_EQ(found->time.circumstances.toolkit, "CUDA 12.0");
    EXPECT_EQ(found->repeated.median_ms, 0.003);
    EXPECT_EQ(found->repeated.floor_ms, 0.0006);
    EXPECT_EQ(found->repeated.regime, lab::Regime::warm);
    EXPECT_EQ(found->repeated.circumstances.rounds, 50);
    EXPECT_EQ(found->time.kind, lab::TimeKind::recorded);
    ASSERT_EQ(found->launches.size(), 1u);
    EXPECT_EQ(found->launches[0].milliseconds, 0.0051);
}

// The last that was opened is the newest again, for whatever runs behind.
TEST(Recordings, OneThatWasOpenedComesFirst) {
    const auto folder = lab::asset("recordings");
    ASSERT_TRUE(folder);
    const auto missing = lab::open_recording(*folder / "no_such.json");
    ASSERT_TRUE(missing);
    EXPECT_NE(missing->message.find("no_such.json"), std::string::npos) << missing->message;
    const std::string before = lab::recorded(request("over"))->device.when;
    EXPECT_EQ(before, "2026-02-01");
    ASSERT_FALSE(lab::open_recording(*folder / "older.json"));
    EXPECT_EQ(lab::recorded(request("over"))->device.when, "2025-06-01");
    EXPECT_EQ(lab::recorded_everywhere(request("over")).size(), 1u) << "one a device";
    ASSERT_FALSE(lab::open_recording(*folder / "newer.json"));
    EXPECT_EQ(lab::recorded(request("over"))->device.when, "2026-02-01") << "the last one opened";
}

// The tests' own device again, as a line names it.
TEST(Recordings, OneThatWasNamedWinsForItsDeviceBesideOthersToo) {
    const auto folder = lab::asset("recordings");
    ASSERT_TRUE(folder);
    const std::string file = *folder / "older.json";
    const auto state = lab::read_state_line("doubling --device gpu --device " + file);
    ASSERT_TRUE(state) << state.problem().message;
    EXPECT_EQ(lab::recorded(request("over"))->device.when, "2025-06-01");
    EXPECT_EQ(lab::word_of_recorded("a GPU of the tests"), file);
    EXPECT_EQ(lab::word_of_recorded("NVIDIA H200"), "nvidia-h200");
    EXPECT_TRUE(lab::is_opened_recording(file));
    ASSERT_FALSE(lab::open_recording(*folder / "newer.json"));
    EXPECT_EQ(lab::recorded(request("over"))->device.when, "2026-02-01");
}

std::string scratch_recording(const std::string& name, const std::string& from,
                              const std::string& to) {
    const auto shipped = lab::read_file(*lab::asset("recordings") / "newer.json", 1 << 20);
    std::string text = *shipped;
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    const std::string file = scratch_folder() + "/" + name;
    std::ofstream(file) << text.replace(at, from.size(), to);
    return file;
}

TEST(Recordings, OneOfNoLessonHereIsNotOpened) {
    const std::string known = lab::recorded(request("over"))->device.when;
    const auto other = lab::open_recording(scratch_recording("a.json", "doubling", "trebling"));
    ASSERT_TRUE(other);
    EXPECT_NE(other->message.find("a.json can't be used"), std::string::npos) << other->message;
    EXPECT_NE(other->message.find("its lesson is \"trebling\""), std::string::npos);
    const auto rung = lab::open_recording(scratch_recording("b.json", "\"over\"", "\"under\""));
    ASSERT_TRUE(rung);
    EXPECT_NE(rung->message.find("no kernel \"under\""), std::string::npos) << rung->message;
    EXPECT_EQ(lab::recorded(request("over"))->device.when, known);
}

// What the file that was named lacks is not taken from another one of its device.
TEST(Recordings, OneThatWasOpenedStandsAloneForItsDevice) {
    const auto folder = lab::asset("recordings");
    const std::string bare = scratch_recording("bare.json", "\"plan\":\"", "\"plan\":\"no ");
    ASSERT_FALSE(lab::open_recording(bare));
    EXPECT_FALSE(lab::recorded(request("over")));
    ASSERT_FALSE(lab::open_recording(*folder / "newer.json")) << "as other tests expect it";
    EXPECT_TRUE(lab::recorded(request("over")));
}

TEST(Recordings, TwoFilesOfOneDeviceDoNotStandBesideEachOther) {
    const std::string one = *lab::asset("recordings") / "older.json",
                      other = *lab::asset("recordings") / "newer.json";
    const auto state = lab::read_state_line("doubling --device " + one + " --device " + other);
    ASSERT_FALSE(state);
    for (const std::string& words : {one, other, std::string("a GPU of the tests")})
        EXPECT_NE(state.problem().message.find(words), std::string::npos)
            << state.problem().message;
    const auto twice = lab::read_state_line("doubling --device gpu --device gpu");
    ASSERT_FALSE(twice);
    EXPECT_NE(twice.problem().message.find("can't be compared"), std::string::npos);
    ASSERT_FALSE(lab::open_recording(other)) << "as other tests expect it";
}

// There too: the plan of this rung, but of a PTX that is not ours.
TEST(Recordings, OfAnotherPtxAreNotFound) {
    EXPECT_EQ(lab::plan_of(request("wrong").settings).hash(), 0xfd8e73e57937b74du)
        << "tests/assets/recordings/newer.json has another";
    EXPECT_FALSE(lab::recorded(request("wrong")));
    EXPECT_FALSE(lab::recorded(request("over", 101))) << "another plan";
}

lab::Time clocked(double median, double low, double high) {
    return {.kind = lab::TimeKind::measured,
            .median_ms = median,
            .low_ms = low,
            .high_ms = high,
            .samples = {},
            .conditions = "cold cache",
            .device = "a card"};
}

// A formula that knows no queue may be off by hundreds of times: that is no time, and it says why.
TEST(Modelled, WhereTheFormulaTellsLittleThereIsNoTime) {
    lab::Settings settings = request("over").settings;
    auto subject = std::make_shared<lab::Subject>(*settings.subject);
    settings.subject = subject;
    auto counted = std::make_shared<lab::Run>();
    counted->request.settings = settings;
    subject->modelled_within = 12;
    EXPECT_EQ(lab::modelled(*counted)->time.kind, lab::TimeKind::modelled);
    subject->modelled_within = 300;
    const lab::Time none = lab::modelled(*counted)->time;
    EXPECT_EQ(none.kind, lab::TimeKind::none);
    EXPECT_NE(none.conditions.find("up to 300 times off"), std::string::npos) << none.conditions;
    // what a kernel says of itself goes before what its ladder does
    subject->rungs[static_cast<std::size_t>(settings.rung)].modelled_within = 12;
    EXPECT_EQ(lab::modelled(*counted)->time.kind, lab::TimeKind::modelled);
}

// Memory fetches 64 bytes: of numbers as far apart the formula takes half of what moves.
TEST(Modelled, TellsMoreRoomWhereNumbersAreFarApart) {
    lab::Settings settings = request("over").settings;
    auto subject = std::make_shared<lab::Subject>(*settings.subject);
    settings.subject = subject;
    subject->modelled_within = 1.3;
    EXPECT_EQ(lab::modelled_within(settings), 1.3);
    lab::Knob stride = *subject->knobs.front();
    stride.id = "stride", stride.role = lab::Knob::Role::stride, stride.elsewhere.clear();
    subject->knobs.push_back(&stride);
    settings.set(stride, 8);
    EXPECT_EQ(lab::modelled_within(settings), 1.3);
    settings.set(stride, 16);
    EXPECT_EQ(lab::modelled_within(settings), 2.3);
    subject->modelled_within = 12;
    EXPECT_EQ(lab::modelled_within(settings), 12);
    subject->modelled_within = 1.3;
    stride.elsewhere = "This kernel reads in one order.";
    EXPECT_EQ(lab::modelled_within(settings), 1.3) << "idle";
}

TEST(Throughput, IsWhatTheWorkNeedsOverItsTime) {
    lab::Settings settings = request("over", 1000).settings;
    auto subject = std::make_shared<lab::Subject>(*settings.subject);
    subject->bytes = [](const lab::Settings& set) { return 8. * double(set[doubling_count]); };
    subject->flops = [](const lab::Settings& set) { return double(set[doubling_count]); };
    settings.subject = subject;
    const lab::Throughput alone = lab::throughput_of(settings, clocked(.001, .001, .001), {});
    EXPECT_DOUBLE_EQ(alone.gigabytes, 8);
    EXPECT_DOUBLE_EQ(alone.gigaflops, 1);
    EXPECT_FALSE(alone.share);
    EXPECT_EQ(lab::throughput_worded(alone), "8.00 GB/s useful, 1.00 GFLOP/s");
    const lab::Peak copy{10, "a copy of 1 GiB"};
    const lab::Throughput beside = lab::throughput_of(settings, clocked(.001, .001, .001), copy);
    ASSERT_TRUE(beside.share);
    EXPECT_DOUBLE_EQ(*beside.share, .8);
    EXPECT_EQ(lab::throughput_worded(beside),
              "8.00 GB/s useful, 1.00 GFLOP/s, 80 % of a copy of 1 GiB");
}

// A formula reaches no share of what a clock measured.
TEST(Throughput, OfAFormulaIsNoShare) {
    lab::Time time = clocked(.001, .001, .001);
    time.kind = lab::TimeKind::modelled;
    EXPECT_FALSE(lab::throughput_of(request("over").settings, time, lab::Peak{10, "a copy"}).share);
    time.kind = lab::TimeKind::none;
    EXPECT_EQ(lab::throughput_of(request("over").settings, time, lab::Peak{10, "a copy"}).gigabytes,
              0);
    EXPECT_EQ(lab::throughput_worded(lab::Throughput{}), "");
}

TEST(Throughput, ThePeakIsThatOfTheDevicesOwnRecordings) {
    const auto peak = lab::recorded_peak("a GPU of the tests");
    ASSERT_TRUE(peak) << "tests/assets/recordings/older.json has it";
    EXPECT_EQ(peak->gigabytes, 500) << "the newer one reached 480: a device has one roof";
    EXPECT_EQ(peak->of, "a copy of 1 GiB");
    EXPECT_FALSE(lab::recorded_peak("another card"));
}

TEST(ComparedTimes, ByIntervalsThatPart) {
    const lab::Time fast = clocked(1, .9, 1.1), slow = clocked(2, 1.9, 2.1);
    EXPECT_EQ(*lab::compared_times(fast, slow), "2.00 times as fast as");
    EXPECT_EQ(*lab::compared_times(slow, fast), "2.00 times as slow as");
    EXPECT_EQ(*lab::compared_times(fast, clocked(1.2, 1.1, 1.3)), "neither faster nor slower than");
    EXPECT_EQ(*lab::compared_times(fast, clocked(1.2, 1.11, 1.3)), "1.20 times as fast as");
    EXPECT_EQ(*lab::compared_times(clocked(20, 20, 20), fast), "20.0 times as slow as");
}

TEST(ComparedTimes, NeitherAcrossDevicesNorAcrossRegimes) {
    const lab::Time cold = clocked(1, 1, 1);
    lab::Time other = cold, warm = cold, bare = cold;
    other.device = "another card";
    warm.regime = lab::Regime::warm;
    bare.low_ms = 0;
    for (const lab::Time& against : {other, warm, bare}) {
        EXPECT_FALSE(lab::compared_times(cold, against));
        EXPECT_FALSE(lab::compared_times(against, cold));
    }
}

TEST(Model, EachTermCountsInTheTotal) {
    using Time = lab::ModelledTime;
    const Time base{.floor = 1,
                    .bytes = 2,
                    .wavefronts = 2,
                    .passes = 2,
                    .instructions = 2,
                    .latency = 2,
                    .starts = 2,
                    .waiting = 8};
    EXPECT_EQ(base.total(), 1 + 2 + 8);
    struct Term {
        simulator::Member<Time, double> member;
        const char* limit;
        double total;  // with 100 in its place
    };
    const Term terms[] = {
        {&Time::floor, "the launch itself", 100 + 2 + 8},
        {&Time::bytes, "bytes moved", 1 + 100 + 8},
        {&Time::wavefronts, "shared-memory wavefronts", 1 + 100 + 8},
        {&Time::passes, "passes of constant memory", 1 + 100 + 8},
        {&Time::instructions, "instructions", 1 + 100 + 8},
        {&Time::latency, "latency: too few warps at once", 1 + 100 + 8},
        {&Time::starts, "blocks that begin", 1 + 100 + 8},
        {&Time::waiting, "threads that wait for each other", 1 + 2 + 100},
    };
    for (const Term& term : terms) {
        Time time = base;
        time.*term.member = 100;
        EXPECT_EQ(time.total(), term.total) << term.limit;
        EXPECT_EQ(time.limited_by(), term.limit);
    }
}

TEST(Model, StoresToSharedMemoryTakeAsLongAsLoads) {
    const auto wavefronts = [](std::uint64_t loads, std::uint64_t stores) {
        simulator::Counters counters;
        counters.shared_load_wavefronts = loads;
        counters.shared_store_wavefronts = stores;
        return lab::modelled_time(lab::modelled_card(), {counters, {1}, {32}, 0, 1}).wavefronts;
    };
    EXPECT_GT(wavefronts(100, 0), 0);
    EXPECT_DOUBLE_EQ(wavefronts(0, 100), wavefronts(100, 0));
    EXPECT_DOUBLE_EQ(wavefronts(300, 100), 4 * wavefronts(100, 0));
}

TEST(Model, APassOfConstantMemoryTakesTwoCycles) {
    simulator::Counters counters;
    counters.constant_load_passes = 132 * 990'000;
    const lab::ModelledTime time =
        lab::modelled_time(lab::modelled_card(), {counters, {132}, {32}, 0, 1});
    EXPECT_DOUBLE_EQ(time.passes, 1) << "ms, of 1.98 million cycles";
}

// Works a request off without measuring, and gives the last result.
lab::Result worked_off(const lab::Request& asked, double budget, lab::RunCaches& caches) {
    lab::Result last;
    std::unique_ptr<lab::Measuring> measuring;
    lab::Job job(asked, lab::Worker::Wish::all,
                 {caches, measuring, {budget}, false, [&](const lab::Result& r) { last = r; }});
    while (!job.work(1 << 24)) {
    }
    return last;
}

// Half of the formula's time would be less than the launches alone take.
TEST(ModelledTimes, ReachNoLowerThanTheirLaunches) {
    const auto counted = lab::simulate(request("guarded"), lab::Playing::counted());
    const auto run = lab::modelled(*counted);
    const lab::Card& card = lab::modelled_card();
    const double after = card.next_microseconds * double(run->launches.size() - 1);
    const double floors = (card.floor_microseconds + after) / 1e3;
    EXPECT_LT(run->time.median_ms / modelled_within(run->request.settings), floors);
    EXPECT_DOUBLE_EQ(run->time.low_ms, floors);
    EXPECT_LE(run->time.low_ms, run->time.median_ms);
}

TEST(Jobs, AModelledTimeIsOfTheSizeThatWasAskedFor) {
    lab::RunCaches caches;
    const auto result = worked_off(request("guarded", 1 << 20), 12.0 * 5000, caches);
    ASSERT_TRUE(result.counted && result.timed);
    ASSERT_EQ(result.counted->request.settings[doubling_count], 4096);
    EXPECT_EQ(result.timed->time.kind, lab::TimeKind::modelled);
    const double ratio = double(1 << 20) / 4096;
    EXPECT_DOUBLE_EQ(result.timed->time.median_ms,
                     lab::modelled(*result.counted, ratio)->time.median_ms);
    EXPECT_LT(lab::modelled(*result.counted)->time.median_ms, result.timed->time.median_ms);
}

TEST(Jobs, WatchedBlocksChangeNoCounts) {
    lab::RunCaches caches;
    lab::Request asked = request("guarded", 1000);
    const auto first = worked_off(asked, 1e9, caches);
    asked.watched = {1};
    const auto second = worked_off(asked, 1e9, caches);
    ASSERT_TRUE(first.counted && second.counted);
    EXPECT_EQ(first.counted, second.counted) << "counted once, for all blocks";
    EXPECT_NE(first.picture, second.picture);
    EXPECT_EQ(second.picture->trace->watched, std::vector<std::uint64_t>{1});
}

TEST(Jobs, NothingLargerIsCountedThanWasAskedFor) {
    lab::Lesson lesson = doubling();
    lesson.cost = [](const lab::Settings& set) { return set[doubling_count] == 1000 ? 2.0 : 1.0; };
    lab::Settings settings(lesson);
    settings.set(doubling_count, 1000);
    EXPECT_EQ(lab::countable(settings, {1.5})[doubling_count], 512);
}

// Two launches, each of which doubles: what the field looks like before, after the first, after
// the second.
std::shared_ptr<const lab::Run> doubled_twice(double first) {
    static lab::Lesson lesson = doubling();
    lesson.host = [first](lab::Plan& plan, const lab::Settings&) {
        const lab::Fill fill{lab::Fill::Kind::constant, first, 0, {}};
        const auto numbers = plan.input("numbers", lab::Type::f32, 64, fill);
        for (int round = 0; round < 2; ++round)
            plan.launch("doubled", {1, 64}, numbers, numbers, 64);
        plan.field(numbers, {64, 1, 1}, "numbers");
        plan.result(numbers);
    };
    lesson.expected = nullptr;
    lab::Request asked;
    asked.settings = lab::Settings(lesson);
    return lab::simulate(asked);
}

TEST(Fields, AreKeptBeforeTheFirstLaunchAndAfterEach) {
    const auto run = doubled_twice(1);
    ASSERT_EQ(run->fields.size(), 3u);
    for (int i = 0; i < 3; ++i) {
        EXPECT_EQ(run->fields[i].launch, i - 1);
        EXPECT_EQ(run->fields[i].values, std::vector<float>(64, static_cast<float>(1 << i)));
        EXPECT_EQ(run->fields[i].title, "numbers");
    }
}

TEST(Fields, AreKeptOnlyWhereTheyChanged) {
    const auto run = doubled_twice(0);
    ASSERT_EQ(run->fields.size(), 1u) << "twice nothing is nothing";
    EXPECT_EQ(run->fields[0].launch, -1);
}

// Eight blocks of two warps, of which one warp does it all but for a return in each other one.
TEST(Model, BlocksThatReturnAtOnceEarnNothing) {
    const auto at = [](std::uint32_t blocks, std::uint64_t longest) {
        simulator::Counters counters;
        counters.warp_instructions = 1600;
        lab::ModelledLaunch launch{counters, {blocks}, {64}, 0, 1};
        launch.longest_warp = longest;
        return lab::modelled_time(lab::modelled_card(), launch);
    };
    EXPECT_DOUBLE_EQ(at(8, 1600).latency, at(1, 0).latency * 2) << "half of the block is idle, too";
    EXPECT_DOUBLE_EQ(at(8, 1600).latency, at(1, 1600).latency);
    EXPECT_DOUBLE_EQ(at(8, 1600 / 16).latency, at(8, 0).latency);
    EXPECT_DOUBLE_EQ(at(8, 1600).instructions, at(1, 0).instructions);
}

// Of 48 KiB and the KiB that the system takes four blocks find room where 32 of a warp would.
TEST(Model, ARunWithMuchSharedMemoryHasFewWarpsAtOnce) {
    const auto took = [](std::uint32_t shared_bytes) {
        lab::Run run = *lab::simulate(request("guarded"), lab::Playing::counted());
        lab::LaunchRecord& launch = run.launches.at(0);
        run.launches.resize(1);
        launch.grid = {132 * 32}, launch.block = {32}, launch.shared_bytes = shared_bytes;
        launch.counters = {};
        launch.counters.warp_instructions = 1'000'000'000;
        const double floor = lab::modelled_card().floor_microseconds / 1e3;
        return lab::modelled(run)->time.median_ms - floor;
    };
    EXPECT_NEAR(took(48 << 10) / took(0), 8, 1e-6);
    EXPECT_NEAR(took(6 << 10) / took(0), 1, 1e-6);
}

TEST(Model, AnOwnKernelHasTheFactorOfItsKind) {
    simulator::Counters counters;
    counters.warp_instructions = 1000, counters.global_load_requests = 100;
    counters.bytes_requested = counters.bytes_asked = 12800;
    const auto within = [&] { return lab::kind_of(counters).within; };
    EXPECT_EQ(within(), 2);
    counters.bytes_asked = 8 * 12800;
    EXPECT_EQ(within(), 4);
    counters.global_load_requests = 10;
    EXPECT_EQ(within(), 5) << "few requests, so that what they take matters less";
    counters.local_load_requests = 1, counters.bytes_asked = 12800;
    counters.global_load_requests = 100;
    EXPECT_EQ(within(), 5);
    counters.atomic_passes = 101;
    EXPECT_EQ(within(), 20);
    counters.polls = 1;
    EXPECT_GT(within(), lab::farthest_told);
}

}  // namespace

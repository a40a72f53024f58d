// Two timed in turns: what a clock that drifts does to either way, when it is enough, and what the
// command `compare` says of it.
#include "lab/time/alternating.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

#include "lab/json/json.h"
#include "lab/running/simulation.h"
#include "lab/time/compare.h"
#include "lab/time/recordings.h"
#include "tests/helpers/commands.h"
#include "tests/helpers/scratch_folder.h"
#include "tests/lab/doubling_lesson.h"

namespace {

using namespace tests;
using Which = lab::PairSampler::Which;

// A device whose clock falls by one percent with each sample; the first takes twice as long.
class Drifting : public lab::PairSampler {
public:
    explicit Drifting(double by = .01) : by_(by) {}
    double sample(Which which) override {
        order += which == Which::first ? 'A' : 'B';
        const double slower = 1 + by_ * taken_++;
        const double noise = 1 + .001 * (taken_ % 3);
        return (which == Which::first ? 2 : 1) * slower * noise;
    }
    unsigned megahertz() const override { return 2000 - 10 * static_cast<unsigned>(taken_); }
    std::string order;

private:
    double by_;
    int taken_ = 0;
};

bool on(const std::shared_ptr<const lab::Alternation>&) { return true; }

TEST(Alternating, AClockThatFallsDoesNotMoveTheRatio) {
    Drifting one_after_the_other;
    std::vector<double> first, second;
    for (int i = 0; i < 20; ++i) first.push_back(one_after_the_other.sample(Which::first));
    for (int i = 0; i < 20; ++i) second.push_back(one_after_the_other.sample(Which::second));
    const double apart = lab::median_interval(first).median / lab::median_interval(second).median;
    EXPECT_LT(apart, 1.8) << "the second is timed at a clock that has fallen";

    Drifting in_turns;
    lab::PairPatience patience;
    patience.most = 20;
    const lab::Alternation all = lab::alternate(in_turns, patience, on);
    EXPECT_NEAR(all.ratio.median, 2, .02);
    EXPECT_LE(all.ratio.low, 2);
    EXPECT_GE(all.ratio.high, 2);
    EXPECT_EQ(in_turns.order.substr(0, 8), "ABBAABBA") << "neither always comes second";
}

TEST(Alternating, ItEndsWhenTheRatioIsKnownOrAfterALimit) {
    Drifting steady(0);
    const lab::Alternation soon = lab::alternate(steady, {}, on);
    EXPECT_EQ(soon.pairs, 32u);
    EXPECT_EQ(soon.criterion, "within 1 %");
    EXPECT_EQ(soon.conditions(), "alternating, 32 pairs, within 1 %, 2000 to 1360 MHz");
    lab::PairPatience patience;
    patience.width = 0;
    patience.most = 12;
    EXPECT_EQ(lab::alternate(steady, patience, on).criterion, "after 12 pairs");
    patience.milliseconds = 40;  // 3 a pair
    patience.most = 400;
    const lab::Alternation late = lab::alternate(steady, patience, on);
    EXPECT_EQ(late.criterion, "after 40 ms");
    EXPECT_EQ(late.pairs, 16u);
}

TEST(Alternating, ItTellsAsItGoesAndStopsWhenAsked) {
    Drifting falling;
    std::vector<std::size_t> told;
    const lab::Alternation all =
        lab::alternate(falling, {}, [&](const std::shared_ptr<const lab::Alternation>& so_far) {
            told.push_back(so_far->pairs);
            return told.size() < 2;
        });
    EXPECT_EQ(told, (std::vector<std::size_t>{4, 8}));
    EXPECT_EQ(all.pairs, 8u);
    EXPECT_TRUE(all.has_interval());
    EXPECT_GT(all.first.median_ms, all.second.median_ms);
}

// A kernel of a second is told of after each pair, though one round is no interval.
TEST(Alternating, SlowKernelsAreToldOfSoonAndTakeNoLongerThanAllowed) {
    class Slow : public lab::PairSampler {
        double sample(Which) override { return 1000; }
    } slow;
    std::vector<bool> known;
    const lab::Alternation all =
        lab::alternate(slow, {}, [&](const std::shared_ptr<const lab::Alternation>& so_far) {
            known.push_back(so_far->has_interval());
            return true;
        });
    EXPECT_EQ(all.pairs, 10u) << "that many, though 4 s are over";
    EXPECT_EQ(all.criterion, "after 4000 ms");
    ASSERT_EQ(known.size(), 10u);
    EXPECT_EQ(std::vector<bool>(known.begin(), known.begin() + 4),
              (std::vector<bool>{false, false, false, true}));
}

// Both times would lie a little elsewhere in another process: 5 % each at 3 us.
TEST(Alternating, TheIntervalHoldsForAnotherProcessToo) {
    class Tiny : public lab::PairSampler {
        double sample(Which which) override { return which == Which::first ? .003 : .006; }
    } tiny;
    const lab::Alternation all = lab::alternate(tiny, {}, on);
    const double share = std::hypot(.0003 / .003 + .002, .0003 / .006 + .002);
    EXPECT_NEAR(all.ratio.median, .5, 1e-12);
    EXPECT_NEAR(all.ratio.low, .5 * (1 - share), 1e-12);
    EXPECT_NEAR(all.ratio.high, .5 * (1 + share), 1e-12);
}

TEST(Alternating, ARatioInWords) {
    EXPECT_EQ(lab::ratio_words({.5, .48, .52}), "2.00 times as fast as");
    EXPECT_EQ(lab::ratio_ends({.5, .48, .52}), "1.92 to 2.08");
    EXPECT_EQ(lab::ratio_words({20, 19, 21}), "20.0 times as slow as");
    EXPECT_EQ(lab::ratio_ends({20, 19, 21}), "19.0 to 21.0");
    EXPECT_EQ(lab::ratio_words({1.01, .99, 1.03}), "neither faster nor slower than");
}

TEST(Alternating, OfTimesThatWereTakenApartBothIntervalsCount) {
    lab::Time first, second;
    first.median_ms = 2, first.low_ms = 1.9, first.high_ms = 2.2;
    second.median_ms = 1, second.low_ms = .8, second.high_ms = 1.1;
    const lab::Interval ratio = lab::ratio_of(first, second);
    EXPECT_DOUBLE_EQ(ratio.median, 2);
    EXPECT_DOUBLE_EQ(ratio.low, 1.9 / 1.1);
    EXPECT_DOUBLE_EQ(ratio.high, 2.2 / .8);
    EXPECT_EQ(lab::ratio_of(first, {}).high, 0);
}

lab::Request asked(std::int64_t count, std::int64_t block = 64) {
    lab::Request request;
    request.settings = doubling_at("guarded");
    request.settings.set(doubling_count, count);
    request.settings.set(doubling_block, block);
    return request;
}

lab::RecordedRun made_run(std::int64_t count, double ms, std::int64_t block = 64) {
    lab::Run run = *lab::simulate(asked(count, block), lab::Playing::counted());
    run.time.median_ms = ms;
    run.time.samples.assign(10, ms);
    const lab::Interval wide = lab::across_processes(lab::median_interval(run.time.samples));
    run.time.low_ms = wide.low, run.time.high_ms = wide.high;
    run.time.circumstances.criterion = run.time.conditions = "made up";
    return lab::recorded_run(run);
}

TEST(Compare, WithoutAGpuTheTwoRecordedRunsStandBesideEachOther) {
    lab::Recording recording;
    recording.lesson = "doubling", recording.device = "a GPU for comparisons",
    recording.date = "2026-03-01", recording.driver = recording.toolkit = "CUDA 13.0";
    recording.runs = {made_run(771, 2, 32), made_run(771, 1, 64)};
    const std::string file = scratch_folder() + "/made.json";
    std::ofstream(file) << lab::text_of(recording);
    const std::vector<std::string> words{
        "compare",          "n=771",    "doubling/guarded", "block=32",
        "doubling/guarded", "block=64", "--device",         file};
    const Answer answer = warplens(words);
    EXPECT_EQ(answer.code, lab::exit_right) << answer.err;
    EXPECT_TRUE(has(answer.out, "A is 2.00 times as slow as B")) << answer.out;
    EXPECT_TRUE(has(answer.out, "not alternating")) << answer.out;
    EXPECT_TRUE(has(answer.out, "recorded on a GPU for comparisons")) << answer.out;
    std::vector<std::string> as_json = words;
    as_json.insert(as_json.end(), {"--json", "-"});
    const lab::Json json = lab::Json::parse(warplens(as_json).out);
    EXPECT_EQ(json["ratio"]["a_over_b"], 2);
    EXPECT_EQ(json["ratio"]["alternating"], false);
    EXPECT_GT(json["ratio"]["high"], 2);
    EXPECT_EQ(json["b"]["settings"]["n"], 771) << "what stands before the first is for both";
    EXPECT_EQ(json["b"]["settings"]["block"], 64);
}

TEST(Compare, OfTwoSizesNeitherIsCalledFaster) {
    lab::Recording recording;
    recording.lesson = "doubling", recording.device = "a GPU for two sizes",
    recording.date = "2026-03-01", recording.driver = recording.toolkit = "CUDA 13.0";
    recording.runs = {made_run(774, 2), made_run(10'775, 1)};
    const std::string file = scratch_folder() + "/sizes.json";
    std::ofstream(file) << lab::text_of(recording);
    std::vector<std::string> words{"compare", "doubling/guarded", "n=774", "doubling/guarded",
                                   "n=10775", "--device",         file};
    const Answer answer = warplens(words);
    EXPECT_EQ(answer.code, lab::exit_right) << answer.err;
    EXPECT_TRUE(has(answer.out, "The sizes differ: A has 774 numbers, B has 10 775 numbers."))
        << answer.out;
    EXPECT_FALSE(has(answer.out, "times as") || has(answer.out, "A over B")) << answer.out;
    words.insert(words.end(), {"--json", "-"});
    const lab::Json json = lab::Json::parse(warplens(words).out);
    EXPECT_EQ(json["ratio"]["words"], "of another size than");
    const Answer help = warplens({"compare", "--help"});
    EXPECT_TRUE(has(help.out, "before the first kernel are for both")) << help.out;
}

TEST(Compare, AFileThatLacksATimeIsNotAnsweredFromAnother) {
    lab::Recording recording;
    recording.lesson = "doubling", recording.device = "a GPU that lacks one",
    recording.date = "2026-03-01", recording.driver = recording.toolkit = "CUDA 13.0";
    recording.runs = {made_run(781, 2), made_run(782, 1)};
    const std::string folder = scratch_folder(), whole = folder + "/whole.json",
                      part = folder + "/a part.json";
    std::ofstream(whole) << lab::text_of(recording);
    recording.runs.pop_back();
    std::ofstream(part) << lab::text_of(recording);
    const auto compare = [](const std::string& file) {
        return warplens({"compare", "doubling/guarded", "n=781", "doubling/guarded", "n=782",
                         "--device", file});
    };
    EXPECT_EQ(compare(whole).code, lab::exit_right);
    const Answer answer = compare(part);
    EXPECT_EQ(answer.code, lab::exit_bad_file);
    EXPECT_TRUE(has(answer.err, part + " (a GPU that lacks one) has no time of doubling/guarded"))
        << answer.err;
    const Answer over =
        warplens({"run", "doubling/guarded", "n=781", "--device", part, "--json", part});
    EXPECT_EQ(over.code, lab::exit_bad_file);
    EXPECT_TRUE(has(over.err, "is not overwritten")) << over.err;
    EXPECT_EQ(warplens({"merge", whole, "--out", whole}).code, lab::exit_bad_file);
    EXPECT_TRUE(lab::open_recording_file(part));
    EXPECT_EQ(warplens({"run", "doubling", "--device", folder + "/none.json"}).code,
              lab::exit_bad_file);
}

// As pictures take it: the device's name, once a recording of it was opened.
TEST(Compare, ADeviceIsNamedAsItIsForPictures) {
    lab::Recording recording;
    recording.lesson = "doubling", recording.device = "a named GPU", recording.date = "2026-03-01",
    recording.driver = recording.toolkit = "CUDA 13.0";
    recording.runs = {made_run(791, 2), made_run(792, 1)};
    const std::string file = scratch_folder() + "/named.json";
    std::ofstream(file) << lab::text_of(recording);
    ASSERT_FALSE(lab::open_recording(file, true));
    const auto compare = [](const char* n) {
        return warplens({"compare", "doubling/guarded", "n=791", "doubling/guarded", n, "--device",
                         "a-named-gpu"});
    };
    const Answer answer = compare("n=792");
    EXPECT_EQ(answer.code, lab::exit_right) << answer.err;
    EXPECT_TRUE(has(answer.out, "recorded on a named GPU")) << answer.out;
    const Answer lacking = compare("n=793");
    EXPECT_EQ(lacking.code, lab::exit_bad_file);
    EXPECT_TRUE(has(lacking.err, "a named GPU has no time of doubling/guarded")) << lacking.err;
}

TEST(Compare, SlipsAreSentences) {
    const Answer path = warplens({"compare", "/nonexist", "doubling"});
    EXPECT_TRUE(has(path.err, "There is no lesson \"/nonexist\".")) << path.err;
    const Answer one = warplens({"compare", "doubling/guarded", "n=5"});
    EXPECT_EQ(one.code, lab::exit_usage);
    EXPECT_TRUE(has(one.err, "two kernels")) << one.err;
    EXPECT_TRUE(has(warplens({"compare", "n=5"}).err, "two kernels")) << "and none";
    const Answer same = warplens({"compare", "doubling/guarded", "n=5", "doubling/guarded"});
    EXPECT_EQ(same.code, lab::exit_usage) << "the second takes over what it does not name";
    EXPECT_TRUE(has(same.err, "both are doubling/guarded")) << same.err;
    for (const char* seconds : {"-1", "0", "nan", "601", "abc", "1e300"}) {
        const Answer answer =
            warplens({"compare", "doubling/guarded", "doubling/wrong", "--seconds", seconds});
        EXPECT_EQ(answer.code, lab::exit_usage) << seconds;
        EXPECT_TRUE(has(answer.err, "--seconds: \"" + std::string(seconds) + "\" is not allowed"))
            << answer.err;
        EXPECT_TRUE(has(answer.err, "up to 600")) << answer.err;
    }
    for (const char* seed : {"-3", "abc", "99999999999999999999", "1e30"}) {
        const Answer answer =
            warplens({"compare", "doubling/guarded", "doubling/wrong", "--seed", seed});
        EXPECT_EQ(answer.code, lab::exit_usage) << seed;
        EXPECT_TRUE(has(answer.err, "--seed: \"" + std::string(seed) + "\" is not a seed"))
            << answer.err;
    }
    const Answer refused = warplens({"compare", "doubling/picky", "block=100", "doubling/guarded"});
    EXPECT_EQ(refused.code, lab::exit_usage);
    EXPECT_TRUE(has(refused.err, "doubling/picky: This rung needs whole warps")) << refused.err;
    EXPECT_FALSE(has(refused.err, "--anyway")) << refused.err;
    const Answer own = warplens({"compare", "mine.cu", "doubling/guarded"});
    EXPECT_EQ(own.code, lab::exit_bad_file);
    EXPECT_TRUE(has(own.err, "mine.cu can't be read")) << own.err;
    const Answer native = warplens({"compare", "doubling/guarded", "doubling/wrong", "--native"});
    EXPECT_EQ(native.code, lab::exit_usage);
    EXPECT_TRUE(has(native.err, "--native takes one kernel")) << native.err;
    const Answer recorded = warplens({"compare", "doubling", "--native", "--device", "sim"});
    EXPECT_EQ(recorded.code, lab::exit_usage);
    EXPECT_TRUE(has(recorded.err, "leave --device out")) << recorded.err;
    const Answer device = warplens({"compare", "doubling", "doubling/wrong", "--device", "my"});
    EXPECT_EQ(device.code, lab::exit_usage);
    EXPECT_TRUE(has(device.err, "\"my\" is not a device")) << device.err;
    const Answer unknown =
        warplens({"compare", "doubling", "n=773", "doubling/wrong", "--device", "sim"});
    EXPECT_EQ(unknown.code, lab::exit_no_gpu);
    EXPECT_TRUE(has(unknown.err, "No time of doubling/guarded was recorded")) << unknown.err;
}

}  // namespace

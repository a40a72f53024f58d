// Pi by chance: who draws the points, and who counts them, changes no hit; how many meet at an
// address follows from how they are counted; threads with one seed are one thread.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <map>
#include <numbers>
#include <set>
#include <variant>

#include "lab/assets.h"
#include "lab/features/live_board.h"
#include "lab/own/open.h"
#include "lab/running/simulation.h"
#include "lab/time/bench.h"
#include "tests/lessons/lesson_helpers.h"

namespace {

using namespace lab;
using namespace tests;

constexpr const char* one_point_rungs[] = {"made", "drawn", "shared", "ballot", "barrier"};
constexpr const char* many_point_rungs[] = {"many", "state", "word"};

Settings pi_of(const std::string& rung, const std::vector<std::string>& values) {
    return asked("pi/" + rung, values);
}

template <class T>
std::vector<T> left_in(const Settings& settings, const char* name) {
    Request request;
    request.settings = settings;
    Simulation simulation(request, Playing::counted());
    while (!simulation.advance(1 << 26)) {
    }
    const auto bytes = simulation.contents(name);
    std::vector<T> values(bytes.size() / sizeof(T));
    std::memcpy(values.data(), bytes.data(), bytes.size());
    return values;
}

std::int64_t hits_in(const Settings& settings) {
    return left_in<std::uint32_t>(settings, "hits").at(0);
}

Expected pi_expected(const Settings& settings) {
    const Plan plan = plan_of(settings);
    return settings.subject->expected(settings, Inputs(plan, 1));
}

double pi_by(const std::string& rung, const std::vector<std::string>& values) {
    const Settings settings = pi_of(rung, values);
    return 4 * pi_expected(settings).results.front().values.front() /
           double(settings[*settings.subject->size]);
}

// Philox-2x32-10, with the answers that its authors publish.
std::array<std::uint32_t, 2> two_words(std::uint32_t a, std::uint32_t b, std::uint32_t key) {
    for (int round = 0; round < 10; ++round, key += 0x9E3779B9) {
        const std::uint64_t product = std::uint64_t{0xD256D193} * a;
        a = std::uint32_t(product >> 32) ^ key ^ b;
        b = std::uint32_t(product);
    }
    return {a, b};
}

TEST(PiLesson, PointsAreThoseOfPhilox) {
    using Words = std::array<std::uint32_t, 2>;
    ASSERT_EQ(two_words(0, 0, 0), (Words{0xff1dae59, 0x6cd10df2}));
    ASSERT_EQ(two_words(~0u, ~0u, ~0u), (Words{0x2c3f628b, 0xab4fd7ad}));
    ASSERT_EQ(two_words(0x243f6a88, 0x85a308d3, 0x13198a2e), (Words{0xdd7ce038, 0xf62a4c12}));
    const auto x = left_in<float>(pi_of("made", {"n=300"}), "x");
    const auto y = left_in<float>(pi_of("made", {"n=300"}), "y");
    const auto alike = left_in<float>(pi_of("made", {"n=300", "seeds=same"}), "y");
    for (std::uint32_t i = 0; i < 300; ++i) {
        const auto words = two_words(0, i, 20261122);
        ASSERT_EQ(x.at(i), float(words[0] >> 9) * 0x1p-23f) << i;
        ASSERT_EQ(y.at(i), float(words[1] >> 9) * 0x1p-23f) << i;
        ASSERT_EQ(alike.at(i), y.at(0)) << i;
    }
}

// MWC64X, as its author writes it: 64 bits of state, of which one word is given away.
class StateOfStream {
public:
    explicit StateOfStream(std::uint32_t stream) {
        const auto begin = two_words(0, stream, 20261122);
        state_ = begin[0] | (1 + (begin[1] * 4294883353ull >> 32)) << 32;
    }
    std::uint32_t next() {
        const auto word = std::uint32_t(state_) ^ std::uint32_t(state_ >> 32);
        state_ = (state_ & 0xffffffff) * 4294883355u + (state_ >> 32);
        return word;
    }

private:
    std::uint64_t state_;
};

TEST(PiLesson, AGeneratorWithAStateGoesOn) {
    std::int64_t by_floats = 0, by_words = 0;
    for (std::uint32_t stream = 0; stream < 64; ++stream) {
        StateOfStream two(stream), one(stream);
        for (int point = 0; point < 16; ++point) {
            const double x = (two.next() >> 9) * 0x1p-23, y = (two.next() >> 9) * 0x1p-23;
            by_floats += x * x + y * y < 1;
            const std::uint32_t word = one.next();
            const double across = (word >> 16) + .5, up = (word & 0xffff) + .5;
            by_words += across * across + up * up < 0x1p32;
        }
    }
    const std::vector<std::string> size{"n=1024", "block=32", "blocks=2"};
    EXPECT_EQ(hits_in(pi_of("state", size)), by_floats);
    EXPECT_EQ(hits_in(pi_of("word", size)), by_words);
}

TEST(PiLesson, WhoCountsChangesNoHit) {
    for (const char* n : {"n=1", "n=1000", "n=5003"}) {
        const std::int64_t hits = hits_in(pi_of("made", {n}));
        for (const char* rung : one_point_rungs)
            EXPECT_EQ(hits_in(pi_of(rung, {n})), hits) << rung << " " << n;
        EXPECT_EQ(hits_in(pi_of("many", {n, "test=root"})), hits_in(pi_of("many", {n})))
            << "a root is below 1 where its square is";
    }
}

// One for each warp that hits, since all hits have one address; one for each block.
TEST(PiLesson, PassesAreThoseOfWhoMeets) {
    const std::vector<std::string> size{"n=5003", "block=128"};  // 157 warps in 40 blocks
    const std::uint64_t hits = std::uint64_t(hits_in(pi_of("drawn", size)));
    const auto counters = [&](const char* rung) { return run(pi_of(rung, size))->counters; };
    const auto drawn = counters("drawn"), shared = counters("shared"), ballot = counters("ballot"),
               barrier = counters("barrier");
    EXPECT_EQ(drawn.atomic_passes, 157u);
    EXPECT_GT(hits, 157u * 20);
    EXPECT_EQ(drawn.atomics, 157u);
    EXPECT_EQ(shared.atomic_passes, 157u + 40) << "lanes that add one are counted at once";
    EXPECT_EQ(shared.atomics, 157u + 40);
    EXPECT_EQ(ballot.atomics, 160u + 40) << "whole blocks vote";
    EXPECT_EQ(ballot.atomic_passes, 160u + 40);
    EXPECT_EQ(ballot.votes, 160u);
    EXPECT_EQ(barrier.atomics, 40u);
    EXPECT_EQ(barrier.atomic_passes, 40u);
    EXPECT_EQ(barrier.barriers, 160u);
    EXPECT_EQ(barrier.shared_load_wavefronts, 0u);
}

// The root is one instruction more for each point of a warp, and the counter is emptied in time.
TEST(PiLesson, ARootIsMoreWorkForTheSameHits) {
    const auto issued = [](const char* test) {
        return run(pi_of("many", {"n=4096", "block=128", "blocks=2", test}))
            ->counters.warp_instructions;
    };
    EXPECT_GE(issued("test=root"), issued("test=square") + 4096 / 32);
    for (const Rung& rung : find_lesson("pi")->rungs) {
        const Plan plan = plan_of(pi_of(rung.id, {"n=1000"}));
        EXPECT_EQ(std::ranges::count_if(plan.steps,
                                        [](const PlanStep& step) {
                                            const auto* clear = std::get_if<Clear>(&step);
                                            return clear && clear->timed;
                                        }),
                  1)
            << rung.id;
    }
}

// A point of a word lies in the middle of its field: at its edge some twenty more would hit.
TEST(PiLesson, AWordsPointLiesInTheMiddleOfItsField) {
    EXPECT_TRUE(expect_right_or_refused(pi_of("word", {"n=2^20"})));
}

// Sixteen points a thread: each thread adds once, whatever it counted, and a warp's all together.
TEST(PiLesson, ManyPointsMeetOnce) {
    for (const char* rung : many_point_rungs) {
        const auto counters = run(pi_of(rung, {"n=4096", "block=128", "blocks=2"}))->counters;
        EXPECT_EQ(counters.atomics, 8u + 2) << rung;
        EXPECT_EQ(counters.atomic_passes, 8u + 2) << rung;
    }
}

TEST(PiLesson, PiIsRightAtEveryAwkwardSize) {
    for (const Rung& rung : find_lesson("pi")->rungs)
        for (const char* n : {"n=1", "n=3", "n=33", "n=1021", "n=4099"})
            for (const char* block : {"block=1", "block=32", "block=100", "block=256"})
                for (const char* seeds : {"seeds=own", "seeds=same"})
                    EXPECT_TRUE(
                        expect_right_or_refused(pi_of(rung.id, {n, block, seeds, "blocks=3"})));
}

// One thread, many times: all hit or none, and later what one thread says of its few points.
TEST(PiLesson, OneSeedIsOneThreadManyTimes) {
    for (const char* rung : one_point_rungs) {
        const std::int64_t hits = hits_in(pi_of(rung, {"n=1000", "seeds=same"}));
        EXPECT_TRUE(hits == 0 || hits == 1000) << rung << " " << hits;
    }
    for (const char* rung : many_point_rungs) {
        const double one = pi_by(rung, {"n=16", "block=1", "blocks=1", "seeds=same"});
        EXPECT_EQ(pi_by(rung, {"n=16384", "block=256", "blocks=4", "seeds=same"}), one) << rung;
        EXPECT_NE(pi_by(rung, {"n=16384", "block=256", "blocks=4"}), one) << rung;
    }
}

// A hundred times the points, one digit more; with one seed the points of a thread decide.
// One block that has sixteen times as much to do takes sixteen times as long: a size that is
// counted smaller has no more blocks for it.
TEST(PiLesson, TheFormulaKnowsHowManyBlocksWereAskedFor) {
    const auto formula = [](const char* counted, const char* asked) {
        const Settings part = pi_of("many", {"blocks=1", counted});
        const Settings whole = pi_of("many", {"blocks=1", asked});
        return modelled(*simulate({.settings = part}, Playing::counted()),
                        cost_of(whole) / cost_of(part), &whole)
            ->time.median_ms;
    };
    const double whole = formula("n=2^18", "n=2^18");
    EXPECT_NEAR(formula("n=2^14", "n=2^18"), whole, .05 * whole);
    EXPECT_GT(whole, 10 * formula("n=2^14", "n=2^14"));
}

TEST(PiLesson, ErrorFallsAsOneOverTheRoot) {
    for (const char* rung : {"host", "drawn", "many", "state", "word"})
        for (const int power : {12, 16, 20, 24}) {
            if (power == 24 && rung == std::string("host")) continue;
            const double allowed = 3.5 * 1.6422 / std::sqrt(std::exp2(power));
            EXPECT_NEAR(pi_by(rung, {"n=2^" + std::to_string(power)}), std::numbers::pi, allowed)
                << rung << " " << power;
        }
    EXPECT_NEAR(pi_by("state", {"n=2^28"}), std::numbers::pi, 3.5 * 1.6422 / 16384);
}

TEST(PiLesson, TheMeanIsAsSureAsDifferentPointsMakeIt) {
    const auto mean = [](const char* rung, const char* seeds) {
        return run(pi_of(rung, {"n=16384", "blocks=4", seeds}))->sample_mean;
    };
    for (const char* rung : {"host", "drawn", "many", "word"}) {
        const auto own = mean(rung, "seeds=own");
        EXPECT_EQ(own.samples, 16384u);
        EXPECT_EQ(own.mean, pi_by(rung, {"n=16384", "blocks=4"}));
        EXPECT_NEAR(own.half, 1.96 * 1.6422 / 128, 5e-4) << rung;
    }
    const auto alike = mean("many", "seeds=same");
    const double share = alike.mean / 4;
    EXPECT_NEAR(alike.half, 4 * 1.96 * std::sqrt(share * (1 - share) / 16), 1e-12)
        << "16 points a thread";
    EXPECT_EQ(mean("drawn", "seeds=same").half, 0) << "one point alone has no spread";
    EXPECT_EQ(run(asked("reduction/sequential", {"n=300"}))->sample_mean.samples, 0u);
}

// What chance allows cuRAND is less than one block of points.
TEST(PiLesson, WhatALibraryMayBeOffIsLittle) {
    const Expected expected = pi_expected(asked("pi/curand", {"n=2^24"}));
    const auto& hits = expected.results.front();
    EXPECT_NEAR(hits.values.front(), std::exp2(22) * std::numbers::pi, 1);
    EXPECT_NEAR(hits.absolute, 6 * std::sqrt(std::exp2(24) * .16855), 2);
    EXPECT_EQ(pi_expected(pi_of("drawn", {})).results.front().absolute, 0);
}

TEST(PiLesson, BytesAreThoseOfPointsInMemory) {
    const auto moved = [](const char* rung) {
        return run(pi_of(rung, {"n=1024"}))->counters.bytes_requested;
    };
    EXPECT_GE(moved("host"), 1024u * 8);
    EXPECT_GE(moved("made"), 1024u * 16);
    EXPECT_EQ(moved("barrier"), 0u) << "additions bring nothing";
    ASSERT_EQ(run(pi_of("host", {"n=1024"}))->transfers.size(), 2u);
    EXPECT_TRUE(run(pi_of("made", {"n=1024"}))->transfers.empty());
}

// The board of the window, on the simulator: the lesson's own points stand where they fell, and
// those of the next launch behind them.
TEST(PiBoard, ShowsThePointsOfItsThreads) {
    constexpr int side = 16, threads = 64;
    const auto shown = [&](const std::string& points, const std::string& apart) {
        AskedFile words{.file = *asset("ptx/pi.ptx"), .kernel = "pi_board"};
        words.grid = "2", words.block = "32";
        words.arguments = {"thrown:u32[64]=zeros",
                           "board:f32[256]=zeros",
                           "side:i32=16",
                           "points:i32=" + points,
                           "seed:u32=" + std::to_string(20261122),
                           "apart:u32=" + apart};
        const auto subject = open_file(words);
        EXPECT_TRUE(subject) << (subject ? "" : subject.problem().message);
        EXPECT_FALSE(simulate({.settings = Settings(*subject)})->has_fault());
        return left_in<float>(Settings(*subject), "board");
    };
    const std::vector<float> board = shown("2", "1");
    ASSERT_EQ(board.size(), std::size_t{side * side});
    std::map<std::size_t, std::set<float>> fallen;
    for (std::uint32_t thread = 0; thread < threads; ++thread)
        for (std::uint32_t number = 0; number < 2; ++number) {
            const auto [first, second] = two_words(number, thread, 20261122);
            const float x = float(first >> 9) * 0x1p-23f, y = float(second >> 9) * 0x1p-23f;
            fallen[std::size_t(y * side) * side + std::size_t(x * side)].insert(
                std::fma(x, x, y * y) < 1 ? 1.f : .4f);
        }
    for (std::size_t cell = 0; cell < board.size(); ++cell)
        EXPECT_TRUE(fallen.contains(cell) ? fallen[cell].contains(board[cell]) : board[cell] == 0)
            << cell;
    const std::vector<float> alike = shown("1", "0");
    EXPECT_EQ(std::ranges::count_if(alike, [](float mark) { return mark > 0; }), 1)
        << "threads with one seed throw one point";
}

TEST(PiBoard, IsAPlanWithABoardOfItsOwn) {
    const Settings own = pi_of("word", {}), alike = pi_of("word", {"seeds=same"});
    const LiveBoard& live = feature<LiveBoard>(own);
    ASSERT_TRUE(live.plan);
    const Plan plan = live.plan(own);
    ASSERT_EQ(plan.fields.size(), 1u);
    EXPECT_EQ(plan.fields.front().shape, (Dim3{512, 512, 1}));
    EXPECT_NE(plan.hash(), live.plan(alike).hash()) << "the seed is the lesson's";
    EXPECT_TRUE(plan_of(own).fields.empty()) << "what is timed draws nothing";
}

}  // namespace

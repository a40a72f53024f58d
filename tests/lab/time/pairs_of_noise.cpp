// What the verdict on two kernels promises, kept on pairs of noise alone: of a thousand pairs of
// the same code at most five in a hundred are called faster or slower. And what differs is found.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include "lab/time/alternating.h"

namespace {

// What a device does to the time of a kernel, as shares of it.
struct DeviceNoise {
    double ms = 1;
    double spread = 0;    // of each sample, by itself
    double wanders = 0;   // of each kernel by itself: what a sample has, the next one keeps,
    double keeps = 0;     // by this share
    double outliers = 0;  // how many samples take up to a hundred times as long
    double drift = 0;     // of both, over a hundred pairs
    double clock_step_ms = 0;
    double speeds = 0;  // each kernel has two, so far apart, and changes each fifth time
};

class NoisyPair : public lab::PairSampler {
public:
    NoisyPair(const DeviceNoise& noise, double slower, std::uint32_t seed)
        : noise_(noise), ms_{noise.ms * (1 + slower), noise.ms}, state_(seed * 2654435761u + 1) {
        for (double& each : wandered_) each = noise.wanders * normal();
        for (bool& each : slow_) each = uniform() < .5;
    }

    double sample(Which which) override {
        const auto side = static_cast<std::size_t>(which);
        double ms = ms_[side] * (1 + noise_.spread * normal() + noise_.drift * taken_++ / 200);
        if (noise_.wanders > 0) {
            const double fresh = std::sqrt(1 - noise_.keeps * noise_.keeps) * noise_.wanders;
            wandered_[side] = noise_.keeps * wandered_[side] + fresh * normal();
            ms *= 1 + wandered_[side];
        }
        if (noise_.speeds > 0) {
            if (uniform() < .2) slow_[side] = !slow_[side];
            if (slow_[side]) ms *= 1 + noise_.speeds;
        }
        if (uniform() < noise_.outliers) ms *= 1 + 1 / (uniform() + .01);
        if (noise_.clock_step_ms == 0) return ms;
        const double step = noise_.clock_step_ms, begin = uniform() * step;
        return std::max(1., std::floor((begin + ms) / step)) * step;
    }

private:
    double uniform() {
        state_ = state_ * 1664525u + 1013904223u;
        return (state_ >> 8) / 16777216.;
    }
    double normal() {  // of three: enough of a bell for noise
        return (uniform() + uniform() + uniform() - 1.5) * 2;
    }

    DeviceNoise noise_;
    std::array<double, 2> ms_, wandered_{};
    std::array<bool, 2> slow_{};
    std::uint32_t state_;
    int taken_ = 0;
};

struct Calls {
    int slower = 0, faster = 0;  // in percent of all
    std::size_t pairs = 0;       // of samples, at most, in nine tenths of all
};

Calls calls(const DeviceNoise& noise, double planted, int of = 1000) {
    Calls all;
    std::vector<std::size_t> pairs;
    for (int i = 0; i < of; ++i) {
        NoisyPair pair(noise, planted, static_cast<std::uint32_t>(i));
        const lab::Alternation told = lab::alternate(pair, {}, [](const auto&) { return true; });
        all.slower += told.ratio.low > 1;
        all.faster += told.ratio.high < 1;
        pairs.push_back(told.pairs);
    }
    std::ranges::sort(pairs);
    all.pairs = pairs[pairs.size() * 9 / 10];
    return all;
}

void expect_few_false(const DeviceNoise& noise) {
    const Calls all = calls(noise, 0);
    EXPECT_LE(all.slower + all.faster, 50) << all.slower << " slower, " << all.faster << " faster";
}

constexpr DeviceNoise steady{.spread = .005}, drifting{.spread = .01, .drift = .1},
    wandering{.wanders = .03, .keeps = .9}, briefly{.wanders = .01, .keeps = .8},
    outlying{.spread = .01, .outliers = .05},
    coarse{.ms = .008, .spread = .005, .clock_step_ms = .0005},
    two_speeds{.spread = .002, .speeds = .08};

TEST(PairsOfNoise, ADriftingClockMakesNoVerdict) { expect_few_false(drifting); }
TEST(PairsOfNoise, SamplesThatDependOnTheirNeighboursMakeNoVerdict) {
    expect_few_false(wandering);
    expect_few_false(briefly);
}
TEST(PairsOfNoise, OutliersMakeNoVerdict) { expect_few_false(outlying); }
TEST(PairsOfNoise, AClockOfCoarseStepsMakesNoVerdict) { expect_few_false(coarse); }
TEST(PairsOfNoise, TwoSpeedsOfAKernelMakeNoVerdict) { expect_few_false(two_speeds); }

// The number of pairs after which they are found, as docs/measuring.md has it.
TEST(PairsOfNoise, WhatDiffersIsFound) {
    const auto expect_found = [](const DeviceNoise& noise, double planted, std::size_t within) {
        const Calls all = calls(noise, planted, 100);
        EXPECT_GE(all.slower, 95) << planted << " of " << noise.ms << " ms";
        EXPECT_EQ(all.faster, 0) << planted << " of " << noise.ms << " ms";
        EXPECT_LE(all.pairs, within) << planted << " of " << noise.ms << " ms";
    };
    expect_found(steady, .01, 40);
    expect_found(steady, .03, 40);
    expect_found({.ms = .3, .spread = .005}, .01, 40);
    expect_found({.ms = .02, .spread = .005}, .03, 40);
    expect_found({.ms = .005, .spread = .005}, .1, 40);
    expect_found(drifting, .03, 80);
    expect_found(outlying, .1, 400);
    expect_found(wandering, .1, 400);
}

TEST(PairsOfNoise, TheIntervalHasTheRatio) {
    int holds = 0;
    for (std::uint32_t i = 0; i < 400; ++i) {
        NoisyPair pair(wandering, 0, i);
        std::vector<double> first, second;
        for (int turn = 0; turn < 200; ++turn) {
            first.push_back(pair.sample(lab::PairSampler::Which::first));
            second.push_back(pair.sample(lab::PairSampler::Which::second));
        }
        const lab::Interval ratio = lab::ratio_interval(first, second);
        holds += ratio.low <= 1 && ratio.high >= 1;
    }
    EXPECT_GE(holds, 370) << "of 400; about 95 % are meant";
}

}  // namespace

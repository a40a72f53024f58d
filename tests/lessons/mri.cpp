// The image from a scan: sums known by hand, the phantom that appears, sectors and passes of a
// sample, and how far fast functions may be off.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "lab/running/simulation.h"
#include "lessons/mri_truth.h"
#include "tests/lessons/lesson_helpers.h"

namespace {

using namespace lab;
using namespace tests;

constexpr const char* mri_rungs[] = {"global",  "registers", "constant",
                                     "special", "turns",     "unrolled"};

Settings mri(const std::string& rung, const std::vector<std::string>& values) {
    return asked("mri/" + rung, values);
}

std::vector<float> floats_of(const Settings& settings, const char* name) {
    Request request;
    request.settings = settings;
    Simulation simulation(request, Playing::counted());
    while (!simulation.advance(1 << 26)) {
    }
    const auto bytes = simulation.contents(name);
    std::vector<float> values(bytes.size() / sizeof(float));
    std::memcpy(values.data(), bytes.data(), bytes.size());
    return values;
}

// What the ellipses add up to at a place.
double painted(double x, double y) {
    double sum = 0;
    for (const lessons::Ellipse& e : lessons::phantom) {
        const double dx = x - double(e.x), dy = y - double(e.y);
        const double along = (dx * double(e.cosine) + dy * double(e.sine)) / double(e.a),
                     across = (dy * double(e.cosine) - dx * double(e.sine)) / double(e.b);
        if (along * along + across * across < 1) sum += double(e.value);
    }
    return sum;
}

// One sample on a spiral of 1 / sqrt(pi) turns: half of the reach away from the middle in area. Its
// value times e^(2 pi i k x), at each voxel of two by two.
TEST(ImageFromScans, OneSampleIsOneWave) {
    const double reach = std::sqrt(1 / M_PI), out = std::sqrt(.5);
    const double kx = std::rint(256 * reach * out * std::cos(2 * M_PI * reach * out)) / 256;
    const double ky = std::rint(256 * reach * out * std::sin(2 * M_PI * reach * out)) / 256;
    for (const char* rung : mri_rungs) {
        const Settings settings = mri(rung, {"samples=1", "side=2", "block=32"});
        const auto scan = floats_of(settings, "scan");
        EXPECT_EQ(scan[0], float(kx)) << rung;
        EXPECT_EQ(scan[1], float(ky)) << rung;
        const auto real = floats_of(settings, "real"), imaginary = floats_of(settings, "imaginary");
        for (std::size_t i = 0; i < 4; ++i) {
            const double angle = 2 * M_PI * (kx * (i % 2 ? .25 : -.25) + ky * (i / 2 ? .25 : -.25));
            const double re = double(scan[2]), im = double(scan[3]);
            EXPECT_NEAR(real[i], re * std::cos(angle) - im * std::sin(angle), 1e-6) << rung;
            EXPECT_NEAR(imaginary[i], re * std::sin(angle) + im * std::cos(angle), 1e-6) << rung;
        }
    }
}

// In the middle of frequencies a transform is the area: pi a b for each ellipse.
TEST(ImageFromScans, TheTransformOfAnEllipseIsItsAreaInTheMiddle) {
    const lessons::Ellipse& bone = lessons::phantom[0];
    EXPECT_NEAR(lessons::transform(bone, 0, 0), M_PI * .36 * .45, 1e-8);
    EXPECT_NEAR(lessons::transform(bone, 1e-6, 0), M_PI * .36 * .45, 1e-8);
    EXPECT_NEAR(lessons::transform({0, 0, .5f, .5f, 1, 0, 1}, 3.8317059702 / M_PI, 0), 0, 1e-8)
        << "the first zero of J1";
}

// Enough samples give the picture that was scanned, in the inside of its parts.
TEST(ImageFromScans, ThePhantomAppears) {
    const std::int64_t side = 32;
    const auto real = floats_of(mri("turns", {"side=32", "samples=4096"}), "real");
    const auto at = [&](double x, double y) {
        const auto column = std::int64_t((x + .5) * double(side)),
                   row = std::int64_t((y + .5) * double(side));
        EXPECT_NEAR(painted(lessons::place_of(column, side), lessons::place_of(row, side)),
                    painted(x, y), 1e-6);
        return double(real[std::size_t(row * side + column)]);
    };
    EXPECT_NEAR(at(0, 0), .4, .1) << "brain";
    EXPECT_NEAR(at(-.1, 0), .1, .1) << "water";
    EXPECT_NEAR(at(.13, .23), .9, .1) << "a small thing to find";
    EXPECT_NEAR(at(0, -.24), .65, .1) << "the denser region";
    EXPECT_NEAR(at(-.46, 0), 0, .1) << "outside";
}

TEST(ImageFromScans, AWarpsSampleIsOneSectorOrOnePass) {
    const std::vector<std::string> few{"side=16", "samples=48"};
    const std::uint64_t loads = 48 * (16 * 16 / 32);
    const auto global = counted_on_line(mri("registers", few));
    EXPECT_EQ(global.global_load_requests, loads);
    EXPECT_EQ(global.global_load_sectors, loads);
    for (const char* rung : {"constant", "unrolled"}) {
        const auto constant = counted_on_line(mri(rung, {"side=16", "samples=48", "chunk=32"}));
        EXPECT_EQ(constant.constant_load_requests, loads) << rung;
        EXPECT_EQ(constant.constant_load_passes, loads) << rung;
    }
}

// Two for each warp and sample, and none without them. The place of a voxel needs none.
TEST(ImageFromScans, SpecialInstructionsAreTwoForASample) {
    const std::vector<std::string> few{"side=16", "samples=48"};
    const std::uint64_t samples = 48 * (16 * 16 / 32);
    for (const char* rung : {"special", "turns", "unrolled"})
        EXPECT_EQ(run(mri(rung, few))->counters.special_instructions, 2 * samples) << rung;
    for (const char* rung : {"global", "registers", "constant"})
        EXPECT_EQ(run(mri(rung, few))->counters.special_instructions, 0u) << rung;
}

// Both sums are loaded and stored for each sample, or stored once.
TEST(ImageFromScans, SumsMoveForEachSampleOrOnce) {
    const std::vector<std::string> few{"side=16", "samples=48"};
    const std::uint64_t warps = 16 * 16 / 32;
    EXPECT_EQ(run(mri("global", few))->counters.global_store_requests, 2 * 48 * warps);
    EXPECT_EQ(run(mri("registers", few))->counters.global_store_requests, 2 * warps);
    EXPECT_EQ(
        run(mri("constant", {"side=16", "samples=48", "chunk=16"}))->counters.global_store_requests,
        2 * 3 * warps)
        << "once for each chunk";
}

// The same additions in the same order: the last chunk may be a part of one.
TEST(ImageFromScans, ChunksAndMemoriesChangeNoBit) {
    const std::vector<std::string> all{"side=20", "samples=100"};
    const auto image = floats_of(mri("registers", all), "real");
    EXPECT_EQ(floats_of(mri("global", all), "real"), image);
    for (const char* chunk : {"chunk=32", "chunk=33", "chunk=100", "chunk=2048"})
        EXPECT_EQ(floats_of(mri("constant", {"side=20", "samples=100", chunk}), "real"), image)
            << chunk;
    EXPECT_EQ(floats_of(mri("unrolled", all), "real"), floats_of(mri("turns", all), "real"));
}

// What the verdicts allow: with few samples, the roundings of sums hide no error of the functions.
TEST(ImageFromScans, AnglesWithinATurnAreNearer) {
    const auto worst = [](const char* rung) {
        const Settings settings = mri(rung, {"side=64", "samples=512"});
        const Expected expected =
            settings.lesson()->expected(settings, Inputs(plan_of(settings), 1));
        return expected.results.at(0).absolute;
    };
    EXPECT_GT(worst("special"), 4 * worst("constant"));
    EXPECT_LT(worst("turns"), worst("constant"))
        << "a large angle is rounded by more than the fast functions are off";
    EXPECT_LT(worst("special"), .01) << "a spot of the image is .5";
}

// By the fast functions and without them: apart by no more than both are allowed to be.
TEST(ImageFromScans, FastImagesAreAsGood) {
    const std::vector<std::string> few{"side=16", "samples=1024"};
    const auto exact = floats_of(mri("constant", few), "real");
    const auto scan = lessons::scan_of(1024);
    for (const char* rung : {"special", "turns"}) {
        const auto fast = floats_of(mri(rung, few), "real");
        double apart = 0, off = 0;
        for (std::size_t i = 0; i < fast.size(); ++i) {
            const auto at = std::int64_t(i);
            const double truth = lessons::voxel_at(scan, lessons::place_of(at % 16, 16),
                                                   lessons::place_of(at / 16, 16), {})
                                     .real;
            apart = std::max(apart, std::abs(double(fast[i]) - double(exact[i])));
            off = std::max(off, std::abs(double(fast[i]) - truth));
        }
        EXPECT_LT(apart, 1e-5) << rung;
        EXPECT_LT(off, 1e-5) << rung;
        EXPECT_GT(off, 0) << rung;
    }
}

// Up to 100 pi the PTX manual gives an error of the instructions; the farthest corner is below.
TEST(ImageFromScans, NoAngleIsAboveWhatTheManualGives) {
    for (const std::int64_t samples : {64, 16'384, 65'536}) {
        double most = 0;
        for (const lessons::Sample& sample : lessons::scan_of(samples))
            most = std::max(most, std::abs(sample.kx) / 2 + std::abs(sample.ky) / 2);
        EXPECT_LT(2 * most, 100) << samples;
    }
}

TEST(ImageFromScans, IsRightAtEveryAwkwardSize) {
    for (const char* rung : mri_rungs)
        for (const char* side : {"side=1", "side=7", "side=33"})
            for (const char* samples : {"samples=1", "samples=31", "samples=100"})
                for (const char* block : {"block=33", "block=64", "block=1024"})
                    EXPECT_TRUE(expect_right_or_refused(mri(rung, {side, samples, block})))
                        << rung << " " << side << " " << samples << " " << block;
}

}  // namespace

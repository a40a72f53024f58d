// The scan and the image on the CPU in double, and how far a kernel's voxel may be from it.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

namespace lessons {

// An ellipse of the image, as in the kernels.
struct Ellipse {
    float x, y, a, b, cosine, sine, value;
};
inline constexpr Ellipse phantom[] = {
    {0, 0, .36f, .45f, 1, 0, 1},
    {0, 0, .32f, .41f, 1, 0, -.6f},
    {-.1f, -.03f, .05f, .16f, .96f, -.28f, -.3f},
    {.1f, -.03f, .06f, .18f, .96f, .28f, -.3f},
    {0, -.24f, .1f, .08f, 1, 0, .25f},
    {.13f, .23f, .05f, .05f, 1, 0, .5f},
    {-.06f, .3f, .03f, .016f, 1, 0, .5f},
    {-.16f, .2f, .018f, .03f, .8f, .6f, .5f},
};

struct Sample {
    double kx = 0, ky = 0, real = 0, imaginary = 0;
};

// A spiral with one sample for each unit cell of frequencies, as far as `reach`.
struct Spiral {
    std::int64_t samples = 0;
    double turns = 0, reach = 0;
};
// Angles of farther samples could be above 100 pi.
inline constexpr double farthest = 64;

inline Spiral spiral_of(std::int64_t samples) {
    const double turns = std::sqrt(double(samples) / M_PI);
    return {samples, turns, std::min(turns, farthest)};
}

inline double transform(const Ellipse& e, double kx, double ky) {
    const double along = double(e.a) * (kx * double(e.cosine) + ky * double(e.sine));
    const double across = double(e.b) * (ky * double(e.cosine) - kx * double(e.sine));
    const double q = 2 * M_PI * std::sqrt(along * along + across * across);
    return double(e.value) * 2 * M_PI * double(e.a) * double(e.b) * (q > 0 ? ::j1(q) / q : .5);
}

/// Sample m, rounded as the kernel stores it.
inline Sample scanned(const Spiral& spiral, std::int64_t m) {
    const double out = std::sqrt((double(m) + .5) / double(spiral.samples));
    const double angle = 2 * M_PI * std::fmod(spiral.turns * out, 1);
    const double far = 256 * spiral.reach * out;
    Sample sample{std::rint(far * std::cos(angle)) / 256, std::rint(far * std::sin(angle)) / 256};
    const double cell = M_PI * spiral.reach * spiral.reach / double(spiral.samples);
    for (const Ellipse& e : phantom) {
        const double size = cell * transform(e, sample.kx, sample.ky);
        const double turned = -2 * M_PI * (sample.kx * double(e.x) + sample.ky * double(e.y));
        sample.real += size * std::cos(turned);
        sample.imaginary += size * std::sin(turned);
    }
    sample.real = double(float(sample.real));
    sample.imaginary = double(float(sample.imaginary));
    return sample;
}

inline std::vector<Sample> scan_of(std::int64_t samples) {
    const Spiral spiral = spiral_of(samples);
    std::vector<Sample> scan;
    for (std::int64_t m = 0; m < samples; ++m) scan.push_back(scanned(spiral, m));
    return scan;
}

inline double place_of(std::int64_t i, std::int64_t side) {
    return double(2 * i + 1 - side) / (2 * double(side));
}

// The largest errors of a kernel's sine and cosine: of the function itself, and of its angle, both
// absolute, in units of 2^-24. That of the angle is a fixed part, and a part that grows with the
// turns before whole ones are taken off.
struct AngleError {
    double of_function = 0, fixed = 0, a_turn = 0;
    double of(double turns) const { return 0x1p-24 * (of_function + fixed + a_turn * turns); }
};

struct Voxel {
    double real = 0, imaginary = 0;
    double error = 0;  // of either of them in the kernel
};

// Each product and each sum of the kernel is rounded to 2^-24 of its value, and each value of the
// scan may be stored by one unit differently.
inline Voxel voxel_at(const std::vector<Sample>& scan, double x, double y, const AngleError& of) {
    Voxel voxel;
    for (const Sample& sample : scan) {
        const double angle = 2 * M_PI * std::remainder(sample.kx * x + sample.ky * y, 1);
        const double c = std::cos(angle), s = std::sin(angle);
        voxel.real += sample.real * c - sample.imaginary * s;
        voxel.imaginary += sample.real * s + sample.imaginary * c;
        const double size = std::abs(sample.real) + std::abs(sample.imaginary);
        const double turns = std::abs(sample.kx * x) + std::abs(sample.ky * y);
        voxel.error += size * (of.of(turns) + 4 * 0x1p-24) +
                       0x1p-24 * std::max(std::abs(voxel.real), std::abs(voxel.imaginary));
    }
    voxel.error *= 1.01;  // products of two errors
    return voxel;
}

}  // namespace lessons

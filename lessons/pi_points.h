// The points of pi.cpp on the CPU: the same words as in the kernels, and floats rounded in the same
// way, so that every hit agrees.
#pragma once

#include <cstdint>

namespace lessons::points {

constexpr std::uint32_t seed = 20261122;

struct PointWords {
    std::uint32_t x, y;
};

inline PointWords philox(std::uint32_t number, std::uint32_t stream) {
    PointWords words{number, stream};
    std::uint32_t key = seed;
    for (int round = 0; round < 10; ++round) {
        const std::uint64_t product = std::uint64_t{0xD256D193} * words.x;
        words = {std::uint32_t(product >> 32) ^ key ^ words.y, std::uint32_t(product)};
        key += 0x9E3779B9;
    }
    return words;
}

// The points of a stream in order, by their numbers.
class Counted {
public:
    explicit Counted(std::uint32_t stream) : stream_(stream) {}
    PointWords next() { return philox(number_++, stream_); }

private:
    std::uint32_t stream_, number_ = 0;
};

class Carried {
public:
    explicit Carried(std::uint32_t stream) {
        const PointWords words = philox(0, stream);
        const std::uint64_t carry = 1 + (std::uint64_t{words.y} * (factor - 2) >> 32);
        state_ = carry << 32 | words.x;
    }
    PointWords next() {
        const std::uint32_t x = word();
        return {x, word()};
    }
    std::uint32_t word() {
        const auto low = std::uint32_t(state_), carry = std::uint32_t(state_ >> 32);
        state_ = factor * low + carry;
        return low ^ carry;
    }

private:
    static constexpr std::uint64_t factor = 4294883355;
    std::uint64_t state_;
};

// x * x + y * y as the kernel computes it: one product is rounded to a float, then the sum. A
// double holds the other product and the sum exactly.
inline bool inside(float x, float y) {
    return static_cast<float>(double(x) * double(x) + double(y * y)) < 1;
}
inline float below_one(std::uint32_t word) { return float(word >> 9) * 0x1p-23f; }

// A point from two words, as floats.
template <class Words>
struct OfFloats {
    Words random;
    explicit OfFloats(std::uint32_t stream) : random(stream) {}
    bool next_hits() {
        const PointWords words = random.next();
        return inside(below_one(words.x), below_one(words.y));
    }
};

// A point from one word: the middle of a field of 2^-16 by 2^-16.
struct OfAWord {
    Carried random;
    explicit OfAWord(std::uint32_t stream) : random(stream) {}
    bool next_hits() {
        const std::uint32_t word = random.word();
        const std::uint64_t x = word >> 16, y = word & 0xffff;
        return (2 * x + 1) * (2 * x + 1) + (2 * y + 1) * (2 * y + 1) < std::uint64_t{1} << 34;
    }
};

template <class Points>
std::int64_t hits_of(std::uint32_t stream, std::int64_t points) {
    Points thrown(stream);
    std::int64_t hits = 0;
    for (std::int64_t i = 0; i < points; ++i) hits += thrown.next_hits();
    return hits;
}

}  // namespace lessons::points

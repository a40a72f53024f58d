// Whether two runs of somebody's own kernels left the same in their arrays.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "lab/running/verdict.h"

namespace {

using lab::ArrayResult;
using simulator::Type;

template <class T>
std::vector<ArrayResult> left(Type type, const std::vector<T>& values) {
    return {lab::array_result("c", type, std::as_bytes(std::span(values)))};
}

std::vector<float> roots(std::size_t count) {
    std::vector<float> values(count);
    for (std::size_t i = 0; i < count; ++i) values[i] = std::sqrt(float(i % 1000));
    return values;
}

TEST(ArrayResults, RoundingIsNoDifferenceAndOneElementIs) {
    const std::vector<float> all = roots(1 << 16);
    std::vector<float> rounded = all, missing = all, swapped = all;
    for (float& value : rounded) value = std::nextafter(value, 1e9f);
    missing[777] = 0;
    const auto of = [](const std::vector<float>& values) { return left(Type::f32, values); };
    EXPECT_EQ(lab::differing_array(of(all), of(all)), "");
    EXPECT_EQ(lab::differing_array(of(all), of(rounded)), "");
    EXPECT_EQ(lab::differing_array(of(all), of(missing)), "c");
    std::swap(swapped[1], swapped[900]);
    EXPECT_EQ(lab::differing_array(of(all), of(swapped)), "c");
}

TEST(ArrayResults, WholeNumbersAndInfinitiesAreEqualOrNot) {
    const auto of = [](std::vector<int> values) { return left(Type::s32, values); };
    EXPECT_EQ(lab::differing_array(of({1, 2, 3}), of({1, 2, 3})), "");
    EXPECT_EQ(lab::differing_array(of({1, 2, 3}), of({1, 2, 4})), "c");
    const float beyond = std::numeric_limits<float>::infinity();
    const auto with = [](std::vector<float> values) { return left(Type::f32, values); };
    EXPECT_EQ(lab::differing_array(with({1, beyond}), with({1, beyond})), "");
    EXPECT_EQ(lab::differing_array(with({beyond, 1}), with({1, beyond})), "c");
}

TEST(ArrayResults, OtherArraysAreNotCompared) {
    const auto of = [](std::vector<int> values) { return left(Type::s32, values); };
    EXPECT_EQ(lab::differing_array(of({1, 2, 3}), of({1, 2})), std::nullopt);
    EXPECT_EQ(lab::differing_array({}, {}), std::nullopt);
}

}  // namespace

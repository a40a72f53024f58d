// A convolution by the CPU alone. Part of fft.cpp.
#pragma once

#include <algorithm>
#include <cstdint>

namespace lessons {

// signal, filter, out, n, m
inline void convolve_here(const std::uint64_t* word) {
    const auto* signal = reinterpret_cast<const float*>(word[0]);
    const auto* filter = reinterpret_cast<const float*>(word[1]);
    auto* out = reinterpret_cast<float*>(word[2]);
    const auto count = std::int64_t(word[3]), weights = std::int64_t(word[4]);
    for (std::int64_t i = 0; i < count + weights - 1; ++i) {
        float sum = 0;
        const std::int64_t last = std::min(i, weights - 1);
        for (std::int64_t j = std::max<std::int64_t>(0, i - count + 1); j <= last; ++j)
            sum += filter[j] * signal[i - j];
        out[i] = sum;
    }
}

}  // namespace lessons

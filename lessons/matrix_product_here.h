// A matrix product as the plain loop of the CPU, on one core. Part of matrix_product.cpp.
#pragma once

#include <cstdint>

#include "lessons/matrix_product_truth.h"

namespace matrix_product {

template <class Real>
void multiply_here(const Real* a, const Real* b, Real* c, std::int64_t n, std::int64_t inner) {
    for (std::int64_t row = 0; row < n; ++row)
        for (std::int64_t column = 0; column < n; ++column) {
            Real sum = 0;
            for (std::int64_t k = 0; k < inner; ++k) sum += a[row * inner + k] * b[k * n + column];
            c[row * n + column] = sum;
        }
}

// a, b, c, rows and columns of c, the inner length
template <class Real>
void product_here(const std::uint64_t* word) {
    multiply_here(reinterpret_cast<const Real*>(word[0]), reinterpret_cast<const Real*>(word[1]),
                  reinterpret_cast<Real*>(word[2]), std::int64_t(word[3]), std::int64_t(word[4]));
}

// The ratios that a kernel makes on the device. a, b, rows and columns of c, the inner length
template <class Real>
void set_up_here(const std::uint64_t* word) {
    auto *a = reinterpret_cast<Real*>(word[0]), *b = reinterpret_cast<Real*>(word[1]);
    const std::uint64_t n = word[2], inner = word[3];
    const Values of = ratios<Real>(inner, n);
    for (std::uint64_t i = 0; i < n * inner; ++i) a[i] = Real(of.a(i)), b[i] = Real(of.b(i));
}

}  // namespace matrix_product

// The numbers of two matrices that a kernel makes itself, as the CPU makes them. Part of
// matrix_product.cpp.
#pragma once

#include <cstdint>
#include <functional>

namespace matrix_product {

// Row by row, as the device keeps them.
struct Values {
    std::function<double(std::uint64_t)> a, b;
};

template <class Stored>
Values ratios(std::uint64_t columns_of_a, std::uint64_t columns_of_b) {
    return {[=](std::uint64_t at) {
                const double i = double(at / columns_of_a), j = double(at % columns_of_a);
                return double(Stored((i - 0.1 * j + 1) / (i + j + 1)));
            },
            [=](std::uint64_t at) {
                const double i = double(at / columns_of_b), j = double(at % columns_of_b);
                return double(Stored((j - 0.2 * i + 1) * (i + j + 1) / (i * i + j * j + 1)));
            }};
}

}  // namespace matrix_product

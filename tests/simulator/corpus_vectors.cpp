// Ordinary kernels on vectors and matrices.
#include "tests/simulator/corpus.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace corpus {
namespace {

ORDINARY(saxpy) {
    const auto x = random_floats(1000), y = random_floats(1000);
    const auto dx = bench.input(x), dy = bench.input(y);
    bench.launch("saxpy", {3, 64}, 1.5f, dx, dy, 1000);
    std::vector<float> expected;
    for (int i = 0; i < 1000; ++i) expected.push_back(1.5f * x[i] + y[i]);
    expect_equal(bench.values(dy), expected, 1e-6);
}

ORDINARY(dot) {
    const auto x = random_floats(999, 2), y = random_floats(999, 2);
    const auto sum = bench.zeros<float>(1);
    bench.launch("dot", {4, 128}, bench.input(x), bench.input(y), sum, 999);
    const double expected = std::inner_product(x.begin(), x.end(), y.begin(), 0.0);
    expect_equal(bench.values(sum), std::vector{expected}, 1e-5);
}

std::vector<double> product(const std::vector<float>& matrix, const std::vector<float>& x,
                            int rows) {
    const int columns = static_cast<int>(x.size());
    std::vector<double> y(rows);
    for (int r = 0; r < rows; ++r) {
        for (int c = 0; c < columns; ++c) y[r] += double{matrix[r * columns + c]} * x[c];
    }
    return y;
}

ORDINARY(gemv) {
    const auto matrix = random_floats(37 * 77), x = random_floats(77);
    const auto y = bench.room<float>(37);
    bench.launch("gemv", {10, 128}, bench.input(matrix), bench.input(x), y, 37, 77);
    expect_equal(bench.values(y), product(matrix, x, 37), 1e-5);
}

template <class T>
void multiply(Bench& bench, std::string_view kernel, int n) {
    const auto make = [](std::uint32_t bits) {
        return static_cast<T>(static_cast<int>(bits % 17) - 8);
    };
    const auto a = random_values<T>(n * n, make);
    auto b = a;
    std::ranges::reverse(b);
    const auto c = bench.room<T>(n * n);
    const auto blocks = static_cast<std::uint32_t>((n + 7) / 8);
    bench.launch(kernel, {{blocks, blocks}, {8, 8}}, bench.input(a), bench.input(b), c, n);
    std::vector<T> expected(n * n);
    for (int i = 0; i < n * n; ++i) {
        for (int k = 0; k < n; ++k) expected[i] += a[i / n * n + k] * b[k * n + i % n];
    }
    expect_equal(bench.values(c), expected);
}

ORDINARY(matmul) {
    multiply<float>(bench, "matmul<float>", 20);
    multiply<double>(bench, "matmul<double>", 17);
    multiply<int>(bench, "matmul<int>", 24);
    multiply<long long>(bench, "matmul<long long>", 23);
}

void transpose(Bench& bench, std::string_view kernel, std::uint32_t tile, std::uint32_t width,
               std::uint32_t height) {
    const auto in = random_floats(width * height);
    const auto out = bench.room<float>(in.size());
    const Bench::Shape shape{{(width + tile - 1) / tile, (height + tile - 1) / tile}, {tile, 8}};
    bench.launch(kernel, shape, bench.input(in), out, static_cast<int>(width),
                 static_cast<int>(height));
    std::vector<float> expected(in.size());
    for (std::uint32_t i = 0; i < in.size(); ++i) expected[i % width * height + i / width] = in[i];
    expect_equal(bench.values(out), expected);
}

ORDINARY(transpose) {
    transpose(bench, "transpose<16>", 16, 33, 50);
    transpose(bench, "transpose<32>", 32, 64, 31);
}

ORDINARY(convolution) {
    const auto in = random_floats(200);
    const auto out = bench.room<float>(200);
    bench.launch("convolution", {2, 128}, bench.input(in), out, 200);
    std::vector<double> expected(200);
    for (int i = 0; i < 200; ++i) {
        for (int k = -4; k <= 4; ++k) {
            expected[i] += std::ldexp(1.0, -std::abs(k)) * in[std::clamp(i + k, 0, 199)];
        }
    }
    expect_equal(bench.values(out), expected, 1e-6);
}

ORDINARY(stencil_2d) {
    const int width = 37, height = 21;
    const auto make = [](std::uint32_t bits) { return bits % 1000 / 8.0; };
    const auto now = random_values<double>(width * height, make);
    const auto next = bench.input(now);
    bench.launch("stencil_2d", {{3, 3}, {16, 8}}, bench.input(now), next, width, height);
    auto expected = now;
    for (int y = 1; y < height - 1; ++y) {
        for (int x = 1; x < width - 1; ++x) {
            const int i = y * width + x;
            expected[i] =
                (now[i] + now[i - width] + now[i + width] + now[i - 1] + now[i + 1]) * 0.2;
        }
    }
    expect_equal(bench.values(next), expected, 1e-14);
}

ORDINARY(tridiagonal) {
    const int n = 100;
    const auto below = random_floats(n, 1), above = random_floats(n, 1), x = random_floats(n);
    std::vector<float> middle(n, 4.0f), right(n);
    for (int i = 0; i < n; ++i) {
        right[i] =
            4 * x[i] + (i > 0 ? below[i] * x[i - 1] : 0) + (i < n - 1 ? above[i] * x[i + 1] : 0);
    }
    const auto out = bench.room<float>(n);
    bench.launch("tridiagonal", {1, n, 4 * n * 4}, bench.input(below), bench.input(middle),
                 bench.input(above), bench.input(right), out);
    expect_equal(bench.values(out), x, 1e-5);
}

ORDINARY(fourier) {
    const int bits = 6, n = 64;
    const auto in = random_floats(2 * 2 * n);  // two blocks of pairs
    const auto out = bench.room<float>(in.size());
    bench.launch("fourier", {2, 24, n * 8}, bench.input(in), out, bits);
    std::vector<double> expected(in.size());
    for (int block = 0; block < 2; ++block) {
        for (int k = 0; k < n; ++k) {
            for (int j = 0; j < n; ++j) {
                const double angle = -2 * 3.14159265358979 * k * j / n;
                const double re = in[2 * (block * n + j)], im = in[2 * (block * n + j) + 1];
                expected[2 * (block * n + k)] += re * std::cos(angle) - im * std::sin(angle);
                expected[2 * (block * n + k) + 1] += re * std::sin(angle) + im * std::cos(angle);
            }
        }
    }
    expect_equal(bench.values(out), expected, 2e-5);
}

ORDINARY(sparse) {
    const int rows = 50;
    std::vector<int> starts{0}, columns;
    std::vector<double> values, x, expected;
    for (int r = 0; r < rows; ++r) {
        x.push_back(r * 0.5 - 3);
        for (int k = 0; k < r * 7 % 12; ++k) {
            columns.push_back((r * 5 + k * 3) % rows);
            values.push_back(k - 2.25);
        }
        starts.push_back(static_cast<int>(columns.size()));
    }
    for (int r = 0; r < rows; ++r) {
        expected.push_back(0);
        for (int k = starts[r]; k < starts[r + 1]; ++k) expected[r] += values[k] * x[columns[k]];
    }
    const auto y = bench.room<double>(rows);
    bench.launch("sparse", {2, 32}, bench.input(starts), bench.input(columns), bench.input(values),
                 bench.input(x), y, rows);
    expect_equal(bench.values(y), expected, 1e-14);
}

ORDINARY(softmax) {
    const int rows = 3, columns = 150;
    const auto in = random_floats(rows * columns);
    const auto out = bench.room<float>(in.size());
    bench.launch("softmax", {rows, 64}, bench.input(in), out, columns);
    std::vector<double> expected(in.size());
    for (int r = 0; r < rows; ++r) {
        double sum = 0;
        for (int c = 0; c < columns; ++c) sum += std::exp(double{in[r * columns + c]});
        for (int c = 0; c < columns; ++c) {
            expected[r * columns + c] = std::exp(double{in[r * columns + c]}) / sum;
        }
    }
    expect_equal(bench.values(out), expected, 1e-6);
}

ORDINARY(wavelet) {
    const int n = 128;
    const auto in = random_floats(2 * n);
    const auto out = bench.room<float>(in.size());
    bench.launch("wavelet", {2, n / 2}, bench.input(in), out);
    std::vector<double> expected(in.size());
    for (int block = 0; block < 2; ++block) {
        std::vector<double> sums(in.begin() + block * n, in.begin() + (block + 1) * n);
        for (int length = n / 2; length > 0; length /= 2) {
            for (int i = 0; i < length; ++i) {
                const double a = sums[2 * i], b = sums[2 * i + 1];
                expected[block * n + length + i] = (a - b) / 2;
                sums[i] = (a + b) / 2;
            }
        }
        expected[block * n] = sums[0];
    }
    expect_equal(bench.values(out), expected, 1e-6);
}

ORDINARY(nbody) {
    const int n = 70;
    auto bodies = random_floats(4 * n);
    const auto pull = bench.room<float>(3 * n);
    bench.launch("nbody", {3, 32, 32 * 16}, bench.input(bodies), pull, n);
    std::vector<double> expected(3 * n);
    for (int i = 0; i < n; ++i) {
        for (int j = 0; j < n; ++j) {
            double d[3], square = 0.01;
            for (int k = 0; k < 3; ++k) {
                d[k] = double{bodies[4 * j + k]} - bodies[4 * i + k];
                square += d[k] * d[k];
            }
            for (int k = 0; k < 3; ++k) {
                expected[3 * i + k] += d[k] * bodies[4 * j + 3] / (square * std::sqrt(square));
            }
        }
    }
    expect_equal(bench.values(pull), expected, 1e-4);
}

ORDINARY(heat_pipe) {
    auto pipe = random_floats(130);
    const auto device = bench.input(pipe);
    bench.launch("heat_pipe", {1, 128}, device, 9);
    for (int step = 0; step < 9; ++step) {
        const auto old = pipe;
        for (int i = 1; i <= 128; ++i)
            pipe[i] = 0.25f * old[i - 1] + 0.5f * old[i] + 0.25f * old[i + 1];
    }
    expect_equal(bench.values(device), pipe, 1e-6);
}

ORDINARY(matrix_power) {
    const std::uint64_t modulus = 998244353;
    std::vector<std::uint32_t> exponents(80);
    std::vector<std::uint64_t> numbers{0, 1}, expected;
    while (numbers.size() < 600) numbers.push_back((numbers.back() + numbers.end()[-2]) % modulus);
    for (std::uint32_t i = 0; i < exponents.size(); ++i) {
        exponents[i] = i * 37 % 600;
        expected.push_back(numbers[exponents[i]]);
    }
    const auto out = bench.room<std::uint64_t>(80);
    bench.launch("matrix_power", {3, 32}, bench.input(exponents), out, modulus, 80);
    expect_equal(bench.values(out), expected);
}

}  // namespace
}  // namespace corpus

// Ordinary kernels that work on numbers and structures one by one: types, functions, branches,
// local arrays.
#include "tests/simulator/corpus.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <numeric>

namespace corpus {
namespace {

ORDINARY(mandelbrot) {
    const int width = 40, height = 24;
    const auto steps = bench.room<int>(width * height);
    bench.launch("mandelbrot", {{3, 3}, {16, 8}}, steps, width, height, -2.2f, -1.2f, 0.078125f);
    const auto got = bench.values(steps);
    int different = 0;  // the last bits decide on the border
    for (int i = 0; i < width * height; ++i) {
        const double c_re = -2.2f + i % width * 0.078125, c_im = -1.2f + i / width * 0.078125;
        double re = 0, im = 0;
        int n = 0;
        for (; n < 100 && re * re + im * im <= 4; ++n) {
            const double next = re * re - im * im + c_re;
            im = 2 * re * im + c_im;
            re = next;
        }
        if (n != got[i]) ++different;
    }
    EXPECT_LE(different, width * height / 100);
    EXPECT_EQ(*std::ranges::max_element(got), 100);
    EXPECT_LE(*std::ranges::min_element(got), 2);
}

struct Particle {
    float x, y, z;
    int age;
    double energy;
};
struct Weather {
    float wind[3];
    char gusts;
    double warmth;
};

ORDINARY(structures) {
    std::vector<Particle> particles;
    for (int i = 0; i < 45; ++i) particles.push_back({i * 1.0f, i * 2.0f, i * 3.0f, i, i * 0.25});
    const Weather weather{{0.5f, -1, 2}, 3, 1.5};
    const auto device = bench.input(particles, "particles");
    bench.launch("structures", {2, 32}, device, weather, 45);
    const auto got = bench.values(device);
    for (int i = 0; i < 45; ++i) {
        ASSERT_EQ(got[i].x, i + 0.5f);
        ASSERT_EQ(got[i].y, i * 2 - 1.0f);
        ASSERT_EQ(got[i].z, i * 3 + 2.0f);
        ASSERT_EQ(got[i].age, i + 3);
        ASSERT_EQ(got[i].energy, i * 0.375);
    }
    const auto x = bench.room<float>(45);
    const auto energy = bench.room<double>(45);
    bench.launch("take_apart", {2, 32}, device, x, energy, 45);
    EXPECT_EQ(bench.values(x)[44], 44.5f);
    EXPECT_EQ(bench.values(energy)[44], 16.5);
}

ORDINARY(vectors) {
    const int n = 40;
    const auto quads = random_floats(4 * n);
    std::vector<double> pairs(2 * n);
    std::iota(pairs.begin(), pairs.end(), -30.0);
    const auto colours = random_integers(4 * n, 256);
    const std::vector<std::uint8_t> bytes(colours.begin(), colours.end());
    const auto sums = bench.room<float>(n);
    const auto inverted = bench.room<std::uint8_t>(4 * n);
    bench.launch("vectors", {2, 32}, bench.input(quads), bench.input(pairs), bench.input(bytes),
                 sums, inverted, n);
    std::vector<double> expected(n);
    auto expected_bytes = bytes;
    for (int i = 0; i < n; ++i) {
        expected[i] = std::accumulate(&quads[4 * i], &quads[4 * i] + 4, 0.0) +
                      pairs[2 * i] * pairs[2 * i + 1] + bytes[4 * i];
        for (int k = 0; k < 3; ++k) expected_bytes[4 * i + k] = 255 - bytes[4 * i + k];
    }
    expect_equal(bench.values(sums), expected, 1e-6);
    expect_equal(bench.values(inverted), expected_bytes);

    std::vector<std::int16_t> shorts(2 * n), expected_shorts(n);
    std::vector<std::int8_t> small(n), halves(n);
    for (int i = 0; i < n; ++i) {
        shorts[2 * i] = static_cast<std::int16_t>(i * 700);
        shorts[2 * i + 1] = static_cast<std::int16_t>(i * 300 - 9000);
        small[i] = static_cast<std::int8_t>(i * 6 - 128);
        expected_shorts[i] =
            static_cast<std::int16_t>(shorts[2 * i] + shorts[2 * i + 1] + small[i]);
        halves[i] = small[i] / 2;
    }
    const auto short_sums = bench.room<std::int16_t>(n);
    const auto device_halves = bench.room<std::int8_t>(n);
    bench.launch("narrow", {2, 32}, bench.input(shorts), bench.input(small), short_sums,
                 device_halves, n);
    expect_equal(bench.values(short_sums), expected_shorts);
    expect_equal(bench.values(device_halves), halves);
}

ORDINARY(wide_integers) {
    std::vector<std::int64_t> a, b;
    for (int i = 0; i < 50; ++i) {
        a.push_back((i * 0x123456789abcdefLL) ^ (i << 7));
        b.push_back(i % 3 == 0 ? -(i + 1) * 0x1234567LL : i + 2);
    }
    const auto out = bench.room<std::int64_t>(8 * 50);
    bench.launch("wide_integers", {2, 32}, bench.input(a), bench.input(b), out, 50);
    std::vector<std::int64_t> expected;
    for (int i = 0; i < 50; ++i) {
        const std::int64_t x = a[i], y = b[i];
        const auto u = static_cast<std::uint64_t>(x), v = static_cast<std::uint64_t>(y);
        expected.push_back(static_cast<std::int64_t>(u * v));
        expected.push_back(x / y);
        expected.push_back(x % y);
        expected.push_back(static_cast<std::int64_t>(u / v));
        expected.push_back(static_cast<std::int64_t>(u % v));
        expected.push_back(static_cast<std::int64_t>(static_cast<unsigned __int128>(u) * v >> 64));
        expected.push_back((x >> (y & 63)) ^ static_cast<std::int64_t>(u << (y & 31)));
        expected.push_back(x < y ? x - y : std::abs(y));
    }
    expect_equal(bench.values(out), expected);

    std::vector<std::uint32_t> p, q, divisors;
    for (std::uint32_t i = 0; i < 60; ++i) {
        p.push_back(i * 2520);
        q.push_back(i * i * 36 + 6);
        divisors.push_back(std::gcd(p.back(), q.back()));
    }
    const auto device = bench.room<std::uint32_t>(60);
    bench.launch("divisor", {2, 32}, bench.input(p), bench.input(q), device, 60);
    expect_equal(bench.values(device), divisors);
}

ORDINARY(halves) {
    const auto a = random_floats(64),
               b = random_floats(64);  // sixteenths below four: exact in a half
    const auto out = bench.room<float>(64), pairs = bench.room<float>(64);
    bench.launch("halves", {2, 32}, bench.input(a), bench.input(b), out, pairs, 64);
    std::vector<double> expected, expected_pairs;
    for (int i = 0; i < 64; ++i) {
        expected.push_back(double{a[i]} * b[i] + (a[i] + b[i]));
        expected_pairs.push_back(double{a[i]} * b[i] + double{b[i]} * b[i]);
    }
    expect_equal(bench.values(out), expected, 1e-3);
    expect_equal(bench.values(pairs), expected_pairs, 2e-3);
}

ORDINARY(random_points) {
    const auto inside = bench.zeros<std::uint64_t>(1);
    bench.launch("random_points", {2, 64}, 99u, 50, inside);
    std::uint64_t expected = 0;
    for (std::uint32_t thread = 0; thread < 128; ++thread) {
        std::uint32_t state = 99u ^ thread * 2654435761u;
        const auto next = [&] {
            state = state * 1664525u + 1013904223u;
            return (state >> 8) * (1.0 / 16777216);
        };
        for (int i = 0; i < 50; ++i) {
            const double x = next(), y = next();
            expected += x * x + y * y < 1;
        }
    }
    EXPECT_EQ(bench.values(inside)[0], expected);
}

int run_program(const std::vector<std::uint8_t>& program, int i) {
    int stack[8] = {i}, top = 0;
    for (int at = 0; at < static_cast<int>(program.size()); ++at) {
        int value = stack[top & 7];
        switch (program[at]) {
            case 0: value += 3; break;
            case 1: value *= 5; break;
            case 2: value = -value; break;
            case 3: value ^= 0x55; break;
            case 4: value >>= 1; break;
            case 5:
                ++top;
                value = at;
                break;
            case 6:
                --top;
                value += stack[top & 7];
                break;
            case 7: value = std::min(value, 100); break;
            case 8: value = value * value + 1; break;
            case 9: value = std::popcount(static_cast<unsigned>(value)); break;
            case 10: value -= i; break;
            default: break;
        }
        stack[top & 7] = value;
    }
    return stack[top & 7];
}

ORDINARY(little_machine) {
    const std::vector<std::vector<std::uint8_t>> programs = {{0, 1, 2, 3, 4, 5, 8, 6, 10, 7},
                                                             {5, 5, 1, 6, 6, 3, 9, 0, 2, 11},
                                                             {8, 8, 10, 4, 4, 3, 5, 9, 6, 1},
                                                             {3, 2, 3, 2, 7, 1, 4, 200, 0, 0}};
    std::vector<std::uint8_t> bytes;
    for (const auto& program : programs) bytes.insert(bytes.end(), program.begin(), program.end());
    const auto results = bench.room<int>(60);
    bench.launch("little_machine", {2, 32}, bench.input(bytes), 10, results, 60);
    std::vector<int> expected;
    for (int i = 0; i < 60; ++i) expected.push_back(run_program(programs[i % 4], i));
    expect_equal(bench.values(results), expected);
}

ORDINARY(local_arrays) {
    const int width = 20, height = 10;
    const auto in = random_floats(width * height);
    const auto out = bench.room<float>(in.size());
    bench.launch("local_arrays", {{2, 2}, {16, 8}}, bench.input(in), out, width, height);
    std::vector<float> expected;
    for (int i = 0; i < width * height; ++i) {
        std::vector<float> near;
        for (int k = 0; k < 9; ++k) {
            const int x = i % width + k % 3 - 1, y = i / width + k / 3 - 1;
            if (x >= 0 && x < width && y >= 0 && y < height) near.push_back(in[y * width + x]);
        }
        std::ranges::sort(near);
        expected.push_back(near[near.size() / 2]);
    }
    expect_equal(bench.values(out), expected);
}

ORDINARY(print) {
    bench.launch("print", {1, 32}, bench.input(std::vector<float>{1.25f, 2, -3.5f, 4}), 4);
    EXPECT_EQ(bench.machine().printed(),
              "thread 0 of block 0 holds 1.25, not below zero and 1234567890123%\n"
              "thread 2 of block 0 holds -3.50, below zero and 1234567890123%\n");
    const auto& calls = bench.machine().printed_calls();
    ASSERT_EQ(calls.size(), 2u);
    EXPECT_EQ(calls[0].thread, 0);
    EXPECT_EQ(calls[1].thread, 2);
    EXPECT_EQ(calls[1].first, bench.machine().printed().find("thread 2"));
    bench.launch("print", {2, 32}, bench.input(std::vector<float>(4)), 4);
    ASSERT_EQ(calls.size(), 6u);
    for (std::size_t i = 0; i < calls.size(); ++i) {
        EXPECT_EQ(calls[i].launch, i < 2 ? 0 : 1);
        const std::string who = "thread " + std::to_string(calls[i].thread) + " of block " +
                                std::to_string(calls[i].block) + " holds";
        EXPECT_EQ(bench.machine().printed().find(who, calls[i].first), calls[i].first) << who;
        EXPECT_EQ(calls[i].line, 8);
    }
}

// A kernel's format never reaches the host's printf: it could write where it likes, or take all
// memory for one number.
ORDINARY(print_oddly) {
    bench.launch("print_oddly", {1, 1}, bench.room<int>(1));
    EXPECT_EQ(bench.machine().printed(), "[%ln] [%S] [%y] [   42] [3.14] [7   ] [00a]\n");
    bench.launch("print_much", {1, 32}, 40);
    const std::string& printed = bench.machine().printed();
    const std::size_t field = printed.find(std::string(1023, ' ') + "0\n");
    ASSERT_NE(field, printed.npos);
    EXPECT_TRUE(field == 0 || printed[field - 1] == '\n') << "a field has an end";
    EXPECT_GE(printed.size(), 1024u * 1024);
    EXPECT_LT(printed.size(), 1024u * 1024 + 100);
    EXPECT_TRUE(printed.ends_with("the rest is left out.)\n"));
}

ORDINARY(checked) {
    const auto roots = bench.room<float>(3);
    bench.launch("checked", {1, 32}, bench.input(std::vector<float>{0, 2.25f, 16}), roots, 3);
    expect_equal(bench.values(roots), std::vector<float>{0, 1.5f, 4});
}

ORDINARY(polynomials) {
    const int n = 40;
    std::vector<float> cubics, starts;
    for (int i = 0; i < n; ++i) {
        cubics.insert(cubics.end(), {1, 0.25f * (i % 5), 2, -1.0f * i});
        starts.push_back(i == 7 ? -200.0f : 1 + i * 0.125f);
    }
    const auto device_cubics = bench.input(cubics), device_starts = bench.input(starts);
    for (const auto& [kernel, steps] :
         {std::pair{"polynomials<3>", 3}, std::pair{"polynomials<8>", 8}}) {
        const auto roots = bench.zeros<float>(n);
        bench.launch(kernel, {2, 32}, device_cubics, device_starts, roots, n);
        std::vector<double> expected;
        for (int i = 0; i < n; ++i) {
            const float* p = &cubics[4 * i];
            double x = starts[i];
            for (int step = 0; step < steps; ++step) {
                x -= (((p[0] * x + p[1]) * x + p[2]) * x + p[3]) /
                     ((3 * p[0] * x + 2 * p[1]) * x + p[2]);
            }
            expected.push_back(starts[i] > -100 ? x : 0);
        }
        expect_equal(bench.values(roots), expected, 1e-4);
    }
}

ORDINARY(collatz) {
    const auto steps = bench.room<int>(100);
    bench.launch("collatz", {4, 32}, 1u, steps, 100);
    std::vector<int> expected;
    for (std::uint64_t first = 1; first <= 100; ++first) {
        int count = 0;
        for (auto x = first; x != 1; ++count) x = x % 2 ? 3 * x + 1 : x / 2;
        expected.push_back(count);
    }
    expect_equal(bench.values(steps), expected);
}

std::uint32_t picked(std::uint32_t x, std::uint32_t y, std::uint32_t selector) {
    const std::uint64_t both = std::uint64_t{y} << 32 | x;
    std::uint32_t made = 0;
    for (int k = 0; k < 4; ++k) {
        made |= static_cast<std::uint32_t>(both >> 8 * (selector >> 4 * k & 7) & 255) << 8 * k;
    }
    return made;
}

std::uint32_t reversed(std::uint32_t x) {
    std::uint32_t made = 0;
    for (int k = 0; k < 32; ++k) made |= (x >> k & 1) << (31 - k);
    return made;
}

ORDINARY(bits) {
    std::vector<std::uint32_t> in{0, 1, ~0u, 0x80000000u, 0x12345678u};
    for (std::uint32_t i = 0; i < 35; ++i) in.push_back(i * 0x9e3779b9u);
    const int n = static_cast<int>(in.size());
    const auto out = bench.room<std::uint32_t>(8 * n);
    bench.launch("bits", {2, 32}, bench.input(in), out, n);
    std::vector<std::uint32_t> expected;
    for (int i = 0; i < n; ++i) {
        const std::uint32_t x = in[i], y = in[(i + 1) % n];
        const int first = y == 0 ? 0 : std::countr_zero(y) + 1;
        expected.push_back(std::popcount(x) + 100 * (std::popcount(x) + std::popcount(y)));
        expected.push_back(std::countl_zero(x) + 100 * first);
        expected.push_back(reversed(x));
        expected.push_back(picked(x, y, 0x5140));
        expected.push_back(
            static_cast<std::uint32_t>((std::uint64_t{y} << 32 | x) << (x & 31) >> 32));
        expected.push_back(static_cast<std::uint32_t>(std::uint64_t{x} * y >> 32));
        expected.push_back((x & ~y) | (~x & y & 0xff00ff00u));
        expected.push_back((x >> y % 32) +
                           static_cast<std::uint32_t>(static_cast<int>(x) >> y % 32));
    }
    expect_equal(bench.values(out), expected);
}

ORDINARY(options) {
    std::vector<float> price, strike, years;
    std::vector<double> expected;
    for (int i = 0; i < 50; ++i) {
        price.push_back(20 + i);
        strike.push_back(60 - i * 0.5f);
        years.push_back(0.25f + i * 0.05f);
        const double root = std::sqrt(years[i]), sway = 0.3, rate = 0.02;
        const double d1 =
            (std::log(price[i] / strike[i]) + (rate + sway * sway / 2) * years[i]) / (sway * root);
        const auto likely = [](double d) { return 0.5 * std::erfc(-d / std::sqrt(2.0)); };
        expected.push_back(price[i] * likely(d1) -
                           strike[i] * std::exp(-rate * years[i]) * likely(d1 - sway * root));
    }
    const auto call = bench.room<float>(50);
    bench.launch("options", {2, 32}, bench.input(price), bench.input(strike), bench.input(years),
                 call, 50);
    expect_equal(bench.values(call), expected, 1e-4);
}

ORDINARY(several_arrays) {
    const int n = 30;
    std::vector<double> weights, expected;
    std::vector<std::int16_t> levels, light(n);
    for (int i = 0; i < n; ++i) {
        weights.push_back(i * 0.5 - 4);
        levels.push_back(static_cast<std::int16_t>(i * 11 - 100));
        light[n - 1 - i] = levels[i];
    }
    for (int t = 0; t < n; ++t)
        expected.push_back(weights[n - 1 - t] * light[t] + light[(t + 1) % n]);
    const auto out = bench.room<double>(n);
    bench.launch("several_arrays", {1, 32, n * 10}, bench.input(weights), bench.input(levels), out,
                 n);
    expect_equal(bench.values(out), expected, 1e-14);
}

ORDINARY(mathematics) {
    const int n = 60;
    std::vector<float> in;
    for (int i = 0; i < n; ++i) in.push_back((i - 30) * 0.37f + 0.01f);
    std::vector<double> expected, wide(in.begin(), in.end()), precise, quick;
    for (const double x : wide) {
        expected.insert(
            expected.end(),
            {std::sin(x), std::cos(x), std::tan(x), std::exp(x), std::log1p(std::abs(x)),
             std::pow(std::abs(x), 1.5), std::atan2(x, 2), std::cbrt(x), std::fmod(x, 0.7f),
             std::floor(x) + std::ceil(x) + std::rint(x) + std::trunc(x)});
        precise.insert(precise.end(),
                       {std::sin(x), std::exp(x), std::log(std::abs(x) + 1), std::sqrt(std::abs(x)),
                        1 / (x * x + 1), std::pow(std::abs(x) + 0.5, 0.75)});
        quick.insert(quick.end(), {std::sin(x), std::cos(x), std::exp(x), std::log(std::abs(x) + 1),
                                   x / 3, 1 / std::sqrt(std::abs(x) + 1)});
    }
    const auto out = bench.room<float>(10 * n), fast = bench.room<float>(6 * n);
    bench.launch("mathematics", {2, 32}, bench.input(in), out, n);
    expect_equal(bench.values(out), expected, 1e-5);
    const auto exact = bench.room<double>(6 * n);
    bench.launch("precise", {2, 32}, bench.input(wide), exact, n);
    expect_equal(bench.values(exact), precise, 1e-13);
    bench.launch("quick", {2, 32}, bench.input(in), fast, n);
    expect_equal(bench.values(fast), quick, 1e-5);
}

ORDINARY(conversions) {
    const int n = 30;
    std::vector<float> in;
    for (int i = 0; i < n; ++i) in.push_back((i - 14) * 12.75f);
    const auto whole = bench.room<int>(8 * n);
    const auto wide = bench.room<double>(n);
    const auto back = bench.room<float>(n);
    bench.launch("conversions", {1, 32}, bench.input(in), whole, wide, back, n);
    std::vector<int> expected;
    std::vector<double> expected_wide;
    for (const float x : in) {
        const int bits = std::bit_cast<int>(x);
        expected.insert(expected.end(),
                        {static_cast<int>(x), static_cast<int>(std::nearbyint(x)),
                         static_cast<int>(std::ceil(x)), static_cast<int>(std::floor(x)),
                         static_cast<std::uint8_t>(static_cast<int>(x)), static_cast<int>(x), bits,
                         x < 0 ? 0 : static_cast<int>(x)});
        expected_wide.push_back(double{x} + static_cast<double>(static_cast<long long>(x * 1e6f)));
    }
    expect_equal(bench.values(whole), expected);
    expect_equal(bench.values(wide), expected_wide);
}

}  // namespace

TEST(OrdinaryKernels, AFailedAssertionNamesThreadAndLine) {
    Bench bench(text_of("ordinary/checked.ptx"), {});
    const auto roots = bench.room<float>(3);
    const auto module = Module::read(text_of("ordinary/checked.ptx"));
    const auto program = *(*module)->kernel("checked");
    const auto in = bench.input(std::vector<float>{0, -2.25f, 16});
    std::vector<std::byte> block(program->parameter_bytes);
    std::memcpy(block.data(), &in.address, 8);
    std::memcpy(block.data() + 8, &roots.address, 8);
    const int n = 3;
    std::memcpy(block.data() + 16, &n, 4);
    ASSERT_FALSE(bench.machine().launch(program, {1, 1, 1}, {32, 1, 1}, 0, block));
    EXPECT_EQ(bench.machine().advance(1u << 20), Machine::State::faulted);
    ASSERT_EQ(bench.machine().faults().size(), 1u) << bench.faults();
    const Fault& fault = bench.machine().faults()[0];
    EXPECT_EQ(fault.kind, FaultKind::assertion);
    EXPECT_EQ(fault.thread.x, 1u);
    EXPECT_EQ(fault.line, 9);
    EXPECT_NE(fault.text.find("numbers[i] >= 0"), std::string::npos) << fault.text;
}

}  // namespace corpus

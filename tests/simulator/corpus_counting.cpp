// Ordinary kernels that count, sort, scan and search: whole numbers, atomics, warps and blocks that
// cooperate.
#include "tests/simulator/corpus.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace corpus {
namespace {

using Bytes = std::vector<std::uint8_t>;

Bytes random_bytes(std::size_t count, std::uint32_t below = 256) {
    return random_values<std::uint8_t>(
        count, [&](std::uint32_t bits) { return static_cast<std::uint8_t>(bits % below); });
}

ORDINARY(histogram) {
    const auto bytes = random_bytes(1500, 200);
    std::vector<std::uint32_t> expected(256);
    for (const auto byte : bytes) ++expected[byte];
    const auto in = bench.input(bytes);
    for (const auto* kernel : {"histogram_global", "histogram_shared"}) {
        const auto counts = bench.zeros<std::uint32_t>(256);
        bench.launch(kernel, {12, 128}, in, counts, 1500);
        expect_equal(bench.values(counts), expected);
    }
}

ORDINARY(bitonic_sort) {
    auto numbers = random_integers(2 * 128, 1000);
    const auto device = bench.input(numbers);
    bench.launch("bitonic_sort", {2, 128, 512}, device);
    std::sort(numbers.begin(), numbers.begin() + 128);
    std::sort(numbers.begin() + 128, numbers.end());
    expect_equal(bench.values(device), numbers);
}

ORDINARY(radix_split) {
    auto keys = random_integers(256, 1 << 10);
    std::vector<std::uint32_t> expected(keys.begin(), keys.end());
    const auto device = bench.input(expected);
    bench.launch("radix_split", {1, 256}, device, 10);
    std::ranges::sort(expected);
    expect_equal(bench.values(device), expected);
}

ORDINARY(warp_scan) {
    const auto numbers = random_integers(150, 100);
    const auto totals = bench.room<int>(150);
    bench.launch("warp_scan", {3, 64}, bench.input(numbers), totals, 150);
    std::vector<int> expected;
    for (int i = 0; i < 150; ++i) expected.push_back(numbers[i] + (i % 32 ? expected.back() : 0));
    expect_equal(bench.values(totals), expected);
}

ORDINARY(compaction) {
    const auto in = random_floats(500);
    const auto kept = bench.room<float>(500);
    const auto count = bench.zeros<int>(1);
    bench.launch("compaction", {4, 128}, bench.input(in), kept, count, 500);
    std::vector<float> expected;
    std::ranges::copy_if(in, std::back_inserter(expected), [](float x) { return x > 0; });
    auto got = bench.values(kept);
    ASSERT_EQ(bench.values(count)[0], static_cast<int>(expected.size()));
    got.resize(expected.size());
    std::ranges::sort(got);
    std::ranges::sort(expected);
    expect_equal(got, expected);
}

ORDINARY(spin_lock) {
    const auto lock = bench.zeros<int>(1), total = bench.zeros<int>(1),
               visits = bench.zeros<int>(1);
    bench.launch("spin_lock", {3, 64}, lock, total, visits, 150);
    EXPECT_EQ(bench.values(visits)[0], 150);
    EXPECT_EQ(bench.values(total)[0], 150 * 149 / 2);
    std::vector<double> numbers(150);
    std::iota(numbers.begin(), numbers.end(), 0.5);
    const auto sum = bench.zeros<double>(1);
    bench.launch("add_by_swap", {3, 64}, bench.input(numbers), sum, 150);
    EXPECT_EQ(bench.values(sum)[0], std::accumulate(numbers.begin(), numbers.end(), 0.0));
}

ORDINARY(last_block) {
    const auto numbers = random_floats(300);
    const auto in = bench.input(numbers);
    const auto sums = bench.room<float>(5), total = bench.room<float>(1);
    const double expected = std::accumulate(numbers.begin(), numbers.end(), 0.0);
    for (int launch = 0; launch < 2; ++launch) {  // the count of blocks starts again by itself
        bench.launch("last_block", {5, 64}, in, sums, total, 300);
        expect_equal(bench.values(total), std::vector{expected}, 1e-5);
    }
}

ORDINARY(look_back) {
    const auto numbers = random_integers(1000, 100);
    const auto out = bench.room<int>(1000), totals = bench.room<int>(8);
    const auto flags = bench.zeros<int>(8), tickets = bench.zeros<int>(1);
    bench.launch("look_back", {8, 128}, bench.input(numbers), out, totals, flags, tickets, 1000);
    std::vector<int> expected(1000);
    std::partial_sum(numbers.begin(), numbers.end(), expected.begin());
    expect_equal(bench.values(out), expected);
}

ORDINARY(warp_tail) {
    const auto numbers = random_integers(256, 1000);
    const auto sums = bench.room<int>(2);
    bench.launch("warp_tail", {2, 128}, bench.input(numbers), sums);
    expect_equal(bench.values(sums),
                 std::vector{std::accumulate(numbers.begin(), numbers.begin() + 128, 0),
                             std::accumulate(numbers.begin() + 128, numbers.end(), 0)});
}

ORDINARY(named_barriers) {
    const auto numbers = random_integers(256, 1000);
    const auto sums = bench.room<int>(4);
    bench.launch("named_barriers", {2, 128}, bench.input(numbers), sums);
    std::vector<int> expected(4);
    for (int i = 0; i < 256; ++i) expected[i / 64] += numbers[i];
    expect_equal(bench.values(sums), expected);
}

ORDINARY(grid_barrier) {
    const int n = 100;
    std::vector<float> a = random_floats(n), b(n);
    const auto device = bench.input(a);
    bench.launch("grid_barrier", {2, 64}, device, bench.room<float>(n),
                 bench.zeros<std::uint32_t>(1), n);
    const auto smooth = [](const std::vector<float>& from, std::vector<float>& to) {
        for (int i = 0; i < n; ++i) {
            to[i] = (from[std::max(i - 1, 0)] + 2 * from[i] + from[std::min(i + 1, n - 1)]) * 0.25f;
        }
    };
    smooth(a, b);
    smooth(b, a);
    expect_equal(bench.values(device), a, 1e-6);
}

ORDINARY(largest) {
    auto numbers = random_floats(700);
    numbers[613] = numbers[64] = 5;
    const auto value = bench.room<float>(1);
    const auto place = bench.room<int>(1);
    bench.launch("largest", {1, 128}, bench.input(numbers), value, place, 700);
    EXPECT_EQ(bench.values(value)[0], 5);
    EXPECT_EQ(bench.values(place)[0], 64);
}

ORDINARY(merge) {
    auto a = random_integers(90, 50), b = random_integers(75, 60);
    std::ranges::sort(a);
    std::ranges::sort(b);
    const auto out = bench.room<int>(165);
    bench.launch("merge", {3, 64}, bench.input(a), 90, bench.input(b), 75, out);
    std::vector<int> expected;
    std::ranges::merge(a, b, std::back_inserter(expected));
    expect_equal(bench.values(out), expected);
}

int common_letters(const std::string& a, const std::string& b) {
    std::vector<std::vector<int>> best(a.size() + 1, std::vector<int>(b.size() + 1));
    for (std::size_t i = 1; i <= a.size(); ++i) {
        for (std::size_t j = 1; j <= b.size(); ++j) {
            best[i][j] = a[i - 1] == b[j - 1] ? best[i - 1][j - 1] + 1
                                              : std::max(best[i - 1][j], best[i][j - 1]);
        }
    }
    return best.back().back();
}

ORDINARY(alignment) {
    std::string a, b;
    for (const int letter : random_integers(40, 4)) a += static_cast<char>('a' + letter);
    for (const int letter : random_integers(40, 3)) b += static_cast<char>('a' + letter);
    const auto length = bench.room<int>(1);
    bench.launch("alignment", {1, 40, 3 * 41 * 4},
                 bench.input(std::vector<char>(a.begin(), a.end())),
                 bench.input(std::vector<char>(b.begin(), b.end())), 40, length);
    EXPECT_EQ(bench.values(length)[0], common_letters(a, b));
}

ORDINARY(shortest_ways) {
    const int n = 20;
    auto lengths = random_integers(n * n, 100);
    for (int i = 0; i < n; ++i) lengths[i * n + i] = 0;
    const auto device = bench.input(lengths);
    for (int k = 0; k < n; ++k) {
        bench.launch("shortest_ways", {{3, 3}, {8, 8}}, device, n, k);
        for (int i = 0; i < n * n; ++i) {
            lengths[i] = std::min(lengths[i], lengths[i / n * n + k] + lengths[k * n + i % n]);
        }
    }
    expect_equal(bench.values(device), lengths);
}

ORDINARY(breadth_first) {
    const int n = 100;
    std::vector<int> first{0}, neighbours, expected(n, -1);
    for (int v = 0; v < n; ++v) {
        for (const int to : {(v * 3 + 1) % n, (v + 7) % n}) neighbours.push_back(to);
        first.push_back(static_cast<int>(neighbours.size()));
    }
    expected[0] = 0;
    for (int round = 0; round < n; ++round) {
        for (int v = 0; v < n; ++v) {
            for (int e = first[v]; expected[v] == round && e < first[v + 1]; ++e) {
                int& there = expected[neighbours[e]];
                if (there == -1) there = round + 1;
            }
        }
    }
    std::vector<int> start(n, -1);
    start[0] = 0;
    const auto level = bench.input(start);
    const auto device_first = bench.input(first), device_neighbours = bench.input(neighbours);
    for (int now = 0;; ++now) {
        const auto moved = bench.zeros<int>(1);
        bench.launch("breadth_first", {2, 64}, device_first, device_neighbours, level, now, moved,
                     n);
        if (bench.values(moved)[0] == 0) break;
    }
    expect_equal(bench.values(level), expected);
}

ORDINARY(queue) {
    const auto sizes = random_integers(20, 300);
    const auto next = bench.zeros<int>(1);
    const auto results = bench.zeros<std::uint32_t>(20);
    bench.launch("queue", {3, 64}, bench.input(sizes), next, results, 20);
    std::vector<std::uint32_t> expected(20);
    for (int p = 0; p < 20; ++p) {
        for (int i = 0; i < sizes[p]; ++i) expected[p] += i * i;
    }
    expect_equal(bench.values(results), expected);
}

std::uint32_t together(const std::vector<int>& numbers, int first, int last, auto condition) {
    std::uint32_t mask = 0;
    for (int t = first; t < last; ++t) mask |= std::uint32_t{condition(numbers[t])} << t % 32;
    return mask;
}

ORDINARY(votes) {
    const auto numbers = random_integers(96, 10);
    const auto answers = bench.room<std::uint32_t>(5 * 96);
    bench.launch("votes", {1, 96}, bench.input(numbers), answers);
    std::vector<std::uint32_t> expected;
    const auto many = std::ranges::count_if(numbers, [](int x) { return x > 4; });
    const bool seven = std::ranges::count(numbers, 7) > 0;
    for (int t = 0; t < 96; ++t) {
        const int first = t / 32 * 32, last = first + 32;
        const auto mask = [&](int from, auto condition) {
            return together(numbers, from, last, condition);
        };
        const bool all = mask(first, [](int x) { return x > 0; }) == ~0u;
        const bool any = mask(first, [](int x) { return x > 9; }) != 0;
        expected.push_back(all + 2 * any);
        expected.push_back(mask(first, [](int x) { return x % 2 == 0; }));
        expected.push_back(mask(first, [&](int x) { return x == numbers[t]; }));
        expected.push_back(t % 32 >= 16 ? mask(first + 16, [](int x) { return x > 4; }) : 0);
        expected.push_back(static_cast<std::uint32_t>(many) + 1000 + 2000 * seven);
    }
    expect_equal(bench.values(answers), expected);
}

ORDINARY(groups) {
    auto numbers = random_integers(192, 9);
    for (int& number : numbers) number -= 4;
    const auto sums = bench.room<int>(24), positive = bench.zeros<int>(1);
    bench.launch("groups", {2, 96}, bench.input(numbers), sums, positive);
    std::vector<int> expected(24);
    for (int i = 0; i < 192; ++i) expected[i / 8] += numbers[i];
    expect_equal(bench.values(sums), expected);
    EXPECT_EQ(bench.values(positive)[0],
              std::ranges::count_if(numbers, [](int x) { return x > 0; }));
}

ORDINARY(atomics) {
    const int n = 100;
    const auto cells = bench.input(std::vector<int>{0, 0, 0, 0, -1, 0, 0});
    const auto counters = bench.zeros<std::uint32_t>(3);
    const auto real = bench.zeros<float>(1);
    const auto wide = bench.zeros<std::uint64_t>(1);
    bench.launch("atomics", {2, 64}, cells, counters, real, wide, n);
    expect_equal(bench.values(cells), std::vector<int>{4950, -4950, 30, -36, ~0xff, 0xffff, 0});
    expect_equal(bench.values(counters),
                 std::vector<std::uint32_t>{100 % 10, 7 - 100 % 7, 0x80000063u});
    EXPECT_EQ(bench.values(real)[0], 50);
    EXPECT_EQ(bench.values(wide)[0], 1ull << 39);
}

ORDINARY(binomial) {
    const int rows = 20;
    const auto triangle = bench.room<std::uint32_t>(rows * (rows + 1) / 2);
    bench.launch("binomial", {1, 32}, triangle, rows);
    std::vector<std::uint32_t> expected;
    for (int row = 0; row < rows; ++row) {
        std::uint32_t number = 1;
        for (int k = 0; k <= row; ++k) {
            expected.push_back(number);
            number = number * (row - k) / (k + 1);
        }
    }
    expect_equal(bench.values(triangle), expected);
}

ORDINARY(pattern_search) {
    std::string text = "a rose is a rose is a rose, a nose is no rose";
    const std::string pattern = "rose";
    const auto device = bench.input(std::vector<char>(text.begin(), text.end()), "text");
    const auto first = bench.input(std::vector<int>{1 << 30});
    const auto count = bench.zeros<int>(1);
    const int length = static_cast<int>(text.size());
    bench.launch("pattern_search", {2, 32}, device, length,
                 bench.input(std::vector<char>(pattern.begin(), pattern.end())), 4, first, count);
    EXPECT_EQ(bench.values(first)[0], 2);
    EXPECT_EQ(bench.values(count)[0], 4);
}

ORDINARY(checksum) {
    const std::string lines = "123456789 23456789  3456789   456789    ";
    const auto sums = bench.room<std::uint32_t>(4);
    bench.launch("checksum", {1, 64}, bench.input(std::vector<char>(lines.begin(), lines.end())), 9,
                 sums, 1);
    EXPECT_EQ(bench.values(sums)[0], 0xcbf43926u) << "the check value of CRC-32";
}

ORDINARY(cipher) {
    // A known pair of TEA is not at hand for this key: what is enciphered must decipher.
    const std::vector<std::uint32_t> plain{1, 2, 0xdeadbeef, 0, 77, 0xffffffff};
    const auto words = bench.input(plain);
    bench.launch("cipher", {1, 32}, words, 3);
    auto text = bench.values(words);
    constexpr std::uint32_t key[] = {0x01234567, 0x89abcdef, 0xfedcba98, 0x76543210};
    for (std::size_t i = 0; i < text.size(); i += 2) {
        EXPECT_NE(text[i], plain[i]);
        std::uint32_t sum = 0x9e3779b9u * 32, &a = text[i], &b = text[i + 1];
        for (int round = 0; round < 32; ++round, sum -= 0x9e3779b9u) {
            b -= ((a << 4) + key[2]) ^ (a + sum) ^ ((a >> 5) + key[3]);
            a -= ((b << 4) + key[0]) ^ (b + sum) ^ ((b >> 5) + key[1]);
        }
    }
    expect_equal(text, plain);
}

ORDINARY(game_of_life) {
    const int width = 20, height = 13;
    const auto now = random_bytes(width * height, 2);
    const auto next = bench.room<std::uint8_t>(now.size());
    bench.launch("game_of_life", {{3, 2}, {8, 8}}, bench.input(now), next, width, height);
    Bytes expected(now.size());
    for (int y = 0; y < height; ++y) {
        for (int x = 0; x < width; ++x) {
            int alive = -now[y * width + x];
            for (int k = 0; k < 9; ++k) {
                alive += now[(y + k / 3 - 1 + height) % height * width +
                             (x + k % 3 - 1 + width) % width];
            }
            expected[y * width + x] = alive == 3 || (alive == 2 && now[y * width + x]);
        }
    }
    expect_equal(bench.values(next), expected);
}

ORDINARY(edges) {
    const int width = 30, height = 11;
    const auto in = random_bytes(width * height);
    const auto out = bench.room<std::uint8_t>(in.size());
    bench.launch("edges", {{2, 2}, {16, 8}}, bench.input(in), out, width, height);
    const auto at = [&](int x, int y) {
        return int{in[std::clamp(y, 0, height - 1) * width + std::clamp(x, 0, width - 1)]};
    };
    Bytes expected;
    for (int y = 0; y < height; ++y) {
        for (int x = 0; x < width; ++x) {
            int across = 0, down = 0;
            for (int k = -1; k <= 1; ++k) {
                const int weight = k == 0 ? 2 : 1;
                across += weight * (at(x + 1, y + k) - at(x - 1, y + k));
                down += weight * (at(x + k, y + 1) - at(x + k, y - 1));
            }
            expected.push_back(
                static_cast<std::uint8_t>(std::min(255, std::abs(across) + std::abs(down))));
        }
    }
    expect_equal(bench.values(out), expected);
}

}  // namespace
}  // namespace corpus

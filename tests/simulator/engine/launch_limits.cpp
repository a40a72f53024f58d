// The last that is legal and the first that is not: sides of a launch, threads that a kernel was
// compiled for, a grid that waits for all of itself, divisors, the last warp of a block. What
// printf prints, field by field.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdio>

#include "tests/helpers/flow_runner.h"
#include "tests/simulator/small_kernel.h"

namespace {

using namespace flow_test;
using small_kernel::text_of;

std::shared_ptr<const Program> program_of(const std::string& text) {
    const auto module = Module::read(text);
    EXPECT_TRUE(module);
    const auto program = (*module)->kernel("small");
    EXPECT_TRUE(program) << (program ? "" : program.problem().message);
    return *program;
}

bool refused(const std::shared_ptr<const Program>& program, Dim3 grid, Dim3 block,
             std::uint32_t shared = 0, const Limits& limits = {}) {
    return Machine({}, limits).launch(program, grid, block, shared, {}).has_value();
}

struct LaunchEdge {
    Dim3 grid, block, beyond_grid, beyond_block;
};

TEST(LaunchLimits, TheLastIsTakenAndTheNextIsRefused) {
    const Dim3 one{1, 1, 1};
    const LaunchEdge edges[] = {
        {{2147483647u, 1, 1}, one, {2147483648u, 1, 1}, one},
        {{2147483647u, 1, 1}, one, {4294967295u, 1, 1}, one},
        {{1, 65535, 1}, one, {1, 65536, 1}, one},
        {{1, 1, 65535}, one, {1, 1, 65536}, one},
        {{2147483647u, 65535, 65535}, one, {2147483647u, 65535, 65536}, one},
        {one, {1024, 1, 1}, one, {1025, 1, 1}},
        {one, {1, 1024, 1}, one, {1, 1025, 1}},
        {one, {1, 1, 64}, one, {1, 1, 65}},
        {one, {16, 1, 64}, one, {17, 1, 64}},
        {one, {2, 512, 1}, one, {2, 513, 1}},
        {one, {31, 33, 1}, one, {41, 25, 1}},
        {one, one, {0, 1, 1}, one},
        {one, one, {1, 0, 1}, one},
        {one, one, {1, 1, 0}, one},
        {one, one, one, {0, 1, 1}},
        {one, one, one, {1, 0, 1}},
        {one, one, one, {1, 1, 0}},
    };
    const auto program = program_of(text_of(0, ""));
    for (const LaunchEdge& edge : edges) {
        EXPECT_FALSE(refused(program, edge.grid, edge.block));
        EXPECT_TRUE(refused(program, edge.beyond_grid, edge.beyond_block))
            << edge.beyond_grid.x << " " << edge.beyond_grid.y << " " << edge.beyond_grid.z << ", "
            << edge.beyond_block.x << " " << edge.beyond_block.y << " " << edge.beyond_block.z;
    }
}

// Each limit of a device of one's own is its own: turned, it moves that edge and no other.
TEST(LaunchLimits, OfADeviceOfOnesOwn) {
    struct Turned {
        Limits limits;
        Dim3 grid, block;  // the last that is legal
        Dim3 more_grid, more_block;
    };
    Limits threads, block_x, block_y, block_z, grid_x, grid_y, grid_z;
    threads.threads_per_block = 96;
    block_x.block.x = 7, block_y.block.y = 7, block_z.block.z = 7;
    grid_x.grid.x = 9, grid_y.grid.y = 9, grid_z.grid.z = 9;
    const Dim3 one{1, 1, 1};
    const Turned all[] = {
        {threads, one, {1, 96, 1}, one, {1, 97, 1}}, {block_x, one, {7, 1, 1}, one, {8, 1, 1}},
        {block_y, one, {1, 7, 1}, one, {1, 8, 1}},   {block_z, one, {1, 1, 7}, one, {1, 1, 8}},
        {grid_x, {9, 1, 1}, one, {10, 1, 1}, one},   {grid_y, {1, 9, 1}, one, {1, 10, 1}, one},
        {grid_z, {1, 1, 9}, one, {1, 1, 10}, one},
    };
    const auto program = program_of(text_of(0, ""));
    for (std::size_t i = 0; i < std::size(all); ++i)
        for (std::size_t k = 0; k < std::size(all); ++k) {
            const Turned& at = all[k];
            EXPECT_FALSE(refused(program, at.grid, at.block, 0, all[k].limits)) << k;
            // 97 threads along y are too many for a side of 7 too
            const bool narrow = i == k || (k == 0 && i == 2);
            EXPECT_EQ(refused(program, at.more_grid, at.more_block, 0, all[i].limits), narrow)
                << i << " " << k;
        }
    Limits shared;
    shared.shared_per_block = 1000;
    EXPECT_FALSE(refused(program, one, one, 1000 - 512, shared)) << "512 bytes are static";
    EXPECT_TRUE(refused(program, one, one, 1000 - 511, shared));
}

TEST(LaunchLimits, WhatAKernelWasCompiledFor) {
    const auto with = [](const std::string& directive) {
        std::string text = text_of(0, "");
        text.insert(text.find(")\n{") + 1, "\n" + directive);
        return program_of(text);
    };
    const Dim3 one{1, 1, 1};
    for (const auto& [most, sides] :
         {std::pair{64u, ".maxntid 64, 1, 1"}, {96u, ".maxntid 96"}, {64u, ".maxntid 8, 4, 2"}}) {
        EXPECT_FALSE(refused(with(sides), one, {most, 1, 1})) << sides;
        EXPECT_TRUE(refused(with(sides), one, {most + 1, 1, 1})) << sides;
    }
    const auto exactly = with(".reqntid 8, 4, 2");
    EXPECT_FALSE(refused(exactly, one, {8, 4, 2}));
    for (const Dim3 other : {Dim3{7, 4, 2}, {8, 5, 2}, {8, 4, 1}, {64, 1, 1}})
        EXPECT_TRUE(refused(exactly, one, other));
}

// As many blocks as are on the GPU at once: by its blocks, its warps, its shared memory.
TEST(LaunchLimits, AGridThatWaitsForAllOfItself) {
    const auto program = program_of(text_of(0, "mov.u32 %r0, %envreg2;\n"));
    ASSERT_TRUE(program->waits_for_grid);
    const auto edge = [&](std::uint32_t most, std::uint32_t threads, std::uint32_t shared) {
        EXPECT_FALSE(refused(program, {most, 1, 1}, {threads, 1, 1}, shared)) << most;
        EXPECT_TRUE(refused(program, {most + 1, 1, 1}, {threads, 1, 1}, shared)) << most;
    };
    edge(132 * 32, 32, 0);
    edge(132 * 32, 64, 0);
    edge(132 * 21, 65, 0);
    edge(132 * 2, 1024, 0);
    const std::uint32_t seventh = 228 * 1024 / 7 - 512;  // 512 bytes are static
    edge(132 * 7, 32, seventh);
    edge(132 * 6, 32, seventh + 1);
}

// How many blocks a multiprocessor has room for: a part of a warp takes a whole one.
TEST(LaunchLimits, PlacesOnAMultiprocessor) {
    Limits limits;
    limits.blocks_on_each = 20, limits.warps_on_each = 48, limits.shared_on_each = 10'000;
    const auto places = [&](std::uint64_t threads, std::uint32_t shared) {
        return places_on_each(limits, threads, shared);
    };
    EXPECT_EQ(places(1, 0), 20u) << "by blocks";
    EXPECT_EQ(places(64, 0), 20u);
    EXPECT_EQ(places(65, 0), 16u) << "by warps: three each";
    EXPECT_EQ(places(96, 0), 16u);
    EXPECT_EQ(places(97, 0), 12u);
    EXPECT_EQ(places(768, 0), 2u);
    EXPECT_EQ(places(769, 0), 1u);
    EXPECT_EQ(places(32, 500), 20u) << "by shared memory";
    EXPECT_EQ(places(32, 501), 19u);
    EXPECT_EQ(places(32, 5000), 2u);
    EXPECT_EQ(places(32, 5001), 1u);
}

// ---- Divisors.

float quotient_of(const std::string& operation, float a, float b) {
    Runner runner(text_of(1,
                          ".reg .f32 %f<4>;\nld.global.f32 %f0, [%a0];\n"
                          "ld.global.f32 %f1, [%a0+4];\n" +
                              operation + ".f32 %f2, %f0, %f1;\nst.global.f32 [%a0+8], %f2;\n"),
                  Options{});
    runner.buffer("x", Type::f32, std::vector<float>{a, b, -1});
    runner.launch("small", {}, {1, 1, 1});
    return runner.values<float>("x")[2];
}

// Above 2^126 the quick division has lost its divisor's reciprocal; the others have not.
TEST(Divisors, AreRightUpTo2To126AndLostBehindThat) {
    const float edge = 0x1p126f, above = std::nextafter(edge, INFINITY), most = 0x1.fffffep127f;
    for (const float sign : {1.0f, -1.0f})
        for (const float a : {0x1p100f, 1.5f * 0x1p120f, -0x1p110f}) {
            for (const std::string operation : {"div.approx", "div.full", "div.rn"}) {
                EXPECT_EQ(quotient_of(operation, a, sign * edge), a / (sign * edge)) << operation;
                EXPECT_EQ(quotient_of(operation, a, sign * 0x1p-126f), a / (sign * 0x1p-126f));
                EXPECT_EQ(quotient_of(operation, a, sign * INFINITY), 0.0f);
                if (operation == "div.approx") continue;
                EXPECT_EQ(quotient_of(operation, a, sign * above), a / (sign * above));
                EXPECT_EQ(quotient_of(operation, a, sign * most), a / (sign * most));
            }
            for (const float lost : {above, 0x1p127f, most}) {
                const float none = quotient_of("div.approx", a, sign * lost);
                EXPECT_EQ(none, 0.0f) << lost;
                EXPECT_EQ(std::signbit(none), std::signbit(a * sign));
            }
        }
    EXPECT_TRUE(std::isnan(quotient_of("div.approx", INFINITY, above)));
    EXPECT_TRUE(std::isinf(quotient_of("div.approx", INFINITY, edge)));
    EXPECT_TRUE(std::isinf(quotient_of("div.full", INFINITY, above)));
}

// ---- The last warp.

// Blocks whose last warp is not full: how many lanes ran, and which.
TEST(LastWarp, HasTheLanesThatAreLeft) {
    for (const std::uint32_t threads : {1u, 31u, 32u, 33u, 63u, 64u, 65u, 1023u, 1024u}) {
        Runner runner(text_of(1, "st.global.u32 [%own0], 7;\n"), Options{});
        runner.buffer("out", Type::u32, std::vector<std::uint32_t>(1025));
        runner.launch("small", {}, {threads, 1, 1});
        const auto values = runner.values<std::uint32_t>("out");
        EXPECT_EQ(std::ranges::count(values, 7u), threads);
        EXPECT_EQ(values[threads - 1], 7u);
        const Counters counters = runner.machine().counters();
        EXPECT_EQ(counters.global_store_requests, (threads + 31) / 32) << threads;
        EXPECT_EQ(counters.lane_instructions % threads, 0u) << threads;
        EXPECT_EQ(counters.warp_instructions * threads,
                  counters.lane_instructions * ((threads + 31) / 32));
    }
}

// ---- What printf prints.

enum class Given { number, real, wide, text };

// A kernel that prints with one format: a width or precision for each star, then one argument.
std::string printed_by(const std::string& format, Given kind, std::uint64_t bits,
                       const std::vector<int>& stars) {
    std::string words, stores;
    for (const char letter : format) words += std::to_string(int(letter)) + ", ";
    int at = 0;
    for (const int star : stars) {
        stores += "st.local.s32 [room+" + std::to_string(at) + "], " + std::to_string(star) + ";\n";
        at += 4;
    }
    const bool narrow = kind == Given::number;
    if (!narrow) at = (at + 7) / 8 * 8;
    stores += kind == Given::text ? "mov.u64 %d2, letters;\ncvta.global.u64 %d2, %d2;\n"
                                  : "mov.u64 %d2, " + std::to_string(bits) + ";\n";
    stores += narrow
                  ? "cvt.u32.u64 %r2, %d2;\nst.local.u32 [room+" + std::to_string(at) + "], %r2;\n"
                  : "st.local.u64 [room+" + std::to_string(at) + "], %d2;\n";
    Runner runner(text_of(0,
                          ".local .align 8 .b8 room[32];\n" + stores +
                              "mov.u64 %d0, words;\ncvta.global.u64 %d0, %d0;\n"
                              "mov.u64 %d1, room;\ncvta.local.u64 %d1, %d1;\n"
                              "{\n.param .b64 x; .param .b64 y; .param .b32 z;\n"
                              "st.param.b64 [x+0], %d0; st.param.b64 [y+0], %d1;\n"
                              "call.uni (z), vprintf, (x, y);\nld.param.b32 %r3, [z+0];\n}\n",
                          ".extern .func (.param .b32 r) vprintf(.param .b64 a, .param .b64 b);\n"
                          ".global .align 1 .b8 letters[] = {97, 98, 99, 0};\n"
                          ".global .align 1 .b8 words[] = {" +
                              words + "0};\n"),
                  Options{});
    runner.launch("small", {}, {1, 1, 1});
    return runner.machine().printed();
}

std::string by_the_host(const std::string& format, Given kind, std::uint64_t bits,
                        const std::vector<int>& stars) {
    char text[400];
    const auto with = [&](auto value) {
        const char* f = format.c_str();
        if (stars.empty()) std::snprintf(text, sizeof text, f, value);
        if (stars.size() == 1) std::snprintf(text, sizeof text, f, stars[0], value);
        if (stars.size() == 2) std::snprintf(text, sizeof text, f, stars[0], stars[1], value);
        return std::string(text);
    };
    switch (kind) {
        case Given::number: return with(static_cast<int>(bits));
        case Given::wide: return with(static_cast<long long>(bits));
        case Given::text: return with("abc");
        case Given::real: return with(std::bit_cast<double>(bits));
    }
    return "";
}

// As C's, for every flag, width, precision and size that CUDA has.
TEST(Printf, PrintsAsTheHostDoes) {
    const auto same = [](const std::string& format, Given kind, std::uint64_t bits,
                         const std::vector<int>& stars = {}) {
        EXPECT_EQ(printed_by(format, kind, bits, stars), by_the_host(format, kind, bits, stars))
            << format;
    };
    for (const double value : {0.0, -0.0, .5, 1.5, 2.5, -2.5, 1234567.89, 1e-9, 3e200, -1e300})
        for (const char* flags : {"", "-", "+", " ", "#", "0", "+#", "-+"})
            for (const char* width : {"", "1", "12"})
                for (const char* precision : {"", ".", ".0", ".1", ".3"})
                    for (const char* letter : {"f", "e", "g", "G", "a"}) {
                        if (value > 0 && value != 2.5 && *letter != 'f') continue;
                        same("[%" + std::string(flags) + width + precision + letter + "]\n",
                             Given::real, std::bit_cast<std::uint64_t>(value));
                    }
    for (const std::int64_t value : {0, 1, -1, 70000, -70000, 255, 128, INT32_MAX, INT32_MIN})
        for (const char* flags : {"", "-", "0", "+", "#"})
            for (const char* field : {"", "7", ".0", ".3", "7.3"})
                for (const char* letter : {"d", "i", "u", "x", "X", "o", "hd", "hhd", "hu", "hhx"})
                    same("[%" + std::string(flags) + field + letter + "]\n", Given::number,
                         std::uint64_t(value) & 0xffffffff);
    for (const char* letter : {"lld", "llu", "llx", "ld", "lu"})
        for (const std::uint64_t value : {0ull, 1ull, ~0ull, 1ull << 63, 1234567890123ull})
            for (const char* field : {"", ".0", "24", ".21"})
                same("[%" + std::string(field) + letter + "]\n", Given::wide, value);
    for (const char* field : {"", ".0", ".2", "5", "-5", "5.1", "."})
        same("[%" + std::string(field) + "s]\n", Given::text, 0);
    const auto half = std::bit_cast<std::uint64_t>(2.5);
    for (const int star : {-12, -1, 0, 1, 12}) {
        same("[%*.0f]\n", Given::real, half, {star});
        same("[%.*f]\n", Given::real, half, {star});
        same("[%*.*f]\n", Given::real, half, {star, 2 - star});
        same("[%*d]\n", Given::number, 42, {star});
    }
}

}  // namespace

// From where a function is called that a kernel shares with others: found in the text, and lit.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "app/views/code/call_lines.h"
#include "lab/source_text.h"
#include "tests/app/drawn_rung.h"
#include "tests/app/shell_driver.h"

namespace {

using namespace app;
using app::testing::Driver;

constexpr std::string_view text = R"(template <class Real>
__device__ Real joined(Real a, Real b)
{
    return a + b;
}

// Says its sum.
__device__ void say(float* out, float sum)
{
    *out = sum;
}

__global__ void adds(float* out, const float* in)
{
    float sum = in[0];
    sum = joined<float>(sum, in[1]);
    essay(out, sum);
    say(out, sum);
}

__global__ void other(float* out)
{
    out[0] = 1;
}

__device__ void repeats(float* out)
{
    say(out, 2);
}

__global__ void last(float* out)
{
    repeats(out);
}
)";

int call(int line, int of) { return call_line(lab::lines_in(text), line, of, CodeKind::cuda); }

TEST(CallLines, StandInTheFunctionThatCalls) {
    EXPECT_EQ(call(15, 10), 18) << "say(), and not essay()";
    EXPECT_EQ(call(15, 4), 16) << "with the type of its template";
    EXPECT_EQ(call(18, 4), 16) << "above the line too";
    EXPECT_EQ(call(15, 16), 0) << "one function";
    EXPECT_EQ(call(23, 10), 0) << "never called there";
    EXPECT_EQ(call(33, 10), 33) << "by way of another";
    EXPECT_EQ(call(0, 10), 0);
    EXPECT_EQ(call_line(lab::lines_in(text), 15, 10, CodeKind::ptx), 0);
}

TEST(CallLines, AreLitWhereTheLineThatRunsIsElsewhere) {
    Driver driver(1366, 768);
    const auto lit = [&](const char* line) {
        EXPECT_TRUE(driver.shell.restore(line));
        driver.settle();
        return std::ranges::count_if(driver.marks, [](const NotedMark& mark) {
            return mark.card == "source" && mark.is(MarkKind::fill, Role::accent) &&
                   mark.box.w > 100;
        });
    };
    EXPECT_GE(lit("pi/many"), 1) << "the call of add_up()";
    EXPECT_GE(lit("matrix_product/ahead"), 1);
}

// By what the warp did before: forward, the product, and the way back.
TEST(CallLines, WhatIsCalledTwiceIsCalledBehindWhatCameBetween) {
    const lab::Result drawn = test::drawn_rung("fft/block", {});
    const lab::Run& run = *drawn.picture;
    const auto lines = lab::lines_in(run.source_text);
    std::vector<std::string> calls;
    for (const simulator::Event& event : run.trace->events) {
        const int line = event.warp == 0 ? calling_line(run, lines, event) : 0;
        if (line == 0) continue;
        const std::string words(lines[std::size_t(line) - 1]);
        if (calls.empty() || calls.back() != words) calls.push_back(words);
    }
    ASSERT_GE(calls.size(), 3u);
    const auto behind = calls.end() - 3;
    EXPECT_NE(behind[0].find("transform("), std::string::npos) << behind[0];
    EXPECT_NE(behind[1].find("multiply_reversed("), std::string::npos) << behind[1];
    EXPECT_NE(behind[2].find("transform(z, points, 1)"), std::string::npos) << behind[2];
}

std::set<std::string> calls_of(const lab::Result& drawn, auto wanted) {
    const lab::Run& run = *drawn.picture;
    const auto lines = lab::lines_in(run.source_text);
    std::set<std::string> found;
    for (const simulator::Event& event : run.trace->events) {
        if (event.warp != 0 || !wanted(event)) continue;
        const int line = calling_line(run, lines, event);
        const std::string_view words = line > 0 ? lines[std::size_t(line) - 1] : "none";
        found.emplace(words.substr(std::min(words.find_first_not_of(' '), words.size())));
    }
    return found;
}

// Of two calls in one body, which a loop comes back to: lanes before, lanes behind, and again.
TEST(CallLines, AFunctionThatBeginsAnewIsCalledOnTheNextLine) {
    const lab::Result drawn = test::drawn_rung("tridiagonal/shuffles", {});
    int shuffle = 0;
    const auto of_way = [&](bool behind) {
        shuffle = 0;
        return calls_of(drawn, [&](const simulator::Event& event) {
            return event.kind == simulator::EventKind::shuffle && shuffle++ / 3 % 2 == behind;
        });
    };
    EXPECT_EQ(of_way(false), std::set<std::string>{"before[k] = of_lane_before(own[k], apart);"});
    EXPECT_EQ(of_way(true), std::set<std::string>{"after[k] = of_lane_before(own[k], -apart);"});
}

TEST(CallLines, WhatIsGivenAnArrayIsCalledWhereThatIsNamed) {
    const lab::Result drawn = test::drawn_rung("matrix_product/column", {});
    const simulator::Trace& trace = *drawn.picture->trace;
    const auto of_array = [&](const std::string& name) {
        return calls_of(drawn, [&](const simulator::Event& event) {
            const auto lanes = trace.lanes_of(event);
            if (event.kind != simulator::EventKind::load || lanes.empty()) return false;
            const int at = trace.array_of(event, lanes.front().address, nullptr);
            return at >= 0 && trace.arrays[std::size_t(at)].name == name;
        });
    };
    EXPECT_EQ(of_array("a"), std::set<std::string>{"as[t / depth][t % depth] = inside(a, top + t / "
                                                   "depth, first + t % depth, n, inner);"});
    EXPECT_EQ(of_array("b"),
              std::set<std::string>{"bs[ty][tx] = inside(b, first + ty, left + tx, inner, n);"});
}

}  // namespace

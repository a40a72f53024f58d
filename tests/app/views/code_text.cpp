// Lines of code as words: where they wrap, and what each word is.
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

#include "app/views/code_text.h"
#include "lab/source_text.h"

namespace {

using namespace app;

std::string drawn(const std::vector<CodeRow>& rows) {
    std::ostringstream text;
    for (const CodeRow& row : rows) {
        std::string line;
        for (const CodeWord& word : row.words) {
            line.resize(std::max<std::size_t>(line.size(), word.column), ' ');
            line += word.text;
        }
        text << (row.first ? "" : "+") << line << "\n";
    }
    return text.str();
}

TEST(Code, LinesWrapBetweenWords) {
    EXPECT_EQ(
        drawn(rows_of("    for (int d = blockDim.x / 2; d > 0; d /= 2) {", 1, 30, CodeKind::cuda)),
        "  for (int d = blockDim.x / 2;\n+      d > 0; d /= 2) {\n");
    EXPECT_EQ(drawn(rows_of("", 1, 30, CodeKind::cuda)), "\n");
}

TEST(Code, SumsAndConditionsBreakBeforeTheirSigns) {
    EXPECT_EQ(drawn(rows_of("    if (x == 0 || x >= nx - 1 || y == 0 || y >= ny - 1) return;", 1,
                            30, CodeKind::cuda)),
              "  if (x == 0 || x >= nx - 1\n+      || y == 0\n+      || y >= ny - 1) return;\n");
    EXPECT_EQ(drawn(rows_of("    int p = x + y * row + z * plane;", 1, 28, CodeKind::cuda)),
              "  int p = x + y * row\n+      + z * plane;\n");
    EXPECT_EQ(
        drawn(rows_of("    next[p] = (u[p - 1] + u[p + 1] + u[p - row]", 1, 33, CodeKind::cuda)),
        "  next[p] = (u[p - 1] + u[p + 1]\n+      + u[p - row]\n")
        << "before the sign that has no room itself";
    EXPECT_EQ(drawn(rows_of("    v = u[p + plane]) * (1 / 6.0f);", 1, 24, CodeKind::cuda)),
              "  v = u[p + plane])\n+      * (1 / 6.0f);\n")
        << "nor within an index";
    EXPECT_EQ(drawn(rows_of("    sum = left(a - b, -c) + right(a - b);", 1, 34, CodeKind::cuda)),
              "  sum = left(a - b, -c)\n+      + right(a - b);\n")
        << "not within brackets, nor between a sign and its number";
}

// The parts of a loop's head stay whole where they can.
TEST(Code, LoopsBreakBehindSemicolons) {
    EXPECT_EQ(drawn(rows_of("    for (int d = blockDim.x / 2; d > (Shuffle ? 16 : 0); d /= 2) {", 1,
                            34, CodeKind::cuda)),
              "  for (int d = blockDim.x / 2;\n+      d > (Shuffle ? 16 : 0);\n+      d /= 2) {\n");
    EXPECT_EQ(
        drawn(rows_of("    for (int d = 1; d < blockDim.x; d *= 2) {", 1, 38, CodeKind::cuda)),
        "  for (int d = 1; d < blockDim.x;\n+      d *= 2) {\n");
    EXPECT_EQ(drawn(rows_of("    part[t] += part[t + d];", 1, 14, CodeKind::cuda)).find(";\n+"),
              std::string::npos)
        << "what ends a line clings to it";
}

// Each parameter stays whole, and stands under the first of them, also on a line of its own.
TEST(Code, ListsBreakBetweenWhatTheyList) {
    EXPECT_EQ(drawn(rows_of("__global__ void reduce(const Real* __restrict__ numbers, Real* "
                            "__restrict__ sums,",
                            1, 38, CodeKind::cuda)),
              "__global__ void reduce(\n+    const Real* __restrict__ numbers,\n"
              "+    Real* __restrict__ sums,\n");
    EXPECT_EQ(drawn(rows_of("                       int n, int stride, int offset)", 1, 38,
                            CodeKind::cuda)),
              "        int n, int stride, int offset)\n");
    EXPECT_EQ(
        drawn(rows_of("    int t = threadIdx.x, threads = blockDim.x;", 1, 34, CodeKind::cuda)),
        "  int t = threadIdx.x,\n+      threads = blockDim.x;\n");
    EXPECT_EQ(drawn(rows_of("    south = read(u, p - row), north = read(u, p + row);", 1, 40,
                            CodeKind::cuda)),
              "  south = read(u, p - row),\n+      north = read(u, p + row);\n")
        << "not within the first call";
}

TEST(Code, RemarksGoBeforeCodeDoes) {
    const std::string line = "    __syncthreads();      // every sum of this round is in place";
    EXPECT_EQ(drawn(rows_of(line, 1, 38, CodeKind::cuda)), "  __syncthreads();\n");
    EXPECT_EQ(drawn(rows_of(line, 1, 80, CodeKind::cuda)),
              "  __syncthreads();  // every sum of this round is in place\n");
}

TEST(Code, WordsLongerThanTheRowAreCut) {
    const std::string line(25, 'x');
    EXPECT_EQ(drawn(rows_of(line, 1, 10, CodeKind::ptx)), "xxxxxxxxxx\n+xxxxxxxxxx\n+xxxxx\n");
}

TEST(Code, WordsAreKnown) {
    const auto rows = rows_of("if (t < s) __syncthreads(); // meet", 1, 80, CodeKind::cuda);
    ASSERT_FALSE(rows[0].words.empty());
    EXPECT_EQ(rows[0].words[0].kind, WordKind::keyword);
    const auto has = [&](WordKind kind, std::string_view text) {
        for (const CodeWord& word : rows[0].words)
            if (word.kind == kind && word.text == text) return true;
        return false;
    };
    EXPECT_TRUE(has(WordKind::barrier, "__syncthreads"));
    EXPECT_TRUE(has(WordKind::comment, "meet"));
    EXPECT_TRUE(has(WordKind::plain, "t"));
    EXPECT_EQ(rows_of("\tbar.sync \t0;", 1, 80, CodeKind::ptx)[0].words[0].kind, WordKind::barrier);
}

TEST(Code, FunctionsStartAtTheirRemark) {
    const std::string text =
        "// A file.\n\n// Adds.\ntemplate <class T>\n__global__ void add(T* a)\n{\n    a[0] = "
        "1;\n}\n";
    const auto lines = lab::lines_in(text);
    ASSERT_EQ(lines.size(), 8u);
    EXPECT_EQ(function_start(lines, 7, CodeKind::cuda), 3);
    EXPECT_EQ(function_start(lines, 1, CodeKind::cuda), 1);
    EXPECT_EQ(function_start(lines, 99, CodeKind::cuda), 3);
}

}  // namespace

// Turning a matrix: what theory says of each side of each kernel, and of the banks of its tile.
#include <gtest/gtest.h>

#include <set>

#include "lab/run.h"
#include "tests/lessons/lesson_helpers.h"

namespace {

using namespace lab;
using namespace tests;

simulator::Counters counters_of(const std::string& rung, const std::vector<std::string>& values) {
    return run(asked("transpose/" + rung, values))->counters;
}

// Sectors of a load and of a store of a full warp, and how many of each a matrix of 128 by 128 has.
TEST(Transpose, SectorsOfBothSides) {
    struct Row {
        const char* rung;
        std::uint64_t load, store, requests;
    };
    for (const Row& row :
         {Row{"copy", 4, 4, 512}, Row{"write_columns", 4, 32, 512}, Row{"read_columns", 32, 4, 512},
          Row{"tile", 4, 4, 512}, Row{"padded", 4, 4, 512}, Row{"wide", 16, 16, 128}})
        for (const char* rows : {"block_y=4", "block_y=8", "block_y=16", "block_y=32"}) {
            const auto counted = counters_of(row.rung, {"n=128", rows});
            EXPECT_EQ(counted.global_load_requests, row.requests) << row.rung;
            EXPECT_EQ(counted.global_store_requests, row.requests) << row.rung;
            EXPECT_EQ(counted.global_load_sectors, row.load * row.requests) << row.rung;
            EXPECT_EQ(counted.global_store_sectors, row.store * row.requests) << row.rung;
            EXPECT_EQ(counted.bytes_requested, 8u * 128 * 128) << row.rung;
        }
}

// A column of 32 rows that are 32 floats apart lies in one bank, and in 32 of them when they are 33
// apart. Rows are written without a conflict by all.
TEST(Transpose, WavefrontsOfTheTile) {
    for (const char* rows : {"block_y=4", "block_y=8", "block_y=16", "block_y=32"}) {
        const auto tile = counters_of("tile", {"n=64", rows});
        EXPECT_EQ(tile.shared_load_requests, 128u);
        EXPECT_EQ(tile.shared_load_wavefronts, 32u * 128);
        EXPECT_EQ(tile.shared_store_wavefronts, 128u);
        const auto padded = counters_of("padded", {"n=64", rows});
        EXPECT_EQ(padded.shared_load_wavefronts, 128u);
        EXPECT_EQ(padded.shared_store_wavefronts, 128u);
    }
    for (const char* size : {"n=128", "n=126", "n=127"}) {  // 4, 2 floats a load, and one
        const auto wide = counters_of("wide", {size});
        EXPECT_EQ(wide.shared_load_bank_conflicts + wide.shared_store_bank_conflicts, 0u) << size;
    }
    EXPECT_EQ(counters_of("wide", {"n=128"}).shared_store_requests, 512u);  // a float each
    EXPECT_EQ(counters_of("copy", {"n=64"}).shared_load_requests, 0u);
}

// A thread's loads are under way together: one round, however many they are.
TEST(Transpose, AllLoadsOfAThreadAreUnderWayTogether) {
    for (const char* rung : {"tile", "padded", "wide"})
        for (const int rows : {4, 8, 16, 32}) {
            const auto counted = counters_of(rung, {"n=128", "block_y=" + std::to_string(rows)});
            EXPECT_EQ(counted.global_load_rounds * (32 / rows), counted.global_load_requests)
                << rung << " " << rows;
        }
}

// As many floats a load as every row begins at a multiple of.
TEST(Transpose, RowsThatBeginAnywhere) {
    EXPECT_EQ(asked("transpose/wide", {"n=1000"}).kernel(), "transpose_wide<8, 4>");
    EXPECT_EQ(asked("transpose/wide", {"n=126"}).kernel(), "transpose_wide<8, 2>");
    EXPECT_EQ(asked("transpose/wide", {"n=33"}).kernel(), "transpose_wide<8, 1>");
    EXPECT_EQ(counters_of("wide", {"n=128"}).global_store_requests, 128u * 128 / 32 / 4);
    EXPECT_EQ(counters_of("wide", {"n=64"}).global_store_requests, 64u * 64 / 32 / 4);
    EXPECT_EQ(counters_of("wide", {"n=33"}).global_store_requests, 33u * 2);  // 32 lanes, and one
    EXPECT_EQ(counters_of("copy", {"n=33"}).global_store_requests, 33u * 2);
}

TEST(Transpose, IsRightAtEverySideNearATile) {
    for (const char* rung : {"copy", "write_columns", "read_columns", "tile", "padded", "wide"})
        for (const char* size : {"n=1", "n=4", "n=31", "n=33", "n=66", "n=100", "n=1000"})
            EXPECT_TRUE(expect_right_or_refused(
                asked(std::string("transpose/") + rung, {size, "block_y=16"})));
}

// At even distances all samples of 8192 rows would stand in the first columns.
TEST(Transpose, SamplesStandInAllRowsAndColumnsOfTiles) {
    const Settings set = asked("transpose/padded", {"n=8192"});
    const Plan plan = plan_of(set);
    const auto elements = set.lesson()->expected(set, Inputs(plan, 1)).results[0].elements;
    std::set<std::uint64_t> columns, rows;
    for (const std::uint64_t element : elements) {
        columns.insert(element % 8192 / 32);
        rows.insert(element / 8192 / 32);
    }
    EXPECT_EQ(columns.size(), 256u);
    EXPECT_EQ(rows.size(), 256u);
    EXPECT_EQ(std::set(elements.begin(), elements.end()).size(), 4096u);
    EXPECT_EQ(elements.front(), 0u);
    EXPECT_EQ(elements.back(), 8192u * 8192 - 1);
}

// A copy is compared as one: it turns nothing.
TEST(Transpose, OnlyTheCopyIsComparedAsACopy) {
    const auto words = [](const char* rung) {
        return run(asked(std::string("transpose/") + rung, {"n=32"}))->verdict.compared_with;
    };
    EXPECT_EQ(words("copy"), "the matrix as it was, all 1024 elements");
    EXPECT_EQ(words("padded"), "the matrix turned on the CPU, all 1024 elements");
}

TEST(Transpose, ABlockWithoutAKernelIsRefused) {
    const auto refused = refusal(asked("transpose/padded", {"block_y=5"}));
    ASSERT_TRUE(refused);
    EXPECT_EQ(refused->knob, "block_y");
    EXPECT_EQ(refused->use, 4);
    EXPECT_EQ(refusal(asked("transpose/padded", {"block_y=31"}))->use, 32);
    ASSERT_TRUE(refusal(asked("transpose/wide", {"block_y=12"})));
    EXPECT_EQ(refusal(asked("transpose/wide", {"block_y=12"}))->title,
              "Blocks of 12 rows do not fill a tile of 32");
    EXPECT_EQ(refusal(asked("transpose/copy", {"block_y=2"}))->limit, 4);
}

// What is left over in a row of 32 stays in the picture.
TEST(Transpose, PicturesKeepWhatIsLeftOver) {
    const auto drawn = [](const char* size) {
        const Settings picture = lab::picture_of(asked("transpose/wide", {size}));
        return picture[*picture.subject->size];
    };
    EXPECT_EQ(drawn("n=8192"), 128);
    EXPECT_EQ(drawn("n=1000"), 136);
    EXPECT_EQ(drawn("n=33"), 33);
    EXPECT_EQ(drawn("n=1009"), 145);
}

}  // namespace

// A matrix product: right in every kernel at sizes that fill no block; what is read, and through
// how many banks, follows from the tile; sums of whole numbers are exact.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "lab/features/setups.h"
#include "lab/running/simulation.h"
#include "lab/time/processor.h"
#include "tests/helpers/part.h"
#include "tests/lessons/lesson_helpers.h"

namespace {

using namespace lab;
using namespace tests;

constexpr const char* product_rungs[] = {"one_block",  "swapped", "naive",    "tile_of_a",
                                         "transposed", "padded",  "straight", "column",
                                         "square",     "wide",    "ahead",    "oblong"};

Settings product_of(const std::string& rung, const std::vector<std::string>& values) {
    return asked("matrix_product/" + rung, values);
}
simulator::Counters product_counts(const std::string& rung,
                                   const std::vector<std::string>& values) {
    return run(product_of(rung, values))->counters;
}
std::uint64_t wavefronts_of_line(const std::string& rung, const std::vector<std::string>& values) {
    return counted_on_line(product_of(rung, values)).shared_load_wavefronts;
}

Expected expected_product(const std::vector<std::string>& values) {
    const Settings settings = product_of("naive", values);
    return settings.subject->expected(settings, Inputs(plan_of(settings), 1));
}

// Races and numbers that nobody wrote are looked for in all blocks, in any order of theirs.
void expect_right_product(const Settings& settings) {
    for (const std::uint64_t seed : {0u, 1u}) {
        Request request;
        request.settings = settings;
        request.order = seed ? simulator::Order::shuffled : simulator::Order::sequential;
        request.order_seed = seed;
        Simulation simulation(request, {.trace = false, .check = Playing::Check::everywhere});
        while (!simulation.advance(1 << 26)) {
        }
        expect_right(*simulation.finish(), named(settings));
    }
}

// Doubles at one size; with WARPLENS_ALL=1 in the environment, at every one.
TEST(MatrixProduct, IsRightAtEveryAwkwardSize) {
    int right = 0;
    std::size_t number = 0, turn = 0;  // half of the sizes for a kernel, the next takes the others
    for (const char* rung : product_rungs) {
        ++turn;
        for (const std::string n : {"n=16", "n=33", "n=100", "n=130"})
            for (const char* shape : {"shape=square", "shape=narrow"})
                for (const std::string type : {"type=float", "type=double"}) {
                    if (!tests::whole() && (n == "n=100" || (type == "type=double" && n != "n=33")))
                        continue;
                    if (!tests::in_part(number++, 2, turn)) continue;
                    const Settings settings =
                        product_of(rung, {n, shape, type, "tile=8", "values=ratios"});
                    if (refusal(settings)) continue;
                    expect_right_product(settings);
                    ++right;
                }
    }
    EXPECT_GT(right, 20);
}

// Its limit is that of the kernels, and none of CUDA's.
TEST(MatrixProduct, ATileBeyondItsRangeIsNoBlockThatDoesNotFit) {
    const auto refused = refusal(asked("matrix_product/straight", {"tile=100"}));
    ASSERT_TRUE(refused);
    EXPECT_EQ(refused->title, "Tile: 100 is too large, and the limit is 64");
    EXPECT_TRUE(refused->cuda_error.empty());
    const auto wide = refusal(asked("laplace/blocks", {"block_x=5000"}));
    ASSERT_TRUE(wide);
    EXPECT_FALSE(wide->cuda_error.empty());
}

TEST(MatrixProduct, IsRightInWholeBlocks) {
    int right = 0;
    for (const char* rung : {"square", "wide", "ahead", "oblong"})
        for (const char* type : {"type=float", "type=double"})
            for (const char* values : {"values=digits", "values=ratios"}) {
                const Settings settings = product_of(rung, {"n=128", type, values});
                if (refusal(settings)) continue;
                EXPECT_TRUE(settings.kernel().ends_with(", true>")) << settings.kernel();
                expect_right_product(settings);
                const Settings narrow = product_of(rung, {"n=256", "shape=narrow", type, values});
                EXPECT_TRUE(narrow.kernel().ends_with(", true>")) << narrow.kernel();
                expect_right_product(narrow);
                ++right;
            }
    EXPECT_GE(right, 4);
    EXPECT_TRUE(product_of("wide", {"n=192"}).kernel().ends_with(", false>"));
    EXPECT_TRUE(product_of("wide", {"n=1000"}).kernel().ends_with(", false>"));
}

// Every tile that there is a kernel for, where the last tiles are cut.
TEST(MatrixProduct, IsRightWithEveryTile) {
    for (const char* rung :
         {"one_block", "swapped", "naive", "tile_of_a", "transposed", "padded", "straight"})
        for (const char* tile : {"tile=4", "tile=8", "tile=16", "tile=32"})
            for (const char* type : {"type=float", "type=double"})
                expect_right_product(product_of(rung, {"n=37", tile, type}));
}

// 32 rows of a are 32 sectors; a number of a is one, and 32 numbers of b are four. A column that is
// written is 32 sectors.
TEST(MatrixProduct, SectorsOfBothOrders) {
    const std::uint64_t products = 128 * 128 * 128 / 32, numbers = 128 * 128 / 32;
    const auto swapped = product_counts("swapped", {"n=128"});
    EXPECT_EQ(swapped.global_load_requests, 2 * products);
    EXPECT_EQ(swapped.global_load_sectors, (32 + 1) * products);
    EXPECT_EQ(swapped.global_store_sectors, 32 * numbers);
    for (const char* rung : {"naive", "one_block"}) {
        const auto naive = product_counts(rung, {"n=128"});
        EXPECT_EQ(naive.global_load_requests, 2 * products) << rung;
        EXPECT_EQ(naive.global_load_sectors, (1 + 4) * products) << rung;
        EXPECT_EQ(naive.global_store_sectors, 4 * numbers) << rung;
    }
    // A block of 16 by 16: a warp has two rows, of 16 numbers.
    const auto half = product_counts("naive", {"n=128", "tile=16"});
    EXPECT_EQ(half.global_load_sectors, (2 + 2) * products);
}

// Each number of a tile is read once by its block: as often as the product has tiles across.
TEST(MatrixProduct, ATileIsReadOnce) {
    const std::uint64_t n = 128, bytes_of_c = 4 * n * n;
    for (const std::uint64_t tile : {4, 8, 16, 32}) {
        const std::string asked_tile = "tile=" + std::to_string(tile);
        const std::uint64_t of_a_tile = 4 * n * n * n / tile;
        // Lanes of several rows read the same numbers of b.
        const std::uint64_t lanes = std::min<std::uint64_t>(32, tile * tile);
        const std::uint64_t of_b = 4 * n * n * n / lanes * tile;
        for (const char* rung : {"transposed", "padded", "straight"})
            EXPECT_EQ(product_counts(rung, {"n=128", asked_tile}).bytes_requested,
                      2 * of_a_tile + bytes_of_c)
                << rung << " " << tile;
        EXPECT_EQ(product_counts("tile_of_a", {"n=128", asked_tile}).bytes_requested,
                  of_a_tile + of_b + bytes_of_c)
            << tile;
        const auto straight = product_counts("straight", {"n=128", asked_tile});
        const std::uint64_t warps = (n / tile) * (n / tile) * ((tile * tile + 31) / 32);
        EXPECT_EQ(straight.barriers, 2 * (n / tile) * warps) << tile;
    }
    EXPECT_EQ(product_counts("column", {"n=128"}).bytes_requested,
              2 * 4 * n * n * n / 64 + bytes_of_c);
    for (const char* rung : {"square", "wide", "ahead", "oblong"})
        EXPECT_EQ(product_counts(rung, {"n=256"}).bytes_requested,
                  2u * 4 * 256 * 256 * 256 / 128 + 4 * 256 * 256)
            << rung;
}

// For each product of a warp a transposed tile takes 1 wavefront for a, and for b 32 of a load
// that brings four numbers; padded, 1 and 1; as it is, 2 of a load that brings four, and 1.
TEST(MatrixProduct, WavefrontsOfTheTiles) {
    const std::uint64_t products = 128 * 128 * 128 / 32;
    EXPECT_EQ(wavefronts_of_line("transposed", {"n=128"}), products * (1 + 32 / 4));
    EXPECT_EQ(wavefronts_of_line("padded", {"n=128"}), products * 2);
    EXPECT_EQ(wavefronts_of_line("straight", {"n=128"}), products + products / 4 * 2);
    EXPECT_EQ(product_counts("padded", {"n=128"}).shared_store_bank_conflicts, 0u);
    EXPECT_EQ(product_counts("straight", {"n=128"}).shared_store_bank_conflicts, 0u);
    const auto turned = product_counts("transposed", {"n=128"});
    EXPECT_EQ(turned.shared_store_wavefronts, 32 * turned.shared_store_requests);
}

// Loads of a warp from shared memory for each step of k: eight of a as two, and of b as two or
// four; a column has one of b, and of a eight rows, whose loads bring four steps.
TEST(MatrixProduct, RegistersServeManySums) {
    const std::uint64_t steps = 128;  // of one block
    EXPECT_EQ(product_counts("column", {"n=128"}).shared_load_requests,
              4 * 16 * steps * (1 + 8 / 4));
    for (const char* rung : {"square", "wide", "ahead"})
        EXPECT_EQ(product_counts(rung, {"n=128"}).shared_load_requests, 8 * steps * (2 + 2))
            << rung;
    EXPECT_EQ(product_counts("oblong", {"n=128"}).shared_load_requests, 4 * steps * (2 + 4));
    const auto wide = product_counts("wide", {"n=128"}),
               square = product_counts("square", {"n=128"});
    EXPECT_EQ(square.global_load_requests, 4 * wide.global_load_requests);
    EXPECT_EQ(wide.barriers, 8 * 2 * steps / 16);
    EXPECT_EQ(product_counts("ahead", {"n=128"}).barriers, 8 * steps / 8);
}

// The course's formulas, by hand; and a kernel makes the same numbers on the device.
TEST(MatrixProduct, RatiosAreThoseOfTheCourse) {
    const Expected made = expected_product({"n=16", "values=ratios", "type=double"});
    double sum = 0, last = 0;
    for (int k = 0; k < 16; ++k) {
        sum +=
            (0 - .1 * k + 1) / (0 + k + 1.) * ((0 - .2 * k + 1) * (k + 0 + 1) / (k * k + 0 + 1.));
        last += (15 - .1 * k + 1) / (15 + k + 1.) *
                ((15 - .2 * k + 1) * (k + 15 + 1) / (k * k + 15 * 15 + 1.));
    }
    ASSERT_EQ(made.results[0].values.size(), 256u);
    EXPECT_NEAR(made.results[0].values.front(), sum, 1e-12);
    EXPECT_NEAR(made.results[0].values.back(), last, 1e-12);
}

TEST(MatrixProduct, WholeNumbersAreExactAndRatiosAreRounded) {
    EXPECT_EQ(expected_product({"n=64"}).results[0].absolute, 0);
    EXPECT_EQ(expected_product({"n=64"}).tolerance,
              "none: whole numbers up to 2^24 are exact in a float");
    const Expected ratios = expected_product({"n=64", "values=ratios"});
    EXPECT_GT(ratios.results[0].absolute, 0);
    EXPECT_LT(ratios.results[0].absolute, 1e-3) << "a product that is missing shows";
    EXPECT_NE(ratios.tolerance.find("132 roundings"), std::string::npos) << ratios.tolerance;
}

// Of a large product some numbers, from rows and columns everywhere.
TEST(MatrixProduct, SamplesStandInAllRowsAndColumnsOfBlocks) {
    const Expected made = expected_product({"n=4096", "shape=narrow"});
    std::set<std::uint64_t> columns, rows;
    for (const std::uint64_t element : made.results[0].elements) {
        columns.insert(element % 4096 / 128);
        rows.insert(element / 4096 / 128);
    }
    EXPECT_EQ(columns.size(), 32u);
    EXPECT_EQ(rows.size(), 32u);
    EXPECT_EQ(made.results[0].elements.size(), made.results[0].values.size());
}

TEST(MatrixProduct, TilesWithoutRoomOrKernelAreRefusedInWords) {
    for (const char* rung : {"one_block", "swapped", "naive", "transposed"}) {
        const auto refused = refusal(product_of(rung, {"tile=64", "n=512"}));
        ASSERT_TRUE(refused) << rung;
        EXPECT_EQ(refused->asked, 4096) << rung;
        EXPECT_EQ(refused->limit, 1024) << rung;
        EXPECT_EQ(refused->use, 32) << rung;
        EXPECT_NE(refused->cuda_error.find("InvalidConfiguration"), std::string::npos) << rung;
    }
    EXPECT_EQ(refusal(product_of("straight", {"tile=9"}))->use, 8);
    EXPECT_EQ(refusal(product_of("straight", {"tile=31"}))->use, 32);
    EXPECT_FALSE(refusal(product_of("naive", {"tile=9"})));
    EXPECT_FALSE(refusal(product_of("square", {"tile=64"}))) << "it has no such tile";
    // Run all the same, as a program does that asks nobody: no thread, and zeros for the product.
    Request request;
    request.settings = product_of("straight", {"tile=64", "n=128"});
    request.settings.anyway = true;
    ASSERT_FALSE(refusal(request.settings));
    const auto run = simulate(request);
    EXPECT_TRUE(run->launches.empty());
    EXPECT_EQ(run->verdict.wrong, 128u * 128);
    EXPECT_EQ(run->verdict.found, 0);
}

TEST(MatrixProduct, OneBlockIsRefusedWhereItWouldTakeSeconds) {
    EXPECT_FALSE(refusal(product_of("one_block", {"n=2048"})));
    const auto refused = refusal(product_of("one_block", {"n=4096"}));
    ASSERT_TRUE(refused);
    EXPECT_EQ(refused->use, 2048);
    EXPECT_FALSE(refusal(product_of("one_block", {"n=4096", "shape=narrow"})));
    EXPECT_TRUE(refusal(product_of("one_block", {"n=2048", "tile=8"})));
}

TEST(MatrixProduct, TheCoursesSetUpsAreOneClickAway) {
    const Settings presets = product_of("straight", {});
    const auto& setups = setups_of(presets);
    ASSERT_EQ(setups.size(), 9u);
    std::set<std::int64_t> tiles, rows;
    for (const lab::Setup& setup : setups) {
        const Settings settings = with_setup(presets, setup);
        EXPECT_FALSE(refusal(settings)) << setup.title;
        const std::int64_t n = settings[*settings.subject->size];
        EXPECT_EQ(plan_of(settings).allocations.back().buffer.count, std::uint64_t(n * n));
        rows.insert(n);
        tiles.insert(settings[*find_knob(*settings.subject, "tile")]);
    }
    EXPECT_EQ(tiles, (std::set<std::int64_t>{4, 8, 16, 32}));
    EXPECT_EQ(rows, (std::set<std::int64_t>{275, 1024, 4096}));
    EXPECT_EQ(plan_of(with_setup(presets, setups.back())).allocations.front().buffer.count,
              4096u * 16);
}

// a and b come, c goes back; a kernel that makes them leaves nothing to copy.
TEST(MatrixProduct, CopiesAreTimedWhereTheyAreChosen) {
    for (const char* rung : {"naive", "wide", "cublas"}) {
        const Plan plan = plan_of(product_of(rung, {"n=100", "copies=with"}));
        ASSERT_EQ(plan.steps.size(), 4u) << rung;
        for (const PlanStep& step : plan.steps) EXPECT_TRUE(is_timed(step)) << rung;
        const auto transfer = [&](std::size_t i) { return std::get<Transfer>(plan.steps[i]); };
        EXPECT_EQ(transfer(0).way, Transfer::Way::to_device);
        EXPECT_EQ(transfer(1).way, Transfer::Way::to_device);
        EXPECT_EQ(transfer(3).way, Transfer::Way::to_host);
        EXPECT_EQ(transfer(0).bytes() + transfer(1).bytes() + transfer(3).bytes(), 3u * 40'000);
        EXPECT_EQ(transfer(3).buffer.id, plan.results.at(0).id);
        EXPECT_EQ(plan_of(product_of(rung, {"n=100"})).steps.size(), 1u);
    }
    const Settings ratios = product_of("naive", {"n=100", "copies=with", "values=ratios"});
    EXPECT_EQ(plan_of(ratios).hash(),
              plan_of(product_of("naive", {"n=100", "values=ratios"})).hash());
    EXPECT_NE(idle_reason(ratios, *find_knob(*ratios.subject, "copies")).find("on the device"),
              std::string::npos);
    expect_right_product(product_of("naive", {"n=37", "tile=8", "copies=with"}));
}

// What the plain loop of one core leaves is the reference's, in both types and shapes.
TEST(MatrixProduct, TheProcessorsLoopIsRight) {
    for (const char* type : {"type=float", "type=double"})
        for (const char* values : {"values=digits", "values=ratios"})
            for (const char* shape : {"shape=square", "shape=narrow"}) {
                Request request;
                request.settings = product_of("cpu", {"n=33", type, values, shape});
                std::shared_ptr<const lab::Run> made;
                processor_bench().measure(request, {}, [&](std::shared_ptr<const lab::Run> better) {
                    made = std::move(better);
                    return false;
                });
                ASSERT_TRUE(made);
                EXPECT_TRUE(made->verdict.ok) << named(request.settings);
                EXPECT_FALSE(made->device.name.empty()) << "a time names its device";
            }
}

// Minutes for a time are refused, in a number that is taken.
TEST(MatrixProduct, TheProcessorTakesUpTo1024Rows) {
    EXPECT_FALSE(refusal(product_of("cpu", {"n=1024"})));
    EXPECT_FALSE(refusal(product_of("cpu", {"n=8192", "shape=narrow"})));
    const auto refused = refusal(product_of("cpu", {"n=1025"}));
    ASSERT_TRUE(refused);
    EXPECT_EQ(refused->use, 1024);
}

}  // namespace

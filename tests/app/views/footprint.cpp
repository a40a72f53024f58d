// What a block of a stencil read and wrote of a field.
#include <gtest/gtest.h>

#include "app/views/footprint.h"
#include "tests/app/trace_maker.h"

namespace {

using namespace app;
using namespace test;

// Both arrays of sweep().
const FieldArrays swept{.shape = {6, 5, 3}, .whole = {0, 1}};

TEST(Footprint, KnowsOwnPointsAndHalo) {
    const auto run = sweep();
    const Footprint all = footprint_of(*run->trace, swept, 0, 0);
    EXPECT_EQ(all.written, 12u);
    EXPECT_EQ(all.stores, 12u);
    EXPECT_EQ(all.loads, 72u);
    // 6 x 5 less the corners in the middle plane, 4 x 3 in each of the others.
    EXPECT_EQ(all.read, 26u + 24u);
    const Plane middle{{6, 5, 3}, 2, 1};
    EXPECT_EQ(all.of(middle.index(0, 0)), 0);
    EXPECT_EQ(all.of(middle.index(0, 1)), Footprint::is_read);
    EXPECT_EQ(all.of(middle.index(1, 1)), Footprint::is_read | Footprint::is_written);
}

// Neighbours of both sides load a point in the middle; one beside the block is loaded by one.
TEST(Footprint, HowOftenEachPointIsLoaded) {
    const Footprint all = footprint_of(*sweep()->trace, swept, 0, 0);
    const Plane middle{{6, 5, 3}, 2, 1}, above{{6, 5, 3}, 2, 2};
    EXPECT_EQ(all.loads_of(middle.index(2, 2)), 4) << "its own plane has four neighbours of it";
    EXPECT_EQ(all.loads_of(middle.index(1, 1)), 2) << "a corner";
    EXPECT_EQ(all.loads_of(middle.index(0, 1)), 1) << "halo";
    EXPECT_EQ(all.loads_of(above.index(1, 1)), 1);
    EXPECT_EQ(all.loads_of(middle.index(0, 0)), 0);
    EXPECT_EQ(all.loads_of(1 << 20), 0) << "no point";
    EXPECT_EQ(all.most_own, 4);
    EXPECT_EQ(all.most_halo, 1);
    EXPECT_EQ(all.first, (Voxel{1, 1, 1}));
    EXPECT_EQ(all.last, (Voxel{4, 3, 1}));
    EXPECT_EQ(all.shared, 0u);
    EXPECT_EQ(all.barriers, 0u);
}

TEST(Footprint, OnePointAndWhatItsLaneLoaded) {
    const auto run = sweep();
    // thread (2, 1)
    const auto made = made_by(*run->trace, swept, run->trace->events.back(), 8);
    ASSERT_TRUE(made);
    EXPECT_EQ(made->point, (Voxel{2, 1, 1}));
    EXPECT_EQ(made->loaded.size(), 6u);
    EXPECT_EQ(made->loaded[4], (Voxel{2, 1, 0}));
    EXPECT_FALSE(made_by(*run->trace, swept, run->trace->events.back(), 0));
}

TEST(Footprint, PlanesOfEveryAxisIndexTheSameBox) {
    const lab::Dim3 shape{6, 5, 3};
    EXPECT_EQ((Plane{shape, 2, 1}.index(4, 2)), 4u + 6 * (2 + 5 * 1));
    EXPECT_EQ((Plane{shape, 1, 2}.index(4, 1)), 4u + 6 * (2 + 5 * 1));
    EXPECT_EQ((Plane{shape, 0, 4}.index(2, 1)), 4u + 6 * (2 + 5 * 1));
}

}  // namespace

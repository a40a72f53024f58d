// Which access a view shows, by where the cursor stands.
#include <gtest/gtest.h>

#include "app/series.h"
#include "app/view.h"
#include "app_trace_maker.h"

namespace {

using namespace app;
using namespace test;

// Numbers from global memory into shared memory, then read at strides of one, eight and two words.
std::shared_ptr<lab::Run> strides() {
    TraceMaker maker({1}, {32});
    maker.array("numbers", Space::global, Type::f32, 0x1000, 1 << 16);
    maker.array("part", Space::shared, Type::f32, 0, 1 << 14);
    maker.access(EventKind::load, Space::global, Type::f32, 3, 0, 0,
                 [](int lane) { return Address(0x1000 + 4 * lane); });
    maker.access(EventKind::store, Space::shared, Type::f32, 4, 0, 0,
                 [](int lane) { return Address(4 * lane); });
    maker.took(1, 1);
    for (const std::uint32_t stride : {1, 8, 2}) {
        maker.access(EventKind::load, Space::shared, Type::f32, 5 + static_cast<int>(stride), 0, 0,
                     [=](int lane) { return Address(4 * stride * lane); });
        maker.took(stride, 1);
    }
    return maker.run();
}

struct Words {
    std::string claim, note;
};

Words banks_at(int step) {
    const auto run = strides();
    const View& view = *find_view("banks");
    Cursor cursor;
    cursor.step = step;
    lab::Result result;
    result.picture = run;
    const Series none;
    const Metrics metrics;
    return {view.claim(*run, cursor), view.note({result, cursor, metrics, none})};
}

TEST(Moments, BanksOpenOnTheMostConflicts) {
    const Words words = banks_at(0);
    EXPECT_NE(words.claim.find("8 passes"), std::string::npos) << words.claim;
    EXPECT_EQ(words.note, "a load of warp 0, step 4, to come");
}

TEST(Moments, BanksFollowTheCursorFromThenOn) {
    EXPECT_EQ(banks_at(1).note, "a store of warp 0");
    EXPECT_NE(banks_at(3).claim.find("8 passes"), std::string::npos);
    EXPECT_NE(banks_at(4).claim.find("2 passes"), std::string::npos);
}

}  // namespace

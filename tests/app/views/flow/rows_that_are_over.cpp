// A row of the data flow whose step is over, and one whose values read as those above them.
#include <gtest/gtest.h>

#include "app/weights.h"
#include "tests/app/drawn_rung.h"
#include "tests/app/picture.h"
#include "tests/app/view_says.h"

namespace {

using namespace app;
using namespace test;

struct At {
    lab::Result result;
    Cursor cursor;
    At(const char* rung, int step) : result(drawn_rung(rung, {})) {
        cursor.step = step < 0 ? opening_step(find_view("data_flow"), *result.picture) : step;
    }
    Picture picture() const { return Picture("data_flow", result, cursor, {0, 0, 1200, 640}); }
    std::string says() const { return view_sentence("data_flow", *result.picture, cursor); }
};

// Counts are summed up now: the light on keys that were moved thirty steps ago said otherwise.
TEST(FlowOver, WhatIsLongPastIsNotLit) {
    const auto lit = [](const At& at) {
        return at.picture().notes.of(MarkKind::outline, Role::text).size();
    };
    const At now("radix_sort/digits", 30), over("radix_sort/digits", 59);
    EXPECT_FALSE(now.says().starts_with("At step")) << now.says();
    EXPECT_GT(lit(now), 8u);
    EXPECT_TRUE(over.says().starts_with("At step 31: ")) << over.says();
    EXPECT_EQ(lit(over), 0u);
    const At sums("tridiagonal/fixed", 19);
    EXPECT_TRUE(sums.says().starts_with("At step 18: ")) << sums.says();
    for (const NotedMark& mark : sums.picture().notes.of(MarkKind::fill, Role::accent))
        EXPECT_TRUE(mark.box.h < 8 || mark.colour.alpha < .1f) << "a cell is lit";
}

TEST(FlowOver, ARoundThatNobodySeesSaysSo) {
    const At late("tridiagonal/four", 59), first("tridiagonal/four", -1);
    EXPECT_NE(late.says().find("32 cells are made again and look the same: each takes"),
              std::string::npos)
        << late.says();
    EXPECT_NE(first.says().find(" change: "), std::string::npos) << first.says();
}

}  // namespace

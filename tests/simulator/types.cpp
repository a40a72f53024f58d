// Names and sizes of types.
#include <gtest/gtest.h>

#include "simulator/types.h"

TEST(Types, NamesAndSizesAreThoseOfPtx) {
    using namespace simulator;
    EXPECT_EQ(size_of(Type::f64), 8);
    EXPECT_EQ(type_named("s32"), Type::s32);
    EXPECT_EQ(type_named("x32"), Type::none);
    EXPECT_EQ(name_of(Type::u16), "u16");
    EXPECT_EQ(name_of(Space::shared), "shared");
}

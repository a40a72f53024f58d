// The grammar of references: a place, what is asked there, and two of them joined.
#include <gtest/gtest.h>

#include "lab/lesson.h"
#include "lab/reference.h"

namespace {

using namespace lab;

TEST(References, HaveAPlaceAndWhatIsAskedThere) {
    const Reference one = read_reference("roofline/four terms=8.line.lanes/128");
    EXPECT_EQ(one.joint, Reference::Joint::none);
    EXPECT_EQ(one.first.place, "roofline/four terms=8");
    EXPECT_EQ(one.first.lesson(), "roofline");
    EXPECT_EQ(one.first.rung(), "four");
    EXPECT_EQ(one.first.what, "line.lanes/128");
    EXPECT_FALSE(one.by_clock());
    const Reference two = read_reference("scan/chain n=2^24.time against scan/wide.time");
    EXPECT_EQ(two.joint, Reference::Joint::against);
    EXPECT_EQ(two.first.text, "scan/chain n=2^24.time");
    EXPECT_EQ(two.second.text, "scan/wide.time");
}

TEST(References, AreByClockWhereOneOfTheirValuesIs) {
    for (const char* what : {"pi/drawn.time", "pi/drawn.rate", "pi/drawn.device"})
        EXPECT_TRUE(read_reference(what).by_clock()) << what;
    EXPECT_TRUE(read_reference("pi/drawn.barriers over pi/made.time").by_clock());
    EXPECT_FALSE(read_reference("pi/drawn.barriers over pi/made.barriers").by_clock());
    EXPECT_TRUE(Prediction{.answer = "pi/drawn.rate"}.of_time());
    EXPECT_FALSE(Prediction{.answer = "pi/drawn.barriers"}.of_time());
}

// Where something is missing, that part is empty.
TEST(References, AnyTextIsOne) {
    EXPECT_EQ(read_reference("").first.place, "");
    EXPECT_EQ(read_reference("scan").first.rung(), "");
    EXPECT_EQ(read_reference("scan/chain").first.what, "");
    EXPECT_EQ(read_reference("scan/chain.").first.what, "");
    EXPECT_EQ(read_reference("scan/chain.time over ").joint, Reference::Joint::none);
}

}  // namespace

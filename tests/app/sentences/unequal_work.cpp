// Kernels of unequal work: what is compared of them, and what is not.
#include <gtest/gtest.h>

#include "app/sentences/because.h"
#include "app/sentences/changed_settings.h"
#include "app/session.h"
#include "tests/app/lecture.h"
#include "tests/app/picture.h"

namespace {

using namespace app;
using namespace test;

struct OneAndMany {
    Session session{lab::Worker::Mode::pumped};
    lab::Result one = whole(session, "tridiagonal/dynamic"),
                many = whole(session, "tridiagonal/blocks");
};

TEST(UnequalWork, IsOfKernelsThatHaveNoUseForAKnobOfProblems) {
    OneAndMany of;
    const lab::Settings &one = of.one.request.settings, &many = of.many.request.settings;
    ASSERT_NE(unequal_work(one, many), nullptr);
    EXPECT_EQ(unequal_work(one, many)->id, "systems");
    EXPECT_EQ(unequal_work(one, one), nullptr);
    EXPECT_EQ(work_words(one, many), "1 of 4\u2009096 systems");
    EXPECT_EQ(work_words(many, one), "4\u2009096 systems");
    lab::Settings alone = many;
    alone.set(*lab::find_knob(*alone.subject, "systems"), 1);
    EXPECT_EQ(unequal_work(one, alone), nullptr) << "both solve one";
}

// One system's time looked like the record beside 4096.
TEST(UnequalWork, StandsOnNoAxisWithTheOthers) {
    OneAndMany of;
    const Picture picture("rungs_compared", of.many, {}, {0, 0, 600, 400}, of.session.series());
    EXPECT_TRUE(picture.sees("1 of 4\u2009096 systems: 3."));
    EXPECT_FALSE(picture.sees("1 is ahead") || picture.sees("Times of 1 and 2 overlap"));
    const Picture other("rungs_compared", of.one, {}, {0, 0, 600, 400}, of.session.series());
    EXPECT_TRUE(other.sees("4\u2009096 systems: "));
}

TEST(UnequalWork, HasNoVerdictInTheLedger) {
    OneAndMany of;
    const Picture picture("ledger", of.many, {}, {0, 0, 900, 300}, of.session.series());
    EXPECT_TRUE(picture.sees("Kernel 3"));
    EXPECT_FALSE(picture.sees("×4\u2009096"));
    EXPECT_TRUE(picture.sees("1 system")) << "why nothing is compared";
    EXPECT_TRUE(picture.sees("4\u2009096 systems"));
}

TEST(UnequalWork, IsComparedOfEachProblem) {
    OneAndMany of;
    const std::string said = because({of.one, of.many}).front();
    EXPECT_NE(said.find("systems 1 → 4\u2009096: 3."), std::string::npos) << said;
    EXPECT_NE(said.find(", for each system /"), std::string::npos) << said;
    EXPECT_EQ(said.find("slower"), std::string::npos) << said;
    EXPECT_EQ(leading_count({of.one, of.many}), "") << "the sentence names no count";
}

}  // namespace

// The sentence after a change, where something else than a count is its reason.
#include <gtest/gtest.h>

#include "app/regions/kernel_chooser.h"
#include "app/sentences/because.h"
#include "app/sentences/levels_apart.h"
#include "app/sentences/moves.h"
#include "app/sentences/resources.h"
#include "app/session.h"
#include "lab/asked.h"
#include "tests/app/drawn_rung.h"
#include "tests/app/lecture.h"
#include "tests/app/opened.h"
#include "tests/app/sentences/moves_found.h"

namespace {

using namespace app;
using namespace test;

// Rounds of loads are what this lesson is about, and what fell most.
TEST(Causes, WaitsForMemoryLeadWhereTheyFellMost) {
    Session session(lab::Worker::Mode::pumped);
    const lab::Result two = whole(session, "bytes_in_flight/two"),
                      four = whole(session, "bytes_in_flight/four"),
                      one = whole(session, "bytes_in_flight/one"),
                      wide = whole(session, "bytes_in_flight/four_wide");
    const auto first = [](const lab::Result& before, const lab::Result& now) {
        const auto forms = because({before, now});
        return forms.empty() ? std::string() : forms.front();
    };
    EXPECT_NE(first(two, four).find("half as many global load rounds"), std::string::npos)
        << first(two, four);
    EXPECT_NE(first(one, wide).find("4 times fewer global load rounds"), std::string::npos)
        << first(one, wide);
    // Where nothing was counted but what is drawn, it is said.
    lab::Result drawn_two = two, drawn_four = four;
    drawn_two.counted.reset(), drawn_four.counted.reset();
    EXPECT_NE(first(drawn_two, drawn_four).find("(counts for 2¹² floats)"), std::string::npos)
        << first(drawn_two, drawn_four);
}

// What is drawn has fewer steps than were asked for: it does not change with them.
TEST(Causes, PicturesThatAreAlikeSayNothingOfWhatWasTurned) {
    Driver driver(1366, 768);
    driver.shell.restore("option/drawn steps=50");
    driver.settle();
    driver.shell.session.settings().set(
        *lab::find_knob(*driver.shell.session.settings().subject, "steps"), 100);
    driver.settle();
    EXPECT_TRUE(driver.says("Steps of a path 50 → 100"));
    EXPECT_FALSE(driver.says("no counter changed"));
}

// A register more or less is no reason.
TEST(Causes, ARegisterIsNoReason) {
    Session session(lab::Worker::Mode::pumped);
    const lab::Result again = whole(session, "who_answers/again"),
                      pieces = whole(session, "who_answers/pieces");
    EXPECT_TRUE(moved_registers(*again.picture, *pieces.picture).empty());
}

// As many sectors are asked for; the model of the caches says who gives them.
TEST(Causes, WhoAnswersIsSaidWhereNoCounterCountsIt) {
    Session session(lab::Worker::Mode::pumped);
    const lab::Result again = whole(session, "who_answers/again"),
                      pieces = whole(session, "who_answers/pieces"),
                      rows = whole(session, "who_answers/rows"),
                      columns = whole(session, "who_answers/columns");
    const std::vector<Move> memory = facts::of(again, pieces).uncounted,
                            l2 = facts::of(rows, columns).uncounted;
    ASSERT_TRUE(facts::named(memory, "memory_sectors"));
    EXPECT_EQ(facts::named(memory, "memory_sectors")->before, 4096);
    EXPECT_EQ(facts::named(memory, "memory_sectors")->now, 1024);
    ASSERT_TRUE(facts::named(l2, "l2_sectors"));
    EXPECT_EQ(facts::named(l2, "l2_sectors")->before, 0);
    EXPECT_TRUE(moved_sectors(again, pieces, false).empty()) << "against the time";
}

// Managed memory has its price, and the kernel's time is not it.
TEST(Causes, OfAnotherHostProgramTheKernelStays) {
    Session session(lab::Worker::Mode::pumped);
    const lab::Result copied = whole(session, "memories/global");
    lab::Request other = copied.request;
    EXPECT_FALSE(lab::assign(other.settings, "memory=managed"));
    session.open(other);
    session.complete();
    const auto forms = because({copied, *session.shown()});
    ASSERT_FALSE(forms.empty());
    EXPECT_NE(forms.front().find("neither drawn nor timed"), std::string::npos) << forms.front();
    EXPECT_EQ(forms.front().find("µs"), std::string::npos) << forms.front();
}

// What its loads take is of no kernel that computes.
TEST(Causes, PatternMatchingIsFasterInWords) {
    Session session(lab::Worker::Mode::pumped);
    const lab::Result place = whole(session, "pattern_matching/place"),
                      shifted = whole(session, "pattern_matching/shifted");
    const auto forms = because({place, shifted});
    ASSERT_FALSE(forms.empty());
    EXPECT_NE(forms.front().find("faster, "), std::string::npos) << forms.front();
}

// A kernel that opens at a size of its own compares with nothing; at that size both can be had.
TEST(Causes, WhereTheSizeCameAlongTheCardOfBothIsNamed) {
    const auto said = [](lab::Result before, lab::Result now) {
        before.complete = now.complete = true;
        const auto forms = because({before, now});
        return forms.empty() ? "" : forms.front();
    };
    EXPECT_TRUE(said(drawn_rung("radix_sort/in_order", {"n=2048"}),
                     drawn_rung("radix_sort/eight", {"n=4096"}))
                    .ends_with("*Kernels compared* shows both at this size."));
    EXPECT_TRUE(
        said(drawn_rung("radix_sort/digits", {"n=32"}), drawn_rung("radix_sort/blocks", {"n=2048"}))
            .ends_with(
                "Kernel 3 takes at most 256 keys per block. At that size both are compared."));
}

// Of two that can both have it, the one before is counted there, too.
TEST(Causes, TheKernelBeforeComesAlongToTheSizeOfTheNext) {
    Driver driver(1366, 768);
    driver.shell.restore("radix_sort/in_order");
    driver.settle();
    choose_rung(driver.shell, 5);
    driver.settle();
    ASSERT_TRUE(driver.shell.session.before());
    EXPECT_TRUE(
        one_size(driver.shell.session.before()->request.settings, driver.shell.session.settings()));
    EXPECT_TRUE(driver.says("Kernel 5 → 6: ")) << "its time and counts, of one size";
}

// 64 and 72 drawn rows do not grow as 2048 and 1000 do.
TEST(Causes, DrawnSizesStandForNoOthers) {
    lab::Result before = drawn_rung("matrix_product/transposed", {"n=2048"}),
                now = drawn_rung("matrix_product/transposed", {"n=1000"});
    before.complete = now.complete = true;
    const auto said = because({before, now});
    EXPECT_TRUE(said.empty() || said.front().find("per element") == std::string::npos)
        << said.front();
}

TEST(Causes, LaunchesAreNamedWhereNothingElseChanged) {
    Driver driver(1366, 768);
    driver.shell.restore("memory_model/release");
    driver.settle();
    driver.shell.session.settings().rung = 4;
    driver.settle();
    EXPECT_TRUE(driver.says("launches 1 → 2"));
    EXPECT_FALSE(driver.says("no counter changed"));
}

// A chunk's steps overlap in one timeline, and in the other they do not.
TEST(Causes, KnobsOfStreamsHaveTheirTimelinesAsReasons) {
    Opened opened("streams/overlapped chunks=2");
    opened.turn("chunks=32");
    EXPECT_TRUE(opened.says("several engines at work"));
}

// Other calls in place of shared memory were to be faster: that they are there slows nothing down.
TEST(Causes, AnotherWayIsNoReasonForWhatIsSlower) {
    Driver driver(1366, 768);
    ASSERT_TRUE(driver.shell.restore("recurrence/block n=512"));
    driver.settle();
    ASSERT_TRUE(driver.shell.restore("recurrence/look_back n=512"));
    driver.settle();
    EXPECT_TRUE(driver.says("explain little of it"));
    EXPECT_FALSE(driver.says("with shuffles"));
    ASSERT_TRUE(driver.shell.restore("recurrence/block n=512"));
    driver.settle();
    EXPECT_TRUE(driver.says("faster"));
    EXPECT_FALSE(driver.says("with shuffles")) << "nor is it one that they are gone";
}

TEST(Causes, OneKernelInMoreLaunchesIsToldFromTwo) {
    const auto more = [](const char* before, const char* now) {
        return in_more_launches(*lab::settings_named(before), *lab::settings_named(now));
    };
    EXPECT_TRUE(more("streams/locked", "streams/overlapped"));
    EXPECT_FALSE(more("streams/overlapped", "streams/graph"));
    EXPECT_FALSE(more("reduction/shuffle", "reduction/two_passes"));
    EXPECT_FALSE(more("pi/host", "pi/made")) << "one makes its points in a kernel of its own";
}

// A root is one operation more, and takes many of the device's instructions.
TEST(Causes, OperationsAreToldWhereNoCountExplains) {
    Session session(lab::Worker::Mode::pumped);
    const lab::Result square = whole(session, "pi/many"),
                      root = whole(session, "pi/many test=root");
    const std::string said = because({square, root}).front();
    EXPECT_NE(said.find("FP operations"), std::string::npos) << said;
}

}  // namespace

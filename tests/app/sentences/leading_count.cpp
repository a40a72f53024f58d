// The count that leads to a picture is one that the sentence names: both follow from what is
// compared.
#include <gtest/gtest.h>

#include "app/sentences/because.h"
#include "app/series.h"
#include "app/session.h"
#include "tests/app/lecture.h"
#include "tests/app/sentences/because_sides.h"

namespace {

using namespace app;
using namespace test;

// More instructions weigh most. The time went with the wavefronts, which only turns can tell.
TEST(LeadingCount, IsOfTimesInTurns) {
    const lab::Result before = made({.wavefronts = 1000,
                                     .instructions = 1000,
                                     .kind = lab::TimeKind::measured,
                                     .us = 10.5,
                                     .spread = .2}),
                      now = made({.rung = 2,
                                  .wavefronts = 500,
                                  .instructions = 3100,
                                  .kind = lab::TimeKind::measured,
                                  .us = 8.7,
                                  .spread = .2});
    EXPECT_EQ(leading_count({before, now}), "warp_instructions");
    const ComparedResults in_turns{
        .before = before, .now = now, .turns = lab::Interval{.83, .82, .84}};
    const std::string said = because(in_turns).front();
    EXPECT_NE(said.find("with half as many shared load wavefronts"), said.npos) << said;
    EXPECT_EQ(leading_count(in_turns), "shared_load_wavefronts");
}

TEST(LeadingCount, IsOfTheLedgerWhereTheKernelBeforeWasCountedAtAnotherSize) {
    const lab::Result before = made({.wavefronts = 400, .drawn = true}),
                      now = made({.rung = 2, .wavefronts = 100});
    EXPECT_EQ(leading_count({before, now}), "") << "no two runs of one size";
    const lab::Result counted = made({.wavefronts = 400});
    CountPoint point;
    point.settings = counted.request.settings;
    point.counters = counted.counted->counters;
    const ComparedResults with_ledger{.before = before, .now = now, .in_ledger = &point};
    const std::string said = because(with_ledger).front();
    EXPECT_NE(said.find("4 times fewer shared load wavefronts"), said.npos) << said;
    EXPECT_EQ(leading_count(with_ledger), "shared_load_wavefronts");
}

// Copies and their overlap are times of engines, which no counter counts.
TEST(LeadingCount, IsNoneWhereTimelinesAreTheReason) {
    Session session(lab::Worker::Mode::pumped);
    const lab::Result locked = whole(session, "streams/locked"),
                      overlapped = whole(session, "streams/overlapped");
    const std::string said = because({locked, overlapped}).front();
    EXPECT_NE(said.find("overlap of copies"), said.npos) << said;
    EXPECT_EQ(leading_count({locked, overlapped}), "");
}

TEST(LeadingCount, IsNoneOfCountsThatExplainNothing) {
    const lab::Result before = made({.kind = lab::TimeKind::measured, .us = 10.5}),
                      now = made({.rung = 2,
                                  .wavefronts = 360,
                                  .kind = lab::TimeKind::measured,
                                  .us = 8.7});
    EXPECT_NE(because({before, now}).front().find("shared load wavefronts"), std::string::npos);
    EXPECT_EQ(leading_count({before, now}), "");
}

}  // namespace

// What a student, a lecturer and a designer found: work that is not alike compared, alarms where
// nothing is wrong, a tick where something is far off.
#include <gtest/gtest.h>

#include <algorithm>

#include "app/sentences/because.h"
#include "app/sentences/changed_settings.h"
#include "app/session.h"
#include "app/views/ledger/ledger_size.h"
#include "lab/own/open.h"
#include "lab/requests/state_line.h"
#include "lab/time/bench.h"
#include "tests/app/drawn_rung.h"
#include "tests/app/lecture.h"
#include "tests/app/picture.h"
#include "view_says.h"

namespace {

using namespace app;
using namespace test;
using app::testing::Driver;

// What is said of a change from one line of state to another.
std::string said_between(const char* before, const char* now) {
    Session session(lab::Worker::Mode::pumped);
    const lab::Result first = whole(session, before), second = whole(session, now);
    return because(first, second).front();
}

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
    const std::string said = because(of.one, of.many).front();
    EXPECT_NE(said.find("systems 1 → 4\u2009096: 3."), std::string::npos) << said;
    EXPECT_NE(said.find(", for each system /"), std::string::npos) << said;
    EXPECT_EQ(said.find("slower"), std::string::npos) << said;
}

// What comes behind the end of what is kept may use every value.
TEST(CutFlow, RaisesNoAlarm) {
    const lab::Result drawn = drawn_rung("matrix_product/square", {});
    ASSERT_TRUE(drawn.picture->flow->full) << "else this test needs another run";
    const std::string claim = view_claim("data_flow", *drawn.picture, {});
    EXPECT_EQ(claim.find("never reach"), std::string::npos) << claim;
}

TEST(FarOff, IsNoMatch) {
    Driver driver;
    driver.shell.session.open(
        lab::read_state_line("tridiagonal/blocks lambda=hundredth steps=3 systems=1")->request);
    driver.settle();
    EXPECT_TRUE(driver.says(", as these settings allow"));
    EXPECT_FALSE(driver.says("Matches the CPU"));
    driver.shell.session.open(lab::read_state_line("tridiagonal/blocks systems=1")->request);
    driver.settle();
    EXPECT_TRUE(driver.says("Matches the CPU"));
}

// Eight times fewer lanes stand at an address that all blocks change: counted apart from those
// that stand at one of their block's.
TEST(AtomicsOfAllBlocks, ExplainWhatACounterOfEachBlockCures) {
    const std::string said = said_between("pi/drawn", "pi/shared");
    EXPECT_NE(said.find("times fewer global atomic passes"), std::string::npos) << said;
    EXPECT_EQ(said.find("registers"), std::string::npos) << said;
}

// A block of 1024 is drawn with four times as many numbers as one of 256, and of 65 536 arrays two
// are: as many times more of anything tells nothing of what was turned.
TEST(DrawnCounts, AreComparedAtOneSizeAndOfWhatWasTurned) {
    Session session(lab::Worker::Mode::pumped);
    const lab::Result small = whole(session, "average/tree block=256"),
                      large = whole(session, "average/tree block=1024"),
                      one = whole(session, "scan/hillis"),
                      many = whole(session, "scan/hillis arrays=65536");
    ASSERT_FALSE(one_size(small.picture->request.settings, large.picture->request.settings));
    EXPECT_EQ(because(small, large).front().find("(counted for"), std::string::npos)
        << because(small, large).front();
    EXPECT_EQ(because(one, many).front().find("warp instructions"), std::string::npos)
        << because(one, many).front();
    EXPECT_NE(because(one, many).front().find("threads launched 512 → 33\u2009554\u2009432"),
              std::string::npos)
        << because(one, many).front();
    const lab::Settings before =
        alike(large.picture->request.settings, large.request.settings, small.request.settings);
    EXPECT_TRUE(one_size(before, large.picture->request.settings));
    EXPECT_EQ(before[*lab::find_knob(*before.subject, "block")], 256);
}

// One block of a chain looks once at what stands before it, and waits for nobody.
TEST(ChangesInWords, SayNothingOfASingleLook) {
    const std::string said =
        said_between("recurrence/block n=512 type=double", "recurrence/chain n=512 type=double");
    EXPECT_EQ(said.find("polls"), std::string::npos) << said;
}

// Both went down: that is no "yet". And threads are told beside registers.
TEST(ChangesInWords, CountsThatWentWithTheTimeStandBesideIt) {
    const std::string said = said_between("pi/made", "pi/drawn");
    EXPECT_EQ(said.find(", yet warp instructions /"), std::string::npos) << said;
    const std::string many = said_between("tridiagonal/thomas_interleaved", "tridiagonal/four");
    EXPECT_NE(many.find("threads launched 4\u2009096 → "), std::string::npos) << many;
}

// As many atomics, and one queue of all of them or a counter of each block's own.
TEST(AtomicsOfAllBlocks, HaveMoreAddressesWhereTheTimeFalls) {
    const char *one = "average/one_sum n=2^22", *many = "average/slots n=2^22";
    const std::string said = said_between(one, many);
    EXPECT_NE(said.find("addresses of atomics 1 → 16\u2009384"), std::string::npos) << said;
    const std::string back = said_between(many, one);
    EXPECT_NE(back.find("addresses of atomics 16\u2009384 → 1"), std::string::npos) << back;
}

// Each shape of a block has a picture of its own size: what was before is counted at that of now.
TEST(LedgerOfBefore, IsCountedAtTheSizeThatIsDrawnNow) {
    Session session(lab::Worker::Mode::pumped);
    whole(session, "laplace/blocks sweeps=20 block_x=32 block_y=8");
    const lab::Result now = whole(session, "laplace/blocks sweeps=20 block_x=8 block_y=32");
    ASSERT_TRUE(session.before());
    const lab::Settings drawn = lab::picture_of(now.request.settings);
    const auto asked = ledger_of_before(now.request.settings, session.before()->request.settings);
    ASSERT_EQ(asked.size(), 2u);
    EXPECT_EQ(asked[1][*now.request.settings.subject->size],
              counted_for_cards(now.request.settings)[*now.request.settings.subject->size]);
    for (const lab::Knob* knob : drawn.subject->knobs) {
        const bool side = knob->id == "block_x" || knob->id == "block_y";
        EXPECT_EQ(asked[0][*knob] == drawn[*knob], !side) << knob->id;
    }
    session.complete(usual_card_cost, 1);
    EXPECT_TRUE(session.series().counts(asked[0]));
}

// One unit of the GPU has a bin of all blocks, where a multiprocessor has its own: passes there
// weigh more than blocks that begin, and than instructions.
TEST(AtomicsOfAllBlocks, WeighMoreThanWhatEachMultiprocessorDoes) {
    Session session(lab::Worker::Mode::pumped);
    const lab::Result global = whole(session, "histogram/global"),
                      shared = whole(session, "histogram/shared"),
                      many = whole(session, "histogram/many");
    for (const auto& [before, now] : {std::pair{&global, &many}, std::pair{&many, &shared}}) {
        const std::string said = because(*before, *now).front();
        EXPECT_NE(said.find(" global atomic sectors"), std::string::npos) << said;
    }
    const lab::Result tree = whole(session, "dot_product/tree n=2^20"),
                      stride = whole(session, "dot_product/grid_stride n=2^20");
    EXPECT_NE(because(tree, stride).front().find("times fewer atomic passes"), std::string::npos)
        << "they have no row of their own: " << because(tree, stride).front();
}

// As somebody turns from one to the other, and waits for the cards.
void show_after_each_other(Driver& driver, std::initializer_list<const char*> kernels) {
    for (const char* line : kernels) {
        driver.shell.session.open(lab::read_state_line(line)->request);
        driver.settle();
        driver.shell.session.complete(usual_card_cost, 32);
        driver.settle();
    }
}

// Pictures of two sizes compare with nothing; what was counted for both, at one size, does.
TEST(CountsInTheLedger, AreWhatTheSentenceSays) {
    Driver driver;
    show_after_each_other(driver, {"matrix_product/padded", "matrix_product/square"});
    EXPECT_TRUE(driver.says("10.7 times fewer shared load wavefronts (counted at 512 rows)"));
    driver.shell.view_of_slot[Slot::card] = "ledger";
    driver.settle();
    EXPECT_TRUE(driver.says("counted: 512 rows"));
    EXPECT_TRUE(std::ranges::any_of(driver.texts, [](const NotedText& text) {
        return text.card == "ledger" && text.text == "/10.7";
    }));
}

// What one way of adding up spares is no count of memory or of instructions.
TEST(CountsInTheLedger, SayHowManyOperationsAWayTakes) {
    Driver driver;
    show_after_each_other(driver, {"scan/hillis", "scan/blelloch"});
    driver.shell.view_of_slot[Slot::card] = "ledger";
    driver.settle();
    EXPECT_TRUE(driver.says("FP operations"));
    EXPECT_TRUE(driver.says("1\u2009022"));
}

// A third more instructions is what the ledger marks as worse, and too little: loads wait for it.
TEST(CountsInTheLedger, GiveWayToLoadsThatWaitWhereTheyExplainLittle) {
    Session session(lab::Worker::Mode::pumped);
    const lab::Result apart = whole(session, "tridiagonal/thomas"),
                      interleaved = whole(session, "tridiagonal/thomas_interleaved");
    const std::string said = because(apart, interleaved).front();
    EXPECT_NE(said.find(", with loads that wait for memory, modelled, "), std::string::npos)
        << said;
}

// A sixteenth of the instructions in the same time: Thomas moves arrays twice, and waits for those.
TEST(CountsInTheLedger, AreNoLimitOnlyWhereNoOtherCostRose) {
    Session session(lab::Worker::Mode::pumped);
    const char* many = " n=512 systems=65536";
    const lab::Result blocks = whole(session, ("tridiagonal/blocks" + std::string(many)).c_str()),
                      thomas = whole(
                          session, ("tridiagonal/thomas_interleaved" + std::string(many)).c_str());
    const std::string said = because(blocks, thomas).front();
    EXPECT_NE(said.find("fewer warp instructions"), said.npos) << said;
    EXPECT_EQ(said.find("not the limit"), said.npos) << said;
}

// Where nothing of both was counted at one size, it says how many were launched.
TEST(CountsInTheLedger, AreMissedWhereNothingWasCounted) {
    Session session(lab::Worker::Mode::pumped);
    lab::Result tree = whole(session, "dot_product/tree n=2^28"),
                stride = whole(session, "dot_product/grid_stride n=2^28");
    std::string said = because(tree, stride).front();
    EXPECT_NE(said.find("32 times fewer atomic passes (counted at 2\u00b2\u00b3 numbers)"),
              said.npos)
        << said;
    tree.counted.reset(), stride.counted.reset();
    said = because(tree, stride).front();
    EXPECT_NE(said.find("Also changed: blocks launched "), std::string::npos) << said;
}

}  // namespace

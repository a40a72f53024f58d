// Somebody's own PTX, without source lines, in which one block tells another: the flag, the missing
// edge and the lines of the PTX are drawn, and the window opens there.
#include <gtest/gtest.h>

#include "lab/asked.h"
#include "lab/own/open.h"
#include "lab/running/faults.h"
#include "tests/app/shell_driver.h"

namespace {

using namespace app;
using app::testing::Driver;

constexpr std::string_view head = R"(.version 8.0
.target sm_75
.address_size 64
.global .align 4 .u32 flag;
.visible .entry pass(.param .u64 data, .param .u64 out)
{
    .reg .pred %p<4>;
    .reg .b32 %r<8>;
    .reg .b64 %rd<8>;
    ld.param.u64 %rd1, [data];
    ld.param.u64 %rd2, [out];
    mov.u32 %r1, %tid.x;
    setp.ne.u32 %p1, %r1, 0;
    @%p1 bra DONE;
    mov.u32 %r2, %ctaid.x;
    setp.ne.u32 %p2, %r2, 0;
    @%p2 bra WAIT;
    mov.u32 %r3, 42;
    st.global.u32 [%rd1], %r3;
    mov.u32 %r4, 1;
)";
constexpr std::string_view stores = R"(    st.volatile.global.u32 [flag], %r4;
    bra DONE;
WAIT:
    ld.volatile.global.u32 %r5, [flag];
    setp.eq.u32 %p3, %r5, 0;
    @%p3 bra WAIT;
)";
constexpr std::string_view reads_after_waiting = R"(    ld.global.u32 %r6, [%rd1];
    st.global.u32 [%rd2], %r6;
DONE:
    ret;
}
)";
constexpr std::string_view fence = "    fence.acq_rel.gpu;\n";

struct OwnOrder : public ::testing::Test {
    Driver driver{1366, 768};

    void open(const std::string& ptx) {
        lab::AskedFile words;
        words.file = "pass.ptx";
        words.grid = "2", words.block = "32";
        const auto subject = lab::subject_of(words, {"", ptx});
        ASSERT_TRUE(subject) << subject.problem().message;
        lab::Request request;
        request.settings = lab::Settings(*subject);
        driver.shell.session.open(request);
        driver.settle();
    }
    const lab::Run& run() { return *driver.shell.session.picture(); }
};

TEST_F(OwnOrder, AMissingFenceOpensWhereItIsMissing) {
    open(std::string(head) + std::string(stores) + std::string(reads_after_waiting));
    ASSERT_EQ(driver.shell.stage_view()->id, "happens_before");
    EXPECT_TRUE(driver.says("The flag arrives, but nothing orders data[0]"));
    EXPECT_TRUE(driver.says("flag[0] = 1"));
    EXPECT_TRUE(driver.sees("PTX line 19"));
    ASSERT_EQ(run().faults.size(), 1u);
    const std::string words = lab::fault_sentence(run().faults.front());
    EXPECT_NE(words.find("reads data[0] at PTX line 27"), std::string::npos) << words;
    EXPECT_NE(words.find("writes it at PTX line 19"), std::string::npos) << words;
    EXPECT_NE(words.find("no fence of device scope after the write"), std::string::npos) << words;
}

TEST_F(OwnOrder, WithFencesItOpensOnItsBlocks) {
    open(std::string(head) + std::string(fence) + std::string(stores) + std::string(fence) +
         std::string(reads_after_waiting));
    EXPECT_TRUE(run().faults.empty());
    EXPECT_EQ(driver.shell.stage_view()->id, "blocks");
    driver.shell.view_of_slot[Slot::warp] = "happens_before";
    driver.shell.slot = Slot::warp;
    driver.settle();
    EXPECT_TRUE(driver.says("PTX line 19"));
    EXPECT_FALSE(driver.says("but nothing orders"));
}

// Block 0 waits for block 1: with one after the other that would be for ever.
TEST_F(OwnOrder, WhoWaitsForALaterBlockIsNoDeadlock) {
    std::string turned = std::string(head) + std::string(fence) + std::string(stores) +
                         std::string(fence) + std::string(reads_after_waiting);
    turned.replace(turned.find("setp.ne.u32 %p2"), 15, "setp.eq.u32 %p2");
    open(turned);
    EXPECT_TRUE(run().ended());
    EXPECT_TRUE(run().faults.empty());
}

// Which side lacks its fence is said.
TEST_F(OwnOrder, AFenceOnOneSideLeavesTheOther) {
    const auto said = [&](std::string_view before, std::string_view behind) {
        open(std::string(head) + std::string(before) + std::string(stores) + std::string(behind) +
             std::string(reads_after_waiting));
        return run().faults.size() == 1 ? lab::fault_sentence(run().faults.front()) : "";
    };
    EXPECT_NE(said(fence, "").find("it has no fence of device scope"), std::string::npos);
    EXPECT_NE(said("", fence).find("no fence of device scope after the write"), std::string::npos);
}

// Two reads that race with one write are two places, though no line of a source parts them.
TEST_F(OwnOrder, TwoLinesOfThePtxAreTwoRaces) {
    std::string two(reads_after_waiting);
    two.insert(0, "    ld.global.u32 %r7, [%rd1];\n");
    open(std::string(head) + std::string(stores) + two);
    EXPECT_EQ(run().faults.size(), 2u);
}

TEST(LineWords, NameThePtxWhereThereIsNoSource) {
    EXPECT_EQ(lab::line_words(simulator::code_line(12, 40)), "line 12");
    EXPECT_EQ(lab::line_words(simulator::code_line(0, 40)), "PTX line 40");
    EXPECT_EQ(lab::line_words(0), "");
}

}  // namespace

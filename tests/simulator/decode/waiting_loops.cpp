// Which loops wait for other threads: those whose end depends on what another thread may write.
// And what follows from it: the rounds that are counted, and which volatile accesses are a flag.
#include "tests/helpers/flow_runner.h"

namespace flow_test {
namespace {

// A kernel with a pointer in %rd1, a thread's number in %r0 and a count of turns in %r9.
std::string kernel(const std::string& body) {
    return R"(.version 7.0
.target sm_75
.address_size 64
.visible .entry k(.param .u64 p)
{
	.reg .b32 %r<20>;
	.reg .b64 %rd<6>;
	.reg .pred %p<6>;
	.shared .align 4 .b8 part[256];
	.local .align 4 .b8 own[8];
	ld.param.u64 %rd1, [p];
	mov.u32 %r0, %tid.x;
	mov.u32 %r9, 0;
)" + body + "\n\tret;\n}\n";
}

std::shared_ptr<const Program> decoded(const std::string& text) {
    const auto module = Module::read(text);
    if (!module) {
        ADD_FAILURE() << module.problem().line << ": " << module.problem().message;
        return nullptr;
    }
    const auto program = (*module)->kernel("k");
    if (program) return *program;
    ADD_FAILURE() << program.problem().line << ": " << program.problem().message;
    return nullptr;
}

// The opcodes that loops wait for, in order.
std::vector<std::string> awaited(const std::string& body) {
    const auto program = decoded(kernel(body));
    std::vector<std::string> found;
    if (!program) return found;
    for (const std::uint32_t at : program->polls) found.push_back(program->text[at].opcode);
    const bool spins = std::ranges::count(program->blocks, true, &BasicBlock::spins) > 0;
    EXPECT_EQ(spins, !found.empty());
    return found;
}

using Opcodes = std::vector<std::string>;

// Turns from 0 to 9, whatever stands in them.
std::string nine_times(const std::string& body) {
    return "turn:\n" + body + "\nadd.u32 %r9, %r9, 1;\nsetp.lt.u32 %p0, %r9, 10;\n@%p0 bra turn;\n";
}

TEST(WaitingLoops, AHistogramWaitsForNobody) {
    EXPECT_EQ(awaited(nine_times("atom.global.add.u32 %r1, [%rd1], 1;")), Opcodes{});
    EXPECT_EQ(awaited(nine_times("red.shared.add.u32 [part], 1;")), Opcodes{});
    EXPECT_EQ(awaited(nine_times("atom.global.add.u32 %r1, [%rd1], 1;\n"
                                 "st.global.u32 [%rd1+4], %r1;\nst.shared.u32 [part], %r1;")),
              Opcodes{});
}

TEST(WaitingLoops, NorDoesOneWhoseAtomicDecidesSomethingElse) {
    EXPECT_EQ(awaited(nine_times("atom.global.add.u32 %r1, [%rd1], 1;\n"
                                 "setp.ne.u32 %p1, %r1, 0;\n@%p1 bra next;\n"
                                 "st.global.u32 [%rd1+4], %r1;\nnext:")),
              Opcodes{});
    // "continue": the loop jumps back from two places
    EXPECT_EQ(awaited("turn:\nadd.u32 %r9, %r9, 1;\nsetp.ge.u32 %p0, %r9, 10;\n@%p0 bra out;\n"
                      "atom.global.add.u32 %r1, [%rd1], 1;\nsetp.eq.u32 %p1, %r1, 0;\n"
                      "@%p1 bra turn;\nst.global.u32 [%rd1+4], %r1;\nbra turn;\nout:"),
              Opcodes{});
}

TEST(WaitingLoops, ALockWaits) {
    EXPECT_EQ(awaited("turn:\natom.global.cas.b32 %r1, [%rd1], 0, 1;\n"
                      "setp.ne.u32 %p1, %r1, 0;\n@%p1 bra turn;"),
              Opcodes{"atom.global.cas.b32"});
    EXPECT_EQ(awaited("turn:\natom.shared.exch.b32 %r1, [part], 1;\n"
                      "setp.eq.u32 %p1, %r1, 1;\n@%p1 bra turn;"),
              Opcodes{"atom.shared.exch.b32"});
}

TEST(WaitingLoops, SoDoesAPolledFlag) {
    for (const std::string load : {"ld.volatile.global.u32", "ld.relaxed.gpu.global.u32",
                                   "ld.acquire.gpu.global.u32", "ld.global.cv.u32"}) {
        EXPECT_EQ(awaited("turn:\n" + load +
                          " %r1, [%rd1];\nsetp.eq.u32 %p1, %r1, 0;\n"
                          "@%p1 bra turn;"),
                  Opcodes{load});
    }
}

TEST(WaitingLoops, AVolatileValueThatDecidesNothingIsNotAwaited) {
    EXPECT_EQ(awaited(nine_times("ld.volatile.shared.u32 %r1, [part];\n"
                                 "add.u32 %r2, %r1, %r9;\nst.volatile.shared.u32 [part], %r2;")),
              Opcodes{});
}

TEST(WaitingLoops, ABranchBetweenPollAndEndDecidesToo) {
    // a flag of its own says whether the lock was had
    EXPECT_EQ(awaited("mov.u32 %r5, 0;\nturn:\natom.global.cas.b32 %r1, [%rd1], 0, 1;\n"
                      "setp.ne.u32 %p1, %r1, 0;\n@%p1 bra missed;\n"
                      "mov.u32 %r5, 1;\nst.global.u32 [%rd1], 0;\nmissed:\n"
                      "setp.eq.u32 %p2, %r5, 0;\n@%p2 bra turn;"),
              Opcodes{"atom.global.cas.b32"});
}

TEST(WaitingLoops, AValueMayPassThroughSharedOrLocalMemory) {
    const std::string poll = "ld.volatile.global.u32 %r1, [%rd1];\n";
    const std::string end = "setp.eq.u32 %p1, %r2, 0;\n@%p1 bra turn;";
    EXPECT_EQ(awaited("turn:\n" + poll +
                      "st.shared.u32 [part], %r1;\nbar.sync 0;\n"
                      "ld.shared.u32 %r2, [part];\nbar.sync 0;\n" +
                      end),
              Opcodes{"ld.volatile.global.u32"});
    EXPECT_EQ(
        awaited("turn:\n" + poll + "st.local.u32 [own], %r1;\nld.local.u32 %r2, [own];\n" + end),
        Opcodes{"ld.volatile.global.u32"});
    EXPECT_EQ(
        awaited("turn:\n" + poll + "st.local.u32 [own], %r1;\nld.shared.u32 %r2, [part];\n" + end),
        Opcodes{});
}

TEST(WaitingLoops, WhatIsLoadedInTheUsualWayHasToBeReadAnew) {
    const std::string end = "setp.eq.u32 %p1, %r1, 0;\n@%p1 bra turn;";
    EXPECT_EQ(awaited("turn:\nld.global.u32 %r1, [%rd1];\n" + end), Opcodes{});
    EXPECT_EQ(awaited("turn:\nld.global.u32 %r1, [%rd1];\nnanosleep.u32 100;\n" + end),
              Opcodes{"ld.global.u32"});
    EXPECT_EQ(awaited("turn:\nld.global.u32 %r1, [%rd1];\nmembar.gl;\n" + end),
              Opcodes{"ld.global.u32"});
    EXPECT_EQ(awaited("turn:\nld.global.nc.u32 %r1, [%rd1];\nmembar.gl;\n" + end), Opcodes{});
    EXPECT_EQ(awaited(nine_times("nanosleep.u32 100;")), Opcodes{});
}

TEST(WaitingLoops, ALoopAroundAWaitIsNone) {
    const auto program =
        decoded(kernel(nine_times("add.u32 %r3, %r3, 1;\nwait:\n"
                                  "ld.volatile.global.u32 %r1, [%rd1];\n"
                                  "setp.eq.u32 %p1, %r1, 0;\n@%p1 bra wait;")));
    ASSERT_TRUE(program);
    std::vector<std::string> ends;
    for (const BasicBlock& block : program->blocks) {
        if (block.spins) ends.push_back(program->text[block.terminator].operands[0].name);
    }
    EXPECT_EQ(ends, std::vector<std::string>{"wait"});
}

// Both loops begin at the same instruction.
TEST(WaitingLoops, ALoopThatIsAllWaitIsFoundWithinAnother) {
    const auto ends = [](const std::string& body) {
        const auto program = decoded(kernel(body));
        std::vector<std::string> found;
        for (const BasicBlock& block : program->blocks) {
            if (block.spins && block.terminator != ~0u)
                found.push_back(program->text[block.terminator].operands[0].name);
        }
        return found;
    };
    EXPECT_EQ(ends(nine_times("wait:\nld.volatile.global.u32 %r1, [%rd1];\n"
                              "setp.eq.u32 %p1, %r1, 0;\n@%p1 bra wait;")),
              std::vector<std::string>{"wait"});
}

TEST(WaitingLoops, ATrapIsNoEndOfALoop) {
    EXPECT_EQ(awaited(nine_times("ld.volatile.global.u32 %r1, [%rd1];\n"
                                 "setp.eq.u32 %p1, %r1, 0;\n@%p1 bra right;\ntrap;\nright:")),
              Opcodes{});
}

TEST(WaitingLoops, RoundsAreCountedOfThoseThatWaitOnly) {
    const auto rounds = [](const std::string& body) {
        Runner runner(kernel(body));
        runner.ints("numbers", 64, 1).launch("k", {2, 1, 1}, {32, 1, 1});
        return runner.machine().counters().polls;
    };
    EXPECT_EQ(rounds(nine_times("atom.global.add.u32 %r1, [%rd1], 1;")), 0u);
    EXPECT_EQ(rounds("turn:\nld.volatile.global.u32 %r1, [%rd1];\n"
                     "setp.ne.u32 %p1, %r1, 0;\n@%p1 bra turn;"),
              2u)
        << "one for each warp: nobody keeps them";
}

// --- flags, and volatile data ---

std::string faults_of(const std::string& body) {
    Options options;
    options.check_all = true;
    options.order = Order::resident;
    Runner runner(kernel(body), options);
    runner.ints("numbers", 64, 1).launch("k", {1, 1, 1}, {64, 1, 1});
    std::string text;
    for (const Fault& fault : runner.machine().faults()) {
        text += std::string(simulator::name_of(fault.kind)) + " " + fault.buffer + "[" +
                std::to_string(fault.element) + "]\n";
    }
    return text;
}

// Thread 0 does one thing, thread 32 another.
std::string two_threads(const std::string& first, const std::string& second) {
    return "setp.eq.u32 %p4, %r0, 0;\nsetp.eq.u32 %p5, %r0, 32;\n@%p4 bra one;\n"
           "@%p5 bra two;\nbra done;\none:\n" +
           first + "\nbra done;\ntwo:\n" + second + "\ndone:";
}

const std::string fence = "membar.gl;\n", set_data = "st.volatile.global.u32 [%rd1], 7;\n",
                  set_flag = "st.volatile.global.u32 [%rd1+4], 1;\n",
                  read_data = "ld.volatile.global.u32 %r2, [%rd1];\n",
                  poll_flag =
                      "again:\nld.volatile.global.u32 %r1, [%rd1+4];\n"
                      "setp.eq.u32 %p1, %r1, 0;\n@%p1 bra again;\n";

TEST(Flags, AVolatilePairWithoutABarrierIsARaceWhateverFenceThereIs) {
    EXPECT_EQ(faults_of(two_threads(set_data, read_data)), "race numbers[0]\n");
    EXPECT_EQ(faults_of(two_threads(fence + set_data, read_data)), "race numbers[0]\n");
    EXPECT_EQ(faults_of(two_threads(set_data + fence, read_data)), "race numbers[0]\n");
    EXPECT_EQ(faults_of(two_threads(read_data + fence, fence + set_data)), "race numbers[0]\n");
    EXPECT_EQ(faults_of("setp.eq.u32 %p1, %r0, 0;\n@%p1 membar.gl;\n"
                        "@%p1 st.volatile.global.u32 [%rd1], 7;\nbar.sync 0;\n" +
                        read_data),
              "");
}

TEST(Flags, APolledFlagIsNoRace) {
    EXPECT_EQ(faults_of(two_threads(set_flag, poll_flag)), "");
    EXPECT_EQ(faults_of(two_threads(fence + set_flag, poll_flag)), "");
    const std::string lock =
        "again:\natom.global.cas.b32 %r1, [%rd1+4], 1, 2;\nsetp.ne.u32 %p1, %r1, 1;\n"
        "@%p1 bra again;\n";
    EXPECT_EQ(faults_of(two_threads(set_flag, lock)), "") << "it is polled by an atomic as well";
    EXPECT_EQ(faults_of(two_threads("st.global.u32 [%rd1+4], 1;\n", poll_flag)),
              "race numbers[1]\n")
        << "the compiler may keep a plain store back for ever";
}

TEST(Flags, AFenceStandsBetweenDataAndFlagOnBothSides) {
    const std::string tells = set_data + fence + set_flag, looks = poll_flag + fence + read_data;
    EXPECT_EQ(faults_of(two_threads(tells, looks)), "");
    for (const std::string& early : {fence + set_data + set_flag, set_data + set_flag + fence})
        EXPECT_EQ(faults_of(two_threads(early, looks)), "race numbers[0]\n");
    for (const std::string& early :
         {poll_flag + read_data, fence + poll_flag + read_data, poll_flag + read_data + fence})
        EXPECT_EQ(faults_of(two_threads(tells, early)), "race numbers[0]\n");
}

TEST(Flags, ALookThatOnlyDecidesReadsAFlag) {
    const std::string look = "ld.volatile.global.u32 %r1, [%rd1+4];\n",
                      decides = look + "setp.eq.u32 %p1, %r1, 0;\n@%p1 bra done;\n" + read_data;
    EXPECT_EQ(faults_of(two_threads(set_data + set_flag, decides)), "race numbers[0]\n");
    EXPECT_EQ(faults_of(two_threads(set_flag, look + "setp.eq.u32 %p1, %r1, 0;\n@%p1 bra done;\n")),
              "");
    EXPECT_EQ(faults_of(two_threads(set_flag, look + "st.global.u32 [%rd1+8], %r1;\n")),
              "race numbers[1]\n")
        << "what is stored is data";
    EXPECT_EQ(faults_of(two_threads(set_flag, look)), "race numbers[1]\n");
}

TEST(Flags, WhoHasSeenAFlagMayReadItAgainAndSetItBack) {
    const std::string again =
                          "ld.volatile.global.u32 %r1, [%rd1+4];\nst.global.u32 [%rd1+8], %r1;\n",
                      back = "st.volatile.global.u32 [%rd1+4], 0;\n";
    EXPECT_EQ(faults_of(two_threads(set_flag, poll_flag + again + back)), "");
    EXPECT_EQ(faults_of(two_threads(set_flag, back)), "race numbers[1]\n");
}

TEST(Flags, ManyMaySetAFlagToOneValue) {
    EXPECT_EQ(faults_of(set_flag), "");
    EXPECT_EQ(faults_of("st.volatile.global.u32 [%rd1+4], %r0;\n").substr(0, 4), "race");
    EXPECT_EQ(faults_of("st.global.u32 [%rd1+4], 1;\n").substr(0, 12), "equal_writes");
}

}  // namespace
}  // namespace flow_test

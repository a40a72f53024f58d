// Counts at the edges of their rules: patterns that come back at another phase, wide gathers, local
// memory in two words, jumps without a choice, guards, what one address for all costs at best.
#include <gtest/gtest.h>

#include "tests/helpers/flow_runner.h"
#include "tests/simulator/small_kernel.h"

namespace {

using namespace flow_test;
using small_kernel::line_of;
using small_kernel::text_of;

// A run of one kernel of one warp, watched, with a buffer of 1024 numbers for each pointer.
class Small {
public:
    explicit Small(int pointers, const std::string& body, std::uint32_t threads = 32)
        : text(text_of(pointers, body)), runner(text, watching()) {
        for (int i = 0; i < pointers; ++i) runner.ints("b" + std::to_string(i), 1024, 10);
        runner.launch("small", {}, {threads, 1, 1});
        EXPECT_TRUE(runner.machine().faults().empty());
    }
    // Without checks: what stands in memory is of no interest here.
    static Options watching() {
        Options options = Runner::watching_first();
        options.races = false;
        return options;
    }
    Counters counters() { return runner.machine().counters(); }
    LineCounters line(std::string_view words) {
        const int wanted = line_of(text, words);
        for (const LineCounters& line : runner.machine().ptx_lines())
            if (line.line == wanted) return line;
        ADD_FAILURE() << "nothing is counted at " << words;
        return {};
    }
    Event event(std::string_view words) {
        const int wanted = line_of(text, words);
        const auto trace = runner.trace();
        for (const Event& event : trace->events)
            if (event.ptx_line == wanted) return event;
        ADD_FAILURE() << "no event at " << words;
        return {};
    }
    std::string text;
    Runner runner;
};

// Every second word, eight times, each time one word further: from the third time on the last
// lane stands in a ninth sector.
TEST(CountEdges, AKnownPatternAtAnotherPhaseIsCountedAnew) {
    Small small(1,
                "mad.wide.u32 %d0, %t, 4, %own0;\n"
                "mov.u32 %r0, 0;\n"
                "again:\n"
                "ld.global.u32 %r1, [%d0];\n"
                "add.u64 %d0, %d0, 4;\n"
                "add.u32 %r0, %r0, 1;\n"
                "setp.lt.u32 %p0, %r0, 8;\n"
                "@%p0 bra again;\n");
    EXPECT_EQ(small.counters().global_load_requests, 8u);
    EXPECT_EQ(small.counters().global_load_sectors, 2 * 8 + 6 * 9u);
}

// Halves of words 130 bytes apart: in two banks or in one, as the first stands in its word.
TEST(CountEdges, AKnownPatternOfSharedMemoryToo) {
    Small small(0,
                "and.b32 %r0, %t, 1;\n"
                "mul.lo.u32 %r0, %r0, 130;\n"
                "mov.u32 %r1, part;\n"
                "add.u32 %r0, %r0, %r1;\n"
                "mov.u32 %r2, 0;\n"
                "again:\n"
                "ld.shared.u16 %h0, [%r0];\n"
                "add.u32 %r0, %r0, 2;\n"
                "add.u32 %r2, %r2, 1;\n"
                "setp.lt.u32 %p0, %r2, 4;\n"
                "@%p0 bra again;\n");
    EXPECT_EQ(small.counters().shared_load_requests, 4u);
    EXPECT_EQ(small.counters().shared_load_wavefronts, 2 + 1 + 2 + 1u);
    EXPECT_EQ(small.counters().shared_load_bank_conflicts, 2u);
}

// Doubles two apart, in the first half of the warp; the second half reads the first of them, and is
// off every other time: then its wavefront is missing, though all that is read is the same.
TEST(CountEdges, AKnownPatternOfFewerLanesIsAnother) {
    Small small(0,
                "min.u32 %r0, %t, 16;\n"
                "and.b32 %r0, %r0, 15;\n"
                "shl.b32 %r0, %r0, 4;\n"
                "mov.u32 %r1, part;\n"
                "add.u32 %r0, %r0, %r1;\n"
                "mov.u32 %r2, 0;\n"
                "again:\n"
                "and.b32 %r3, %r2, 1;\n"
                "shl.b32 %r3, %r3, 4;\n"
                "or.b32 %r3, %r3, 15;\n"
                "setp.le.u32 %p1, %t, %r3;\n"
                "@%p1 ld.shared.u64 %d0, [%r0];\n"
                "add.u32 %r2, %r2, 1;\n"
                "setp.lt.u32 %p0, %r2, 4;\n"
                "@%p0 bra again;\n");
    EXPECT_EQ(small.counters().shared_load_requests, 4u);
    EXPECT_EQ(small.counters().shared_load_wavefronts, 2 + 3 + 2 + 3u);
}

// Lane t takes four words at 16 * (t / 2 * 3): 16 places of 16 bytes, each in a sector of its own.
TEST(CountEdges, GatheredFourWordsCountAllTheirBytesOnce) {
    Small small(1,
                "shr.u32 %r0, %t, 1;\n"
                "mul.lo.u32 %r0, %r0, 3;\n"
                "mad.wide.u32 %d0, %r0, 16, %a0;\n"
                "ld.global.v4.u32 {%r1, %r2, %r3, %r4}, [%d0];\n");
    EXPECT_EQ(small.counters().bytes_requested, 16 * 16u);
    EXPECT_EQ(small.counters().global_load_sectors, 16u);
    EXPECT_EQ(small.counters().bytes_asked, 16 * 32u);
    EXPECT_EQ(small.event("ld.global.v4").sectors, 16u);
    EXPECT_EQ(small.event("ld.global.v4").ideal, 8u) << "256 bytes, packed";
}

// CUDA says that one of them wins, and not which; here it is always the last.
TEST(CountEdges, OfLanesThatStoreToOnePlaceTheLastWins) {
    Small small(1,
                "st.global.u32 [%a0], %t;\n"
                "setp.lt.u32 %p0, %t, 12;\n"
                "@%p0 st.global.u32 [%a0+4], %t;\n"
                "st.shared.u32 [part], %t;\n"
                "ld.shared.u32 %r0, [part];\n"
                "st.global.u32 [%a0+8], %r0;\n");
    const auto words = small.runner.values<std::uint32_t>("b0");
    EXPECT_EQ(words[0], 31u);
    EXPECT_EQ(words[1], 11u);
    EXPECT_EQ(words[2], 31u);
    EXPECT_EQ(small.line("[%a0], %t").counters.global_store_sectors, 1u);
}

TEST(CountEdges, EightBytesOfLocalMemoryAreOneRequest) {
    Small small(1,
                ".local .align 8 .b8 own[16];\n"
                "cvt.u64.u32 %d1, %t;\n"
                "st.local.u64 [own+8], %d1;\n"
                "ld.local.f64 %d2, [own+8];\n"
                "cvt.u32.u64 %r0, %d2;\n"
                "st.global.u32 [%own0], %r0;\n");
    EXPECT_EQ(small.counters().local_store_requests, 1u);
    EXPECT_EQ(small.counters().local_load_requests, 1u);
    EXPECT_EQ(small.counters().local_store_sectors, 8u) << "two words, each of 32 lanes in a row";
    EXPECT_EQ(small.counters().local_load_sectors, 8u);
    EXPECT_EQ(small.runner.values<std::uint32_t>("b0")[31], 31u);
}

TEST(CountEdges, OnlyBranchesThatChooseAreBranches) {
    Small small(0,
                "mov.u32 %r0, 0;\n"
                "bra test;\n"
                "again:\n"
                "add.u32 %r0, %r0, 1;\n"
                "bra test;\n"
                "test:\n"
                "setp.lt.u32 %p0, %r0, 5;\n"
                "@%p0 bra again;\n");
    EXPECT_EQ(small.counters().branches, 6u);
    EXPECT_EQ(small.counters().divergent_branches, 0u);
}

TEST(CountEdges, AGuardTakesLanesAwayAndNoExecution) {
    Small small(1,
                "setp.lt.u32 %p0, %t, 12;\n"
                "setp.gt.u32 %p1, %t, 99;\n"
                "@%p0 add.u32 %r0, %t, 1;\n"
                "@!%p0 add.u32 %r0, %t, 2;\n"
                "@%p1 add.u32 %r0, %t, 3;\n"
                "@%p1 ld.global.u32 %r1, [%own0];\n");
    EXPECT_EQ(small.line("%t, 1;").counters.lane_instructions, 12u);
    EXPECT_EQ(small.line("%t, 1;").executions, 1u);
    EXPECT_EQ(small.line("%t, 2;").counters.lane_instructions, 20u);
    EXPECT_EQ(small.line("%t, 3;").counters.lane_instructions, 0u);
    EXPECT_EQ(small.line("%t, 3;").counters.warp_instructions, 1u) << "issued, for no lane";
    EXPECT_EQ(small.line("ld.global").counters.global_load_requests, 0u);
}

TEST(CountEdges, OneAddressForAllIsOneSectorAtBest) {
    Small small(1,
                "ld.global.u32 %r0, [%a0];\n"
                "and.b32 %r1, %t, 15;\n"
                "mad.wide.u32 %d0, %r1, 4, %a0;\n"
                "ld.global.f32 %r2, [%d0+4];\n");
    EXPECT_EQ(small.event("[%a0];").sectors, 1u);
    EXPECT_EQ(small.event("[%a0];").ideal, 1u);
    EXPECT_EQ(small.event("[%d0+4]").sectors, 3u) << "16 words from the second on";
    EXPECT_EQ(small.event("[%d0+4]").ideal, 2u);
    EXPECT_EQ(small.counters().bytes_requested, 4 + 64u);
}

// A block with two loads waits once; so does the next one.
TEST(CountEdges, LoadsOfOneBlockOfCodeAreOneRound) {
    Small small(1,
                "ld.global.u32 %r0, [%own0];\n"
                "ld.global.u32 %r1, [%own0+4];\n"
                "add.u32 %r0, %r0, %r1;\n"
                "setp.gt.u32 %p0, %r0, 1000;\n"
                "@%p0 bra end;\n"
                "ld.global.u32 %r2, [%own0+8];\n"
                "end:\n");
    EXPECT_EQ(small.counters().global_load_requests, 3u);
    EXPECT_EQ(small.counters().global_load_rounds, 2u);
}

// A store that needs a value of the round, and that may write what the next load reads, stands
// between them: no compiler moves a load over such a store.
TEST(CountEdges, AStoreThatWaitsEndsARound) {
    const auto rounds = [](const std::string& between, const std::string& next) {
        Small small(2, "ld.global.u32 %r0, [%own0];\n" + between + "\n" + next + "\n");
        return small.counters().global_load_rounds;
    };
    const std::string again = "ld.global.u32 %r1, [%own0+128];",
                      waits = "st.global.u32 [%own1], %r0;";
    EXPECT_EQ(rounds("", again), 1u);
    EXPECT_EQ(rounds(waits, again), 2u);
    EXPECT_EQ(rounds("st.global.u32 [%own1], 7;", again), 1u) << "it waits for nothing";
    EXPECT_EQ(rounds(waits, "ld.global.nc.u32 %r1, [%own0+128];"), 1u) << "nobody writes there";
    EXPECT_EQ(rounds("st.global.u32 [%own0], %r0;", again), 1u) << "another place, as PTX tells";
    EXPECT_EQ(rounds("st.global.u32 [%own0+128], %r0;", again), 2u) << "the same place";
    EXPECT_EQ(rounds("st.global.u32 [%own0], %r0;\nadd.u64 %own0, %own0, 4;", again), 2u)
        << "the address has changed since";
}

// All lanes at one address: what machine code counts at once adds 32 bits where what stood there is
// read by nobody, the constant 1 in shared memory or at an address that is one for all lanes.
TEST(CountEdges, AOneThatIsSeenIsCountedAtOnce) {
    const auto passes = [](const std::string& atomic, const char* behind = "") {
        Small small(1,
                    "mov.u32 %r6, part;\nmov.u32 %r4, 1;\nadd.u32 %r5, %t, 1;\n"
                    "mov.u64 %d1, 1;\nand.b32 %r2, %t, 0;\nadd.u32 %r2, %r2, %r6;\n"
                    "mul.wide.u32 %d2, %r2, 0;\nadd.u64 %d2, %d2, %a0;\n" +
                        atomic + ";\n" + behind);
        return small.line(atomic.substr(0, atomic.find(' '))).counters.atomic_passes;
    };
    EXPECT_EQ(passes("red.shared.add.u32 [%r2], 1"), 1u);
    EXPECT_EQ(passes("atom.shared.add.u32 %r3, [%r2], 1"), 1u);
    EXPECT_EQ(passes("atom.shared.add.s32 %r3, [%r2], 1"), 1u);
    EXPECT_EQ(passes("atom.shared.add.u32 %r3, [%r2], %r4"), 1u) << "a register that holds it";
    EXPECT_EQ(passes("atom.shared.add.u32 %r3, [%r2], 1", "add.u32 %r0, %r3, 1;\n"), 32u);
    EXPECT_EQ(passes("atom.shared.add.u32 %r3, [%r2], 2"), 32u);
    EXPECT_EQ(passes("atom.shared.add.u32 %r3, [%r2], %r5"), 32u);
    EXPECT_EQ(passes("atom.shared.add.u64 %d0, [%r2], 1"), 32u);
    EXPECT_EQ(passes("atom.shared.max.u32 %r3, [%r2], 1"), 32u);
    EXPECT_EQ(passes("red.global.add.u32 [%d2], 1"), 32u) << "lanes compute the address";
    EXPECT_EQ(passes("red.global.add.u32 [%a0], 1"), 1u);
    EXPECT_EQ(passes("red.global.add.u32 [%a0], %r5"), 1u);
    EXPECT_EQ(passes("red.shared.add.u32 [%r6], %r5"), 1u);
    EXPECT_EQ(passes("red.global.add.f32 [%a0], 0f3F800000"), 32u);
    EXPECT_EQ(passes("atom.global.add.u32 %r3, [%a0], 1", "add.u32 %r0, %r3, 1;\n"), 32u);
}

// The longest queue of each request, not the lanes of it; those in shared memory count alike.
TEST(CountEdges, PassesAreTheLongestQueue) {
    Small small(1,
                "shr.u32 %r0, %t, 3;\n"
                "min.u32 %r0, %r0, 2;\n"
                "mad.wide.u32 %d0, %r0, 4, %a0;\n"
                "red.global.add.u32 [%d0], 1;\n"
                "shl.b32 %r1, %r0, 2;\n"
                "mov.u32 %r2, part;\n"
                "add.u32 %r1, %r1, %r2;\n"
                "atom.shared.exch.b32 %r3, [%r1], %t;\n");
    EXPECT_EQ(small.line("red.global").counters.atomic_passes, 16u) << "queues of 8, 8 and 16";
    EXPECT_EQ(small.line("atom.shared").counters.atomic_passes, 16u);
    EXPECT_EQ(small.counters().atomics, 2u);
    EXPECT_EQ(small.counters().global_store_requests, 0u);
    EXPECT_EQ(small.runner.values<std::uint32_t>("b0")[2] - std::uint32_t(number(2)), 16u);
}

TEST(CountEdges, ALineIsExecutedAsOftenAsItsBusiestInstruction) {
    const std::string file = ".file 1 \"x.cu\"\n";
    const std::string text = text_of(0,
                                     "mov.u32 %r0, 0;\n"
                                     "again:\n"
                                     ".loc 1 7 0\n"
                                     "add.u32 %r0, %r0, 1;\n"
                                     "setp.lt.u32 %p0, %r0, 3;\n"
                                     "@%p0 bra again;\n"
                                     ".loc 1 7 9\n"
                                     "setp.lt.u32 %p1, %t, 4;\n"
                                     "@!%p1 bra end;\n"
                                     "add.u32 %r1, %r0, 1;\n"
                                     "end:\n",
                                     file);
    Runner runner(text);
    runner.launch("small", {2, 1, 1}, {32, 1, 1});
    const auto lines = runner.machine().lines();
    const auto line = std::ranges::find(lines, 7, &LineCounters::line);
    ASSERT_NE(line, lines.end());
    EXPECT_EQ(line->executions, 2 * 3u);
    EXPECT_EQ(line->lanes, 2 * 3 * 32u);
    EXPECT_EQ(line->counters.divergent_branches, 2u);
}

// A compiler computes addresses ahead of a branch: the access says how often its line ran.
TEST(CountEdges, AnAddressComputedEarlierIsNoExecution) {
    const std::string file = ".file 1 \"x.cu\"\n";
    const auto line_7 = [&](const std::string& body) {
        Runner runner(text_of(1, body, file));
        runner.ints("b0", 1024, 10);
        runner.launch("small", {}, {64, 1, 1});
        const auto lines = runner.machine().lines();
        const auto line = std::ranges::find(lines, 7, &LineCounters::line);
        EXPECT_NE(line, lines.end());
        return line == lines.end() ? LineCounters{} : *line;
    };
    const std::string address = ".loc 1 7 0\nmad.wide.u32 %d0, %t, 4, %a0;\n",
                      store = "st.global.u32 [%d0], %t;\n", end = "end:\n.loc 1 9 0\n",
                      skip = ".loc 1 6 0\nsetp.lt.u32 %p0, %t, 16;\n@!%p0 bra end;\n",
                      skip_all = ".loc 1 6 0\nsetp.lt.u32 %p0, %t, 0;\n@!%p0 bra end;\n";
    const LineCounters apart = line_7(address + skip + ".loc 1 7 0\n" + store + end);
    EXPECT_EQ(apart.executions, 1u) << "of two warps one stores";
    EXPECT_EQ(apart.lanes, 16u);
    EXPECT_EQ(apart.counters.warp_instructions, 2u + 1);
    EXPECT_EQ(line_7(address + skip_all + ".loc 1 7 0\n" + store + end).executions, 0u);
    // A load ahead of a loop: its line goes on in there.
    const LineCounters looped =
        line_7(address +
               "ld.global.u32 %r1, [%d0];\n.loc 1 6 0\nmov.u32 %r0, 0;\nagain:\n"
               ".loc 1 7 0\nadd.u32 %r1, %r1, %r0;\n.loc 1 6 0\nadd.u32 %r0, %r0, 1;\n"
               "setp.lt.u32 %p0, %r0, 3;\n@%p0 bra again;\n");
    EXPECT_EQ(looped.executions, 2 * 3u);
    // Where the line itself says which warps take part, all came to it.
    const LineCounters own = line_7(address + "setp.lt.u32 %p0, %t, 16;\n@%p0 " + store + end);
    EXPECT_EQ(own.executions, 2u);
    EXPECT_EQ(own.lanes, 64u);
}

}  // namespace

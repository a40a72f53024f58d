// Memories: what a read of a warp costs in each of them, by hand; where an array of a thread's own
// lies; and that all ways bring the same numbers.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

#include "lab/assets.h"
#include "lab/host_code/host_code.h"
#include "lab/host_side.h"
#include "lab/programs.h"
#include "lab/running/simulation.h"
#include "tests/helpers/words.h"
#include "tests/lessons/lesson_helpers.h"

namespace {

using namespace lab;
using namespace tests;

constexpr const char* memory_rungs[] = {"registers", "local",  "shared",
                                        "constant",  "global", "read_only"};
constexpr const char* indexed_rungs[] = {"local", "shared", "constant", "global", "read_only"};
constexpr int table_sizes[] = {32, 64, 128, 256};

Settings memories(const std::string& rung, const std::vector<std::string>& values) {
    return asked("memories/" + rung, values);
}

// One warp, and each number read once.
Settings warp_reads(const std::string& rung, int size, const std::string& order) {
    return memories(
        rung, {"n=32", "block=32", "reads=1", "size=" + std::to_string(size), "order=" + order});
}

std::vector<std::uint32_t> checksums(const Settings& settings) {
    Request request;
    request.settings = settings;
    Simulation simulation(request, Playing::counted());
    while (!simulation.advance(1 << 26)) {
    }
    const auto bytes = simulation.contents("sums");
    std::vector<std::uint32_t> found(bytes.size() / 4);
    std::memcpy(found.data(), bytes.data(), bytes.size());
    return found;
}

TEST(Memories, RegistersAreReadFromNowhere) {
    for (const int size : {32, 64, 128}) {
        const Settings set =
            memories("registers", {"n=64", "block=32", "reads=3", "size=" + std::to_string(size)});
        const auto line = counted_on_line(set);
        EXPECT_EQ(line.global_load_requests + line.local_load_requests + line.shared_load_requests +
                      line.constant_load_requests,
                  0u);
        const auto all = run(set)->counters;
        EXPECT_EQ(all.global_load_requests, 2u * size) << "fetched once, by each warp";
        EXPECT_EQ(all.global_load_sectors, 2u * size);
        EXPECT_EQ(all.local_store_requests + all.local_load_requests, 0u);
    }
}

// One copy for each thread, and element k of all lanes side by side.
TEST(Memories, AnIndexAtRunTimeSendsTheArrayToLocalMemory) {
    for (const int size : table_sizes) {
        const std::uint64_t numbers = std::uint64_t(size);
        const auto all = run(warp_reads("local", size, "together"))->counters;
        EXPECT_EQ(all.local_store_sectors, 32 * 4 * numbers / 32) << "a number for each lane";
        EXPECT_EQ(all.local_load_requests, numbers);
        EXPECT_EQ(all.local_load_sectors, 4 * numbers);
        for (const char* order : {"apart", "spread"})
            EXPECT_EQ(run(warp_reads("local", size, order))->counters.local_load_sectors,
                      32 * numbers)
                << order << " " << size;
    }
}

TEST(Memories, SharedMemoryGivesAWordOfEachBank) {
    for (const int size : table_sizes) {
        const std::uint64_t numbers = std::uint64_t(size);
        const auto wavefronts = [&](const char* order) {
            const auto line = counted_on_line(warp_reads("shared", size, order));
            EXPECT_EQ(line.shared_load_requests, numbers);
            return line.shared_load_wavefronts;
        };
        EXPECT_EQ(wavefronts("together"), numbers);
        EXPECT_EQ(wavefronts("apart"), numbers);
        EXPECT_EQ(wavefronts("spread"), numbers * numbers / 32) << "so many words in each bank";
    }
}

TEST(Memories, ConstantMemoryGivesOneNumberAPass) {
    for (const int size : table_sizes) {
        const std::uint64_t numbers = std::uint64_t(size);
        const auto passes = [&](const char* order) {
            const auto line = counted_on_line(warp_reads("constant", size, order));
            EXPECT_EQ(line.constant_load_requests, numbers);
            EXPECT_EQ(line.global_load_requests, 0u);
            return line.constant_load_passes;
        };
        EXPECT_EQ(passes("together"), numbers);
        EXPECT_EQ(passes("apart"), 32 * numbers);
        EXPECT_EQ(passes("spread"), 32 * numbers);
    }
}

// 32 numbers in a row are four sectors where they begin with one, and five else.
TEST(Memories, GlobalMemoryGivesEachSectorOnce) {
    for (const int size : table_sizes)
        for (const char* rung : {"global", "read_only"}) {
            const std::uint64_t numbers = std::uint64_t(size);
            const auto sectors = [&](const char* order) {
                const auto line = counted_on_line(warp_reads(rung, size, order));
                EXPECT_EQ(line.global_load_requests, numbers);
                return line.global_load_sectors;
            };
            EXPECT_EQ(sectors("together"), numbers);
            EXPECT_EQ(sectors("apart"), (4 + 7 * 5) * numbers / 8);
            // All of the table; from most places in a sector, a part of one more.
            const std::uint64_t apart = numbers / 32;
            EXPECT_EQ(sectors("spread"), (numbers + 8 - apart) * numbers / 8);
        }
}

// The promise is an instruction of its own; all that is counted stays.
TEST(Memories, TheReadOnlyWayCountsAsAnyOther) {
    const auto program = [](const char* rung) {
        const Settings set = memories(rung, {});
        const auto found = program_of(*set.subject, set.kernel());
        EXPECT_TRUE(found);
        return *found;
    };
    const auto table_loads = [](const auto& of) {
        int found = 0;
        for (const simulator::Code& code : of->code)
            found += code.row && code.row->form.starts_with("ld") &&
                     code.space == simulator::Space::global;
        return found;
    };
    EXPECT_EQ(table_loads(program("global")), 32) << "those of a turn";
    EXPECT_EQ(table_loads(program("read_only")), 32);
    const std::string ptx = *read_file(*asset("ptx/memories.ptx"));
    const auto body = [&](const char* kernel) {
        const std::size_t at = ptx.find(std::string(".entry ") + kernel);
        EXPECT_NE(at, std::string::npos) << kernel;
        return ptx.substr(at, ptx.find("ret;", at) - at);
    };
    EXPECT_FALSE(has(body("_Z10sum_globalILi32EEvPKjPjiiii"), "ld.global.nc"));
    EXPECT_TRUE(has(body("_Z13sum_read_onlyILi32EEvPKjPjiiii"), "ld.global.nc"));
    const auto counted = [](const char* rung, const char* order) {
        return run(warp_reads(rung, 64, order))->counters;
    };
    for (const char* order : {"together", "apart", "spread"})
        EXPECT_EQ(counted("global", order), counted("read_only", order)) << order;
}

TEST(Memories, AllWaysBringTheSameNumbers) {
    for (const char* size : {"size=32", "size=128"}) {
        const auto together = checksums(memories("registers", {"n=300", "block=100", size}));
        ASSERT_EQ(together.size(), 300u);
        EXPECT_NE(together[0], together[1]) << "each begins with its own number";
        for (const char* rung : indexed_rungs)
            EXPECT_EQ(checksums(memories(rung, {"n=300", "block=100", size})), together) << rung;
        for (const char* order : {"order=apart", "order=spread"}) {
            const auto others = checksums(memories("local", {"n=300", "block=100", size, order}));
            EXPECT_NE(others, together) << "in another order it is another checksum";
            for (const char* rung : indexed_rungs)
                EXPECT_EQ(checksums(memories(rung, {"n=300", "block=100", size, order})), others)
                    << rung;
        }
    }
}

TEST(Memories, AreRightAtEveryAwkwardSize) {
    for (const char* rung : memory_rungs)
        for (const char* n : {"n=1", "n=31", "n=33", "n=257"})
            for (const char* block : {"block=1", "block=33", "block=100", "block=1024"})
                for (const char* order : {"order=together", "order=apart", "order=spread"})
                    for (const char* size : {"size=32", "size=256"})
                        expect_right_or_refused(memories(rung, {n, block, order, size, "reads=2"}));
}

TEST(Memories, MoreNumbersThanRegistersAreRefused) {
    const auto refused = refusal(memories("registers", {"size=256"}));
    ASSERT_TRUE(refused);
    EXPECT_EQ(refused->limit, 255);
    EXPECT_EQ(refused->asked, 256);
    EXPECT_FALSE(refusal(memories("registers", {"size=128"})));
    for (const char* rung : indexed_rungs) EXPECT_FALSE(refusal(memories(rung, {"size=256"})));
}

// With twice as many turns, a read more of each number is what registers take, a load, and what one
// index of a turn of 32 reads needs.
TEST(Memories, AReadIsALoadMoreThanInRegisters) {
    const auto turn_of = [](const std::string& rung, const char* size) {
        const auto with = [&](const char* reads) {
            return run(memories(rung, {"n=32", "block=32", size, reads}))
                ->counters.warp_instructions;
        };
        return with("reads=3") - with("reads=2");
    };
    EXPECT_EQ(turn_of("registers", "size=32"), 32 * 2 + 3u) << "count, compare, jump";
    for (const char* rung : indexed_rungs) {
        EXPECT_EQ(turn_of(rung, "size=32"), 32 * 3 + 3 + 6u) << rung;
        EXPECT_EQ(turn_of(rung, "size=256"), 8 * (32 * 3 + 3 + 6u)) << rung;
    }
}

// A lane that begins at the last number finds as many more as a turn reads.
TEST(Memories, TablesReachAsFarAsTheirLastLaneReads) {
    for (const char* rung : indexed_rungs)
        for (const char* size : {"size=32", "size=256"})
            for (const char* order : {"order=apart", "order=spread"})
                EXPECT_TRUE(run(memories(rung, {"n=96", "block=96", size, order}))->faults.empty())
                    << rung << size << order;
}

// Nothing was spilled: what ptxas says of the kernels whose counts say that they have no way to go.
TEST(Memories, RegistersAreEnoughForWhatIsKeptInThem) {
    const std::string told = *read_file(*asset("ptx/memories.registers"));
    for (const char* size : {"32", "64", "128"}) {
        const std::string kernel = "_Z13sum_registersILi" + std::string(size) + "EEvPKjPjii ";
        const std::size_t at = told.find(kernel);
        ASSERT_NE(at, std::string::npos) << kernel;
        const std::size_t from = at + kernel.size();
        const std::string numbers = told.substr(from, told.find('\n', from) - from);
        EXPECT_GT(std::stoi(numbers), std::stoi(size));
        EXPECT_TRUE(numbers.ends_with(" 0")) << numbers;
    }
}

// Who gives the memory changes the program around the kernel, and nothing that is counted.
TEST(Memories, ManagedMemoryIsGlobalMemoryToTheKernel) {
    const Settings copied = memories("global", {"n=1024"});
    const Settings managed = memories("global", {"n=1024", "memory=managed"});
    EXPECT_FALSE(host_style(copied).managed);
    EXPECT_TRUE(host_style(managed).managed);
    EXPECT_EQ(run(copied)->counters, run(managed)->counters);
    EXPECT_FALSE(host_style(memories("shared", {"memory=managed"})).managed);
    Request request;
    request.settings = managed;
    const auto text = program_text(request);
    ASSERT_TRUE(text) << text.problem().message;
    EXPECT_TRUE(has(*text, "cudaMallocManaged")) << *text;
}

}  // namespace

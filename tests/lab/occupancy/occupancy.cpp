// Occupancy by hand, from the first CUDA card to today's, and against the toolkit's own calculator
// where its header is found.
#include "lab/occupancy/occupancy.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <climits>
#include <set>

#if __has_include(<cuda_occupancy.h>)
#include <cuda_occupancy.h>
#define WARPLENS_HAS_OCCUPANCY_HEADER 1
#endif

namespace {

using namespace lab;

const Multiprocessor& card(const std::string& id) {
    const auto found = std::ranges::find(multiprocessors(), id, &Multiprocessor::id);
    EXPECT_NE(found, multiprocessors().end()) << id;
    return *found;
}

std::int64_t blocks(const char* id, BlockNeeds needs) {
    return occupancy_of(card(id), needs).blocks;
}

// 768 threads and 8 blocks: 8x8 end at the blocks, 16x16 fill it, 32x32 are more than there is.
TEST(Occupancy, OfTheFirstCardByTheShapeOfABlock) {
    const Occupancy small = occupancy_of(card("8800gtx"), {8 * 8});
    EXPECT_EQ(small.blocks, 8);
    EXPECT_EQ(small.warps() * 32, 512);
    EXPECT_EQ(small.limit, Resource::blocks);
    const Occupancy middle = occupancy_of(card("8800gtx"), {16 * 16});
    EXPECT_EQ(middle.blocks, 3);
    EXPECT_EQ(middle.warps() * 32, 768);
    EXPECT_EQ(middle.limit, Resource::warps);
    EXPECT_EQ(middle.share(), 1);
    const Occupancy large = occupancy_of(card("8800gtx"), {32 * 32});
    EXPECT_EQ(large.blocks, 0);
    EXPECT_TRUE(large.too_large);
    EXPECT_EQ(large.limit, Resource::warps);
}

// 8192 registers: 256 threads of 10 are 2560, and three times that is 7680; of 11 they are 2816.
TEST(Occupancy, OfTheFirstCardByARegisterMore) {
    const Occupancy ten = occupancy_of(card("8800gtx"), {256, 10});
    EXPECT_EQ(ten.blocks, 3);
    EXPECT_EQ(ten.of(Resource::registers).of_block, 2560);
    EXPECT_EQ(ten.of(Resource::registers).left(3), 512);
    EXPECT_EQ(ten.limit, Resource::warps) << "of several the first";
    const Occupancy eleven = occupancy_of(card("8800gtx"), {256, 11});
    EXPECT_EQ(eleven.blocks, 2);
    EXPECT_EQ(eleven.limit, Resource::registers);
    EXPECT_EQ(eleven.of(Resource::registers).of_block, 2816);
    EXPECT_EQ(eleven.warps(), 16);
}

// There a block has its registers as a whole, for an even number of warps, in pieces of 256.
TEST(Occupancy, OfTheFirstCardInPieces) {
    EXPECT_EQ(occupancy_of(card("8800gtx"), {96, 10}).of(Resource::registers).of_block, 1280);
    EXPECT_EQ(occupancy_of(card("8800gtx"), {64, 9}).of(Resource::registers).of_block, 768);
    EXPECT_EQ(blocks("8800gtx", {64, 10, 2000}), 8) << "2016 bytes in pieces of 512 are 2 KiB";
    EXPECT_EQ(blocks("8800gtx", {64, 10, 2048}), 6) << "16 bytes more are 2560";
}

// 65 536 registers and 64 warps: 32 a thread are the most at which all warps have room; then each
// warp takes 256 more.
TEST(Occupancy, OfTodaysCardsByRegisters) {
    for (const char* id : {"k40", "v100", "a100", "h200"}) {
        EXPECT_EQ(occupancy_of(card(id), {256, 32}).warps(), 64) << id;
        EXPECT_EQ(occupancy_of(card(id), {256, 33}).warps(), 48) << id;
        EXPECT_EQ(occupancy_of(card(id), {256, 40}).warps(), 48) << id;
        EXPECT_EQ(occupancy_of(card(id), {256, 41}).warps(), 40) << id;
        EXPECT_EQ(occupancy_of(card(id), {256, 255}).blocks, 1) << id;
    }
    EXPECT_EQ(blocks("h200", {1024, 64}), 1);
    EXPECT_EQ(blocks("h200", {1024, 65}), 0);
    EXPECT_FALSE(occupancy_of(card("h200"), {1024, 65}).too_large) << "each is allowed: no room";
    EXPECT_EQ(occupancy_of(card("h200"), {1024, 65}).limit, Resource::registers);
    EXPECT_EQ(occupancy_of(card("t4"), {1024, 64}).warps(), 32);
}

// A scheduler's quarter of the registers holds whole warps alone: 7 of 72 registers, not 7.1, so
// that a block of 29 warps has no room although 65 536 registers would do.
TEST(Occupancy, RegistersBelongToASchedulersWarps) {
    const Room room = occupancy_of(card("h200"), {28 * 32, 72}).of(Resource::registers);
    EXPECT_EQ(room.fit, 1);
    EXPECT_EQ(room.left(1), 1024);
    EXPECT_EQ(occupancy_of(card("h200"), {256, 72}).warps(), 24);
    EXPECT_EQ(blocks("h200", {29 * 32, 70}), 0) << "29 warps of 2304";
}

// Twice the registers, of which a block may have no more than before.
TEST(Occupancy, OfACardWhoseBlocksMayNotHaveAllRegisters) {
    EXPECT_EQ(occupancy_of(card("k80"), {256, 64}).warps(), 64);
    EXPECT_EQ(blocks("k80", {1024, 64}), 2);
    EXPECT_EQ(blocks("k80", {1024, 65}), 0);
    EXPECT_EQ(blocks("k80", {29 * 32, 65}), 0) << "as if there were 32 warps";
}

TEST(Occupancy, OfBlocksThatAreManyAndSmall) {
    EXPECT_EQ(blocks("k40", {32, 16}), 16);
    EXPECT_EQ(blocks("t4", {32, 16}), 16);
    EXPECT_EQ(blocks("rtx4090", {32, 16}), 24);
    EXPECT_EQ(blocks("h200", {32, 16}), 32);
    EXPECT_EQ(occupancy_of(card("h200"), {33, 16}).warps(), 64) << "33 threads are two warps";
    EXPECT_EQ(occupancy_of(card("gtx480"), {192, 20}).share(), 1);
    EXPECT_EQ(occupancy_of(card("gtx480"), {256, 21}).warps(), 40) << "672 in pieces of 64: 704";
}

// 228 KiB, of which each block of the newer cards has one more than it asked for.
TEST(Occupancy, OfSharedMemory) {
    EXPECT_EQ(blocks("h200", {256, 16, 27 * 1024}), 8);
    EXPECT_EQ(blocks("h200", {256, 16, 28 * 1024}), 7);
    EXPECT_EQ(blocks("h200", {256, 16, 227 * 1024}), 1);
    EXPECT_EQ(blocks("v100", {256, 16, 48 * 1024}), 2);
    EXPECT_EQ(blocks("a100", {256, 16, 40 * 1024}), 4);
    const Occupancy over = occupancy_of(card("a100"), {256, 16, 164 * 1024});
    EXPECT_EQ(over.blocks, 0);
    EXPECT_TRUE(over.too_large);
    EXPECT_EQ(over.limit, Resource::shared);
}

TEST(Occupancy, CardsStandInTheOrderOfTheirYears) {
    EXPECT_TRUE(std::ranges::is_sorted(multiprocessors(), {}, &Multiprocessor::year));
    std::set<std::string> ids;
    for (const Multiprocessor& of : multiprocessors()) {
        EXPECT_TRUE(ids.insert(of.id).second);
        EXPECT_LE(of.shared_a_block, of.shared);
        EXPECT_LE(of.threads_a_block, of.threads());
        EXPECT_EQ(of.registers % (of.schedulers * of.register_piece), 0) << of.id;
    }
    EXPECT_EQ(multiprocessors().front().year, 2006);
    EXPECT_EQ(usual_multiprocessor().id, "h200");
}

#ifdef WARPLENS_HAS_OCCUPANCY_HEADER
int by_the_toolkit(const Multiprocessor& of, const BlockNeeds& needs) {
    cudaOccDeviceProp card{};
    card.computeMajor = of.capability[0] - '0';
    card.computeMinor = of.capability[2] - '0';
    card.maxThreadsPerBlock = int(of.threads_a_block);
    card.maxThreadsPerMultiprocessor = int(of.threads());
    card.regsPerBlock = int(of.registers_a_block);
    card.regsPerMultiprocessor = int(of.registers);
    card.warpSize = 32;
    card.sharedMemPerBlock = std::size_t(std::min<std::int64_t>(of.shared_a_block, 48 * 1024));
    card.sharedMemPerMultiprocessor = std::size_t(of.shared);
    card.numSms = of.count;
    card.sharedMemPerBlockOptin = std::size_t(of.shared_a_block);
    card.reservedSharedMemPerBlock = std::size_t(of.shared_reserved);
    cudaOccFuncAttributes kernel{};
    kernel.maxThreadsPerBlock = INT_MAX;
    kernel.numRegs = int(needs.registers);
    kernel.shmemLimitConfig = FUNC_SHMEM_LIMIT_OPTIN;
    kernel.maxDynamicSharedSizeBytes = std::size_t(of.shared_a_block);
    cudaOccDeviceState state{};
    state.carveoutConfig = SHAREDMEM_CARVEOUT_MAX_SHARED;
    cudaOccResult result{};
    EXPECT_EQ(cudaOccMaxActiveBlocksPerMultiprocessor(
                  &result, &card, &kernel, &state, int(needs.threads), std::size_t(needs.shared)),
              CUDA_OCC_SUCCESS)
        << of.id;
    return result.activeBlocksPerMultiprocessor;
}

TEST(Occupancy, IsThatOfTheToolkitsCalculator) {
    int compared = 0;
    for (const Multiprocessor& of : multiprocessors()) {
        if (of.year < 2013) continue;  // it no longer knows them
        for (std::int64_t threads = 32; threads <= 1024; threads += 32)
            for (std::int64_t registers = 1; registers <= 255; ++registers)
                for (const std::int64_t shared : {0, 1, 5000, 24 * 1024, 48 * 1024}) {
                    const BlockNeeds needs{threads, registers, shared};
                    ASSERT_EQ(occupancy_of(of, needs).blocks, by_the_toolkit(of, needs))
                        << of.id << " " << threads << " " << registers << " " << shared;
                    ++compared;
                }
    }
    EXPECT_GT(compared, 200000);
}
#endif

}  // namespace

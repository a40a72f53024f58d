// Blocks over time: rows and columns, and what the picture says and draws of a chain, of three
// kernels, and of more blocks than fit.
#include <gtest/gtest.h>

#include <cmath>
#include <thread>

#include "app/blocks_behind.h"
#include "app/views/blocks/layout.h"
#include "app/weights.h"
#include "lab/asked.h"
#include "lab/running/simulation.h"
#include "tests/app/opened.h"
#include "tests/app/views/blocks/blocks_opened.h"

namespace {

using namespace app;
using namespace test;
using simulator::Phase;

bool is_waiting(const NotedMark& mark) { return mark.is(MarkKind::hatch, Role::waste); }

TEST(BlockRows, HoldAllOrTheFirstAndTheLast) {
    const BlockRows all = rows_for(8, 100);
    EXPECT_EQ(all.lines, 8);
    EXPECT_EQ(all.line_of(7, 8), 7);
    EXPECT_EQ(all.left_out(8), 0u);
    const BlockRows some = rows_for(1000, 12);
    EXPECT_EQ(some.lines, 12);
    EXPECT_EQ(some.line_of(7, 1000), 7);
    EXPECT_EQ(some.line_of(8, 1000), -1) << "the line between";
    EXPECT_EQ(some.line_of(997, 1000), 9);
    EXPECT_EQ(some.line_of(999, 1000), 11);
    EXPECT_EQ(some.left_out(1000), 1000u - 8 - 3);
    for (const std::uint64_t blocks : {1u, 6u, 12u, 13u, 1000u})
        for (int line = -1; line <= some.lines; ++line)
            if (const auto block = some.block_at(line, blocks))
                EXPECT_EQ(some.line_of(*block, blocks), line) << blocks;
            else
                EXPECT_TRUE(line < 0 || line >= std::min<int>(some.lines, int(blocks)) ||
                            line == some.first)
                    << line << " of " << blocks;
    EXPECT_FALSE(some.block_at(8, 1000)) << "the line between";
    EXPECT_EQ(some.line_of(5, 6), 5) << "a smaller launch beside it has all its blocks";
    EXPECT_EQ(rows_for(1000, 1000).lines, 128) << "as many as are kept";
    EXPECT_EQ(rows_for(1000, 3).lines, 0);
}

TEST(BlockColumns, AreAsWideAsTheirSteps) {
    simulator::BlocksOverTime times;
    for (const std::uint32_t steps : {100u, 300u, 1u}) {
        times.launches.emplace_back();
        times.launches.back().steps = steps;
    }
    const auto two = columns_for(times, 0, 210, 10, 60);
    ASSERT_EQ(two.size(), 3u);
    EXPECT_FLOAT_EQ(two[0].width, 60) << "no narrower than its words";
    EXPECT_FLOAT_EQ(two[1].left, 70);
    const auto last = columns_for(times, 2, 110, 10, 50);
    ASSERT_EQ(last.size(), 2u);
    EXPECT_EQ(last[1].launch, 2) << "the launch that is now is among them";
    times.launches.pop_back();
    const auto even = columns_for(times, 0, 410, 10, 50);
    EXPECT_FLOAT_EQ(even[0].width, 100);
    EXPECT_FLOAT_EQ(even[1].width, 300);
}

// What is compared from launch to launch has one scale, whatever room the words above it take.
TEST(BlockColumns, HaveOneScale) {
    simulator::BlocksOverTime times;
    for (const std::uint32_t steps : {185u, 188u, 19u, 40u}) {
        times.launches.emplace_back();
        times.launches.back().steps = steps;
    }
    const auto all = columns_for(times, 0, 1000, 18, 96);
    ASSERT_EQ(all.size(), 4u);
    for (const LaunchColumn& column : all) {
        const auto steps = static_cast<float>(times.launches[std::size_t(column.launch)].steps);
        EXPECT_NEAR(column.drawn / steps, all[0].drawn / 185, .001f) << column.launch;
        EXPECT_LE(column.drawn, column.width + .01f);
        EXPECT_GE(column.width, 96 - .01f);
    }
    EXPECT_NEAR(all.back().left + all.back().width, 1000, .1f) << "and all the room is used";
    times.launches[2].steps = 1, times.launches[0].steps = 100'000;
    EXPECT_GE(columns_for(times, 0, 1000, 18, 96)[2].drawn, 4) << "never nothing";
}

TEST(BlocksView, AChainIsAStaircaseThatSaysForWhomItWaits) {
    const BlocksOpened chain("scan/chain", {"n=4096"});
    const simulator::LaunchTimes& launch = chain.times().launches.at(0);
    ASSERT_EQ(launch.kept.size(), 8u);
    const LongestWait wait = longest_wait(chain.times());
    EXPECT_EQ(wait.block, 7u);
    EXPECT_EQ(wait.awaited, 6);
    EXPECT_EQ(chain.claim(), "Block 7 waits for block 6: " + std::to_string(wait.steps) +
                                 " of its " + std::to_string(launch.kept[7].to) + " model steps");
    const Picture picture = chain.drawn();
    for (int block = 2; block < 8; ++block)
        EXPECT_TRUE(picture.notes.find("waits for block " + std::to_string(block - 1)) ||
                    picture.notes.find("for block " + std::to_string(block - 1)))
            << block;
    EXPECT_FALSE(picture.sees("for 0")) << "no label rather than a part of one";
    const auto waits = those(picture.notes.marks, is_waiting);
    ASSERT_EQ(waits.size(), 8u) << "seven blocks, and the legend";
    for (std::size_t i = 1; i < 7; ++i) {
        EXPECT_GT(waits[i].box.right(), waits[i - 1].box.right()) << "one step further down";
        EXPECT_GT(waits[i].box.y, waits[i - 1].box.y);
    }
}

// Who waits at a barrier does not work.
TEST(BlocksView, ABarrierIsNoWork) {
    BlocksOpened kernels("scan/three_kernels", {"n=4096"});
    const lab::Run& run = *kernels.result.picture;
    const ShownBlocks shown = shown_blocks(kernels.context());
    int at_barrier = 0;
    for (int step = 0; step < std::ssize(run.steps); ++step) {
        kernels.cursor.step = step;
        const BlockPlace now = block_place(shown, run, step);
        if (now.launch != 0) break;
        const auto what = doing(*find_block(kernels.times().launches.at(0), now.block), now.step);
        if (!what || what->phase != Phase::at_barrier) continue;
        ++at_barrier;
        EXPECT_NE(kernels.sentence().find("*waits at a barrier*; all 8 blocks wait at a barrier."),
                  std::string::npos)
            << kernels.sentence();
    }
    EXPECT_GT(at_barrier, 0);
}

TEST(BlocksView, AFewBlocksUseTheHeight) {
    const BlocksOpened three("reduction/sequential", {"n=640", "block=256"});
    const Rect area{0, 0, 1100, 560};
    float bottom = 0;
    for (const NotedMark& mark : three.drawn(area).notes.of(MarkKind::fill, Role::cell_done))
        if (mark.box.w > 100) bottom = std::max(bottom, mark.box.bottom());
    EXPECT_GT(bottom, area.h * .65f) << "of the last row's middle";
}

// Of a row with stretches what the block does besides is a cord: loads and stores stand out of it.
TEST(BlocksView, ComputingIsNoSlab) {
    const BlocksOpened chain("scan/chain", {"n=4096"});
    const Picture picture = chain.drawn();
    float slab = 0, loads = 0;
    for (const NotedMark& mark : picture.notes.of(MarkKind::fill, Role::cell_done))
        slab = std::max(slab, mark.box.h);
    for (const NotedMark& mark : picture.notes.of(MarkKind::fill, Role::accent))
        if (mark.box.w < 40) loads = std::max(loads, mark.box.h);
    EXPECT_GT(slab, 0);
    EXPECT_LT(slab, loads * .6f);
}

TEST(BlocksView, OpensWhereMostBlocksWait) {
    const BlocksOpened chain("scan/chain", {"n=4096"});
    const auto heaviest = heaviest_step(BlocksOpened::view(), *chain.result.picture);
    ASSERT_TRUE(heaviest);
    EXPECT_EQ(chain.cursor.step, *heaviest);
    EXPECT_NE(chain.sentence().find("7 wait for another block"), std::string::npos)
        << chain.sentence();
    EXPECT_NE(chain.sentence().find("This is a model: 4 SMs with room for 16 such blocks"),
              std::string::npos)
        << chain.sentence();
    const BlocksOpened kernels("scan/three_kernels", {"n=4096"});
    EXPECT_FALSE(heaviest_step(BlocksOpened::view(), *kernels.result.picture)) << "nobody waits";
}

TEST(BlocksView, ThreeKernelsAreThreeColumns) {
    const BlocksOpened kernels("scan/three_kernels", {"n=4096"});
    EXPECT_EQ(kernels.claim(), "8, 1 and 8 blocks, in three launches one after the other");
    const Picture picture = kernels.drawn();
    EXPECT_TRUE(picture.sees("1. scan_blocks"));
    EXPECT_TRUE(picture.sees("2. scan_blocks")) << "the same kernel, once more";
    EXPECT_TRUE(picture.sees("3. join_before"));
    EXPECT_TRUE(picture.sees(" model steps"));
    EXPECT_TRUE(picture.sees(": 1 block"));
    EXPECT_TRUE(picture.sees("this launch has only one block")) << "below the one of the second";
    EXPECT_FALSE(picture.sees("heights are shares"));
    EXPECT_TRUE(those(picture.notes.marks, is_waiting).empty());
    EXPECT_EQ(kernels.times().launches.size(), 3u);
}

// A change's line above takes some of the height, and the title speaks of them.
TEST(BlocksView, WhomABlockAsksStandsInALowStage) {
    const BlocksOpened chain("scan/look_back", {"n=2^20"});
    EXPECT_TRUE(chain.drawn({0, 0, 720, 240}).sees("its own sum"));
    EXPECT_FALSE(chain.drawn({0, 0, 720, 150}).sees("its own sum"));
}

// A sweep changes from loads to sums to stores every few steps: single ones would be hairlines.
TEST(BlocksView, WhatIsTooDenseToReadIsDrawnAsShares) {
    const BlocksOpened laplace("laplace/queue");
    EXPECT_EQ(laplace.claim(), "12 blocks on 4 SMs, in each of four launches");
    EXPECT_EQ(BlocksOpened("option/states", {"n=2^16", "steps=8"}).claim(),
              "8 blocks on 4 SMs, in both launches");
    const Picture picture = laplace.drawn();
    EXPECT_TRUE(picture.sees("a full row is 100"));
    EXPECT_FALSE(picture.sees("this launch has only"));
    float thinnest = 1e9f;
    for (const NotedMark& mark : picture.notes.of(MarkKind::fill, Role::accent))
        if (mark.box.h > 1) thinnest = std::min(thinnest, mark.box.w);
    EXPECT_GT(thinnest, 5);
}

// Of all rows: the part that bands of loads cover, and what it is in model steps.
std::pair<double, double> covered_and_counted(const BlocksOpened& opened) {
    const Picture picture = opened.drawn();
    const float legend = picture.place("loads").y;
    const auto area = [&](Role role) {
        double all = 0;
        for (const NotedMark& mark : picture.notes.of(MarkKind::fill, role))
            if (mark.box.bottom() < legend - 10) all += double(mark.box.w) * mark.box.h;
        return all;
    };
    double loads = 0, steps = 0;
    for (const simulator::LaunchTimes& launch : opened.times().launches)
        for (const simulator::BlockTimes& block : launch.kept) {
            steps += block.to - block.from;
            for (const simulator::Stretch& one : block.stretches)
                if (one.phase == simulator::Phase::loads) loads += one.to - one.from;
        }
    return {area(Role::accent) / area(Role::cell_done), loads / steps};
}

// One scale in every picture: a kernel that loads less has less of its rows in that colour.
TEST(BlocksView, AFullRowIsEveryModelStepOfEveryKernel) {
    std::vector<double> shares;
    for (const char* kernel : {"laplace/tile", "laplace/marching"}) {
        const auto [covered, counted] = covered_and_counted(BlocksOpened(kernel));
        EXPECT_NEAR(covered, counted, .01) << kernel;
        shares.push_back(counted);
    }
    EXPECT_GT(std::fabs(shares[0] - shares[1]), .04) << "they differ";
}

TEST(BlocksView, BandsHaveTheSharesOfTheirSteps) {
    using simulator::Phase;
    simulator::BlockTimes block;
    block.from = 10, block.to = 44;
    for (const auto& [phase, from, to] :
         {std::tuple{Phase::loads, 10u, 15u}, std::tuple{Phase::stores, 18u, 22u},
          std::tuple{Phase::at_barrier, 22u, 30u}}) {
        simulator::Stretch one;
        one.phase = phase, one.from = from, one.to = to;
        block.stretches.push_back(one);
    }
    const std::vector<PhaseShares> bands = bands_of(block, 10);
    ASSERT_EQ(bands.size(), 3u) << "the last four steps are part of the band before";
    EXPECT_FLOAT_EQ(bands[0].loads, .5f);
    EXPECT_FLOAT_EQ(bands[0].stores, .2f);
    EXPECT_FLOAT_EQ(bands[1].stores, .2f);
    EXPECT_FLOAT_EQ(bands[1].at_barrier, .8f);
    EXPECT_EQ(bands[2].to, 44);
}

TEST(BlocksView, MoreBlocksThanFitComeInWaves) {
    const BlocksOpened vectors("vector_addition", {"n=2^14", "block=256"});
    const simulator::LaunchTimes& launch = vectors.times().launches.at(0);
    EXPECT_EQ(vectors.claim(), "64 blocks on 4 SMs, in 2 waves");
    EXPECT_EQ(launch.waves, 2u);
    EXPECT_EQ(launch.places, 32u);
    const Picture tall = vectors.drawn();
    EXPECT_FALSE(tall.sees("not drawn"));
    EXPECT_FALSE(those(tall.notes.marks,
                       [](const NotedMark& mark) { return mark.kind == MarkKind::dashed_line; })
                     .empty())
        << "a line between the waves";
    EXPECT_NE(vectors.sentence().find("of 64 blocks, 32 work, 32 have not begun"),
              std::string::npos)
        << vectors.sentence();
    const BlocksOpened many("vector_addition", {"n=2^16", "block=256"});
    EXPECT_TRUE(many.drawn().sees(" more, not drawn"));
    EXPECT_NE(many.sentence().find("of the 128 blocks that are followed, 32 work"),
              std::string::npos)
        << many.sentence();
}

// A chosen card gives each of its multiprocessors room for fewer blocks than an H200 has.
TEST(BlocksView, AChosenCardSetsTheRoomOfAMultiprocessor) {
    const auto opened = [](const char* card) {
        return BlocksOpened("card/one_each", {card, "n=65536", "block=256"});
    };
    const BlocksOpened old = opened("card=2006"), today = opened("card=2024");
    EXPECT_EQ(old.claim(), "256 blocks on 4 of 16 SMs, in 22 waves");
    EXPECT_NE(old.sentence().find("4 of 16 SMs of a GeForce 8800 GTX, with room for 3 such blocks "
                                  "on each. All 16 take *6 waves*."),
              std::string::npos)
        << old.sentence();
    EXPECT_EQ(today.times().launches.at(0).places, 32u);
    EXPECT_NE(today.claim(), old.claim());
}

TEST(BlocksView, TheCursorStandsWhereTheWatchedBlockDoes) {
    BlocksOpened chain("scan/chain", {"n=4096"});
    std::int64_t before = -1;
    const lab::Run& run = *chain.result.picture;
    const std::uint64_t watched = run.trace->watched.front();
    const ShownBlocks shown = shown_blocks(chain.context());
    for (int step = 0; step < std::ssize(run.steps); ++step) {
        const BlockPlace now = block_place(shown, run, step);
        EXPECT_EQ(now.block, watched);
        EXPECT_GE(now.step, before) << step;
        const auto what = doing(*find_block(chain.times().launches.at(0), watched), now.step);
        ASSERT_TRUE(what) << step;
        const simulator::Step& traced = run.steps[std::size_t(step)];
        if (traced.kind == simulator::EventKind::store &&
            traced.space == simulator::Space::global) {
            EXPECT_EQ(what->phase, Phase::stores) << step;
        }
        before = now.step;
    }
    EXPECT_EQ(block_place(shown, run, -1).step, -1);
}

TEST(BlocksView, AHoveredBlockSaysWhatItDoesAndWhen) {
    BlocksOpened chain("scan/chain", {"n=4096"});
    const auto waits = those(chain.drawn().notes.marks, is_waiting);
    const Rect box = waits.at(6).box;
    chain.cursor.mouse = {box.middle_x(), box.middle_y()};
    const Picture picture = chain.drawn();
    std::string all;
    for (const NotedText& text : picture.notes.texts) all += text.text + " ";
    EXPECT_NE(all.find("Block 7 on SM 3 waits for block 6: model steps "), std::string::npos)
        << all;
}

TEST(BlocksView, AClickGoesToTheStepThere) {
    BlocksOpened chain("scan/chain", {"n=4096"});
    const Rect area{0, 0, 1100, 560};
    const Rect wait = those(chain.drawn(area).notes.marks, is_waiting).at(6).box;
    const DrawContext context = chain.context();
    Cursor early = chain.cursor, late = chain.cursor;
    EXPECT_TRUE(BlocksOpened::view().pointing.click(context, early, area, {wait.x * .4f, wait.y}));
    EXPECT_TRUE(
        BlocksOpened::view().pointing.click(context, late, area, {area.right() - 4, wait.y}));
    EXPECT_LT(early.step, chain.cursor.step);
    EXPECT_GT(late.step, chain.cursor.step);
    EXPECT_FALSE(BlocksOpened::view().pointing.click(context, early, area, {4, 4}));
}

// A frame does not wait for the run of all blocks: the drawn size stands in for it, and says so.
TEST(BlocksView, AFrameDoesNotWaitForAllBlocks) {
    const BlocksOpened chain("scan/chain", {"n=2^14"});
    Glides glides;
    glides.begin(0, false);
    DrawContext context = chain.context();
    context.glides = &glides;
    const lab::Run& counted = *chain.result.counted;
    const std::uint64_t watched = chain.result.picture->trace->watched.front();
    if (blocks_behind(counted, watched).made()) GTEST_SKIP() << "it was made at once";
    ShownBlocks shown = shown_blocks(context);
    if (shown.run != &counted) {
        EXPECT_EQ(shown.run, chain.result.picture.get());
        EXPECT_NE(BlocksOpened::view().words.note(context).whole(), "");
        EXPECT_TRUE(glides.moving()) << "or no frame would see its end";
    }
    while (!blocks_behind(counted, watched).made()) std::this_thread::yield();
    shown = shown_blocks(context);
    EXPECT_EQ(shown.run, &counted);
    EXPECT_EQ(shown.behind, 1);
    EXPECT_EQ(shown.times, blocks_behind(counted, watched).made().get());
    const simulator::BlocksOverTime& waited = *shown_blocks(chain.context()).times;
    ASSERT_EQ(shown.times->launches.size(), waited.launches.size());
    EXPECT_EQ(shown.times->launches[0].steps, waited.launches[0].steps);
    EXPECT_EQ(shown.times->watched.size(), waited.watched.size());
    glides.begin(1, true);
    EXPECT_EQ(shown_blocks(context).times, &waited) << "where nothing moves, no frame would follow";
}

TEST(BlocksView, ARunThatIsDroppedEndsWhatGoesOnBehind) {
    lab::Request request;
    request.settings = *lab::settings_named("vector_addition");
    EXPECT_FALSE(lab::assign(request.settings, "n=2^24"));
    const BlocksBehind behind(request);
    EXPECT_FALSE(behind.made());
}

TEST(BlocksView, DrawsThePictureWhereTheSizeAskedForIsLarge) {
    BlocksOpened vectors("vector_addition", {"n=2^21", "block=256"});
    EXPECT_EQ(shown_blocks(vectors.context()).run, vectors.result.picture.get());
    const std::string note = BlocksOpened::view().words.note(vectors.context()).whole();
    EXPECT_NE(note.find("drawn: "), std::string::npos) << note;
    const BlocksOpened few("vector_addition", {"n=2^12", "block=256"});
    EXPECT_EQ(shown_blocks(few.context()).run, few.result.counted.get());
}

// The first launch has one block, and the one that is now eight.
TEST(BlocksView, BlocksAreThoseOfTheLaunchThatIsNow) {
    EXPECT_EQ(Opened("fft/pieces --view blocks").times_shown("block 0 of 1"), 0);
    EXPECT_EQ(Opened("fft/pieces --view blocks").times_shown("drawn: 810 numbers, block 0 of 8"),
              1);
}

// The last block of a chain waits longer than whoever looks back takes: of sixteen, not of eight.
TEST(BlocksView, AChainIsSeenToTakeLongerThanALookBack) {
    const auto steps = [](const char* line) {
        Driver driver(1366, 768);
        driver.shell.restore(line);
        driver.settle();
        for (const NotedText& text : driver.texts)
            if (text.text.ends_with(" model steps")) return std::stod(text.text);
        return 0.;
    };
    EXPECT_GT(steps("recurrence/look_back"), 0);
    EXPECT_GT(steps("recurrence/chain"), 1.2 * steps("recurrence/look_back"));
}

// One block of a kernel whose blocks wait for each other shows nothing of that.
TEST(BlocksView, OneBlockAloneIsSaidToWaitForNone) {
    const auto said = [](const char* line) {
        Driver driver(1366, 768);
        driver.shell.restore(line);
        driver.settle();
        return driver.says("One block here: there is no block before it");
    };
    EXPECT_TRUE(said("recurrence/look_back n=512"));
    EXPECT_TRUE(said("scan/chain n=512"));
    EXPECT_FALSE(said("recurrence/look_back n=513"));
    EXPECT_FALSE(said("recurrence/block n=512")) << "it never waits";
}

}  // namespace

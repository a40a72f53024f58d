// Whom blocks ask that look back: what each had said by then, what is joined, and how it is drawn.
// Of one block alone, what is offered.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "app/glossary.h"
#include "app/views/blocks/asked_draw.h"
#include "app/views/blocks/of_run.h"
#include "app/weights.h"
#include "lab/asked.h"
#include "lab/running/simulation.h"
#include "tests/app/shell_driver.h"
#include "tests/app/views/blocks/blocks_opened.h"

namespace {

using namespace app;
using namespace test;

struct LookBackRun : BlocksOpened {
    using BlocksOpened::BlocksOpened;
    const simulator::LaunchTimes& launch(std::size_t number = 0) const {
        return times().launches.at(number);
    }
    LookBackWords words() const { return look_back_words(result.request.settings); }
    std::vector<AskedBlock> asked(std::uint64_t asker, std::int64_t step = 1 << 30,
                                  std::size_t number = 0) const {
        return asked_until(launch(number), words(), asker, step);
    }
};

bool is_joined(const NotedMark& mark) {
    return mark.kind == MarkKind::outline && mark.colour.role == Role::text;
}

// Two in step have one scale: who takes half the steps is half as wide.
TEST(LookBack, BesideAChainItEndsWhereItsStepsDo) {
    const LookBackRun chain("scan/chain", {"n=8192"}), other("scan/look_back", {"n=8192"});
    const Rect area{0, 0, 1100, 400};
    const auto end_of = [&](const LookBackRun& run, const Beside* beside) {
        CanvasNotes notes{app::testing::measuring_painter().fonts()};
        DrawContext context = run.context();
        context.beside = beside;
        LookBackRun::view().draw(notes, context, area);
        for (const NotedText& text : notes.texts)
            if (text.text.ends_with("model steps")) return text.box.right();
        return 0.f;
    };
    const Beside a{chain.result, chain.cursor}, b{other.result, other.cursor};
    EXPECT_GT(end_of(other, nullptr), 1000);
    EXPECT_FLOAT_EQ(end_of(chain, &b), end_of(chain, nullptr)) << "the longer one has it all";
    const double share = double(other.launch().steps) / double(chain.launch().steps);
    ASSERT_LT(share, .8);
    const double from = end_of(chain, nullptr) - end_of(other, &a);
    EXPECT_NEAR(from, (1 - share) * (1100 - 100), 30);
}

// All are there at once, and each asks all before it: nobody knows its total yet.
TEST(LookBack, EachBlockAsksAllBeforeIt) {
    const LookBackRun run("scan/look_back", {"n=4096"});
    for (std::uint64_t block = 0; block < 8; ++block) {
        const auto asked = run.asked(block);
        ASSERT_EQ(asked.size(), block);
        for (std::uint64_t i = 0; i < block; ++i) {
            EXPECT_EQ(asked[i].block, i);
            EXPECT_EQ(asked[i].says, Says::its_own);
            EXPECT_TRUE(asked[i].joined);
        }
    }
    EXPECT_EQ(run.claim(), "No block repeats a question: block 7 asks 7 blocks")
        << "the one that is followed";
}

// The answers are words in memory: who says that it knows all has stored that before it was asked.
TEST(LookBack, NothingIsJoinedBeyondWhoKnowsAll) {
    const LookBackRun run("recurrence/look_back", {"n=2^14"});
    const auto asked = run.asked(15);
    ASSERT_EQ(asked.size(), 15u);
    EXPECT_EQ(asked[0].says, Says::all_so_far) << "the first block knows from the start";
    for (std::size_t i = 1; i < 15; ++i) EXPECT_EQ(asked[i].says, Says::its_own) << i;
    const auto last = run.asked(31);
    ASSERT_FALSE(last.empty());
    const auto knows =
        std::ranges::find(last.rbegin(), last.rend(), Says::all_so_far, &AskedBlock::says);
    ASSERT_NE(knows, last.rend());
    for (const AskedBlock& one : last)
        EXPECT_EQ(one.joined, one.block >= knows->block) << one.block;
    EXPECT_TRUE(std::ranges::any_of(last, [](const AskedBlock& one) { return !one.joined; }));
}

// A made-up launch: who had said nothing yet is asked again.
TEST(LookBack, TheLastAnswerCounts) {
    simulator::LaunchTimes launch;
    launch.asked_buffers = {"words", "done"};
    const auto ask = [&](std::uint32_t step, std::uint64_t element, std::uint64_t says,
                         std::uint32_t buffer = 0) {
        launch.asked.push_back({3, step, 0, buffer, element, says << 32 | 99});
    };
    ask(10, 4, 1), ask(10, 2, 0), ask(10, 0, 1), ask(10, 3, 2), ask(12, 2, 2), ask(13, 0, 2, 1);
    const LookBackWords words{"words", 2, 32};
    const auto early = asked_until(launch, words, 3, 11);
    ASSERT_EQ(early.size(), 3u) << "the second word of a block is no block";
    EXPECT_EQ(early[1], (AskedBlock{1, Says::nothing_yet, 10, false}));
    EXPECT_TRUE(early[2].joined);
    EXPECT_FALSE(early[0].joined) << "block 1 stands between, and has said nothing";
    const auto late = asked_until(launch, words, 3, 20);
    EXPECT_EQ(late[1], (AskedBlock{1, Says::all_so_far, 12, true}));
    EXPECT_FALSE(late[0].joined);
    EXPECT_TRUE(asked_until(launch, words, 3, 9).empty());
    EXPECT_TRUE(asked_until(launch, words, 2, 20).empty());
    EXPECT_EQ(first_asked(launch, words, 3), 10);
    EXPECT_EQ(asks_most(launch, words, 20), 3u);
    EXPECT_FALSE(asks_most(launch, words, 9));
}

TEST(LookBack, TheSweepOfASortAsksAboutADigit) {
    const LookBackRun run("radix_sort/one_sweep", {"n=2^16"});
    EXPECT_FALSE(anybody_asks(run.launch(0), run.words())) << "it counts";
    const auto asked = run.asked(5, 1 << 30, 1);
    ASSERT_FALSE(asked.empty());
    EXPECT_EQ(asked.back().block, 4u) << "one after the other, the nearest first";
    const Picture picture = run.drawn();
    EXPECT_TRUE(picture.sees("Block 2 asks about digit 0, and joins the outlined values"));
    const auto boxes = those(picture.notes.marks, is_joined);
    EXPECT_GT(boxes.size(), 15u) << "small ones too, in rows of bands";
}

// The block that is followed may ask nobody: title, sentence and window tell of one, of another.
TEST(LookBack, TitleSentenceAndWindowTellOfOneBlock) {
    for (const auto& [rung, size] :
         {std::pair{"radix_sort/one_sweep", "n=2^16"}, std::pair{"recurrence/look_back", "n=2^14"},
          std::pair{"scan/look_back", "n=8192"}}) {
        const LookBackRun run(rung, {size});
        const BlockPlace now =
            block_place(shown_blocks(run.context()), *run.result.picture, run.cursor.step);
        const auto& launch = run.launch(std::size_t(now.launch));
        const std::uint64_t told = told_of(launch, run.words(), now.block);
        EXPECT_EQ(told == now.block, first_asked(launch, run.words(), now.block) >= 0) << rung;
        const std::string block = "lock " + std::to_string(told), title = run.claim();
        EXPECT_NE(title.find("b" + block + " asks"), std::string::npos) << title;
        EXPECT_TRUE(run.drawn().sees("B" + block + " asks")) << rung;
        const std::string who = told == now.block ? " This block asked " : " B" + block + " asked ";
        EXPECT_NE(run.sentence().find(who), std::string::npos) << run.sentence();
    }
}

// A box stands where its answer came: along the axis of time a row of them would be later answers.
TEST(LookBack, AnswersOfOneStepAreOneAboveTheOther) {
    const LookBackRun run("scan/look_back", {"n=4096"});
    const Picture picture = run.drawn();
    const float axis = picture.place("229 model steps").y;
    std::vector<Rect> of_last;
    float first = 1e9f, last = 0;
    for (const NotedMark& mark : those(picture.notes.marks, is_joined)) {
        if (mark.box.y > axis) continue;
        first = std::min(first, mark.box.x), last = std::max(last, mark.box.x);
        of_last.push_back(mark.box);
    }
    ASSERT_EQ(of_last.size(), 28u) << "0 + 1 + .. + 7";
    EXPECT_LT(last - first, 1) << "all asked at one step";
    for (std::size_t i = 22; i < 28; ++i)
        EXPECT_GE(of_last[i].y, of_last[i - 1].bottom()) << "those of block 7";
}

// What a model step is, is said by its word: the sentence leaves room to the picture.
TEST(LookBack, ItsSentenceTakesTwoLines) {
    app::testing::Driver driver(1366, 768);
    ASSERT_TRUE(driver.shell.restore("radix_sort/one_sweep"));
    driver.settle();
    EXPECT_TRUE(find_term("model steps"));
    constexpr float line = 20;
    EXPECT_LT(driver.shell.ui_state.places.at("stage.sentence").h, 2.5f * line);
}

TEST(LookBack, IsDrawnForAllAndInLargeForWhoIsFollowed) {
    LookBackRun run("scan/look_back", {"n=4096"});
    const Picture picture = run.drawn();
    EXPECT_TRUE(picture.sees("Block 7 asks, and joins the outlined values"));
    for (const char* says : {"nothing yet", "its own sum", "all so far"})
        EXPECT_TRUE(picture.sees(says)) << says;
    EXPECT_TRUE(picture.sees("\u2192 block 7"));
    EXPECT_NE(run.sentence().find("This block asked 7 blocks: seven said *their own sums*."),
              std::string::npos)
        << run.sentence();
    // Small boxes in the rows: 0 + 1 + .. + 7 of them, and 7 in large.
    EXPECT_EQ(those(picture.notes.marks, is_joined).size(), 28u + 7);
    const Rect row = picture.place("block 3 \u00b7 SM 3");
    run.cursor.mouse = {600, row.middle_y()};
    EXPECT_TRUE(run.drawn().sees("Block 3 asks, and joins the outlined values"));
    run.cursor.mouse = {-1, -1};
    run.cursor.step = 0;
    EXPECT_TRUE(run.drawn().sees("asks others at model step "));
    EXPECT_FALSE(run.drawn().sees("\u2192 block")) << "nobody has asked yet";
}

// As wide as a projector's stage, in its letters: what blocks said is explained there too.
TEST(LookBack, SaysWhatBoxesMeanInLargeLetters) {
    const LookBackRun run("scan/look_back", {"n=4096"});
    const Metrics large = metrics_of(Density::projector);
    const Picture picture("blocks", run.result, run.cursor, {0, 0, 780, 360}, {}, nullptr, large);
    EXPECT_TRUE(picture.sees("Block 7 asks"));
    EXPECT_TRUE(picture.sees("its own sum")) << "which all blocks said that it asked";
}

TEST(LookBack, ThePictureOpensWhereBlocksHaveAsked) {
    const LookBackRun run("scan/look_back", {"n=4096"});
    const BlockPlace now =
        block_place(shown_blocks(run.context()), *run.result.picture, run.cursor.step);
    EXPECT_EQ(run.asked(7, now.step).size(), 7u);
    EXPECT_TRUE(run.asked(7, now.step - 1).empty()) << "and at no later step";
}

TEST(LookBack, OtherKernelsAskNobody) {
    for (const char* rung : {"scan/chain", "scan/three_kernels"}) {
        const LookBackRun run(rung, {"n=4096"});
        EXPECT_FALSE(run.words());
        EXPECT_FALSE(run.drawn().sees("nothing yet"));
        EXPECT_FALSE(run.drawn().sees(" asks")) << rung;
    }
}

// What a kernel of several blocks shows of one: nothing, and the way to several.
TEST(LookBack, OneBlockOffersSeveral) {
    for (const auto& [rung, size, words] :
         {std::array{"scan/chain", "n=4096", "Show 4\u2009096 numbers: 8 blocks"},
          std::array{"scan/three_kernels", "n=4096", "Show 4\u2009096 numbers: 8 blocks"},
          std::array{"scan/look_back", "n=4096", "Show 4\u2009096 numbers: 8 blocks"},
          std::array{"scan/wide", "n=65536", "Show 65\u2009536 numbers: 8 blocks"},
          std::array{"radix_sort/blocks", "n=2048", "Show 2\u2009048 keys: 8 blocks"},
          std::array{"radix_sort/one_sweep", "n=32768", "Show 32\u2009768 keys: 8 blocks"}}) {
        const LookBackRun run(rung);
        const View& view = LookBackRun::view();
        ASSERT_TRUE(view.fits(*run.result.picture)) << rung;
        EXPECT_FALSE(view.interest.about(*run.result.picture)) << "the stage opens on another";
        const auto more = more_blocks(*run.result.picture);
        ASSERT_TRUE(more) << rung;
        EXPECT_EQ(lab::with_knobs(*more).find(size) != std::string::npos, true)
            << lab::with_knobs(*more);
        const Rect area{0, 0, 1100, 560}, box = offer_box(run.metrics, area);
        const Picture picture = run.drawn(area);
        EXPECT_TRUE(picture.sees(words)) << words;
        const auto spot = view.pointing.spot(picture.notes, run.context(), area,
                                             {box.middle_x(), box.middle_y()});
        ASSERT_TRUE(spot && spot->settings) << rung;
        EXPECT_EQ(*spot->settings, *more);
        EXPECT_FALSE(view.pointing.spot(picture.notes, run.context(), area, {4, 4}));
    }
    for (const char* rung : {"scan/hillis", "reduction/any_block"}) {
        const LookBackRun run(rung, {"n=256", "block=256"});
        EXPECT_FALSE(more_blocks(*run.result.picture)) << rung;
        EXPECT_FALSE(LookBackRun::view().fits(*run.result.picture)) << rung;
    }
}

}  // namespace

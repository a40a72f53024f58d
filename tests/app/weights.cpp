// Where pictures open, and how the transport goes from one step that they are about to the next.
#include "app/weights.h"

#include <gtest/gtest.h>

#include "app/in_step.h"
#include "app/series.h"
#include "lab/asked.h"
#include "lab/opening/opening.h"
#include "tests/app/shell_driver.h"
#include "tests/app/trace_maker.h"

namespace {

using namespace app;
using namespace test;
using app::testing::Driver;

// A view whose weights are what a test says, by step.
View weighing(std::vector<double> weights) {
    View view{.id = "weighing", .title = "", .fits = {}, .draw = {}};
    view.interest.weight = [weights](const lab::Run&, int step) {
        return weights[std::size_t(step)];
    };
    return view;
}

lab::Run run_of(int steps) {
    lab::Run run;
    run.trace = std::make_shared<simulator::Trace>();
    run.steps.resize(static_cast<std::size_t>(steps));
    return run;
}

TEST(Weights, TheHeaviestStepIsTheFirstOfSeveral) {
    const lab::Run run = run_of(6);
    EXPECT_EQ(heaviest_step(weighing({0, 2, 5, 1, 5, 0}), run), 2);
    EXPECT_FALSE(heaviest_step(weighing({0, 0, 0, 0, 0, 0}), run_of(6)));
    EXPECT_FALSE(heaviest_step(View{}, run_of(6)));
}

// A pass of a sort, two steps a launch: what counts and scans leads up to the chosen kernel.
lab::Run pass_of_sort(const char* last) {
    lab::Run run = run_of(6);
    run.request.settings = lab::Settings(*lab::find_lesson("radix_sort"));
    lab::find_rung(*run.request.settings.subject, "blocks", &run.request.settings.rung);
    run.launches.resize(3);
    run.launches[0].kernel = "count_digits";
    run.launches[1].kernel = "scan_counts";
    run.launches[1].grid = {16, 1, 1};
    run.launches[2].kernel = last;
    for (std::size_t i = 0; i < run.steps.size(); ++i) run.steps[i].launch = std::uint16_t(i / 2);
    return run;
}

TEST(Weights, LaunchesOfTheChosenKernelComeFirst) {
    const auto heaviest = [](const char* last, std::vector<double> weights) {
        return heaviest_step(weighing(std::move(weights)), pass_of_sort(last));
    };
    EXPECT_EQ(heaviest("scatter_digits", {0, 9, 5, 8, 1, 2}), 5);
    EXPECT_EQ(heaviest("scatter_digits", {0, 7, 5, 8, 0, 0}), 3) << "where it weighs nothing";
    EXPECT_EQ(heaviest("another", {0, 9, 5, 8, 1, 2}), 1);
    EXPECT_EQ(opening_step(nullptr, pass_of_sort("scatter_digits")), 5);
    EXPECT_EQ(opening_step(nullptr, pass_of_sort("another")), 3) << "the most blocks";
}

TEST(Weights, WhereNothingWeighsAPictureOpensWellIntoTheRun) {
    const View view = weighing({0, 0, 0, 0, 0, 0, 0, 0, 0, 0});
    EXPECT_EQ(opening_step(&view, run_of(10)), 6);
    EXPECT_EQ(opening_step(nullptr, run_of(10)), 6);
    EXPECT_EQ(opening_step(nullptr, run_of(0)), 0);
}

// Steps that stand together and weigh the same are one place.
TEST(Weights, TheNextStepIsOneThatWeighsAndDiffersFromTheOneBefore) {
    const View view = weighing({0, 3, 3, 0, 4, 2, 2, 0});
    const lab::Run run = run_of(8);
    EXPECT_EQ(next_worth(view, run, 0, 1), (Worth{1, false}));
    EXPECT_EQ(next_worth(view, run, 1, 1), (Worth{4, false}));
    EXPECT_EQ(next_worth(view, run, 4, 1), (Worth{5, false}));
    EXPECT_EQ(next_worth(view, run, 5, 1), (Worth{1, true}));
    EXPECT_EQ(next_worth(view, run, 5, -1), (Worth{4, false}));
    EXPECT_EQ(next_worth(view, run, 1, -1), (Worth{5, true}));
    EXPECT_FALSE(next_worth(weighing({0, 0}), run_of(2), 0, 1));
}

// --- of each view

double weight(const char* id, const lab::Run& run, int step) {
    return find_view(id)->interest.weight(run, step);
}

TEST(Weights, LanesWaitInWarpsThatIssue) {
    const auto run = tree(100);  // then 50 threads add: 18 of warp 1, none of warps 2 and 3
    EXPECT_EQ(weight("lanes", *run, 0), 0) << "all lanes that are there are on";
    EXPECT_EQ(weight("lanes", *run, 4), 14);
}

TEST(Weights, BanksAndSectorsWeighWhatIsBeyondTheLeast) {
    TraceMaker maker({1}, {32});
    maker.array("numbers", Space::global, Type::f32, 0x1000, 1 << 16);
    maker.array("part", Space::shared, Type::f32, 0, 1 << 14);
    const auto own = [](int lane) { return Address(0x1000 + 16 * lane); };
    maker.access(EventKind::load, Space::global, Type::f32, 3, 0, 0, own);
    maker.moved(16, 4);
    maker.access(EventKind::store, Space::shared, Type::f32, 4, 0, 0,
                 [](int lane) { return Address(16 * lane); });
    maker.took(4, 1);
    const auto run = maker.run();
    EXPECT_EQ(weight("coalescing", *run, 0), 12);
    EXPECT_EQ(weight("coalescing", *run, 1), -3) << "shown there, too, where no sector is wasted";
    EXPECT_EQ(weight("banks", *run, 0), 0);
    EXPECT_EQ(weight("banks", *run, 1), 3);
}

// Four warps of a block of 100 threads: the last has four threads, and is whole with them.
TEST(Weights, TheOpeningWarpIsTheOneThatWastes) {
    const auto opens = [](std::vector<std::uint32_t> sectors, std::vector<int> lanes,
                          app::Slot slot) {
        TraceMaker maker({1}, {100});
        maker.array("numbers", Space::global, Type::f32, 0x1000, 1 << 16);
        for (std::uint32_t warp = 0; warp < sectors.size(); ++warp) {
            const auto address = [&](int lane) {
                return lane < lanes[warp] ? std::optional(Address(0x1000 + 4 * lane))
                                          : std::nullopt;
            };
            maker.access(EventKind::load, Space::global, Type::f32, 3, warp, 0, address);
            maker.moved(sectors[warp], 4);
        }
        const View view{.id = "weighing", .title = "", .slot = slot, .fits = {}, .draw = {}};
        return opening_warp(&view, *maker.run(), 0);
    };
    EXPECT_EQ(opens({4, 4, 4, 1}, {32, 32, 32, 4}, app::Slot::thread), 0)
        << "all that are there are on";
    EXPECT_EQ(opens({4, 4, 4, 1}, {32, 32, 7, 4}, app::Slot::thread), 2);
    EXPECT_EQ(opens({4, 4, 4, 1}, {32, 32, 7, 4}, app::Slot::memory), 2) << "none takes too much";
    EXPECT_EQ(opens({4, 5, 4, 1}, {32, 32, 7, 4}, app::Slot::memory), 1);
    EXPECT_EQ(opens({4, 5, 4, 1}, {32, 32, 7, 4}, app::Slot::warp), 2);
    EXPECT_EQ(opens({5, 5, 5, 1}, {32, 32, 32, 4}, app::Slot::memory), 0) << "the first of several";
}

// --- in the window

class Opening : public ::testing::Test {
protected:
    Driver driver;
    void SetUp() override {
        driver.shell.open_lesson(*lab::find_lesson("reduction"));
        driver.settle();
    }
    Playback& playback() { return driver.shell.playback; }
    int step() { return playback().cursor.step; }
    int heaviest() {
        return heaviest_step(*driver.shell.stage_view(), *driver.shell.session.picture()).value();
    }
};

TEST_F(Opening, ARungAndAViewOpenWhereMostHappens) {
    EXPECT_EQ(step(), heaviest());
    const int flows = step();
    driver.shell.slot = app::Slot::thread;
    driver.settle();
    EXPECT_EQ(step(), heaviest());
    EXPECT_NE(step(), flows);
    EXPECT_TRUE(driver.says("All eight warps run with only part of their lanes"));
    const int waited = step();
    driver.shell.session.settings().rung = 2;
    driver.settle();
    const lab::Run &before = *driver.shell.session.before()->picture,
                   &now = *driver.shell.session.picture();
    EXPECT_EQ(step(), step_beside(before, waited, now)) << "less than half of it is left";
    EXPECT_NE(step(), heaviest());
    EXPECT_TRUE(driver.says("One of eight warps runs with only part of its lanes"));
}

// 33 rows: the first of 33 floats begins with a sector, the second does not.
TEST_F(Opening, AWarpThatShowsItIsLookedAtUnlessSomebodyChoseAnother) {
    ASSERT_TRUE(driver.shell.restore("transpose/padded n=33"));
    driver.settle();
    driver.shell.slot = app::Slot::memory;
    driver.settle();
    EXPECT_EQ(playback().cursor.warp, 1);
    EXPECT_TRUE(driver.says("5")) << "sectors";
    driver.shell.session.settings().set(*lab::find_knob(*driver.shell.session.subject(), "n"), 128);
    driver.settle();
    driver.shell.slot = app::Slot::thread;
    driver.settle();
    EXPECT_EQ(playback().cursor.warp, 0) << "nobody's wish";
    playback().cursor.warp = 3;
    driver.shell.slot = app::Slot::memory;
    driver.settle();
    EXPECT_EQ(playback().cursor.warp, 3);
}

// What the stage shows of a state.
std::string opens_on(Driver& driver, const std::string& line) {
    EXPECT_TRUE(driver.shell.restore(line)) << line;
    driver.settle();
    return driver.shell.stage_view() ? driver.shell.stage_view()->id : "";
}

TEST_F(Opening, WhereBlocksWaitOrKernelsFollowEachOtherItOpensOnBlocks) {
    EXPECT_EQ(opens_on(driver, "scan/chain n=4096"), "blocks");
    EXPECT_EQ(opens_on(driver, "scan/chain"), "blocks") << "at a size of several blocks";
    EXPECT_EQ(opens_on(driver, "scan/three_kernels n=4096"), "blocks");
    EXPECT_EQ(opens_on(driver, "scan/hillis"), "data_flow") << "one block";
    EXPECT_EQ(opens_on(driver, "scan/chain n=256 block=256"), "data_flow") << "nobody to wait for";
    EXPECT_EQ(opens_on(driver, "reduction/sequential"), "data_flow") << "one kernel, twice";
    EXPECT_EQ(opens_on(driver, "vector_addition/one_each"), "coalescing");
    EXPECT_EQ(opens_on(driver, "laplace/two_sweeps"), "field");
}

TEST(OpeningSize, TwoWithoutASizeStandAtOne) {
    const auto at = [](const char* name) { return *lab::settings_named(name); };
    lab::Settings back = at("scan/look_back"), chain = at("scan/chain"), hillis = at("scan/hillis");
    lab::open_at_one_size(back, chain);
    const lab::Knob& size = *back.subject->size;
    EXPECT_EQ(back[size], chain[size]);
    EXPECT_EQ(chain, lab::opening_of(at("scan/chain"))) << "a chain has several blocks";
    chain = at("scan/chain");
    lab::open_at_one_size(hillis, chain);
    EXPECT_EQ(hillis, at("scan/hillis")) << "one block holds no more";
    EXPECT_EQ(chain, at("scan/chain"));
    EXPECT_TRUE(lab::names_opening("scan/chain n=512", chain));
    EXPECT_FALSE(lab::names_opening("scan/chain block=256", chain));
}

TEST_F(Opening, AnotherKernelMayBeAboutAnotherPicture) {
    opens_on(driver, "scan/chain n=512 block=512");
    driver.shell.session.settings().set(*lab::find_lesson("scan")->size, 4096);
    driver.settle();
    EXPECT_EQ(driver.shell.stage_view()->id, "blocks");
    driver.shell.session.settings().set(*lab::find_lesson("scan")->size, 512);
    driver.settle();
    EXPECT_EQ(driver.shell.stage_view()->id, "data_flow");
}

TEST_F(Opening, AViewThatAPersonChoseIsKept) {
    opens_on(driver, "scan/chain n=4096");
    driver.key(Key::two);
    EXPECT_EQ(driver.shell.stage_view()->id, "data_flow");
    driver.shell.session.settings().set(*lab::find_lesson("scan")->size, 2048);
    driver.settle();
    EXPECT_EQ(driver.shell.stage_view()->id, "data_flow");
    EXPECT_EQ(opens_on(driver, "scan/chain n=4096 --at view=1"), "data_flow")
        << "as the line has it";
    EXPECT_EQ(opens_on(driver, "scan/chain n=4096"), "blocks") << "a lesson that opens is nobody's";
    driver.key(Key::one);
    EXPECT_NE(driver.shell.stage_view()->id, "blocks");
    driver.shell.session.settings().set(*lab::find_lesson("scan")->size, 2048);
    driver.settle();
    EXPECT_NE(driver.shell.stage_view()->id, "blocks") << "of two in one slot, too";
}

TEST_F(Opening, APlaceThatAPersonChoseIsKept) {
    playback().go_to(5);
    driver.settle();
    driver.shell.slot = app::Slot::thread;
    driver.settle();
    EXPECT_EQ(step(), 5);
    driver.shell.session.settings().rung = 2;
    driver.settle();
    EXPECT_EQ(step(), 5);
    driver.shell.open_lesson(*lab::find_lesson("scan"));
    driver.settle();
    EXPECT_EQ(step(), heaviest()) << "another lesson is nobody's choice yet";
}

TEST_F(Opening, AStateThatNamesAStepIsTakenAtItsWord) {
    driver.shell.restore("reduction/strided --at step=4");
    driver.settle();
    EXPECT_EQ(step(), 3) << "steps count from 1 in words";
    EXPECT_NE(driver.shell.state_line().find("step=4,"), std::string::npos);
    EXPECT_TRUE(driver.says("Step 4 of")) << driver.shell.state_line();
    driver.shell.restore("reduction/strided");
    driver.settle();
    EXPECT_EQ(step(), heaviest());
}

TEST_F(Opening, ThePictureThatOpensHasValuesInIt) {
    const auto values = std::ranges::count_if(driver.texts, [](const NotedText& text) {
        return text.card == "stage" && std::ranges::all_of(text.text, [](unsigned char letter) {
                   return std::isdigit(letter);
               });
    });
    EXPECT_GT(values, 60) << "in whole rows of cells";
    EXPECT_TRUE(driver.has_mark("stage", MarkKind::fill, Role::accent));
}

TEST_F(Opening, AKeyGoesOnToTheNextStepAndRoundTheEnd) {
    driver.shell.slot = app::Slot::thread;
    driver.settle();
    const int first = step();
    driver.key(Key::w);
    EXPECT_GT(step(), first);
    driver.key(Key::w, false, true);
    EXPECT_EQ(step(), first);
    playback().go_to(playback().count() - 1);
    driver.key(Key::w);
    EXPECT_LT(step(), first);
    EXPECT_TRUE(driver.sees("from the first again"));
    driver.key(Key::right);
    EXPECT_FALSE(driver.sees("from the first again"));
}

TEST_F(Opening, AButtonDoesSoToo) {
    driver.shell.slot = app::Slot::thread;
    driver.settle();
    const int first = step();
    ASSERT_TRUE(driver.click("transport.worth"));
    EXPECT_GT(step(), first);
    Input input;
    input.shift = true;
    input.mouse = driver.at("transport.worth");
    input.down = input.pressed = true;
    driver.frame(input);
    input.down = input.pressed = false;
    input.released = true;
    driver.frame(input);
    EXPECT_EQ(step(), first);
}

}  // namespace

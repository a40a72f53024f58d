// Two devices side by side: which is which, on every card of times and at every size of it.
#include "tests/app/views/cards/two_devices.h"

#include <gtest/gtest.h>

#include "app/format.h"
#include "app/views/cards/spots.h"
#include "app/views/rungs.h"
#include "tests/app/picture.h"

namespace {

using namespace app;
using namespace test;
using lab::TimeKind;

constexpr const char* long_name = "NVIDIA GeForce RTX 4090 Laptop GPU";

TimeSource recorded_on(const std::string& device) { return {TimeKind::recorded, device, ""}; }

Filled with_long_name() {
    Filled from = on_two_devices(long_name);
    from.series.choice.second = TimeClock{TimeKind::recorded, long_name};
    return from;
}

// --- names

TEST(TwoDevices, NamesGetShorterAndStillTellTheTwoApart) {
    const auto forms = clock_name_forms(recorded_on("NVIDIA H200"), recorded_on(long_name));
    EXPECT_EQ(forms, (std::vector<ClockNames>{{"H200", "GeForce RTX 4090 Laptop GPU"},
                                              {"H200", "RTX 4090 Laptop"},
                                              {"H200", "RTX 4090"}}));
    EXPECT_EQ(clock_name_forms(recorded_on("NVIDIA RTX 4090"), recorded_on(long_name)),
              (std::vector<ClockNames>{{"RTX 4090", "GeForce RTX 4090 Laptop GPU"},
                                       {"RTX 4090", "RTX 4090 Laptop"}}))
        << "two of a model keep what tells them apart";
    EXPECT_EQ(
        clock_name_forms(recorded_on("NVIDIA H100 80GB HBM3"), recorded_on("NVIDIA H100 PCIe")),
        (std::vector<ClockNames>{{"H100 80GB HBM3", "H100 PCIe"}, {"80GB HBM3", "PCIe"}}));
    const TimeSource measured{TimeKind::measured, "NVIDIA H200", ""};
    EXPECT_EQ(
        clock_name_forms(measured, recorded_on("NVIDIA H200")),
        (std::vector<ClockNames>{{"H200, measured", "H200, recorded"}, {"measured", "recorded"}}));
}

// The last thing to go: smaller than any window makes a card, the key is there.
TEST(TwoDevices, TheKeyStaysOnEveryCardOfTimes) {
    const Filled from = with_long_name();
    for (const char* view : {"timings", "rungs_compared", "block_shapes"})
        for (const Rect area : {Rect{0, 0, 900, 400}, Rect{0, 0, 420, 200}, Rect{0, 0, 306, 140},
                                Rect{0, 0, 306, 100}}) {
            const Picture card(view, from.shown, {}, area, from.series);
            const std::string where =
                std::string(view) + " " + std::to_string(area.w) + " x " + std::to_string(area.h);
            EXPECT_TRUE(card.sees("H200")) << where;
            EXPECT_TRUE(card.sees("RTX 4090")) << where;
            const auto misplaced = misplaced_texts(card.notes);
            EXPECT_TRUE(misplaced.empty()) << where << ": " << misplaced.front();
        }
}

// --- kernels compared

TEST(TwoDevices, SamplesOfTheKeyLookAsTheBarsDo) {
    const Filled from = with_long_name();
    const Picture card("rungs_compared", from.shown, {}, {0, 0, 700, 300}, from.series);
    const NotedText* name = card.notes.find("H200");
    ASSERT_TRUE(name);
    const auto left = [&](const NotedMark& mark) {
        return mark.box.right() <= name->box.x && mark.box.y >= name->box.y - 4 && mark.box.w < 20;
    };
    const auto fills = [&](Role role) {
        return those(card.notes.of(MarkKind::fill, role), left).size();
    };
    EXPECT_EQ(fills(Role::accent), 1u) << "the chosen kernel's bar";
    EXPECT_EQ(fills(Role::other_series), 1u) << "those of the others";
}

TEST(TwoDevices, NumbersBesideEachOtherLeaveRoomForNames) {
    const Filled from = with_long_name();
    const Picture low("rungs_compared", from.shown, {}, {0, 0, 324, 150}, from.series, nullptr,
                      metrics_of(Density::laptop));
    EXPECT_TRUE(low.notes.find("Strided index"));
    EXPECT_TRUE(low.notes.find("Warp shuffles"));
    EXPECT_TRUE(low.sees("…")) << "a name that lost words says so";
}

// A bar is what is compared: it has half as much room as names and numbers, which say their unit
// once; and a kernel that takes far longer than all others leaves those bars that can be compared.
TEST(TwoDevices, BarsHaveRoomInALowCard) {
    Filled from = with_long_name();
    const auto bars = [&] {
        const Picture card("rungs_compared", from.shown, {}, {0, 0, 324, 150}, from.series, nullptr,
                           metrics_of(Density::laptop));
        EXPECT_TRUE(card.notes.find("in µs"));
        EXPECT_FALSE(card.sees(".0 µs")) << "no number has it";
        EXPECT_TRUE(misplaced_texts(card.notes).empty());
        const float key = card.place("in µs").y - 6;
        return those(card.notes.of(MarkKind::outline, Role::text2),
                     [&](const NotedMark& mark) { return mark.box.w > 9.5f && mark.box.y < key; });
    };
    const auto longest = [](const std::vector<NotedMark>& all) {
        return std::ranges::max(all, {}, [](const NotedMark& mark) { return mark.box.w; }).box.w;
    };
    EXPECT_GT(longest(bars()), 80);
    const float usual = bars().back().box.w;
    const lab::Settings& at = from.shown.request.settings;
    from.series.add(on_another(result_of(app::at_rung(at, 0), TimeKind::recorded, .2), long_name));
    EXPECT_GT(bars().back().box.w, .5f * usual) << "they are not a hundredth of the first now";
}

// --- time by size

TEST(TwoDevices, TheTimeAtAPlaceIsThatOfBoth) {
    const Filled from = with_long_name();
    const lab::Settings& at = from.shown.request.settings;
    const std::string first =
                          time_text(from.series.time(at, *from.series.source(at))->time.median_ms),
                      second = time_text(
                          from.series.time(at, *from.series.second_source(at))->time.median_ms);
    ASSERT_NE(first, second);
    for (const Rect area : {Rect{0, 0, 900, 400}, Rect{0, 0, 306, 140}}) {
        const Picture card("timings", from.shown, {}, area, from.series);
        EXPECT_TRUE(card.notes.find(first)) << area.w;
        EXPECT_TRUE(card.notes.find(second)) << area.w;
    }
    Filled alone = with_long_name();
    alone.series.choice.second.reset();
    const Picture one("timings", alone.shown, {}, {0, 0, 900, 400}, alone.series);
    EXPECT_FALSE(one.notes.find(second));
}

TEST(TwoDevices, BothFloorsAreNamed) {
    const Filled from = with_long_name();
    const Picture card("timings", from.shown, {}, {0, 0, 900, 400}, from.series);
    EXPECT_TRUE(card.sees("launch floor: H200 2.6 µs, GeForce RTX 4090 Laptop GPU 5.2 µs"));
    EXPECT_FALSE(card.notes.of(MarkKind::dashed_line, Role::text2).empty()) << "the second's";
    const Picture low("timings", from.shown, {}, {0, 0, 480, 130}, from.series);
    EXPECT_TRUE(low.sees("H200, floor 2.6 µs")) << "the key says it where the plot is too low";
    EXPECT_TRUE(low.sees("floor 5.2 µs"));
    const Picture laptop("timings", from.shown, {}, {0, 0, 306, 150}, from.series, nullptr,
                         metrics_of(Density::laptop));
    EXPECT_TRUE(laptop.sees("floor 2.6 µs")) << "it begins below the numbers of the axis";
    EXPECT_TRUE(laptop.sees("floor 5.2 µs"));
}

// --- block shapes and the ladder

TEST(TwoDevices, TheBestShapesOfBothAreNamedBeforeTheScaleIsDrawn) {
    Filled from = with_long_name();
    for (const std::int64_t x : width_knob.ticks) {
        lab::Settings at = from.shown.request.settings;
        at.set(width_knob, x);
        from.series.add(on_another(result_of(at, TimeKind::recorded, .3 / double(x)), long_name));
    }
    const Picture low("block_shapes", from.shown, {}, {0, 0, 306, 140}, from.series);
    EXPECT_TRUE(low.sees("µs on H200, best 64 × ")) << "whose the cells are, and in which unit";
    EXPECT_TRUE(low.sees("RTX 4090: 64 × "));
}

TEST(TwoDevices, TheLadderHasTheTimesOfBoth) {
    const Filled from = with_long_name();
    const Picture wide("ladder", from.shown, {}, {0, 0, 1280, 660}, from.series);
    const lab::Settings& at = from.shown.request.settings;
    const std::string second =
        time_text(from.series.time(at, *from.series.second_source(at))->time.median_ms);
    EXPECT_TRUE(wide.notes.find(second));
    EXPECT_TRUE(wide.notes.find("RTX 4090 Laptop"));
    EXPECT_TRUE(misplaced_texts(wide.notes).empty());
    const std::string note =
        find_view("ladder")->words.note({from.shown, {}, {}, from.series}).whole();
    EXPECT_EQ(note.rfind("On H200 ", 0), 0u) << note;
    const Picture narrow("ladder", from.shown, {}, {0, 0, 330, 300}, from.series);
    EXPECT_TRUE(narrow.notes.find("H200")) << "of one alone it says whose it is";
    EXPECT_TRUE(misplaced_texts(narrow.notes).empty());
    const std::string numbers = find_view("ladder")->numbers({from.shown, {}, {}, from.series});
    EXPECT_NE(numbers.find(std::string(",recorded,") + long_name), std::string::npos) << numbers;
}

}  // namespace

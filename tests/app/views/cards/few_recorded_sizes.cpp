// The card "Time by size" where few sizes are recorded.
#include <gtest/gtest.h>

#include "app/rates.h"
#include "lab/asked.h"
#include "tests/app/picture.h"
#include "tests/app/series_maker.h"

namespace {

using namespace app;
using namespace test;

// Two sizes are no curve: that of the lesson's own settings stands behind them, and says which.
TEST(TimesPicture, FewSizesHaveTheCurveOfTheOwnSettingsBehindThem) {
    Filled from;
    const auto at = [](std::int64_t size, std::int64_t stride) {
        lab::Settings made = settings(2, size);
        made.set(stride_knob, stride);
        return result_of(made, lab::TimeKind::recorded, .03 + double(size) / 1e8);
    };
    for (const std::int64_t size : size_knob.ticks) from.series.add(at(size, stride_knob.preset));
    const auto shown = [&](std::size_t sizes) {
        Filled some = from;
        for (std::size_t i = 0; i < sizes; ++i) {
            some.shown = at(size_knob.ticks[i], 32);
            some.series.add(some.shown);
        }
        return some;
    };
    const Rect area{0, 0, 700, 300};
    const auto hollow = [&](const Filled& some) {
        return Picture("timings", some.shown, {}, area, some.series)
            .notes.of(MarkKind::outline, Role::text3)
            .size();
    };
    const auto note = [](const Filled& some) {
        return find_view("timings")
            ->words.note({some.shown, Cursor{}, Metrics{}, some.series})
            .whole();
    };
    const Filled two = shown(2), all = shown(size_knob.ticks.size());
    EXPECT_EQ(hollow(two), size_knob.ticks.size());
    EXPECT_TRUE(Picture("timings", two.shown, {}, area, two.series)
                    .sees("other settings: apart " + std::to_string(stride_knob.preset)));
    EXPECT_EQ(note(two), "only two sizes are recorded, H200");
    EXPECT_EQ(hollow(all), 0u) << "a curve of its own";
    EXPECT_EQ(note(all), "H200, 12 Nov 2026");
}

// A share says of what it is, also where there is little room for it.
TEST(TimesPicture, ASharesNameIsNeverLeftOut) {
    lab::Time time;
    time.kind = lab::TimeKind::recorded;
    time.median_ms = 1.8;
    time.device = "NVIDIA H200";
    int shares = 0;
    for (const std::string& words : rate_forms(*lab::settings_named("option/coalesced"), time)) {
        const std::size_t share = words.find('%');
        if (share == words.npos) continue;
        ++shares;
        EXPECT_TRUE(words.substr(share).starts_with("% of ")) << words;
    }
    EXPECT_GE(shares, 3);
}

}  // namespace

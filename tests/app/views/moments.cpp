// Which access a view shows, by where the cursor stands.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "app/series.h"
#include "app/view.h"
#include "tests/app/shell_driver.h"
#include "tests/app/trace_maker.h"
#include "tests/app/view_says.h"

namespace {

using namespace app;
using namespace test;

// Numbers from global memory into shared memory, then read at strides of one, eight and two words.
std::shared_ptr<lab::Run> strides() {
    TraceMaker maker({1}, {32});
    maker.array("numbers", Space::global, Type::f32, 0x1000, 1 << 16);
    maker.array("part", Space::shared, Type::f32, 0, 1 << 14);
    maker.access(EventKind::load, Space::global, Type::f32, 3, 0, 0,
                 [](int lane) { return Address(0x1000 + 4 * lane); });
    maker.access(EventKind::store, Space::shared, Type::f32, 4, 0, 0,
                 [](int lane) { return Address(4 * lane); });
    maker.took(1, 1);
    for (const std::uint32_t stride : {1, 8, 2}) {
        maker.access(EventKind::load, Space::shared, Type::f32, 5 + static_cast<int>(stride), 0, 0,
                     [=](int lane) { return Address(4 * stride * lane); });
        maker.took(stride, 1);
    }
    return maker.run();
}

struct WordsOfBanks {
    std::string claim, note;
};

WordsOfBanks banks_at(int step) {
    const auto run = strides();
    const View& view = *find_view("banks");
    Cursor cursor;
    cursor.step = step;
    lab::Result result;
    result.picture = run;
    const Series none;
    const Metrics metrics;
    return {view_claim(view.id, *run, cursor),
            view.words.note({result, cursor, metrics, none}).whole()};
}

TEST(Moments, BanksOpenOnTheMostConflicts) {
    const WordsOfBanks words = banks_at(0);
    EXPECT_NE(words.claim.find("8 wavefronts"), std::string::npos) << words.claim;
    EXPECT_EQ(words.note, "a load of warp 0, in 3 steps");
}

TEST(Moments, BanksFollowTheCursorFromThenOn) {
    EXPECT_EQ(banks_at(1).note, "a store of warp 0");
    EXPECT_NE(banks_at(3).claim.find("8 wavefronts"), std::string::npos);
    EXPECT_NE(banks_at(4).claim.find("2 wavefronts"), std::string::npos);
}

std::vector<NotedText> drawn(const char* id, const std::shared_ptr<lab::Run>& run, Rect area) {
    lab::Result result;
    result.picture = run;
    const Series none;
    Cursor cursor;
    cursor.step = 0;
    const Metrics metrics;
    std::vector<NotedText> texts;
    app::testing::measuring_painter().measure([&] {
        CanvasNotes notes(app::testing::measuring_painter().fonts());
        find_view(id)->draw(notes, {result, cursor, metrics, none}, area);
        texts = std::move(notes.texts);
    });
    return texts;
}

// Whole numbers fit cells that fractions don't: then none is shown.
TEST(Moments, LanesShowEveryValueOrNone) {
    TraceMaker maker({1}, {32});
    maker.array("numbers", Space::global, Type::f32, 0x1000, 1 << 16);
    maker.access(
        EventKind::load, Space::global, Type::f32, 3, 0, 0,
        [](int lane) { return Address(0x1000 + 4 * lane); },
        [](int lane) { return float_bits(lane % 2 ? 1.f : .5333f); });
    std::set<long> counts;
    for (float width = 500; width < 1800; width += 20)
        counts.insert(std::ranges::count_if(
            drawn("lanes", maker.run(), {0, 0, width, 300}), [](const NotedText& text) {
                return text.text == "1" ? text.style.font == Font::mono_bold
                                        : text.text.find('.') < 2 && text.text.size() < 8;
            }));
    EXPECT_EQ(counts, (std::set<long>{0, 32}));
}

// Where the longer of two arrays' names does not fit its bar, the shorter has none either.
TEST(Moments, BarsNameEveryArrayOrNone) {
    TraceMaker maker({1}, {32});
    maker.array("u", Space::shared, Type::f32, 0, 1 << 10);
    maker.array("another_array", Space::shared, Type::f32, 1 << 12, 1 << 10);
    for (int i = 0; i < 10; ++i) {
        maker.access(EventKind::load, Space::shared, Type::f32, 3, 0, 0,
                     [=](int lane) { return Address((i % 2 << 12) + 4 * lane); });
        maker.took(1, 1);
    }
    std::set<std::pair<long, long>> counts;
    for (float width = 500; width < 2400; width += 50) {
        const auto texts = drawn("banks", maker.run(), {0, 0, width, 400});
        counts.insert({std::ranges::count(texts, "u", &NotedText::text),
                       std::ranges::count(texts, "another_array", &NotedText::text)});
    }
    EXPECT_EQ(counts, (std::set<std::pair<long, long>>{{0, 0}, {5, 5}}))
        << "in a wide figure both have room, in a narrow one neither";
}

// Two digits are wider than a narrow bar: the tallest bars have their number all the same.
TEST(Moments, TheTallestBarHasItsNumber) {
    TraceMaker maker({1}, {32});
    maker.array("part", Space::shared, Type::f32, 0, 1 << 14);
    for (int i = 0; i < 60; ++i) {
        maker.access(EventKind::load, Space::shared, Type::f32, 3, 0, 0,
                     [](int lane) { return Address(4 * lane); });
        maker.took(i == 30 ? 64 : 1, 1);
    }
    const auto texts = drawn("banks", maker.run(), {0, 0, 700, 400});
    EXPECT_EQ(std::ranges::count(texts, "64", &NotedText::text), 1);
}

}  // namespace

// Keys that are sorted: what the data-flow picture takes for a key, where keys stand, by which
// digit each pass goes, and what they look like.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "app/views/flow/data_flow.h"
#include "app/weights.h"
#include "lab/asked.h"
#include "lab/running/simulation.h"
#include "tests/app/picture.h"
#include "tests/app/view_says.h"

namespace {

using namespace app;
using namespace test;

struct SortedRun {
    lab::Result result;
    Cursor cursor;

    explicit SortedRun(const char* rung, std::vector<std::string> values = {}) {
        lab::Request request;
        request.settings = *lab::settings_named(rung);
        for (const std::string& value : values)
            EXPECT_FALSE(lab::assign(request.settings, value)) << value;
        request.settings = lab::picture_of(request.settings);
        result.picture = lab::simulate(request);
        result.request = request;
        cursor.step = opening_step(find_view("data_flow"), *result.picture);
    }
    const lab::Run& run() const { return *result.picture; }
    const FlowLayout& layout() const { return flow_layout(run(), cursor); }
    void go_to_launch(int launch) {
        for (int i = 0; i < std::ssize(run().steps); ++i)
            if (run().steps[std::size_t(i)].launch == launch) cursor.step = i;
    }
    std::uint64_t key(const FlowMark& mark) const {
        return run().flow->versions[mark.version].after;
    }
    std::vector<std::uint64_t> digits(const FlowRow& row) const {
        std::vector<std::uint64_t> all;
        for (const FlowMark& mark : row.marks)
            all.push_back(layout().keys.digit(row.pass).of(key(mark)));
        return all;
    }
    std::string stage_name() const {
        return run().flow->arrays[std::size_t(layout().stage.at(0))].name;
    }
    Picture drawn(Rect area = {0, 0, 1300, 640}) const {
        return {"data_flow", result, cursor, area};
    }
};

// All rungs: the rows are keys and nothing else, and each pass leaves its digits in order.
TEST(SortedKeys, AreTheStageAndEachPassPutsItsDigitInOrder) {
    for (const char* rung :
         {"warp", "bits", "digits", "blocks", "in_order", "eight", "one_sweep"}) {
        const SortedRun sort(("radix_sort/" + std::string(rung)).c_str());
        const FlowLayout& layout = sort.layout();
        ASSERT_TRUE(layout.sorts) << rung;
        EXPECT_EQ(layout.columns.size(), 32u) << rung << ": places that hold no key are left out";
        EXPECT_EQ(sort.stage_name(), rung == std::string("blocks") ? "between" : "room") << rung;
        ASSERT_EQ(layout.rows[0].kind, FlowRowKind::start) << rung;
        std::multiset<std::uint64_t> read;
        for (const FlowMark& mark : layout.rows[0].marks) read.insert(sort.key(mark));
        for (const FlowRow& row : layout.rows) {
            std::multiset<std::uint64_t> here;
            for (const FlowMark& mark : row.marks) here.insert(sort.key(mark));
            EXPECT_EQ(here, read) << rung << ", " << row.name;
            if (row.kind == FlowRowKind::stage) {
                EXPECT_TRUE(std::ranges::is_sorted(sort.digits(row))) << rung << ", " << row.name;
            }
        }
    }
}

TEST(SortedKeys, EachPassHasItsBits) {
    const SortedRun warp("radix_sort/warp"), digits("radix_sort/digits"),
        wide("radix_sort/digits", {"digit=3"});
    const auto names = [](const SortedRun& sort) {
        std::vector<std::string> all;
        for (const FlowRow& row : sort.layout().rows)
            if (row.kind == FlowRowKind::stage) all.push_back(row.name);
        return all;
    };
    ASSERT_EQ(names(warp).size(), 10u);
    EXPECT_EQ(names(warp)[0], "pass 1, bit 0");
    EXPECT_EQ(names(warp)[9], "pass 10, bit 9");
    const std::vector<std::string> three{"pass 1, bits 0 to 3", "pass 2, bits 4 to 7",
                                         "pass 3, bits 8 to 9"};
    EXPECT_EQ(names(digits), three);
    EXPECT_EQ(names(wide).back(), "pass 4, bit 9");
    SortedRun blocks("radix_sort/blocks");
    for (int launch = 0; launch < 9; ++launch) {
        blocks.go_to_launch(launch);
        EXPECT_EQ(blocks.layout().keys.first, launch / 3) << launch;
        EXPECT_EQ(blocks.layout().sorts, launch % 3 == 2) << launch;
        // an array that is named for what comes out at the end is not sorted yet
        const std::vector<FlowRow>& rows = blocks.layout().rows;
        EXPECT_EQ(!rows.empty() && rows[0].name == "by bits 0 to 3", launch == 5) << launch;
    }
    SortedRun sweep("radix_sort/one_sweep");
    sweep.go_to_launch(0);
    EXPECT_FALSE(sweep.layout().keys.any()) << "it counts the digits of all passes";
    sweep.go_to_launch(2);
    EXPECT_EQ(sweep.layout().rows[1].name, "pass 2, bits 8 to 9");
}

// Its keys stay where they are, and the next pass has its own digit.
TEST(SortedKeys, APassThatMovesNoKeyIsAPass) {
    for (const char* rung : {"radix_sort/warp", "radix_sort/bits"})
        for (const char* spread : {"spread=sorted", "spread=few", "spread=one"}) {
            const SortedRun sort(rung, {spread});
            std::vector<int> passes;
            for (const FlowRow& row : sort.layout().rows)
                if (row.kind == FlowRowKind::stage) passes.push_back(row.pass);
            ASSERT_EQ(passes.size(), 10u) << rung << " " << spread;
            const View& view = *find_view("data_flow");
            for (Cursor at; at.step < std::ssize(sort.run().steps); ++at.step) {
                const std::string said = view_sentence(view.id, sort.run(), at);
                const bool all_have_one = std::string_view(rung) == "radix_sort/warp";
                EXPECT_FALSE(all_have_one && said.find("no key") != said.npos) << said;
            }
            for (int pass = 0; pass < 10; ++pass) EXPECT_EQ(passes[std::size_t(pass)], pass);
        }
}

// Those that are read stand as they lie in memory, and fly to where the first pass puts them.
TEST(SortedKeys, FlyFromWhereTheyLay) {
    const SortedRun sort("radix_sort/digits");
    const FlowLayout& layout = sort.layout();
    std::int64_t before = -1;
    for (const FlowMark& mark : layout.rows[0].marks) {
        const auto& version = sort.run().flow->versions[mark.version];
        EXPECT_GT(version.cell, before);
        before = version.cell;
    }
    int crossing = 0, all = 0;
    for (const FlowArrow& arrow : layout.arrows) {
        if (arrow.row != 1) continue;
        ++all, crossing += !arrow.own;
        EXPECT_EQ(arrow.from_row, 0);
        EXPECT_EQ(sort.key(layout.rows[0].marks[std::size_t(arrow.from)]),
                  sort.key(layout.rows[1].marks[std::size_t(arrow.column)]));
    }
    EXPECT_EQ(all, 32);
    EXPECT_GT(crossing, 20);
}

TEST(SortedKeys, NoMoreThanEightColoursTellDigitsApart) {
    EXPECT_EQ(group_of({0, 1}, 1).which, 1);
    EXPECT_EQ(group_of({0, 1}, 1).of, 2);
    EXPECT_EQ(group_of({4, 4}, 15).which, 7);
    EXPECT_EQ(group_of({4, 4}, 1).which, 0) << "0 and 1 share one";
    EXPECT_EQ(group_of({0, 8}, 32).which, 1);
    EXPECT_EQ(group_of({0, 8}, 255).of, 8);
    EXPECT_EQ((FlowDigit{4, 4}.of(0xA7C)), 7u);
}

TEST(SortedKeys, ADigitHasAColourAndAHatchAndIsWritten) {
    const SortedRun sort("radix_sort/warp");
    const Picture picture = sort.drawn();
    EXPECT_TRUE(picture.sees("Digit of pass 7 of 10: bit 6"));
    std::set<std::uint32_t> colours;
    int ones = 0;
    for (const NotedText& text : picture.notes.texts) ones += text.text == "1";
    for (const NotedMark& mark : picture.notes.marks)
        if (mark.kind == MarkKind::fill && mark.colour.fixed) colours.insert(mark.colour.rgb);
    EXPECT_EQ(colours.size(), 2u);
    EXPECT_GT(ones, 32) << "in each row, and in the key";
    const SortedRun four("radix_sort/digits");
    EXPECT_TRUE(four.drawn().sees("colours: its upper 3 bits"));
    EXPECT_TRUE(four.drawn().sees("14, 15"));
    EXPECT_FALSE(four.drawn({0, 0, 900, 150}).sees("Digit")) << "no room for a key";
}

// Of the key all colours are shown or none, whatever room there is.
TEST(SortedKeys, TheKeyIsWholeOrNotThere) {
    const SortedRun four("radix_sort/digits");
    int whole = 0, brief = 0;
    for (float width = 300; width < 1300; width += 50) {
        const Picture picture = four.drawn({0, 0, width, 500});
        const auto& texts = picture.notes.texts;
        const bool last = std::ranges::any_of(texts, [](const NotedText& text) {
            return (text.text == "14, 15" || text.text == "14") && text.box.y > 470;
        });
        EXPECT_EQ(picture.sees("Digit"), last) << width;
        whole += last, brief += picture.sees(", by upper 3");
    }
    EXPECT_GT(whole, 8);
    EXPECT_GT(brief, 1);
}

// Of the pass that put it there; and what is read now, of the pass that reads it.
TEST(SortedKeys, ACellSaysItsDigit) {
    const SortedRun sort("radix_sort/warp");
    const Rect area{0, 0, 1300, 640};
    const Picture picture = sort.drawn(area);
    const Metrics metrics;
    const Series series;
    std::string words;
    for (const NotedText& key : picture.notes.texts) {
        if (key.text != "705") continue;
        const auto spot =
            find_view("data_flow")
                ->pointing.spot(picture.notes, {sort.result, sort.cursor, metrics, series}, area,
                                {key.box.middle_x(), key.box.middle_y()});
        ASSERT_TRUE(spot);
        words += spot->words;
    }
    EXPECT_NE(words.find("Its digit, bit 6, is *1*."), std::string::npos) << words;
    EXPECT_NE(words.find("Its digit, bit 1, is *0*."), std::string::npos) << words;
    EXPECT_EQ(words.find("bit 5"), std::string::npos) << "its row is read now: " << words;
}

// A row whose name says "bit 5" shows bit 6 while pass 7 reads it: the line below its name says so.
TEST(SortedKeys, ARowSaysWhoseDigitItShows) {
    const SortedRun sort("radix_sort/warp");
    const Picture picture = sort.drawn();
    const Rect name = picture.place("pass 6, bit 5"), by = picture.place("now read by bit 6");
    EXPECT_GT(by.y, name.y);
    EXPECT_LT(by.bottom(), picture.place("pass 7, bit 6").y);
    EXPECT_FALSE(picture.sees("seen by bit 5")) << "that row shows what its name says";
}

// As high as it is large, where there is room: the largest fills it.
TEST(SortedKeys, BarsAreAsHighAsKeysAreLarge) {
    const SortedRun sort("radix_sort/in_order");
    const FlowLayout& layout = sort.layout();
    std::vector<std::uint64_t> keys;
    for (const FlowMark& mark : layout.rows[1].marks) keys.push_back(sort.key(mark));
    std::vector<Rect> bars;
    const Picture picture = sort.drawn();
    for (const NotedMark& mark : picture.notes.marks)
        if (mark.kind == MarkKind::fill && mark.colour.fixed && mark.radius == 1.5f)
            bars.push_back(mark.box);
    ASSERT_EQ(bars.size(), 64u) << "of keys that are read, and of those that are in place";
    const double least = double(*std::ranges::min_element(keys)),
                 largest = double(*std::ranges::max_element(keys));
    const float low = bars[32 + std::size_t(std::ranges::min_element(keys) - keys.begin())].h,
                high = bars[32 + std::size_t(std::ranges::max_element(keys) - keys.begin())].h;
    for (std::size_t i = 0; i < 32; ++i) {
        const double part = (double(keys[i]) - least) / (largest - least);
        EXPECT_NEAR(bars[32 + i].h, low + (high - low) * part, .1) << keys[i];
    }
    EXPECT_GT(high, 3 * low);
}

// What only counts keys shows the digits of those that it reads.
TEST(SortedKeys, WhoCountsShowsThemToo) {
    SortedRun sort("radix_sort/blocks");
    sort.go_to_launch(3);
    EXPECT_TRUE(sort.drawn().sees("Digit of pass 2 of 3: bits 4 to 7"));
    const FlowLayout& layout = sort.layout();
    EXPECT_TRUE(layout.keys.is_key(layout.rows[0].marks[0].version));
}

// The word of a block is a number and what it says of itself in one: no value that flows.
TEST(SortedKeys, WordsOfALookBackAreNoValues) {
    for (const char* rung : {"scan/wide", "scan/look_back"}) {
        const SortedRun wide(rung, {"n=2^16"});
        EXPECT_TRUE(std::ranges::any_of(wide.run().flow->arrays,
                                        [](const auto& array) { return array.name == "words"; }))
            << rung << " has no such array, or under another name";
        const FlowLayout& layout = wide.layout();
        int cells = 0;
        for (const FlowRow& row : layout.rows)
            for (const FlowMark& mark : row.marks) {
                if (!mark.version) continue;
                const int array = wide.run().flow->versions[mark.version].array;
                if (array < 0) continue;
                ++cells;
                EXPECT_NE(wide.run().flow->arrays[std::size_t(array)].name, "words")
                    << rung << ", row " << row.name << " kind " << int(row.kind);
            }
        EXPECT_GT(cells, 0) << rung;
        EXPECT_EQ(layout.rows.back().kind, FlowRowKind::output);
    }
}

// Two lines of a cell are as large as the last row of a room can read, or are one.
TEST(SortedKeys, LettersOfAProjectorAreLarge) {
    const SortedRun keys("radix_sort/bits");
    const Metrics metrics = metrics_of(Density::projector);
    for (const float height : {170.f, 260.f, 320.f, 380.f, 560.f}) {
        const Picture picture("data_flow", keys.result, keys.cursor, {0, 0, 880, height}, {},
                              nullptr, metrics);
        float smallest = 100;
        for (const NotedText& text : picture.notes.texts)
            smallest = std::min(smallest, text.style.size);
        EXPECT_GE(smallest * 1.5f, 20) << "pixels of 1080, at a height of " << height;
        EXPECT_TRUE(height < 300 || picture.sees("by warp 0")) << "larger cells leave it room";
    }
}

// 1003 is hardly wider than a cell: it is written a little smaller, not as "1k".
TEST(SortedKeys, AreNotRounded) {
    const SortedRun keys("radix_sort/bits");
    const Metrics metrics = metrics_of(Density::laptop);
    const Picture picture("data_flow", keys.result, keys.cursor, {0, 0, 1270, 640}, {}, nullptr,
                          metrics);
    EXPECT_TRUE(picture.sees("1003"));
    EXPECT_FALSE(picture.notes.find("1k"));
}

TEST(SortedKeys, OtherLessonsHaveNone) {
    const SortedRun scan("scan/hillis");
    EXPECT_FALSE(scan.layout().keys.any());
    EXPECT_FALSE(scan.layout().sorts);
    EXPECT_FALSE(scan.drawn().sees("Digit"));
}

}  // namespace

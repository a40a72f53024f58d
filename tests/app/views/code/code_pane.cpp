// The code pane: boxes in its lines, lines that come in sight, where it ends.
#include <gtest/gtest.h>

#include <algorithm>

#include "app/views/cell_names.h"
#include "app/views/code/source.h"
#include "app/views/code_text.h"
#include "app/views/moment.h"
#include "app/views/now.h"
#include "lab/source_text.h"
#include "tests/app/opened.h"
#include "tests/helpers/own_files.h"

namespace {

using namespace app;
using namespace test;

// An unrolled line has eight loads in a row, and room for two boxes.
TEST(CodePane, BoxesAreThoseOfTheStepThatIsShown) {
    std::vector<RegisterBox> boxes(8);
    EXPECT_EQ(first_box(boxes, 2), 0u) << "none is of the step";
    for (std::size_t now : {0u, 3u, 6u, 7u}) {
        for (RegisterBox& box : boxes) box.now = false;
        boxes[now].now = true;
        for (const std::size_t most : {1u, 2u, 3u, 4u, 9u}) {
            const std::size_t first = first_box(boxes, most);
            EXPECT_LE(first, now);
            EXPECT_GT(first + most, now) << most;
            EXPECT_LE(first + std::min<std::size_t>(most, 8), 8u) << "no room is left empty";
        }
    }
    Opened option("option/coalesced n=1024 steps=24", 1920, 1080);
    const lab::Run& run = *option.driver.shell.session.picture();
    const Cursor& cursor = option.driver.shell.playback.cursor;
    const simulator::Event* event = event_in(run, cursor.step, cursor);
    ASSERT_TRUE(event);
    const simulator::Slot* slot = run.trace->slot(*event, lane_in(*event, cursor));
    ASSERT_TRUE(slot);
    EXPECT_TRUE(option.card_has("source", cell_name(run, *event, slot->address)));
}

TEST(CodePane, LettersStandInTheirBoxesAsLetters) {
    for (const char* rung : {"word", "place", "shifted", "shared", "constant"}) {
        Opened matching(std::string("pattern_matching/") + rung + " n=1536", 1920, 1080);
        const lab::Run& run = *matching.driver.shell.session.picture();
        const auto boxes = boxes_of(run, matching.driver.shell.playback.cursor);
        int values = 0;
        for (const RegisterBox& box : boxes) {
            if (box.value.empty()) continue;
            ++values;
            const bool one = box.value.size() == 3 && box.value.front() == '\'';
            const bool four = box.value.size() == 6 && box.value.front() == '"';
            EXPECT_TRUE(one || four) << rung << " " << box.name << " " << box.value;
            const bool of_letters = box.name.starts_with("text[") || box.name.starts_with("words[");
            EXPECT_EQ(four && of_letters, box.name.find("…") != std::string::npos) << box.name;
            EXPECT_TRUE(!box.now || matching.card_has("source", box.value)) << box.value;
        }
        EXPECT_GT(values, 0) << rung;
    }
}

TEST(CodePane, AFileOfPtxHasNoTabForCuda) {
    Laptop laptop;
    lab::AskedFile words;
    words.file = "several.ptx";
    const auto subject = lab::subject_of(words, {"", tests::own_code("several").ptx});
    ASSERT_TRUE(subject) << subject.problem().message;
    lab::Request request;
    request.settings = lab::Settings(*subject);
    laptop.driver.shell.session.open(request);
    laptop.driver.settle();
    EXPECT_FALSE(laptop.driver.sees("CUDA"));
    EXPECT_TRUE(laptop.driver.sees("PTX"));
}

// A counter that is chosen, whose lines stand elsewhere, brings the first of them along.
TEST(CodePane, LinesOfACounterComeInSight) {
    Driver driver(1366, 768);
    ASSERT_TRUE(driver.shell.restore("recurrence/chain n=512 type=double"));
    driver.settle();
    const auto shuffle_in_sight = [&] {
        return std::ranges::any_of(driver.texts, [](const NotedText& text) {
            return text.box.x > 1020 && text.box.y < 520 &&
                   text.text.find("shfl") != text.text.npos;
        });
    };
    ASSERT_FALSE(shuffle_in_sight());
    const auto row = std::ranges::find(driver.texts, "Shuffles", &NotedText::text);
    ASSERT_NE(row, driver.texts.end());
    driver.click(Point{row->box.middle_x(), row->box.middle_y()});
    driver.settle();
    EXPECT_TRUE(shuffle_in_sight());
}

TEST(CodePane, TheCodeOfTheNextKernelIsNotShown) {
    Driver driver;
    driver.shell.take_up(*lab::read_state_line("laplace/blocks"));
    driver.settle();
    const lab::Run& run = *driver.shell.session.picture();
    const auto lines = lab::lines_in(run.source_text);
    int last = 0;
    driver.shell.with_context(Metrics{}, [&](const DrawContext& context) {
        const CanvasNotes notes(app::testing::measuring_painter().fonts());
        for (float y = 0; y < 1000; y += 8)
            if (const auto found = line_under(notes, context, {0, 0, 420, 1000}, {200, y}))
                last = found->line;
    });
    ASSERT_GT(last, 1);
    EXPECT_EQ(lines[static_cast<std::size_t>(last) - 1].substr(0, 1), "}");
}

}  // namespace

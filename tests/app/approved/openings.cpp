// Where each kernel of each lesson opens: its settings, its picture, and the line that runs there,
// in tests/approved/sentences.txt.
#include <gtest/gtest.h>

#include <iterator>
#include <string>

#include <fmt/format.h>

#include "app/views/cell_names.h"
#include "lab/asked.h"
#include "lab/lesson.h"
#include "tests/app/approved/approved.h"
#include "tests/app/shell_driver.h"
#include "tests/helpers/part.h"

namespace {

// What the window shows of a kernel that is opened first: "n=256 | banks | step 12 | line".
std::string opening(const std::string& kernel) {
    app::testing::Driver driver(1366, 768);
    EXPECT_TRUE(driver.shell.restore(kernel)) << kernel;
    driver.settle();
    const app::View* view = driver.shell.stage_view();
    const lab::Run* run = driver.shell.session.picture();
    const int step = driver.shell.playback.cursor.step;
    std::string all =
        lab::with_knobs(driver.shell.session.settings()) + " | " + (view ? view->id : "no picture");
    if (run && step >= 0 && step < std::ssize(run->steps))
        all += fmt::format(" | step {} | {}", step,
                           app::source_line(*run, run->steps[std::size_t(step)].line));
    return all;
}

// A kernel at its presets, and at each choice that its rung names (OpeningPlace::chosen).
void add_openings(std::string& table, const lab::Lesson& lesson, const lab::Rung& rung) {
    const std::string kernel = lesson.id + "/" + rung.id;
    approved::add(table, rung.id, opening(kernel));
    for (const lab::OpeningPlace& place : rung.opens)
        if (!place.chosen.empty())
            approved::add(table, rung.id + " " + place.chosen,
                          opening(kernel + " " + place.chosen));
}

void expect_all_openings(const lab::Lesson& lesson) {
    std::string table;
    for (const lab::Rung& rung : lesson.rungs) add_openings(table, lesson, rung);
    approved::expect("openings of " + lesson.id, table);
}

// ./test has no time for all of them. It opens one kernel of each lesson: the first of one lesson,
// the second of the next and so on.
TEST(Approved, KernelsOpenWhereTheyAreTold) {
    std::size_t number = 0;
    for (const lab::Lesson* lesson : lab::lessons()) {
        if (tests::whole()) {
            expect_all_openings(*lesson);
            continue;
        }
        std::string lines;
        add_openings(lines, *lesson, lesson->rungs[number++ % lesson->rungs.size()]);
        EXPECT_NE(lines, "") << lesson->id;
        approved::expect_lines("openings of " + lesson->id, lines);
    }
}

}  // namespace

// Where each kernel of each lesson opens: its settings, its picture, and the line that runs there,
// in tests/approved/sentences.txt.
#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "app_approved.h"
#include "app_shell_driver.h"
#include "lab/asked.h"
#include "lab/lesson.h"
#include "part.h"

namespace {

std::string line_of_source(std::string_view source, int line) {
    for (; line > 1; --line) source.remove_prefix(std::min(source.find('\n') + 1, source.size()));
    std::string_view text = source.substr(0, source.find('\n'));
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
    return std::string(text);
}

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
                           line_of_source(run->source_text, run->steps[std::size_t(step)].line));
    return all;
}

// Each kernel at its presets, and at each choice that its rung names (OpeningPlace::chosen).
void add_openings(std::string& table, const lab::Lesson& lesson) {
    for (const lab::Rung& rung : lesson.rungs) {
        const std::string kernel = lesson.id + "/" + rung.id;
        approved::add(table, rung.id, opening(kernel));
        for (const lab::OpeningPlace& place : rung.opens)
            if (!place.chosen.empty())
                approved::add(table, rung.id + " " + place.chosen,
                              opening(kernel + " " + place.chosen));
    }
}

TEST(Approved, KernelsOpenWhereTheyAreTold) {
    std::size_t number = 0;
    for (const lab::Lesson* lesson : lab::lessons()) {
        std::string table;
        if (!tests::whole() && number++ % 8 != 0) continue;
        add_openings(table, *lesson);
        approved::expect("openings of " + lesson->id, table);
    }
}

}  // namespace

// Pictures that docs/ name can be drawn by what stands there.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <regex>

#include "app/view.h"
#include "lab/assets.h"
#include "lab/lesson.h"
#include "lab/requests/state_line.h"
#include "tests/app/shell_driver.h"
#include "tests/helpers/commands.h"

namespace {

using namespace app;

// Takes "--flag word" or "--flag "words"" out of a line.
std::string taken(std::string& line, const std::string& flag) {
    std::smatch found;
    if (!std::regex_search(line, found, std::regex(" --" + flag + R"( ("[^"]+"|\S+))"))) return "";
    std::string word = found[1];
    line = found.prefix().str() + found.suffix().str();
    return word.front() == '"' ? word.substr(1, word.size() - 2) : word;
}

// `LESSON/KERNEL knob=value --view NAME --from "LESSON/KERNEL"` in a page.
std::vector<std::string> state_lines(const char* name) {
    const auto text = lab::read_file(std::filesystem::path(WARPLENS_SOURCE_DIR) / name);
    EXPECT_TRUE(text) << name;
    std::vector<std::string> lines;
    const std::regex quoted(R"(`([a-z_]+)/[a-z_]+[^`]*`)");
    for (std::sregex_iterator at(text->begin(), text->end(), quoted), end; at != end; ++at)
        if (lab::find_lesson((*at)[1].str()))
            lines.push_back(at->str().substr(1, at->str().size() - 2));
    return lines;
}

TEST(CoursesPage, NamesWhatIsThere) {
    const std::vector<std::string> lines = state_lines("docs/courses.md");
    EXPECT_GE(lines.size(), 15u);
    for (std::string line : lines) {
        const std::string whole = line, view = taken(line, "view"), from = taken(line, "from");
        if (!view.empty()) {
            EXPECT_TRUE(find_view(view)) << whole;
        }
        for (const std::string& state : {line, from}) {
            if (state.empty()) continue;
            const auto read = lab::read_state_line(state);
            EXPECT_TRUE(read) << whole << ": " << (read ? "" : read.problem().message);
        }
    }
}

// The run that a line stands for, drawn.
std::shared_ptr<const lab::Result> shown_of(const std::string& line) {
    static std::map<std::string, std::shared_ptr<const lab::Result>> all;
    auto& result = all[line];
    if (result) return result;
    app::testing::Driver driver;
    driver.shell.restore(line);
    driver.settle();
    return result = driver.shell.session.shown();
}

// Whether a picture or a card of that title has something to show of a run.
bool shows(const lab::Result& result, const std::string& title) {
    return std::ranges::any_of(views(), [&](const View* view) {
        return view->title == title && (!view->fits || view->fits(*result.picture));
    });
}

// Of the table of topics: each command is one that is there, with a rung that is there.
TEST(CoursesPage, TopicsHaveCommandsThatAreThere) {
    const auto text =
        lab::read_file(std::filesystem::path(WARPLENS_SOURCE_DIR) / "docs/courses.md");
    ASSERT_TRUE(text);
    const std::string commands = tests::warplens({"--help"}).out;
    const std::regex quoted(R"(`warplens ([a-z]+) ?([a-z_]+/[a-z_]+)?[^`]*`)");
    int checked = 0;
    for (std::sregex_iterator at(text->begin(), text->end(), quoted), end; at != end; ++at) {
        EXPECT_NE(commands.find("\n  " + (*at)[1].str() + " "), std::string::npos) << at->str();
        const std::string rung = (*at)[2];
        if (!rung.empty()) {
            EXPECT_TRUE(lab::settings_named(rung)) << at->str();
        }
        ++checked;
    }
    EXPECT_GE(checked, 15);
}

// A step names a kernel, a picture or a card of what the line before it opens.
TEST(CoursesPage, StepsLeadSomewhere) {
    const auto text =
        lab::read_file(std::filesystem::path(WARPLENS_SOURCE_DIR) / "docs/courses.md");
    const std::regex named(
        R"(`([a-z_]+/[a-z_]+[^`]*)`|(kernel|card|picture|Thread,|Warp,|Memory,) \*([^*]+)\*)");
    std::string line;
    int checked = 0;
    for (std::sregex_iterator at(text->begin(), text->end(), named), end; at != end; ++at) {
        const std::string state = (*at)[1], what = (*at)[2], name = (*at)[3];
        if (!state.empty()) {
            if (lab::find_lesson(state.substr(0, state.find('/')))) line = state;
            continue;
        }
        std::string plain = line;
        taken(plain, "view"), taken(plain, "from");
        const auto result = shown_of(plain);
        ASSERT_TRUE(result && result->picture) << line;
        ++checked;
        const auto& rungs = result->request.settings.subject->rungs;
        const bool there = what == "kernel" ? std::ranges::count(rungs, name, &lab::Rung::title) > 0
                                            : shows(*result, name);
        EXPECT_TRUE(there) << line << ": " << what << " " << name;
    }
    EXPECT_GE(checked, 12);
}

}  // namespace

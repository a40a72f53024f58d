// Pictures that docs/ name can be drawn by what stands there.
#include <gtest/gtest.h>

#include <filesystem>
#include <regex>

#include "app/view.h"
#include "lab/assets.h"
#include "lab/lesson.h"
#include "lab/requests/state_line.h"

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
        if (!view.empty()) EXPECT_TRUE(find_view(view)) << whole;
        for (const std::string& state : {line, from}) {
            if (state.empty()) continue;
            const auto read = lab::read_state_line(state);
            EXPECT_TRUE(read) << whole << ": " << (read ? "" : read.problem().message);
        }
    }
}

}  // namespace

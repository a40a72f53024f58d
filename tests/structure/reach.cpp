// What a header brings with it through others: pictures and sentences speak of runs, and whoever
// includes their headers need not read the engine or the tree of a PTX text for that.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <regex>
#include <string>
#include <string_view>
#include <vector>

namespace {

namespace tree = std::filesystem;
using HeaderNames = std::vector<std::string>;
/// The headers of the program that a file includes by itself.
using IncludesOf = std::function<HeaderNames(const std::string& file)>;

const tree::path sources = WARPLENS_SOURCE_DIR;

HeaderNames included_by(const std::string& file) {
    static const std::regex form("\\s*#\\s*include\\s*\"([^\"]+)\".*");
    HeaderNames found;
    std::ifstream text(sources / file);
    std::smatch match;
    for (std::string line; std::getline(text, line);)
        if (line.find("include") != line.npos && std::regex_match(line, match, form) &&
            tree::exists(sources / match[1].str()))
            found.push_back(match[1]);
    return found;
}

bool is_heavy(std::string_view header) {
    return header.starts_with("simulator/engine/") || header.starts_with("simulator/ptx/") ||
           header.starts_with("simulator/decode/");
}

// The shortest way from a header to a heavy one: "a.h, b.h, simulator/ptx/ast.h"; empty where there
// is none.
std::string way_to_heavy(const std::string& header, const IncludesOf& includes) {
    std::map<std::string, std::string> from{{header, ""}};
    HeaderNames queue{header};
    for (std::size_t at = 0; at < queue.size(); ++at) {
        const std::string file = queue[at];
        if (is_heavy(file)) {
            std::string way = file;
            for (std::string by = from[file]; !by.empty(); by = from[by]) way = by + ", " + way;
            return way;
        }
        for (const std::string& next : includes(file))
            if (from.emplace(next, file).second) queue.push_back(next);
    }
    return "";
}

// Headers of the window, and those of the lab that nearly every file of it includes.
HeaderNames light_headers() {
    HeaderNames headers{"lab/run.h", "lab/subject.h", "lab/lesson.h", "lab/feature.h"};
    for (const auto& entry : tree::recursive_directory_iterator(sources / "app"))
        if (entry.path().extension() == ".h")
            headers.push_back(tree::relative(entry.path(), sources));
    std::ranges::sort(headers);
    return headers;
}

TEST(StructureReach, HeadersOfTheWindowBringNoEngineAndNoTree) {
    std::map<std::string, HeaderNames> known;
    const auto once = [&](const std::string& file) {
        const auto found = known.find(file);
        return found != known.end() ? found->second : known[file] = included_by(file);
    };
    const HeaderNames headers = light_headers();
    ASSERT_GT(headers.size(), 150u);
    for (const std::string& header : headers) {
        const std::string way = way_to_heavy(header, once);
        EXPECT_EQ(way, "") << header << " brings the engine or a PTX tree with it. Declare the "
                           << "class in the header, and include its header where it is used.";
    }
}

TEST(StructureReach, TheShortestWayIsSaid) {
    const std::map<std::string, HeaderNames> small{
        {"app/a.h", {"lab/b.h", "lab/c.h"}},
        {"lab/b.h", {"lab/d.h", "app/a.h"}},
        {"lab/c.h", {"simulator/ptx/ast.h"}},
        {"lab/d.h", {"lab/c.h"}},
        {"lab/light.h", {"simulator/order.h", "simulator/watch/trace.h"}},
    };
    const auto includes = [&](const std::string& file) {
        const auto found = small.find(file);
        return found == small.end() ? HeaderNames{} : found->second;
    };
    EXPECT_EQ(way_to_heavy("app/a.h", includes), "app/a.h, lab/c.h, simulator/ptx/ast.h");
    EXPECT_EQ(way_to_heavy("lab/b.h", includes), "lab/b.h, lab/d.h, lab/c.h, simulator/ptx/ast.h");
    EXPECT_EQ(way_to_heavy("lab/light.h", includes), "");
}

}  // namespace

// The table of docs/structure.md against the sources: who includes whom, and how large folders,
// files and functions are. Reads text only, and links nothing of the program.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;
using Lines = std::vector<std::string>;

const fs::path root = WARPLENS_SOURCE_DIR;

Lines lines_of(std::istream& text) {
    Lines lines;
    for (std::string line; std::getline(text, line);) lines.push_back(line);
    return lines;
}

Lines lines_of(const fs::path& path) {
    std::ifstream file(path);
    return lines_of(file);
}

// A line of the table.
struct Row {
    std::string folder;
    Words knows, libraries;
};
using Table = std::vector<Row>;

Words named_in(const std::string& cell) {
    static const std::regex word("`([^`]+)`");
    Words found;
    for (std::sregex_iterator at(cell.begin(), cell.end(), word), end; at != end; ++at)
        found.push_back((*at)[1]);
    return found;
}

Table table_of(const Lines& lines) {
    Table table;
    for (const std::string& line : lines) {
        if (!line.starts_with("| `")) continue;
        Words cells;
        std::istringstream rest(line.substr(1));
        for (std::string cell; std::getline(rest, cell, '|');) cells.push_back(cell);
        cells.resize(4);
        table.push_back({named_in(cells[0]).front(), named_in(cells[2]), named_in(cells[3])});
    }
    return table;
}

// An #include: who, what as it is written, and the folder of it, empty where it is of a library.
struct Include {
    std::string file, what, folder, library;
};

// Of a header of C++: nothing. "imgui_internal.h" is of imgui, <sys/stat.h> of sys.
std::string library_of(const std::string& header) {
    if (header.find_first_of("./") == header.npos) return "";
    return header.substr(0, header.find_first_of("_./"));
}

std::vector<Include> includes_of(const std::string& file, const Lines& lines,
                                 const std::set<std::string>& folders) {
    static const std::regex form("\\s*#\\s*include\\s*([<\"])([^>\"]+)[>\"].*");
    std::vector<Include> found;
    for (const std::string& line : lines) {
        std::smatch match;
        if (line.find("include") == line.npos || !std::regex_match(line, match, form)) continue;
        const std::string header = match[2], folder = fs::path(header).parent_path();
        const bool ours = match[1] == "\"" && folders.contains(folder);
        found.push_back({file, header, ours ? folder : "", ours ? "" : library_of(header)});
    }
    return found;
}

bool has(const Words& words, const std::string& word) {
    return std::ranges::find(words, word) != words.end();
}

// What is wrong with the table by itself, a sentence each.
Words problems_of(const Table& table) {
    Words problems, above;
    for (const Row& row : table) {
        for (const std::string& known : row.knows)
            if (!has(above, known))
                problems.push_back(row.folder + " is to know " + known +
                                   ", which does not stand above it: that is an arrow up, or a "
                                   "circle.");
        if (has(above, row.folder)) problems.push_back(row.folder + " has two lines.");
        above.push_back(row.folder);
    }
    return problems;
}

// Folders without a line, and lines without a folder.
Words differences(const Table& table, const std::set<std::string>& folders) {
    Words problems, lines;
    for (const Row& row : table) {
        lines.push_back(row.folder);
        if (!folders.contains(row.folder))
            problems.push_back(row.folder + " has a line, but no source file stands there.");
    }
    for (const std::string& folder : folders)
        if (!has(lines, folder)) problems.push_back(folder + " has no line in the table.");
    return problems;
}

// Includes that the line of their folder does not allow.
Words trespasses(const Table& table, const std::vector<Include>& includes) {
    Words problems;
    for (const Include& include : includes) {
        const std::string folder = fs::path(include.file).parent_path();
        const auto row = std::ranges::find(table, folder, &Row::folder);
        if (row == table.end() || include.folder == folder) continue;
        const bool library = include.folder.empty();
        const std::string& known = library ? include.library : include.folder;
        if (known.empty() || has(library ? row->libraries : row->knows, known)) continue;
        problems.push_back(include.file + " includes " + include.what + ", but " + folder +
                           " may not know " + known + ".");
    }
    return problems;
}

// Where a function begins, and how many lines it has.
struct Extent {
    std::size_t line = 0, lines = 0;
};

// Raw strings hold lines of other languages.
Lines without_raw_strings(Lines lines) {
    bool within = false;
    for (std::string& line : lines) {
        const bool began = within;
        if (!within) within = line.find("R\"(") != line.npos;
        const bool ends = within && line.find(")\"", began ? 0 : line.find("R\"(")) != line.npos;
        if (began) line.clear();
        if (ends) within = false;
    }
    return lines;
}

// Functions and lambdas, by how clang-format lays them out: from the line behind the last that
// ended something to the brace that closes them, as far in as their beginning.
std::vector<Extent> functions_in(const Lines& all) {
    static const std::regex opens(".*[)}\\]]( (const|noexcept|override|final|mutable|->.*))* \\{$");
    static const std::regex lambda(".*[ (]\\[[^\\]]*\\][ (][^{}]*\\{?"),
        ends(".*[;{}:]|\\s*(//|#).*|");
    static const std::regex other(
        "\\s*(namespace|struct|class|union|enum|extern|for|if|while|switch|do|\\}).*");
    const Lines lines = without_raw_strings(all);
    std::vector<Extent> found;
    for (std::size_t brace = 0; brace < lines.size(); ++brace) {
        if (!lines[brace].ends_with(" {") || !std::regex_match(lines[brace], opens)) continue;
        std::size_t first = brace;
        while (first > 0 && !std::regex_match(lines[first], lambda) &&
               !std::regex_match(lines[first - 1], ends))
            --first;
        if (std::regex_match(lines[first], other)) continue;
        const std::string end = std::string(lines[first].find_first_not_of(' '), ' ') + "}";
        const auto last = std::find_if(lines.begin() + std::ptrdiff_t(brace) + 1, lines.end(),
                                       [&](const auto& line) { return line.starts_with(end); });
        if (last != lines.end()) {
            const auto behind = std::size_t(last - lines.begin()) + 1;
            found.push_back({first + 1, behind - first});
        }
    }
    return found;
}

bool is_source(const fs::path& path) {
    return path.extension() == ".cpp" || path.extension() == ".h";
}

// Every file of the program in these folders, by its path from the root.
Words files_in(const Words& boxes) {
    Words files;
    for (const std::string& box : boxes)
        for (const auto& entry : fs::recursive_directory_iterator(root / box))
            if (entry.is_regular_file()) files.push_back(fs::relative(entry.path(), root));
    std::ranges::sort(files);
    return files;
}

const Words boxes{"text", "platform", "simulator", "lab", "lessons", "shaders", "app"};

std::set<std::string> folders_of(const Words& files) {
    std::set<std::string> folders;
    for (const std::string& file : files)
        if (is_source(file)) folders.insert(fs::path(file).parent_path());
    return folders;
}

Table table() { return table_of(lines_of(root / "docs" / "structure.md")); }

void expect_none(const Words& problems, const std::string& mend) {
    for (const std::string& problem : problems) ADD_FAILURE() << problem << " " << mend;
}

TEST(Structure, NoLineOfTheTableMakesACircle) {
    ASSERT_GT(table().size(), 20u);
    expect_none(problems_of(table()), "See docs/structure.md.");
}

TEST(Structure, EachFolderHasALine) {
    expect_none(differences(table(), folders_of(files_in(boxes))),
                "Say in docs/structure.md what it is, and what it may know.");
}

TEST(Structure, FoldersIncludeWhatTheirLineAllows) {
    const Words files = files_in(boxes);
    const std::set<std::string> folders = folders_of(files);
    std::vector<Include> includes;
    for (const std::string& file : files) {
        if (!is_source(file)) continue;
        const auto found = includes_of(file, lines_of(root / file), folders);
        includes.insert(includes.end(), found.begin(), found.end());
    }
    ASSERT_GT(includes.size(), 1000u);
    expect_none(trespasses(table(), includes),
                "Move what is needed to where both may know it, or say in docs/structure.md that "
                "it may.");
}

TEST(Structure, NoFolderHoldsMoreThan50Files) {
    Words all = boxes;
    all.insert(all.end(), {"kernels", "benchmarks", "docs"});
    std::map<std::string, int> count;
    for (const std::string& file : files_in(all)) ++count[fs::path(file).parent_path()];
    for (const std::string& file : files_in({"tests"}))  // others there are data
        if (is_source(file)) ++count[fs::path(file).parent_path()];
    for (const auto& [folder, files] : count)
        EXPECT_LE(files, 50) << folder << " holds too many files to be read at a glance: part it.";
}

// A lesson is one value in one file.
std::size_t most_lines(const std::string& file) { return file.starts_with("lessons/") ? 600 : 500; }

TEST(Structure, FilesHaveAtMost500LinesAndFunctionsLessThan60) {
    Words all = boxes;
    all.insert(all.end(), {"kernels", "benchmarks", "tests"});
    std::size_t functions = 0;
    for (const std::string& file : files_in(all)) {
        if (!is_source(file)) continue;
        const Lines lines = lines_of(root / file);
        EXPECT_LE(lines.size(), most_lines(file)) << file << " is too long: part it by meaning.";
        for (const Extent& function : functions_in(lines)) {
            ++functions;
            EXPECT_LT(function.lines, 60u) << file << ":" << function.line
                                           << ": this function is too long to be read at once.";
        }
    }
    EXPECT_GT(functions, 3000u);
}

// The rules themselves, on folders made up here.
std::string told(const Words& sentences) {
    std::string text;
    for (const std::string& sentence : sentences) text += sentence + "\n";
    return text;
}

Lines text(const std::string& words) {
    std::istringstream stream(words);
    return lines_of(stream);
}

const Table small =
    table_of(text("| folder | what it is | may know | libraries |\n"
                  "|---|---|---|---|\n"
                  "| `low` | Words | | |\n"
                  "| `low/in` | More | `low` | `fmt` `sys` |\n"));

std::vector<Include> include_in(const std::string& file, const std::string& line) {
    return includes_of(file, {line}, {"low", "low/in"});
}

TEST(StructureRules, AnArrowUpIsSaid) {
    EXPECT_EQ(told(problems_of(small)), "");
    const Table circle = table_of(text("| `a` | | `b` | |\n| `b` | | `a` | |\n"));
    ASSERT_EQ(problems_of(circle).size(), 1u);
    EXPECT_EQ(problems_of(circle)[0].rfind("a is to know b, which does not stand above it", 0), 0u);
    EXPECT_EQ(told(problems_of(table_of(text("| `a` | | | |\n| `a` | | | |\n")))),
              "a has two lines.\n");
    EXPECT_EQ(problems_of(table_of(text("| `a` | | `a` | |\n"))).size(), 1u);
}

TEST(StructureRules, AFolderOrALineTooManyIsSaid) {
    EXPECT_EQ(told(differences(small, {"low", "low/in"})), "");
    EXPECT_EQ(told(differences(small, {"low", "low/in", "new"})),
              "new has no line in the table.\n");
    EXPECT_EQ(told(differences(small, {"low"})),
              "low/in has a line, but no source file stands there.\n");
}

TEST(StructureRules, WhatALineDoesNotAllowIsSaid) {
    const auto told_of = [](const char* file, const char* line) {
        return told(trespasses(small, include_in(file, line)));
    };
    EXPECT_EQ(told_of("low/in/a.cpp", "#include \"low/b.h\""), "");
    EXPECT_EQ(told_of("low/in/a.cpp", "#include \"low/in/b.h\""), "");
    EXPECT_EQ(told_of("low/b.h", "#  include \"low/in/b.h\"  // why"),
              "low/b.h includes low/in/b.h, but low may not know low/in.\n");
    EXPECT_EQ(told_of("low/in/a.cpp", "#include <fmt/format.h>"), "");
    EXPECT_EQ(told_of("low/in/a.cpp", "#include <sys/stat.h>"), "");
    EXPECT_EQ(told_of("low/b.h", "#include <vector>"), "");
    EXPECT_EQ(told_of("low/b.h", "#include \"imgui_internal.h\""),
              "low/b.h includes imgui_internal.h, but low may not know imgui.\n");
    EXPECT_EQ(told_of("low/b.h", "// #include \"low/in/b.h\""), "");
}

TEST(StructureRules, FunctionsAreMeasuredFromTheirFirstLineToTheirLast) {
    const std::vector<Extent> found =
        functions_in(text("namespace a {\n"
                          "\n"
                          "// Says so.\n"
                          "int one(int b = [] { return 1; }(),\n"
                          "        int c) {\n"
                          "    return b;\n"
                          "}\n"
                          "struct S : Base<int()> {\n"
                          "    S() : a_(1),\n"
                          "          b_{2} {\n"
                          "        call();\n"
                          "    }\n"
                          "    auto two() const -> int {\n"
                          "        const char* text = R\"(\n"
                          "    }\n"
                          "        )\";\n"
                          "    }\n"
                          "};\n"
                          "const auto three = [&] {\n"
                          "    call();\n"
                          "};\n"
                          "const Row table[] = {\n"
                          "    {1,\n"
                          "     [](int x) {\n"
                          "         for (;;)\n"
                          "             while (x) {\n"
                          "             }\n"
                          "     }},\n"
                          "};\n"
                          "}\n"));
    std::vector<std::pair<std::size_t, std::size_t>> extents;
    for (const Extent& function : found) extents.emplace_back(function.line, function.lines);
    const std::vector<std::pair<std::size_t, std::size_t>> wanted{
        {4, 4}, {9, 4}, {13, 5}, {19, 3}, {24, 5}};
    EXPECT_EQ(extents, wanted);
}

}  // namespace

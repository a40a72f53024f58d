// One definition of everything: no two things of a box share a name. Two that other files can see
// are one to the linker, which keeps either of them; two of unnamed namespaces do not compile where
// their files are compiled together, and the page has other files together than the desktop has.
// Reads text only: clang-format puts what stands in a namespace, and no more, at the beginning of a
// line.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace {

namespace fs = std::filesystem;

bool in_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

// The text without comments and without what stands in quotes.
std::string bare(const std::string& text) {
    std::string made;
    for (std::size_t i = 0; i < text.size();) {
        const std::string_view rest = std::string_view(text).substr(i);
        std::size_t end = 0;
        if (rest.starts_with("//")) {
            end = rest.find('\n');
        } else if (rest.starts_with("/*")) {
            end = std::min(rest.find("*/"), rest.size() - 2) + 2;
        } else if (rest.starts_with("R\"") && (i == 0 || !in_word(text[i - 1]))) {
            const std::size_t open = rest.find('(');
            const std::string close = ")" + std::string(rest.substr(2, open - 2)) + "\"";
            end = rest.find(close, open) + close.size();
            made += "\"\"";
        } else if (rest[0] == '"' || (rest[0] == '\'' && (i == 0 || !in_word(text[i - 1])))) {
            for (end = 1; end < rest.size() && rest[end] != rest[0];)
                end += 1 + (rest[end] == '\\');
            ++end;
            made += "\"\"";
        } else {
            made += text[i++];
            continue;
        }
        i = end == std::string_view::npos ? text.size() : i + end;
    }
    return made;
}

// Where the bracket ends that begins at `at`.
std::size_t closing(std::string_view text, std::size_t at, char open, char close) {
    int depth = 0;
    for (; at < text.size(); ++at) {
        depth += (text[at] == open) - (text[at] == close);
        if (depth == 0) return at;
    }
    return text.size();
}

std::string without_spaces(std::string_view text) {
    std::string made;
    for (const char c : text)
        if (!std::isspace(static_cast<unsigned char>(c)) ||
            (!made.empty() && in_word(made.back()) && made.back() != ' '))
            made += std::isspace(static_cast<unsigned char>(c)) ? ' ' : c;
    while (made.ends_with(' ')) made.pop_back();
    return made;
}

// "int,const T&" of "int a = 3, const T& b": what tells overloads apart.
std::string types_of(std::string_view parameters) {
    std::string types, one;
    int depth = 0;
    const auto put = [&] {
        one = one.substr(0, one.find('='));
        std::string type = without_spaces(one);
        std::size_t name = type.size();
        while (name > 0 && in_word(type[name - 1])) --name;
        const bool named =
            name > 0 && name < type.size() && type[name - 1] != ':' && type != "const";
        types += (types.empty() ? "" : ",") + without_spaces(named ? type.substr(0, name) : type);
        one.clear();
    };
    for (const char c : parameters) {
        depth += (c == '(' || c == '<' || c == '[') - (c == ')' || c == '>' || c == ']');
        if (c == ',' && depth == 0)
            put();
        else
            one += c;
    }
    if (!without_spaces(one).empty()) put();
    return types;
}

std::string_view after_word(std::string_view text, std::string_view word) {
    if (!text.starts_with(word) || (text.size() > word.size() && in_word(text[word.size()])))
        return {};
    text.remove_prefix(word.size());
    while (!text.empty() && text[0] == ' ') text.remove_prefix(1);
    return text;
}

std::string first_word(std::string_view text) {
    std::size_t end = 0;
    while (end < text.size() && in_word(text[end])) ++end;
    return std::string(text.substr(0, end));
}

// Attributes, template heads and words that change no name.
std::string_view without_heads(std::string_view text) {
    for (bool found = true; found;) {
        found = false;
        if (text.starts_with("alignas(")) {
            text.remove_prefix(closing(text, text.find('('), '(', ')') + 1);
            found = true;
        } else if (text.starts_with("[[")) {
            text.remove_prefix(std::min(text.find("]]") + 2, text.size()));
            found = true;
        } else if (const auto rest = after_word(text, "template"); !rest.empty()) {
            text = rest.substr(closing(rest, 0, '<', '>') + 1);
            found = true;
        } else {
            for (const char* word : {"inline", "constexpr", "consteval", "extern"})
                if (const auto behind = after_word(text, word); !behind.empty()) {
                    text = behind;
                    found = true;
                }
        }
        while (!text.empty() && text[0] == ' ') text.remove_prefix(1);
    }
    return text;
}

/// The name of what `declaration` defines, with the types of its parameters; empty where it only
/// declares, or defines what has no name in its namespace: a member, a specialisation.
std::string defined_in(std::string_view declaration) {
    const bool body = declaration.ends_with('{');
    std::string_view text = without_heads(declaration);
    if (text.starts_with("static") || text.starts_with("namespace") || text.starts_with('#'))
        return "";
    for (const char* word : {"struct", "union", "class", "enum class", "enum"}) {
        const auto rest = after_word(text, word);
        if (rest.empty()) continue;
        const std::string_view named = without_heads(rest);
        const std::string name = first_word(named);
        const std::string_view behind = named.substr(name.size());
        return body && !behind.starts_with('<') && !behind.starts_with("::") ? name : "";
    }
    if (const auto rest = after_word(text, "using"); !rest.empty())
        // The same short name for the same thing is no second definition.
        return rest.find('=') != rest.npos && !rest.starts_with("namespace")
                   ? first_word(rest) + " = " +
                         without_spaces(
                             rest.substr(rest.find('=') + 1, rest.find(';') - rest.find('=') - 1))
                   : "";
    const std::size_t call = text.find('('), equals = text.find('=');
    const std::size_t end = std::min({call, equals, text.find('{'), text.find(';')});
    if (end == text.npos) return "";
    std::size_t last = end;
    while (last > 0 && !in_word(text[last - 1]) && text[last - 1] == ' ') --last;
    std::size_t first = last;
    while (first > 0 && in_word(text[first - 1])) --first;
    const std::string name(text.substr(first, last - first));
    if (name.empty() || (first > 1 && text[first - 1] == ':') || text.find("operator") < end)
        return "";
    if (end != call) return equals == end || body ? name : "";
    if (!body) return "";
    return name + "(" + types_of(text.substr(call + 1, closing(text, call, '(', ')') - call - 1)) +
           ")";
}

// The end of a declaration: the brace before its body, or its semicolon.
std::size_t end_of_declaration(std::string_view text) {
    int depth = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        depth += (text[i] == '(') - (text[i] == ')');
        if (depth == 0 && (text[i] == '{' || text[i] == ';')) return i;
    }
    return text.npos;
}

/// The function that `declaration` declares or defines, with its class and the types of its
/// parameters without their namespaces: "Meeting::member(int)"; empty where it is something else.
std::string function_of(std::string_view declaration) {
    const std::string_view text = without_heads(declaration);
    const std::size_t call = text.find('(');
    if (call == text.npos || text.starts_with("static") || text.find('=') < call ||
        text.find("operator") < call)
        return "";
    std::size_t first = call;
    const auto in_name = [](char c) { return in_word(c) || c == ':' || c == '~'; };
    while (first > 0 && in_name(text[first - 1])) --first;
    const std::string_view name = text.substr(first, call - first);
    const bool constructs = first == 0 && name.find("::") != name.npos;
    if (name.empty() || name.starts_with(':') || (first == 0 && !constructs)) return "";
    static const std::regex space("[A-Za-z_]+::");
    const std::size_t end = closing(text, call, '(', ')');
    const std::string types = types_of(text.substr(call + 1, end - call - 1));
    return std::string(name) + "(" + std::regex_replace(types, space, "") + ")";
}

/// Calls `found(namespaces, declaration)` for all that stands in no class and no function: with
/// {"app", ""} where it is in an unnamed namespace of app.
template <typename Found>
void each_declaration(const std::string& text, Found&& found) {
    std::vector<std::string> within;
    int bodies = 0;  // open ones, of functions and classes
    std::istringstream lines(bare(text));
    std::string all;
    for (std::string line; std::getline(lines, line);) {
        const bool nothing = line.empty() || line[0] == '#' || line[0] == ' ';
        if (all.empty() && (nothing || line == "public:" || line == "private:")) continue;
        if (all.empty() && line.starts_with("namespace") && line.ends_with("{")) {
            within.push_back(without_spaces(line.substr(9, line.size() - 10)));
            continue;
        }
        if (all.empty() && line[0] == '}') {
            if (bodies > 0)
                --bodies;
            else if (!within.empty())
                within.pop_back();
            continue;
        }
        all += (all.empty() ? "" : " ") + without_spaces(line);
        const std::size_t end = end_of_declaration(all);
        if (end == all.npos) continue;
        found(within, std::string_view(all).substr(0, end + 1));
        bodies += without_spaces(line).ends_with('{');
        all.clear();
    }
}

std::string with_namespaces(const std::vector<std::string>& within, const std::string& name) {
    std::string whole;
    for (const std::string& space : within) whole += space.empty() ? "" : space + "::";
    return whole + name;
}

bool is_hidden(const std::vector<std::string>& within) {
    return std::ranges::find(within, "") != within.end();
}

/// Names that a file defines, with those of their namespaces; `unnamed`: those of unnamed ones,
/// too.
std::set<std::string> defined_names(const std::string& text, bool unnamed) {
    std::set<std::string> names;
    each_declaration(text, [&](const auto& within, std::string_view declaration) {
        const std::string name = defined_in(declaration);
        if (!name.empty() && (unnamed || !is_hidden(within)))
            names.insert(with_namespaces(within, name));
    });
    return names;
}

TEST(StructureNames, AreThoseThatOtherFilesSee) {
    const std::string text = R"(
namespace app {

struct Declared;
struct Meeting {
    struct Inner {
        int a = 0;
    };

private:
    struct Hidden {};
};
enum class Kind : int { one };
using Pair = int;
template <class T>
inline constexpr int most = 3;
inline int sum(int a, const Meeting& b = {}) { return a; }
int sum(int, double);
template <class T>
T sum(T a,
      T b) {
    return a;
}
static int own() { return 3; }
int Meeting::member() { return 3; }

namespace {

struct Unnamed {};

}  // namespace

/* struct Comment { */
const char* words = "struct Quoted {";

}  // namespace app

int free_of_names() { return 3; }
)";
    std::set<std::string> names{"app::Meeting",  "app::Kind",      "app::Pair = int",
                                "app::most",     "app::words",     "app::sum(int,const Meeting&)",
                                "app::sum(T,T)", "free_of_names()"};
    EXPECT_EQ(defined_names(text, false), names);
    names.insert("app::Unnamed");
    EXPECT_EQ(defined_names(text, true), names);
}

// Files that register something are alike in shape and names, and CMake compiles them alone (see
// compile_together); so it does files of instructions, once for each level of vectors.
bool is_compiled_alone(const std::string& text) {
    static const std::regex registers("Register[A-Z][A-Za-z]* [a-z_]+[({\\[]"),
        own("(^|\\n)namespace [a-z]+::");
    return text.find("::WARPLENS_LEVEL {") != text.npos ||
           (std::regex_search(text, registers) && !std::regex_search(text, own));
}

std::string text_at(const fs::path& path) {
    std::ifstream file(path);
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
}

using Places = std::map<std::string, std::vector<std::string>>;

// What the files of a box define, and where.
Places defined_in_box(const char* box) {
    const fs::path root = WARPLENS_SOURCE_DIR;
    Places places;
    for (const auto& entry : fs::recursive_directory_iterator(root / box)) {
        const fs::path& path = entry.path();
        const bool header = path.extension() == ".h", source = path.extension() == ".cpp";
        // One of two files is compiled: that of a page or the one it stands for, and of the heap
        // that of the library which is there. Each program has one main.
        const bool other = path.parent_path().filename() == "web" ||
                           path.filename() == "heap.cpp" || path.filename() == "main.cpp";
        if ((!header && !source) || other) continue;
        const std::string text = text_at(path);
        const bool together = source && !is_compiled_alone(text);
        for (const std::string& name : defined_names(text, together))
            places[name].push_back(fs::relative(path, root).string());
    }
    return places;
}

class StructureNamesOf : public ::testing::TestWithParam<const char*> {};

TEST_P(StructureNamesOf, NothingIsDefinedTwice) {
    const Places places = defined_in_box(GetParam());
    EXPECT_GT(places.size(), 100u) << "else they were not found";
    std::map<std::string, std::string> meant;  // by short names
    // A type may have a function's name: its own makers have it.
    std::map<std::string, std::string> functions;
    for (const auto& [name, files] : places) {
        const std::size_t open = name.find('('), own = name.rfind(':', open) + 1;
        if (open != name.npos && std::islower(static_cast<unsigned char>(name[own])))
            functions[name.substr(0, open)] = files.front();
    }
    for (const auto& [name, files] : places) {
        const auto function = functions.find(name);
        EXPECT_TRUE(function == functions.end())
            << name << " in " << files.front() << " is a function in " << function->second;
        std::string all;
        for (const std::string& file : files) all += " " + file;
        const std::size_t means = name.find(" = ");
        if (means == name.npos) {
            EXPECT_EQ(files.size(), 1u) << name << " is defined in" << all;
            continue;
        }
        const auto [known, is_new] = meant.try_emplace(name.substr(0, means), all);
        EXPECT_TRUE(is_new) << name << " in" << all << " means something else in" << known->second;
    }
}

INSTANTIATE_TEST_SUITE_P(Boxes, StructureNamesOf,
                         ::testing::Values("platform", "simulator", "lab", "lessons", "app"));

/// Functions and classes of headers, and functions that sources define, with the files of each.
struct Functions {
    Places declared, defined;

    void add(const std::string& file, const std::string& text) {
        const bool header = file.ends_with(".h");
        each_declaration(text, [&](const auto& within, std::string_view declaration) {
            if (is_hidden(within)) return;
            const std::string function = function_of(declaration);
            const std::string name = header ? defined_in(declaration) : "";
            if (header && function.empty() && !name.empty())
                declared[with_namespaces(within, name)].push_back(file);
            if (!function.empty() && (header || declaration.ends_with('{')))
                (header ? declared : defined)[with_namespaces(within, function)].push_back(file);
        });
    }

    /// The headers with its declaration, or with its class.
    std::vector<std::string> headers_of(const std::string& function) const {
        const auto own = declared.find(function);
        if (own != declared.end()) return own->second;
        const std::size_t member = function.rfind("::", function.find('('));
        if (member == function.npos) return {};
        const auto its_class = declared.find(function.substr(0, member));
        return its_class == declared.end() ? std::vector<std::string>{} : its_class->second;
    }

    /// A sentence for each function that a source of another folder than its header's defines.
    std::vector<std::string> strayed() const {
        std::vector<std::string> sentences;
        for (const auto& [function, files] : defined) {
            const std::vector<std::string> headers = headers_of(function);
            if (headers.empty()) continue;
            for (const std::string& file : files) {
                const auto beside = [&](const std::string& header) {
                    return fs::path(header).parent_path() == fs::path(file).parent_path();
                };
                if (std::ranges::none_of(headers, beside))
                    sentences.push_back(function + " of " + headers.front() + " is defined in " +
                                        file);
            }
        }
        return sentences;
    }
};

TEST(StructureNames, AFunctionOfAnotherFolderIsSaid) {
    Functions found;
    found.add("app/a.h",
              "namespace app {\nstruct Meeting {\n    int member(int a) const;\n};\n"
              "int sum(int a, const Meeting& b = {});\nint sum(int a);\n}\n");
    found.add("app/a.cpp", "namespace app {\nint sum(int a) {\n}\n}\n");
    EXPECT_EQ(found.strayed(), std::vector<std::string>{});
    found.add("app/in/b.cpp",
              "namespace app {\nint Meeting::member(int a) const {\n}\n"
              "int sum(int a,\n        const Meeting& b) {\n}\n"
              "namespace {\nint sum(int a) {\n}\n}\n}\n");
    EXPECT_EQ(found.strayed(),
              (std::vector<std::string>{
                  "app::Meeting::member(int) of app/a.h is defined in app/in/b.cpp",
                  "app::sum(int,const Meeting&) of app/a.h is defined in app/in/b.cpp"}));
}

TEST(StructureNames, FunctionsAreDefinedInTheFolderOfTheirHeader) {
    const fs::path root = WARPLENS_SOURCE_DIR;
    Functions found;
    for (const char* box : {"text", "platform", "simulator", "lab", "lessons", "shaders", "app"})
        for (const auto& entry : fs::recursive_directory_iterator(root / box)) {
            const fs::path& path = entry.path();
            const bool source = path.extension() == ".h" || path.extension() == ".cpp";
            if (source && path.parent_path().filename() != "web")  // a page has other definitions
                found.add(fs::relative(path, root).string(), text_at(path));
        }
    EXPECT_GT(found.defined.size(), 1000u);
    for (const std::string& sentence : found.strayed())
        ADD_FAILURE() << sentence << ": move the declaration or the definition.";
}

}  // namespace

// The messages of assets/text/en against the sources: each is said somewhere. That none is missing,
// and no place of one, the compiler sees.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "text/message.h"

namespace {

namespace files = std::filesystem;

std::string text_of(const files::path& path) {
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), {}};
}

std::string code_of_all_boxes() {
    std::string all;
    for (const char* folder : {"platform", "simulator", "lab", "lessons", "app"})
        for (const auto& entry :
             files::recursive_directory_iterator(files::path(WARPLENS_SOURCE_DIR) / folder))
            if (entry.path().extension() == ".cpp" || entry.path().extension() == ".h")
                all += text_of(entry.path());
    return all;
}

// "because::with" of each message, by the file that it stands in.
std::vector<std::string> messages() {
    std::vector<std::string> all;
    for (const auto& entry :
         files::directory_iterator(files::path(WARPLENS_SOURCE_DIR) / "assets/text/en"))
        if (entry.path().extension() == ".txt")
            for (const std::string& key : text::Catalogue(text_of(entry.path())).keys())
                all.push_back(entry.path().stem().string() + "::" + key);
    return all;
}

TEST(Messages, AreSaidSomewhere) {
    const std::string code = code_of_all_boxes();
    ASSERT_GT(messages().size(), 50u);
    for (const std::string& message : messages()) {
        bool said = false;
        for (std::size_t at = 0; (at = code.find(message, at)) != code.npos; ++at) {
            const char next = code[at + message.size()];
            said |= next == '(' || next == '}' || next == ',' || next == ';';
        }
        EXPECT_TRUE(said) << "nobody says " << message;
    }
}

TEST(Messages, FillTheirPlacesAndCountThings) {
    const text::Catalogue all(
        "# none of it\n"
        "blocks: {count} {count:block|blocks} of\n"
        "  {kernel}\n"
        "| {count} {count:block|blocks}\n"
        "empty: nothing to fill\n");
    const auto said = [&](const text::Value& count) {
        return all.said("blocks", {{"count", count}, {"kernel", "scan"}});
    };
    EXPECT_EQ(said(1), "1 block of scan");
    EXPECT_EQ(said(4096), "4\u2009096 blocks of scan");
    EXPECT_EQ(all.forms("blocks", {{"count", 2}, {"kernel", "scan"}}),
              (std::vector<std::string>{"2 blocks of scan", "2 blocks"}));
    EXPECT_EQ(all.said("empty", {}), "nothing to fill");
    EXPECT_EQ(all.keys(), (std::vector<std::string>{"blocks", "empty"}));
}

// A sentence has one form of each: where there is less room it is shorter.
TEST(Messages, AreShorterInLessRoom) {
    for (const auto& entry :
         files::directory_iterator(files::path(WARPLENS_SOURCE_DIR) / "assets/text/en")) {
        if (entry.path().extension() != ".txt") continue;
        const text::Catalogue all(text_of(entry.path()));
        for (const std::string& key : all.keys()) {
            const auto forms = all.forms(key, {});
            for (std::size_t i = 1; i < forms.size(); ++i)
                EXPECT_LT(forms[i].size(), forms[i - 1].size()) << entry.path() << ": " << key;
        }
    }
}

}  // namespace

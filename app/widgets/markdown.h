// A lesson's text as blocks, for the reading sheet: Markdown read by md4c, with the marks that
// paragraph() knows.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace app {

struct MarkdownBlock {
    enum class Kind : unsigned char { title, heading, paragraph, item, code };
    Kind kind = Kind::paragraph;
    std::string text;  // *strong* and `code` within
};

std::vector<MarkdownBlock> read_markdown(std::string_view text);

}  // namespace app

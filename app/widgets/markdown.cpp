// md4c calls back for each piece; the pieces become blocks.
#include "app/widgets/markdown.h"

#include <md4c.h>

namespace app {

namespace {

using Kind = MarkdownBlock::Kind;

struct Reader {
    std::vector<MarkdownBlock> blocks;
    bool in_item = false;

    void open(Kind kind) {
        // A paragraph within an item is the item itself.
        if (in_item && kind == Kind::paragraph && !blocks.empty() && blocks.back().text.empty())
            return;
        blocks.push_back({kind, ""});
    }
    void append(std::string_view words) {
        if (blocks.empty()) blocks.emplace_back();
        blocks.back().text += words;
    }
};

int enter_block(MD_BLOCKTYPE type, void* detail, void* user) {
    Reader& reader = *static_cast<Reader*>(user);
    if (type == MD_BLOCK_H)
        reader.open(static_cast<MD_BLOCK_H_DETAIL*>(detail)->level == 1 ? Kind::title
                                                                        : Kind::heading);
    if (type == MD_BLOCK_P) reader.open(Kind::paragraph);
    if (type == MD_BLOCK_CODE) reader.open(Kind::code);
    if (type == MD_BLOCK_LI) reader.open(Kind::item), reader.in_item = true;
    return 0;
}

int leave_block(MD_BLOCKTYPE type, void*, void* user) {
    if (type == MD_BLOCK_LI) static_cast<Reader*>(user)->in_item = false;
    return 0;
}

const char* mark_of(MD_SPANTYPE type) {
    if (type == MD_SPAN_STRONG || type == MD_SPAN_EM) return "*";
    return type == MD_SPAN_CODE ? "`" : "";
}

int span(MD_SPANTYPE type, void*, void* user) {
    static_cast<Reader*>(user)->append(mark_of(type));
    return 0;
}

int words(MD_TEXTTYPE type, const MD_CHAR* text, MD_SIZE size, void* user) {
    Reader& reader = *static_cast<Reader*>(user);
    const bool code = !reader.blocks.empty() && reader.blocks.back().kind == Kind::code;
    if (type == MD_TEXT_BR || type == MD_TEXT_SOFTBR)
        reader.append(code ? "\n" : " ");
    else
        reader.append({text, size});
    return 0;
}

}  // namespace

std::vector<MarkdownBlock> read_markdown(std::string_view text) {
    Reader reader;
    MD_PARSER parser{};
    parser.enter_block = enter_block;
    parser.leave_block = leave_block;
    parser.enter_span = parser.leave_span = span;
    parser.text = words;
    md_parse(text.data(), static_cast<MD_SIZE>(text.size()), &parser, &reader);
    return std::move(reader.blocks);
}

}  // namespace app

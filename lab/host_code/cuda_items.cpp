// Cuts a .cu file at its top level. See cuda_items.h.
#include "lab/host_code/cuda_items.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "lab/function_head.h"
#include "lab/source_text.h"

namespace lab::host_code {
namespace {

// The end of a preprocessor line with its continuation lines.
std::size_t directive_end(std::string_view text, std::size_t at) {
    std::size_t end = std::min(text.find('\n', at), text.size());
    while (end < text.size() && end > at && text[end - 1] == '\\')
        end = std::min(text.find('\n', end + 1), text.size());
    return end;
}

std::size_t line_end(std::string_view text, std::size_t at) {
    return std::min(text.find('\n', at), text.size());
}

// Includes the rest of an item's last line: a semicolon, a comment.
std::size_t with_rest_of_line(std::string_view text, std::size_t at) {
    const std::size_t end = line_end(text, at);
    std::string_view rest = text.substr(at, end - at);
    rest.remove_prefix(std::min(rest.find_first_not_of(" \t;"), rest.size()));
    return rest.empty() || rest.starts_with("//") ? end : at;
}

// The end of the item that begins at `at`; npos where brackets don't match.
std::size_t item_end(std::string_view text, std::size_t at) {
    int braces = 0, parentheses = 0;
    for (std::size_t i = at; i < text.size();) {
        if (const std::size_t after = end_of_skipped(text, i); after != i) {
            i = after;
            continue;
        }
        const char c = text[i++];
        braces += (c == '{') - (c == '}');
        parentheses += (c == '(') - (c == ')');
        if (braces < 0 || parentheses < 0) return text.npos;
        const bool closed = c == '}' && braces == 0 && parentheses == 0;
        if (closed || (c == ';' && braces == 0 && parentheses == 0))
            return with_rest_of_line(text, i);
    }
    return text.npos;
}

// The start of code after blanks and comments. `blank_line`: there was one after a comment.
std::size_t code_start(std::string_view text, std::size_t at, bool& blank_line) {
    blank_line = false;
    bool comment = false;
    while (at < text.size()) {
        if (std::isspace(static_cast<unsigned char>(text[at]))) {
            const std::size_t word = std::min(text.find_first_not_of(" \t\r\n", at), text.size());
            blank_line |= comment && std::count(text.begin() + at, text.begin() + word, '\n') > 1;
            at = word;
        } else if (const std::size_t after = end_of_skipped(text, at);
                   after != at && text[at] == '/' && after <= text.size()) {
            if (blank_line) return at;
            comment = true;
            at = after;
        } else {
            break;
        }
        if (blank_line) return at;
    }
    return at;
}

// The name of a struct after its keyword and alignas(...).
std::string struct_name(std::string_view head) {
    while (true) {
        head = trimmed(head);
        const std::string_view word = name_at(head, 0);
        if (word.empty()) return "";
        head.remove_prefix(word.size());
        constexpr std::array passed{"struct", "class", "union", "enum"};
        if (std::ranges::find(passed, word) != passed.end()) continue;
        if (word != "alignas" && word != "__align__") return std::string(word);
        head = trimmed(head);
        const std::size_t close = head.starts_with('(') ? closing_bracket(head, 0) : head.npos;
        if (close == head.npos) return "";
        head.remove_prefix(close + 1);
    }
}

void read_function(std::string_view head, CudaItem& item) {
    const std::size_t open = parameters_in(head);
    if (open == head.npos) return;
    const std::string_view before = trimmed(head.substr(0, open));
    item.name = name_before(before, before.size());
    item.parameters = head.substr(open + 1, closing_bracket(head, open) - open - 1);
}

void read_head(std::string_view code, CudaItem& item) {
    code = trimmed(code);
    if (code.starts_with('#')) return;
    if (name_at(code, 0) == "template") {
        const std::string_view rest = trimmed(code.substr(8));
        item.instantiation = !rest.starts_with('<');
        const std::size_t close = item.instantiation ? rest.npos : closing_bracket(rest, 0);
        if (close == rest.npos) return;
        code = trimmed(rest.substr(close + 1));
    }
    const std::size_t body = code.find('{');
    if (body == code.npos) return;
    const std::string_view head = code.substr(0, body), first = name_at(head, 0);
    if (first == "struct" || first == "class" || first == "union" || first == "enum")
        item.name = struct_name(head);
    else if (first != "namespace" && head.find('=') == head.npos)
        read_function(head, item);
}

CudaItem made_item(std::string_view text) {
    CudaItem item{std::string(trimmed(text)), {}, {}, false, {}};
    const std::string code = without_comments(text);
    item.words = words_in(code);
    read_head(code, item);
    return item;
}

}  // namespace

std::set<std::string> words_in(std::string_view code) {
    std::set<std::string> words;
    for (std::size_t at = 0; at < code.size();) {
        const std::string_view word = name_at(code, at);
        if (!word.empty()) words.emplace(word);
        at += std::max<std::size_t>(word.size(), 1);
    }
    return words;
}

std::string without_comments(std::string_view text) {
    std::string code;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t after = end_of_skipped(text, at);
        const bool comment = after != at && text[at] == '/';
        if (!comment) code += text.substr(at, std::max(after, at + 1) - at);
        at = std::max(after, at + 1);
    }
    return code;
}

std::vector<CudaItem> cuda_items(std::string_view text) {
    std::vector<CudaItem> items;
    for (std::size_t at = 0; at < text.size();) {
        bool blank_line = false;
        const std::size_t code = code_start(text, at, blank_line);
        std::size_t end = code;
        if (!blank_line && code < text.size())
            end = text[code] == '#' ? directive_end(text, code) : item_end(text, code);
        if (end == text.npos) return {};
        if (!trimmed(text.substr(at, end - at)).empty())
            items.push_back(made_item(text.substr(at, end - at)));
        at = std::max(end, at + 1);
    }
    return items;
}

}  // namespace lab::host_code

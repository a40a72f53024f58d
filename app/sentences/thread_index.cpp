// Finds the index of a thread in a kernel's text. See thread_index.h.
#include "app/sentences/thread_index.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <optional>

#include "lab/declared.h"
#include "lab/source_text.h"

namespace app {
namespace {

// The kernel's body, from its name to the closing brace at the start of a line; without comments,
// and with single blanks between words.
std::string body_of(std::string_view source, const std::string& kernel) {
    const std::string name = " " + lab::bare_name(kernel) + "(";
    const std::size_t begin = source.find(name);
    if (begin == source.npos) return "";
    const std::size_t open = source.find("\n{", begin), end = source.find("\n}", begin);
    if (open > end) return "";
    std::string text;
    bool remark = false;
    for (std::size_t i = open; i < std::min(end, source.size()); ++i) {
        remark = source[i] != '\n' && (remark || source.substr(i, 2) == "//");
        if (remark) continue;
        const bool blank = std::isspace(static_cast<unsigned char>(source[i]));
        if (blank && (text.empty() || text.back() == ' ')) continue;
        text += blank ? ' ' : source[i];
    }
    return text;
}

// The end of the value that begins at `at`: a comma or a semicolon outside brackets.
std::size_t value_end(std::string_view text, std::size_t at) {
    int depth = 0;
    for (; at < text.size(); ++at) {
        const char c = text[at];
        if (c == '(' || c == '[') ++depth;
        if (c == ')' || c == ']') --depth;
        if (depth < 0 || (depth == 0 && (c == ',' || c == ';'))) break;
    }
    return at;
}

// Replaces known names by their values; a sum gets brackets.
std::string put_in(std::string_view value, const std::map<std::string, std::string>& known) {
    std::string made;
    for (std::size_t at = 0; at < value.size();) {
        const std::size_t length = lab::name_at(value, at).size();
        const std::string word(value.substr(at, std::max<std::size_t>(length, 1)));
        at += word.size();
        if (word == " ") continue;
        const auto found = known.find(word);
        const bool member = !made.empty() && made.back() == '.';
        if (found == known.end() || member)
            made += word;
        else
            made += found->second.find_first_of("+-") == std::string::npos
                        ? found->second
                        : "(" + found->second + ")";
    }
    return made;
}

// The distance of blocks in an index along an axis, for both orders of the sum; 0 where it is
// blockDim.
std::optional<int> apart_in(std::string value, char axis) {
    const std::string ends = std::string(".") + axis;
    const std::string block = "blockIdx" + ends, thread = "threadIdx" + ends;
    const auto cut = [&](const std::string& first, const std::string& last) {
        if (value.starts_with(first)) return value.erase(0, first.size()), true;
        if (!value.ends_with(last)) return false;
        return value.erase(value.size() - last.size()), true;
    };
    if (!cut(thread + "+", "+" + thread) || !cut(block + "*", "*" + block)) return {};
    if (value == "blockDim" + ends) return 0;
    const bool number = !value.empty() && value.size() < 7 &&
                        std::ranges::all_of(value, [](unsigned char c) { return std::isdigit(c); });
    return number ? std::optional(std::stoi(value)) : std::nullopt;
}

}  // namespace

std::vector<ThreadIndex> thread_indices(std::string_view source, const std::string& kernel) {
    const std::string text = body_of(source, kernel);
    std::map<std::string, std::string> known;
    std::array<std::vector<ThreadIndex>, 2> found;  // [0] in the block, [1] in the grid
    const auto note = [&](const std::string& name, const std::string& value) {
        for (const char axis : {'x', 'y', 'z'}) {
            const std::optional<int> apart = apart_in(value, axis);
            const bool grid = apart.has_value();
            if (!grid && value != std::string("threadIdx.") + axis) continue;
            auto& list = found[grid ? 1 : 0];
            if (std::ranges::find(list, axis, &ThreadIndex::axis) == list.end())
                list.push_back({name, axis, grid, apart.value_or(0)});
        }
    };
    for (std::size_t at = text.find(" = "); at != text.npos; at = text.find(" = ", at + 1)) {
        const std::string name(lab::name_before(text, at));
        const std::size_t begin = at - name.size();
        const std::string value =
            put_in(std::string_view(text).substr(at + 3, value_end(text, at + 3) - at - 3), known);
        if (name.empty() || (begin > 0 && text[begin - 1] == '.')) continue;
        known[name] = value;
        note(name, value);
    }
    std::vector<ThreadIndex>& all = found[found[1].empty() ? 0 : 1];
    std::ranges::sort(all, {}, &ThreadIndex::axis);
    return all;
}

}  // namespace app

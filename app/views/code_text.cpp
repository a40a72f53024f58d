// Rows of the code pane. See code_text.h.
#include "app/views/code_text.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "app/views/marks.h"
#include "lab/declared.h"
#include "lab/source_text.h"
#include "lab/words.h"

namespace app {
namespace {

constexpr std::array<std::string_view, 41> cuda_keywords{
    "__global__",   "__device__", "__shared__", "__restrict__", "__launch_bounds__",
    "__constant__", "__host__",   "auto",       "bool",         "break",
    "char",         "const",      "constexpr",  "continue",     "do",
    "double",       "else",       "extern",     "false",        "float",
    "for",          "if",         "inline",     "int",          "long",
    "namespace",    "return",     "short",      "sizeof",       "static",
    "struct",       "template",   "true",       "typename",     "unsigned",
    "using",        "void",       "volatile",   "while",        "float4",
    "size_t"};

bool in_opcode(char c) {
    return lab::is_name_character(c) || c == '.' || c == '%' || c == '$' || c == '@' || c == '!';
}

bool waits(std::string_view name, CodeKind kind) {
    if (kind == CodeKind::ptx)
        return name.starts_with("bar.") || name.starts_with("barrier.") ||
               name.find(".sync") != name.npos;
    return name == "__syncthreads" || name == "__syncwarp" || name.ends_with("_sync") ||
           name == "sync";
}

WordKind kind_of(std::string_view name, CodeKind kind, bool first) {
    if (waits(name, kind)) return WordKind::barrier;
    if (kind == CodeKind::ptx)
        return name[0] == '.' || (first && name[0] != '%' && name[0] != '@') ? WordKind::keyword
                                                                             : WordKind::plain;
    return std::find(cuda_keywords.begin(), cuda_keywords.end(), name) != cuda_keywords.end()
               ? WordKind::keyword
               : WordKind::plain;
}

// End of the word that begins at `at`: a name, or a single character.
std::size_t word_end(std::string_view line, std::size_t at, CodeKind kind) {
    const auto member = kind == CodeKind::ptx ? in_opcode : lab::is_name_character;
    std::size_t end = at;
    while (end < line.size() && member(line[end])) ++end;
    return std::max(end, at + 1);
}

std::vector<CodeWord> words_in(std::string_view line, CodeKind kind) {
    std::vector<CodeWord> words;
    bool first = true;
    for (std::size_t at = 0; at < line.size();) {
        if (line[at] == ' ' || line[at] == '\t' || line[at] == '\r') {
            ++at;
            continue;
        }
        if (line.substr(at, 2) == "//" || line.substr(at, 2) == "/*") {
            words.push_back({WordKind::comment, static_cast<int>(at), line.substr(at)});
            break;
        }
        const std::size_t end = word_end(line, at, kind);
        const std::string_view text = line.substr(at, end - at);
        const WordKind word =
            std::isalpha(static_cast<unsigned char>(text[0])) || text[0] == '_' || text[0] == '.'
                ? kind_of(text, kind, first)
                : WordKind::plain;
        words.push_back({word, static_cast<int>(at), text});
        if (text[0] != '@' && text[0] != '%') first = false;
        at = end;
    }
    return words;
}

// Splits comments into words, so that rows break between them.
std::vector<CodeWord> breakable(const std::vector<CodeWord>& words, std::string_view line) {
    std::vector<CodeWord> pieces;
    for (const CodeWord& word : words) {
        if (word.kind != WordKind::comment) {
            pieces.push_back(word);
            continue;
        }
        for (const std::string_view piece : lab::words_between(line.substr(word.column), " \t"))
            pieces.push_back(
                {WordKind::comment, static_cast<int>(piece.data() - line.data()), piece});
    }
    return pieces;
}

// Whether a row must not end before this word: it closes or continues the word in front.
bool clings(const CodeWord& word) {
    constexpr std::string_view closers = ",;)]}.";
    return word.kind != WordKind::comment && word.text.size() == 1 &&
           closers.find(word.text[0]) != closers.npos;
}

// Characters, not bytes: a comment may hold an arrow or an accent.
int length_of(std::string_view text) {
    return static_cast<int>(
        std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xc0) != 0x80; }));
}

int end_of(const CodeWord& word) { return word.column + length_of(word.text); }

// End of the words from `i` on that follow each other without a blank. Where they are longer than
// `room`, only of those that must not part.
std::size_t chunk_end(const std::vector<CodeWord>& words, std::size_t i, int room) {
    std::size_t end = i + 1;
    while (end < words.size() && words[end].column == end_of(words[end - 1])) ++end;
    if (end_of(words[end - 1]) - words[i].column <= room) return end;
    end = i + 1;
    while (end < words.size() && clings(words[end])) ++end;
    return end;
}

// Drops a comment after code that does not fit beside it in a pane of fewer than 50 columns: the
// reader needs the code.
void drop_remark(std::vector<CodeWord>& words, int columns) {
    const auto remark = std::find_if(words.begin(), words.end(), [](const CodeWord& word) {
        return word.kind == WordKind::comment;
    });
    if (columns >= 50 || remark == words.begin() || remark == words.end()) return;
    const CodeWord& last = words.back();
    const int gap =
        std::max(0, remark->column - (remark[-1].column + length_of(remark[-1].text)) - 2);
    if (last.column + length_of(last.text) - words[0].column - gap > columns)
        words.erase(remark, words.end());
}

// Cuts a word that is longer than a row where rows end. Returns the column after it.
int split(const CodeWord& word, std::vector<CodeRow>& rows, int column, int columns) {
    std::string_view rest = word.text;
    while (!rest.empty()) {
        const std::size_t room = static_cast<std::size_t>(std::max(1, columns - column));
        rows.back().words.push_back({word.kind, column, rest.substr(0, room)});
        if (rest.size() <= room) return column + static_cast<int>(rest.size());
        rest.remove_prefix(room);
        rows.push_back({rows.back().line, false, {}});
        column = 0;
    }
    return column;
}

bool declares(const std::vector<CodeWord>& words) {
    return std::ranges::any_of(words, [](const CodeWord& word) {
        return word.text == "__global__" || word.text == "__device__" || word.text == "void";
    });
}

// Whether the word is an operator between blanks that may begin a row.
bool begins_term(const std::vector<CodeWord>& words, std::size_t i) {
    constexpr std::string_view signs = "+-*/?:|&";
    if (i == 0 || words[i].text.size() != 1 || signs.find(words[i].text[0]) == signs.npos)
        return false;
    const bool twice = i + 1 < words.size() && words[i + 1].text == words[i].text;
    return words[i].column > end_of(words[i - 1]) &&
           (i + 1 == words.size() || twice || words[i + 1].column > end_of(words[i]));
}

// A row better begins with a sign that binds less: its rank is lower.
int rank_of(const CodeWord& sign, int depth) {
    const bool sum = sign.text == "+" || sign.text == "-",
               product = sign.text == "*" || sign.text == "/";
    return 4 * depth + (product ? 2 : sum ? 1 : 0);
}

// The number of words after which a full row ends best, in this order: after the last semicolon;
// after the last comma, unless a sign has fewer brackets around it; in a declaration, after its
// first bracket; before the last sign of lowest rank. Else, or where `next` is such a sign, the
// last word.
std::size_t good_end(const std::vector<CodeWord>& words, const CodeWord* next) {
    std::size_t semicolon = 0, comma = 0, open = 0, term = 0;
    int depth = 0, index = 0, least = 1000, outer = 1000;  // index: open [ brackets
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string_view text = words[i].text;
        if (words[i].kind == WordKind::comment) continue;
        depth += text == "(" || text == "[" ? 1 : text == ")" || text == "]" ? -1 : 0;
        index += text == "[" ? 1 : text == "]" ? -1 : 0;
        if (text == ";") semicolon = i + 1;
        if (text == "," && depth <= least) comma = i + 1, least = depth;
        if (text == "(" && open == 0) open = i + 1;
        if (index <= 0 && begins_term(words, i) && rank_of(words[i], depth) <= outer)
            term = i, outer = rank_of(words[i], depth);
    }
    if (semicolon > 0) return semicolon;
    if (next && index <= 0 && rank_of(*next, depth) <= outer)
        term = words.size(), outer = rank_of(*next, depth);
    if (comma > 0 && 4 * least <= outer) return comma;
    if (open > 0 && declares(words)) return open;
    return term > 0 ? term : words.size();
}

// Begins a new row. The head of a loop breaks between its parts, a list between its entries; the
// words after that break move to the new row. Returns the column after them.
int break_row(std::vector<CodeRow>& rows, int column, const CodeWord* next) {
    std::vector<CodeWord>& full = rows.back().words;
    const auto end = full.begin() + static_cast<std::ptrdiff_t>(good_end(full, next));
    std::vector<CodeWord> moved(end, full.end());
    const bool parts = !moved.empty() && moved.front().kind != WordKind::comment;
    if (parts) full.erase(end, full.end());
    rows.push_back({rows.back().line, false, {}});
    if (!parts) return column;
    const int by = column - moved.front().column;
    for (CodeWord& word : moved) word.column += by;
    rows.back().words = std::move(moved);
    return end_of(rows.back().words.back());
}

Colour colour_of(WordKind kind) {
    switch (kind) {
        case WordKind::keyword: return Role::text2;
        case WordKind::comment: return Role::text3;
        case WordKind::barrier: return Role::accent_text;
        default: return Role::text;
    }
}

}  // namespace

std::vector<CodeRow> rows_of(std::string_view line, int number, int columns, CodeKind kind) {
    std::vector<CodeWord> words = breakable(words_in(line, kind), line);
    std::vector<CodeRow> rows{{number, true, {}}};
    if (words.empty()) return rows;
    // Text aligned with a bracket far to the right is indented no deeper than nested code.
    const int indent = kind == CodeKind::cuda ? std::min((words[0].column + 1) / 2, 8)
                                              : std::min(words[0].column, 2);
    drop_remark(words, columns - indent);
    // column of the next word; end of the last word in the source line
    int column = indent, before = words[0].column;
    for (std::size_t i = 0; i < words.size();) {
        const std::size_t end = chunk_end(words, i, columns - indent - 4);
        const int blanks = i == 0 ? 0 : std::clamp(words[i].column - before, 0, 2);
        const int start = words[i].column,
                  last = words[end - 1].column + length_of(words[end - 1].text);
        const auto full = [&] { return column + blanks + last - start > columns; };
        const int hanging = std::min(indent + 4, columns / 2);
        const CodeWord* sign = begins_term(words, i) ? &words[i] : nullptr;
        if (i > 0 && full()) column = break_row(rows, hanging, sign);
        if (!rows.back().words.empty() && full()) {
            rows.push_back({number, false, {}});
            column = hanging;
        } else if (!rows.back().words.empty()) {
            column += blanks;
        }
        before = last;
        if (end == i + 1 && column + last - start > columns) {
            column = split(words[i++], rows, column, columns);
            continue;
        }
        for (; i < end; ++i)
            rows.back().words.push_back(
                {words[i].kind, words[i].column - start + column, words[i].text});
        column += last - start;
    }
    return rows;
}

int function_start(const std::vector<std::string_view>& lines, int line, CodeKind kind) {
    const auto begins = [&](std::string_view text) {
        if (kind == CodeKind::ptx)
            return text.find(".entry") != text.npos || text.find(".func") != text.npos;
        return text.starts_with("__global__") || text.starts_with("__device__") ||
               text.starts_with("static ") || text.starts_with("extern \"C\"") ||
               text.starts_with("template") || text.starts_with("inline ");
    };
    int at = std::min<int>(line, static_cast<int>(lines.size()));
    while (at > 0 && !begins(lines[at - 1])) --at;
    if (at == 0) return 1;
    while (at > 1 && kind == CodeKind::cuda && !lines[at - 2].empty() && lines[at - 2][0] != '}' &&
           lines[at - 2][0] != '#')
        --at;
    return at;
}

int kernel_line(const std::vector<std::string_view>& lines, const std::string& kernel,
                CodeKind kind) {
    const std::string name = lab::bare_name(kernel);
    const std::string_view begins = kind == CodeKind::ptx ? ".entry" : "__global__";
    const auto defines = [&](std::string_view line) {
        const std::size_t at = line.find(name), behind = at + name.size();
        if (name.empty() || at == line.npos || line.find(begins) == line.npos) return false;
        return kind == CodeKind::ptx || (behind < line.size() && line[behind] == '(');
    };
    const auto found = std::ranges::find_if(lines, defines);
    return found == lines.end() ? 1 : static_cast<int>(found - lines.begin()) + 1;
}

namespace {

// The part of a line that a pane shows.
std::string_view shown_of(std::string_view line, const PaneOfText& pane) {
    if (!pane.bare) return line;
    line = lab::without_remark(line);
    return line.substr(0, line.find_last_not_of(' ') + 1);
}

// Rows of a line; none for a comment line where comments are not shown.
std::vector<CodeRow> rows_in(const std::vector<std::string_view>& lines, int line,
                             const PaneOfText& pane) {
    const std::string_view text = lines[static_cast<std::size_t>(line) - 1],
                           shown = shown_of(text, pane);
    if (shown.empty() && !text.empty()) return {};
    return rows_of(shown, line, pane.columns, pane.kind);
}

// Rows from line `top` on, as many as the pane holds.
std::vector<CodeRow> rows_from(const std::vector<std::string_view>& lines, int top,
                               const PaneOfText& pane) {
    std::vector<CodeRow> rows;
    for (int line = top;
         line <= static_cast<int>(lines.size()) && rows.size() < std::size_t(pane.rows); ++line)
        for (CodeRow& row : rows_in(lines, line, pane)) rows.push_back(std::move(row));
    rows.resize(std::min(rows.size(), std::size_t(pane.rows)));
    return rows;
}

// Whether `rows` hold all rows of a line.
bool shows(const std::vector<CodeRow>& rows, const std::vector<std::string_view>& lines, int line,
           const PaneOfText& pane) {
    const bool there = line > 0 && line <= std::ssize(lines);
    const auto needed = there ? std::ssize(rows_in(lines, line, pane)) : 0;
    return std::ranges::count(rows, line, &CodeRow::line) == needed;
}

// Rows from the function's head; where the running line is out of sight then, it is at two thirds.
std::vector<CodeRow> visible_rows(const std::vector<std::string_view>& lines,
                                  const PaneOfText& pane) {
    const int last = static_cast<int>(lines.size()), running = pane.running;
    if (pane.asked > 0) return rows_from(lines, std::min(pane.asked, last), pane);
    int top = std::min(function_start(lines, pane.home, pane.kind), last);
    std::vector<CodeRow> rows = rows_from(lines, std::max(top, 1), pane);
    if (running <= 0 || shows(rows, lines, running, pane)) return rows;
    for (top = running; top > 1; --top) {
        std::vector<CodeRow> before = rows_from(lines, top - 1, pane);
        const auto at = std::find_if(before.begin(), before.end(),
                                     [&](auto& row) { return row.line == running; });
        if (at == before.end() || at - before.begin() > pane.rows * 2 / 3) break;
        if (!shows(before, lines, running, pane)) break;
    }
    return rows_from(lines, top, pane);
}

// Moves down until pane.also is in sight, at most until the running line is the first row.
std::vector<CodeRow> with_another(std::vector<CodeRow> rows,
                                  const std::vector<std::string_view>& lines,
                                  const PaneOfText& pane) {
    if (pane.asked > 0 || pane.also <= 0 || rows.empty()) return rows;
    for (int top = rows.front().line; top <= std::max(pane.running, rows.front().line); ++top) {
        std::vector<CodeRow> moved = rows_from(lines, top, pane);
        if (shows(moved, lines, pane.also, pane)) return moved;
    }
    return rows;
}

}  // namespace

int closing_line(const std::vector<std::string_view>& lines, int home) {
    for (int line = std::max(home, 1); line <= std::ssize(lines); ++line)
        if (lines[static_cast<std::size_t>(line) - 1].starts_with("}")) return line;
    return static_cast<int>(lines.size());
}

int last_top(const std::vector<std::string_view>& lines, const PaneOfText& pane) {
    if (!pane.bare) return std::max(1, static_cast<int>(lines.size()) - 2);
    const int first = std::max(1, function_start(lines, pane.home, pane.kind));
    int top = std::max(first, closing_line(lines, pane.home)), rows = 0;
    for (int line = top; line >= first; --line) {
        rows += static_cast<int>(std::ssize(rows_in(lines, line, pane)));
        if (rows > pane.rows) break;
        top = line;
    }
    return top;
}

std::vector<CodeRow> rows_of_function(const std::vector<std::string_view>& lines,
                                      const PaneOfText& asked) {
    PaneOfText pane = asked;
    if (pane.bare && pane.asked > 0) pane.asked = std::min(pane.asked, last_top(lines, pane));
    std::vector<CodeRow> rows = with_another(visible_rows(lines, pane), lines, pane);
    const bool goes_on = pane.asked > 0 && !pane.bare;
    const int end = goes_on ? static_cast<int>(lines.size()) : closing_line(lines, pane.home);
    std::erase_if(rows, [&](const CodeRow& row) { return row.line > end; });
    return rows;
}

void draw_words(Canvas& canvas, const CodeRow& row, Point at, float letter, bool running,
                const Metrics& metrics) {
    for (const CodeWord& word : row.words) {
        const bool bold =
            word.kind == WordKind::keyword || word.kind == WordKind::barrier || running;
        const bool quiet = word.kind == WordKind::comment;
        const Colour colour = running && !quiet && word.kind != WordKind::barrier
                                  ? Colour{Role::text}
                                  : colour_of(word.kind);
        canvas.text({at.x + word.column * letter, at.y}, word.text,
                    mono_style(metrics.code, colour,
                               quiet  ? Font::mono
                               : bold ? Font::mono_bold
                                      : Font::mono));
    }
}

}  // namespace app

// A program's text as rows of the code pane: lines wrapped to the pane's width, words weighted by
// what they are.
#pragma once

#include <cctype>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "app/view.h"
#include "lab/run.h"

namespace app {

enum class WordKind : std::uint8_t { plain, keyword, comment, barrier };

struct CodeWord {
    WordKind kind{};
    int column = 0;         // of the row
    std::string_view text;  // of the program's text, which must outlive it
};

struct CodeRow {
    int line = 0;       // from 1
    bool first = true;  // of its line; a wrapped line goes on in rows that are not
    std::vector<CodeWord> words;
};

enum class CodeKind : std::uint8_t { cuda, ptx };

/// Whether names of C and PTX have it behind their first character.
inline bool in_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

/// The lines of `text`, without their ends.
std::vector<std::string_view> lines_in(std::string_view text);

/// One line as rows of at most `columns` characters. Indents of CUDA are halved: panes are narrow.
std::vector<CodeRow> rows_of(std::string_view line, int number, int columns, CodeKind);

/// First line of the function that `line` stands in, with the comment and template lines above it;
/// 1 where none.
int function_start(const std::vector<std::string_view>& lines, int line, CodeKind);

/// The line that closes the function in which `line` stands; the last one where none does.
int closing_line(const std::vector<std::string_view>& lines, int line);

/// The line at which a kernel is defined, "reduce<float>" too; 1 where it is not found.
int kernel_line(const std::vector<std::string_view>& lines, const std::string& kernel, CodeKind);

// What a pane is to show of a text.
struct PaneOfText {
    CodeKind kind{};
    int home = 0;     // the line of the kernel
    int running = 0;  // that is in sight, unless somebody scrolled; 0: none
    int asked = -1;   // the line to begin with, as somebody scrolled
    int rows = 0, columns = 0;
    int also = 0;       // that is in sight too where both have room; 0: none
    bool bare = false;  // without comments, which tell what a line is for, and what is wrong
    bool operator==(const PaneOfText&) const = default;
};

/// Rows from the function's head on where the running line still shows then, else with that at two
/// thirds. Unless somebody scrolled there, what follows the function is left out: it is of another
/// kernel. Without comments it stays out: what follows would tell what they would have.
std::vector<CodeRow> rows_of_function(const std::vector<std::string_view>& lines,
                                      const PaneOfText&);

/// The last line that somebody may scroll to: near the text's end; without comments that where the
/// function's end is in the pane's last row, or the function's head where all of it has room.
int last_top(const std::vector<std::string_view>& lines, const PaneOfText&);

/// Draws one row, its first column at `at`; `letter` is the width of a column.
void draw_words(Canvas& canvas, const CodeRow& row, Point at, float letter, bool running,
                const Metrics& metrics);

}  // namespace app

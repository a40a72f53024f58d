// A program's text as rows of the code pane: lines wrapped to the pane's width, each word with its
// kind.
#pragma once

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
    int column = 0;         // in the row, from 0
    std::string_view text;  // part of the program's text, which must outlive this
};

struct CodeRow {
    int line = 0;       // from 1
    bool first = true;  // the first row of its line; a wrapped line has more rows
    std::vector<CodeWord> words;
};

enum class CodeKind : std::uint8_t { cuda, ptx };

/// One line as rows of at most `columns` characters. Indents of CUDA code are halved to save width.
std::vector<CodeRow> rows_of(std::string_view line, int number, int columns, CodeKind);

/// First line of the function that contains `line`, with the comment and template lines above it; 1
/// where there is none.
int function_start(const std::vector<std::string_view>& lines, int line, CodeKind);

/// The line that closes the function that contains `line`; the last line where none does.
int closing_line(const std::vector<std::string_view>& lines, int line);

/// The line that defines a kernel, also one named "reduce<float>"; 1 where it is not found.
int kernel_line(const std::vector<std::string_view>& lines, const std::string& kernel, CodeKind);

// The part of a text that a pane shows.
struct PaneOfText {
    CodeKind kind{};
    int home = 0;     // line of the kernel
    int running = 0;  // line kept in sight unless the user scrolled; 0: none
    int asked = -1;   // first line, where the user scrolled; else -1
    int rows = 0, columns = 0;
    int also = 0;       // another line kept in sight where both fit; 0: none
    bool bare = false;  // no comments: they would tell which line is wrong
    bool operator==(const PaneOfText&) const = default;
};

/// Rows from the function's head on; where the running line is out of sight then, it stands at two
/// thirds of the pane. Text after the function belongs to another kernel: it shows only where the
/// user scrolled. With `bare` it never shows, as it may tell what the comments tell.
std::vector<CodeRow> rows_of_function(const std::vector<std::string_view>& lines,
                                      const PaneOfText&);

/// The last line that may be the pane's first: near the text's end. With `bare`: the line from
/// which the function ends in the last row, or the function's head where all of it fits.
int last_top(const std::vector<std::string_view>& lines, const PaneOfText&);

/// Draws one row with its first column at `at`; `letter` is the width of a column in pixels.
void draw_words(Canvas& canvas, const CodeRow& row, Point at, float letter, bool running,
                const Metrics& metrics);

}  // namespace app

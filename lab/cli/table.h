// A table of text for the terminal: columns as wide as they need, numbers to the right. And cells
// of a table in Markdown.
#pragma once

#include <ostream>
#include <string>
#include <vector>

namespace lab {

enum class Side : unsigned char { left, right };

class Table {
public:
    explicit Table(std::vector<Side> columns) : columns_(std::move(columns)) {}
    /// Missing cells are empty; a row of one cell is a heading that may be wider than its column.
    /// Of a cell of more than 160 characters, but the last, the first 120 and last 37 are shown.
    void row(std::vector<std::string> cells);
    /// Lines end in '\n'; no blanks at their ends. `indent` blanks before each.
    std::string text(int indent = 2) const;

private:
    std::vector<Side> columns_;
    std::vector<std::vector<std::string>> rows_;
};

// A table whose rows take their time. They wait a second for each other, so that columns are as
// wide as they need; from then on each goes out at once, and one that is wider is pushed out.
class TableAsItComes {
public:
    TableAsItComes(std::vector<Side> columns, std::ostream& out);
    void row(std::vector<std::string> cells);
    /// Those that wait go out.
    void finish();

private:
    std::vector<Side> columns_;
    std::ostream& out_;
    std::vector<std::vector<std::string>> waiting_;
    std::vector<std::size_t> widths_;
    double begun_;
};

/// Text for a cell of a table in Markdown, where a bar would begin another cell.
std::string in_a_cell(std::string text);

}  // namespace lab

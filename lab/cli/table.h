// A text table for the terminal, with columns as wide as needed and numbers to the right; and cells
// of Markdown tables.
#pragma once

#include <ostream>
#include <string>
#include <vector>

namespace lab {

enum class Side : unsigned char { left, right };

class Table {
public:
    explicit Table(std::vector<Side> columns) : columns_(std::move(columns)) {}
    /// Missing cells are empty. A row of one cell is a heading that may be wider than its column. A
    /// cell over 160 characters, except the last, shows its first 120 and last 37.
    void row(std::vector<std::string> cells);
    /// Lines end in '\n', without blanks before it. `indent` blanks before each line.
    std::string text(int indent = 2) const;

private:
    std::vector<Side> columns_;
    std::vector<std::vector<std::string>> rows_;
};

// A table whose rows come slowly. Rows of the first second are collected, so that columns fit.
// Later rows are written at once, and a wide cell shifts the rest of its row.
class TableAsItComes {
public:
    TableAsItComes(std::vector<Side> columns, std::ostream& out);
    void row(std::vector<std::string> cells);
    /// Writes the collected rows.
    void finish();

private:
    std::vector<Side> columns_;
    std::ostream& out_;
    std::vector<std::vector<std::string>> waiting_;
    std::vector<std::size_t> widths_;
    double begun_;
};

/// Text for a cell of a Markdown table: escapes bars, which would begin another cell.
std::string in_a_cell(std::string text);

}  // namespace lab

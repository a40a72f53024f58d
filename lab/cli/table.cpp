// Tables for people and lines for spreadsheets.
#include "lab/cli/table.h"

#include <algorithm>

#include "platform/clock.h"

namespace lab {
namespace {

bool begins_one(char byte) { return (static_cast<unsigned char>(byte) & 0xC0) != 0x80; }

// Columns on the screen: bytes that begin a UTF-8 character.
std::size_t width(const std::string& text) { return std::ranges::count_if(text, begins_one); }

using Cells = std::vector<std::string>;

// A long cell would widen its column in all rows, so its middle is left out.
std::string shortened(std::string cell) {
    constexpr std::size_t most = 160, first = 120, last = 37;
    if (width(cell) <= most) return cell;
    std::size_t begin = 0, end = cell.size();
    for (std::size_t left = first; left > 0; --left)
        while (!begins_one(cell[++begin])) {
        }
    for (std::size_t left = last; left > 0; --left)
        while (!begins_one(cell[--end])) {
        }
    return cell.replace(begin, end - begin, "...");
}

// All but the last cell, which moves no other.
Cells fitted(Cells cells) {
    for (std::size_t i = 0; i + 1 < cells.size(); ++i) cells[i] = shortened(std::move(cells[i]));
    return cells;
}

void widen(std::vector<std::size_t>& widths, const Cells& cells) {
    for (std::size_t i = 0; cells.size() > 1 && i < cells.size() && i < widths.size(); ++i)
        widths[i] = std::max(widths[i], width(cells[i]));
}

std::string line_of(const Cells& cells, const std::vector<std::size_t>& widths,
                    const std::vector<Side>& columns, int indent) {
    std::string line(indent, ' ');
    for (std::size_t i = 0; i < cells.size() && i < widths.size(); ++i) {
        const std::size_t room = widths[i] - std::min(widths[i], width(cells[i]));
        if (i > 0) line += "  ";
        line += columns[i] == Side::right ? std::string(room, ' ') + cells[i]
                                          : cells[i] + std::string(room, ' ');
    }
    line.erase(line.find_last_not_of(' ') + 1);
    return line + '\n';
}

}  // namespace

void Table::row(std::vector<std::string> cells) { rows_.push_back(fitted(std::move(cells))); }

std::string Table::text(int indent) const {
    std::vector<std::size_t> widths(columns_.size());
    for (const auto& cells : rows_) widen(widths, cells);
    std::string all;
    for (const auto& cells : rows_) all += line_of(cells, widths, columns_, indent);
    return all;
}

TableAsItComes::TableAsItComes(std::vector<Side> columns, std::ostream& out)
    : columns_(std::move(columns)), out_(out), widths_(columns_.size()), begun_(platform::now()) {}

void TableAsItComes::row(std::vector<std::string> cells) {
    constexpr double wait = 1;  // s
    cells = fitted(std::move(cells));
    widen(widths_, cells);
    waiting_.push_back(std::move(cells));
    if (platform::now() - begun_ >= wait) finish();
}

void TableAsItComes::finish() {
    for (const auto& cells : waiting_) out_ << line_of(cells, widths_, columns_, 0);
    out_ << std::flush;
    waiting_.clear();
}

std::string in_a_cell(std::string text) {
    for (std::size_t at = 0; (at = text.find('|', at)) != text.npos; at += 2) text.insert(at, "\\");
    return text;
}

}  // namespace lab

// Tables for people and lines for spreadsheets.
#include "lab/cli/table.h"

#include <algorithm>

namespace lab {
namespace {

// Characters on the screen: bytes that begin one in UTF-8.
std::size_t width(const std::string& text) {
    return std::ranges::count_if(
        text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; });
}

}  // namespace

std::string Table::text(int indent) const {
    std::vector<std::size_t> widths(columns_.size());
    for (const auto& cells : rows_)
        for (std::size_t i = 0; cells.size() > 1 && i < cells.size() && i < widths.size(); ++i)
            widths[i] = std::max(widths[i], width(cells[i]));
    std::string all;
    for (const auto& cells : rows_) {
        std::string line(indent, ' ');
        for (std::size_t i = 0; i < cells.size() && i < widths.size(); ++i) {
            const std::size_t room = widths[i] - std::min(widths[i], width(cells[i]));
            if (i > 0) line += "  ";
            line += columns_[i] == Side::right ? std::string(room, ' ') + cells[i]
                                               : cells[i] + std::string(room, ' ');
        }
        line.erase(line.find_last_not_of(' ') + 1);
        all += line + '\n';
    }
    return all;
}

std::string in_a_cell(std::string text) {
    for (std::size_t at = 0; (at = text.find('|', at)) != text.npos; at += 2) text.insert(at, "\\");
    return text;
}

}  // namespace lab

// A CSV file as tests read it: each value by the head that it stands under.
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace tests {

using CsvRow = std::map<std::string, std::string>;

/// The fields of each line; those in quotes without them.
inline std::vector<std::vector<std::string>> csv_fields_of(std::string_view text) {
    std::vector<std::vector<std::string>> lines;
    bool quoted = false, begins = true;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (begins) lines.push_back({{}});
        begins = false;
        std::string& field = lines.back().back();
        const char c = text[i];
        if (c == '"' && quoted && i + 1 < text.size() && text[i + 1] == '"')
            field += text[i++];
        else if (c == '"')
            quoted = !quoted;
        else if (c == ',' && !quoted)
            lines.back().emplace_back();
        else if (c == '\n' && !quoted)
            begins = true;
        else
            field += c;
    }
    return lines;
}

/// The rows behind the head. Fails where a row is longer or shorter than it.
inline std::vector<CsvRow> csv_rows(std::string_view text) {
    const auto lines = csv_fields_of(text);
    std::vector<CsvRow> rows;
    for (std::size_t line = 1; line < lines.size(); ++line) {
        CsvRow& row = rows.emplace_back();
        EXPECT_EQ(lines[line].size(), lines[0].size()) << "line " << line + 1 << " of\n" << text;
        for (std::size_t i = 0; i < std::min(lines[0].size(), lines[line].size()); ++i)
            EXPECT_TRUE(row.emplace(lines[0][i], lines[line][i]).second)
                << "two columns " << lines[0][i];
    }
    return rows;
}

/// A number as it was written, with all of its digits.
inline double csv_number(const CsvRow& row, const std::string& head) {
    const auto found = row.find(head);
    if (found == row.end() || found->second.empty()) {
        ADD_FAILURE() << "nothing under " << head;
        return -1;
    }
    std::size_t read = 0;
    const double value = std::stod(found->second, &read);
    EXPECT_EQ(read, found->second.size()) << found->second << " is no number";
    return value;
}

}  // namespace tests

// The times of a spreadsheet, value by value under its own head: no two of them are equal.
#include <gtest/gtest.h>

#include <map>
#include <sstream>

#include "app/time_numbers.h"
#include "lab/lesson.h"

namespace app {
namespace {

std::vector<std::string> fields_of(const std::string& line) {
    std::vector<std::string> fields;
    std::istringstream words(line);
    for (std::string word; std::getline(words, word, ',');) fields.push_back(word);
    if (line.ends_with(',')) fields.emplace_back();
    return fields;
}

TEST(CsvValues, OfATimeStandUnderTheirHeads) {
    TimePoint point{.settings = lab::Settings(*lab::lessons().front()), .time = {}};
    point.time = {lab::TimeKind::recorded, 22.5, 21.25, 23.75, {24, 25, 26}, "conditions", "it", 2};
    point.time.regime = lab::Regime::cold;
    TimePoint other = point;
    other.wrong = true;
    other.time.kind = lab::TimeKind::modelled;
    std::istringstream lines(time_numbers(
        {"first", "second"}, {{{"a", "b"}, &point}, {{"c", "d"}, nullptr}, {{"e", "f"}, &other}}));
    std::string head, row, last, none;
    std::getline(lines, head), std::getline(lines, row), std::getline(lines, last);
    EXPECT_FALSE(std::getline(lines, none)) << "what has no time has no row";
    const auto heads = fields_of(head);
    const auto under = [&](const std::string& line) {
        const auto fields = fields_of(line);
        EXPECT_EQ(fields.size(), heads.size()) << line;
        std::map<std::string, std::string> values;
        for (std::size_t i = 0; i < std::min(heads.size(), fields.size()); ++i)
            values[heads[i]] = fields[i];
        return values;
    };
    using Values = std::map<std::string, std::string>;
    EXPECT_EQ(under(row), (Values{{"first", "a"},
                                  {"second", "b"},
                                  {"median_ms", "22.5"},
                                  {"low_ms", "21.25"},
                                  {"high_ms", "23.75"},
                                  {"samples", "3"},
                                  {"result", "right"},
                                  {"kind", "recorded"},
                                  {"device", "it"},
                                  {"caches", "cold"}}));
    Values expected = under(row);
    expected["first"] = "e", expected["second"] = "f";
    expected["result"] = "wrong", expected["kind"] = "modelled", expected["caches"] = "";
    EXPECT_EQ(under(last), expected);
}

}  // namespace
}  // namespace app

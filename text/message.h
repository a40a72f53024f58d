// Messages to the user, and how numbers are written in them. The sentences are in assets/text/en,
// one file for each subject, so that readers and translators find them. A header of functions is
// made of each: assets/text/en/because.txt becomes text/because.h. A file has four kinds of lines:
//
//     # a comment
//     launches: {count} {count:launch|launches} of {kernel}     a message: its key, and its words
//       in all                                                  more of it, after a space
//     | {count} {count:launch|launches}                         the same in less room
//
// {kernel} is a place for a value. {count:one|many} chooses words by a number. A message that has
// shorter forms lists all forms, the longest first.
#pragma once

#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace text {

/// "4 194 304", with thin spaces from four digits on.
std::string grouped(std::int64_t value);

// The value for a place of a message: words, or an integer, which is grouped.
class Value {
public:
    Value(std::string words) : words_(std::move(words)) {}
    Value(std::string_view words) : words_(words) {}
    Value(const char* words) : words_(words) {}
    template <std::integral Number>
    Value(Number number) : words_(grouped(std::int64_t(number))), one_(number == 1) {}
    const std::string& words() const { return words_; }
    bool one() const { return one_; }  // chooses among {count:one|many}

private:
    std::string words_;
    bool one_ = false;
};

struct Place {
    std::string_view name;
    const Value& value;
};

// The messages of one file.
class Catalogue {
public:
    explicit Catalogue(std::string_view file);
    /// The longest form of the message with its places filled.
    std::string said(std::string_view key, std::initializer_list<Place> places) const;
    /// In alphabetical order.
    std::vector<std::string> keys() const;
    /// All forms, the longest first.
    std::vector<std::string> forms(std::string_view key, std::initializer_list<Place> places) const;

private:
    std::map<std::string, std::vector<std::string>, std::less<>> messages_;
};

}  // namespace text

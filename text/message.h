// What the program says, and how numbers stand in it. The sentences are in assets/text/en, a file
// for each subject, so that a reader or a translator finds them; a header of functions is made of
// each: assets/text/en/because.txt is text/because.h. A file of messages has lines of four kinds:
//
//     # a comment
//     launches: {count} {count:launch|launches} of {kernel}     a message: its key, and its words
//       in all                                                  more of it, behind a space
//     | {count} {count:launch|launches}                         the same in less room
//
// {kernel} is a place: the value's words. {count:one|many} are words that follow a number. A
// message with forms for less room gives all of them, the longest first.
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

// What stands in a place of a message: words, or a whole number, which is grouped.
class Value {
public:
    Value(std::string words) : words_(std::move(words)) {}
    Value(std::string_view words) : words_(words) {}
    Value(const char* words) : words_(words) {}
    template <std::integral Number>
    Value(Number number) : words_(grouped(std::int64_t(number))), one_(number == 1) {}
    const std::string& words() const { return words_; }
    bool one() const { return one_; }  // for {count:one|many}

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
    /// The message in its longest form, its places filled.
    std::string said(std::string_view key, std::initializer_list<Place> places) const;
    /// In the order of the alphabet.
    std::vector<std::string> keys() const;
    /// All its forms, the longest first.
    std::vector<std::string> forms(std::string_view key, std::initializer_list<Place> places) const;

private:
    std::map<std::string, std::vector<std::string>, std::less<>> messages_;
};

}  // namespace text

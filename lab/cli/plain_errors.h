// A filter for error sentences. Text that the user typed, or that a file contains, can't move a
// terminal's cursor, and long words are shortened. command_line() wraps it around every command.
#pragma once

#include <ostream>
#include <streambuf>
#include <string>
#include <string_view>

namespace lab {

/// Writes control characters as escapes, line ends too: "a\x1b[2J".
std::string in_letters(std::string_view text);
/// Whether in_letters() would change it.
bool has_controls(std::string_view text);

class PlainErrors : private std::streambuf, public std::ostream {
public:
    explicit PlainErrors(std::ostream& out);
    ~PlainErrors() override;

private:
    int overflow(int letter) override;
    int sync() override;
    void pass_on();

    std::ostream& out_;
    std::string line_;
};

}  // namespace lab

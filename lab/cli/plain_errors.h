// Where sentences about errors pass on their way out: what a person typed, or a file held, stands
// in them as letters, never as something that moves a terminal's cursor, and is never longer than a
// reader's patience. command_line() puts it around every command.
#pragma once

#include <ostream>
#include <streambuf>
#include <string>
#include <string_view>

namespace lab {

/// "a\x1b[2J": what is no letter written as one can type it. Ends of lines too.
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

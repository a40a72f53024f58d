// Cuts a PTX text into words. Used by the parser alone.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "simulator/types.h"

namespace simulator::ptx {

inline bool is_digit(char c) { return c >= '0' && c <= '9'; }

struct Token {
    enum class Kind : std::uint8_t {
        word,    // a name, a directive or an opcode with its dots: "%tid.x", ".reg",
                 // "ld.global.nc.f32"
        number,  // "12", "0x1fU", "0f3F800000", "1.5e-3"
        text,    // the text between quotation marks
        sign,    // "{", "<<", "+" ...
        unread,  // not PTX: an unknown byte, or a comment or text without an end
        end,
    };
    Kind kind = Kind::end;
    std::string_view text;
    int line = 1, column = 1;
};

/// All tokens of `text`, which they point into; the last is of kind end.
std::vector<Token> tokens_of(std::string_view text);

/// What is wrong with an unread token.
std::string problem_with(const Token& unread);

}  // namespace simulator::ptx

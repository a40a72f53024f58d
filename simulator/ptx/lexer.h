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
        word,    // a name, a directive or an opcode, dots and all: "%tid.x", ".reg",
                 // "ld.global.nc.f32"
        number,  // "12", "0x1fU", "0f3F800000", "1.5e-3"
        text,    // what stands between quotation marks
        sign,    // "{", "<<", "+" ...
        unread,  // what is no word of PTX: a byte, a comment or a text without an end
        end,
    };
    Kind kind = Kind::end;
    std::string_view text;
    int line = 1, column = 1;
};

/// All tokens of `text`, the last of kind end. They point into it.
std::vector<Token> tokens_of(std::string_view text);

/// What is wrong with a token that could not be read.
std::string problem_with(const Token& unread);

}  // namespace simulator::ptx

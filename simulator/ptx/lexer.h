// Cuts a PTX text into words. Used by the parser alone.
#pragma once

#include <cstdint>
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
        end,
    };
    Kind kind = Kind::end;
    std::string_view text;
    int line = 1, column = 1;
};

/// All tokens of `text`, the last of kind end. They point into it.
/// Throws a Diagnostic where a comment or a string does not end, and at a byte that no PTX text
/// holds.
std::vector<Token> tokens_of(std::string_view text);

}  // namespace simulator::ptx

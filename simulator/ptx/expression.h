// Constants and constant expressions of PTX, with the symbols that an address may start from.
#pragma once

#include <cstdint>
#include <string>

#include "simulator/ptx/reader.h"

namespace simulator::ptx {

struct Constant {
    std::uint64_t bits = 0;  // of an integer (or the addend of a symbol), a float or a double
    bool is_unsigned = false;
    bool real = false;
    int width = 8;       // bytes of a real
    std::string symbol;  // the value is this symbol's address plus `bits`
};

/// The number that `token` spells: decimal, 0x, 0b, octal, with U; 0f and 0d bits; decimal
/// fractions.
Constant literal(const Token& token);

/// A constant expression in C's order of operators, e.g. "table+4*(N-1)".
Constant expression(Reader&);

}  // namespace simulator::ptx

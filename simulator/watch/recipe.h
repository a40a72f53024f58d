// What the instructions of a program do with their operands, as those who look on need it: which
// registers are read and written, how values flow between them, and of what type the moved values
// are, since compilers write untyped loads and moves. Made once for each program;
// read by trace_recorder.cpp and origins*.cpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "simulator/decode/program.h"

namespace simulator {

using Register = std::uint32_t;  // registers of a program, counted from 0
constexpr Register no_register = ~Register{0};

struct Operand {
    Place place = nowhere;
    Register reg = no_register;  // no_register: a constant
    Type type = Type::none;
};

struct Recipe {
    // as the row says; what only parameters and constants go through counts as arithmetic
    Kind kind = Kind::hint;
    Kind traced = Kind::hint;  // the same, but that loads from constant memory are loads
    Origin origin = Origin::nothing;
    std::uint8_t destinations = 0, sources = 0;
    Type type = Type::none;  // of the value that a memory, shuffle or vote instruction moves
    // bytes of a source operand of an arithmetic instruction; 0: predicates
    std::uint8_t width = 4;
    // memory: sources are the values stored, the address stands in `address`
    Operand destination[5], source[5];
    Operand address;
};

struct Recipes {
    std::vector<Recipe> of;  // Program::code
    Register registers = 0;
    std::vector<Place> places;         // Register -> Place
    std::vector<std::uint8_t> widths;  // bytes of a register, 0 for predicates
    std::vector<Type> types;           // as its uses tell
    std::vector<Register> root;  // of the moves that made a register, itself where there are none
    std::vector<std::vector<Register>> copies;  // by root: the root and what was moved from it
    // by register: the instructions of `of` that take what stands in it
    std::vector<std::vector<std::size_t>> readers;
    std::vector<bool> addressing;  // an address is computed from it
    std::vector<bool> sampled;     // a texture's values, and what comes of them
    std::vector<bool> literal;     // only ever constants, parameters or special registers
};

/// Of a program that a shared_ptr holds: made once, kept as long as it lives.
std::shared_ptr<const Recipes> recipes_of(const Program&);

}  // namespace simulator

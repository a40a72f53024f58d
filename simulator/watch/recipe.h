// What a program's instructions do with their operands, for observers: which registers are read and
// written, how values flow, and the types of moved values (compilers write untyped loads and
// moves). Made once for each program; read by trace_recorder.cpp and origins*.cpp.
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
    // as in the row; instructions on parameters and constants alone count as arithmetic
    Kind kind = Kind::hint;
    Kind traced = Kind::hint;  // the same, but loads from constant memory and textures are loads
    // a read through a texture: its address names the texture, no place in memory
    bool fetches = false;
    Origin origin = Origin::nothing;
    std::uint8_t destinations = 0, sources = 0;
    Type type = Type::none;  // of the value that a memory, shuffle or vote instruction moves
    // bytes of an arithmetic instruction's source operand; 0: predicates
    std::uint8_t width = 4;
    // memory: the sources are the stored values; the address is in `address`
    Operand destination[5], source[5];
    Operand address;
};

struct Recipes {
    std::vector<Recipe> of;  // by Program::code
    Register registers = 0;
    std::vector<Place> places;         // Register -> Place
    std::vector<std::uint8_t> widths;  // bytes of a register; 0: a predicate
    std::vector<Type> types;           // inferred from its uses
    std::vector<Register> root;  // first source of the moves that made a register; else itself
    std::vector<std::vector<Register>> copies;  // by root: the root and all its copies
    // by register: indices into `of` of instructions that read it
    std::vector<std::vector<std::size_t>> readers;
    std::vector<bool> addressing;  // an address is computed from it
    std::vector<bool> sampled;     // texture values, and values made from these
    std::vector<bool> literal;     // only constants, parameters or special registers
};

/// For a program that a shared_ptr holds: made once, kept as long as the program lives.
std::shared_ptr<const Recipes> recipes_of(const Program&);

}  // namespace simulator

// Arguments of any kernel in words: NAME:TYPE=VALUE for numbers,
// NAME:TYPE[COUNT]=zeros|ones|iota|random:SEED|none|@FILE for arrays. Read by `simulate`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "simulator/types.h"

namespace lab {

// One argument. A number has its bits in `bits`; an array has count > 0 and a way to be filled.
struct Spec {
    enum class Fill : std::uint8_t { number, zeros, ones, iota, random, none, file };
    std::string name;
    std::string type_word;  // "f32", "i64": as it was written
    simulator::Type type = simulator::Type::none;
    Fill fill = Fill::number;
    std::uint64_t count = 0;
    std::uint64_t bits = 0;  // of a number, little-endian in the lowest bytes
    std::uint64_t seed = 0;  // of random
    std::filesystem::path file;
    bool array() const { return fill != Fill::number; }
    std::uint64_t bytes() const;  // of the array, or of the number
};

/// i8 to u64, f32, f64; numbers are checked against their type. Fails with a sentence that quotes
/// the SPEC.
simulator::Outcome<Spec> read_spec(std::string_view text);

/// What the array holds at first: iota counts 0, 1, 2 ... (wrapping in its type), random gives
/// reals in [0, 1) or whole numbers from 0 to 99 by the generator of plan.h, @FILE the file's raw
/// little-endian bytes. Fails where the file can't be read or its size is not the array's: the
/// sentence names both sizes. Empty for none.
simulator::Outcome<std::vector<std::byte>> contents(const Spec& spec);

/// "X", "X,Y" or "X,Y,Z", each from 1 to 2^32 - 1.
simulator::Outcome<simulator::Dim3> shape_named(std::string_view text);

}  // namespace lab

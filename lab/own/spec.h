// Arguments of any kernel in words: NAME:TYPE=VALUE for numbers,
// NAME:TYPE[COUNT]=zeros|ones|iota|random:SEED|none|@FILE for arrays,
// NAME:bytes[COUNT]=zeros|HEX|@FILE for structures passed by value,
// NAME:texture.TYPE[WIDTH,HEIGHT]=... for textures. Read by open.cpp, and by
// `simulate` before it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "lab/plan.h"

namespace lab {

// One argument. A number has its value in `bits`. An array or texture has count > 0 elements and a
// fill. A structure has `count` bytes.
struct Spec {
    enum class Kind : std::uint8_t { number, array, structure, texture };
    enum class Fill : std::uint8_t { number, zeros, ones, iota, random, none, file, hex };
    std::string name;
    Kind kind = Kind::number;
    std::string type_word;  // "f32", "i64": as written
    simulator::Type type = simulator::Type::none;
    Fill fill = Fill::number;
    std::uint64_t count = 0;
    std::uint64_t bits = 0;  // for a number, little-endian in the lowest bytes
    std::uint64_t seed = 0;  // for random
    std::filesystem::path file;
    std::vector<std::byte> given{};  // for hex
    simulator::TextureForm texture{};
    bool array() const { return kind == Kind::array; }
    std::uint64_t bytes() const;  // size of the array, structure or number
};

/// Reads a SPEC. Types are i8 to u64, f32, f64, bytes; numbers must fit their type. Fails with a
/// sentence that quotes the option and the SPEC.
simulator::Outcome<Spec> read_spec(std::string_view text, std::string_view option = "--arg");
/// The text of a SPEC: "n:i32=1024", "a:f32[64]=random:7".
std::string worded(const Spec& spec);
/// The fill of an array; `content` has the bytes of its file.
Fill fill_of(const Spec& spec, std::shared_ptr<const std::vector<std::byte>> content = nullptr);

/// The initial bytes of an array or structure. iota counts 0, 1, 2 ... (wraps in its type). random
/// gives reals in [0, 1) or whole numbers from 0 to 99, by the generator of plan.h. @FILE gives the
/// file's raw little-endian bytes. Fails if the file can't be read or its size differs: the
/// sentence names both sizes. Empty for none.
simulator::Outcome<std::vector<std::byte>> contents(const Spec& spec);

inline constexpr std::int64_t most_elements = std::int64_t{1} << 40;  // of one array

/// "X", "X,Y" or "X,Y,Z", each from 1 to 2^32 - 1. The sentence about another side names its limit;
/// a side between that limit and 2^32 - 1 is for the caller to refuse.
simulator::Outcome<simulator::Dim3> shape_named(std::string_view text,
                                                const simulator::Dim3& limits);

}  // namespace lab

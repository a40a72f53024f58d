// The instruction table: one row per instruction, in the form that the PTX manual prints. Rows stand in the
// files beside this one, each of which registers its own family; table.cpp matches a spelling with a row.
//
// A form is read at its dots and spaces:
//   mul.lo.type d, a, b        "type" stands for any of the row's types
//   add{.rnd}{.ftz}{.sat}.type d, a, b     braces: a modifier that may be there. A name that is not one of
//                              {.rnd .ftz .sat .approx .nan .volatile .sem .scope .cache .uni .aligned} is literal
//   shfl.sync.down.b32 d|p, a, b, c, e
// What is left open in a spelling is bound in a Match and handed to the row's `pick`, which answers with bodies.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "simulator/code.h"

namespace simulator {

// The pipe that runs an instruction, as the model of time groups them.
enum class Unit : std::uint8_t { none, alu, fma, half, fp64, special, convert, move, shuffle, vote, memory, atomic, control, barrier };

// What the engine or an observer must know of an instruction beyond running it.
enum class Effect : std::uint8_t {
    none, load, store, atomic, reduction, shuffle, vote, barrier, branch, exit, call, fence,
    select, minmax, compare, multiply, move,   // the last five: rules of where values come from
};

// An opcode, matched with a row.
struct Match {
    Type type = Type::none;   // what `type` stood for
    Type from = Type::none;   // a second type (cvt's atype); else = type
    std::uint16_t flags = 0;  // Modifier bits
    Space space = Space::none;
    int count = 1;            // .v2, .v4
};

using Pick = Bodies (*)(const Match&);

struct Row {
    std::string_view form;           // "mul.lo.type d, a, b"
    std::span<const Type> types;     // what `type` may stand for; empty: none
    Unit unit = Unit::none;
    Effect effect = Effect::none;
    Pick pick = nullptr;             // nullptr where the engine runs the instruction itself (bra, bar, ret)
    std::string_view meaning;        // one line, for tooltips and docs
};

// A file's rows, for one level of the processor's vector instructions; constructed as a static object.
enum class Level : std::uint8_t { plain, avx2, avx512 };
struct Family {
    Family(std::string_view name, Level level, std::span<const Row> rows);
};

struct Found {
    const Row* row = nullptr;
    Match match;
};

/// The row for a spelling such as "fma.rn.ftz.f32", at the highest level that this processor has
/// (or `limit`); row is nullptr where there is none.
Found find_row(std::string_view opcode, Level limit = Level::avx512);

/// Every row of every family, once (of the plain level), in order of file and place.
std::span<const Row* const> all_rows();

}  // namespace simulator

// The instruction table: one row per instruction, in the form that the PTX manual prints. Rows
// stand in the files beside this one, each of which registers its own family; table.cpp matches an
// instruction with a row, decode.cpp asks it.
//
// A form is read at its dots; a part of it is a name to be met literally, or one of
//   .type .from   a type: of the destination (the row's `types`), of the source
//   .space        global, shared, shared::cta, local, const, param
// A part in braces may be there or not. These stand for several names: {.rnd} {.irnd} (rni rzi
// rmi rpi) {.bool} (and or xor) {.space} {.sem} {.scope} {.cache} {.vec} (v2 v4 v8); any other name
// in braces is itself: {.ftz} {.sat} {.NaN} {.uni} {.aligned}. What they set in a Match stands in
// table.cpp. A group without braces (.rnd) must be there.
//
// Operands are named after the fields of Code that they go to: d a b c e. "p" is a predicate that
// is written; behind a bar stands what goes to d2, where it is written at all: "d|p", "p|q". An
// operand's type is the row's `type` unless it is said: "b:u32", "a:from", "c:pred", "d:wide"
// (twice as wide). "[a]" is an address, "{d}" and "{a}" a vector of registers (elements). What
// stands in angle brackets may be absent: "<c:pred>". So:
//   shl.type d, a, b:u32           setp.lt{.bool}{.ftz}.type p|q, a, b, <c:pred>
//   mul.wide.type d:wide, a, b     cvt{.rnd}.type.from d, a:from     mov.type d, {a}
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "simulator/code.h"
#include "simulator/isa/effect.h"
#include "simulator/ptx/ast.h"

namespace simulator {

// The pipe that runs an instruction, as the model of time groups them.
enum class Unit : std::uint8_t {
    none,
    alu,
    fma,
    half,
    fp64,
    special,
    convert,
    move,
    shuffle,
    vote,
    memory,
    texture,
    atomic,
    control,
    barrier,
};
std::string_view name_of(Unit);

// An opcode, matched with a row.
struct Match {
    Type type = Type::none;   // what `type` stood for
    Type from = Type::none;   // a second type (cvt's atype); else = type
    std::uint32_t flags = 0;  // Modifier bits
    Space space = Space::none;
    int count = 1;                 // .v2, .v4; elements of a mov's vector
    int d_bytes = 0, a_bytes = 0;  // of cvt's registers, where wider than its types; else 0
};

// Answers with the bodies for a match, or with none where there is no such instruction. What bodies
// rely on: a place of `d` is that of a source or shares no byte with it, and elements share none
// with each other or `a`; places are aligned to 64 (32 for bytes); unused fields are `nowhere`; "_"
// as a destination is a place that nobody reads; flags, type, from and count of Code are those of
// the match. A destination is written for the lanes of warp.mask.
using Pick = Bodies (*)(const Match&);

struct Row {
    std::string_view form;        // "mul.lo.type d, a, b"
    std::span<const Type> types;  // what `type` may stand for; empty: none
    Unit unit = Unit::none;
    Effect effect;             // what is known of it beyond its result: effect.h
    Pick pick = nullptr;       // nullptr where the engine runs it itself (bra, bar, ret)
    std::string_view meaning;  // one line, for tooltips and docs
};

/// Adds, multiplies or compares numbers with a point: what the ledger calls FP operations.
bool computes_with_a_point(const Row&, Type);

// A file's rows, for one level of vector instructions; constructed as a static object.
enum class Level : std::uint8_t { plain, avx2, avx512 };
struct Family {
    Family(std::string_view name, Level level, std::span<const Row> rows);
};

struct Found {
    const Row* row = nullptr;
    Match match;
};

/// The highest level that rows were compiled for and this processor has, or that limit_level()
/// allows.
Level best_level();
/// Whether rows were compiled for a level, and the processor has it.
bool has_level(Level level);
/// Keeps find_row to a level at most, from now on: for tests and benchmarks. What is decoded
/// already stays as it is.
void limit_level(Level level);

/// The row for a spelling such as "fma.rn.ftz.f32", at the highest level that this processor has
/// (or `limit`); row is nullptr where there is none.
Found find_row(std::string_view opcode, Level limit = Level::avx512);

/// The row for an instruction: its opcode and the shape of its operands (how many, vectors,
/// addresses) fit. `match.d_bytes` and `match.a_bytes` are the caller's to fill in before `pick`.
Found find_row(const ptx::Instruction& instruction, Level limit = Level::avx512);

// One operand of a row, in the order in which they are written.
struct OperandForm {
    Member<Code, Place> field = nullptr;   // Code::d, a, b, c or e; nullptr: elements, a vector
    Member<Code, Place> paired = nullptr;  // Code::d2 where "d|p" or "p|q" may be written
    Type type = Type::none;                // of the value; of one element where it is a vector
    bool written = false, address = false, optional = false;
};

/// The operands of a matched row: what type an immediate is spread as, which field each goes to.
std::vector<OperandForm> operands_of(const Found& found);

/// The family that registered the row: "integer", "warp" ...
std::string_view family_of(const Row& row);

/// The section of the PTX manual that explains the row, as an address.
std::string manual_link(const Row& row);

/// Every row of every family, once (of the plain level), in order of file and place.
std::span<const Row* const> all_rows();

}  // namespace simulator

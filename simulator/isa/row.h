// The instruction table: one row per instruction, in the notation of the PTX manual. Each file
// beside this one registers a family of rows. table.cpp finds rows for decode.cpp.
//
// A form is split at its dots. A part is a literal name, or one of
//   .type .from   a type: of the destination (the row's `types`), of the source
//   .space        global, shared, shared::cta, local, const, param
// A part in braces is optional. These stand for several names: {.rnd} {.irnd} (rni rzi rmi rpi)
// {.bool} (and or xor) {.space} {.sem} {.scope} {.cache} {.vec} (v2 v4 v8). Other names in braces
// are literal: {.ftz} {.sat} {.NaN} {.uni} {.aligned}. table.cpp says which fields of Match they
// set. A group without braces (.rnd) must be there.
//
// Operands have the names of their fields in Code: d a b c e. "p" is a written predicate. After a
// bar comes an optional operand for d2: "d|p", "p|q". An operand has the row's `type` unless a type
// follows: "b:u32", "a:from", "c:pred", "d:wide" (twice as wide). "[a]" is an address, "{d}" and
// "{a}" are vectors of registers (elements). Operands in angle brackets are optional: "<c:pred>".
// Examples:
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

// The pipe that runs an instruction, in the groups of the time model.
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
    Type type = Type::none;   // the type matched by `type`
    Type from = Type::none;   // a second type (cvt's atype); else = type
    std::uint32_t flags = 0;  // Modifier bits
    Space space = Space::none;
    int count = 1;                 // .v2, .v4; elements of a mov's vector
    int d_bytes = 0, a_bytes = 0;  // of cvt's registers, if wider than its types; else 0
};

// Returns the bodies for a match, or none if there is no such instruction. Bodies rely on this: `d`
// has the place of a source, or shares no byte with it. Elements share none with each other or `a`.
// Places are aligned to 64 (32 for bytes). Unused fields are `nowhere`. "_" as a destination is a
// place that is never read. Code has the match's flags, type, from and count. Bodies write a
// destination for the lanes of warp.mask.
using Pick = Bodies (*)(const Match&);

struct Row {
    std::string_view form;        // "mul.lo.type d, a, b"
    std::span<const Type> types;  // what `type` may stand for; empty: none
    Unit unit = Unit::none;
    Effect effect;             // facts beyond its result: effect.h
    Pick pick = nullptr;       // nullptr: the engine runs it (bra, bar, ret)
    std::string_view meaning;  // one line, for tooltips and docs
};

/// Whether it adds, multiplies or compares floating-point numbers: the ledger's FP operations.
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

/// The highest level that rows were compiled for, this processor has and limit_level() allows.
Level best_level();
/// Whether rows were compiled for a level and the processor has it.
bool has_level(Level level);
/// Limits find_row to a level from now on: for tests and benchmarks. Decoded programs do not
/// change.
void limit_level(Level level);

/// The row for an opcode such as "fma.rn.ftz.f32", at the highest level of this processor (or
/// `limit`); row is nullptr if there is none.
Found find_row(std::string_view opcode, Level limit = Level::avx512);

/// The row that fits an instruction's opcode and the shape of its operands (number, vectors,
/// addresses). The caller sets `match.d_bytes` and `match.a_bytes` before `pick`.
Found find_row(const ptx::Instruction& instruction, Level limit = Level::avx512);

// One operand of a row.
struct OperandForm {
    Member<Code, Place> field = nullptr;   // Code::d, a, b, c or e; nullptr: elements, a vector
    Member<Code, Place> paired = nullptr;  // Code::d2 where "d|p" or "p|q" may be written
    Type type = Type::none;                // of the value; of a vector: of one element
    bool written = false, address = false, optional = false;
};

/// The operands of a matched row, in written order: the type of each, and its field.
std::vector<OperandForm> operands_of(const Found& found);

/// The family that registered the row: "integer", "warp" ...
std::string_view family_of(const Row& row);

/// The URL of the PTX manual's section about the row.
std::string manual_link(const Row& row);

/// Every row of every family, once (of the plain level), in order of file and place.
std::span<const Row* const> all_rows();

}  // namespace simulator

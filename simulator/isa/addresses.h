// Follows addresses through instructions that pass them on, unchanged or moved by an offset. Used
// by watch/bases.cpp.
#pragma once

#include <cstdint>
#include <string_view>

#include "simulator/ptx/ast.h"

namespace simulator {

/// The operands that may pass an address on, as bits: 1 << 1 is the first source. A result of other
/// operands is no address.
inline unsigned address_sources(const ptx::Instruction& text) {
    constexpr unsigned first = 1 << 1, second = 1 << 2, third = 1 << 3;
    const std::string_view what = text.parts[0];
    const auto rounds_down = [](const ptx::Operand& mask) {
        return mask.kind == ptx::Operand::Kind::integer && static_cast<std::int64_t>(mask.bits) < 0;
    };
    if (what == "mov" || what == "cvta" || what == "cvt" || what == "sub") return first;
    if (what == "add" || what == "or" || what == "selp") return first | second;
    if (what == "and" && rounds_down(text.operands.back())) return first;
    return what == "mad" ? third : 0;
}

/// A copy, or the same place as an address of another space.
inline bool copies_address(const ptx::Instruction& text) {
    return text.operands.size() == 2 && (text.parts[0] == "mov" || text.parts[0] == "cvta");
}

/// Whether it adds a number as LLVM does for the address of a frame's object: unsigned. Additions
/// of the program itself are signed.
inline bool adds_place_in_frame(const ptx::Instruction& text) {
    return text.operands.size() == 3 && (text.opcode == "add.u64" || text.opcode == "add.u32") &&
           text.operands[2].kind == ptx::Operand::Kind::integer;
}

}  // namespace simulator

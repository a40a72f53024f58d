// Finds the sources of a faulty access's address from the current registers. Used by
// engine_faults.cpp.
#pragma once

#include <cstdint>
#include <optional>

#include "simulator/decode/program.h"
#include "simulator/memory.h"

namespace simulator {

struct AddressMade {
    const Buffer* base = nullptr;  // the array that the address began with; null: none or several
    bool from_call = false;        // a malloc result is part of it
    // a product in its index that fits neither an int nor an unsigned int
    std::optional<std::int64_t> product;
};

AddressMade address_made(const Program&, const Warp&, int lane, const Code& access, const Memory&);

}  // namespace simulator

// Of an access that went wrong: what its address was made of, as the registers still tell. Used by
// engine_faults.cpp.
#pragma once

#include <cstdint>
#include <optional>

#include "simulator/decode/program.h"
#include "simulator/memory.h"

namespace simulator {

struct AddressMade {
    const Buffer* base = nullptr;  // the one array that it began with; null where that is not clear
    bool from_call = false;        // what malloc gave is part of it
    // a product of its index that neither an int nor an unsigned int holds
    std::optional<std::int64_t> product;
};

AddressMade address_made(const Program&, const Warp&, int lane, const Code& access, const Memory&);

}  // namespace simulator

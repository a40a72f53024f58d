// Why a device refuses a launch of this shape. Each check gives the refusal as a sentence, or
// nothing.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "simulator/types.h"

namespace simulator {

class Program;
struct Limits;

std::optional<Diagnostic> refuse(std::string text);

/// Of grid and block by themselves: empty, or larger than the device or the kernel allows.
std::optional<Diagnostic> check_shape(const Program&, const Limits&, const Dim3& grid,
                                      const Dim3& block);
/// Blocks that wait for each other have to be resident together. `shared`: bytes of a block.
std::optional<Diagnostic> check_grid(const Program&, const Limits&, const Dim3& grid,
                                     const Dim3& block, std::uint32_t shared);

}  // namespace simulator

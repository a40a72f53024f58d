// Checks the shape of a launch. See launch_checks.h.
#include "simulator/engine/launch_checks.h"

#include <utility>

#include "simulator/decode/program.h"
#include "simulator/limits.h"

namespace simulator {
namespace {

std::string shape_text(const Dim3& shape) {
    return std::to_string(shape.x) + " x " + std::to_string(shape.y) + " x " +
           std::to_string(shape.z);
}

bool exceeds(const Dim3& shape, const Dim3& limit) {
    return shape.x > limit.x || shape.y > limit.y || shape.z > limit.z;
}

}  // namespace

std::optional<Diagnostic> refuse(std::string text) { return Diagnostic{0, 0, std::move(text)}; }

std::optional<Diagnostic> check_shape(const Program& program, const Limits& limits,
                                      const Dim3& grid, const Dim3& block) {
    if (grid.count() == 0)
        return refuse("A grid of " + shape_text(grid) +
                      " blocks has no block: each side must be at least 1.");
    if (block.count() == 0)
        return refuse("A block of " + shape_text(block) +
                      " threads has no thread: each side must be at least 1.");
    if (exceeds(grid, limits.grid)) {
        return refuse("A grid of " + shape_text(grid) + " blocks is too large: the limit is " +
                      shape_text(limits.grid) + ".");
    }
    if (exceeds(block, limits.block)) {
        return refuse("A block of " + shape_text(block) + " threads is too large: the limit is " +
                      shape_text(limits.block) + ".");
    }
    if (block.count() > limits.threads_per_block) {
        return refuse("A block of " + std::to_string(block.count()) +
                      " threads is too large: the limit is " +
                      std::to_string(limits.threads_per_block) + ".");
    }
    if (program.most_threads != 0 && block.count() > program.most_threads) {
        return refuse("A block of " + std::to_string(block.count()) +
                      " threads is too large: the kernel was compiled for " +
                      std::to_string(program.most_threads) + " at most.");
    }
    const Dim3& required = program.required_threads;
    if (required.count() != 0 && !(required == block)) {
        return refuse("The kernel was compiled for blocks of " + shape_text(required) +
                      " threads, not " + shape_text(block) + ".");
    }
    return {};
}

std::optional<Diagnostic> check_grid(const Program& program, const Limits& limits, const Dim3& grid,
                                     const Dim3& block, std::uint32_t shared) {
    if (!program.waits_for_grid) return {};
    const std::uint64_t most = places_in_all(limits, block.count(), shared);
    if (grid.count() <= most) return {};
    return refuse("A grid of " + std::to_string(grid.count()) +
                  " blocks can't meet at a barrier of the whole grid: at most " +
                  std::to_string(most) +
                  " blocks of this size are on the GPU at once. Launch fewer blocks, and let each "
                  "block do more.");
}

}  // namespace simulator

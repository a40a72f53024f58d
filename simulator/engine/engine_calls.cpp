// Calls of functions that are not inlined. Lanes that call together share a frame, and wait for
// each other where the call returns. A recursive function's own instructions keep its values on the
// stack (ptx/stack.h).
#include <algorithm>
#include <bit>

#include "simulator/engine/engine.h"

namespace simulator {

const Callable& Engine::callee_of(const WarpState& warp, const BasicBlock& block, int lane) const {
    if (block.predicate == nowhere) return program_.callables[block.target];
    const Address address = lane_bits(warp, block.predicate, 8, lane);
    const auto found = std::ranges::find(program_.callables, address, &Callable::address);
    if (found != program_.callables.end()) return *found;
    Lapse lapse{FaultKind::bad_call, &program_.code[block.terminator], lane};
    lapse.address = address;
    throw lapse;
}

void Engine::check_stack(const WarpState& warp, const BasicBlock& block,
                         const Callable& callee) const {
    if (callee.stack == 0) return;
    for (std::uint32_t rest = warp.mask; rest; rest &= rest - 1) {
        const int lane = std::countr_zero(rest);
        if (lane_bits(warp, program_.stack, 8, lane) + callee.stack <= program_.stack_end) continue;
        throw Lapse{FaultKind::call_depth, &program_.code[block.terminator], lane};
    }
}

// Lanes that call the same function run together, those of the first lane first.
Engine::Go Engine::call(WarpState& warp, const BasicBlock& block) {
    const std::uint32_t mask = warp.current().mask;
    const Callable& callee = callee_of(warp, block, std::countr_zero(mask));
    std::uint32_t same = mask;
    if (block.predicate != nowhere) {
        same = 0;
        for (std::uint32_t rest = mask; rest; rest &= rest - 1) {
            const int lane = std::countr_zero(rest);
            const Address address = lane_bits(warp, block.predicate, 8, lane);
            if (address == callee.address) same |= 1u << lane;
        }
    }
    check_stack(warp, block, callee);
    Frame frame;
    frame.around = warp.current().frame;
    frame.depth = frame.around ? warp.frames[frame.around].depth + 1 : 1;
    frame.block = warp.current().block;
    follow(warp, block, same, callee.entry);
    Split& split = warp.current();
    split.parked = false;
    split.at = no_code;
    split.frame = warp.open_frame(frame);
    return Go::on;
}

// Goes to the code after the call. Other lanes of the call, or of other calls there, may still
// come.
Engine::Go Engine::go_back(WarpState& warp) {
    Split& split = warp.current();
    const Frame& frame = warp.frames[split.frame];
    const BasicBlock& caller = program_.blocks[frame.block];
    split.frame = frame.around;
    return jump(warp, caller, caller.next);
}

}  // namespace simulator

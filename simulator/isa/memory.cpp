// Loads, stores, conversions of addresses, fences and prefetches.
#include "simulator/isa/access.h"

namespace simulator::WARPLENS_LEVEL {
namespace {

constexpr Type stored[] = {Type::b8,    Type::u8,     Type::s8,  Type::b16, Type::u16, Type::s16,
                           Type::f16,   Type::bf16,   Type::b32, Type::u32, Type::s32, Type::f32,
                           Type::f16x2, Type::bf16x2, Type::b64, Type::u64, Type::s64, Type::f64};
constexpr Type sizes[] = {Type::u32, Type::u64};

Address window_of(Space space) {
    return space == Space::shared      ? shared_window
           : space == Space::local     ? local_window
           : space == Space::parameter ? parameter_window
                                       : 0;
}

template <bool generic>
void convert_address(Warp& warp, const Code& code) {
    const u64 window = generic ? window_of(code.space) : 0 - window_of(code.space);
    const u64* a = lanes<const u64>(warp, code.a);
    u64* d = lanes<u64>(warp, code.d);
    for (int lane = 0; lane < warp_size; ++lane) {
        d[lane] = warp.lanes64[lane] ? a[lane] + window : d[lane];
    }
}

template <bool generic>
Bodies pick_conversion(const Match& match) {
    if (match.type != Type::u64) return {};
    return {convert_address<generic>, convert_address<generic>};
}

void is_in_space(Warp& warp, const Code& code) {
    const u64* a = lanes<const u64>(warp, code.a);
    u32 found = 0;
    for (int lane = 0; lane < warp_size; ++lane) {
        Space space = Space::global;
        for (const Space other : {Space::shared, Space::local, Space::parameter}) {
            if (a[lane] - window_of(other) < window_bytes) space = other;
        }
        // The window of parameters is within that of global memory.
        const bool in_global = space == Space::global || space == Space::parameter;
        const bool global = code.space == Space::global || code.space == Space::constant;
        found |= static_cast<u32>(global ? in_global : space == code.space) << lane;
    }
    set_predicate(warp, code.d, found);
}

Bodies pick_test(const Match&) { return {is_in_space, is_in_space}; }

// clang-format off
constexpr Row rows[] = {
    {"ld{.volatile}{.sem}{.scope}{.space}{.cache}{.vec}.type {d}, [a]", stored, Unit::memory,
     Effect::load, pick_access<true>, "d = memory at a"},
    {"ldu{.space}{.vec}.type {d}, [a]", stored, Unit::memory, Effect::load, pick_access<true>,
     "d = memory at a, the same for all lanes"},
    {"st{.volatile}{.sem}{.scope}{.space}{.cache}{.vec}.type [a], {b}", stored, Unit::memory,
     Effect::store, pick_access<false>, "memory at a = b"},
    {"cvta{.space}.type d, a", sizes, Unit::alu, Effect::address, pick_conversion<true>,
     "d = generic address of a, an address in its space"},
    {"cvta.to{.space}.type d, a", sizes, Unit::alu, Effect::address, pick_conversion<false>,
     "d = address in its space of a, a generic address"},
    {"isspacep{.space} p, a:u64", {}, Unit::alu, Effect::truth, pick_test,
     "p = whether the generic address a is in that space"},
    {"membar{.scope}", {}, Unit::memory, Effect::fence, nullptr,
     "other threads see earlier writes before later writes"},
    {"membar.gl", {}, Unit::memory, Effect::fence, nullptr,
     "the device sees earlier writes before later writes"},
    {"fence{.sem}{.scope}", {}, Unit::memory, Effect::fence, nullptr,
     "other threads see earlier writes before later writes"},
    {"fence.proxy{.alias}{.async}{.space}", {}, Unit::memory, Effect::fence, nullptr,
     "orders accesses that take different paths to memory"},
    {"prefetch{.space}.L1 [a]", {}, Unit::memory, Effect::hint, nullptr,
     "loads a line into a cache"},
    {"prefetch{.space}.L2 [a]", {}, Unit::memory, Effect::hint, nullptr,
     "loads a line into a cache"},
    {"prefetch.global.L2::evict_last [a]", {}, Unit::memory, Effect::hint, nullptr,
     "loads a line into a cache"},
    {"prefetch.global.L2::evict_normal [a]", {}, Unit::memory, Effect::hint, nullptr,
     "loads a line into a cache"},
    {"prefetchu.L1 [a]", {}, Unit::memory, Effect::hint, nullptr, "loads a line into a cache"},
    {"discard.global.L2 [a], b:u32", {}, Unit::memory, Effect::hint, nullptr,
     "tells the cache that a line's contents are not needed"},
    {"applypriority.global.L2::evict_normal [a], b:u32", {}, Unit::memory, Effect::hint, nullptr,
     "tells the cache how long to keep a line"},
};
// clang-format on

const Family family{"memory", Level::WARPLENS_LEVEL, rows};

}  // namespace
}  // namespace simulator::WARPLENS_LEVEL

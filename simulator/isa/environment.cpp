// The slow paths of memory instructions: buffers other than the last used, faults, and patterns
// without a closed form.
#include "simulator/isa/environment.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "simulator/isa/count_memory.h"

namespace simulator {
namespace {

std::array<Spread, 3>& spreads() {
    static std::array<Spread, 3> by_level{};
    return by_level;
}

}  // namespace

Spreader::Spreader(Level level, Spread spread) { spreads()[static_cast<int>(level)] = spread; }

Spread best_spread() {
    static const Spread best = [] {
        const Spread found = spreads()[static_cast<int>(best_level())];
        return found ? found : spreads()[static_cast<int>(Level::plain)];
    }();
    return best;
}

void raise(const Lapse& lapse) { throw lapse; }

Located resolve(Space space, Address address) {
    if (space != Space::none && space != Space::generic) return {space, address};
    if (address - shared_window < window_bytes) return {Space::shared, address - shared_window};
    if (address - local_window < window_bytes) return {Space::local, address - local_window};
    if (address - parameter_window < window_bytes) {
        return {Space::parameter, address - parameter_window};
    }
    return {Space::global, address};
}

void forget_regions(Environment& around) {
    for (Tally* tallies : around.tallies)
        for (std::uint32_t i = 0; i < around.tallies_each; ++i) tallies[i].region = {};
}

bool enter_region(Warp& warp, Tally& tally, Address address, bool write) {
    Environment& around = *warp.environment;
    if (!write) {
        tally.region = around.memory->readable(address);
        return tally.region.host != nullptr;
    }
    const Buffer* buffer = around.memory->find(address);
    if (!buffer || buffer->space == Space::constant) return false;
    bool moved = false;
    const Region region = around.memory->writable(address, moved);
    if (moved) forget_regions(around);
    tally.region = region;
    return region.host != nullptr;
}

namespace {

[[noreturn]] void refuse(Warp& warp, const Code& code, Located at, int lane, int bytes,
                         bool write) {
    Lapse lapse{FaultKind::out_of_bounds, &code, lane, at.space, at.address, bytes, write};
    const Memory& memory = *warp.environment->memory;
    const bool global = at.space == Space::global || at.space == Space::constant;
    const Buffer* buffer = global ? memory.find(at.address) : nullptr;
    if (at.address % bytes != 0) lapse.kind = FaultKind::misaligned;
    if (global && resolve(Space::generic, at.address).space != Space::global) {
        lapse.kind = FaultKind::wrong_space;
    }
    if (buffer && buffer->freed)
        lapse.kind = FaultKind::freed;
    else if (buffer && write && buffer->space == Space::constant)
        lapse.kind = FaultKind::read_only;
    throw lapse;
}

std::byte* within(std::byte* base, std::uint64_t size, Address at, int bytes) {
    const bool fits = at <= size && static_cast<std::uint64_t>(bytes) <= size - at;
    return fits ? base + at : nullptr;
}

std::byte* in_buffer(Warp& warp, Tally& tally, Address at, int bytes, bool write) {
    const Region& region = tally.region;
    const auto inside = [&] {  // not by at + bytes, which may overflow to 0
        return at >= region.base && at < region.end &&
               static_cast<std::uint64_t>(bytes) <= region.end - at;
    };
    if (!inside() && (!enter_region(warp, tally, at, write) || !inside())) return nullptr;
    return region.host + (at - region.base);
}

std::byte* find_host(Warp& warp, const Code& code, Located at, int lane, int bytes, bool write) {
    Environment& around = *warp.environment;
    switch (at.space) {
        case Space::shared: return within(around.shared, around.shared_bytes, at.address, bytes);
        case Space::local:
            if (!within(around.local, around.local_bytes, at.address, bytes)) return nullptr;
            return around.local + local_offset(at.address, lane);
        case Space::parameter:
            if (write) return nullptr;
            return within(const_cast<std::byte*>(around.parameters), around.parameter_bytes,
                          at.address, bytes);
        default: return in_buffer(warp, around.tallies[0][code.tally], at.address, bytes, write);
    }
}

}  // namespace

Reached reach(Warp& warp, const Code& code, int lane, int bytes, bool write) {
    const Located at = resolve(code.space, lane_address(warp, code, lane));
    std::byte* host = at.address % bytes ? nullptr : find_host(warp, code, at, lane, bytes, write);
    if (!host) refuse(warp, code, at, lane, bytes, write);
    return {host, at.space};
}

namespace {

// Constant memory serves one address a pass.
std::uint32_t units_of(const Sectors& found, Counted space, int bytes) {
    return space == Counted::constant ? found.distinct_bytes / bytes : found.sectors;
}

void count_request(Tally& tally, Counted space, bool load, std::uint32_t mask, int bytes,
                   const Address* addresses) {
    ++tally.requests;
    if (space == Counted::shared) {
        const Wavefronts found = count_wavefronts(mask, bytes, load, addresses);
        tally.units += found.wavefronts;
        tally.best += found.best;
    } else {
        const Sectors found = count_sectors(mask, bytes, addresses);
        tally.units += units_of(found, space, bytes);
        tally.bytes += found.distinct_bytes;
    }
}

// The addresses of lanes in one space.
struct Group {
    std::uint32_t mask = 0;
    Address addresses[warp_size] = {};
};

void count_groups(Warp& warp, const Code& code, bool load, int bytes,
                  const Group (&groups)[spaces_counted]) {
    for (int counted = 0; counted < spaces_counted; ++counted) {
        const auto space = static_cast<Counted>(counted);
        const Group& group = groups[counted];
        if (!group.mask) continue;
        Tally& tally = warp.environment->tallies[counted][code.tally];
        if (space != Counted::local || bytes <= 4) {
            count_request(tally, space, load, group.mask, bytes, group.addresses);
            continue;
        }
        for (int word = 0; word < bytes / 4; ++word) {  // words of local memory are apart
            Address addresses[warp_size];
            for (int lane = 0; lane < warp_size; ++lane) {
                addresses[lane] = group.addresses[lane] + word * (warp_size * 4);
            }
            count_request(tally, space, load, group.mask, 4, addresses);
        }
        tally.requests -= bytes / 4 - 1;
    }
}

// Copies an element between the host and a register, word by word in local memory.
void move_element(Warp& warp, Place place, int lane, bool load, bool extend_sign, int bytes,
                  int register_bytes, std::byte* host, bool local) {
    std::byte* const value = warp.registers + place + lane * register_bytes;
    const int piece = local && bytes > 4 ? 4 : bytes;
    const int step = local ? warp_size * 4 : piece;
    for (int i = 0; i * piece < bytes; ++i) {
        if (load)
            std::memcpy(value + i * piece, host + i * step, piece);
        else
            std::memcpy(host + i * step, value + i * piece, piece);
    }
    if (!load || bytes == register_bytes) return;
    const bool negative = extend_sign && (static_cast<unsigned>(value[bytes - 1]) & 0x80u);
    std::memset(value + bytes, negative ? 0xff : 0, register_bytes - bytes);
}

// The address of a vector's element at an offset from the first.
std::byte* element_at(std::byte* host, int offset, bool local) {
    return local ? host + offset / 4 * (warp_size * 4) + offset % 4 : host + offset;
}

Counted counted_as(Space space) {
    return space == Space::shared     ? Counted::shared
           : space == Space::local    ? Counted::local
           : space == Space::constant ? Counted::constant
                                      : Counted::global;
}

}  // namespace

void access_each(Warp& warp, const Code& code, bool load, int bytes, int register_bytes,
                 bool extend_sign) {
    const int all = bytes * code.count;
    Group groups[spaces_counted];
    for (std::uint32_t rest = warp.mask; rest; rest &= rest - 1) {
        const int lane = std::countr_zero(rest);
        const Reached found = reach(warp, code, lane, all, !load);
        const bool local = found.space == Space::local;
        for (int i = 0; i < code.count; ++i) {
            move_element(warp, code.elements[i], lane, load, extend_sign, bytes, register_bytes,
                         element_at(found.host, i * bytes, local), local);
        }
        if (found.space == Space::parameter) continue;
        const Address address = resolve(code.space, lane_address(warp, code, lane)).address;
        Group& group = groups[static_cast<int>(counted_as(found.space))];
        group.mask |= 1u << lane;
        group.addresses[lane] = local ? local_offset(address, lane) : address;
    }
    count_groups(warp, code, load, all, groups);
}

void learn_pattern(Tally& tally, Counted space, bool load, std::uint32_t mask, int bytes,
                   const std::uint32_t* at) {
    Pattern& pattern = tally.pattern;
    const std::uint32_t first = at[std::countr_zero(mask)];
    Address addresses[warp_size];
    for (int lane = 0; lane < warp_size; ++lane) {
        addresses[lane] = at[lane];
        pattern.offsets[lane] = at[lane] - first;
    }
    pattern.mask = mask;
    if (space == Counted::shared) {
        const Wavefronts found = count_wavefronts(mask, bytes, load, addresses);
        pattern.units = found.wavefronts;
        pattern.best = found.best;
        pattern.phase = first % 4;
    } else {
        const Sectors found = count_sectors(mask, bytes, addresses);
        pattern.units = units_of(found, space, bytes);
        pattern.distinct_bytes = found.distinct_bytes;
        pattern.phase = first % 32;
    }
}

}  // namespace simulator

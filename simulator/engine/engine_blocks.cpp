// Chooses the next block of the grid and the next warp: one block at a time, several resident
// blocks, or shuffled by a seed. Warps in a waiting loop sleep until memory changes.
#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

#include "simulator/engine/engine_watch.h"
#include "simulator/hash.h"
#include "simulator/shuffle.h"

namespace simulator {
namespace {

constexpr std::int64_t resident_turn = 32;  // basic blocks before another warp gets a turn
constexpr std::int64_t longest_shuffled_turn = 64;
constexpr std::int64_t endless_turn = std::int64_t{1} << 62;
// of a waiting loop, until its lanes no longer wait at meeting places
constexpr std::uint32_t fruitless_turns = 256;

template <class T>
void spread_as(std::byte* at, std::uint64_t bits, int lanes) {
    const T value = static_cast<T>(bits);
    for (int lane = 0; lane < lanes; ++lane) std::memcpy(at + lane * sizeof(T), &value, sizeof(T));
}

void spread(std::byte* at, int bytes, std::uint64_t bits) {
    switch (bytes) {
        case 0: return spread_as<std::uint32_t>(at, bits, 1);
        case 1: return spread_as<std::uint8_t>(at, bits, warp_size);
        case 2: return spread_as<std::uint16_t>(at, bits, warp_size);
        case 4: return spread_as<std::uint32_t>(at, bits, warp_size);
        default: return spread_as<std::uint64_t>(at, bits, warp_size);
    }
}

std::uint32_t on_axis(const Dim3& value, int axis) {
    return axis == 0 ? value.x : axis == 1 ? value.y : value.z;
}

}  // namespace

void Engine::fill_residents() {
    launch_.blocks_ended = false;
    const std::size_t most = sequential_               ? 1
                             : program_.waits_for_grid ? launch_.total
                             : in_step_                ? launch_.places
                                        : std::max(1u, machinery_.limits.blocks_resident);
    const std::size_t wanted = std::min<std::uint64_t>(most, launch_.total);
    if (launch_.residents.size() < wanted) {
        launch_.residents.resize(wanted);
        launch_.turn = static_cast<std::uint32_t>(wanted - 1);
    }
    for (Resident& resident : launch_.residents) {
        if (!resident.active && launch_.started < launch_.total) start_next_block(resident);
    }
}

// If all running blocks wait for others: starts the next block, if the device has room.
bool Engine::bring_another() {
    if (sequential_ || in_step_ || launch_.started == launch_.total) return false;
    const std::uint64_t room =
        places_in_all(machinery_.limits, launch_.block.count(), launch_.shared_bytes);
    const auto polls = [](const Resident& resident) {
        return resident.active && std::ranges::any_of(resident.warps, &WarpState::asleep);
    };
    if (launch_.residents.size() >= room || std::ranges::none_of(launch_.residents, polls))
        return false;
    start_next_block(launch_.residents.emplace_back());
    return true;
}

void Engine::start_next_block(Resident& resident) {
    const bool shuffled = machinery_.options.order == Order::shuffled;
    const std::uint64_t next = launch_.started++;
    resident.block = shuffled ? shuffled_index(next, launch_.total, machinery_.options.seed) : next;
    resident.active = true;
    resident.watched = std::ranges::binary_search(machinery_.options.watched, resident.block);
    resident.checked = in_step_ || weak_ || !machinery_.everywhere.empty();
    resident.threads = static_cast<std::uint32_t>(launch_.block.count());
    resident.exited = resident.returned_early = 0;
    resident.barriers.fill({});
    const std::size_t warps = (resident.threads + warp_size - 1) / warp_size;
    if (resident.warps.size() != warps) furnish(resident, warps);
    std::ranges::fill(resident.shared, std::byte{0});
    std::ranges::fill(resident.local, Chunk{});
    resident.awaited = 0;
    const Dim3 where = block_index(launch_.grid, resident.block);
    for (std::uint32_t i = 0; i < warps; ++i) start_warp(resident, i, where);
    resident.from_first = true;
    watch_block(resident, [&](Observer& observer, const Scene& around) {
        observer.block_begins(around, resident.block);
    });
}

// Allocates a place for successive blocks, and fills in the parts that never change.
void Engine::furnish(Resident& resident, std::size_t warps) {
    resident.warps.resize(warps);
    resident.warp_count = static_cast<std::uint32_t>(warps);
    resident.registers.resize(warps * program_.register_bytes / sizeof(Chunk));
    resident.local.resize((warps * program_.local_bytes * warp_size + 63) / sizeof(Chunk));
    resident.shared.resize(launch_.shared_bytes);
    for (std::uint32_t i = 0; i < warps; ++i) {
        WarpState& warp = resident.warps[i];
        warp.index = i;
        const std::uint32_t rest = resident.threads - i * warp_size;
        warp.threads = rest >= warp_size ? all_lanes : (1u << rest) - 1;
        bind(resident, warp);
        std::memcpy(warp.registers, launch_.image.data(), launch_.image.size());
        for (const SpecialRegister& special : program_.specials) {
            if (special.kind == Special::warpid)
                spread(warp.registers + special.place, special.bytes, i);
            if (special.kind != Special::tid) continue;
            for (std::uint32_t lane = 0; lane < warp_size; ++lane) {
                const Dim3 index = thread_index(launch_.block, i * warp_size + lane);
                const std::uint64_t value = on_axis(index, special.axis);
                std::memcpy(warp.registers + special.place + lane * special.bytes, &value,
                            special.bytes);
            }
        }
    }
}

void Engine::start_warp(Resident& resident, std::uint32_t index, const Dim3& where) {
    WarpState& warp = resident.warps[index];
    warp.live = warp.threads;
    warp.own_environment.block = resident.block;
    warp.instructions = 0;
    warp.issued = 0;
    warp.idle_steps = resident.free_from;
    warp.interval = 0;
    warp.patience = 0;
    warp.fruitless = 0;
    warp.carry = 0;
    warp.seen_changes = ~std::uint64_t{0};
    warp.asleep = false;
    warp.splits[0] = {};
    warp.splits[0].mask = warp.threads;
    warp.splits_count = 1;
    warp.frames.clear();
    for (const auto& [place, bytes] : program_.unset) std::memset(warp.registers + place, 0, bytes);
    for (const SpecialRegister& special : program_.specials) {
        if (special.kind == Special::ctaid) {
            spread(warp.registers + special.place, special.bytes, on_axis(where, special.axis));
        }
    }
}

void Engine::end_warp(Resident& resident) {
    std::uint64_t& longest = launch_.record.longest_warp;
    longest = std::max(longest, resident.warps[resident.turn].issued);
    if (resident.exited == resident.threads) end_block(resident);
}

void Engine::end_block(Resident& resident) {
    watch_block(resident, [&](Observer& observer, const Scene& around) {
        observer.block_ends(around, resident.block);
    });
    for (const WarpState& warp : resident.warps)
        resident.free_from = std::max(resident.free_from, warp.step());
    resident.active = false;
    launch_.blocks_ended = true;
    ++launch_.done;
}

// The next warp of the block that can run, in turn; false if all wait.
bool Engine::choose_warp(Resident& resident) {
    const auto count = static_cast<std::uint32_t>(resident.warps.size());
    std::uint32_t first = std::exchange(resident.from_first, false) ? 0 : resident.turn + 1;
    if (by_seed()) first = static_cast<std::uint32_t>(random() % count);
    for (std::uint32_t i = 0, index = first; i < count; ++i, ++index) {
        if (index >= count) index = 0;
        if (!runnable(resident.warps[index])) continue;
        resident.turn = index;
        return true;
    }
    return false;
}

// If no warp can run: lanes at meeting places continue without the others.
bool Engine::stop_meeting() {
    bool found = false;
    for (Resident& resident : launch_.residents) {
        if (!resident.active) continue;
        for (WarpState& warp : resident.warps) {
            if (warp.splits_count > 1) note_absent(resident, warp);
            if (!warp.stop_meeting()) continue;
            warp.asleep = false;
            found = true;
        }
    }
    return found;
}

// Chooses the warp that runs next; false if the launch is over.
bool Engine::choose() {
    if (launch_.blocks_ended) fill_residents();
    if (in_step_) return choose_in_step();
    const auto count = static_cast<std::uint32_t>(launch_.residents.size());
    std::uint32_t first = launch_.turn + 1;
    if (by_seed()) first = static_cast<std::uint32_t>(random() % count);
    const bool landed = land_some();
    bool waiting = false;
    for (std::uint32_t i = 0, index = first; i < count; ++i, ++index) {
        if (index >= count) index = 0;
        Resident& resident = launch_.residents[index];
        if (!resident.active) continue;
        waiting = true;
        if (!choose_warp(resident)) continue;
        launch_.turn = index;
        settle_turn();
        launch_.turn_left = length_of_turn();
        begin_turn();
        return true;
    }
    if (!waiting) {
        launch_.held.land_all(machinery_.memory);
        return false;
    }
    if (!landed && !bring_another() && !stop_meeting()) report_deadlock();
    return choose();
}

std::int64_t Engine::length_of_turn() {
    switch (machinery_.options.order) {
        case Order::resident: return resident_turn;
        case Order::shuffled:
        case Order::weak: return 1 + static_cast<std::int64_t>(random() % longest_shuffled_turn);
        case Order::in_step: return 1;
        case Order::sequential: break;
    }
    return endless_turn;
}

std::uint64_t Engine::random() {
    launch_.random += 0x9e3779b97f4a7c15u;
    return mixed(launch_.random);
}

// A warp in a waiting loop: if its state and memory are unchanged, only a change of memory can free
// it, and it sleeps. The compared state is renewed at powers of two, so that loops of any length
// are found.
void Engine::fall_asleep(WarpState& warp) {
    if (++warp.fruitless % fruitless_turns == 0) warp.stop_meeting();
    const std::uint64_t now = changes();
    if (warp.seen_changes != now) {
        warp.seen_changes = now;
        warp.seen_state = 0;
        warp.age = 0;
        return;
    }
    const std::uint64_t state = state_of(launch_.residents[launch_.turn], warp);
    warp.asleep = warp.seen_state == state;
    warp.asleep_at = now;
    if (!warp.asleep && std::has_single_bit(++warp.age)) warp.seen_state = state;
}

// A hash of the warp's own state.
std::uint64_t Engine::state_of(const Resident& resident, const WarpState& warp) const {
    Hash hash;
    hash.add(std::span<const std::byte>(warp.registers, program_.register_bytes));
    const std::size_t local = std::size_t{program_.local_bytes} * warp_size;
    const auto all = std::as_bytes(std::span(resident.local));
    if (local > 0) hash.add(all.subspan(warp.index * local, local));
    for (int i = 0; i < warp.splits_count; ++i) {
        hash.add(warp.splits[i].block);
        hash.add(warp.splits[i].mask);
        hash.add(static_cast<std::uint64_t>(warp.splits[i].wait) << 1 | warp.splits[i].parked);
        for (std::uint16_t at = warp.splits[i].frame; at != 0; at = warp.frames[at].around)
            hash.add(warp.frames[at].block);
    }
    return hash.value();
}

// A warp that reaches the same state again, and meanwhile accesses no memory that other threads may
// access, loops for ever.
void Engine::look_for_endless_loop(const Resident& resident) {
    const WarpState& warp = resident.warps[resident.turn];
    if (warp.splits_count == 0 || warp.current().wait != Wait::none) return;
    std::uint64_t touched = changes();
    for (const std::uint32_t block : program_.reading)
        touched += launch_.record.blocks[block].executions;
    LastSeen& last = launch_.last_seen;
    if (last.block != resident.block || last.warp != warp.index || last.touched != touched) {
        last = {resident.block, 0, touched, warp.index, 0};
    }
    const std::uint64_t state = state_of(resident, warp);
    if (last.state == state && last.age > 0) {
        const BasicBlock& block = program_.blocks[warp.current().block];
        Lapse lapse;
        lapse.kind = FaultKind::endless_loop;
        lapse.code = &program_.code[std::min<std::size_t>(block.first, program_.code.size() - 1)];
        for (std::uint32_t i = block.first; i < block.last; ++i)
            if (program_.code[i].line > 0) lapse.code = &program_.code[i];
        lapse.lane = std::countr_zero(warp.current().mask);
        throw lapse;
    }
    if (std::has_single_bit(++last.age)) last.state = state;
}

// How often memory may have changed: atomics count real changes, stores always count.
std::uint64_t Engine::changes() const {
    std::uint64_t sum = launch_.changes;
    for (const std::uint32_t block : program_.storing)
        sum += launch_.record.blocks[block].executions;
    return sum;
}

void Engine::set_clock(WarpState& warp) const {
    for (const SpecialRegister& special : program_.specials) {
        const bool high =
            special.kind == Special::clock_high || special.kind == Special::globaltimer_high;
        if (special.kind < Special::clock || special.kind > Special::globaltimer) continue;
        spread(warp.registers + special.place, special.bytes, high ? position_ >> 32 : position_);
    }
}

void Engine::bind(Resident& resident, WarpState& warp) {
    Environment& environment = warp.own_environment;
    warp.environment = &environment;
    warp.registers = reinterpret_cast<std::byte*>(resident.registers.data()) +
                     std::size_t{warp.index} * program_.register_bytes;
    for (int i = 0; i < spaces_counted; ++i) environment.tallies[i] = launch_.tallies[i].data();
    environment.shared = resident.shared.data();
    environment.shared_bytes = launch_.shared_bytes;
    environment.local = reinterpret_cast<std::byte*>(resident.local.data()) +
                        std::size_t{warp.index} * program_.local_bytes * warp_size;
    environment.local_bytes = program_.local_bytes;
    environment.parameters = launch_.parameters.data();
    environment.parameter_bytes = program_.parameter_bytes;
    environment.changes = &launch_.changes;
    environment.tallies_each = program_.tallies;
    environment.memory = &machinery_.memory;
    environment.printed = &machinery_.printed;
    environment.block = resident.block, environment.launch = launch_.index;
    environment.instructions = &warp.instructions;
    warp.own_lanes();
}

void Engine::forget_places() {
    for (std::vector<Tally>& tallies : launch_.tallies) {
        for (Tally& tally : tallies) tally.region = {};
    }
}

// The machine may have been copied or moved since the last call.
void Engine::bind() {
    forget_places();
    for (Resident& resident : launch_.residents) {
        for (WarpState& warp : resident.warps) bind(resident, warp);
    }
}

std::vector<std::byte> register_image(const Program& program, const Launch& launch,
                                      std::span<const Address> symbols) {
    std::vector<std::byte> image(program.register_bytes);
    std::byte* const at = image.data();
    for (const Constant& constant : program.constants) {
        spread(at + constant.place, constant.bytes, constant.bits);
    }
    for (const ParameterValue& value : program.parameter_values) {
        std::uint64_t bits = 0;
        std::memcpy(&bits, launch.parameters.data() + value.offset, value.bytes);
        spread(at + value.place, value.bytes, bits);
    }
    for (const SymbolAddress& symbol : program.symbol_addresses) {
        spread(at + symbol.place, symbol.bytes,
               (symbols[symbol.variable] + symbol.offset) >> symbol.shift);
    }
    for (const SpecialRegister& special : program.specials) {
        for (std::uint32_t lane = 0; lane < warp_size; ++lane) {
            const std::uint64_t bits = special_value(special, launch, lane);
            std::memcpy(at + special.place + lane * special.bytes, &bits, special.bytes);
        }
    }
    return image;
}

std::uint64_t special_value(const SpecialRegister& special, const Launch& launch,
                            std::uint32_t lane) {
    switch (special.kind) {
        case Special::ntid: return on_axis(launch.block, special.axis);
        case Special::nctaid: return on_axis(launch.grid, special.axis);
        case Special::laneid: return lane;
        case Special::nwarpid: return (launch.block.count() + warp_size - 1) / warp_size;
        case Special::nsmid: return 1;
        case Special::gridid: return static_cast<std::uint64_t>(launch.index);
        case Special::lanemask_eq: return std::uint64_t{1} << lane;
        case Special::lanemask_lt: return (std::uint64_t{1} << lane) - 1;
        case Special::lanemask_le: return (std::uint64_t{2} << lane) - 1;
        case Special::lanemask_ge: return all_lanes << lane;
        case Special::lanemask_gt: return std::uint64_t{all_lanes} << lane << 1 & all_lanes;
        case Special::dynamic_shared: return launch.dynamic_shared;
        case Special::total_shared: return launch.shared_bytes;
        case Special::reserved_shared:
            return launch.shared_bytes - launch.record.program->reserved_shared;
        default: return 0;
    }
}

}  // namespace simulator

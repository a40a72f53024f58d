// Computes occupancy by rounding and dividing. See occupancy.h.
#include "lab/occupancy/occupancy.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace lab {
namespace {

constexpr std::int64_t warp = 32, kib = 1024;

std::int64_t pieces(std::int64_t amount, std::int64_t piece) {
    return (amount + piece - 1) / piece * piece;
}

// The blocks for which this resource suffices; `otherwise` where blocks take none.
std::int64_t enough_for(std::int64_t whole, std::int64_t of_block, std::int64_t otherwise) {
    return of_block > 0 ? whole / of_block : otherwise;
}

// 2006 to 2009: registers are allocated by block, for an even number of warps.
Room registers_by_block(const Multiprocessor& of, std::int64_t warps, std::int64_t registers) {
    const std::int64_t each =
        pieces(pieces(warps, of.warps_in_pairs) * warp * registers, of.register_piece);
    return {of.registers, each, enough_for(of.registers, each, of.blocks)};
}

// Later cards allocate registers by warp, from its scheduler's part.
Room registers_by_warp(const Multiprocessor& of, std::int64_t warps, std::int64_t registers) {
    const std::int64_t each = pieces(registers * warp, of.register_piece);
    Room room{of.registers, each * warps, of.blocks};
    if (each > 0) room.fit = of.registers / of.schedulers / each * of.schedulers / warps;
    if (pieces(warps, of.schedulers) * each > of.registers_a_block) room.fit = 0;
    return room;
}

Room shared_of(const Multiprocessor& of, std::int64_t shared) {
    const std::int64_t each = pieces(shared + of.shared_reserved, of.shared_piece);
    return {of.shared, each, enough_for(of.shared, each, of.blocks)};
}

}  // namespace

Occupancy occupancy_of(const Multiprocessor& of, const BlockNeeds& needs) {
    const std::int64_t warps = std::max<std::int64_t>(1, (needs.threads + warp - 1) / warp);
    Occupancy found;
    found.warps_of_block = warps;
    found.most_warps = of.warps;
    found.rooms = {Room{of.warps, warps, of.warps / warps}, Room{of.blocks, 1, of.blocks},
                   of.registers_by_block ? registers_by_block(of, warps, needs.registers)
                                         : registers_by_warp(of, warps, needs.registers),
                   shared_of(of, needs.shared)};
    const auto least = std::ranges::min_element(found.rooms, {}, &Room::fit);
    found.limit = static_cast<Resource>(least - found.rooms.begin());
    found.blocks = least->fit;
    const std::array<std::pair<bool, Resource>, 3> over{
        {{needs.threads > of.threads_a_block, Resource::warps},
         {needs.registers > of.registers_a_thread, Resource::registers},
         {needs.shared > of.shared_a_block, Resource::shared}}};
    for (const auto& [is_over, resource] : over) {
        if (!is_over || found.too_large) continue;
        found.too_large = true;
        found.limit = resource;
        found.blocks = 0;
    }
    return found;
}

namespace {

// Registers are allocated by block, later by warp.
std::vector<Multiprocessor> of_2006_to_2010() {
    return {{.id = "8800gtx",
             .card = "GeForce 8800 GTX",
             .capability = "1.0",
             .year = 2006,
             .count = 16,
             .schedulers = 1,
             .warps = 24,
             .blocks = 8,
             .registers = 8192,
             .shared = 16 * kib,
             .threads_a_block = 512,
             .registers_a_thread = 128,
             .shared_a_block = 16 * kib,
             .register_piece = 256,
             .shared_piece = 512,
             .shared_reserved = 16,
             .registers_by_block = true,
             .warps_in_pairs = 2},
            {.id = "gtx480",
             .card = "GeForce GTX 480",
             .capability = "2.0",
             .year = 2010,
             .count = 15,
             .schedulers = 2,
             .warps = 48,
             .blocks = 8,
             .registers = 32768,
             .shared = 48 * kib,
             .registers_a_thread = 63,
             .shared_a_block = 48 * kib,
             .register_piece = 64,
             .shared_piece = 128}};
}

std::vector<Multiprocessor> of_2013_to_2018() {
    return {{.id = "k40",
             .card = "Tesla K40",
             .capability = "3.5",
             .year = 2013,
             .count = 15,
             .blocks = 16,
             .shared = 48 * kib,
             .shared_a_block = 48 * kib,
             .shared_piece = 256},
            {.id = "k80",
             .card = "Tesla K80",
             .capability = "3.7",
             .year = 2014,
             .count = 13,
             .blocks = 16,
             .registers = 131072,
             .shared = 112 * kib,
             .shared_a_block = 48 * kib,
             .shared_piece = 256},
            {.id = "gtx1060",
             .card = "GeForce GTX 1060",
             .capability = "6.1",
             .year = 2016,
             .count = 10,
             .shared = 96 * kib,
             .shared_a_block = 48 * kib,
             .shared_piece = 256},
            {.id = "v100",
             .card = "Tesla V100",
             .capability = "7.0",
             .year = 2017,
             .count = 80,
             .shared = 96 * kib,
             .shared_a_block = 96 * kib,
             .shared_piece = 256},
            {.id = "t4",
             .card = "Tesla T4",
             .capability = "7.5",
             .year = 2018,
             .count = 40,
             .warps = 32,
             .blocks = 16,
             .shared = 64 * kib,
             .shared_a_block = 64 * kib,
             .shared_piece = 256}};
}

std::vector<Multiprocessor> of_2019_on() {
    return {{.id = "rtx2060",
             .card = "GeForce RTX 2060",
             .capability = "7.5",
             .year = 2019,
             .count = 30,
             .warps = 32,
             .blocks = 16,
             .shared = 64 * kib,
             .shared_a_block = 64 * kib,
             .shared_piece = 256},
            {.id = "a100",
             .card = "A100",
             .capability = "8.0",
             .year = 2020,
             .count = 108,
             .shared = 164 * kib,
             .shared_a_block = 163 * kib,
             .shared_reserved = kib},
            {.id = "rtx3060",
             .card = "GeForce RTX 3060",
             .capability = "8.6",
             .year = 2021,
             .count = 28,
             .warps = 48,
             .blocks = 16,
             .shared = 100 * kib,
             .shared_a_block = 99 * kib,
             .shared_reserved = kib},
            {.id = "rtx4090",
             .card = "GeForce RTX 4090",
             .capability = "8.9",
             .year = 2022,
             .count = 128,
             .warps = 48,
             .blocks = 24,
             .shared = 100 * kib,
             .shared_a_block = 99 * kib,
             .shared_reserved = kib},
            {.id = "rtx4070",
             .card = "GeForce RTX 4070",
             .capability = "8.9",
             .year = 2023,
             .count = 46,
             .warps = 48,
             .blocks = 24,
             .shared = 100 * kib,
             .shared_a_block = 99 * kib,
             .shared_reserved = kib},
            {.id = "h200",
             .card = "H200",
             .capability = "9.0",
             .year = 2024,
             .count = 132,
             .shared = 228 * kib,
             .shared_a_block = 227 * kib,
             .shared_reserved = kib}};
}

std::vector<Multiprocessor> of_all_years() {
    std::vector<Multiprocessor> all = of_2006_to_2010();
    for (const auto& more : {of_2013_to_2018(), of_2019_on()})
        all.insert(all.end(), more.begin(), more.end());
    return all;
}

}  // namespace

std::span<const Multiprocessor> multiprocessors() {
    static const std::vector<Multiprocessor> all = of_all_years();
    return all;
}

const Multiprocessor& usual_multiprocessor() { return multiprocessors().back(); }

std::string a_card(const Multiprocessor& of) {
    const bool an =
        of.card.starts_with('H') || of.card.starts_with('A') || of.card.starts_with("NVIDIA");
    return (an ? "an " : "a ") + of.card;
}

}  // namespace lab

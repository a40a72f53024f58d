// Asks the driver for what the card of this machine has. Registers itself as the source of
// lab/occupancy/card_here.h.
#include <fmt/format.h>

#include "lab/cuda/device.h"
#include "lab/occupancy/card_here.h"
#include "lab/time/bench.h"

namespace lab::cuda {
namespace {

constexpr int khz_of_mhz = 1000;

// What the model of blocks on a multiprocessor needs and the driver does not tell; empty: nothing.
std::string lack_of_card(const Multiprocessor& of, const std::string& name, bool has_units) {
    const std::pair<std::int64_t, const char*> needed[] = {
        {of.warps, "MAX_THREADS_PER_MULTIPROCESSOR"},
        {of.blocks, "MAX_BLOCKS_PER_MULTIPROCESSOR"},
        {of.registers, "MAX_REGISTERS_PER_MULTIPROCESSOR"},
        {of.shared, "MAX_SHARED_MEMORY_PER_MULTIPROCESSOR"}};
    for (const auto& [amount, attribute] : needed)
        if (amount <= 0)
            return fmt::format(
                "The driver answers 0 for {} of the {}, so it is not known how many blocks a "
                "multiprocessor holds.",
                attribute, name);
    if (has_units) return "";
    return fmt::format(
        "How the {} allocates registers and shared memory is not known here: its compute "
        "capability is {}.",
        name, of.capability);
}

CardHere card_of_gpu(const Device& gpu) {
    const int major = gpu.told(major_capability), minor = gpu.told(minor_capability),
              lanes = gpu.told(warp_lanes);
    CardHere here;
    Multiprocessor of;
    of.id = id_of_card_here;
    of.card = gpu.name();
    of.capability = fmt::format("{}.{}", major, minor);
    of.count = gpu.told(multiprocessors);
    of.warps = lanes > 0 ? gpu.told(threads_on_each) / lanes : 0;
    of.blocks = gpu.told(blocks_on_each);
    of.registers = gpu.told(registers_of_each);
    of.shared = gpu.told(shared_of_each);
    of.threads_a_block = gpu.told(max_threads_per_block);
    of.shared_a_block = gpu.told(shared_opt_in_bytes);
    of.registers_a_block = gpu.told(registers_of_block);
    of.shared_reserved = gpu.told(shared_reserved_bytes);
    here.lacks = lack_of_card(of, of.card, add_units(of, major, minor));
    here.card = of;
    here.megahertz = gpu.told(clock_khz) / khz_of_mhz;
    here.memory_megahertz = gpu.told(memory_clock_khz) / khz_of_mhz;
    here.bus_bits = gpu.told(memory_bus_bits);
    return here;
}

CardHere asked_from_driver() {
    std::string why;
    if (const Device* gpu = device(&why)) return card_of_gpu(*gpu);
    CardHere none;
    none.lacks = why;
    return none;
}

// A command that needs no GPU leaves the driver alone.
bool card_is_unknown() { return !bench_was_sought() || opens(); }

const RegisterCardSource registered_card{{.unknown = card_is_unknown, .ask = asked_from_driver}};

}  // namespace
}  // namespace lab::cuda

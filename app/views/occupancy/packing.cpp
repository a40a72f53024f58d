// What a launch uses of a multiprocessor, in numbers and words. See packing.h.
#include "app/views/occupancy/packing.h"

#include <fmt/format.h>

#include "app/format.h"
#include "app/sentences/disease.h"
#include "lab/occupancy/card_knob.h"
#include "lab/occupancy/registers_knob.h"

namespace app {

using lab::Resource;

Packing packing_of(const lab::Run& run, int launch) {
    Packing made;
    const auto& subject = run.request.settings.subject;
    if (!subject || launch < 0 || launch >= static_cast<int>(run.launches.size())) return made;
    const lab::LaunchRecord& record = run.launches[static_cast<std::size_t>(launch)];
    made.of = &lab::multiprocessor_of(run.request.settings);
    made.year = made.of->year;
    if (lab::chooses_card(run.request.settings) && made.year > 0)
        made.year = run.request.settings[lab::card_knob()];
    made.registers = lab::registers_of(*subject, record.kernel);
    made.needs = lab::needs_of(run.request.settings, record);
    made.held = lab::occupancy_of(*made.of, made.needs);
    return made;
}

std::string name_of(Resource resource) {
    constexpr const char* names[] = {"Warps", "Blocks", "Registers", "Shared memory"};
    return names[static_cast<std::size_t>(resource)];
}

std::string amount_text(Resource resource, std::int64_t amount) {
    return resource == Resource::shared ? bytes_text(amount) : grouped(amount);
}

namespace {

std::string registers_made_up(const Packing& packing) {
    const lab::Multiprocessor& of = *packing.of;
    const std::int64_t each = packing.needs.registers, warps = packing.held.warps_of_block,
                       given = packing.held.of(Resource::registers).of_block;
    if (of.registers_by_block)
        return fmt::format(
            "{} a thread, for {}: {}, rounded up to a multiple of {} a block: "
            "*{}*.",
            each, plural(warps, "warp"), grouped(each * warps * 32), of.register_piece,
            grouped(given));
    return fmt::format(
        "{} a thread are {} a warp, rounded up to a multiple of {}: {}. For {}: "
        "*{}*.",
        each, grouped(each * 32), of.register_piece, grouped(given / warps), plural(warps, "warp"),
        grouped(given));
}

std::string shared_made_up(const Packing& packing) {
    const lab::Multiprocessor& of = *packing.of;
    const auto bytes = [](std::int64_t count) { return bytes_text(count); };
    std::string words = bytes(packing.needs.shared) + " of the kernel";
    if (of.shared_reserved > 0) words += ", " + bytes(of.shared_reserved) + " of the system";
    return fmt::format("{}, rounded up to a multiple of {}: *{}*.", words, bytes(of.shared_piece),
                       bytes(packing.held.of(Resource::shared).of_block));
}

}  // namespace

std::string made_up_words(const Packing& packing, Resource resource) {
    switch (resource) {
        case Resource::warps:
            return fmt::format("{} threads are *{}*.", grouped(packing.needs.threads),
                               plural(packing.held.warps_of_block, "warp"));
        case Resource::blocks: return "A block takes one place.";
        case Resource::registers: return registers_made_up(packing);
        case Resource::shared: return shared_made_up(packing);
    }
    return {};
}

namespace {

std::vector<std::string> registers_beyond(const Packing& packing) {
    const std::int64_t asked = packing.needs.registers,
                       given = packing.held.of(Resource::registers).of_block,
                       lanes = packing.held.warps_of_block * 32;
    if (asked == 0 || given <= asked * lanes) return {};
    if (given % lanes)
        return {"gets " + grouped(given) + " a block, not " + grouped(asked * lanes),
                grouped(given) + " a block"};
    const std::string each = grouped(given / lanes), few = grouped(asked);
    return {"gets " + each + " a thread, not " + few, each + " a thread, not " + few,
            each + ", not " + few};
}

std::vector<std::string> shared_beyond(const Packing& packing) {
    const auto bytes = [](std::int64_t count) { return bytes_text(count); };
    const std::int64_t system = packing.of->shared_reserved, kernel = packing.needs.shared,
                       given = packing.held.of(Resource::shared).of_block;
    if (given <= kernel) return {};
    if (given > kernel + system)
        return {"gets " + bytes(given) + " a block, for " + bytes(kernel) + " and " +
                    bytes(system) + " of the system",
                bytes(given) + " a block, for " + bytes(kernel), bytes(given) + " a block"};
    return {"of each block " + bytes(system) + " is for the system",
            bytes(system) + " a block is for the system", "+ " + bytes(system) + " of the system"};
}

}  // namespace

std::vector<std::string> beyond_asked(const Packing& packing, Resource resource) {
    if (resource == Resource::registers) return registers_beyond(packing);
    return resource == Resource::shared ? shared_beyond(packing) : std::vector<std::string>{};
}

std::string sparse_words(const Packing& packing, const lab::Settings& asked) {
    if (!packing || packing.held.blocks == 0) return "";
    const auto blocks = static_cast<std::int64_t>(widest_asked(asked));
    const std::int64_t of_one = (blocks + packing.of->count - 1) / packing.of->count;
    if (blocks == 0 || of_one >= packing.held.blocks) return "";
    const std::int64_t warps = of_one * ((packing.needs.threads + 31) / 32);
    return " This launch has *" + plural(blocks, "block") + "* for " +
           plural(packing.of->count, "multiprocessor") + ": " + grouped(of_one) +
           " on each at most, *" + plural(warps, "warp") + "*.";
}

std::string registers_words(const Packing& packing) {
    const std::int64_t of_kernel = packing.registers.count;
    if (packing.needs.registers != of_kernel)
        return plural(packing.needs.registers, "register") +
               " a thread, chosen for the room: " + "the kernel itself has " + grouped(of_kernel);
    const std::string count = plural(of_kernel, "register") + " a thread, ";
    return packing.registers.by_compiler ? count + "by ptxas for compute capability 9.0"
                                         : count + "an estimate from the PTX";
}

}  // namespace app

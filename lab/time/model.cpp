// Times from counts, for whoever has no GPU. Simple on purpose: every term can be explained on one
// slide.
#include "lab/time/model.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "lab/lesson.h"
#include "lab/time/bench.h"

namespace lab {

// The rates follow from the recordings of this card: benchmarks/model_error shows how well.
const Card& modelled_card() {
    static const Card card{.name = "NVIDIA H200",
                           .multiprocessors = 132,
                           .warps_resident = 64,
                           .blocks_resident = 32,
                           .gigahertz = 1.98,
                           .memory_gigabytes = 3900,
                           .cache_gigabytes = 10000,
                           .pcie_gigabytes = 50,
                           .floor_microseconds = 3,
                           .latency_cycles = 6,
                           .memory_latency_cycles = 700,
                           .turnover_cycles = 700,
                           .handover_cycles = 2000,
                           .factor = 2};
    return card;
}

double ModelledTime::total() const {
    return floor + std::max({bytes, wavefronts, instructions, latency}) + turnover + waiting;
}

std::string ModelledTime::limited_by() const {
    const std::array<std::pair<double, const char*>, 7> terms{
        {{floor, "the launch itself"},
         {bytes, "bytes moved"},
         {wavefronts, "shared-memory wavefronts"},
         {instructions, "instructions"},
         {latency, "latency: too few warps at once"},
         {turnover, "blocks that begin and end"},
         {waiting, "threads that wait for each other"}}};
    return std::ranges::max(terms, {}, [](const auto& term) { return term.first; }).second;
}

ModelledTime modelled_time(const Card& card, const ModelledLaunch& launch) {
    const simulator::Counters& counters = launch.counters;
    const auto times = [&](auto... counts) {
        return launch.ratio * static_cast<double>((counts + ...));
    };
    const double blocks = std::max(1.0, times(launch.grid.count()));
    const double warps_a_block = static_cast<double>((launch.block.count() + 31) / 32);
    const double busy = std::min(blocks, card.multiprocessors);
    const double blocks_at_once =
        std::clamp(std::floor(card.warps_resident / warps_a_block), 1.0, card.blocks_resident);
    const double resident = std::min(blocks, busy * blocks_at_once) * warps_a_block;
    const double cycles_a_ms = card.gigahertz * 1e6;
    const double moved = times(counters.bytes_asked);
    const double once = std::min(moved, launch.array_bytes * launch.ratio);
    const double instructions = times(counters.warp_instructions);
    ModelledTime time;
    time.floor = card.floor_microseconds / 1e3;
    time.bytes =
        once / (card.memory_gigabytes * 1e6) + (moved - once) / (card.cache_gigabytes * 1e6);
    time.wavefronts = times(counters.shared_load_wavefronts, counters.shared_store_wavefronts) /
                      busy / cycles_a_ms;
    time.instructions = instructions / (4 * busy) / cycles_a_ms;
    time.latency = (instructions * card.latency_cycles +
                    times(counters.global_load_rounds) * card.memory_latency_cycles) /
                   resident / cycles_a_ms;
    time.turnover =
        std::ceil(blocks * warps_a_block / resident) * card.turnover_cycles / cycles_a_ms;
    time.waiting = times(counters.waiting_rounds) * card.handover_cycles / cycles_a_ms;
    return time;
}

double modelled_transfer(const Card& card, std::uint64_t bytes, double ratio) {
    return card.floor_microseconds / 1e3 +
           ratio * static_cast<double>(bytes) / (card.pcie_gigabytes * 1e6);
}

std::shared_ptr<const Run> modelled(const Run& counted, double ratio) {
    auto run = std::make_shared<Run>(counted);
    run->time = {};
    if (!run->ended()) return run;  // its counts end where it did: a time would flatter it
    const Card& card = modelled_card();
    const auto bytes = static_cast<double>(plan_of(run->request.settings).bytes());
    double total = 0;
    for (LaunchRecord& launch : run->launches) {
        launch.milliseconds =
            modelled_time(card, {launch.counters, launch.grid, launch.block, bytes, ratio}).total();
        total += launch.milliseconds;
    }
    for (TransferRecord& transfer : run->transfers) {
        transfer.milliseconds = modelled_transfer(card, transfer.bytes, ratio);
        total += transfer.milliseconds;
    }
    Time& time = run->time;
    time.kind = TimeKind::modelled;
    time.median_ms = total;
    const double floors = card.floor_microseconds / 1e3 * static_cast<double>(run->launches.size());
    time.low_ms = std::max(total / card.factor, floors);  // no launch is faster than an empty one
    time.high_ms = total * card.factor;
    time.device = card.name;
    time.floor_ms = card.floor_microseconds / 1e3;
    time.conditions =
        fmt::format("a formula for an {}, within a factor of {:.0f}", card.name, card.factor);
    if (!run->transfers.empty())
        time.conditions += fmt::format("; copies over PCIe at {:.0f} GB/s", card.pcie_gigabytes);
    return run;
}

}  // namespace lab

// Times from counts, for whoever has no GPU. Simple on purpose: every term can be explained on one
// slide.
#include "lab/model.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "lab/bench.h"

namespace lab {

const Card& modelled_card() {
    static const Card card{.name = "NVIDIA H200",
                           .multiprocessors = 132,
                           .gigahertz = 1.98,
                           .memory_gigabytes = 3900,
                           .pcie_gigabytes = 50,
                           .floor_microseconds = 2.5,
                           .latency_cycles = 6,
                           .memory_latency_cycles = 600,
                           .error = 0.5};
    return card;
}

double ModelledTime::total() const {
    return floor + std::max({bytes, wavefronts, instructions, latency});
}

std::string ModelledTime::limited_by() const {
    const std::array<std::pair<double, const char*>, 4> terms{
        {{bytes, "bytes moved"},
         {wavefronts, "shared-memory wavefronts"},
         {instructions, "instructions"},
         {latency, "one warp's chain of instructions"}}};
    const auto most = std::ranges::max(terms, {}, [](const auto& term) { return term.first; });
    return floor > most.first ? "the launch itself" : most.second;
}

ModelledTime modelled_time(const Card& card, const simulator::Counters& counters,
                           simulator::Dim3 grid, simulator::Dim3 block, double ratio) {
    const double blocks = static_cast<double>(grid.count()) * ratio;
    const double warps_a_block = static_cast<double>((block.count() + 31) / 32);
    const double warps = std::max(1.0, blocks * warps_a_block);
    const double busy = std::clamp(blocks, 1.0, card.multiprocessors);
    const double cycles_a_ms = card.gigahertz * 1e6;
    const auto total = [ratio](auto... counts) {
        return ratio * static_cast<double>((counts + ...));
    };
    const double requests = total(counters.global_load_requests, counters.global_store_requests);
    const double wavefronts =
        total(counters.shared_load_wavefronts, counters.shared_store_wavefronts);
    const double instructions = total(counters.warp_instructions);
    // One multiprocessor alone can draw a share of the memory's bandwidth only.
    const double bandwidth =
        card.memory_gigabytes * std::min(1.0, busy / card.multiprocessors * 1.25) * 1e6;
    ModelledTime time;
    time.floor = card.floor_microseconds / 1e3;
    time.bytes = total(counters.bytes_moved) / bandwidth;
    time.wavefronts = wavefronts / busy / cycles_a_ms;
    time.instructions = instructions / (4 * busy) / cycles_a_ms;
    time.latency = (instructions / warps * card.latency_cycles +
                    requests / warps * card.memory_latency_cycles / 4) /
                   cycles_a_ms;
    return time;
}

double modelled_transfer(const Card& card, std::uint64_t bytes, double ratio) {
    return card.floor_microseconds / 1e3 +
           ratio * static_cast<double>(bytes) / (card.pcie_gigabytes * 1e6);
}

std::shared_ptr<const Run> modelled(const Run& counted, double ratio) {
    auto run = std::make_shared<Run>(counted);
    run->time = {};
    if (run->faulted()) return run;  // its counts end where it did: a time would flatter it
    const Card& card = modelled_card();
    double total = 0;
    for (LaunchRecord& launch : run->launches) {
        launch.milliseconds =
            modelled_time(card, launch.counters, launch.grid, launch.block, ratio).total();
        total += launch.milliseconds;
    }
    for (TransferRecord& transfer : run->transfers) {
        transfer.milliseconds = modelled_transfer(card, transfer.bytes, ratio);
        total += transfer.milliseconds;
    }
    Time& time = run->time;
    time.kind = TimeKind::modelled;
    time.median_ms = total;
    time.low_ms = total * (1 - card.error);
    time.high_ms = total * (1 + card.error);
    time.device = card.name;
    time.floor_ms = card.floor_microseconds / 1e3;
    time.conditions =
        fmt::format("a formula for an {}, within {:.0f} %", card.name, card.error * 100);
    if (!run->transfers.empty())
        time.conditions += fmt::format("; copies over PCIe at {:.0f} GB/s", card.pcie_gigabytes);
    return run;
}

}  // namespace lab

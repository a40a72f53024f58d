// Computes the prices of counters from the rates of the modelled card. See spent.h.
#include "app/sentences/spent.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

namespace app {

using simulator::CounterName;
using simulator::Counters;
using simulator::EventKind;
using simulator::Quantity;
using simulator::Space;

bool is_of_global_atomics(const CounterName& counter) {
    return counter.event == EventKind::atomic && counter.space == Space::global;
}

namespace {

constexpr double issues_a_cycle = 4;
constexpr double bytes_a_sector = 32;

// The crossbar of shared memory takes as long for a shuffle as for a wavefront. So a shuffle costs
// more than the issue of its instruction, and is no part of warp instructions.
bool goes_through_crossbar(const CounterName& counter) {
    return counter.event == EventKind::shuffle;
}

// At the cache's rate: two runs over the same arrays differ in repeated requests.
double cycles_of_byte() {
    const lab::Card& card = lab::modelled_card();
    return card.multiprocessors * card.gigahertz / card.cache_gigabytes;
}

// The memory latency, shared by all resident warps: they wait at the same time.
double cycles_of_load_round() {
    return lab::modelled_card().memory_latency_cycles / double(lab::modelled_card().holds.warps);
}

// Arrays in global memory that a run's atomics use.
struct AskedByAtomics {
    std::set<std::string> names;
};

AskedByAtomics made_asked(const lab::Run& run) {
    AskedByAtomics asked;
    if (!run.trace) return asked;
    for (const simulator::Event& event : run.trace->events) {
        if (event.kind != simulator::EventKind::atomic || event.space != simulator::Space::global)
            continue;
        const auto lanes = run.trace->lanes_of(event);
        if (lanes.empty()) continue;
        std::int64_t element = 0;
        const int array = run.trace->array_of(event, lanes.front().address, &element);
        if (array >= 0) asked.names.insert(run.trace->arrays[std::size_t(array)].name);
    }
    return asked;
}

// Time per addition where all atomics use one address, measured for 8 388 608 additions by warps to
// an integer. For floats the modelled card has its own value.
constexpr double nanoseconds_at_one_address = .73;
// Sectors within 512 bytes queue at one unit; there are at most 16 units. Measured with 16 requests
// of each of 8192 warps: .73 ns a sector in 256 bytes, .37 in 512, .35 in 1 KiB, .10 in 4 KiB and
// .045 in 64 KiB, with one lane or four on an address.
constexpr double bytes_of_a_unit = 512, most_units = 16;

double cycles_of_time(double milliseconds) {
    const lab::Card& card = lab::modelled_card();
    return milliseconds * card.multiprocessors * card.gigahertz * 1e6;
}

Terms made_terms(const lab::Run& run) {
    Terms terms;
    const lab::Settings& settings = run.request.settings;
    const bool planned = lab::rung_of(settings).host || settings.subject->host;
    if (!planned || run.launches.empty()) return terms;
    const auto bytes = double(lab::plan_of(settings).bytes());
    bool first = true;
    for (const lab::LaunchRecord& launch : run.launches) {
        const lab::ModelledTime time = lab::modelled_time(
            lab::modelled_card(), {launch.counters, launch.grid, launch.block, bytes, 1,
                                   std::exchange(first, false), 0, 0, launch.shared_bytes});
        for (const auto term :
             {&lab::ModelledTime::floor, &lab::ModelledTime::bytes, &lab::ModelledTime::wavefronts,
              &lab::ModelledTime::passes, &lab::ModelledTime::instructions,
              &lab::ModelledTime::latency, &lab::ModelledTime::starts, &lab::ModelledTime::waiting})
            terms.all.*term += time.*term;
        const double others =
            std::max({time.bytes, time.wavefronts, time.passes, time.instructions, time.latency});
        terms.starts_alone += std::max(0., time.starts - others);
    }
    return terms;
}

}  // namespace

double cycles_of(const CounterName& counter) {
    switch (counter.quantity) {
        case Quantity::requests: return 1 / issues_a_cycle;
        case Quantity::sectors: return bytes_a_sector * cycles_of_byte();
        case Quantity::wavefronts:
        case Quantity::conflicts: return 1;
        case Quantity::passes:
            return counter.space == Space::constant ? lab::modelled_card().pass_cycles : 1;
        case Quantity::rounds:
            // loads, or polls
            return counter.event ? cycles_of_load_round() : lab::modelled_card().handover_cycles;
        case Quantity::bytes: return counter.is_cost() ? cycles_of_byte() : 0;  // requested: a way
        case Quantity::warp_instructions:
            return goes_through_crossbar(counter) ? 1 : 1 / issues_a_cycle;
        case Quantity::lane_instructions: return 0;  // lanes of a warp run together
    }
    return 0;
}

double cycles_of_operation() { return 1. / (issues_a_cycle * simulator::warp_size); }

double cycles_of_atomic_sector(const lab::Run& picture, const lab::Settings& asked) {
    const auto& names = picture.derived(0, [&] { return made_asked(picture); }).names;
    double longest = 1;
    if (names.empty()) return longest;
    for (const lab::Allocation& array : lab::plan_of(asked).allocations) {
        if (!names.contains(array.name)) continue;
        const simulator::Type type = array.buffer.type;
        const double bytes = double(array.buffer.count) * simulator::size_of(type);
        const bool whole = type != simulator::Type::f32 && type != simulator::Type::f64;
        const double nanoseconds =
            whole ? nanoseconds_at_one_address : lab::modelled_card().atomic_nanoseconds;
        longest = std::max(longest, cycles_of_time(nanoseconds / 1e6) /
                                        std::clamp(bytes / bytes_of_a_unit, 1., most_units));
    }
    return longest;
}

double cycles_spent(const Counters& counters, double atomic_sector) {
    // Atomics in global memory cost what their sectors cost, in place of their passes.
    double all = atomic_sector * double(counters.global_atomic_sectors) -
                 double(counters.global_atomic_passes);
    for (const CounterName& counter : simulator::counter_names())
        if (!counter.part_of) all += cycles_of(counter) * double(counters.*counter.member);
    return all;
}

const Terms& terms_of(const lab::Run& run) {
    return run.derived(0, [&] { return made_terms(run); });
}

double cycles_of_starts(const lab::Run& run) { return cycles_of_time(terms_of(run).starts_alone); }

double cycles_of_launches(const lab::Run& run) { return cycles_of_time(terms_of(run).all.floor); }

double cycles_of_copies(const lab::Run& run) {
    double milliseconds = 0;
    for (const lab::TransferRecord& transfer : run.transfers)
        milliseconds += lab::modelled_transfer(lab::modelled_card(), transfer.bytes);
    return cycles_of_time(milliseconds);
}

}  // namespace app

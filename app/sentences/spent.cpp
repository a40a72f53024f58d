// Computes the prices of counters from the rates of the modelled card. See spent.h.
#include "app/sentences/spent.h"

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <utility>

namespace app {

using simulator::CounterName;
using simulator::Counters;

namespace {

constexpr double issues_a_cycle = 4;
constexpr double bytes_a_sector = 32;

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
    if (counter.member == &Counters::bytes_requested) return 0;    // sectors have the cost
    if (counter.member == &Counters::lane_instructions) return 0;  // lanes of a warp run together
    if (counter.member == &Counters::polls) return lab::modelled_card().handover_cycles;
    if (counter.member == &Counters::global_load_rounds) return cycles_of_load_round();
    if (counter.member == &Counters::shuffles) return 1;  // through the crossbar of shared memory
    if (counter.member == &Counters::constant_load_passes) return lab::modelled_card().pass_cycles;
    if (counter.unit == "wavefronts" || counter.unit == "passes") return 1;
    if (counter.unit == "sectors") return bytes_a_sector * cycles_of_byte();
    if (counter.unit == "bytes") return cycles_of_byte();
    return 1 / issues_a_cycle;
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
    // The counters that are not part of another one.
    static constexpr std::array whole{&Counters::global_load_sectors,
                                      &Counters::global_store_sectors,
                                      &Counters::local_load_sectors,
                                      &Counters::local_store_sectors,
                                      &Counters::shared_load_wavefronts,
                                      &Counters::shared_store_wavefronts,
                                      &Counters::constant_load_passes,
                                      &Counters::atomic_passes,
                                      &Counters::shuffles,
                                      &Counters::polls,
                                      &Counters::global_load_rounds,
                                      &Counters::warp_instructions};
    double all = atomic_sector * double(counters.global_atomic_sectors) -
                 double(counters.global_atomic_passes);
    for (const CounterName& counter : simulator::counter_names())
        if (std::ranges::find(whole, counter.member) != whole.end())
            all += cycles_of(counter) * double(counters.*counter.member);
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

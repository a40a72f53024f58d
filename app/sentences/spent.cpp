// Prices of counters, from the rates of the card that modelled times speak of. See spent.h.
#include "app/sentences/spent.h"

#include <algorithm>
#include <array>

#include "lab/time/model.h"

namespace app {

using simulator::CounterName;
using simulator::Counters;

namespace {

constexpr double issues_a_cycle = 4;
constexpr double sector_bytes = 32;

// Of a cache: two runs over the same arrays differ in what they ask for again.
double cycles_of_byte() {
    const lab::Card& card = lab::modelled_card();
    return card.multiprocessors * card.gigahertz / card.cache_gigabytes;
}

}  // namespace

double cycles_of(const CounterName& counter) {
    if (counter.member == &Counters::bytes_requested) return 0;    // lanes ask, sectors are moved
    if (counter.member == &Counters::lane_instructions) return 0;  // lanes of a warp go together
    if (counter.member == &Counters::waiting_rounds) return lab::modelled_card().handover_cycles;
    if (counter.member == &Counters::shuffles) return 1;  // through the crossbar of shared memory
    if (counter.unit == "wavefronts" || counter.unit == "passes") return 1;
    if (counter.unit == "sectors") return sector_bytes * cycles_of_byte();
    if (counter.unit == "bytes") return cycles_of_byte();
    return 1 / issues_a_cycle;
}

double cycles_of_operation() { return 1. / (issues_a_cycle * simulator::warp_size); }

double cycles_spent(const Counters& counters) {
    // Those that are no part of another one.
    static constexpr std::array whole{&Counters::global_load_sectors,
                                      &Counters::global_store_sectors,
                                      &Counters::local_load_sectors,
                                      &Counters::local_store_sectors,
                                      &Counters::shared_load_wavefronts,
                                      &Counters::shared_store_wavefronts,
                                      &Counters::constant_load_passes,
                                      &Counters::atomic_passes,
                                      &Counters::shuffles,
                                      &Counters::waiting_rounds,
                                      &Counters::warp_instructions};
    double all = 0;
    for (const CounterName& counter : simulator::counter_names())
        if (std::ranges::find(whole, counter.member) != whole.end())
            all += cycles_of(counter) * double(counters.*counter.member);
    return all;
}

}  // namespace app

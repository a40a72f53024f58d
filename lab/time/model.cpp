// Computes times from counts, for machines without a GPU. Simple on purpose: every term can be
// explained on one slide.
#include "lab/time/model.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <utility>
#include <variant>

#include "lab/lesson.h"
#include "lab/pages/pages.h"
#include "lab/time/bench.h"
#include "lab/time/kernel_kinds.h"
#include "lab/time/timeline.h"

namespace lab {

// The rates are fitted to this card's recordings; benchmarks/model_error prints the errors.
const Card& modelled_card() {
    static const Card card{.name = "NVIDIA H200",
                           .multiprocessors = 132,
                           .holds = usual_multiprocessor(),
                           .gigahertz = 1.98,
                           .memory_gigabytes = 3670,
                           .cache_gigabytes = 14800,
                           .cache_bytes = 60.0 * (1 << 20),  // from the driver
                           .pcie_gigabytes = 50,
                           .pageable_gigabytes = 11,
                           .call_microseconds = 4.2,
                           .floor_microseconds = 1.8,
                           .next_microseconds = 1.4,
                           .clear_microseconds = 0.8,
                           .latency_cycles = 13.5,
                           .memory_latency_cycles = 690,
                           .cache_latency_cycles = 40,
                           .blocks_a_cycle = 0.82,
                           .pass_cycles = 2,
                           .handover_cycles = 1630,
                           .atomic_nanoseconds = 1.8,
                           .flight_bytes = 32.0 * (1 << 10),
                           .multiply_adds_a_cycle = 128,
                           .double_multiply_adds_a_cycle = 64};
    return card;
}

double ModelledTime::total() const {
    return floor + std::max({bytes, wavefronts, passes, instructions, latency, starts}) + waiting;
}

std::string ModelledTime::limited_by() const {
    const std::array<std::pair<double, const char*>, 8> terms{
        {{floor, "the launch itself"},
         {bytes, "bytes moved"},
         {wavefronts, "shared-memory wavefronts"},
         {passes, "passes of constant memory"},
         {instructions, "instructions"},
         {latency, "latency: too few warps at once"},
         {starts, "blocks that begin"},
         {waiting, "threads that wait for each other"}}};
    return std::ranges::max(terms, {}, [](const auto& term) { return term.first; }).second;
}

namespace {

// The blocks that have work while the longest warp runs: blocks that return at once take part in
// nothing.
double working_blocks(const ModelledLaunch& launch, double blocks, double warps_a_block) {
    if (launch.longest_warp == 0) return blocks;
    const double all = static_cast<double>(launch.counters.warp_instructions),
                 share = all / (static_cast<double>(launch.longest_warp) * warps_a_block *
                                static_cast<double>(launch.grid.count()));
    return blocks * std::min(1.0, share);
}

// Blocks on a multiprocessor; at least 1, even where a block is too large. Ignores registers: with
// those of ptxas some kernels' times come nearer to recorded ones, and others' go farther away
// (docs/measuring.md).
double blocks_at_once(const Card& card, const ModelledLaunch& launch) {
    const BlockNeeds needs{.threads = static_cast<std::int64_t>(launch.block.count()),
                           .shared = launch.shared_bytes};
    return static_cast<double>(std::max<std::int64_t>(1, occupancy_of(card.holds, needs).blocks));
}

}  // namespace

ModelledTime modelled_time(const Card& card, const ModelledLaunch& launch) {
    const simulator::Counters& counters = launch.counters;
    const auto times = [&](auto... counts) {
        return launch.ratio * static_cast<double>((counts + ...));
    };
    const double blocks =
        launch.blocks > 0 ? launch.blocks : std::max(1.0, times(launch.grid.count()));
    const double warps_a_block = static_cast<double>((launch.block.count() + 31) / 32);
    const double instructions = times(counters.warp_instructions);
    const double working = working_blocks(launch, blocks, warps_a_block);
    const double busy = std::clamp(working, 1.0, card.multiprocessors);
    const double places = busy * blocks_at_once(card, launch),
                 waves = std::max(1.0, working / places);
    const double resident = working / std::ceil(waves) * warps_a_block;
    const double cycles_a_ms = card.gigahertz * 1e6;
    const double moved = times(counters.bytes_asked);
    const double arrays = launch.array_bytes * launch.ratio;
    const bool kept = !launch.first && arrays <= card.cache_bytes;
    const double once = kept ? 0 : std::min(moved, arrays);
    const double again = moved - once;
    const double load_latency =
        moved > 0 ? (once * card.memory_latency_cycles + again * card.cache_latency_cycles) / moved
                  : 0;
    ModelledTime time;
    time.floor = (launch.first ? card.floor_microseconds : card.next_microseconds) / 1e3;
    time.bytes = once / (card.memory_gigabytes * 1e6) + again / (card.cache_gigabytes * 1e6);
    time.wavefronts = times(counters.shared_load_wavefronts, counters.shared_store_wavefronts) /
                      busy / cycles_a_ms;
    time.passes = times(counters.constant_load_passes) * card.pass_cycles / busy / cycles_a_ms;
    time.instructions = instructions / (4 * busy) / cycles_a_ms;
    time.latency =
        (instructions * card.latency_cycles + times(counters.global_load_rounds) * load_latency) /
        resident / cycles_a_ms;
    time.starts = blocks / card.blocks_a_cycle / cycles_a_ms;
    time.waiting = times(counters.polls) * card.handover_cycles / cycles_a_ms;
    return time;
}

double modelled_transfer(const Card& card, std::uint64_t bytes, double ratio) {
    return card.floor_microseconds / 1e3 +
           ratio * static_cast<double>(bytes) / (card.pcie_gigabytes * 1e6);
}

namespace {

// `host`: when the host can make its next call; `stream`: when the stream reaches the next step;
// `all_ended`: when all earlier steps have ended.
StepSpan span_of(const MemoryCall& call, double call_ms, double& host, double& stream,
                 double all_ended) {
    if (call.by == MemoryCall::By::stream) {
        stream = std::max(stream, host);
        return {stream, stream};
    }
    const double begin = std::max(host - call_ms, stream);
    if (call.waits_for_device()) host = std::max(host, all_ended);
    return {begin, std::max(begin, host)};
}

}  // namespace

std::vector<StepSpan> modelled_spans(const Plan& plan, const std::vector<double>& milliseconds,
                                     double call_ms) {
    std::vector<StepSpan> spans;
    std::array<double, engine_count> engine_free{};
    std::map<int, double> stream_free;
    std::map<std::size_t, double> ended;  // by step
    double host = 0, all_ended = 0;
    for (std::size_t i = 0; i < plan.steps.size() && spans.size() < milliseconds.size(); ++i) {
        const PlanStep& step = plan.steps[i];
        if (!is_timed(step)) continue;
        double& stream = stream_free[on_stream(step).number];
        if (plan.by_calls) host += call_ms;
        if (const auto* call = std::get_if<MemoryCall>(&step)) {
            for (std::size_t before : on_stream(step).after)
                stream = std::max(stream, ended[before]);
            spans.push_back(span_of(*call, plan.by_calls ? call_ms : 0, host, stream, all_ended));
            ended[i] = spans.back().end_ms;
            continue;
        }
        double& engine = engine_free[static_cast<std::size_t>(engine_of(step))];
        double begin = std::max({host, engine, stream});
        for (std::size_t before : on_stream(step).after) begin = std::max(begin, ended[before]);
        const double end = begin + milliseconds[spans.size()];
        engine = stream = ended[i] = end;
        all_ended = std::max(all_ended, end);
        const auto* transfer = std::get_if<Transfer>(&step);
        if (transfer && (plan.pageable || transfer->means == Transfer::Means::read)) host = end;
        spans.push_back({begin, end});
    }
    return spans;
}

namespace {

// Milliseconds of each timed step; launches and transfers have those of the run.
std::vector<double> of_timed_steps(const Plan& plan, const Card& card, const Run& run) {
    std::vector<double> all;
    auto launch = run.launches.begin();
    auto transfer = run.transfers.begin();
    for (const PlanStep& step : plan.steps) {
        if (!is_timed(step)) continue;
        if (std::holds_alternative<Launch>(step) && launch != run.launches.end())
            all.push_back((launch++)->milliseconds);
        else if (std::holds_alternative<Transfer>(step) && transfer != run.transfers.end())
            all.push_back((transfer++)->milliseconds);
        else
            all.push_back(std::holds_alternative<MemoryCall>(step) ? 0
                                                                   : card.clear_microseconds / 1e3);
    }
    return all;
}

double last_end(const std::vector<StepSpan>& spans) {
    double last = 0;
    for (const StepSpan& span : spans) last = std::max(last, span.end_ms);
    return last;
}

// The number of timed clears.
double clears_of(const Plan& plan) {
    return static_cast<double>(std::ranges::count_if(plan.steps, [](const PlanStep& step) {
        const auto* clear = std::get_if<Clear>(&step);
        return clear && clear->timed;
    }));
}

// The longest queue of atomics at one address of global memory, in milliseconds, for a file's
// kernel: the formula does not know whether they collide. For lessons' kernels the formula's error
// is measured (Rung::modelled_within).
double queue_of_own(const Card& card, const Run& run) {
    if (run.request.settings.lesson()) return 0;
    return double(run.counters.global_atomic_passes) * card.atomic_nanoseconds / 1e6;
}

// The formula's error factor for a run's kernels; for a user's kernel also the kind of lessons'
// kernels that it comes from.
std::pair<double, std::string_view> told_within(const Run& run) {
    const double factor = modelled_within(run.request.settings);
    if (run.request.settings.lesson()) return {factor, {}};
    const KernelKind& kind = kind_of(run.counters);
    return {std::max(factor, kind.within), kind.words};
}

// No launch is faster than an empty kernel.
double floors_of(const Card& card, std::size_t launches) {
    if (launches == 0) return 0;
    return (card.floor_microseconds + card.next_microseconds * double(launches - 1)) / 1e3;
}

}  // namespace

namespace {

// Bytes of the arrays that a launch may touch: the parts in `touches`, else all arrays.
double array_bytes(const Plan& plan, const Launch& launch) {
    if (launch.touches.empty()) return static_cast<double>(plan.bytes());
    double bytes = 0;
    for (const Touched& part : launch.touches)
        bytes += static_cast<double>(part.count * simulator::size_of(part.buffer.type));
    return bytes;
}

// The counts of all blocks of a kernel.
struct CountedBlocks {
    std::string name;  // the source's name
    simulator::Counters counters;
    double blocks = 0;
    std::uint32_t static_bytes = 0;  // static shared memory, which no launch requests
    simulator::Counters so_many(double wanted) const {
        simulator::Counters scaled;
        for (const simulator::CounterName& counter : simulator::counter_names())
            scaled.*counter.member = static_cast<std::uint64_t>(
                std::llround(static_cast<double>(counters.*counter.member) * wanted / blocks));
        return scaled;
    }
};

// By the kernel's name in the plan.
std::map<std::string, CountedBlocks> counted_blocks(const Run& counted) {
    std::map<std::string, CountedBlocks> kernels;
    const Plan plan = plan_of(counted.request.settings);
    auto launch = counted.launches.begin();
    for (const Launch* step : timed_launches(plan)) {
        if (launch == counted.launches.end()) break;
        CountedBlocks& kernel = kernels[step->kernel];
        kernel.name = launch->kernel;
        kernel.counters += launch->counters;
        kernel.static_bytes = launch->shared_bytes - step->size.shared_bytes;
        kernel.blocks += static_cast<double>((launch++)->grid.count());
    }
    return kernels;
}

// The launches of a plan, with the counts of their kernels scaled to their blocks.
std::vector<LaunchRecord> launches_of(const Plan& plan, const Run& counted) {
    const auto kernels = counted_blocks(counted);
    std::vector<LaunchRecord> launches;
    for (const Launch* launch : timed_launches(plan)) {
        const auto kernel = kernels.find(launch->kernel);
        if (kernel == kernels.end()) return {};
        const LaunchSize& size = launch->size;
        launches.push_back({kernel->second.name, size.grid, size.block,
                            kernel->second.static_bytes + size.shared_bytes,
                            kernel->second.so_many(static_cast<double>(size.grid.count())), 0});
    }
    return launches;
}

// The blocks of this launch in the requested plan, as more work need not be more blocks. 0: that
// plan has other launches.
double blocks_asked(const Launch& counted, const std::vector<const Launch*>& asked,
                    std::size_t number, std::size_t all) {
    if (asked.size() != all || asked[number]->kernel != counted.kernel) return 0;
    return static_cast<double>(asked[number]->size.grid.count());
}

// Sets the milliseconds of the run's launches; returns their sum.
double time_launches(Run& run, const Plan& plan, double ratio, const Settings* asked) {
    const std::vector<const Launch*> steps = timed_launches(plan);
    const bool known = steps.size() == run.launches.size();
    // The lessons' factors were measured without the longest warp.
    const bool own = !run.request.settings.lesson();
    const Plan whole = asked ? plan_of(*asked) : Plan();
    const std::vector<const Launch*> wanted = timed_launches(whole);
    double total = 0;
    for (std::size_t i = 0; i < run.launches.size(); ++i) {
        LaunchRecord& launch = run.launches[i];
        const double bytes =
            known ? array_bytes(plan, *steps[i]) : static_cast<double>(plan.bytes());
        const double blocks = known ? blocks_asked(*steps[i], wanted, i, run.launches.size()) : 0;
        launch.milliseconds =
            modelled_time(modelled_card(),
                          {launch.counters, launch.grid, launch.block, bytes, ratio, i == 0, blocks,
                           own ? launch.longest_warp : 0, launch.shared_bytes})
                .total();
        total += launch.milliseconds;
    }
    return total;
}

Card with_bus_of(const Plan& plan, Card card) {
    if (plan.pageable) card.pcie_gigabytes = card.pageable_gigabytes;
    return card;
}

// Uses the requested size's copies, if known: they need not grow with the work.
double time_copies(Run& run, const Card& card, double ratio, const Settings* asked) {
    auto whole = asked ? timed_transfers(plan_of(*asked)) : std::vector<TransferRecord>{};
    const bool known =
        asked && (whole.size() == run.transfers.size() || plan_of(*asked).in_streams());
    if (known) run.transfers = std::move(whole);
    double total = 0;
    for (TransferRecord& transfer : run.transfers) {
        if (transfer.means == Transfer::Means::copy)
            transfer.milliseconds = modelled_transfer(card, transfer.bytes, known ? 1 : ratio);
        total += transfer.milliseconds;
    }
    return total;
}

// The bytes of one step that cross the bus without a copy. What a kernel reaches in the host's
// memory crosses it in each launch.
double bytes_by_pages(const PagesStep& step) {
    return double(step.bytes_in + step.bytes_out + step.count(PageMove::over_the_bus) * page_bytes);
}

// Adds the moves of pages to the times of launches, prefetches and reads. Each page crosses the bus
// at its full rate: the formula has no price for the faults themselves.
double time_pages(Run& run, const Plan& plan, const Card& card) {
    if (!for_both_sides(plan)) return 0;
    double total = 0;
    auto launch = run.launches.begin();
    auto transfer = run.transfers.begin();
    for (const PagesStep& step : pages_of(plan).steps) {
        const PlanStep& played = plan.steps[step.step];
        if (!is_timed(played)) continue;
        const double milliseconds = bytes_by_pages(step) / (card.pcie_gigabytes * 1e6);
        if (std::holds_alternative<Launch>(played) && launch != run.launches.end())
            (launch++)->milliseconds += milliseconds;
        else if (std::holds_alternative<Transfer>(played) && transfer != run.transfers.end())
            (transfer++)->milliseconds += milliseconds;
        total += milliseconds;
    }
    return total;
}

}  // namespace

std::shared_ptr<const Run> modelled(const Run& counted, double ratio, const Settings* asked) {
    auto run = std::make_shared<Run>(counted);
    run->time = {};
    if (!run->ended()) return run;  // the counts are those of a part: the time would be too short
    if (clock_of(asked ? *asked : run->request.settings) != Clock::events) {
        run->time.conditions = "the formula knows no clock of the host";
        return run;
    }
    const auto [factor, of_kind] = told_within(*run);
    if (factor > farthest_told) {
        run->time.conditions = fmt::format("the formula is up to {:.0f} times off for {}", factor,
                                           of_kind.empty() ? "this kernel" : of_kind);
        return run;
    }
    const Card& card = modelled_card();
    Plan plan = plan_of(run->request.settings);
    if (asked && plan.in_streams() && !(*asked == run->request.settings)) {
        // Its steps differ from those of a smaller size, not only in length.
        plan = plan_of(*asked);
        run->launches = launches_of(plan, counted);
        ratio = 1;
    }
    double total = clears_of(plan) * card.clear_microseconds / 1e3;
    total += time_launches(*run, plan, ratio, asked);
    const Card bus = with_bus_of(plan, card);
    total += time_copies(*run, bus, ratio, asked);
    total += time_pages(*run, plan, bus);
    if (plan.in_streams()) {
        run->spans =
            modelled_spans(plan, of_timed_steps(plan, card, *run), card.call_microseconds / 1e3);
        total = last_end(run->spans);
    }
    Time& time = run->time;
    time.kind = TimeKind::modelled;
    time.median_ms = total;
    const double queue = queue_of_own(card, *run) * ratio;
    time.low_ms = std::max(total / factor, floors_of(card, run->launches.size()));
    time.high_ms = total * factor + queue;
    time.device = card.name;
    time.floor_ms = card.floor_microseconds / 1e3;
    time.conditions =
        fmt::format("a formula for an {}, within a factor of {:.2g}", card.name, factor);
    if (!of_kind.empty()) time.conditions += fmt::format(", as for {}", of_kind);
    if (queue > 0) time.conditions += ", and longer where all atomics queue at one address";
    if (std::ranges::any_of(plan.allocations, [&](const Allocation& each) {
            return plan.allocated_by_steps(each.buffer);
        }))
        time.conditions +=
            "; a call for memory takes as long as any other call, and cudaFree also waits";
    if (!run->transfers.empty())
        time.conditions += fmt::format("; copies over PCIe at {:.0f} GB/s", bus.pcie_gigabytes);
    return run;
}

}  // namespace lab

// Finds why settings can't run, before any launch. Checks the knobs' ranges, the block, the rung's
// own reason, then the recorded launches against the device. Limits are in tables: a new one is a
// new row.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "lab/bugs.h"
#include "lab/host_side.h"
#include "lab/limits.h"
#include "lab/named_value.h"
#include "lab/programs.h"
#include "lab/subject.h"
#include "lab/words.h"

namespace lab {
namespace {

constexpr const char* configuration =
    "cudaErrorInvalidConfiguration (9): invalid configuration argument";
constexpr const char* memory_allocation = "cudaErrorMemoryAllocation (2): out of memory";
constexpr const char* invalid_value = "cudaErrorInvalidValue (1): invalid argument";

constexpr const char* nothing_ran = " The kernel did not run, so no array changed.";
const std::string block_reason =
    "A block runs on one multiprocessor and takes registers and shared memory there, so CUDA "
    "limits its size." +
    std::string(nothing_ran);

std::string asked_over_limit(std::string_view what, std::int64_t asked, std::string_view unit,
                             std::int64_t limit) {
    return fmt::format("{}: {} {}, and the limit is {}", what, grouped(asked), unit,
                       grouped(limit));
}

Refusal too_many_threads(std::int64_t asked, std::int64_t limit, std::string knob,
                         std::int64_t use) {
    return {.title = asked_over_limit("This block does not fit", asked, "threads", limit),
            .why = block_reason,
            .limit_name = "threads per block",
            .limit = static_cast<double>(limit),
            .asked = static_cast<double>(asked),
            .knob = std::move(knob),
            .use = use,
            .cuda_error = configuration,
            .shows = {}};
}

bool shapes_the_block(const Knob& knob) {
    return knob.role == Knob::Role::threads || block_axis(knob);
}

std::string goes_from(const Knob& knob) {
    return fmt::format("The values allowed here are {} to {}.", grouped(knob.low),
                       grouped(knob.high));
}

std::string counted_in(const Knob& knob) { return knob.unit.empty() ? knob.id : knob.unit; }

Refusal below(const Knob& knob, std::int64_t asked) {
    Refusal refusal{
        .title = fmt::format("{} can't be {}: the smallest value is {}", knob.title, grouped(asked),
                             grouped(knob.low)),
        .why = (asked == 0 ? std::string("There would be nothing to do.") : goes_from(knob)) +
               nothing_ran,
        .limit_name = counted_in(knob),
        .limit = static_cast<double>(knob.low),
        .asked = static_cast<double>(asked),
        .knob = knob.id,
        .use = knob.low,
        .cuda_error = {},
        .shows = {}};
    if (shapes_the_block(knob)) {
        refusal.why =
            "A block needs at least one thread, so CUDA refuses this launch. No array changed.";
        refusal.cuda_error = configuration;
    }
    return refusal;
}

std::int64_t most_along(char axis) {
    const Dim3& most = device_limits().launch.block;
    return axis == 'x' ? most.x : axis == 'y' ? most.y : most.z;
}

Refusal above(const Knob& knob, std::int64_t asked) {
    if (knob.role == Knob::Role::threads)
        return too_many_threads(asked, knob.high, knob.id, knob.high);
    Refusal refusal{.title = asked_over_limit(knob.title, asked, "is too large", knob.high),
                    .why = goes_from(knob) + nothing_ran,
                    .limit_name = counted_in(knob),
                    .limit = static_cast<double>(knob.high),
                    .asked = static_cast<double>(asked),
                    .knob = knob.id,
                    .use = knob.high,
                    .cuda_error = {},
                    .shows = {}};
    const char axis = block_axis(knob);
    if (axis && knob.high >= most_along(axis)) {  // a smaller limit comes from the kernel
        refusal.title = asked_over_limit("This block does not fit", asked,
                                         std::string("threads along ") + axis, knob.high);
        refusal.why = block_reason;
        refusal.cuda_error = configuration;
    }
    return refusal;
}

std::optional<Refusal> outside_knobs(const Settings& settings) {
    for (const Knob* knob : settings.subject->knobs) {
        const std::int64_t asked = settings[*knob];
        if (asked < knob->low) return below(*knob, asked);
        if (asked > knob->high && !is_named(*knob, asked)) return above(*knob, asked);
    }
    return std::nullopt;
}

// The sides of a block may each be in range, and their product too large. Names the largest side as
// the knob to turn.
std::optional<Refusal> block_product(const Settings& settings) {
    const std::int64_t limit = device_limits().launch.threads_per_block;
    std::int64_t threads = 1;
    const Knob* largest = nullptr;
    for (const Knob* knob : settings.subject->knobs) {
        if (!block_axis(*knob) || idle(settings, *knob)) continue;
        threads *= settings[*knob];
        if (!largest || settings[*knob] > settings[*largest]) largest = knob;
    }
    if (!largest || threads <= limit) return std::nullopt;
    const std::int64_t others = threads / settings[*largest];
    const std::int64_t room = std::max<std::int64_t>(limit / others, 1);
    const auto fits = std::ranges::find_if(largest->ticks.rbegin(), largest->ticks.rend(),
                                           [&](std::int64_t tick) { return tick <= room; });
    return too_many_threads(threads, limit, largest->id,
                            fits == largest->ticks.rend() ? room : *fits);
}

// The knob to turn for a block that is too large; empty where its sides are knobs.
std::string threads_knob(const Settings& settings) {
    const Knob* knob = find_knob(*settings.subject, Knob::Role::threads);
    return knob ? knob->id : std::string{};
}

// A launch's demand and the device's limit.
struct Need {
    std::string title, why, limit_name;
    std::uint64_t asked, limit;
    const char* cuda_error;
    bool bytes = false;  // the limit is one of bytes
};

std::vector<Need> needs_of(const Launch& launch, const simulator::Program* program) {
    const DeviceLimits& device = device_limits();
    const LaunchSize& size = launch.size;
    const std::uint64_t static_bytes = program ? program->shared_bytes : 0;
    const std::uint64_t shared = static_bytes + size.shared_bytes;
    const auto side = [](const char* what, char axis) {
        return fmt::format("This {} does not fit along {}", what, axis);
    };
    const std::string grid_why =
        std::string("Each side of a grid has its own limit.") + nothing_ran;
    const std::string shared_why =
        "A block's shared memory lies on its multiprocessor, and one block can have no more. The "
        "kernel did not run, so no array changed.";
    return {
        {"This block does not fit", block_reason, "threads per block", size.block.count(),
         device.launch.threads_per_block, configuration},
        {side("block", 'x'), block_reason, "threads along x", size.block.x, device.launch.block.x,
         configuration},
        {side("block", 'y'), block_reason, "threads along y", size.block.y, device.launch.block.y,
         configuration},
        {side("block", 'z'), block_reason, "threads along z", size.block.z, device.launch.block.z,
         configuration},
        {side("grid", 'x'), grid_why, "blocks along x", size.grid.x, device.launch.grid.x,
         configuration},
        {side("grid", 'y'), grid_why, "blocks along y", size.grid.y, device.launch.grid.y,
         configuration},
        {side("grid", 'z'), grid_why, "blocks along z", size.grid.z, device.launch.grid.z,
         configuration},
        {"This block's static shared memory does not fit", shared_why, "static shared bytes",
         static_bytes, device.static_shared_bytes, "ptxas: uses too much shared data", true},
        {"This block's shared memory does not fit", shared_why, "shared bytes per block", shared,
         device.launch.shared_per_block, invalid_value, true},
    };
}

// The compiler limited registers for this many threads: the driver refuses a larger block.
std::optional<Refusal> beyond_launch_bounds(const Settings& settings, const Launch& launch,
                                            const simulator::Program* program) {
    const std::uint64_t asked = launch.size.block.count();
    if (!program || program->most_threads == 0 || asked <= program->most_threads)
        return std::nullopt;
    return Refusal{
        .title =
            fmt::format("This block is larger than the kernel's launch bounds: {} threads "
                        "asked, and the limit is {}",
                        grouped(std::int64_t(asked)), grouped(std::int64_t(program->most_threads))),
        .why = fmt::format("__launch_bounds__({}) promised the compiler that no block is larger. "
                           "Launch smaller blocks, or raise the bound. The kernel did not run.",
                           program->most_threads),
        .limit_name = "threads per block",
        .limit = static_cast<double>(program->most_threads),
        .asked = static_cast<double>(asked),
        .knob = threads_knob(settings),
        .use = {},
        .cuda_error = invalid_value,
        .shows = {}};
}

// cudaFuncSetAttribute itself fails above a block's limit. Measured on an H200, like the limits
// below.
std::optional<Refusal> too_much_allowed(std::int64_t allowed, std::int64_t static_bytes) {
    const std::int64_t limit = std::int64_t(device_limits().launch.shared_per_block) - static_bytes;
    if (allowed <= limit) return std::nullopt;
    return Refusal{
        .title = fmt::format("cudaFuncSetAttribute can't allow so much dynamic shared memory: {} "
                             "bytes asked, and the limit is {}",
                             grouped(allowed), grouped(limit)),
        .why =
            "A block's shared memory, static and dynamic together, lies on its multiprocessor, "
            "and one block can have no more. The kernel did not run.",
        .limit_name = "dynamic shared bytes per block",
        .limit = static_cast<double>(limit),
        .asked = static_cast<double>(allowed),
        .knob = {},
        .use = {},
        .cuda_error = invalid_value,
        .shows = {}};
}

// Without the call a block has 48 KiB of shared memory, including static memory. With it, as many
// dynamic bytes as the call says, even fewer. Lessons' host code allows what it launches with.
std::optional<Refusal> unasked_shared(const Settings& settings, const Launch& launch,
                                      const simulator::Program* program) {
    if (!settings.subject->allowed_shared) return std::nullopt;
    const AllowedShared& allowed = *settings.subject->allowed_shared;
    const std::int64_t static_bytes = program ? program->shared_bytes : 0;
    if (auto refused = too_much_allowed(allowed.bytes, static_bytes)) return refused;
    const std::int64_t asked = launch.size.shared_bytes,
                       usual = dynamic_shared_unasked(static_bytes);
    const std::int64_t limit = allowed.exact ? allowed.bytes : std::max(usual, allowed.bytes);
    if (asked <= limit) return std::nullopt;
    const std::string title = rung_of(settings).title,
                      taken = static_bytes > 0 ? fmt::format(" ({} bytes are static here)",
                                                             grouped(static_bytes))
                                               : "";
    return Refusal{
        .title = fmt::format("More dynamic shared memory than is allowed: {} bytes asked, and the "
                             "limit is {}",
                             grouped(asked), grouped(limit)),
        .why = fmt::format("A launch can use more than 48 KiB of shared memory{} only after "
                           "cudaFuncSetAttribute({}, cudaFuncAttributeMaxDynamicSharedMemorySize, "
                           "{}). If your program makes this call, add --max-shared {}. The kernel "
                           "did not run.",
                           taken, title, asked, asked),
        .limit_name = "dynamic shared bytes per block",
        .limit = static_cast<double>(limit),
        .asked = static_cast<double>(asked),
        .knob = allowed.knob,
        .use = {},
        .cuda_error = invalid_value,
        .shows = {}};
}

// A kernel with exact __launch_bounds__ accepts only that block.
std::optional<Refusal> other_block(const Launch& launch, const simulator::Program* program) {
    if (!program || program->required_threads.count() == 0) return std::nullopt;
    const Dim3 &wanted = program->required_threads, &asked = launch.size.block;
    if (asked.x == wanted.x && asked.y == wanted.y && asked.z == wanted.z) return std::nullopt;
    return Refusal{
        .title = fmt::format("This kernel runs only in blocks of {} threads, and {} was asked for",
                             worded(wanted), worded(asked)),
        .why =
            "It was compiled for exactly this block (.reqntid in its PTX): launch it so. The "
            "kernel did not run.",
        .limit_name = "threads per block",
        .limit = static_cast<double>(wanted.count()),
        .asked = static_cast<double>(asked.count()),
        .knob = {},
        .use = {},
        .cuda_error = configuration,
        .shows = {}};
}

std::optional<Refusal> launch_refusal(const Settings& settings, const Launch& launch,
                                      const simulator::Program* program) {
    for (const Need& need : needs_of(launch, program)) {
        if (need.asked <= need.limit) continue;
        const auto shown = [&](std::uint64_t value) {
            return need.bytes ? bytes_worded(value) : grouped(static_cast<std::int64_t>(value));
        };
        return Refusal{.title = fmt::format("{}: {} asked, and the limit is {}", need.title,
                                            shown(need.asked), shown(need.limit)),
                       .why = need.why,
                       .limit_name = need.limit_name,
                       .limit = static_cast<double>(need.limit),
                       .asked = static_cast<double>(need.asked),
                       .knob = threads_knob(settings),
                       .use = {},
                       .cuda_error = need.cuda_error,
                       .shows = {}};
    }
    if (auto beyond = beyond_launch_bounds(settings, launch, program)) return beyond;
    if (auto unasked = unasked_shared(settings, launch, program)) return unasked;
    if (auto other = other_block(launch, program)) return other;
    if (launch.size.grid.count() > 0 && launch.size.block.count() > 0) return std::nullopt;
    return Refusal{.title = fmt::format("This launch is empty: grid {}, block {}",
                                        worded(launch.size.grid), worded(launch.size.block)),
                   .why =
                       "Every side of a grid and of a block must be at least 1. The kernel did "
                       "not run.",
                   .limit_name = "threads per block",
                   .limit = 1,
                   .asked = 0,
                   .knob = threads_knob(settings),
                   .use = {},
                   .cuda_error = configuration,
                   .shows = {}};
}

Refusal no_kernel(const simulator::Diagnostic& problem) {
    return {.title = "The kernel's code can't be used",
            .why = problem.message,
            .limit_name = "code",
            .limit = {},
            .asked = 0,
            .knob = {},
            .use = {},
            .cuda_error = {},
            .shows = {}};
}

std::optional<Refusal> too_much_memory(const Settings& settings, const Plan& plan) {
    const std::uint64_t limit = device_limits().memory_bytes;
    // In double, as counts near 2^64 would wrap.
    double bytes = 0;
    for (const Allocation& allocation : plan.allocations)
        bytes += static_cast<double>(allocation.buffer.count) *
                 simulator::size_of(allocation.buffer.type);
    if (bytes <= static_cast<double>(limit)) return std::nullopt;
    return Refusal{
        .title = fmt::format("These arrays do not fit: they need {}, and the device has {}",
                             bytes_worded(static_cast<std::uint64_t>(bytes)), bytes_worded(limit)),
        .why =
            fmt::format("All arrays of a kernel must fit in the memory of {}. The kernel did not "
                        "run.",
                        device_limits().name),
        .limit_name = "device memory",
        .limit = static_cast<double>(limit),
        .asked = bytes,
        .knob = settings.subject->size ? settings.subject->size->id : "",
        .use = {},
        .cuda_error = memory_allocation,
        .shows = {}};
}

std::optional<Refusal> plan_refusal(const Settings& settings) {
    const Plan plan = plan_of(settings);
    if (auto memory = too_much_memory(settings, plan)) return memory;
    std::string previous;
    std::shared_ptr<const simulator::Program> program;
    for (const PlanStep& step : plan.steps) {
        const auto* launch = std::get_if<Launch>(&step);
        if (!launch || launch->library) continue;
        if (launch->kernel != previous || !program) {
            const auto found = program_of(*settings.subject, launch->kernel);
            if (!found) return no_kernel(found.problem());
            program = *found;
            previous = launch->kernel;
        }
        if (auto refused = launch_refusal(settings, *launch, program.get())) return refused;
    }
    return std::nullopt;
}

// Only refusals that CUDA reports with an error: a lesson may be about them.
std::optional<Refusal> with_what_it_shows(const Settings& settings,
                                          std::optional<Refusal> refused) {
    const bool too_much = refused && refused->limit && refused->asked > *refused->limit;
    if (too_much && refused->cuda_error == configuration)
        refused->shows = feature<Unfit>(settings).shows;
    return refused;
}

std::optional<Refusal> unfit(const Settings& settings) {
    if (auto refused = with_what_it_shows(settings, outside_knobs(settings))) return refused;
    return with_what_it_shows(settings, block_product(settings));
}

std::optional<Refusal> illegal(const Settings& settings) {
    const Rung& rung = rung_of(settings);
    return rung.legal ? rung.legal(settings) : std::nullopt;
}

// A program that is broken on purpose may be about a launch that does not fit.
bool begins_nothing(const Settings& settings, const Refusal& refused) {
    return refused.cuda_error == configuration && is_broken(settings);
}

bool lifted(const Settings& settings, const std::optional<Refusal>& refused) {
    return !refused || (settings.anyway && !refused->shows.empty());
}

}  // namespace

namespace {

std::optional<Refusal> first_refusal(const Settings& settings) {
    const auto no_room = unfit(settings);
    if (!lifted(settings, no_room)) return no_room;
    const auto by_rung = illegal(settings);
    if (!lifted(settings, by_rung)) return by_rung;
    if (no_room || (by_rung && by_rung->cuda_error == configuration)) return std::nullopt;
    auto refused = plan_refusal(settings);
    return refused && begins_nothing(settings, *refused) ? std::nullopt : refused;
}

// The value that a refusal offers. If another limit refuses that value too, the nearest tick of the
// knob that no limit refuses.
std::optional<std::int64_t> taken_by_all(const Settings& settings, const Refusal& refused) {
    const Knob* knob = find_knob(*settings.subject, refused.knob);
    if (!knob || !refused.use) return refused.use;
    std::vector<std::int64_t> offers = knob->ticks;
    std::ranges::stable_sort(offers, {},
                             [&](std::int64_t tick) { return std::abs(tick - *refused.use); });
    offers.insert(offers.begin(), *refused.use);
    const auto taken = std::ranges::find_if(offers, [&](std::int64_t offer) {
        Settings other = settings;
        other.set(*knob, offer);
        return !first_refusal(other);
    });
    return taken == offers.end() ? std::nullopt : std::optional(*taken);
}

}  // namespace

std::optional<Refusal> refusal(const Settings& settings) {
    auto refused = first_refusal(settings);
    if (refused) refused->use = taken_by_all(settings, *refused);
    return refused;
}

std::optional<Refusal> unfit_launch(const Settings& settings) {
    if (settings.anyway) {
        if (auto refused = unfit(settings)) return refused;
        if (auto refused = illegal(settings); refused && refused->cuda_error == configuration)
            return refused;
    }
    auto refused = is_broken(settings) ? plan_refusal(settings) : std::nullopt;
    return refused && begins_nothing(settings, *refused) ? refused : std::nullopt;
}

}  // namespace lab

// Plays a plan on the simulator, in slices: fills inputs, launches, copies, keeps the fields, and
// finally compares with the reference.
#include "lab/running/simulation.h"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <map>
#include <stdexcept>
#include <tuple>

#include "lab/assets.h"
#include "lab/bugs.h"
#include "lab/features/dart_board.h"
#include "lab/features/samples.h"
#include "lab/features/watching.h"
#include "lab/host_side.h"
#include "lab/limits.h"
#include "lab/programs.h"
#include "lab/running/faults.h"
#include "lab/running/verdict.h"
#include "platform/clock.h"
#include "simulator/engine/machine.h"

namespace lab {
namespace {

constexpr std::uint64_t fill_chunk = 1 << 18, fill_cost = 8;  // elements; lane-instructions of one
constexpr std::uint64_t drawable_values = 1 << 18;            // larger fields are not kept
// Lane-instructions of a kernel that may never end: some seconds; a twentieth with a trace.
constexpr std::uint64_t patience = 4'000'000'000, traced_part = 200'000'000;
// Lane-instructions of a slice: without an onlooker, and with one that expects a few calls a
// second.
constexpr std::uint64_t long_slice = std::uint64_t{1} << 28, watched_slice = std::uint64_t{1} << 23;
constexpr std::uint64_t in_step_part = 30'000'000;  // of blocks_over_time(): a frame waits for it
constexpr std::uint64_t kept_values = 1 << 24;      // over all shots of a run

simulator::Options options_of(const Request& request, const Plan& plan, const Playing& how) {
    simulator::Options options;
    std::tie(options.order, options.seed) = order_of(request);
    options.trace = how.trace;
    // With late stores, a load's value may not come from the latest store.
    options.origins = how.trace && options.order != simulator::Order::weak;
    const bool hunts = has_bugs(request.settings);
    options.races = how.check != Playing::Check::nowhere || hunts;
    options.check_all = how.check == Playing::Check::everywhere || hunts;
    options.tell_never_written = !request.settings.lesson();
    options.blocks = how.blocks;
    if (how.trace && !feature<Samples>(request.settings).line.empty())
        options.values_of_line = samples_line(request.settings, source_of(request.settings));
    if (how.trace && !feature<DartBoard>(request.settings).line.empty())
        options.values_of_line = dart_line(request.settings, source_of(request.settings));
    if (how.blocks) options.order = simulator::Order::in_step;
    if (options.trace || options.races || how.blocks)
        options.watched = watched_blocks(request, plan);
    return options;
}

template <class T>
T required(simulator::Outcome<T> outcome) {
    if (!outcome) throw std::runtime_error(outcome.problem().message);
    return std::move(*outcome);
}

// Fields, and all buffers with a shape in the plan.
std::vector<ShapeRecord> shapes_of(const Plan& plan) {
    std::vector<ShapeRecord> shapes;
    for (const Allocation& allocation : plan.allocations)
        if (allocation.shape.count() > 0) shapes.push_back({allocation.name, allocation.shape});
    for (const Field& field : plan.fields) {
        const auto buffer = static_cast<std::size_t>(field.buffer.id);
        shapes.push_back({plan.allocations[buffer].name, field.shape});
    }
    return shapes;
}

// `together`: blocks run side by side where there is room, as on a device.
simulator::Machine machine_for(const Request& request, const Plan& plan, const Playing& how,
                               bool together) {
    simulator::Options options = options_of(request, plan, how);
    simulator::Limits limits = device_limits().launch;
    if (together)
        options.order = simulator::Order::resident, limits.blocks_resident = most_together;
    return simulator::Machine(std::move(options), limits);
}

simulator::Options unwatched() {
    simulator::Options options;
    options.trace = options.origins = options.races = false;
    return options;
}

double weight(const PlanStep& step) {
    const auto* launch = std::get_if<Launch>(&step);
    return launch ? static_cast<double>(launch->size.grid.count()) * launch->size.block.count() : 1;
}

}  // namespace

struct Simulation::Body {
    Body(Request asked, Playing playing, bool blocks_together = false)
        : request(std::move(asked)),
          how(playing),
          plan(plan_of(request.settings)),
          together(blocks_together),
          machine(machine_for(request, plan, how, together)) {
        addresses.resize(plan.allocations.size());
        for (const PlanStep& step : plan.steps) total_weight += weight(step);
    }

    // For reading: marks nothing as written, so reads of unwritten memory are reported.
    std::span<const std::byte> bytes(const Buffer& buffer) const {
        return std::as_const(aside ? *aside : machine).memory().bytes(addresses.at(buffer.id));
    }
    std::span<std::byte> writable(const Buffer& buffer) {
        return machine.memory().bytes(addresses.at(buffer.id));
    }
    /// The machine that runs the current launch.
    simulator::Machine& now() { return aside ? *aside : machine; }
    void fill();
    simulator::Address placed(const Allocation& allocation);
    void begin(const Launch& launch);
    void set_aside();
    void bring_back();
    void begin(const Copy& copy);
    void begin(const Clear& clear);
    void begin(const Transfer& transfer);
    void begin(const MemoryCall& call);
    void end_step();
    void keep_fields(int launch);
    std::shared_ptr<const Run> made(const Wanted& wanted);
    void judge(Run& run, const Wanted& wanted);
    void put_results(Run& run);
    void put_counts();
    void put_trace(Run& run) const;
    void cut();

    Request request;
    Playing how;
    Plan plan;
    bool together;  // second try: one block after the other waited for ever
    simulator::Machine machine;
    // Runs untimed launches on the same memory: they only prepare, so they are in no count and no
    // picture.
    std::unique_ptr<simulator::Machine> aside;
    std::vector<simulator::Fault> faults_aside;
    Simulated simulated_aside;
    std::vector<simulator::Address> addresses;
    std::size_t filling = 0;   // index of the allocation
    std::uint64_t filled = 0;  // its elements so far
    std::size_t step = 0;
    bool inside = false;  // a launch of this step is running
    double total_weight = 0, done_weight = 0;
    std::vector<LaunchRecord> launches;
    std::vector<FieldShot> fields;
    std::vector<std::vector<float>> shown;  // for each field of the plan, as last kept
    std::uint64_t values_kept = 0;
    double spent = 0;  // seconds
    bool done = false;
    std::uint64_t cut_after = 0;
    // Data copied to the host too early, by buffer: the host continues with it.
    std::map<int, std::vector<std::byte>> brought_early;
};

simulator::Address Simulation::Body::placed(const Allocation& allocation) {
    const Buffer& buffer = allocation.buffer;
    if (allocation.symbol.empty())
        return machine.memory().allocate(
            allocation.name, buffer.type, buffer.count,
            allocation.fill.kind != Fill::Kind::none || prepared(plan, buffer));
    const auto program = required(program_with(*request.settings.subject, plan, allocation));
    return *machine.variable(*program, allocation.symbol, buffer.type);
}

void Simulation::Body::fill() {
    const Allocation& allocation = plan.allocations[filling];
    const Buffer& buffer = allocation.buffer;
    if (filled == 0) addresses[filling] = placed(allocation);
    const int size = simulator::size_of(buffer.type);
    const bool given = allocation.fill.kind != Fill::Kind::none;
    const std::uint64_t left = buffer.count - filled,
                        here = given ? std::min(fill_chunk, left) : left;
    if (given && here > 0)
        fill_bytes(allocation, request.seed, filled,
                   writable(buffer).subspan(filled * size, here * size));
    filled += here;
    if (filled < buffer.count) return;
    if (plan.allocated_by_steps(buffer)) machine.memory().release(addresses[filling]);
    ++filling;
    filled = 0;
    if (filling == plan.allocations.size()) keep_fields(-1);
}

void Simulation::Body::begin(const Launch& launch) {
    if (unfit_launch(request.settings)) return end_step();  // an unfit launch starts no thread
    const auto program = required(program_of(*request.settings.subject, launch.kernel));
    const auto block = required(parameter_block(
        *program, launch, [this](const Buffer& buffer) { return addresses.at(buffer.id); },
        [this](const Texture& texture) {
            return machine.memory().make_texture(texture.form, addresses.at(texture.texels.id));
        }));
    if (!launch.timed) set_aside();
    const LaunchSize& size = launch.size;
    const std::uint32_t shared = program->shared_bytes + size.shared_bytes;
    const LaunchRecord begins{program->plain_name, size.grid, size.block, shared, {}, 0};
    if (how.room) now().hold(how.room(request.settings, begins));
    if (const auto problem = now().launch(program, size.grid, size.block, size.shared_bytes, block))
        throw std::runtime_error(problem->message);
    inside = true;
    if (aside) return;
    launches.push_back(begins);
}

// Moves the memory: if shared, everything that the launch writes would be copied first.
void Simulation::Body::set_aside() {
    aside = std::make_unique<simulator::Machine>(unwatched(), device_limits().launch);
    aside->memory() = std::move(machine.memory());
}

void Simulation::Body::bring_back() {
    machine.memory() = std::move(aside->memory());
    std::ranges::copy(aside->faults(), std::back_inserter(faults_aside));
    simulated_aside.lane_instructions += aside->counters().lane_instructions;
    simulated_aside.warp_instructions += aside->counters().warp_instructions;
    aside.reset();
}

void Simulation::Body::begin(const Copy& copy) {
    const std::size_t size = simulator::size_of(copy.from.type);
    const auto from = bytes(copy.from);
    const auto to = writable(copy.to);
    if (!from.empty() && !to.empty())  // else it has no memory, and host_faults() says so
        std::memmove(to.data(), from.data() + copy.first * size, copy.elements() * size);
    end_step();
}

void Simulation::Body::begin(const Clear& clear) {
    const auto to = writable(clear.buffer);
    const std::size_t size = simulator::size_of(clear.buffer.type);
    for (std::size_t at = 0; at + size <= to.size(); at += size)
        store_value(clear.buffer.type, clear.value, to.data() + at);
    end_step();
}

// Host and device have the same data already, except for a copy that comes too early.
void Simulation::Body::begin(const Transfer& transfer) {
    const auto there = bytes(transfer.buffer);
    if (copies_unwritten(plan, step))
        brought_early[transfer.buffer.id].assign(there.begin(), there.end());
    end_step();
}

// A buffer keeps its address, as memory from a pool mostly does.
void Simulation::Body::begin(const MemoryCall& call) {
    const simulator::Address at = addresses.at(std::size_t(call.buffer.id));
    call.frees ? machine.memory().release(at) : machine.memory().revive(at);
    end_step();
}

void Simulation::Body::put_counts() {
    const int last = machine.launches() - 1;
    launches.back().counters = machine.launch_counters(last);
    launches.back().longest_warp = machine.longest_warp(last);
}

void Simulation::Body::end_step() {
    if (aside) {
        bring_back();
    } else if (inside) {
        put_counts();
        keep_fields(static_cast<int>(launches.size()) - 1);
    }
    inside = false;
    done_weight += weight(plan.steps[step]);
    ++step;
}

// Keeps a field if its values changed: then the launch wrote it. -1: before the first launch.
void Simulation::Body::keep_fields(int launch) {
    if (!how.trace) return;
    shown.resize(plan.fields.size());
    for (std::size_t i = 0; i < plan.fields.size(); ++i) {
        const Field& field = plan.fields[i];
        const std::uint64_t count = std::min(field.shape.count(), field.buffer.count);
        if (count > drawable_values || values_kept + count > kept_values) continue;
        const std::span<const std::byte> from = bytes(field.buffer);
        const int size = simulator::size_of(field.buffer.type);
        std::vector<float> values(count);
        for (std::uint64_t at = 0; at < count; ++at)
            values[at] = static_cast<float>(load_value(field.buffer.type, from.data() + at * size));
        if (values == shown[i]) continue;
        shown[i] = values;
        values_kept += count;
        fields.push_back({launch, field.title, field.shape, std::move(values)});
    }
}

void Simulation::Body::put_results(Run& run) {
    for (const Buffer& buffer : plan.results) {
        if (buffer.count > drawable_values) continue;
        const std::byte* from = bytes(buffer).data();
        const auto size = static_cast<std::size_t>(simulator::size_of(buffer.type));
        ResultShot& shot =
            run.results.emplace_back(ResultShot{plan.allocations[std::size_t(buffer.id)].name});
        for (std::uint64_t at = 0; at < buffer.count; ++at)
            shot.values.push_back(float(load_value(buffer.type, from + at * size)));
    }
}

void Simulation::Body::put_trace(Run& run) const {
    run.trace = machine.trace();
    run.flow = machine.flow();
    run.line_values = machine.line_values();
    put_steps(run);
}

void Simulation::Body::judge(Run& run, const Wanted& wanted) {
    const Reader read = [this](const Buffer& buffer, std::uint64_t first, std::span<std::byte> to) {
        const auto early = brought_early.find(buffer.id);
        const std::span<const std::byte> all =
            early == brought_early.end() ? bytes(buffer) : std::span(std::as_const(early->second));
        std::ranges::copy(all.subspan(first * simulator::size_of(buffer.type), to.size()),
                          to.begin());
    };
    run.verdict = verdict_of(request.settings, plan, request.seed, wanted, read);
    run.sample_mean = mean_of_samples(request.settings, plan, wanted, read);
}

std::shared_ptr<const Run> Simulation::Body::made(const Wanted& wanted) {
    auto run = std::make_shared<Run>();
    const auto module = required(module_of(request.settings));
    run->request = request;
    run->device = {"sim", "simulator", "", ""};
    run->ptx_hash = ptx_hash(*module);
    run->launches = launches;
    run->transfers = timed_transfers(plan);
    run->counters = machine.counters();
    run->instruction_mix = machine.instruction_mix();
    run->lines = machine.lines();
    run->ptx_lines = machine.ptx_lines();
    run->at_ptx_level = machine.at_ptx_level();
    run->faults = faults_aside;
    std::ranges::copy(machine.faults(), std::back_inserter(run->faults));
    std::ranges::copy(host_faults(request.settings, plan), std::back_inserter(run->faults));
    run->simulated = {run->counters.lane_instructions + simulated_aside.lane_instructions,
                      run->counters.warp_instructions + simulated_aside.warp_instructions, spent};
    run->fields = fields;
    run->shapes = shapes_of(plan);
    run->printed = machine.printed();
    run->printed_calls = machine.printed_calls();
    run->ptx_text = module->source();
    run->source_text = source_of(request.settings);
    run->cut_after = cut_after, run->looked_everywhere = how.check == Playing::Check::everywhere;
    if (how.trace) put_trace(*run), put_results(*run);
    // A host that checks for launch errors stops here.
    const bool stopped = host_style(request.settings).looks && unfit_launch(request.settings);
    const bool whole = run->ended() || (launches.empty() && cut_after == 0);
    if (!stopped && whole) judge(*run, wanted);
    if (whole && !request.settings.lesson())
        run->left = arrays_left(plan, [&](const Buffer& buffer) { return bytes(buffer); });
    return run;
}

// Ends a run that takes too long; keeps what it did so far.
void Simulation::Body::cut() {
    cut_after = std::max<std::uint64_t>(now().counters().lane_instructions, 1);
    if (inside && !aside) put_counts();
    step = plan.steps.size();
    done = true;
}

Simulation::Simulation(Request request, Playing how)
    : body_(std::make_unique<Body>(std::move(request), how)) {}
Simulation::~Simulation() = default;

bool Simulation::advance(std::uint64_t lane_instructions) {
    Body& body = *body_;
    const double started = platform::now();
    if (body.done) return true;
    if (body.filling < body.plan.allocations.size()) {
        for (std::uint64_t used = 0;
             used < lane_instructions && body.filling < body.plan.allocations.size();
             used += fill_chunk * fill_cost)
            body.fill();
        return false;
    }
    std::uint64_t used = 0;
    while (body.step < body.plan.steps.size() && used < lane_instructions) {
        if (!body.inside)
            std::visit([&](const auto& step) { body.begin(step); }, body.plan.steps[body.step]);
        if (!body.inside) continue;
        simulator::Machine& machine = body.now();
        const std::uint64_t before = machine.counters().lane_instructions;
        const auto state =
            machine.advance(std::min(lane_instructions - used, body.how.limit - before));
        const std::uint64_t after = machine.counters().lane_instructions;
        used += after - before;
        if (state != simulator::Machine::State::running) body.end_step();
        if (state == simulator::Machine::State::faulted) body.step = body.plan.steps.size();
        if (body.inside && after >= body.how.limit) body.cut();
    }
    body.spent += platform::now() - started;
    body.done = body.step >= body.plan.steps.size();
    const bool alone = body.done && !body.together && !body.how.blocks;
    if (!alone || !waited_for_later_blocks(body.request, body.launches, body.machine.faults()))
        return body.done;
    body_ = std::make_unique<Body>(Request(body.request), body.how, true);
    return false;
}

double Simulation::progress() const {
    const Body& body = *body_;
    if (body.done || body.total_weight <= 0) return body.done ? 1 : 0;
    double weight_done = body.done_weight;
    const simulator::Machine& machine = body_->now();
    if (body.inside && machine.blocks_total() > 0)
        weight_done += weight(body.plan.steps[body.step]) *
                       static_cast<double>(machine.blocks_done()) /
                       static_cast<double>(machine.blocks_total());
    return std::min(weight_done / body.total_weight, 1.0);
}

HowFar Simulation::how_far() const {
    const Body& body = *body_;
    HowFar far{.progress = progress()};
    for (std::size_t i = 0; i < body.plan.steps.size(); ++i) {
        if (!std::holds_alternative<Launch>(body.plan.steps[i])) continue;
        ++far.launches;
        if (i < body.step || (i == body.step && body.inside)) ++far.launch;
    }
    far.blocks_done = body_->now().blocks_done();
    far.blocks = body_->now().blocks_total();
    far.lane_instructions =
        body.machine.counters().lane_instructions + body.simulated_aside.lane_instructions;
    if (body.aside) far.lane_instructions += body.aside->counters().lane_instructions;
    return far;
}

void Simulation::end() { body_->cut(); }

std::shared_ptr<const Run> Simulation::play(Onlooker* onlooker) {
    const Wanted wanted = [&] { return !onlooker || onlooker->goes_on(*this); };
    try {
        while (!advance(onlooker ? watched_slice : long_slice)) go_on(wanted);
        return finish(wanted);
    } catch (const NotWanted&) {
        end();
        return finish();
    }
}

std::shared_ptr<const Run> Simulation::finish(const Wanted& wanted) { return body_->made(wanted); }

std::shared_ptr<const simulator::BlocksOverTime> Simulation::blocks() const {
    return body_->machine.blocks();
}

std::span<const std::byte> Simulation::contents(std::string_view name) const {
    for (const Allocation& allocation : body_->plan.allocations)
        if (allocation.name == name) return body_->bytes(allocation.buffer);
    return {};
}

namespace {

std::shared_ptr<const Run> played(Request request, const Playing& how, Onlooker* onlooker) {
    return Simulation(std::move(request), how).play(onlooker);
}

}  // namespace

// A wait that never ends is a fault of the shown run. Here it only ends the picture.
std::shared_ptr<const simulator::BlocksOverTime> blocks_over_time(Request request,
                                                                  HeldBlocks room) {
    Playing how = Playing::counted();
    how.blocks = true;
    how.room = room;
    how.limit = in_step_part;
    Simulation simulation(std::move(request), how);
    while (!simulation.advance(long_slice)) {
    }
    return simulation.blocks();
}

std::shared_ptr<const Run> simulate(Request request, Playing how, Onlooker* onlooker) {
    if (request.settings.lesson()) return played(std::move(request), how, onlooker);
    Playing first = Playing::counted();
    first.limit = patience;
    auto counted = played(request, first, onlooker);
    const bool cut = counted->cut_after > 0, by_limit = cut && counted->cut_after >= patience;
    if (how.check == Playing::Check::nowhere || (cut && !by_limit)) return counted;
    if (cut) how.limit = traced_part;
    if (double(counted->simulated.lane_instructions) <= looked_through)
        how.check = Playing::Check::everywhere;
    return played(std::move(request), how, onlooker);
}

}  // namespace lab

// A simulated GPU for the lab: checks launches, keeps records and checkpoints, runs the engine.
#include "simulator/engine/machine.h"

#include <algorithm>
#include <cstring>
#include <set>
#include <utility>

#include "simulator/engine/engine.h"
#include "simulator/engine/launch_checks.h"
#include "simulator/engine/record.h"
#include "simulator/hash.h"
#include "simulator/watch/observers.h"

namespace simulator {
namespace {

// Keeps distinct faults, with their repeats. Two are one fault where they are of one kind at the
// same source lines: compilers make many instructions from a line. Of faults between two accesses
// at the same lines, only the gravest kind is kept.
class FaultList final : public FaultSink {
public:
    void report(Fault fault) override {
        const auto same =
            std::ranges::find_if(faults, [&](const Fault& known) { return is_same(known, fault); });
        if (same != faults.end()) {
            const std::uint64_t repeats = std::max<std::uint64_t>(fault.repeats, 1);
            if (weight(fault.kind) > weight(same->kind)) {
                fault.repeats = same->repeats;
                *same = std::move(fault);
            }
            same->repeats += repeats;
            return;
        }
        if (static_cast<int>(faults.size()) >= limit && !fault.fatal) return;
        fault.repeats = std::max<std::uint64_t>(fault.repeats, 1);
        faults.push_back(std::move(fault));
    }

    // How severe a fault between two accesses is. What orders two warps also orders their lanes.
    static int weight(FaultKind kind) {
        return kind == FaultKind::race                ? 3
               : kind == FaultKind::missing_warp_sync ? 2
               : kind == FaultKind::equal_writes      ? 1
                                                      : 0;
    }

    static bool is_same(const Fault& one, const Fault& other) {
        if (one.launch != other.launch || one.buffer != other.buffer) return false;
        const std::pair lines{one.code_line(), one.other_code_line()};
        const std::pair others{other.code_line(), other.other_code_line()};
        if (weight(one.kind) == 0 || weight(other.kind) == 0)
            return one.kind == other.kind && lines == others;
        return lines == others || lines == std::pair{others.second, others.first};
    }

    std::vector<Fault> faults;
    int limit = 100;
};

// Dynamic shared memory begins after the static arrays.
std::uint64_t shared_bytes(const Program& program, std::uint32_t dynamic) {
    const std::uint64_t arrays = std::uint64_t{program.shared_bytes} + dynamic;
    return program.reserved_shared ? (arrays + 15) / 16 * 16 + program.reserved_shared : arrays;
}

struct Observers {
    std::unique_ptr<TraceRecorder> trace;
    std::unique_ptr<OriginTracer> origins;
    std::unique_ptr<Observer> checker, places;
    std::unique_ptr<BlockRecorder> blocks;
    std::unique_ptr<ValueRecorder> values;

    Observers() = default;
    Observers(const Observers& other)
        : trace(copy(other.trace)),
          origins(copy(other.origins)),
          checker(copy(other.checker)),
          places(copy(other.places)),
          blocks(copy(other.blocks)),
          values(copy(other.values)) {}
    Observers& operator=(Observers other) {
        trace = std::move(other.trace);
        origins = std::move(other.origins);
        checker = std::move(other.checker);
        places = std::move(other.places);
        blocks = std::move(other.blocks);
        values = std::move(other.values);
        return *this;
    }

private:
    template <class T>
    static std::unique_ptr<T> copy(const std::unique_ptr<T>& from) {
        return from ? std::unique_ptr<T>(static_cast<T*>(from->clone().release())) : nullptr;
    }
};

// Compilers declare arrays of any type as bytes.
Type type_for_host(const ptx::Variable& variable, Type as) {
    const std::uint64_t bytes = variable.count * size_of(variable.type);
    return size_of(as) > 0 && bytes % size_of(as) == 0 ? as : variable.type;
}

}  // namespace

struct Machine::Body {
    Options options;
    Limits limits;
    std::uint32_t held = 0;  // blocks on a multiprocessor, as the host says; 0: as the limits say
    Memory memory;
    std::map<std::pair<std::uint64_t, std::string>, Address> variables;  // of modules
    std::optional<Launch> running;
    std::vector<Record> ended;
    std::vector<Counters> ended_counters;  // of each ended launch
    FaultList faults;
    Observers observers;
    Printed printed;
    std::uint64_t position = 0, blocks_done = 0, blocks_total = 0;
    State state = State::idle;

    Body(Options chosen, Limits given) : options(std::move(chosen)), limits(given) {
        const std::vector<std::uint64_t> asked = options.watched;  // pictures show the first
        std::ranges::sort(options.watched);
        faults.limit = options.fault_limit;
        const bool looks = !options.watched.empty();
        if (looks && options.trace) {
            observers.trace = make_trace_recorder(asked, options.trace_bytes);
        }
        if (looks && options.origins)
            observers.origins = make_origins(options.watched, options.origin_rules);
        if ((looks && options.races) || options.check_all) {
            observers.checker = make_race_checker(options.check_all, options.tell_never_written);
            observers.places = make_place_checker();
        }
        if (looks && options.values_of_line > 0)
            observers.values = make_value_recorder(options.values_of_line, options.trace_bytes);
        if (options.blocks)
            observers.blocks = make_block_recorder(options.watched, limits.multiprocessors);
    }

    void add_checks(std::vector<Observer*>& all) const {
        all.push_back(observers.checker.get());
        all.push_back(observers.places.get());
    }

    std::vector<Observer*> watching() const {
        std::vector<Observer*> all;
        if (observers.trace) all.push_back(observers.trace.get());
        if (observers.origins) all.push_back(observers.origins.get());
        if (observers.values) all.push_back(observers.values.get());
        if (observers.checker && !options.check_all) add_checks(all);
        return all;
    }

    std::vector<Observer*> everywhere() const {
        std::vector<Observer*> all;
        if (options.check_all) add_checks(all);
        if (observers.blocks) all.push_back(observers.blocks.get());
        return all;
    }

    Machinery machinery() {
        return {memory, *running, options, limits, watching(), everywhere(), faults, printed};
    }

    template <class Call>
    void tell(Call call) {
        const Launch& launch = *running;
        const Scene scene{*launch.record.program,
                          memory,
                          faults,
                          launch.index,
                          launch.grid,
                          launch.block,
                          launch.dynamic_shared,
                          launch.shared_bytes,
                          launch.places};
        for (Observer* observer : watching()) call(*observer, scene);
        for (Observer* observer : everywhere()) call(*observer, scene);
    }

    std::vector<Address> place_variables(const Program& program, std::string_view called = {},
                                         Type as = Type::none);
    void fill_variable(const Program& program, const ptx::Variable& variable, Address address);
    State advance(std::int64_t lanes, std::uint64_t last);
    /// Calls `each(record)` for one launch, -1: for all so far.
    template <class Each>
    void for_each_record(int launch, Each each) const {
        for (std::size_t i = 0; i < ended.size(); ++i)
            if (launch < 0 || static_cast<std::size_t>(launch) == i) each(ended[i]);
        if (running && (launch < 0 || static_cast<std::size_t>(launch) == ended.size()))
            each(record_of(*running));
    }
};

// A module's variables are allocated once: at the first launch of any of its kernels, or at the
// host's first request. The variable `called` gets elements of type `as`.
std::vector<Address> Machine::Body::place_variables(const Program& program, std::string_view called,
                                                    Type as) {
    std::vector<Address> addresses;
    std::vector<const ptx::Variable*> fresh;
    for (const ptx::Variable& variable : program.globals) {
        auto [entry, added] = variables.try_emplace({program.module_key, variable.name}, 0);
        if (added) {
            const Type type = variable.name == called ? type_for_host(variable, as) : variable.type;
            const std::uint64_t bytes = variable.count * size_of(variable.type);
            entry->second =
                memory.allocate(variable.name, type, bytes / size_of(type), true, variable.space);
            fresh.push_back(&variable);
        }
        addresses.push_back(entry->second);
    }
    for (const ptx::Variable* variable : fresh) {
        fill_variable(program, *variable, variables.at({program.module_key, variable->name}));
    }
    return addresses;
}

void Machine::Body::fill_variable(const Program& program, const ptx::Variable& variable,
                                  Address address) {
    const std::span<std::byte> bytes = memory.bytes(address);
    const std::size_t given = std::min(bytes.size(), variable.initial.size());
    if (given) std::memcpy(bytes.data(), variable.initial.data(), given);
    const bool bare = variable.initial.empty() && variable.symbols.empty();
    memory.mark_never_set(address, bare && variable.space == Space::constant);
    for (const auto& [at, symbol] : variable.symbols) {
        const auto target = variables.find({program.module_key, symbol});
        const auto function = program.functions.find(symbol);
        const bool known = target != variables.end() || function != program.functions.end();
        if (!known || at + 8 > bytes.size()) continue;
        std::uint64_t value = 0;
        std::memcpy(&value, bytes.data() + at, 8);
        value += target != variables.end() ? target->second : function->second;
        std::memcpy(bytes.data() + at, &value, 8);
    }
}

Machine::State Machine::Body::advance(std::int64_t lanes, std::uint64_t last) {
    if (state != State::running) return state;
    Engine engine(machinery());
    const Engine::Stop stop = engine.run(lanes, position, last);
    blocks_done = running->done;
    if (stop == Engine::Stop::budget) return state;
    if (stop == Engine::Stop::ended) {
        tell([](Observer& observer, const Scene& scene) { observer.launch_ends(scene); });
        ended.push_back(take_record(std::move(*running)));
        ended_counters.push_back(total_of(ended.back()));
        running.reset();
    }
    return state = stop == Engine::Stop::ended ? State::idle : State::faulted;
}

Machine::Machine(Options options, Limits limits)
    : body_(std::make_unique<Body>(std::move(options), limits)) {}
Machine::Machine(const Machine& other) : body_(std::make_unique<Body>(*other.body_)) {}
Machine& Machine::operator=(const Machine& other) {
    if (this != &other) body_ = std::make_unique<Body>(*other.body_);
    return *this;
}
Machine::Machine(Machine&&) noexcept = default;
Machine& Machine::operator=(Machine&&) noexcept = default;
Machine::~Machine() = default;

Memory& Machine::memory() { return body_->memory; }
const Memory& Machine::memory() const { return body_->memory; }

std::optional<Diagnostic> Machine::launch(std::shared_ptr<const Program> program, Dim3 grid,
                                          Dim3 block, std::uint32_t dynamic_shared_bytes,
                                          std::span<const std::byte> parameters) {
    if (body_->state == State::running) return refuse("Another launch is still running.");
    if (body_->state == State::faulted)
        return refuse(
            "The simulator has stopped at a fault and "
            "launches nothing more.");
    if (auto problem = check_shape(*program, body_->limits, grid, block)) return problem;
    const std::uint64_t shared = shared_bytes(*program, dynamic_shared_bytes);
    if (shared > body_->limits.shared_per_block) {
        return refuse("The block needs " + std::to_string(shared) +
                      " bytes of shared memory: the limit is " +
                      std::to_string(body_->limits.shared_per_block) + ".");
    }
    if (parameters.size() != program->parameter_bytes) {
        return refuse("The kernel takes " + std::to_string(program->parameter_bytes) +
                      " bytes of parameters, not " + std::to_string(parameters.size()) + ".");
    }
    if (auto problem =
            check_grid(*program, body_->limits, grid, block, static_cast<std::uint32_t>(shared)))
        return problem;
    const std::vector<Address> symbols = body_->place_variables(*program);
    Launch& launch = body_->running.emplace();
    launch.record.blocks.resize(program->blocks.size());
    launch.record.skipped.resize(program->code.size());
    for (std::vector<Tally>& tallies : launch.tallies) tallies.resize(program->tallies);
    launch.index = static_cast<int>(body_->ended.size());
    launch.grid = grid;
    launch.block = block;
    launch.dynamic_shared = dynamic_shared_bytes;
    launch.shared_bytes = static_cast<std::uint32_t>(shared);
    const std::uint32_t held =
        body_->held ? body_->held
                    : places_on_each(body_->limits, block.count(), launch.shared_bytes);
    launch.places = body_->limits.multiprocessors * held;
    launch.parameters.assign(parameters.begin(), parameters.end());
    launch.total = grid.count();
    launch.random = body_->options.seed;
    launch.record.program = std::move(program);
    launch.image = register_image(*launch.record.program, launch, symbols);
    body_->blocks_done = 0;
    body_->blocks_total = launch.total;
    body_->state = State::running;
    body_->tell([](Observer& observer, const Scene& scene) { observer.launch_begins(scene); });
    return {};
}

void Machine::hold(std::uint32_t blocks) { body_->held = blocks; }

std::optional<Address> Machine::variable(const Program& program, const std::string& name,
                                         Type type) {
    const auto found = std::ranges::find(program.globals, name, &ptx::Variable::name);
    if (found == program.globals.end()) return std::nullopt;
    const Address address =
        body_->place_variables(program, name, type)[std::size_t(found - program.globals.begin())];
    body_->memory.mark_never_set(address, false);
    return address;
}

Machine::State Machine::advance(std::uint64_t lane_instructions) {
    constexpr std::uint64_t most = std::uint64_t{1} << 62;
    const auto lanes = std::max<std::uint64_t>(std::min(lane_instructions, most), 1);
    return body_->advance(static_cast<std::int64_t>(lanes), ~std::uint64_t{0});
}

Machine::State Machine::advance_to(std::uint64_t position) {
    if (position <= body_->position) return body_->state;
    return body_->advance(std::int64_t{1} << 62, position);
}

Machine::State Machine::state() const { return body_->state; }
std::uint64_t Machine::position() const { return body_->position; }
std::uint64_t Machine::blocks_done() const { return body_->blocks_done; }
std::uint64_t Machine::blocks_total() const { return body_->blocks_total; }

Counters Machine::counters() const {
    Counters sum;
    for (int i = 0; i < launches(); ++i) sum += launch_counters(i);
    return sum;
}

Counters Machine::launch_counters(int launch) const {
    const auto index = static_cast<std::size_t>(launch);
    if (index < body_->ended.size()) return body_->ended_counters[index];
    return body_->running ? total_of(record_of(*body_->running)) : Counters{};
}

AtPtxLevel Machine::at_ptx_level() const {
    std::set<int> loops, branches;
    const auto add = [](const Record& record, const std::vector<std::uint32_t>& blocks,
                        std::set<int>& lines) {
        for (const std::uint32_t index : blocks) {
            if (record.blocks[index].divergent == 0) continue;
            const BasicBlock& block = record.program->blocks[index];
            const Code& jump = record.program->code[block.terminator];
            lines.insert(code_line(jump.line, jump.ptx_line));
        }
    };
    body_->for_each_record(-1, [&](const Record& record) {
        add(record, record.program->unrollable, loops);
        add(record, record.program->crossed, branches);
    });
    return {{loops.begin(), loops.end()}, {branches.begin(), branches.end()}};
}

std::uint64_t Machine::longest_warp(int launch) const {
    std::uint64_t longest = 0;
    body_->for_each_record(
        launch, [&](const Record& record) { longest = std::max(longest, record.longest_warp); });
    return longest;
}

int Machine::launches() const {
    return static_cast<int>(body_->ended.size() + (body_->running ? 1 : 0));
}

namespace {

template <class Key, class Value>
std::vector<Value> values(const std::map<Key, Value>& all) {
    std::vector<Value> found;
    for (const auto& [key, value] : all) found.push_back(value);
    return found;
}

}  // namespace

std::vector<UnitCount> Machine::instruction_mix(int launch) const {
    std::map<Unit, UnitCount> units;
    body_->for_each_record(launch, [&](const Record& record) { add_units(record, units); });
    return values(units);
}

std::vector<LineCounters> Machine::lines(int launch) const {
    std::map<int, LineCounters> lines;
    body_->for_each_record(launch,
                           [&](const Record& record) { add_lines(record, LineOf::source, lines); });
    return values(lines);
}

std::vector<LineCounters> Machine::ptx_lines(int launch) const {
    std::map<int, LineCounters> lines;
    body_->for_each_record(launch,
                           [&](const Record& record) { add_lines(record, LineOf::ptx, lines); });
    return values(lines);
}

const std::vector<Fault>& Machine::faults() const { return body_->faults.faults; }

std::shared_ptr<const Trace> Machine::trace() const {
    return body_->observers.trace ? body_->observers.trace->trace() : nullptr;
}

std::shared_ptr<const Flow> Machine::flow() const {
    return body_->observers.origins ? body_->observers.origins->flow() : nullptr;
}

std::shared_ptr<const LineValues> Machine::line_values() const {
    return body_->observers.values ? body_->observers.values->values() : nullptr;
}

std::shared_ptr<const BlocksOverTime> Machine::blocks() const {
    return body_->observers.blocks ? body_->observers.blocks->blocks() : nullptr;
}

const std::string& Machine::printed() const { return body_->printed.text; }

const std::vector<PrintedCall>& Machine::printed_calls() const { return body_->printed.calls; }

std::uint64_t Machine::hash() const {
    Hash hash;
    hash.add(body_->memory.hash());
    hash.add(body_->position);
    hash.add(static_cast<std::uint64_t>(body_->state));
    hash.add(std::uint64_t{body_->ended.size()});
    if (body_->running) add_to(hash, *body_->running);
    return hash.value();
}

}  // namespace simulator

// Any text as PTX, and its kernels run with all that looks on: in every order of blocks, with
// trace, origins, races and what unset memory is. It ends, faults, or is still running when its
// instructions are used up; two halves and a whole come to the same, and so do the rows of each
// level of vector instructions.
#include <algorithm>
#include <cstring>
#include <numeric>

#include "simulator/blocks.h"
#include "simulator/engine/machine.h"
#include "simulator/isa/row.h"
#include "tests/fuzz/target.h"

namespace {

using namespace simulator;

constexpr Order orders[] = {Order::sequential, Order::resident, Order::shuffled, Order::in_step,
                            Order::weak};

// A sum of the text, so that one input has all of it in itself.
Options options_by(std::uint32_t sum) {
    Options options;
    options.order = orders[sum % std::size(orders)];
    options.seed = sum / 5 % 4;
    options.watched = {0, 1};
    options.check_all = sum & 64;
    options.trace_bytes = sum & 128 ? 1u << 20 : 1u << 10;
    options.blocks = options.order == Order::in_step;
    options.values_of_line = static_cast<std::int32_t>(sum >> 8 & 15);
    return options;
}

// One small buffer in the place of every pointer; any other parameter is 33.
std::vector<std::byte> parameters_of(const Program& program, Address buffer) {
    std::vector<std::byte> block(program.parameter_bytes);
    for (const Parameter& parameter : program.parameters) {
        const std::uint64_t value = parameter.bytes == 8 ? buffer : 33;
        std::memcpy(block.data() + parameter.offset, &value, std::min(parameter.bytes, 8u));
    }
    return block;
}

void ask_all(const Machine& machine) {
    machine.counters();
    machine.instruction_mix();
    machine.lines();
    machine.ptx_lines();
    machine.trace();
    machine.flow();
    machine.line_values();
    machine.blocks();
    for (const Fault& fault : machine.faults()) fuzz::must_say(std::string(name_of(fault.kind)));
}

// What a run leaves: its state, counts and faults as one number; 0 where no launch begins.
std::uint64_t run(const std::shared_ptr<const Program>& program, const Options& options) {
    Machine machine(options);
    const Address buffer = machine.memory().allocate("buffer", Type::b32, 1024);
    const auto parameters = parameters_of(*program, buffer);
    if (const auto refused = machine.launch(program, {3, 1, 1}, {48, 1, 1}, 1024, parameters)) {
        fuzz::must_say(refused->message);
        return 0;
    }
    machine.advance(10'000);
    Machine again = machine;
    machine.advance(30'000);
    again.advance_to(machine.position());
    fuzz::must(machine.hash() == again.hash(), "a checkpoint goes the same way");
    ask_all(machine);
    return machine.hash();
}

// As the rows of a level make it; a module is decoded once, so each level has its own.
std::uint64_t run_at(Level level, const std::string& text, const std::string& name,
                     const Options& options) {
    limit_level(level);
    const auto module = Module::read(text);
    const auto program = (*module)->kernel(name);
    fuzz::must(bool(program), "each level has the rows of every other");
    return run(*program, options);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t count) {
    const std::string text = fuzz::text_of(bytes, count);
    limit_level(Level::plain);
    const auto module = Module::read(text);
    if (!module) return 0;
    const Options options = options_by(std::accumulate(bytes, bytes + count, 0u));
    for (const std::string& name : (*module)->kernels()) {
        const auto program = (*module)->kernel(name);
        if (!program) continue;
        const std::uint64_t plain = run(*program, options);
        for (const Level level : {Level::avx2, Level::avx512})
            if (has_level(level))
                fuzz::must(run_at(level, text, name, options) == plain,
                           "all levels come to the same");
    }
    return 0;
}

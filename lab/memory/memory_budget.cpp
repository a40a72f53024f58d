// Memory of a run: arrays, kernels' variables, running threads, and the records of checks.
#include "lab/memory/memory_budget.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <functional>
#include <limits>
#include <set>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "lab/asked.h"
#include "lab/features/watching.h"
#include "lab/limits.h"
#include "lab/programs.h"
#include "lab/words.h"
#include "platform/available_memory.h"
#include "simulator/printed.h"

namespace lab {
namespace {

using Bytes = std::uint64_t;
using simulator::Program;

constexpr Bytes beyond = ~Bytes{0};
// A kernel's printed text, and who printed it: at most so much.
constexpr Bytes printed_text = simulator::Printed::most_bytes +
                               simulator::Printed::most_calls * sizeof(simulator::PrintedCall);
constexpr Bytes checked_bytes = 16 << 20;                 // of arrays that the checks record
constexpr Bytes for_a_byte = 16, for_a_narrow_byte = 64;  // per byte: of words, of narrow elements
constexpr Bytes with_signals = 40;  // per byte of words with atomics or flags; half as many bytes

std::atomic<Bytes> chosen_room = 0;

Bytes plus(Bytes a, Bytes b) { return a > beyond - b ? beyond : a + b; }
Bytes times(Bytes a, Bytes b) { return b != 0 && a > beyond / b ? beyond : a * b; }

Bytes bytes_of(const Buffer& buffer) {
    return times(buffer.count, Bytes(simulator::size_of(buffer.type)));
}

std::string counted(Bytes count, const char* noun) {
    return fmt::format("{} {}{}",
                       grouped(static_cast<std::int64_t>(
                           std::min<Bytes>(count, std::numeric_limits<std::int64_t>::max()))),
                       noun, count == 1 ? "" : "s");
}

bool prints(const Program& program) {
    return std::ranges::any_of(
        program.text, [](const auto& instruction) { return instruction.callee == "vprintf"; });
}

// Whether the kernel signals other threads: then signals are recorded beside plain accesses.
bool signals(const Program& program) {
    return std::ranges::any_of(program.code, [](const simulator::Code& code) {
        return code.space != simulator::Space::shared &&
               (code.row->effect.kind == simulator::Kind::atomic ||
                (code.flags & simulator::is_signal) != 0);
    });
}

// The blocks of a launch that exist at once. If blocks wait for others, as many as the device
// holds; a user's kernel that runs block after block may be run a second time so.
Bytes blocks_at_once(const Request& request, const Launch& launch, const Program& program) {
    const Bytes all = launch.size.grid.count();
    if (program.waits_for_grid) return all;
    const simulator::Limits& limits = device_limits().launch;
    const bool sequential = order_of(request).first == simulator::Order::sequential,
               waits = waits_for_blocks(*request.settings.subject, launch.kernel);
    if (waits && (!sequential || !request.settings.lesson())) {
        const Bytes shared = plus(program.shared_bytes, launch.size.shared_bytes);
        return std::min(all, places_in_all(limits, launch.size.block.count(),
                                           static_cast<std::uint32_t>(shared)));
    }
    return std::min<Bytes>(all, sequential ? 1 : std::max(1u, limits.blocks_resident));
}

// The memory of all blocks of a launch that exist at once.
std::vector<MemoryShare> of_blocks(const Request& request, const Launch& launch,
                                   const Program& program) {
    const Bytes blocks = blocks_at_once(request, launch, program);
    const Bytes warps = times(blocks, (launch.size.block.count() + 31) / 32);
    const Bytes threads = times(warps, 32);
    return {{"register memory of " + counted(warps, "warp"), times(warps, program.register_bytes)},
            {"local memory of " + counted(threads, "thread"), times(threads, program.local_bytes)},
            {"shared memory of " + counted(blocks, "block"),
             times(blocks, plus(program.shared_bytes, launch.size.shared_bytes))}};
}

// An untimed launch writes to its own memory. Meanwhile its arrays exist twice, except those
// without contents.
MemoryShare of_copies(const Plan& plan, const Launch& launch) {
    MemoryShare share{"memory for copies of arrays that " + launch.kernel + " prepares", 0};
    for (const Argument& argument : launch.arguments) {
        const auto* buffer = std::get_if<Buffer>(&argument);
        if (!buffer || launch.timed) continue;
        const Allocation& allocation = plan.allocations.at(static_cast<std::size_t>(buffer->id));
        if (allocation.fill.kind != Fill::Kind::none)
            share.bytes = plus(share.bytes, bytes_of(*buffer));
    }
    return share;
}

class Summing {
public:
    Summing(const Request& request, bool remembers)
        : request_(request), plan_(plan_of(request.settings)), remembers_(remembers) {}

    std::vector<MemoryShare> shares() {
        for (const Allocation& allocation : plan_.allocations)
            if (allocation.symbol.empty())
                add_array("array " + allocation.name, allocation.buffer.type,
                          allocation.buffer.count);
        for (const PlanStep& step : plan_.steps)
            if (const auto* launch = std::get_if<Launch>(&step))
                if (!launch->library) look_at(*launch);
        const Bytes narrow = std::min(narrow_, checked_bytes);
        const Bytes words = std::min(memory_sum(all_), checked_bytes) - narrow;
        if (remembers_)
            add("memory of the checks",
                narrow * for_a_narrow_byte +
                    (signals_ ? std::min(words, checked_bytes / 2) * with_signals
                              : words * for_a_byte));
        all_.insert(all_.end(), most_.begin(), most_.end());
        if (prints_) add("printed text", printed_text);
        std::erase_if(all_, [](const MemoryShare& share) { return share.bytes == 0; });
        std::ranges::stable_sort(all_, std::ranges::greater{}, &MemoryShare::bytes);
        return std::move(all_);
    }

private:
    void add(std::string what, Bytes bytes) { all_.push_back({std::move(what), bytes}); }

    void add_array(std::string what, simulator::Type type, Bytes count) {
        const Bytes size = simulator::size_of(type), bytes = times(count, size);
        constexpr Bytes word = 4;
        if (size < word) narrow_ = plus(narrow_, bytes);
        add(std::move(what), bytes);
    }

    // A kernel that can't be decoded is refused elsewhere, with its own sentence.
    void look_at(const Launch& launch) {
        const LaunchSize& size = launch.size;
        if (!looked_at_
                 .insert({launch.kernel, size.grid.count(), size.block.count(), size.shared_bytes,
                          launch.timed})
                 .second)
            return;
        const auto program = program_of(*request_.settings.subject, launch.kernel);
        if (!program) return;
        if (seen_.insert(program->get()).second) {
            for (const auto& variable : (*program)->globals)
                if (variables_.insert(variable.name).second)
                    add_array("variable " + variable.name, variable.type, variable.count);
            prints_ |= prints(**program);
            signals_ |= signals(**program);
        }
        std::vector<MemoryShare> here = of_blocks(request_, launch, **program);
        here.push_back(of_copies(plan_, launch));
        if (memory_sum(here) > memory_sum(most_)) most_ = std::move(here);
    }

    const Request& request_;
    Plan plan_;
    bool remembers_;
    std::vector<MemoryShare> all_, most_;  // most_: of the launch that needs most
    // By kernel, blocks, threads, shared memory and whether it is timed, as plans repeat launches.
    std::set<std::tuple<std::string, Bytes, Bytes, std::uint32_t, bool>> looked_at_;
    std::set<const Program*> seen_;
    std::set<std::string> variables_;
    Bytes narrow_ = 0;  // bytes of arrays with elements below a word
    bool prints_ = false, signals_ = false;
};

}  // namespace

std::vector<MemoryShare> memory_shares(const Request& request, bool checks) {
    return Summing(request, checks).shares();
}

std::uint64_t memory_sum(const std::vector<MemoryShare>& shares) {
    Bytes sum = 0;
    for (const MemoryShare& share : shares) sum = plus(sum, share.bytes);
    return sum;
}

std::uint64_t bytes_of_arrays(const Settings& settings) {
    Bytes sum = 0;
    for (const Allocation& allocation : plan_of(settings).allocations)
        sum = plus(sum, bytes_of(allocation.buffer));
    return sum;
}

std::uint64_t memory_room() {
    const Bytes chosen = chosen_room;
    return chosen > 0 ? chosen : platform::available_memory() / 4 * 3;
}

void choose_memory_room(std::uint64_t bytes) { chosen_room = bytes; }

simulator::Outcome<std::uint64_t> memory_named(std::string_view text) {
    struct Unit {
        std::string_view name;
        Bytes bytes;
    };
    constexpr Bytes k = 1000, Ki = 1024;
    constexpr std::array units{Unit{"KiB", Ki},
                               Unit{"MiB", Ki * Ki},
                               Unit{"GiB", Ki * Ki * Ki},
                               Unit{"TiB", Ki * Ki * Ki * Ki},
                               Unit{"KB", k},
                               Unit{"MB", k * k},
                               Unit{"GB", k * k * k},
                               Unit{"TB", k * k * k * k}};
    const auto* unit =
        std::ranges::find_if(units, [&](const Unit& each) { return text.ends_with(each.name); });
    const std::size_t tail = unit == units.end() ? 0 : unit->name.size();
    const auto number = whole_number(text.substr(0, text.size() - tail));
    const Bytes size = number ? times(Bytes(*number), tail ? unit->bytes : 1) : 0;
    if (number && *number > 0 && size != beyond) return size;
    return simulator::Diagnostic{
        0, 0,
        fmt::format("\"{}\" is not a size of memory: write 16GiB, 500MB or a number of bytes.",
                    text)};
}

std::optional<std::string> more_than(std::uint64_t room, const std::vector<MemoryShare>& shares,
                                     std::string_view who, std::string_view way_out) {
    const Bytes sum = memory_sum(shares);
    if (sum <= room) return std::nullopt;
    constexpr std::size_t named = 3;
    std::vector<std::string> words;
    for (std::size_t i = 0; i < shares.size() && i < named; ++i)
        words.push_back(shares[i].what + " takes " + bytes_worded(shares[i].bytes));
    if (shares.size() > named) words.push_back(counted(shares.size() - named, "other"));
    return fmt::format(
        "This run needs {} of memory, but {} may use only {} of this machine's: "
        "{}. {}",
        bytes_worded(sum), who, bytes_worded(room), listed(words), way_out);
}

std::optional<std::string> too_large_to_count(const Request& request) {
    return more_than(memory_room(), memory_shares(request), "the simulator",
                     "Reduce what takes most.");
}

std::optional<std::string> too_large_to_count(const Settings& settings) {
    Request request;
    request.settings = settings;
    return too_large_to_count(request);
}

}  // namespace lab

// Records the work of a lesson's host. Impossible sizes are kept as requested, so that refusal()
// can name them.
#include "lab/plan.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <set>
#include <stdexcept>
#include <type_traits>
#include <utility>

namespace lab {
namespace {

std::uint32_t clamped(std::int64_t value) {
    return static_cast<std::uint32_t>(
        std::clamp<std::int64_t>(value, 0, std::numeric_limits<std::uint32_t>::max()));
}

// FNV-1a over everything in a plan.
class Hash {
public:
    void add(const void* data, std::size_t bytes) {
        const auto* at = static_cast<const unsigned char*>(data);
        for (std::size_t i = 0; i < bytes; ++i) value_ = (value_ ^ at[i]) * 0x100000001B3;
    }
    void add(const std::string& text) {
        add(text.data(), text.size());
        add_value(text.size());
    }
    void add_value(auto value) {
        static_assert(std::is_arithmetic_v<decltype(value)> || std::is_enum_v<decltype(value)>);
        // 64 bits on every machine: recordings are found by this hash
        using Word = std::conditional_t<std::is_same_v<decltype(value), std::size_t>, std::uint64_t,
                                        decltype(value)>;
        const Word word = value;
        add(&word, sizeof word);
    }
    void add_value(Dim3 shape) {
        add_value(shape.x);
        add_value(shape.y);
        add_value(shape.z);
    }
    void add_value(const Structure& structure) {
        add(structure.bytes.data(), structure.bytes.size());
        add_value(structure.bytes.size());
        for (const Structure::Inside& one : structure.inside) {
            add_value(one.offset);
            std::visit([&](const auto& what) { add_value(what); }, one.what);
        }
    }
    void add_value(const Texture& texture) {
        add_value(texture.texels);
        add_value(texture.form.channels);
        add_value(texture.form.dimensions);
        add_value(texture.form.size);
        add_value(texture.form.mode);
        add_value(texture.form.linear);
        add_value(texture.form.normalized);
        add_value(texture.form.normalized_float);
        add_value(texture.form.texels);
    }
    void add_value(const Buffer& buffer) {
        add_value(buffer.id);
        add_value(buffer.type);
        add_value(buffer.count);
    }
    std::uint64_t value() const { return value_; }

private:
    std::uint64_t value_ = 0xCBF29CE484222325;
};

void add(Hash& hash, const Allocation& allocation) {
    hash.add_value(allocation.buffer);
    hash.add(allocation.name);
    hash.add_value(allocation.fill.kind);
    hash.add_value(allocation.fill.a);
    hash.add_value(allocation.fill.b);
    hash.add_value(allocation.fill.shape);
    // only added where set: older recordings are found by hashes without these
    if (allocation.fill.seed) hash.add_value(*allocation.fill.seed);
    if (const auto& content = allocation.fill.content) hash.add(content->data(), content->size());
    if (!allocation.symbol.empty()) hash.add("symbol " + allocation.symbol);
    if (allocation.kind != MemoryKind::device) hash.add_value(allocation.kind);
    if (allocation.read_mostly) hash.add(std::string{"read mostly"});
}

void add(Hash& hash, const OnStream& on) {
    if (on == OnStream{}) return;  // the hash of plans from before there were streams
    hash.add(std::string{"stream"});
    hash.add_value(on.number);
    for (std::size_t step : on.after) hash.add_value(step);
}

void add(Hash& hash, const Launch& launch) {
    hash.add(launch.kernel);
    hash.add_value(launch.size.grid);
    hash.add_value(launch.size.block);
    hash.add_value(launch.size.shared_bytes);
    hash.add_value(launch.timed);
    for (const Argument& argument : launch.arguments) {
        hash.add_value(argument.index());
        std::visit([&](const auto& value) { hash.add_value(value); }, argument);
    }
    if (launch.library) hash.add(std::string{"library"});
    add(hash, launch.on);
}

void add(Hash& hash, const Copy& copy) {
    hash.add_value(copy.to);
    hash.add_value(copy.from);
    hash.add_value(copy.timed);
    if (copy.first) hash.add_value(copy.first);
    add(hash, copy.on);
}

void add(Hash& hash, const Clear& clear) {
    hash.add_value(clear.buffer);
    hash.add_value(clear.value);
    hash.add_value(clear.timed);
    add(hash, clear.on);
}

void add(Hash& hash, const Transfer& transfer) {
    hash.add(std::string{"transfer"});
    hash.add_value(transfer.buffer);
    hash.add_value(transfer.way);
    hash.add_value(transfer.timed);
    if (transfer.means != Transfer::Means::copy) hash.add_value(transfer.means);
    if (transfer.count) {
        hash.add_value(transfer.first);
        hash.add_value(transfer.count);
    }
    add(hash, transfer.on);
}

void add(Hash& hash, const MemoryCall& call) {
    hash.add(std::string{call.frees ? "free" : "allocate"});
    hash.add_value(call.buffer);
    hash.add_value(call.by);
    hash.add_value(call.timed);
    add(hash, call.on);
}

}  // namespace

namespace {

template <class Wanted>
std::vector<Wanted> given_to(const Launch& launch) {
    std::vector<Wanted> all;
    for (const Argument& argument : launch.arguments) {
        if (const auto* found = std::get_if<Wanted>(&argument)) all.push_back(*found);
        if (const auto* structure = std::get_if<Structure>(&argument))
            for (const Structure::Inside& one : structure->inside)
                if (const auto* found = std::get_if<Wanted>(&one.what)) all.push_back(*found);
    }
    return all;
}

}  // namespace

std::vector<Buffer> buffers_of(const Launch& launch) { return given_to<Buffer>(launch); }
std::vector<Texture> textures_of(const Launch& launch) { return given_to<Texture>(launch); }

std::vector<std::uint64_t> call_words(const Launch& call,
                                      const std::function<std::uint64_t(const Buffer&)>& address) {
    std::vector<std::uint64_t> words;
    for (const Argument& argument : call.arguments)
        words.push_back(std::visit(
            [&](const auto& value) -> std::uint64_t {
                using Value = std::decay_t<decltype(value)>;
                if constexpr (std::is_same_v<Value, Buffer>)
                    return address(value);
                else if constexpr (std::is_floating_point_v<Value>)
                    return std::bit_cast<std::uint64_t>(double(value));
                else if constexpr (std::is_integral_v<Value>)
                    return static_cast<std::uint64_t>(value);
                else
                    throw std::runtime_error(
                        "A library function can take no structures and no "
                        "textures.");
            },
            argument));
    return words;
}

LaunchSize::LaunchSize(std::int64_t blocks, std::int64_t threads, std::int64_t shared)
    : grid{clamped(blocks), 1, 1}, block{clamped(threads), 1, 1}, shared_bytes(clamped(shared)) {}

LaunchSize::LaunchSize(Dim3 grid_, Dim3 block_, std::int64_t shared)
    : grid(grid_), block(block_), shared_bytes(clamped(shared)) {}

Buffer Plan::input(std::string name, Type type, std::int64_t count, Fill fill) {
    const Buffer made{static_cast<int>(allocations.size()), type,
                      static_cast<std::uint64_t>(std::max<std::int64_t>(count, 0))};
    allocations.push_back({made, std::move(name), fill, true});
    return made;
}

Buffer Plan::buffer(std::string name, Type type, std::int64_t count) {
    const Buffer made = input(std::move(name), type, count, Fill{});
    allocations.back().input = false;
    return made;
}

Buffer Plan::zeros(std::string name, Type type, std::int64_t count) {
    const Buffer made = input(std::move(name), type, count, Fill::zeros());
    allocations.back().input = false;
    return made;
}

Buffer Plan::symbol(std::string name, std::string symbol, Type type, std::int64_t count,
                    Fill fill) {
    const Buffer made = input(std::move(name), type, count, std::move(fill));
    allocations.back().symbol = std::move(symbol);
    return made;
}

void Plan::record(PlanStep step) {
    std::visit([&](auto& any) { any.on = {stream_, std::exchange(waits_, {})}; }, step);
    steps.push_back(std::move(step));
}

void Plan::touches(std::vector<Touched> parts) {
    std::get<Launch>(steps.back()).touches = std::move(parts);
}
void Plan::copy(Buffer to, Buffer from, std::uint64_t first) {
    record(Copy{to, from, timing_, {}, first});
}
void Plan::clear(Buffer buffer, double value) { record(Clear{buffer, value, timing_}); }
void Plan::upload(Buffer buffer, std::uint64_t first, std::uint64_t count) {
    record(Transfer{buffer, Transfer::Way::to_device, timing_, first, count, {}});
}
void Plan::download(Buffer buffer, std::uint64_t first, std::uint64_t count) {
    record(Transfer{buffer, Transfer::Way::to_host, timing_, first, count, {}});
}
void Plan::keep_in(Buffer buffer, MemoryKind kind) {
    allocations[static_cast<std::size_t>(buffer.id)].kind = kind;
}
void Plan::read_mostly(Buffer buffer) {
    allocations[static_cast<std::size_t>(buffer.id)].read_mostly = true;
}
void Plan::prefetch(Buffer buffer, Transfer::Way way) {
    record(Transfer{buffer, way, timing_, 0, 0, {}, Transfer::Means::prefetch});
}
void Plan::host_reads(Buffer buffer) {
    record(Transfer{buffer, Transfer::Way::to_host, timing_, 0, 0, {}, Transfer::Means::read});
    by_calls = true;
}
void Plan::call_memory(Buffer buffer, MemoryCall::By by, bool frees) {
    record(MemoryCall{buffer, by, frees, timing_, {}});
    by_calls |= by == MemoryCall::By::host;
}
void Plan::allocate(Buffer buffer, MemoryCall::By by) { call_memory(buffer, by, false); }
void Plan::free(Buffer buffer, MemoryCall::By by) { call_memory(buffer, by, true); }
void Plan::result(Buffer buffer) { results.push_back(buffer); }
void Plan::shape(Buffer buffer, Dim3 shape) {
    allocations[static_cast<std::size_t>(buffer.id)].shape = shape;
}
void Plan::field(Buffer buffer, Dim3 shape, std::string title) {
    fields.push_back({buffer, shape, std::move(title)});
}

// From the first call on, only steps inside such calls are timed: earlier steps become untimed.
void Plan::begin_timed() {
    if (!marked_)
        for (PlanStep& step : steps) std::visit([](auto& any) { any.timed = false; }, step);
    marked_ = timing_ = true;
}

bool Plan::in_streams() const {
    const auto elsewhere = [](const PlanStep& step) { return on_stream(step) != OnStream{}; };
    return by_calls || pageable || std::ranges::any_of(steps, elsewhere);
}

bool Plan::allocated_by_steps(const Buffer& buffer) const {
    return std::ranges::any_of(steps, [&](const PlanStep& step) {
        const auto* call = std::get_if<MemoryCall>(&step);
        return call && call->buffer.id == buffer.id;
    });
}

bool Plan::uses_pool() const {
    return std::ranges::any_of(steps, [](const PlanStep& step) {
        const auto* call = std::get_if<MemoryCall>(&step);
        return call && call->by == MemoryCall::By::stream;
    });
}

std::size_t Plan::timed_streams() const {
    std::set<int> streams;
    for (const PlanStep& step : steps)
        if (is_timed(step)) streams.insert(on_stream(step).number);
    return streams.size();
}

std::uint64_t Plan::bytes() const {
    std::uint64_t sum = 0;
    for (const Allocation& allocation : allocations) {
        // Saturates at 64 bits.
        const Buffer& buffer = allocation.buffer;
        std::uint64_t bytes = 0;
        const auto size = static_cast<std::uint64_t>(simulator::size_of(buffer.type));
        const bool wraps = __builtin_mul_overflow(buffer.count, size, &bytes) ||
                           __builtin_add_overflow(sum, bytes, &sum);
        if (wraps) return std::numeric_limits<std::uint64_t>::max();
    }
    return sum;
}

std::uint64_t Plan::hash() const {
    Hash hash;
    for (const Allocation& allocation : allocations) add(hash, allocation);
    for (const PlanStep& step : steps) std::visit([&](const auto& any) { add(hash, any); }, step);
    for (const Buffer& result : results) hash.add_value(result);
    for (const Field& field : fields) {
        hash.add_value(field.buffer);
        hash.add_value(field.shape);
    }
    if (pageable) hash.add(std::string{"pageable"});
    if (by_calls) hash.add(std::string{"by calls"});
    if (clock != Clock::events) {
        hash.add(std::string{"clock"});
        hash.add_value(clock);
    }
    if (pool_keeps) hash.add(std::string{"pool keeps"});
    return hash.value();
}

std::vector<const Launch*> timed_launches(const Plan& plan) {
    std::vector<const Launch*> launches;
    for (const PlanStep& step : plan.steps)
        if (const auto* launch = std::get_if<Launch>(&step); launch && launch->timed)
            launches.push_back(launch);
    return launches;
}

bool prepared(const Plan& plan, const Buffer& buffer) {
    return std::ranges::any_of(plan.steps, [&](const PlanStep& step) {
        const auto* launch = std::get_if<Launch>(&step);
        return launch && !launch->timed &&
               std::ranges::count(buffers_of(*launch), buffer.id, &Buffer::id) > 0;
    });
}

}  // namespace lab

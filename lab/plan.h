// Records the work of a lesson's host without doing it: allocations, inputs, launches, copies.
// Executors play the plan: the simulator and the CUDA bench. No step depends on data.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "lab/settings.h"
#include "simulator/texture.h"

namespace lab {

struct Buffer {  // a handle; the plan owns the memory
    int id = -1;
    Type type = Type::none;
    std::uint64_t count = 0;
};

// The formula of an input's values, from element index and seed: the same on the host and in a fill
// kernel.
struct Fill {
    enum class Kind : std::uint8_t { none, constant, iota, digits, uniform, boundary, given };
    Kind kind = Kind::none;
    // constant: a; iota: a + b i; digits: whole numbers from a to b; uniform: reals in [a, b)
    double a = 0, b = 1;
    Dim3 shape{0, 0, 0};  // boundary: a on the faces of this box and in hot spots, b elsewhere
    std::optional<std::uint64_t> seed{};  // instead of the request's seed
    // given: the bytes themselves, exactly as many as the buffer has
    std::shared_ptr<const std::vector<std::byte>> content{};
    static Fill zeros() { return {Kind::constant, 0, 0, {}}; }
    static Fill digits(double low, double high) { return {Kind::digits, low, high, {}}; }
    static Fill uniform(double low, double high) { return {Kind::uniform, low, high, {}}; }
    static Fill boundary(Dim3 shape, double faces, double inside) {
        return {Kind::boundary, faces, inside, shape};
    }
};

/// Value `index` of an input with this fill, from a counter-based generator: the same on every
/// machine. All arithmetic is in 64 bits modulo 2^64. The hash is the finaliser of SplitMix64
/// (Steele, Lea, Flood, OOPSLA 2014):
///     z = seed * 0xD1342543DE82EF95 + (index + 1) * 0x9E3779B97F4A7C15
///     z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9
///     z = (z ^ (z >> 27)) * 0x94D049BB133111EB;  z = z ^ (z >> 31)
///     digits:  a + (((z >> 32) * (b - a + 1)) >> 32)
///     uniform: a + (b - a) * (z >> 40) / 2^24, in double
/// `seed` comes from buffer_seed(). Stored values are rounded to the buffer's type.
double fill_value(const Fill&, std::uint64_t seed, std::uint64_t index);

/// The seed of one buffer, so that two inputs differ: request_seed + 0xA24BAED4963EE407 *
/// Buffer::id. A fill's own seed replaces the request's.
std::uint64_t buffer_seed(std::uint64_t request_seed, const Buffer&);
std::uint64_t buffer_seed(std::uint64_t request_seed, const struct Allocation&);

struct LaunchSize {
    Dim3 grid, block;
    std::uint32_t shared_bytes = 0;
    // Source text for the threads of a one-dimensional block: "64 * 32"; empty: the number itself.
    std::string threads_words{};
    // one-dimensional
    LaunchSize(std::int64_t blocks, std::int64_t threads, std::int64_t shared = 0);
    LaunchSize(Dim3 grid, Dim3 block, std::int64_t shared = 0);
};

struct Texture {  // an array that kernels read by coordinates
    Buffer texels;
    simulator::TextureForm form;
    bool operator==(const Texture& other) const {
        return texels.id == other.texels.id && form == other.form;
    }
};

struct Structure {  // a struct that a kernel gets by value
    std::vector<std::byte> bytes;
    // An address or a texture object of 8 bytes at an offset of the struct.
    struct Inside {
        std::uint32_t offset = 0;
        std::variant<Buffer, Texture> what;
    };
    std::vector<Inside> inside{};
};

using Argument = std::variant<Buffer, std::int32_t, std::uint32_t, std::int64_t, std::uint64_t,
                              float, double, Structure, Texture>;

// Which memory an allocation is, and how the two sides reach it.
enum class MemoryKind : std::uint8_t {
    device,   // cudaMalloc: only the device reaches it, and copies carry its values
    managed,  // cudaMallocManaged: a page of it moves to the side that touches it
    mapped,   // cudaMallocHost: it stays with the host, and kernels reach it over the bus
};

struct Allocation {
    Buffer buffer;
    std::string name;
    Fill fill;
    bool input = false;
    Dim3 shape{0, 0, 0};  // for pictures, x fastest; 0: one row
    // The variable of the kernels' source that this memory is, such as one in __constant__ memory;
    // empty: memory from cudaMalloc.
    std::string symbol{};
    MemoryKind kind = MemoryKind::device;
    // Managed memory, cudaMemAdviseSetReadMostly: a page that is read on both sides is on both.
    bool read_mostly = false;
};
// The stream of a step. Steps of one stream run in order. Steps of different streams may run at the
// same time, unless one waits for the other.
struct OnStream {
    int number = 0;
    std::vector<std::size_t> after{};  // earlier steps in other streams, which this step waits for
    bool operator==(const OnStream&) const = default;
};

// A function that the processor runs in place of a kernel. One 64-bit word for each argument: an
// address in this program's memory, a whole number, or the bits of a double.
using HostFunction = void (*)(const std::uint64_t* words);

// What times a plan. The kernels are the same by each clock.
enum class Clock : std::uint8_t {
    events,              // of the device, before and behind the work
    host_waits,          // of the host, which synchronises before the second reading
    host_does_not_wait,  // of the host, which does not: it sees the calls, not the kernels
};

// Elements [first, first + count) of a buffer that a launch reads or writes.
struct Touched {
    Buffer buffer;
    std::uint64_t first = 0, count = 0;
    bool writes = false;
    // For a buffer with points of the plan's field: its offset in the field, in points.
    std::optional<std::int64_t> further{};
};

struct Launch {
    std::string kernel;
    LaunchSize size;
    std::vector<Argument> arguments;
    bool timed = true;
    // a function of kernels/libraries: it launches its own kernels
    bool library = false;
    HostFunction here = nullptr;  // runs on the processor, not on a GPU
    OnStream on{};
    // Empty: the launch may read and write all buffers that it gets.
    std::vector<Touched> touches{};
};
/// The buffers and textures among a launch's arguments, also those inside structures. The texels of
/// a texture are not in buffers_of().
std::vector<Buffer> buffers_of(const Launch&);
std::vector<Texture> textures_of(const Launch&);
/// The arguments of a call, one word each; `address` gives the addresses of buffers.
std::vector<std::uint64_t> call_words(const Launch&,
                                      const std::function<std::uint64_t(const Buffer&)>& address);
struct Copy {
    Buffer to, from;
    bool timed = true;
    OnStream on{};
    std::uint64_t first = 0;  // the first copied element of `from`; it goes to the begin of `to`
    /// As many as both have room for.
    std::uint64_t elements() const {
        const std::uint64_t left = first < from.count ? from.count - first : 0;
        return to.count < left ? to.count : left;
    }
};
struct Clear {
    Buffer buffer;
    double value = 0;
    bool timed = true;
    OnStream on{};
};
// A copy of a buffer over the bus, or of `count` elements; count 0: all. Memory that both sides
// reach is moved or read in place of that.
struct Transfer {
    enum class Way : std::uint8_t { to_device, to_host };
    enum class Means : std::uint8_t {
        copy,      // cudaMemcpyAsync
        prefetch,  // cudaMemPrefetchAsync, for managed memory
        read,      // the host waits for the device, then reads its own copy or the same memory
    };
    Buffer buffer;
    Way way = Way::to_device;
    bool timed = true;
    std::uint64_t first = 0, count = 0;
    OnStream on{};
    Means means = Means::copy;
    std::uint64_t elements() const { return count ? count : buffer.count; }
    std::uint64_t bytes() const { return elements() * simulator::size_of(buffer.type); }
};
// A call that begins or ends the memory of a buffer. A buffer with such calls has memory only
// between them, and its contents are undefined after each allocation.
struct MemoryCall {
    enum class By : std::uint8_t {
        host,    // cudaMalloc, cudaFree: cudaFree waits for all earlier work of the device
        stream,  // cudaMallocAsync, cudaFreeAsync: they take their place in the stream
    };
    Buffer buffer;
    By by = By::host;
    bool frees = false;
    bool timed = true;
    OnStream on{};
    bool waits_for_device() const { return frees && by == By::host; }
};
using PlanStep = std::variant<Launch, Copy, Clear, Transfer, MemoryCall>;
inline const OnStream& on_stream(const PlanStep& step) {
    return std::visit([](const auto& any) -> const OnStream& { return any.on; }, step);
}
inline bool is_timed(const PlanStep& step) {
    return std::visit([](const auto& any) { return any.timed; }, step);
}

/// Writes the contents of an allocation before the first step: elements from `first` on, as the
/// type stores them, little-endian. `to` holds whole elements. Kind::none leaves it unchanged.
void fill_bytes(const Allocation&, std::uint64_t request_seed, std::uint64_t first,
                std::span<std::byte> to);

/// Stores a number as `type` does (rounded, wrapped), and reads it back.
void store_value(Type, double value, std::byte* to);
/// Whether `type` is a floating-point type: f32 or f64.
inline bool is_real(Type type) { return type == Type::f32 || type == Type::f64; }
double load_value(Type, const std::byte* from);

struct Field {
    Buffer buffer;
    Dim3 shape;
    std::string title;
};  // a buffer that is shown as a box of values

class Plan {
public:
    Buffer input(std::string name, Type, std::int64_t count, Fill);
    // contents are undefined until a kernel writes them
    Buffer buffer(std::string name, Type, std::int64_t count);
    Buffer zeros(std::string name, Type, std::int64_t count);
    /// A variable of the kernels' source that the host fills: `__constant__ unsigned symbol[...]`,
    /// with room for `count`. It is no argument of a launch. `name` is the host's.
    Buffer symbol(std::string name, std::string symbol, Type, std::int64_t count, Fill);
    template <class... Arguments>
    void launch(std::string kernel, LaunchSize size, Arguments... arguments) {
        record(Launch{std::move(kernel), size, {Argument{arguments}...}, timing_});
    }
    /// Calls `function` of kernels/libraries. Only a GPU can run it.
    template <class... Arguments>
    void call(std::string function, Arguments... arguments) {
        record(Launch{std::move(function), {1, 1}, {Argument{arguments}...}, timing_, true});
    }
    /// Calls a function of this program, which the processor runs. `name` is the displayed name.
    template <class... Arguments>
    void call_here(HostFunction function, std::string name, Arguments... arguments) {
        call(std::move(name), arguments...);
        std::get<Launch>(steps.back()).here = function;
    }
    /// Copies on the device: elements of `from`, from `first` on, to the begin of `to`.
    void copy(Buffer to, Buffer from, std::uint64_t first = 0);
    void clear(Buffer, double value = 0);
    /// Pictures draw the buffer's elements as rows of a matrix, or as planes. Nothing else changes:
    /// the plan finds the same recording.
    void shape(Buffer, Dim3);
    /// A copy to the device, which costs time and changes nothing: the buffer already holds its
    /// values. So it must stand before all steps that write the buffer.
    void upload(Buffer, std::uint64_t first = 0, std::uint64_t count = 0);
    void download(Buffer, std::uint64_t first = 0, std::uint64_t count = 0);
    /// The allocation is memory of this kind, in place of memory from cudaMalloc.
    void keep_in(Buffer, MemoryKind);
    /// Advice on managed memory: it is mostly read.
    void read_mostly(Buffer);
    /// Moves the pages of managed memory to a side before it touches them.
    void prefetch(Buffer, Transfer::Way);
    /// The host waits for the device, and reads the buffer: a byte of each of its pages. The host
    /// enqueues all steps by calls then: a graph can't wait for the host.
    void host_reads(Buffer);
    /// Begins and ends the memory of a buffer. A graph can record no call of the host, so the host
    /// enqueues all steps by calls then.
    void allocate(Buffer, MemoryCall::By);
    void free(Buffer, MemoryCall::By);
    /// Later steps go to this stream; without a call, to stream 0.
    void use_stream(int number) { stream_ = number; }
    /// The next recorded step waits for `step`. last_step() is the newest one.
    void wait_for(std::size_t step) { waits_.push_back(step); }
    std::size_t last_step() const { return steps.size() - 1; }
    /// The elements of its buffers that the latest launch touches, if not all. Does not change the
    /// run. For missing waits between streams, and for points of a field.
    void touches(std::vector<Touched> parts);
    /// Adds a buffer that is compared with the reference. The order of the calls counts.
    void result(Buffer);
    /// Adds a buffer that is shown as a slice after each launch that writes it.
    void field(Buffer, Dim3 shape, std::string title);
    /// Steps inside are timed and counted, earlier steps prepare. Without a call, all are timed.
    template <class Body>
    void timed(Body body) {
        begin_timed();
        body();
        timing_ = false;
    }

    std::vector<Allocation> allocations;
    std::vector<PlanStep> steps;
    std::vector<Buffer> results;
    std::vector<Field> fields;
    bool pageable = false;  // host memory of transfers; else it is page-locked
    bool by_calls = false;  // the host enqueues each step anew; else all are one CUDA graph
    // plan_of() sets it; a clock of the host times calls, not a graph
    Clock clock = Clock::events;
    // The pool of memory in stream order keeps all that is freed. Else it gives that back to the
    // device whenever the host waits for a stream, an event or the device.
    bool pool_keeps = false;
    // The host adds up the first result, after the clock has stopped: its sum is what is wanted.
    bool host_adds = false;

    /// Whether the plan uses streams, waits, pageable memory or separate calls. Then the begin and
    /// end of each step are recorded.
    bool in_streams() const;
    /// Whether steps begin and end this buffer's memory.
    bool allocated_by_steps(const Buffer&) const;
    /// Whether a step allocates memory in the order of a stream, from a pool.
    bool uses_pool() const;
    std::size_t timed_streams() const;  // streams with a timed step
    std::uint64_t bytes() const;        // of all allocations
    const Allocation& allocation(const Buffer& buffer) const {
        return allocations[static_cast<std::size_t>(buffer.id)];
    }
    std::uint64_t hash() const;  // of all that runs or is compared; finds a recording

private:
    void begin_timed();
    void record(PlanStep step);
    void call_memory(Buffer, MemoryCall::By, bool frees);
    bool timing_ = true, marked_ = false;
    int stream_ = 0;
    std::vector<std::size_t> waits_;
};

/// The timed launches in their order; valid as long as the plan lives.
std::vector<const Launch*> timed_launches(const Plan&);

/// Whether an untimed launch gets the buffer, and so prepares its contents.
bool prepared(const Plan&, const Buffer&);

}  // namespace lab

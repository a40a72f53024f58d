// What a lesson's host would do, recorded instead of done: allocations, inputs, launches, copies.
// Executors play it: the simulator, the CUDA bench, later a child process or a recording. No step
// depends on data.
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

struct Buffer {  // a handle; the plan owns what it stands for
    int id = -1;
    Type type = Type::none;
    std::uint64_t count = 0;
};

// How an input's values are made: a formula by element index and seed, the same on the host and in
// a fill kernel.
struct Fill {
    enum class Kind : std::uint8_t { none, constant, iota, digits, uniform, boundary, given };
    Kind kind = Kind::none;
    // constant: a; iota: a + b i; digits: whole numbers from a to b; uniform: reals in [a, b)
    double a = 0, b = 1;
    Dim3 shape{0, 0, 0};  // boundary: a on the faces of this box and in hot spots, b elsewhere
    std::optional<std::uint64_t> seed{};  // its own, whatever the request's
    // given: the bytes themselves, as many as the buffer has
    std::shared_ptr<const std::vector<std::byte>> content{};
    static Fill zeros() { return {Kind::constant, 0, 0, {}}; }
    static Fill digits(double low, double high) { return {Kind::digits, low, high, {}}; }
    static Fill uniform(double low, double high) { return {Kind::uniform, low, high, {}}; }
    static Fill boundary(Dim3 shape, double faces, double inside) {
        return {Kind::boundary, faces, inside, shape};
    }
};

/// Value `index` of an input filled so: a counter-based generator, the same everywhere; all
/// arithmetic in 64 bits modulo 2^64. The hash is the finaliser of SplitMix64 (Steele, Lea, Flood,
/// OOPSLA 2014):
///     z = seed * 0xD1342543DE82EF95 + (index + 1) * 0x9E3779B97F4A7C15
///     z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;  z = (z ^ (z >> 27)) * 0x94D049BB133111EB;  z = z
///     ^ (z >> 31) digits:  a + (((z >> 32) * (b - a + 1)) >> 32) uniform: a + (b - a) * (z >> 40)
///     / 2^24, in double
/// `seed` is buffer_seed() of the request's. Stored values are rounded to the buffer's type.
double fill_value(const Fill&, std::uint64_t seed, std::uint64_t index);

/// Seed of one buffer of a plan, so that two inputs differ: request_seed + 0xA24BAED4963EE407 *
/// Buffer::id; its fill's own where that has one.
std::uint64_t buffer_seed(std::uint64_t request_seed, const Buffer&);
std::uint64_t buffer_seed(std::uint64_t request_seed, const struct Allocation&);

struct LaunchSize {
    Dim3 grid, block;
    std::uint32_t shared_bytes = 0;
    // How the host's program writes the threads of a flat block: "64 * 32"; empty: their number.
    std::string threads_words{};
    // one-dimensional
    LaunchSize(std::int64_t blocks, std::int64_t threads, std::int64_t shared = 0);
    LaunchSize(Dim3 grid, Dim3 block, std::int64_t shared = 0);
};

struct Texture {  // an array that is read by coordinates
    Buffer texels;
    simulator::TextureForm form;
    bool operator==(const Texture& other) const {
        return texels.id == other.texels.id && form == other.form;
    }
};

struct Structure {  // passed by value
    std::vector<std::byte> bytes;
    // What stands in it at an offset, as an address or a texture object of 8 bytes.
    struct Inside {
        std::uint32_t offset = 0;
        std::variant<Buffer, Texture> what;
    };
    std::vector<Inside> inside{};
};

using Argument = std::variant<Buffer, std::int32_t, std::uint32_t, std::int64_t, std::uint64_t,
                              float, double, Structure, Texture>;

struct Allocation {
    Buffer buffer;
    std::string name;
    Fill fill;
    bool input = false;
    Dim3 shape{0, 0, 0};  // how pictures draw its elements, x fastest; 0: as one row
    // Name of the kernels' own variable that it stands for, such as one in constant memory; empty:
    // memory that a call gives.
    std::string symbol{};
};
// Which stream of the device a step is given to. Steps of one stream run in their order; those of
// different streams may run at once, but for what is waited for.
struct OnStream {
    int number = 0;
    std::vector<std::size_t> after{};  // steps before, of other streams
    bool operator==(const OnStream&) const = default;
};

// What the processor does in place of a kernel: addresses in this program's memory, whole numbers,
// and reals as the bits of a double, a word each.
using HostFunction = void (*)(const std::uint64_t* words);

// Elements [first, first + count) of a buffer that a launch reads, or writes.
struct Touched {
    Buffer buffer;
    std::uint64_t first = 0, count = 0;
    bool writes = false;
    // Of a buffer that holds points of the plan's field: how many further on they stand in it.
    std::optional<std::int64_t> further{};
};

struct Launch {
    std::string kernel;
    LaunchSize size;
    std::vector<Argument> arguments;
    bool timed = true;
    // A function of kernels/libraries in place of a kernel: it launches what it likes.
    bool library = false;
    HostFunction here = nullptr;  // of a call that the processor runs, and no GPU
    OnStream on{};
    // Without any it may read and write all that it is given.
    std::vector<Touched> touches{};
};
/// The buffers that a launch is given, and the textures, those in structures among them. What a
/// texture reads is no buffer of the launch.
std::vector<Buffer> buffers_of(const Launch&);
std::vector<Texture> textures_of(const Launch&);
/// The arguments of a call as words, its buffers at the addresses that `address` gives.
std::vector<std::uint64_t> call_words(const Launch&,
                                      const std::function<std::uint64_t(const Buffer&)>& address);
struct Copy {
    Buffer to, from;
    bool timed = true;
    OnStream on{};
};
struct Clear {
    Buffer buffer;
    double value = 0;
    bool timed = true;
    OnStream on{};
};
// A buffer over the bus, or `count` elements of it; count 0: all.
struct Transfer {
    enum class Way : std::uint8_t { to_device, to_host };
    Buffer buffer;
    Way way = Way::to_device;
    bool timed = true;
    std::uint64_t first = 0, count = 0;
    OnStream on{};
    std::uint64_t elements() const { return count ? count : buffer.count; }
    std::uint64_t bytes() const { return elements() * simulator::size_of(buffer.type); }
};
using PlanStep = std::variant<Launch, Copy, Clear, Transfer>;
inline const OnStream& on_stream(const PlanStep& step) {
    return std::visit([](const auto& any) -> const OnStream& { return any.on; }, step);
}
inline bool is_timed(const PlanStep& step) {
    return std::visit([](const auto& any) { return any.timed; }, step);
}

/// Contents of an allocation before the first step, elements [first, first + room) as its type
/// stores them, little-endian. `to` holds whole elements. Kind::none leaves it alone.
void fill_bytes(const Allocation&, std::uint64_t request_seed, std::uint64_t first,
                std::span<std::byte> to);

/// A number as `type` stores it (rounded, wrapped), and back.
void store_value(Type, double value, std::byte* to);
/// Whether numbers of this type are given as real ones: f32, f64.
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
    // contents undefined until a kernel writes it
    Buffer buffer(std::string name, Type, std::int64_t count);
    Buffer zeros(std::string name, Type, std::int64_t count);
    /// A variable of the kernels' source that the host fills before they run: `__constant__
    /// unsigned symbol[...]`, with room for as many. No launch is given it; `name` is the host's.
    Buffer symbol(std::string name, std::string symbol, Type, std::int64_t count, Fill);
    template <class... Arguments>
    void launch(std::string kernel, LaunchSize size, Arguments... arguments) {
        record(Launch{std::move(kernel), size, {Argument{arguments}...}, timing_});
    }
    /// A call of a library: `function` of kernels/libraries, which only a GPU can run.
    template <class... Arguments>
    void call(std::string function, Arguments... arguments) {
        record(Launch{std::move(function), {1, 1}, {Argument{arguments}...}, timing_, true});
    }
    /// The same of a function of this program, which the processor runs; `name` is what it is
    /// called.
    template <class... Arguments>
    void call_here(HostFunction function, std::string name, Arguments... arguments) {
        call(std::move(name), arguments...);
        std::get<Launch>(steps.back()).here = function;
    }
    void copy(Buffer to, Buffer from);
    void clear(Buffer, double value = 0);
    /// Its elements are rows of a matrix, or planes: pictures draw them so. Changes nothing that
    /// runs, so a recording is found as before.
    void shape(Buffer, Dim3);
    /// What the host would copy, and nothing but time: an upload brings what the buffer holds
    /// before the first step, so it stands before any step that writes the buffer.
    void upload(Buffer, std::uint64_t first = 0, std::uint64_t count = 0);
    void download(Buffer, std::uint64_t first = 0, std::uint64_t count = 0);
    /// Steps recorded from here on are given to this stream; without a call to stream 0.
    void use_stream(int number) { stream_ = number; }
    /// The next step that is recorded waits for this one; last_step() is the one before it.
    void wait_for(std::size_t step) { waits_.push_back(step); }
    std::size_t last_step() const { return steps.size() - 1; }
    /// What the launch before it touches of its buffers, where that is not all of them. Changes
    /// nothing that runs: by it missing waits between streams are found, and points of a field.
    void touches(std::vector<Touched> parts);
    /// What is compared with the reference, in this order.
    void result(Buffer);
    /// Shown as a slice after each launch that writes it.
    void field(Buffer, Dim3 shape, std::string title);
    /// Steps recorded inside are timed and counted; those before prepare. Without a call all are.
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
    bool pageable = false;  // the host's end of transfers; else it is page-locked
    bool by_calls = false;  // the host enqueues each step anew; else all are one graph

    /// Whether the order of its steps is more than one after the other, or the host's own affair:
    /// then when each began and ended is kept.
    bool in_streams() const;
    std::uint64_t bytes() const;  // of all allocations
    std::uint64_t hash() const;   // of everything above: finds a recording

private:
    void begin_timed();
    void record(PlanStep step);
    bool timing_ = true, marked_ = false;
    int stream_ = 0;
    std::vector<std::size_t> waits_;
};

/// Those that the time covers, in their order, as long as the plan lives.
std::vector<const Launch*> timed_launches(const Plan&);

/// Whether a launch that is not timed is given the buffer: it prepares what stands there.
bool prepared(const Plan&, const Buffer&);

}  // namespace lab

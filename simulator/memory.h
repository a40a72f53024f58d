// Global memory of a simulated device: buffers with names, every address checked.
// Copies share their buffers until one of them is written to, so that checkpoints are cheap.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "simulator/fault.h"
#include "simulator/texture.h"
#include "simulator/types.h"

namespace simulator {

struct Buffer {
    std::string name;
    Type type = Type::none;  // of its elements
    Address base = 0;  // aligned to 256; buffers stand apart, so that running over an end is seen
    std::uint64_t bytes = 0;
    bool freed = false;
    bool written = false;         // given by the host: reading it is never "uninitialised"
    Space space = Space::global;  // constant: kernels may not write to it
    bool never_set = false;       // a variable without values of its own that no host has set
    bool heap = false;            // by malloc of a kernel
};

// Where the bytes of a part of the address space are. Valid until the memory is copied, or a buffer
// allocated, released or asked for in place.
struct Region {
    Address base = 1, end = 0;  // empty
    std::byte* host = nullptr;  // of `base`
};

/// What malloc of kernels has to give (cudaLimitMallocHeapSize, as CUDA has it at first).
constexpr std::uint64_t heap_size = 8u << 20;

// The bytes of a buffer, all zero until something is written. Of large ones the system gives a page
// when it is first touched: an array of gigabytes is there at once, and costs what is used of it.
class Bytes {
public:
    /// Throws std::bad_alloc.
    explicit Bytes(std::uint64_t size);
    Bytes(const Bytes&);
    Bytes& operator=(const Bytes&) = delete;
    std::byte* data() { return bytes_.get(); }
    const std::byte* data() const { return bytes_.get(); }
    std::uint64_t size() const { return size_; }

private:
    struct Free {
        void operator()(std::byte* bytes) const { std::free(bytes); }
    };
    std::unique_ptr<std::byte[], Free> bytes_;
    std::uint64_t size_ = 0;
};

class Memory {
public:
    /// Room for `count` values of `type`, zeroed or (where `defined` is false) counted as never
    /// written.
    Address allocate(std::string name, Type type, std::uint64_t count, bool defined = true,
                     Space space = Space::global);
    /// Frees the buffer at `base`; false where none begins there or it is freed already.
    bool release(Address base);
    /// As malloc of a kernel does: 0 where the heap has no room for so many bytes.
    Address take_from_heap(std::uint64_t bytes);
    enum class Freed : std::uint8_t { now, before, foreign };
    /// As free of a kernel does, of an address that malloc gave.
    Freed give_to_heap(Address base);
    /// Copies in or out; false, and nothing done, where the bytes are not all in one live buffer.
    bool write(Address, std::span<const std::byte>);
    bool read(Address, std::span<std::byte>) const;
    /// The bytes of a buffer, for filling and reading in place.
    std::span<std::byte> bytes(Address base);
    std::span<const std::byte> bytes(Address base) const;

    /// The buffer that contains `address`, or nullptr. `near` finds the closest one below or above
    /// instead.
    void mark_never_set(Address address, bool never) {
        buffers_[index_of(address)].never_set = never;
    }
    const Buffer* find(Address address) const;
    const Buffer* nearest(Address address) const;
    const std::vector<Buffer>& buffers() const { return buffers_; }

    /// A texture of the array at `base`, which has all of its texels; what kernels know it by.
    std::uint64_t make_texture(const TextureForm&, Address base);
    /// The texture of a value that make_texture gave, or nullptr.
    const Texture* texture(std::uint64_t object) const;

    /// Where `bytes` bytes at `address` are on the host, or nullptr where they are not all in one
    /// live buffer.
    std::byte* host(Address address, std::uint64_t bytes);
    const std::byte* host(Address address, std::uint64_t bytes) const;

    /// The live buffer at `address`, to read from; an empty region where there is none.
    Region readable(Address address) const;
    /// The same to write to: `moved` says that it got a place of its own, so that regions known
    /// before are stale.
    Region writable(Address address, bool& moved);
    /// Changes with any byte of any buffer.
    std::uint64_t hash() const;

private:
    using Storage = std::shared_ptr<Bytes>;
    int index_of(Address address) const;  // of the buffer that contains it, -1 where none does
    Bytes& own(int index);                // makes the bytes of a buffer this memory's alone

    std::vector<Buffer> buffers_;  // in order of base
    std::vector<Storage> storage_;
    std::vector<Texture> textures_;
    std::uint64_t heap_used_ = 0;
    std::size_t heap_freed_ = 0;  // buffers
};

}  // namespace simulator

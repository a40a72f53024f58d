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
    Address base = 0;        // aligned to 256; gaps between buffers make overruns visible
    std::uint64_t bytes = 0;
    bool freed = false;
    bool written = false;         // by the host: reads are never "uninitialised"
    Space space = Space::global;  // constant: kernels may not write to it
    bool never_set = false;       // a variable without an initial value that no host call has set
    bool heap = false;            // from a kernel's malloc
    std::uint32_t lives = 0;      // how often it was given memory again after a free
};

// The host bytes of a part of the address space. Valid until the memory is copied, or a buffer is
// allocated, released or written in place.
struct Region {
    Address base = 1, end = 0;  // empty
    std::byte* host = nullptr;  // the byte at `base`
};

/// Size of the kernels' malloc heap, in bytes: the default of cudaLimitMallocHeapSize.
constexpr std::uint64_t heap_size = 8u << 20;

// The bytes of a buffer, zero at first. The system gives a page of a large buffer at its first
// touch: an array of gigabytes is allocated at once, and costs only the pages that are used.
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
    /// Allocates `count` values of `type`: zeroed, or (`defined` false) counted as never written.
    Address allocate(std::string name, Type type, std::uint64_t count, bool defined = true,
                     Space space = Space::global);
    /// Frees the buffer at `base`; false if no live buffer begins there.
    bool release(Address base);
    /// Gives the buffer at `base` memory again after release(): zeros that count as never written.
    bool revive(Address base);
    /// A kernel's malloc: 0 if the heap has no room for so many bytes.
    Address take_from_heap(std::uint64_t bytes);
    enum class Freed : std::uint8_t { now, before, foreign };
    /// A kernel's free, of an address that malloc returned.
    Freed give_to_heap(Address base);
    /// Copies in or out; false, and nothing copied, if the bytes are not all in one live buffer.
    bool write(Address, std::span<const std::byte>);
    bool read(Address, std::span<std::byte>) const;
    /// The bytes of a buffer, to be filled or read in place.
    std::span<std::byte> bytes(Address base);
    std::span<const std::byte> bytes(Address base) const;

    /// Sets Buffer::never_set of the buffer at `address`.
    void mark_never_set(Address address, bool never) {
        buffers_[index_of(address)].never_set = never;
    }
    /// The buffer that contains `address`, or nullptr. nearest(): else the closest one.
    const Buffer* find(Address address) const;
    const Buffer* nearest(Address address) const;
    const std::vector<Buffer>& buffers() const { return buffers_; }

    /// Makes a texture of the array at `base`, which holds all its texels; returns the handle for
    /// kernels.
    std::uint64_t make_texture(const TextureForm&, Address base);
    /// The texture of a handle from make_texture, or nullptr.
    const Texture* texture(std::uint64_t object) const;

    /// The host address of `bytes` bytes at `address`, or nullptr if they are not all in one live
    /// buffer.
    std::byte* host(Address address, std::uint64_t bytes);
    const std::byte* host(Address address, std::uint64_t bytes) const;

    /// The live buffer at `address`, for reads; an empty region if there is none.
    Region readable(Address address) const;
    /// The same for writes. `moved`: the buffer got storage of its own, so earlier regions are
    /// stale.
    Region writable(Address address, bool& moved);
    /// Changes with any byte of any buffer.
    std::uint64_t hash() const;

private:
    using Storage = std::shared_ptr<Bytes>;
    int index_of(Address address) const;  // of the buffer that contains it; -1: none
    Bytes& own(int index);                // makes this memory the only owner of a buffer's bytes

    std::vector<Buffer> buffers_;  // in order of base
    std::vector<Storage> storage_;
    std::vector<Texture> textures_;
    std::uint64_t heap_used_ = 0;
    std::size_t heap_freed_ = 0;  // buffers
};

}  // namespace simulator

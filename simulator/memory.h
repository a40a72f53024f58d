// Global memory of a simulated device: buffers with names, every address checked.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "simulator/fault.h"
#include "simulator/types.h"

namespace simulator {

struct Buffer {
    std::string name;
    Type type = Type::none;         // of its elements
    Address base = 0;               // aligned to 256; buffers stand apart, so that running over an end is seen
    std::uint64_t bytes = 0;
    bool freed = false;
    bool written = false;           // wholly given by the host: reading it is never "uninitialised"
};

class Memory {
public:
    /// Room for `count` values of `type`, zeroed or (where `defined` is false) counted as never written.
    Address allocate(std::string name, Type type, std::uint64_t count, bool defined = true);
    void release(Address);
    void write(Address, std::span<const std::byte>);
    void read(Address, std::span<std::byte>) const;
    /// The bytes of a buffer, for filling and reading in place.
    std::span<std::byte> bytes(Address base);
    std::span<const std::byte> bytes(Address base) const;

    /// The buffer that contains `address`, or nullptr. `near` finds the closest one below or above instead.
    const Buffer* find(Address address) const;
    const Buffer* nearest(Address address) const;
    const std::vector<Buffer>& buffers() const { return buffers_; }

    /// Where `bytes` bytes at `address` are on the host, or nullptr where they are not all in one live buffer.
    std::byte* host(Address address, std::uint64_t bytes);
    const std::byte* host(Address address, std::uint64_t bytes) const;

private:
    std::vector<Buffer> buffers_;            // in order of base
    std::vector<std::vector<std::byte>> storage_;
};

}  // namespace simulator

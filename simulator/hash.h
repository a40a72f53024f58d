// A running hash of bytes and numbers: the fingerprints of machines and memories. Not for security.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>

namespace simulator {

class Hash {
public:
    void add(std::uint64_t word) {
        state_ = (state_ ^ word) * 0x9e3779b97f4a7c15u;
        state_ ^= state_ >> 29;
    }
    void add(std::span<const std::byte> bytes) {
        add(std::uint64_t{bytes.size()});
        std::size_t at = 0;
        for (; at + 8 <= bytes.size(); at += 8) add(word(bytes.data() + at, 8));
        if (at < bytes.size()) add(word(bytes.data() + at, bytes.size() - at));
    }
    std::uint64_t value() const { return state_; }

private:
    static std::uint64_t word(const std::byte* from, std::size_t bytes) {
        std::uint64_t bits = 0;
        std::memcpy(&bits, from, bytes);
        return bits;
    }
    std::uint64_t state_ = 0xcbf29ce484222325u;
};

}  // namespace simulator

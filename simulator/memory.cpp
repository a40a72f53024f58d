// Buffers of a simulated device. Called by the host's side (lab), and by the engine for regions
// that are not cached.
#include "simulator/memory.h"

#include <algorithm>
#include <cstring>
#include <new>
#include <utility>

#include "simulator/hash.h"

namespace simulator {
namespace {

constexpr Address first_base = 0x7f0000000000;
constexpr std::uint64_t alignment = 256;
constexpr std::uint64_t gap = 4096;  // unused bytes between buffers, at least

Address after(const Buffer& buffer) {
    return (buffer.base + buffer.bytes + gap + alignment - 1) / alignment * alignment;
}

bool inside(const Buffer& buffer, Address address, std::uint64_t bytes) {
    const Address offset = address - buffer.base;
    return offset <= buffer.bytes && bytes <= buffer.bytes - offset;
}

}  // namespace

// More bytes than 32-bit addresses reach can't be allocated.
Bytes::Bytes(std::uint64_t size) : size_(size) {
    if (std::in_range<std::size_t>(size))
        bytes_.reset(static_cast<std::byte*>(
            std::calloc(static_cast<std::size_t>(std::max<std::uint64_t>(size, 1)), 1)));
    if (!bytes_) throw std::bad_alloc();
}

Bytes::Bytes(const Bytes& other) : Bytes(other.size_) { std::memcpy(data(), other.data(), size_); }

Address Memory::allocate(std::string name, Type type, std::uint64_t count, bool defined,
                         Space space) {
    Buffer buffer;
    buffer.name = std::move(name);
    buffer.type = type;
    buffer.base = buffers_.empty() ? first_base : after(buffers_.back());
    buffer.bytes = count * size_of(type);
    buffer.written = defined;
    buffer.space = space;
    storage_.push_back(std::make_shared<Bytes>(buffer.bytes));
    buffers_.push_back(std::move(buffer));
    return buffers_.back().base;
}

bool Memory::release(Address base) {
    const int index = index_of(base);
    if (index < 0 || buffers_[index].base != base || buffers_[index].freed) return false;
    buffers_[index].freed = true;
    storage_[index] = std::make_shared<Bytes>(0);
    return true;
}

bool Memory::revive(Address base) {
    const int index = index_of(base);
    if (index < 0 || buffers_[index].base != base || !buffers_[index].freed) return false;
    buffers_[index].freed = buffers_[index].written = false;
    ++buffers_[index].lives;
    storage_[index] = std::make_shared<Bytes>(buffers_[index].bytes);
    return true;
}

namespace {

constexpr std::uint64_t heap_piece = 16;           // bytes: malloc's alignment
constexpr std::size_t most_remembered = 1u << 16;  // freed heap pieces, to name them in faults

std::uint64_t taken(std::uint64_t bytes) {
    return std::max<std::uint64_t>((bytes + heap_piece - 1) / heap_piece, 1) * heap_piece;
}

}  // namespace

Address Memory::take_from_heap(std::uint64_t bytes) {
    if (bytes > heap_size || taken(bytes) > heap_size - heap_used_) return 0;
    heap_used_ += taken(bytes);
    const Address base = allocate("heap", Type::b8, bytes, false);
    buffers_.back().heap = true;
    return base;
}

// A freed piece stays known, so that later uses are reported; beyond the limit, the oldest are
// forgotten.
Memory::Freed Memory::give_to_heap(Address base) {
    const int index = index_of(base);
    if (index < 0 || buffers_[index].base != base || !buffers_[index].heap) return Freed::foreign;
    if (!release(base)) return Freed::before;
    heap_used_ -= taken(buffers_[index].bytes);
    if (++heap_freed_ <= most_remembered) return Freed::now;
    std::size_t kept = 0, left = most_remembered / 2;
    for (std::size_t i = 0; i < buffers_.size(); ++i) {
        if (buffers_[i].heap && buffers_[i].freed && left > 0) {
            --left;
            continue;
        }
        buffers_[kept] = std::move(buffers_[i]);
        storage_[kept++] = std::move(storage_[i]);
    }
    heap_freed_ -= buffers_.size() - kept;
    buffers_.resize(kept);
    storage_.resize(kept);
    return Freed::now;
}

bool Memory::write(Address address, std::span<const std::byte> source) {
    std::byte* target = host(address, source.size());
    if (!target) return false;
    if (!source.empty()) std::memcpy(target, source.data(), source.size());
    buffers_[index_of(address)].written = true;
    return true;
}

bool Memory::read(Address address, std::span<std::byte> target) const {
    const std::byte* source = host(address, target.size());
    if (!source) return false;
    if (!target.empty()) std::memcpy(target.data(), source, target.size());
    return true;
}

std::span<std::byte> Memory::bytes(Address base) {
    const int index = index_of(base);
    if (index < 0) return {};
    buffers_[index].written = true;
    Bytes& bytes = own(index);
    return {bytes.data(), static_cast<std::size_t>(bytes.size())};
}

std::span<const std::byte> Memory::bytes(Address base) const {
    const int index = index_of(base);
    if (index < 0) return {};
    const Bytes& bytes = *storage_[index];
    return {bytes.data(), static_cast<std::size_t>(bytes.size())};
}

int Memory::index_of(Address address) const {
    const auto above = std::ranges::upper_bound(buffers_, address, {}, &Buffer::base);
    if (above == buffers_.begin()) return -1;
    const Buffer& below = *std::prev(above);
    const bool empty_here = below.bytes == 0 && below.base == address;
    return address < below.base + below.bytes || empty_here
               ? static_cast<int>(&below - buffers_.data())
               : -1;
}

const Buffer* Memory::find(Address address) const {
    const int index = index_of(address);
    return index < 0 ? nullptr : &buffers_[index];
}

const Buffer* Memory::nearest(Address address) const {
    if (buffers_.empty()) return nullptr;
    const auto distance = [&](const Buffer& buffer) {
        const Address end = buffer.base + buffer.bytes;
        if (address < buffer.base) return buffer.base - address;
        return address < end ? 0 : address - end + 1;
    };
    return &*std::ranges::min_element(buffers_, {}, distance);
}

Bytes& Memory::own(int index) {
    Storage& storage = storage_[index];
    if (storage.use_count() > 1) storage = std::make_shared<Bytes>(*storage);
    return *storage;
}

std::byte* Memory::host(Address address, std::uint64_t bytes) {
    const int index = index_of(address);
    if (index < 0 || buffers_[index].freed || !inside(buffers_[index], address, bytes)) {
        return nullptr;
    }
    return own(index).data() + (address - buffers_[index].base);
}

const std::byte* Memory::host(Address address, std::uint64_t bytes) const {
    const int index = index_of(address);
    if (index < 0 || buffers_[index].freed || !inside(buffers_[index], address, bytes)) {
        return nullptr;
    }
    return storage_[index]->data() + (address - buffers_[index].base);
}

Region Memory::readable(Address address) const {
    const int index = index_of(address);
    if (index < 0 || buffers_[index].freed) return {};
    const Buffer& buffer = buffers_[index];
    return {buffer.base, buffer.base + buffer.bytes, storage_[index]->data()};
}

Region Memory::writable(Address address, bool& moved) {
    const int index = index_of(address);
    if (index < 0 || buffers_[index].freed) return {};
    const std::byte* before = storage_[index]->data();
    std::byte* host = own(index).data();
    moved = host != before;
    return {buffers_[index].base, buffers_[index].base + buffers_[index].bytes, host};
}

// Far from any address, so that textures and addresses are not confused.
constexpr std::uint64_t first_texture = 0x7e00000000000001;

std::uint64_t Memory::make_texture(const TextureForm& form, Address base) {
    textures_.push_back({form, base});
    return first_texture + textures_.size() - 1;
}

const Texture* Memory::texture(std::uint64_t object) const {
    const std::uint64_t index = object - first_texture;
    return index < textures_.size() ? &textures_[index] : nullptr;
}

std::uint64_t Memory::hash() const {
    Hash hash;
    for (std::size_t i = 0; i < buffers_.size(); ++i) {
        hash.add(buffers_[i].base);
        hash.add(buffers_[i].freed);
        hash.add(std::span<const std::byte>(storage_[i]->data(), storage_[i]->size()));
    }
    return hash.value();
}

}  // namespace simulator

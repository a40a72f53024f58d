// Names the arrays that a run accesses (see array_table.h).
#include "simulator/watch/array_table.h"

#include <algorithm>
#include <bit>
#include <cctype>

namespace simulator {
namespace {

// Types without information about a shared array's elements: nvcc declares all as bytes.
bool open_type(Type type) { return type == Type::b8 || type == Type::none; }
bool typed(Type type) { return name_of(type)[0] != 'b'; }

// Constant memory arrays are declared as bytes too, and a host may fill words byte by byte. Memory
// from a kernel's malloc has no type.
bool open_bytes(const Buffer& buffer) {
    return (buffer.space == Space::constant || buffer.heap) && size_of(buffer.type) <= 1;
}

}  // namespace

std::string source_name(std::string_view symbol) {
    if (!symbol.starts_with("_Z")) return std::string(symbol);
    for (std::size_t at = symbol.find('E'); at != symbol.npos; at = symbol.find('E', at + 1)) {
        std::size_t i = at + 1, length = 0;
        while (i < symbol.size() && std::isdigit(static_cast<unsigned char>(symbol[i])))
            length = length * 10 + (symbol[i++] - '0');
        if (length == 0 || i + length > symbol.size()) continue;
        const std::string_view rest = symbol.substr(i + length);
        if (rest.empty() || rest[0] == '_') return std::string(symbol.substr(i, length));
    }
    return std::string(symbol);
}

int ArrayTable::add(Array array, int width) {
    typed_.push_back(typed(array.type));
    arrays.push_back(std::move(array));
    shifts_.push_back(width ? std::bit_width(static_cast<unsigned>(width)) - 1 : -1);
    return static_cast<int>(arrays.size()) - 1;
}

void ArrayTable::launch_begins(const Program& program, int launch) {
    shared_.clear();
    local_ = -1;
    met_ = {};
    const auto number = static_cast<std::uint16_t>(launch);
    for (std::size_t i = 0; i < program.shared.size(); ++i) {
        const ptx::Variable& variable = program.shared[i];
        const bool open = open_type(variable.type);
        const Address first = program.shared_offsets[i], last = first + variable.bytes();
        const int array = add({source_name(variable.name), Space::shared, variable.type, first,
                               open ? variable.bytes() : variable.count, number},
                              open ? 0 : size_of(variable.type));
        shared_.push_back({Space::shared, first, last, array, shifts_[array]});
    }
    if (program.dynamic_shared.empty()) return;
    const Address first = program.dynamic_first;
    const int array =
        add({source_name(program.dynamic_shared), Space::shared, Type::b8, first, 0, number}, 0);
    shared_.push_back({Space::shared, first, ~Address{0}, array, -1});
}

int ArrayTable::buffer(const Buffer& buffer) {
    const auto [at, fresh] = buffers_.try_emplace({buffer.name, buffer.base}, -1);
    if (!fresh) return at->second;
    const int width = std::max(size_of(buffer.type), 1);
    return at->second =
               add({buffer.name, buffer.space, buffer.type, buffer.base, buffer.bytes / width, 0},
                   open_bytes(buffer) ? 0 : width);
}

int ArrayTable::local(int launch, Type type) {
    if (local_ < 0)
        local_ = add({"local memory", Space::local, type, 0, 0, static_cast<std::uint16_t>(launch)},
                     size_of(type));
    return local_;
}

void ArrayTable::give_type(Extent& window, const Moment& moment, Type type) {
    Array& array = arrays[window.array];
    const int width = std::max(size_of(type), 1);
    if (window.shift < 0) {
        window.shift = shifts_[window.array] = std::bit_width(static_cast<unsigned>(width)) - 1;
        if (window.space == Space::shared)
            window.last = std::min<Address>(
                window.last, moment.program.shared_bytes + moment.scene.dynamic_shared);
        array.type = type;
        typed_[window.array] = typed(type);
        array.elements = (window.last - window.first) >> window.shift;
    } else if (!typed_[window.array] && typed(type) && width == 1 << window.shift) {
        array.type = type;
        typed_[window.array] = true;
    }
}

Extent ArrayTable::extent(const Moment& moment, Space space, Address offset, Type type) {
    if (space == Space::global || space == Space::constant) {
        const Buffer* found = moment.scene.memory.find(offset);
        if (!found) return {};
        const int array = buffer(*found);
        Extent window{space, found->base, found->base + found->bytes, array, shifts_[array]};
        const bool untyped = window.shift < 0;  // accessed through any pointer
        if (untyped || space == Space::constant) give_type(window, moment, type);
        return window;
    }
    if (space == Space::local) {
        const int array = local(moment.launch, type);
        return {space, 0, ~Address{0}, array, shifts_[array]};
    }
    for (Extent& window : shared_) {
        if (!window.contains(space, offset)) continue;
        give_type(window, moment, type);
        return window;
    }
    return {};
}

Cell ArrayTable::find(const Moment& moment, Space space, Address offset, Type type) {
    if (!met_.contains(space, offset) || !typed_[met_.array])
        met_ = extent(moment, space, offset, type);
    if (met_.array < 0) return {-1, static_cast<std::int64_t>(offset)};
    return {met_.array, static_cast<std::int64_t>((offset - met_.first) >> met_.shift)};
}

}  // namespace simulator

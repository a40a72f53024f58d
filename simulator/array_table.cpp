// Names of the arrays that a run touches (see array_table.h).
#include "simulator/array_table.h"

#include <algorithm>
#include <cctype>

namespace simulator {
namespace {

// Types that say nothing of a shared array's elements: nvcc declares all of them as bytes.
bool open_type(Type type) { return type == Type::b8 || type == Type::none; }
bool typed(Type type) { return name_of(type)[0] != 'b'; }

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
    arrays.push_back(std::move(array));
    widths_.push_back(width);
    return static_cast<int>(arrays.size()) - 1;
}

void ArrayTable::launch_begins(const Program& program, int launch) {
    shared_.clear();
    local_ = -1;
    first_ = 1, last_ = 0;
    for (std::size_t i = 0; i < program.shared.size(); ++i) {
        const ptx::Variable& variable = program.shared[i];
        Array array{source_name(variable.name),
                    Space::shared,
                    variable.type,
                    program.shared_offsets[i],
                    0,
                    static_cast<std::uint16_t>(launch)};
        const Address first = program.shared_offsets[i], last = first + variable.bytes();
        if (open_type(variable.type))
            array.elements = variable.bytes();
        else
            array.elements = variable.count;
        shared_.push_back(
            {first, last,
             add(std::move(array), open_type(variable.type) ? 0 : size_of(variable.type))});
    }
    if (program.dynamic_shared.empty()) return;
    const Address first = (program.shared_bytes + 15) / 16 * 16;
    Array array{source_name(program.dynamic_shared), Space::shared, Type::b8, first, 0,
                static_cast<std::uint16_t>(launch)};
    shared_.push_back({first, ~Address{0}, add(std::move(array), 0)});
}

int ArrayTable::buffer(const Buffer& buffer) {
    const auto [at, fresh] = buffers_.try_emplace({buffer.name, buffer.base}, -1);
    if (!fresh) return at->second;
    const int width = std::max(size_of(buffer.type), 1);
    return at->second =
               add({buffer.name, Space::global, buffer.type, buffer.base, buffer.bytes / width, 0},
                   width);
}

int ArrayTable::local(int launch, Type type) {
    if (local_ < 0)
        local_ = add({"local memory", Space::local, type, 0, 0, static_cast<std::uint16_t>(launch)},
                     size_of(type));
    return local_;
}

Cell ArrayTable::in(int array, Address base, Address offset) const {
    return {array, static_cast<std::int64_t>((offset - base) / widths_[array])};
}

Cell ArrayTable::find(const Moment& moment, Space space, Address offset, Type type) {
    if (space == Space::global) {
        if (offset < first_ || offset >= last_) {
            const Buffer* found = moment.scene.memory.find(offset);
            if (!found) return {-1, static_cast<std::int64_t>(offset)};
            first_ = found->base, last_ = found->base + found->bytes, last_array_ = buffer(*found);
        }
        return in(last_array_, first_, offset);
    }
    if (space == Space::local) return in(local(moment.launch, type), 0, offset);
    for (const Window& window : shared_) {
        if (space != Space::shared || offset < window.first || offset >= window.last) continue;
        Array& array = arrays[window.array];
        int& width = widths_[window.array];
        if (width == 0) {
            width = std::max(size_of(type), 1);
            array.type = type;
            const Address end =
                window.last == ~Address{0} ? moment.scene.shared_bytes : window.last;
            array.elements = (end - window.first) / width;
        } else if (!typed(array.type) && typed(type) && size_of(type) == width) {
            array.type = type;
        }
        return in(window.array, window.first, offset);
    }
    return {-1, static_cast<std::int64_t>(offset)};
}

}  // namespace simulator

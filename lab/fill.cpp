// Inputs from a counter-based generator: each element alone, in any order, the same on every
// machine. Used by all executors and by the references on the CPU.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <span>
#include <type_traits>
#include <vector>

#include "lab/lesson.h"

namespace lab {
namespace {

std::uint64_t hashed(std::uint64_t seed, std::uint64_t index) {
    std::uint64_t z = seed * 0xD1342543DE82EF95 + (index + 1) * 0x9E3779B97F4A7C15;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
    return z ^ (z >> 31);
}

// Hot spots in a box: centre and radius, as shares of its sides.
struct Spot {
    double x, y, z, reach;
};
constexpr Spot spots[] = {
    {.30, .34, .40, .26}, {.70, .62, .56, .32}, {.34, .80, .30, .20}, {.76, .20, .34, .20}};

// 1 in the centre of a spot, 0 at its edge.
double warmth_at(double x, double y, double z) {
    double warmest = 0;
    for (const Spot& spot : spots) {
        const double dx = x - spot.x, dy = y - spot.y, dz = z - spot.z;
        const double far = (dx * dx + dy * dy + dz * dz) / (spot.reach * spot.reach);
        warmest = std::max(warmest, 1 - far);
    }
    return warmest;
}

double boundary_value(const Fill& fill, std::uint64_t index) {
    const std::uint64_t x = index % fill.shape.x;
    const std::uint64_t y = index / fill.shape.x % fill.shape.y;
    const std::uint64_t z = index / fill.shape.x / fill.shape.y;
    const std::uint64_t last_x = fill.shape.x - 1, last_y = fill.shape.y - 1;
    const std::uint64_t last_z = fill.shape.z - 1;
    if (x == 0 || y == 0 || z == 0 || x == last_x || y == last_y || z == last_z) return fill.a;
    const double warmth = warmth_at(double(x) / double(last_x), double(y) / double(last_y),
                                    double(z) / double(last_z));
    return fill.b + (fill.a - fill.b) * warmth;
}

// The same for a row along x at a time. Computes the common terms once for each row. Skips spots
// that do not reach the row.
class WarmRows {
public:
    explicit WarmRows(const Fill& fill) : fill_(fill), row_(fill.shape.x) {
        for (const Spot& spot : spots)
            for (std::uint64_t x = 0; x < row_.size(); ++x)
                across_.push_back(squared(share_of(x, row_.size()) - spot.x));
    }
    /// Rows are numbered along y, then along z.
    std::span<const double> row(std::uint64_t number) {
        const std::uint64_t y = number % fill_.shape.y, z = number / fill_.shape.y;
        const bool face = y == 0 || z == 0 || y == fill_.shape.y - 1 || z == fill_.shape.z - 1;
        std::ranges::fill(row_, face ? fill_.a : fill_.b);
        if (!face) warm(share_of(y, fill_.shape.y), share_of(z, fill_.shape.z));
        row_.front() = row_.back() = fill_.a;
        return row_;
    }

private:
    void warm(double y, double z) {
        warmth_.assign(row_.size(), 0);
        for (std::size_t i = 0; i < std::size(spots); ++i) {
            const double reach = squared(spots[i].reach), dy = squared(y - spots[i].y),
                         dz = squared(z - spots[i].z);
            if (dy + dz >= reach) continue;
            const double* across = across_.data() + i * row_.size();
            for (std::size_t x = 0; x < row_.size(); ++x)
                warmth_[x] = std::max(warmth_[x], 1 - (across[x] + dy + dz) / reach);
        }
        for (std::size_t x = 0; x < row_.size(); ++x)
            row_[x] = fill_.b + (fill_.a - fill_.b) * warmth_[x];
    }

    static double squared(double value) { return value * value; }
    static double share_of(std::uint64_t point, std::uint64_t points) {
        return double(point) / double(points - 1);
    }

    const Fill& fill_;
    std::vector<double> across_;  // squares of distances along x, for each spot
    std::vector<double> row_, warmth_;
};

/// Calls `use` with the formula of the fill's kind: index -> value. The kind is tested once, not
/// for each element.
template <class Use>
auto with_formula(const Fill& fill, std::uint64_t seed, const Use& use) {
    const double a = fill.a, b = fill.b, span = fill.b - fill.a;
    const auto range = static_cast<std::uint64_t>(std::max(span, 0.0)) + 1;
    switch (fill.kind) {
        case Fill::Kind::iota:
            return use([=](std::uint64_t index) { return a + b * static_cast<double>(index); });
        case Fill::Kind::digits:
            return use([=](std::uint64_t index) {
                return a + static_cast<double>((hashed(seed, index) >> 32) * range >> 32);
            });
        case Fill::Kind::uniform:
            return use([=](std::uint64_t index) {
                return a + span * (static_cast<double>(hashed(seed, index) >> 40) * 0x1p-24);
            });
        case Fill::Kind::boundary:
            return use([&](std::uint64_t index) { return boundary_value(fill, index); });
        case Fill::Kind::none:
        case Fill::Kind::given:
        case Fill::Kind::constant: break;
    }
    return use([=](std::uint64_t) { return a; });
}

// A row for each type: how it stores a number.
struct Storage {
    Type type;
    void (*store)(double, std::byte*);
    double (*load)(const std::byte*);
    void (*fill)(const Fill&, std::uint64_t seed, std::uint64_t first, std::span<std::byte>);
};

template <class T>
void store_as(double value, std::byte* to) {
    T stored;
    if constexpr (std::is_floating_point_v<T>) {
        stored = static_cast<T>(value);
    } else if (value < 0) {
        stored = static_cast<T>(static_cast<std::int64_t>(value));
    } else {
        stored = static_cast<T>(static_cast<std::uint64_t>(value));
    }
    std::memcpy(to, &stored, sizeof stored);
}

template <class T>
double load_as(const std::byte* from) {
    T stored;
    std::memcpy(&stored, from, sizeof stored);
    return static_cast<double>(stored);
}

template <class T>
void fill_rows_as(const Fill& fill, std::uint64_t first, std::span<std::byte> to) {
    WarmRows rows(fill);
    const std::uint64_t count = to.size() / sizeof(T);
    for (std::uint64_t i = 0; i < count;) {
        const std::span<const double> row = rows.row((first + i) / fill.shape.x);
        for (std::uint64_t x = (first + i) % fill.shape.x; x < row.size() && i < count; ++x, ++i)
            store_as<T>(row[x], to.data() + i * sizeof(T));
    }
}

template <class T>
void fill_as(const Fill& fill, std::uint64_t seed, std::uint64_t first, std::span<std::byte> to) {
    if (fill.kind == Fill::Kind::boundary) return fill_rows_as<T>(fill, first, to);
    with_formula(fill, seed, [&](const auto& value) {
        for (std::uint64_t i = 0; i < to.size() / sizeof(T); ++i)
            store_as<T>(value(first + i), to.data() + i * sizeof(T));
    });
}

template <class T>
constexpr Storage storage(Type type) {
    return {type, store_as<T>, load_as<T>, fill_as<T>};
}

constexpr Storage storages[] = {
    storage<float>(Type::f32),         storage<double>(Type::f64),
    storage<std::int32_t>(Type::s32),  storage<std::uint32_t>(Type::u32),
    storage<std::uint32_t>(Type::b32), storage<std::int64_t>(Type::s64),
    storage<std::uint64_t>(Type::u64), storage<std::uint64_t>(Type::b64),
    storage<std::int16_t>(Type::s16),  storage<std::uint16_t>(Type::u16),
    storage<std::uint16_t>(Type::b16), storage<std::int8_t>(Type::s8),
    storage<std::uint8_t>(Type::u8),   storage<std::uint8_t>(Type::b8),
};

const Storage* storage_of(Type type) {
    for (const Storage& row : storages)
        if (row.type == type) return &row;
    return nullptr;
}

}  // namespace

double fill_value(const Fill& fill, std::uint64_t seed, std::uint64_t index) {
    return with_formula(fill, seed, [index](const auto& value) { return value(index); });
}

std::uint64_t buffer_seed(std::uint64_t request_seed, const Buffer& buffer) {
    return request_seed + 0xA24BAED4963EE407 * static_cast<std::uint64_t>(buffer.id);
}

std::uint64_t buffer_seed(std::uint64_t request_seed, const Allocation& allocation) {
    return allocation.fill.seed.value_or(buffer_seed(request_seed, allocation.buffer));
}

void store_value(Type type, double value, std::byte* to) {
    if (const Storage* row = storage_of(type)) row->store(value, to);
}

double load_value(Type type, const std::byte* from) {
    const Storage* row = storage_of(type);
    return row ? row->load(from) : std::nan("");
}

void fill_bytes(const Allocation& allocation, std::uint64_t request_seed, std::uint64_t first,
                std::span<std::byte> to) {
    const Storage* row = storage_of(allocation.buffer.type);
    const Fill& fill = allocation.fill;
    if (fill.kind == Fill::Kind::none || !row) return;
    if (fill.kind == Fill::Kind::given) {
        const std::span from =
            std::span(*fill.content)
                .subspan(first * simulator::size_of(allocation.buffer.type), to.size());
        std::ranges::copy(from, to.begin());
        return;
    }
    row->fill(fill, buffer_seed(request_seed, allocation), first, to);
}

constexpr std::uint64_t asked_every = 1 << 15;  // values, a power of two: a few tenths of a ms

std::function<double(std::uint64_t index)> Inputs::values(std::string_view name) const {
    for (const Allocation& allocation : plan_->allocations) {
        if (!allocation.input || allocation.name != name) continue;
        const std::uint64_t seed = buffer_seed(seed_, allocation);
        return [fill = allocation.fill, type = allocation.buffer.type, seed, wanted = wanted_,
                asked = std::uint64_t{0}](std::uint64_t index) mutable {
            if (++asked % asked_every == 0) lab::go_on(wanted);
            const double value = fill_value(fill, seed, index);
            return type == Type::f32 ? static_cast<double>(static_cast<float>(value)) : value;
        };
    }
    return [](std::uint64_t) { return std::nan(""); };
}

double Inputs::operator()(std::string_view name, std::uint64_t index) const {
    for (const Allocation& allocation : plan_->allocations) {
        if (!allocation.input || allocation.name != name) continue;
        std::byte stored[8] = {};
        const double value = fill_value(allocation.fill, buffer_seed(seed_, allocation), index);
        store_value(allocation.buffer.type, value, stored);
        return load_value(allocation.buffer.type, stored);
    }
    return std::nan("");
}

}  // namespace lab

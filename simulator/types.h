// Types that the whole simulator shares: shapes, spaces, types, and problems in a text.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace simulator {

constexpr int warp_size = 32;
using Address = std::uint64_t;

// A pointer to a member as a name: versions of clang-format format its star differently.
template <class Owner, class Value>
using Member = Value Owner::*;

struct Dim3 {
    std::uint32_t x = 1, y = 1, z = 1;
    bool operator==(const Dim3&) const = default;
    std::uint64_t count() const { return std::uint64_t{x} * y * z; }
};

enum class Space : std::uint8_t { none, generic, global, shared, local, parameter, constant };

// What a traced instruction does; counters have it as a column.
enum class EventKind : std::uint8_t { load, store, atomic, shuffle, vote, barrier };

// PTX's fundamental types, and the packed halves.
enum class Type : std::uint8_t {
    none,
    b8,
    b16,
    b32,
    b64,
    b128,
    u8,
    u16,
    u32,
    u64,
    s8,
    s16,
    s32,
    s64,
    f16,
    f16x2,
    bf16,
    bf16x2,
    f32,
    f64,
    pred
};

/// Bytes that one value of `type` takes in memory; 4 for a predicate, which is stored as a mask of
/// lanes.
int size_of(Type type);
/// The type that PTX spells `text` ("u32", "f64", "pred"), or Type::none.
Type type_named(std::string_view text);
std::string_view name_of(Type type);
std::string_view name_of(Space space);

// A problem in a text and its place. Lines and columns count from 1; 0: unknown.
struct Diagnostic {
    int line = 0;
    int column = 0;
    std::string message;
};

// A value, or the reason why there is none.
template <class T>
class Outcome {
public:
    Outcome(T value) : value_(std::move(value)) {}
    Outcome(Diagnostic problem) : problem_(std::move(problem)) {}
    explicit operator bool() const { return value_.has_value(); }
    T& operator*() { return *value_; }
    const T& operator*() const { return *value_; }
    T* operator->() { return &*value_; }
    const T* operator->() const { return &*value_; }
    const Diagnostic& problem() const { return problem_; }

private:
    std::optional<T> value_;
    Diagnostic problem_;
};

}  // namespace simulator

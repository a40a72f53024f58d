// Names and sizes of PTX's types and spaces.
#include "simulator/types.h"

#include <algorithm>
#include <iterator>

namespace simulator {
namespace {

struct TypeRow {
    Type type;
    std::string_view name;
    int bytes;
};

constexpr TypeRow type_rows[] = {
    {Type::b8, "b8", 1},     {Type::b16, "b16", 2},       {Type::b32, "b32", 4},
    {Type::b64, "b64", 8},   {Type::b128, "b128", 16},    {Type::u8, "u8", 1},
    {Type::u16, "u16", 2},   {Type::u32, "u32", 4},       {Type::u64, "u64", 8},
    {Type::s8, "s8", 1},     {Type::s16, "s16", 2},       {Type::s32, "s32", 4},
    {Type::s64, "s64", 8},   {Type::f16, "f16", 2},       {Type::f16x2, "f16x2", 4},
    {Type::bf16, "bf16", 2}, {Type::bf16x2, "bf16x2", 4}, {Type::f32, "f32", 4},
    {Type::f64, "f64", 8},   {Type::pred, "pred", 4},
};

constexpr std::string_view space_names[] = {"none",  "generic", "global", "shared",
                                            "local", "param",   "const"};

}  // namespace

int size_of(Type type) {
    const auto* row = std::ranges::find(type_rows, type, &TypeRow::type);
    return row == std::end(type_rows) ? 0 : row->bytes;
}

Type type_named(std::string_view text) {
    const auto* row = std::ranges::find(type_rows, text, &TypeRow::name);
    return row == std::end(type_rows) ? Type::none : row->type;
}

std::string_view name_of(Type type) {
    const auto* row = std::ranges::find(type_rows, type, &TypeRow::type);
    return row == std::end(type_rows) ? std::string_view{"none"} : row->name;
}

std::string_view name_of(Space space) { return space_names[static_cast<int>(space)]; }

}  // namespace simulator

// The rows of the first figure of the first minute. See first_minute_thread.h.
#include "app/views/first_minute_thread.h"

#include <algorithm>

#include "app/format.h"
#include "app/views/marks.h"

namespace app {
namespace {

// The place along one axis of a shape.
std::uint64_t along(std::uint64_t index, const simulator::Dim3& shape, char axis) {
    if (axis == 'x') return index % shape.x;
    const std::uint64_t rest = index / shape.x;
    return axis == 'y' ? rest % shape.y : rest / shape.y;
}

// The formula of the thread's number, in one line; in two or three where it is too wide.
std::vector<std::string> formula_of(const MinuteScene& scene, const Canvas& canvas, float width,
                                    const TextStyle& code) {
    const ThreadIndex& index = scene.indices.front();
    const std::string axis = scene.indices.size() > 1 ? std::string(".") + index.axis : "";
    if (!index.in_grid) return {index.name + " = threadIdx" + axis};
    const std::string wide = index.apart ? std::to_string(index.apart) : "blockDim" + axis,
                      block = index.name + " = blockIdx" + axis, times = "·" + wide,
                      second = " + threadIdx" + axis,
                      indent = std::string(index.name.size() + 1, ' ');
    if (canvas.width(block + times + second, code) <= width) return {block + times + second};
    if (canvas.width(block + times, code) <= width) return {block + times, indent + second};
    return {block, indent + " " + times, indent + second};
}

// "i = 2·128 + 37 = 293".
std::vector<std::string> numbers_of(const MinuteScene& scene, const ThreadIndex& index) {
    const std::uint64_t block = along(scene.block, scene.grid_shape, index.axis),
                        thread = along(static_cast<std::uint64_t>(scene.thread()),
                                       scene.block_shape, index.axis);
    const auto& shape = scene.block_shape;
    const std::uint64_t side = index.axis == 'x'   ? shape.x
                               : index.axis == 'y' ? shape.y
                                                   : shape.z,
                        wide = index.apart ? static_cast<std::uint64_t>(index.apart) : side;
    const std::string name = index.name + " = ";
    if (!index.in_grid) return {name + std::to_string(thread)};
    const std::string all = std::to_string(block * wide + thread);
    return {name + std::to_string(block) + "·" + std::to_string(wide) + " + " +
                std::to_string(thread) + " = " + all,
            name + all};
}

// The thread's number from the registers above: in names, then in figures.
void draw_indices(Canvas& canvas, const MinuteScene& scene, Rect& box, float line,
                  const TextStyle& code) {
    TextStyle bold = code;
    bold.font = Font::mono_bold;
    const auto next = [&](const TextStyle& style, std::initializer_list<std::string_view> forms) {
        text_fitting(canvas, {box.x, box.y + line * .45f}, box.w, style, forms);
        box.cut_top(line * .8f);
    };
    for (const std::string& words : formula_of(scene, canvas, box.w, code)) next(code, {words});
    for (const ThreadIndex& index : scene.indices) {
        const std::vector<std::string> forms = numbers_of(scene, index);
        next(bold, {forms.front(), forms.back()});
    }
}

// How a figure of some width writes its code: the letters, the height of the index lines, and the
// kernel's line where it fits.
struct MinuteCode {
    TextStyle style;
    float indices = 0;
    std::string line;
};

MinuteCode code_in(const Canvas& canvas, const MinuteScene& scene, float width, float line,
                   const Metrics& m) {
    const float size = std::clamp(line * .42f, m.small, m.h2);
    MinuteCode code{mono_style(size * .95f, Role::text, Font::mono_medium), 0, scene.line};
    if (canvas.width(scene.line, code.style) > width) code.style.size = m.small * .9f;
    if (canvas.width(scene.line, code.style) > width) code.line.clear();
    if (scene.indices.empty()) return code;
    TextStyle small = code.style;
    small.size = m.small * .9f;
    if (formula_of(scene, canvas, width, small).size() <
        formula_of(scene, canvas, width, code.style).size())
        code.style = small;
    const auto lines = formula_of(scene, canvas, width, code.style).size() + scene.indices.size();
    code.indices = line * (.2f + .8f * static_cast<float>(lines));
    return code;
}

std::string size_text(const simulator::Dim3& shape) {
    std::string words = grouped(shape.x);
    if (shape.y * shape.z > 1) words += ", " + grouped(shape.y);
    if (shape.z > 1) words += ", " + grouped(shape.z);
    return words;
}

struct RegisterLook {
    TextStyle names, values;
    float gap = 0;
    bool axes = true;  // names say ".x"
};

RegisterLook register_look(float size) {
    return {mono_style(size * .95f, Role::text2, Font::mono),
            aligned(mono_style(size, Role::text, Font::mono_bold), Align::right), size * .6f};
}

std::string minute_register_name(const MinuteRegister& one, const RegisterLook& look) {
    return look.axes && one.flat ? one.name + ".x" : one.name;
}

// Whether the row has room for both name and number.
bool stands(const Canvas& canvas, const MinuteRegister& one, float width,
            const RegisterLook& look) {
    return canvas.width(minute_register_name(one, look), look.names) + look.gap +
               canvas.width(one.value, look.values) <=
           width;
}

bool all_stand(const Canvas& canvas, const std::array<MinuteRegister, 4>& all, float width,
               const RegisterLook& look) {
    return std::ranges::all_of(
        all, [&](const MinuteRegister& one) { return stands(canvas, one, width, look); });
}

// A number without its name says nothing: where both do not fit, neither is drawn.
void draw_register(Canvas& canvas, Rect row, const MinuteRegister& one, const RegisterLook& look) {
    if (!stands(canvas, one, row.w, look)) return;
    canvas.text({row.right(), row.middle_y()}, one.value, look.values);
    canvas.text({row.x, row.middle_y()}, minute_register_name(one, look), look.names);
}

struct RegisterRows {
    int beside = 1;
    RegisterLook look;
};

// One register a row; two a row where there are fewer lines, in smaller letters if necessary.
RegisterRows register_rows(const Canvas& canvas, const std::array<MinuteRegister, 4>& all, Rect box,
                           float line, float size) {
    RegisterRows one{1, register_look(size)};
    one.look.axes = all_stand(canvas, all, box.w, one.look);
    if (box.h >= line * static_cast<float>(all.size())) return one;
    for (const float letters : {size, size * .88f}) {
        RegisterLook look = register_look(letters);
        look.axes = false;
        if (all_stand(canvas, all, (box.w - look.gap * 2) / 2, look)) return {2, look};
    }
    return one;
}

}  // namespace

std::array<MinuteRegister, 4> minute_registers(const MinuteScene& scene) {
    const simulator::Dim3 &block = scene.block_shape, &grid = scene.grid_shape;
    const bool flat = block.y * block.z == 1, flat_grid = grid.y * grid.z == 1;
    const auto thread = static_cast<std::uint64_t>(scene.thread());
    return {{{"threadIdx", index_words(thread, block), flat},
             {"blockIdx", index_words(scene.block, grid), flat_grid},
             {"blockDim", size_text(block), flat},
             {"gridDim", size_text(grid), flat_grid}}};
}

void draw_minute_registers(Canvas& canvas, const MinuteScene& scene, Rect& box, float line,
                           float code, float size) {
    const std::array<MinuteRegister, 4> all = minute_registers(scene);
    const auto [beside, look] =
        register_rows(canvas, all, {box.x, box.y, box.w, box.h - code}, line, size);
    const float gap = look.gap * 2, w = (box.w - gap * float(beside - 1)) / float(beside);
    for (std::size_t i = 0; i < all.size() && box.h >= line; i += std::size_t(beside)) {
        Rect row = box.cut_top(line);
        for (std::size_t j = i; j < i + std::size_t(beside); ++j) {
            draw_register(canvas, row.cut_left(w), all[j], look);
            row.cut_left(gap);
        }
    }
}

float minute_code_height(const Canvas& canvas, const MinuteScene& scene, float width, float line,
                         const Metrics& m) {
    const MinuteCode code = code_in(canvas, scene, width, line, m);
    const float both = code.indices + (code.line.empty() ? 0 : line * 1.3f);
    return both > 0 ? both + line * .4f : 0;
}

void draw_minute_code(Canvas& canvas, const MinuteScene& scene, Rect box, float line,
                      const Metrics& m) {
    const MinuteCode code = code_in(canvas, scene, box.w, line, m);
    const float below = code.line.empty() ? 0 : line;
    const bool says = code.indices > 0 && box.h >= line * .3f + code.indices + below;
    if (!says && (code.line.empty() || box.h < line)) return;
    canvas.fill({box.x, box.y + line * .2f, box.w, 1}, Role::line);
    box.cut_top(line * .3f);
    if (says) draw_indices(canvas, scene, box, line, code.style);
    if (!code.line.empty()) canvas.text({box.x, box.y + line * .65f}, code.line, code.style);
}

}  // namespace app

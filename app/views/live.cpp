// The view "On the GPU": a slice of a field, or an array, as the real kernel leaves it, launch by
// launch. The view "field" shows the same slice of the simulated run.
#include <algorithm>

#include "app/format.h"
#include "app/live.h"
#include "app/view.h"
#include "app/views/marks.h"
#include "lab/features/live_board.h"

namespace app::live_view {
namespace {

constexpr const char* axis_names[] = {"x", "y", "z"};

// A board has one slice.
bool is_flat(const LivePicture& live) { return live.shape.z == 1; }

std::string place_of(const LivePicture& live) {
    if (is_flat(live)) return "";
    return std::string{axis_names[live.axis]} + " = " + std::to_string(live.slice);
}

/// The largest box of the picture's shape inside `area`, in the middle.
Rect fitted(Rect area, int columns, int rows) {
    const float cell =
        std::min(area.w / static_cast<float>(columns), area.h / static_cast<float>(rows));
    const float w = cell * static_cast<float>(columns), h = cell * static_cast<float>(rows);
    return {area.middle_x() - w / 2, area.middle_y() - h / 2, w, h};
}

// "128 × 128 × 128 points on NVIDIA H200, z = 64, after 12 launches".
std::string where_words(const LivePicture& live) {
    const std::string after = ", after " + plural(live.launches, "launch");
    const std::string sides = grouped(live.shape.x) + " × " + grouped(live.shape.y);
    if (is_flat(live)) return sides + " cells on " + live.device + after;
    return sides + " × " + grouped(live.shape.z) + " points on " + live.device + ", " +
           place_of(live) + after;
}

// "bins, 256 × u32 on NVIDIA H200, after add_bins, launch 1 of 1", the longest first.
std::vector<std::string> array_words(const LivePicture& live) {
    const std::string form = live.form.empty() ? "" : " (" + live.form + ")";
    const std::string after =
        live.last.empty() ? ", before the first launch" : ", after " + live.last;
    return {live.name + form + " on " + live.device + after, live.name + after, live.name};
}

// The words below the picture, the longest first.
std::vector<std::string> words_below(const LivePicture& live) {
    const std::string way = live.copied
                                ? "; another device draws the window: each picture is copied to it"
                                : "; drawn from the same memory, without a copy through the host";
    std::vector<std::string> forms =
        live.array ? array_words(live) : std::vector<std::string>{where_words(live)};
    forms.insert(forms.begin(), forms.front() + way);
    return forms;
}

void draw(Canvas& canvas, const DrawContext& context, Rect area) {
    const Metrics& metrics = context.metrics;
    const TextStyle calm{Font::regular, metrics.body, Role::text2, Align::centre};
    if (!context.live)
        return nothing(canvas, area,
                       "This picture is shown in the window, on a machine with an NVIDIA GPU.",
                       metrics);
    const LivePicture& live = *context.live;
    if (live.texture == 0) {
        paragraph(canvas, area,
                  live.problem.empty() ? "Allocating memory for the field." : live.problem, calm);
        return;
    }
    Rect words = area.cut_bottom(metrics.small * 2);
    // Bars and rows of cells fill the room; a field keeps its shape.
    const Rect map =
        live.array ? area.inside(0, 4) : fitted(area.inside(0, 4), live.columns, live.rows);
    canvas.live_field(map, live.texture, live.columns, live.rows, !is_flat(live));
    canvas.outline(map, Role::line);
    text_fitting(canvas, {words.middle_x(), words.middle_y()}, words.w,
                 {Font::regular, metrics.small, Role::text3, Align::centre, true},
                 words_below(live));
}

const lab::LiveBoard& board_of(const lab::Run& run) {
    return lab::feature<lab::LiveBoard>(run.request.settings);
}

std::string claim(const DrawContext& context) {
    const std::string& own = board_of(context.picture()).claim;
    if (!own.empty()) return own;
    return context.live && context.live->array ? "The GPU writes this array live"
                                               : "The GPU computes this field live";
}

std::string sentence(const DrawContext& context) {
    const std::string kernel =
        "The *kernel itself* runs on the GPU, launch by launch. The picture shows what it has "
        "written.";
    return context.live && context.live->arrays > 1 ? kernel + " A click shows another array."
                                                    : kernel;
}

bool press(const DrawContext& context, Cursor& cursor, Rect area, Point at) {
    if (!context.live || context.live->texture == 0) return false;
    if (context.live->array) {  // the next array, after the last one again the written one
        const int next = context.live->slice + 1;
        cursor.slice = next < context.live->arrays ? next : -1;
        return true;
    }
    const float share = std::clamp((at.x - area.x) / area.w, 0.f, 1.f);
    const lab::Dim3 shape = context.live->shape;
    const std::uint32_t depths[] = {shape.x, shape.y, shape.z};
    cursor.slice = static_cast<int>(
        share * static_cast<float>(depths[std::clamp(context.live->axis, 0, 2)] - 1));
    return true;
}

const RegisterView registered{
    {.id = "live",
     .title = "On the GPU",
     .slot = Slot::warp,
     .order = 90,
     .fits = [](const lab::Run& run) { return !run.launches.empty() || board_of(run).plan; },
     .draw = draw,
     .words = {.claim = claim,
               .sentence = sentence,
               .note =
                   [](const DrawContext& context) {
                       return context.live && context.live->texture && !context.live->array
                                  ? place_of(*context.live)
                                  : std::string{};
                   },
               .note_has_size = true,
               .badge = Badge::none},
     .pointing = {.click = press},
     .needs = {.live = true}}};

}  // namespace
}  // namespace app::live_view

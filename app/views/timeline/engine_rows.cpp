// The time of each engine, in rows. See engine_rows.h.
#include "app/views/timeline/engine_rows.h"

#include "app/format.h"
#include "app/views/marks.h"

namespace app {
namespace {

constexpr float row_pitch = 1.5f, rows_apart = .4f;  // in letter heights; in rows

void draw_time_row(Canvas& canvas, const Metrics& metrics, Rect row,
                   const std::vector<std::string>& names, double ms) {
    const std::string words = ms > 0 ? time_text(ms) : "none";
    canvas.text({row.right(), row.middle_y()}, words,
                aligned(mono_style(metrics.small, Role::text), Align::right));
    text_fitting(canvas, {row.x, row.middle_y()},
                 row.w - canvas.width(words, mono_style(metrics.small)) - 6, small_style(metrics),
                 names);
}

}  // namespace

float engine_rows_height(const Metrics& metrics) {
    return metrics.small * row_pitch * (float(all_engines.size()) + rows_apart + 2);
}

void draw_engine_rows(Canvas& canvas, const Metrics& metrics, const EngineTimes& times,
                      Rect column) {
    const float line = metrics.small * row_pitch;
    if (column.h < line * float(all_engines.size())) return;
    for (const lab::Engine engine : all_engines)
        draw_time_row(canvas, metrics, column.cut_top(line), {std::string(name_of(engine))},
                      times.of(engine));
    column.cut_top(line * rows_apart);
    if (column.h < line * 2) return;
    draw_time_row(canvas, metrics, column.cut_top(line), {"Two or more at once", "Overlap"},
                  times.overlap());
    draw_time_row(canvas, metrics, column.cut_top(line), {"Copies, either way", "Copies"},
                  times.copies(1));
}

}  // namespace app

// The card "Nsight Compute": counts under the names of NVIDIA's profiler, and the command that
// shows them there. A click copies the command.
#include <algorithm>

#include "app/format.h"
#include "app/view.h"
#include "app/views/ledger/ledger_size.h"
#include "app/views/marks.h"
#include "app/views/profiler/command.h"
#include "app/views/profiler/rows.h"
#include "lab/host_side.h"
#include "lab/words.h"

namespace app::nsight_view {
namespace {

struct MetricPlaces {
    std::vector<Rect> rows;  // of the rows in sight
    Rect command, more;      // more: which rows are in sight; empty where all are
    RowsInSight sight;
    float title = 0, count = 0;        // widths
    bool beside = false;               // metrics stand beside their counts, else below
    bool metrics_alone = false;        // no titles: one line for each metric
    std::vector<std::string> whole{};  // lines of the command, where the whole command has room
};

std::string command_of(const Counted& counted, const std::vector<MetricRow>& rows) {
    std::vector<std::string> metrics;
    for (const MetricRow& row : rows) metrics.push_back(row.metric);
    return profiler_command(counted.settings, metrics);
}

TextStyle metric_style(const Metrics& metrics) {
    return mono_style(metrics.micro, Role::text2, Font::mono);
}

// Broken after one of `ends`, because a metric has no blanks; empty where a part is too wide.
std::vector<std::string> broken(const Canvas& canvas, std::string_view text, std::string_view ends,
                                float width, const TextStyle& style) {
    std::vector<std::string> lines;
    while (!text.empty()) {
        std::size_t end = text.size();
        while (end > 1 && canvas.width(text.substr(0, end), style) > width)
            end = text.find_last_of(ends, end - 2) + 1;
        if (end == 0 || canvas.width(text.substr(0, end), style) > width) return {};
        lines.emplace_back(text.substr(0, end));
        text.remove_prefix(end);
    }
    return lines;
}

TextStyle command_style(const Metrics& metrics) { return mono_style(metrics.small, Role::accent); }

TextStyle beside_style(const MetricRow& row, const Metrics& metrics) {
    return row.number_alone ? mono_style(metrics.small) : small_style(metrics, Role::text);
}

// The longest form that fits `room`, or the shortest form.
std::string beside_fitting(const Canvas& canvas, const MetricRow& row, float room,
                           const Metrics& metrics) {
    for (const std::string& form : row.beside)
        if (canvas.width(form, beside_style(row, metrics)) <= room) return form;
    return row.beside.back();
}

// Up to 3 px wider than the card's lines, where that saves a line.
std::vector<std::string> lines_of_metric(const Canvas& canvas, const MetricRow& row, float width,
                                         const Metrics& metrics) {
    return broken(canvas, row.metric, "_.", width + metrics.px(3), metric_style(metrics));
}

// Height of a row: one line, or a title and the lines of its metric.
float height_of(const Canvas& canvas, const MetricRow& row, const MetricPlaces& places, float width,
                const Metrics& metrics) {
    if (places.beside) return metrics.small * 1.9f;
    if (places.metrics_alone) return metrics.small * 1.7f;
    const auto lines = lines_of_metric(canvas, row, width, metrics).size();
    return metrics.small * 1.45f + metrics.micro * 1.15f * float(std::max(lines, std::size_t{1}));
}

// The rows that fit `room` from `first` on; starts earlier if the last rows leave room.
RowsInSight in_sight(const std::vector<float>& heights, float room, int first) {
    const int all = int(heights.size());
    const auto fit_from = [&](int from) {
        float used = 0;
        int shown = 0;
        while (from + shown < all && (used += heights[std::size_t(from + shown)]) <= room + .5f)
            ++shown;
        return shown;
    };
    first = std::clamp(first, 0, std::max(0, all - 1));
    while (first > 0 && first - 1 + fit_from(first - 1) == all) --first;
    return {first, fit_from(first), all};
}

// "4–6 of 9"
std::string sight_words(const RowsInSight& sight) {
    return std::to_string(sight.first + 1) + "–" + std::to_string(sight.first + sight.shown) +
           " of " + std::to_string(sight.all);
}

// Metrics beside their counts where a line has room, else below. Where that is too high, without
// titles.
void choose_lines(const Canvas& canvas, const std::vector<MetricRow>& rows, const Metrics& metrics,
                  Rect area, MetricPlaces& places) {
    const float gap = metrics.px(24);
    float metric = 0, alone = 0, stacked = metrics.small * 2.2f;
    for (const MetricRow& row : rows) {
        const float wide = canvas.width(row.metric, metric_style(metrics)),
                    least = canvas.width(row.beside.back(), beside_style(row, metrics));
        metric = std::max(metric, wide);
        alone = std::max(alone, wide + least + metrics.px(8));
        places.title = std::max(places.title, canvas.width(row.title, small_style(metrics)));
        places.count =
            std::max(places.count, canvas.width(row.beside.front(), beside_style(row, metrics)));
        stacked += height_of(canvas, row, places, area.w, metrics);
    }
    places.beside = places.title + places.count + metric + 2 * gap <= area.w;
    places.title += gap;
    places.metrics_alone = !places.beside && stacked > area.h && alone <= area.w;
}

MetricPlaces places_of_rows(const Canvas& canvas, const std::vector<MetricRow>& rows,
                            const std::string& command, const DrawContext& context, Rect area) {
    const Metrics& metrics = context.metrics;
    MetricPlaces places;
    choose_lines(canvas, rows, metrics, area, places);
    std::vector<float> heights;
    float all = 0;
    for (const MetricRow& row : rows) {
        heights.push_back(height_of(canvas, row, places, area.w, metrics));
        all += heights.back();
    }
    places.whole = broken(canvas, command, ", ", area.w, command_style(metrics));
    const float line = metrics.small * 1.45f;
    if (all + line * float(places.whole.size() + 1) > area.h) places.whole.clear();
    places.command =
        area.cut_bottom(std::max(metrics.small * 2.2f, line * float(places.whole.size() + 1)));
    places.sight = in_sight(heights, area.h, context.first_row);
    const RowsInSight& sight = places.sight;
    if (sight.shown < sight.all && sight.shown > 0)
        places.more = places.command.cut_right(
            canvas.width(sight_words(sight), small_style(metrics)) + metrics.px(8));
    float used = 0;
    for (int i = 0; i < sight.shown; ++i) used += heights[std::size_t(sight.first + i)];
    const float stretch = std::min(area.h / std::max(used, 1.f), 1.5f);
    for (int i = 0; i < sight.shown; ++i)
        places.rows.push_back(area.cut_top(heights[std::size_t(sight.first + i)] * stretch));
    return places;
}

// The title and the count on one line, the metric below.
void draw_row_of_lines(Canvas& canvas, const MetricRow& row, Rect box, const Metrics& metrics) {
    const float title = canvas.width(row.title, small_style(metrics)), gap = metrics.px(8);
    const std::string beside = beside_fitting(canvas, row, box.w - title - gap, metrics);
    const TextStyle style = beside_style(row, metrics);
    const auto lines = lines_of_metric(canvas, row, box.w, metrics);
    const float step = metrics.micro * 1.15f;
    const float spare = box.h - metrics.small * 1.4f - step * float(lines.size());
    float y = box.y + metrics.small * .75f + std::max(spare / 2, 0.f);
    canvas.text({box.right(), y}, beside, aligned(style, Align::right));
    text_fitting(canvas, {box.x, y}, box.w - canvas.width(beside, style) - gap,
                 small_style(metrics), {row.title});
    y += metrics.small * .65f + step * .5f;
    for (const std::string& line : lines) {
        if (y + metrics.micro * .5f > box.bottom()) break;
        canvas.text({box.x, y}, line, metric_style(metrics));
        y += step;
    }
}

void draw_metric_row(Canvas& canvas, const MetricRow& row, Rect box, const MetricPlaces& places,
                     const Metrics& metrics) {
    canvas.line({box.x, box.y}, {box.right(), box.y}, Role::line);
    if (!places.beside && !places.metrics_alone)
        return draw_row_of_lines(canvas, row, box, metrics);
    const TextStyle right = aligned(beside_style(row, metrics), Align::right);
    const float y = box.middle_y();
    if (places.metrics_alone) {
        const float metric = canvas.width(row.metric, metric_style(metrics));
        canvas.text({box.right(), y},
                    beside_fitting(canvas, row, box.w - metric - metrics.px(8), metrics), right);
        return canvas.text({box.x, y}, row.metric, metric_style(metrics));
    }
    const float end = box.x + places.title + places.count;
    canvas.text({end, y}, row.beside.front(), right);
    canvas.text({box.x, y}, row.title, small_style(metrics));
    canvas.text({end + metrics.px(24), y}, row.metric, metric_style(metrics));
}

void draw_command(Canvas& canvas, const std::string& command, const std::string& brief,
                  const MetricPlaces& places, const Metrics& metrics) {
    const Rect& box = places.command;
    const TextStyle style = command_style(metrics);
    canvas.line({box.x, box.y}, {box.right(), box.y}, Role::line);
    if (places.more.w > 0) {
        canvas.line({places.more.x, box.y}, {places.more.right(), box.y}, Role::line);
        canvas.text({places.more.right(), box.middle_y()}, sight_words(places.sight),
                    aligned(small_style(metrics), Align::right));
    }
    float y = box.y + metrics.small * 1.45f;
    for (const std::string& line : places.whole) {
        canvas.text({box.x, y}, line, style);
        y += metrics.small * 1.45f;
    }
    if (!places.whole.empty()) return;
    text_fitting(canvas, {box.x, box.middle_y()}, box.w, style,
                 {command, brief, "Copy the command for ncu"});
}

void draw(Canvas& canvas, const DrawContext& context, Rect area) {
    const Metrics& metrics = context.metrics;
    const auto counted = counts_shown(context);
    if (lab::unfit_launch(context.result.request.settings))
        return nothing(canvas, area, "No thread ran, so nothing was counted.", metrics);
    if (!counted) return nothing(canvas, area, "Nothing was counted here yet.", metrics);
    const std::vector<MetricRow> rows = rows_of(context, *counted);
    if (rows.empty())
        return nothing(canvas, area,
                       "No counter of this run has a metric in Nsight "
                       "Compute.",
                       metrics);
    const std::string command = command_of(*counted, rows);
    const MetricPlaces places = places_of_rows(canvas, rows, command, context, area);
    if (places.rows.empty()) return nothing(canvas, area, "Too little room.", metrics);
    for (std::size_t i = 0; i < places.rows.size(); ++i)
        draw_metric_row(canvas, rows[std::size_t(places.sight.first) + i], places.rows[i], places,
                        metrics);
    if (!command.empty())
        draw_command(canvas, command, profiler_command_in_brief(counted->settings), places,
                     metrics);
}

std::string sum_words(const Counted& counted) {
    return counted.launches < 2
               ? ""
               : "\nNsight Compute gives one number for each of the " +
                     lab::grouped(std::int64_t(counted.launches)) + " launches. This is their sum.";
}

// A click shows the next rows, and after the last the first.
Spot spot_of_more(const MetricPlaces& places) {
    const RowsInSight& sight = places.sight;
    const int next = sight.first + sight.shown;
    return {.area = places.more,
            .words = "Rows in sight. A click or the wheel shows the others.",
            .row = next < sight.all ? next : 0};
}

// A row explains its count and copies its own command; the command below copies all metrics.
std::vector<Spot> spots(const Canvas& canvas, const DrawContext& context, Rect area) {
    const auto counted = counts_shown(context);
    if (!counted) return {};
    const std::vector<MetricRow> rows = rows_of(context, *counted);
    const std::string all = command_of(*counted, rows);
    const MetricPlaces places = places_of_rows(canvas, rows, all, context, area);
    std::vector<Spot> found;
    const auto add = [&](Rect box, std::string words, std::string command, std::string_view shown) {
        words += sum_words(*counted);
        if (!command.empty()) words += "\nA click copies " + std::string(shown) + ".";
        found.push_back({.area = box, .words = std::move(words), .copies = std::move(command)});
    };
    for (std::size_t i = 0; i < places.rows.size(); ++i) {
        const MetricRow& row = rows[std::size_t(places.sight.first) + i];
        const std::string own = command_of(*counted, {row});
        add(places.rows[i], row.meaning, own, "`" + own + "`");
    }
    if (!places.rows.empty())
        add(places.command, "All of these metrics, measured on a GPU in this computer.", all,
            "the command for ncu, with " + std::to_string(rows.size()) + " metrics");
    if (places.more.w > 0) found.push_back(spot_of_more(places));
    return found;
}

RowsInSight rows_in_sight(const Canvas& canvas, const DrawContext& context, Rect area) {
    const auto counted = counts_shown(context);
    if (!counted) return {};
    const std::vector<MetricRow> rows = rows_of(context, *counted);
    return places_of_rows(canvas, rows, command_of(*counted, rows), context, area).sight;
}

Note note(const DrawContext& context) {
    const auto counted = counts_shown(context);
    if (!counted) return "";
    return counted_note(counted->settings, context.result.request.settings);
}

// Counts as plain numbers that can be added; values that are no counter as the card shows them.
std::string numbers(const DrawContext& context) {
    std::string text = lab::csv_line({"counter", "metric", "count"});
    const auto counted = counts_shown(context);
    if (!counted) return text;
    for (const MetricRow& row : rows_of(context, *counted)) {
        std::string number = row.beside.front();
        if (const auto* counter = simulator::counter_named(row.counter))
            number = std::to_string(counted->counters.*counter->member);
        text += lab::csv_line({row.counter, row.metric, number});
    }
    return text;
}

const RegisterView registered{
    {.id = "nsight_compute",
     .title = "Nsight Compute",
     .slot = Slot::card,
     .order = 12,
     .fits = [](const lab::Run& run) { return run.request.settings.lesson() != nullptr; },
     .draw = draw,
     .numbers = numbers,
     .words = {.note = note},
     .pointing = {.spots = spots, .rows = rows_in_sight}}};

}  // namespace
}  // namespace app::nsight_view

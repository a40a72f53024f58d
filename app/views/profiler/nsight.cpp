// The card "Nsight Compute": what was counted under the names that NVIDIA's profiler has for it,
// and the command that shows it there. A click copies it.
#include <algorithm>

#include "app/drawn_words.h"
#include "app/format.h"
#include "app/series.h"
#include "app/view.h"
#include "app/views/marks.h"
#include "app/views/profiler/command.h"
#include "app/views/rungs.h"
#include "lab/words.h"

namespace app {
namespace {

using simulator::CounterName;

// A run's counts, and what they are of.
struct Counted {
    lab::Settings settings;
    simulator::Counters counters;
    std::uint64_t launches = 0;
};

struct MetricRow {
    const CounterName* counter = nullptr;
    std::uint64_t count = 0;
};

struct MetricPlaces {
    std::vector<Rect> rows;
    Rect command;
    float title = 0, count = 0;        // widths
    bool beside = false;               // metrics stand beside their counts, else below
    bool metrics_alone = false;        // and no titles: one line for each
    std::vector<std::string> whole{};  // lines of the command, where all of it has room
};

// As the ledger: at the size asked for, or where that is too much to count, as it is drawn.
std::optional<Counted> counted_of(const DrawContext& context) {
    const lab::Settings& settings = context.result.request.settings;
    if (!settings.subject) return std::nullopt;
    const CountPoint* point = context.series.counts(settings);
    if (point && !ledger_is_of_the_picture(context))
        return Counted{settings, point->counters, point->launches};
    const lab::Run* run = context.result.picture.get();
    if (!run || run->launches.empty()) return std::nullopt;
    return Counted{run->request.settings, run->counters, run->launches.size()};
}

// Those that equal a metric and are not 0: the lesson's own first.
std::vector<MetricRow> rows_of(const Counted& counted) {
    std::vector<MetricRow> rows;
    for (const CounterName& counter : simulator::counter_names())
        if (const auto count = counted.counters.*counter.member;
            count > 0 && !counter.nsight.empty())
            rows.push_back({&counter, count});
    const auto& first = counted.settings.subject->ledger;
    std::ranges::stable_partition(rows, [&](const MetricRow& row) {
        return std::ranges::find(first, row.counter->name) != first.end();
    });
    return rows;
}

std::string command_of(const Counted& counted, const std::vector<MetricRow>& rows) {
    std::vector<std::string> metrics;
    for (const MetricRow& row : rows) metrics.emplace_back(row.counter->nsight);
    return profiler_command(counted.settings, metrics);
}

std::string title_of_counter(const CounterName& counter) {
    std::string title(counter.name);
    std::ranges::replace(title, '_', ' ');
    return capitalised(title);
}

TextStyle metric_style(const Metrics& metrics) {
    return mono_style(metrics.micro, Role::text2, Font::mono);
}

// Broken behind one of `ends`, since a metric has no blanks; nothing where a part is too wide.
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

MetricPlaces places_of_rows(const Canvas& canvas, const std::vector<MetricRow>& rows,
                            const std::string& command, const Metrics& metrics, Rect area) {
    MetricPlaces places;
    float metric = 0;
    for (const MetricRow& row : rows) {
        places.title = std::max(places.title,
                                canvas.width(title_of_counter(*row.counter), small_style(metrics)));
        places.count = std::max(places.count, canvas.width(grouped(std::int64_t(row.count)),
                                                           mono_style(metrics.small)));
        metric = std::max(metric, canvas.width(row.counter->nsight, metric_style(metrics)));
    }
    const float gap = metrics.px(24);
    places.beside = places.title + places.count + metric + 2 * gap <= area.w;
    places.title += gap;
    float least =
        places.beside ? metrics.small * 1.9f : metrics.small * (metric <= area.w ? 3.2f : 4.4f);
    if (!places.beside && least * float(rows.size()) + metrics.small * 2.2f > area.h &&
        metric + places.count + metrics.px(8) <= area.w) {
        places.metrics_alone = true;
        least = metrics.small * 1.7f;
    }
    places.whole = broken(canvas, command, ", ", area.w, command_style(metrics));
    const float line = metrics.small * 1.45f, all = least * float(rows.size());
    if (all + line * float(places.whole.size() + 1) > area.h) places.whole.clear();
    places.command =
        area.cut_bottom(std::max(metrics.small * 2.2f, line * float(places.whole.size() + 1)));
    const int shown = std::clamp(int(area.h / least), 0, int(rows.size()));
    const float each = std::min(area.h / float(std::max(shown, 1)), least * 1.5f);
    for (int i = 0; i < shown; ++i) places.rows.push_back(area.cut_top(each));
    return places;
}

void draw_metric_row(Canvas& canvas, const MetricRow& row, Rect box, const MetricPlaces& places,
                     const Metrics& metrics) {
    canvas.line({box.x, box.y}, {box.right(), box.y}, Role::line);
    const std::string_view metric = row.counter->nsight;
    const float upper = places.beside ? box.middle_y() : box.y + metrics.small * 1.1f;
    const std::string count = grouped(std::int64_t(row.count));
    if (places.metrics_alone) {
        canvas.text({box.right(), box.middle_y()}, count,
                    aligned(mono_style(metrics.small), Align::right));
        return canvas.text({box.x, box.middle_y()}, metric, metric_style(metrics));
    }
    const float right = places.beside ? box.x + places.title + places.count : box.right();
    canvas.text({right, upper}, count, aligned(mono_style(metrics.small), Align::right));
    text_fitting(canvas, {box.x, upper},
                 right - box.x - canvas.width(count, mono_style(metrics.small)) - 6,
                 small_style(metrics), {title_of_counter(*row.counter)});
    if (places.beside)
        return canvas.text({right + metrics.px(24), upper}, metric, metric_style(metrics));
    float y = upper + metrics.small * 1.25f;
    for (const std::string& line : broken(canvas, metric, "_.", box.w, metric_style(metrics))) {
        if (y + metrics.micro * .7f > box.bottom()) break;
        canvas.text({box.x, y}, line, metric_style(metrics));
        y += metrics.micro * 1.25f;
    }
}

void draw_command(Canvas& canvas, const std::string& command, const MetricPlaces& places,
                  const Metrics& metrics) {
    const Rect& box = places.command;
    const TextStyle style = command_style(metrics);
    canvas.line({box.x, box.y}, {box.right(), box.y}, Role::line);
    float y = box.y + metrics.small * 1.45f;
    for (const std::string& line : places.whole) {
        canvas.text({box.x, y}, line, style);
        y += metrics.small * 1.45f;
    }
    if (!places.whole.empty()) return;
    const std::string tail = command.substr(command.find("warplens"));
    text_fitting(canvas, {box.x, box.middle_y()}, box.w, style,
                 {command, "ncu --metrics ... " + tail, "Copy the command for ncu"});
}

void draw(Canvas& canvas, const DrawContext& context, Rect area) {
    const Metrics& metrics = context.metrics;
    const auto counted = counted_of(context);
    if (!counted) return nothing(canvas, area, "Nothing was counted here yet.", metrics);
    const std::vector<MetricRow> rows = rows_of(*counted);
    if (rows.empty())
        return nothing(canvas, area, "Nothing that was counted has a metric there.", metrics);
    const std::string command = command_of(*counted, rows);
    const MetricPlaces places = places_of_rows(canvas, rows, command, metrics, area);
    if (places.rows.empty()) return nothing(canvas, area, "Too little room.", metrics);
    for (std::size_t i = 0; i < places.rows.size(); ++i)
        draw_metric_row(canvas, rows[i], places.rows[i], places, metrics);
    if (!command.empty()) draw_command(canvas, command, places, metrics);
}

std::string sum_words(const Counted& counted) {
    return counted.launches < 2 ? ""
                                : "\nIt gives one number for each of the " +
                                      lab::grouped(std::int64_t(counted.launches)) +
                                      " launches; here stands their sum.";
}

// A row tells what it counts and copies its own command; below them the command has all of them.
std::vector<Spot> spots(const Canvas& canvas, const DrawContext& context, Rect area) {
    const auto counted = counted_of(context);
    if (!counted) return {};
    const std::vector<MetricRow> rows = rows_of(*counted);
    const std::string all = command_of(*counted, rows);
    const MetricPlaces places = places_of_rows(canvas, rows, all, context.metrics, area);
    std::vector<Spot> found;
    const auto add = [&](Rect box, std::string words, std::string command, std::string_view shown) {
        words += sum_words(*counted);
        if (!command.empty()) words += "\nA click copies " + std::string(shown) + ".";
        found.push_back({.area = box, .words = std::move(words), .copies = std::move(command)});
    };
    for (std::size_t i = 0; i < places.rows.size(); ++i) {
        const std::string own = command_of(*counted, {rows[i]});
        add(places.rows[i], std::string(rows[i].counter->meaning), own, "`" + own + "`");
    }
    if (!places.rows.empty())
        add(places.command, "All of these metrics, on a GPU that is here.", all,
            "the command for ncu, with " + std::to_string(rows.size()) + " metrics");
    return found;
}

std::string note(const DrawContext& context) {
    const auto counted = counted_of(context);
    if (!counted) return "";
    const lab::Settings& asked = context.result.request.settings;
    const std::string drawn = drawn_words(counted->settings, asked, power_or_grouped);
    return drawn.empty() ? lab::size_words(asked, power_or_grouped) : drawn;
}

std::string numbers(const DrawContext& context) {
    std::string text = lab::csv_line({"counter", "metric", "count"});
    const auto counted = counted_of(context);
    if (!counted) return text;
    for (const MetricRow& row : rows_of(*counted))
        text += lab::csv_line({std::string(row.counter->name), std::string(row.counter->nsight),
                               std::to_string(row.count)});
    return text;
}

const RegisterView registered{
    {.id = "nsight_compute",
     .title = "Nsight Compute",
     .slot = Slot::card,
     .fits = [](const lab::Run& run) { return run.request.settings.lesson() != nullptr; },
     .draw = draw,
     .badge = "counted",
     .order = 12,
     .note = note,
     .numbers = numbers,
     .spots = spots}};

}  // namespace
}  // namespace app

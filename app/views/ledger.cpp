// The card "Ledger": what the simulator counted, counters down, kernels across. What moved from one
// kernel to the next is bold, with a triangle and the difference. All columns are of the same
// settings, the rung aside.
#include <algorithm>
#include <cmath>

#include "app/format.h"
#include "app/series.h"
#include "app/view.h"
#include "app/views/marks.h"
#include "app/views/rungs.h"

namespace app {
namespace {

using simulator::CounterName;

constexpr int most_columns = 3;

struct Row {
    std::string title;
    std::vector<double> values;   // by column, NaN where not counted
    bool share = false;           // of bytes: more is better
    std::string meaning, metric;  // what it is; its name in Nsight Compute
};

struct Data {
    lab::Settings settings;                 // those that were counted, of the shown rung
    std::vector<int> rungs;                 // columns
    std::vector<const CountPoint*> points;  // by column, nullptr where not counted
    std::vector<bool> whole;                // by column: no fault ended it
    std::vector<Row> rows;
};

// Up to `most` rungs that end with the shown one, the ladder's first ones where there are not
// enough before it.
std::vector<int> columns_for(const lab::Settings& settings, int most) {
    const int count = static_cast<int>(settings.subject->rungs.size());
    const int shown = std::min(most, count);
    const int first = std::clamp(settings.rung - shown + 1, 0, count - shown);
    std::vector<int> rungs;
    for (int rung = first; rung < first + shown; ++rung) rungs.push_back(rung);
    return rungs;
}

std::vector<const CountPoint*> points_for(const Series& series, const lab::Settings& settings,
                                          const std::vector<int>& rungs, bool picture) {
    std::vector<const CountPoint*> points;
    for (const int rung : rungs) {
        const lab::Settings at = at_rung(settings, rung);
        points.push_back(series.counts(picture ? at_picture(at) : at));
    }
    return points;
}

std::ptrdiff_t known(const std::vector<const CountPoint*>& points) {
    return std::ssize(points) - std::count(points.begin(), points.end(), nullptr);
}

std::string title_of(std::string name) {
    std::replace(name.begin(), name.end(), '_', ' ');
    return capitalised(name);
}

Row row_of(const Data& data, const CounterName& counter) {
    Row row{title_of(std::string(counter.name)),
            {},
            false,
            std::string(counter.meaning),
            std::string(counter.nsight)};
    for (const CountPoint* point : data.points)
        row.values.push_back(point ? double(point->counters.*counter.member) : NAN);
    return row;
}

Row useful_bytes(const Data& data) {
    Row row{"Moved bytes wanted",
            {},
            true,
            "Bytes that lanes asked for, of all bytes that moved: bytes requested / bytes moved.",
            ""};
    for (const CountPoint* point : data.points) {
        const bool moved = point && point->counters.bytes_moved;
        row.values.push_back(moved ? double(point->counters.bytes_requested) /
                                         double(point->counters.bytes_moved)
                                   : NAN);
    }
    return row;
}

bool says_something(const Row& row) {
    return std::any_of(row.values.begin(), row.values.end(),
                       [](double value) { return value > 0; });
}

// Whether the picture's size is known of more kernels than the size asked for.
bool picture_says_more(const DrawContext& context) {
    const Series& series = context.series;
    const lab::Settings& settings = context.result.request.settings;
    if (!settings.subject || settings.subject->rungs.empty()) return false;
    const std::vector<int> rungs = columns_for(settings, most_columns);
    return known(points_for(series, settings, rungs, false)) <
           known(points_for(series, settings, rungs, true));
}

Data data_of(const DrawContext& context, int columns, bool picture) {
    Data data{context.result.request.settings, {}, {}, {}, {}};
    if (!data.settings.subject || data.settings.subject->rungs.empty()) return data;
    data.rungs = columns_for(data.settings, columns);
    data.points = points_for(context.series, data.settings, data.rungs, picture);
    for (const int rung : data.rungs) {
        const lab::Settings at = at_rung(data.settings, rung);
        data.whole.push_back(!context.series.faulted(picture ? at_picture(at) : at));
    }
    if (picture) data.settings = at_picture(data.settings);
    for (const std::string& name : data.settings.subject->ledger)
        for (const CounterName& counter : simulator::counter_names())
            if (counter.name == name) data.rows.push_back(row_of(data, counter));
    data.rows.push_back(useful_bytes(data));
    std::erase_if(data.rows, [](const Row& row) { return !says_something(row); });
    return data;
}

struct Places {
    Rect head, rows;
    float title = 0, column = 0, row = 0, inset = 0;
    int shown = 0;
    Rect cell(int line, int index) const {
        return Rect{rows.x + title + index * column, rows.y + line * row, column, row}.inside(inset,
                                                                                              0);
    }
};

std::string value_of(const Row& row, double value) {
    return row.share ? percent(value) : grouped(std::llround(value));
}
std::string short_value_of(const Row& row, double value) {
    return row.share ? percent(value) : short_count(value);
}

std::string change_of(const Row& row, double by) {
    return row.share ? shortest(std::fabs(by) * 100, 2) : short_count(std::fabs(by));
}

constexpr float padding = 21;  // of a column, at a desk
constexpr float triangle = 17;

// Of a column that holds every value and every change, its padding included; `brief`: values in
// short, and of changes the triangle alone.
float width_needed(const Canvas& canvas, const Data& data, const Metrics& metrics, bool brief) {
    const TextStyle bold = mono_style(metrics.small, Role::text, Font::mono_bold);
    float widest = canvas.width(brief ? "9" : "Kernel 9", strong(small_style(metrics)));
    for (const Row& row : data.rows)
        for (std::size_t i = 0; i < row.values.size(); ++i) {
            const double value = row.values[i], by = i ? value - row.values[i - 1] : 0;
            if (std::isnan(value)) continue;
            float width =
                canvas.width(brief ? short_value_of(row, value) : value_of(row, value), bold);
            if (by != 0 && !std::isnan(by))
                width +=
                    brief ? metrics.px(triangle)
                          : metrics.px(23) + canvas.width(change_of(row, by), micro_style(metrics));
            widest = std::max(widest, width);
        }
    return widest + metrics.px(padding);
}

// Without "shared" or "global" in front a counter still names one thing: wavefronts are shared
// memory's.
std::string short_title(const std::string& title) {
    for (const std::string_view space : {"Shared ", "Global "})
        if (title.starts_with(space)) return capitalised(title.substr(space.size()));
    return title;
}

float title_needed(const Canvas& canvas, const Data& data, const Metrics& metrics) {
    float widest = 0;
    for (const Row& row : data.rows)
        widest = std::max(widest, canvas.width(short_title(row.title), small_style(metrics)));
    return widest + metrics.px(10);
}

Places places_of(const Canvas& canvas, const Data& data, const Metrics& metrics, Rect area) {
    Places places;
    places.inset = metrics.px(10);
    places.head = area.cut_top(metrics.small * 1.8f);
    places.rows = area;
    const auto columns = static_cast<float>(std::max<std::size_t>(1, data.rungs.size()));
    places.column = std::min(width_needed(canvas, data, metrics, false),
                             (area.w - title_needed(canvas, data, metrics)) / columns);
    places.title = area.w - places.column * columns;
    const float least = metrics.small * 1.9f;
    places.shown = std::clamp(static_cast<int>(area.h / least), 1,
                              static_cast<int>(std::max<std::size_t>(1, data.rows.size())));
    places.row = std::min(area.h / places.shown, metrics.small * 3.2f);
    return places;
}

// A triangle that points the way the count went, and by how much: filled down for less, outlined up
// for more.
void draw_change(Canvas& canvas, Point at, float room, const Row& row, double by,
                 const Metrics& metrics) {
    const bool down = by < 0, better = row.share ? !down : down;
    const std::string text = change_of(row, by);
    const TextStyle style = micro_style(metrics, Role::text2);
    const float wide = metrics.px(9), text_at = metrics.px(14);
    if (room < wide) return;
    const float tip = metrics.px(down ? 4 : -4);
    const Point corners[] = {
        {at.x, at.y - tip}, {at.x + wide, at.y - tip}, {at.x + wide / 2, at.y + tip}};
    canvas.polygon(corners, better ? Role::good : Role::waste);
    text_fitting(canvas, {at.x + text_at, at.y}, room - text_at, style, {text});
}

void draw_cell(Canvas& canvas, const Places& places, const Data& data, int line, int column,
               const Metrics& metrics) {
    const Row& row = data.rows[line];
    const Rect cell = places.cell(line, column);
    const double value = row.values[column];
    const float y = cell.middle_y() - (places.row > metrics.small * 2.2f ? metrics.px(4) : 0);
    if (std::isnan(value))
        return void(canvas.text({cell.x, y}, "–", small_style(metrics, Role::text3)));
    const bool chosen = data.rungs[column] == data.settings.rung;
    // Counts of a part compare with nothing.
    const bool compared = column > 0 && data.whole[column] && data.whole[column - 1];
    const double before = compared ? row.values[column - 1] : NAN;
    const bool moved = !std::isnan(before) && before != value;
    const TextStyle style = mono_style(metrics.small, chosen || moved ? Role::text : Role::text2,
                                       chosen || moved ? Font::mono_bold : Font::mono);
    const std::string full = value_of(row, value), brief = short_value_of(row, value);
    const float mark =
        moved ? metrics.px(triangle) : 0;  // room for a triangle, if need be for less digits
    const bool whole = canvas.width(full, style) + mark <= cell.w;
    const float used =
        text_fitting(canvas, {cell.x, y}, cell.w, style, {whole ? full : brief, brief, full});
    if (moved && used > 0)
        draw_change(canvas, {cell.x + used + metrics.px(8), y}, cell.w - used - metrics.px(8), row,
                    value - before, metrics);
    if (places.row <= metrics.small * 2.2f) return;
    double most = row.share ? 1 : 0;
    for (const double other : row.values)
        if (!std::isnan(other)) most = std::max(most, other);
    const float share = most > 0 ? static_cast<float>(value / most) : 0;
    const Rect bar{cell.x, y + metrics.small * .85f, cell.w, metrics.px(4)};
    canvas.fill(bar, Role::raised, 2);
    canvas.fill({bar.x, bar.y, bar.w * share, bar.h}, chosen ? Role::accent : Role::stroke, 2);
}

void draw_head(Canvas& canvas, const Places& places, const Data& data, const Metrics& metrics) {
    for (std::size_t i = 0; i < data.rungs.size(); ++i) {
        const bool chosen = data.rungs[i] == data.settings.rung;
        const Rect cell = places.cell(0, static_cast<int>(i));
        if (chosen) {
            const float bottom = places.rows.y + places.shown * places.row;
            canvas.fill({cell.x - places.inset, places.head.y - 2, places.column,
                         bottom - places.head.y + 4},
                        Colour{Role::accent, .11f}, 8);
        }
        const TextStyle style = chosen ? strong(small_style(metrics)) : small_style(metrics);
        const std::string number = rung_number(data.rungs[i]);
        const bool whole = data.whole[i];
        const std::string title = whole ? "Kernel " + number : number + ", to its fault";
        text_fitting(canvas, {cell.x, places.head.middle_y()}, cell.w, style,
                     {title, whole ? number : "fault"});
    }
}

// Under the mouse: what a counter is, and its name in the profiler. Covers other rows, not its own.
void draw_meaning(Canvas& canvas, const Places& places, const Data& data, Point mouse, Rect area,
                  const Metrics& metrics) {
    if (!area.contains(mouse) || mouse.y < places.rows.y) return;
    const int line = static_cast<int>((mouse.y - places.rows.y) / places.row);
    if (line >= places.shown) return;
    const Row& row = data.rows[line];
    const float width = std::min(area.w, metrics.micro * 40);
    const bool named = !row.metric.empty() && canvas.width(row.metric, mono_style(metrics.micro)) <=
                                                  width - metrics.px(24);
    hover_box(canvas, area,
              {places.rows.x, places.rows.y + line * places.row, places.rows.w, places.row},
              named ? row.meaning + "\n`" + row.metric + "`" : row.meaning, metrics);
}

void draw(Canvas& canvas, const DrawContext& context, Rect area) {
    const Metrics& metrics = context.metrics;
    const bool picture = picture_says_more(context);
    int columns = most_columns;
    Data data = data_of(context, columns, picture);
    if (data.rows.empty())
        return nothing(canvas, area, "Nothing has been counted for these settings yet.", metrics);
    while (columns > 1 && places_of(canvas, data, metrics, area).column <
                              width_needed(canvas, data, metrics, true))
        data = data_of(context, --columns, picture);
    const Places places = places_of(canvas, data, metrics, area);
    draw_head(canvas, places, data, metrics);
    for (int line = 0; line < places.shown; ++line) {
        const float y = places.rows.y + line * places.row;
        canvas.line({places.rows.x, y}, {places.rows.right(), y}, Role::line);
        const std::string& title = data.rows[line].title;
        text_fitting(canvas, {places.rows.x, places.cell(line, 0).middle_y()},
                     places.title - metrics.px(8), small_style(metrics),
                     {title, short_title(title)});
        for (std::size_t column = 0; column < data.rungs.size(); ++column)
            draw_cell(canvas, places, data, line, static_cast<int>(column), metrics);
    }
    draw_meaning(canvas, places, data, context.cursor.mouse, area, metrics);
}

std::string note(const DrawContext& context) {
    const lab::Settings& settings = context.result.request.settings;
    if (!settings.subject || !settings.subject->size) return "";
    if (context.series.faulted(settings)) return "until the fault";
    return picture_says_more(context)
               ? "drawn: " + lab::size_words(at_picture(settings), power_or_grouped)
               : lab::size_words(settings, power_or_grouped);
}

// Small runs first: they are there at once. Then those of the size asked for.
std::vector<lab::Settings> needs(const lab::Settings& settings) {
    if (!settings.subject) return {};
    std::vector<lab::Settings> all;
    const std::vector<int> rungs = columns_for(settings, most_columns);
    for (const int rung : rungs) all.push_back(at_picture(at_rung(settings, rung)));
    for (const int rung : rungs) all.push_back(at_rung(settings, rung));
    return all;
}

bool fits(const lab::Run& run) {
    return run.request.settings.subject && !run.request.settings.subject->ledger.empty();
}

const RegisterView registered{{.id = "ledger",
                               .title = "Ledger",
                               .slot = Slot::card,
                               .fits = fits,
                               .draw = draw,
                               .badge = "counted",
                               .order = 3,
                               .note = note,
                               .needs = needs}};

}  // namespace
}  // namespace app

// The cards "Sectors by stride" and "Sectors by offset": the sectors of one load at each value that
// was counted. Solid: the part that lanes wanted; hatched: the part moved for nothing.
#include <algorithm>

#include <fmt/format.h>

#include "app/format.h"
#include "app/series.h"
#include "app/view.h"
#include "app/views/eased.h"
#include "app/views/marks.h"
#include "app/views/rungs.h"

namespace app::sectors_by_stride_view {
namespace {

using Turned = lab::Knob::Role;

template <Turned of>
const lab::Knob* turned_knob(const lab::Settings& settings) {
    return settings.subject ? lab::find_knob(*settings.subject, of) : nullptr;
}

std::string word_of(const lab::Knob& knob) {
    return knob.role == Turned::stride ? "stride" : "offset";
}

// Settings with strides: in a lesson whose access pattern is a choice, only the strided pattern or
// a strided kernel has any.
lab::Settings strided(lab::Settings settings, const lab::Knob& stride) {
    if (stride.only && !lab::idle(settings, *stride.only->with))
        settings.set(*stride.only->with, stride.only->choice);
    return settings;
}

// Why the stride changes nothing for this kernel; empty where it changes something.
std::string idle_words(const lab::Settings& settings, const lab::Knob& stride) {
    return lab::idle_reason(strided(settings, stride), stride);
}

struct Column {
    std::int64_t stride = 0;
    double sectors = 0, wanted = 0;  // for each load; wanted: share of the moved bytes
    bool counted = false;
};

std::vector<lab::Settings> columns_of(const lab::Settings& settings, const lab::Knob& stride) {
    std::vector<lab::Settings> all;
    for (const std::int64_t value : stride.ticks) {
        lab::Settings at = strided(settings, stride);
        at.set(stride, value);
        all.push_back(at_picture(at));
    }
    return all;
}

std::vector<Column> data_of(const DrawContext& context, const lab::Knob& stride) {
    std::vector<Column> columns;
    for (const lab::Settings& settings : columns_of(context.result.request.settings, stride)) {
        Column column{settings[stride], 0, 0, false};
        const CountPoint* point = context.series.counts(settings);
        if (point && point->counters.global_load_requests) {
            const simulator::Counters& counters = point->counters;
            column.sectors =
                double(counters.global_load_sectors) / double(counters.global_load_requests);
            column.wanted = counters.bytes_asked
                                ? double(counters.bytes_requested) / double(counters.bytes_asked)
                                : 1;
            column.counted = true;
        }
        columns.push_back(column);
    }
    return columns;
}

TextStyle number_style(bool chosen, const Metrics& m) {
    return aligned(mono_style(m.small, chosen ? Role::text : Role::text2,
                              chosen ? Font::mono_bold : Font::mono),
                   Align::centre);
}

// As many digits as every number fits with over its column; closer numbers would run together. 0:
// two digits are too many, and only the chosen column has its number.
int digits_for(const Canvas& canvas, const std::vector<Column>& columns, float width,
               const Metrics& m) {
    for (const int digits : {3, 2}) {
        const auto fits = [&](const Column& column) {
            const std::string words = shortest(column.sectors, digits);
            return canvas.width(words, number_style(true, m)) + m.px(5) <= width;
        };
        if (std::ranges::all_of(columns, fits)) return digits;
    }
    return 0;
}

void draw_column(Canvas& canvas, const Column& column, Rect box, Rect label, bool chosen,
                 std::string_view word, int digits, const Metrics& m) {
    const float strength = chosen ? 1 : .6f;
    const float useful = box.h * static_cast<float>(column.wanted);
    if (column.wanted < .999) waste_box(canvas, box, 3, strength);
    work_cell(canvas, {box.x, box.bottom() - useful, box.w, useful}, chosen, 3);
    if (chosen || digits > 0)
        canvas.text({box.middle_x(), box.y - m.small * .8f},
                    shortest(column.sectors, std::max(2, digits)), number_style(chosen, m));
    const TextStyle below =
        aligned(chosen ? strong(micro_style(m)) : micro_style(m), Align::centre);
    const std::string stride = grouped(column.stride);
    text_fitting(canvas, {label.middle_x(), label.middle_y()}, label.w - m.px(4), below,
                 {word.empty() ? stride : std::string(word) + " " + stride, stride});
}

template <Turned of>
void draw(Canvas& canvas, const DrawContext& context, Rect area) {
    const lab::Settings& settings = context.result.request.settings;
    const Metrics& m = context.metrics;
    const lab::Knob* stride = turned_knob<of>(settings);
    if (!stride) return nothing(canvas, area, "This lesson has nothing to change here.", m);
    const std::string why = idle_words(settings, *stride);
    if (!why.empty()) return nothing(canvas, area, why, m);
    const std::vector<Column> columns = data_of(context, *stride);
    double most = 0;
    for (const Column& column : columns) most = std::max(most, column.sectors);
    if (most <= 0) return nothing(canvas, area, "Nothing has been counted at these values yet.", m);
    Rect labels = area.cut_bottom(m.micro * 1.9f);
    area.cut_top(m.small * 1.6f);
    const float width = area.w / static_cast<float>(columns.size());
    const int digits = digits_for(canvas, columns, width, m);
    const std::int64_t plain = of == Turned::stride ? 1 : 0;
    const std::int64_t now = lab::idle(settings, *stride) ? plain : settings[*stride];
    for (std::size_t i = 0; i < columns.size(); ++i) {
        const float x = area.x + width * static_cast<float>(i);
        if (!columns[i].counted) continue;
        const float height =
            std::max(2.f, area.h * eased(context, "sectors." + stride->id + std::to_string(i),
                                         static_cast<float>(columns[i].sectors / most)));
        draw_column(canvas, columns[i],
                    {x + width * .17f, area.bottom() - height, width * .66f, height},
                    {x, labels.y, width, labels.h}, columns[i].stride == now,
                    i == 0 ? word_of(*stride) : "", digits, m);
    }
    canvas.line({area.x, area.bottom()}, {area.right(), area.bottom()}, Role::line);
}

template <Turned of>
std::vector<lab::Settings> needs(const lab::Settings& settings) {
    const lab::Knob* stride = turned_knob<of>(settings);
    if (!stride || !idle_words(settings, *stride).empty()) return {};
    return columns_of(settings, *stride);
}

std::string note(const DrawContext&) { return "a load of a warp"; }

// A kernel without strides has no such card.
template <Turned of>
bool fits(const lab::Run& run) {
    const lab::Settings& settings = run.request.settings;
    const lab::Knob* stride = turned_knob<of>(settings);
    return stride && !stride->ticks.empty() && idle_words(settings, *stride).empty();
}

template <Turned of>
std::optional<Spot> spot(const Canvas&, const DrawContext& context, Rect area, Point mouse) {
    const lab::Settings& settings = context.result.request.settings;
    const lab::Knob* stride = turned_knob<of>(settings);
    if (!stride || !idle_words(settings, *stride).empty() || !area.contains(mouse))
        return std::nullopt;
    const std::vector<Column> columns = data_of(context, *stride);
    const float width = area.w / static_cast<float>(columns.size());
    const auto at = static_cast<std::size_t>((mouse.x - area.x) / width);
    if (at >= columns.size() || !columns[at].counted) return std::nullopt;
    const Column& column = columns[at];
    lab::Settings there = strided(settings, *stride);
    there.set(*stride, column.stride);
    return Spot{{area.x + static_cast<float>(at) * width, area.y, width, area.h},
                "*" + capitalised(word_of(*stride)) + " " + grouped(column.stride) + "*\n" +
                    shortest(column.sectors, 4) + " sectors a load; " + percent(column.wanted) +
                    " of the bytes are used. Counted.",
                there};
}

template <Turned of>
std::string numbers(const DrawContext& context) {
    const lab::Knob* stride = turned_knob<of>(context.result.request.settings);
    std::string text = std::string(of == Turned::stride ? "stride" : "offset") +
                       ",sectors_per_load,bytes_wanted_of_moved\n";
    if (!stride) return text;
    for (const Column& column : data_of(context, *stride))
        if (column.counted)
            text += fmt::format("{},{},{}\n", column.stride, column.sectors, column.wanted);
    return text;
}

View card(std::string id, std::string title) {
    View view;
    view.id = std::move(id), view.title = std::move(title);
    view.slot = Slot::card;
    view.order = 4;
    view.words.note = note;
    return view;
}

template <Turned of>
View card_of(std::string id, std::string title) {
    View view = card(std::move(id), std::move(title));
    view.fits = fits<of>;
    view.draw = draw<of>;
    view.needs.settings = needs<of>;
    view.pointing.spot = spot<of>;
    view.numbers = numbers<of>;
    return view;
}

const RegisterView by_stride{card_of<Turned::stride>("sectors_by_stride", "Sectors by stride")};
const RegisterView by_offset{card_of<Turned::offset>("sectors_by_offset", "Sectors by offset")};

}  // namespace
}  // namespace app::sectors_by_stride_view

// The card "Instruction mix": how many instructions each unit ran, as bars. Solid: lanes that were
// on; hatched: lanes that were off. A dashed end marks the kernel shown before, else the one before
// on the ladder.
#include <algorithm>

#include <fmt/format.h>

#include "app/format.h"
#include "app/series.h"
#include "app/view.h"
#include "app/views/eased.h"
#include "app/views/ledger/ledger_size.h"
#include "app/views/marks.h"
#include "app/views/ptx_meaning.h"
#include "app/views/rungs.h"
#include "simulator/isa/row.h"

namespace app::instruction_mix_view {
namespace {

using simulator::Unit;
using simulator::UnitCount;

struct UnitRow {
    UnitCount count;
    std::uint64_t before = 0;  // warp instructions of the compared kernel
};

struct Mix {
    std::vector<UnitRow> rows;  // most instructions first
    std::uint64_t most = 0, total = 0;
    bool compared = false;
    int with = -1;  // rung of the compared kernel
};

const lab::Run* counted(const lab::Result& result) {
    const lab::Run* run = result.counted ? result.counted.get() : result.picture.get();
    return run && !run->instruction_mix.empty() ? run : nullptr;
}

std::uint64_t warps_of(const std::vector<UnitCount>& mix, Unit unit) {
    const auto found = std::ranges::find(mix, unit, &UnitCount::unit);
    return found == mix.end() ? 0 : found->warp_instructions;
}

// The kernel shown before the last change, which the stage's sentence compares too; else the one
// before on the ladder. -1 for the first.
int compared_with(const DrawContext& context, const lab::Settings& settings) {
    if (!on_a_ladder(settings)) return -1;
    if (!context.before) return settings.rung - 1;
    const lab::Settings& left = context.before->request.settings;
    return lab::same(left.subject.get(), settings.subject.get()) && left.rung != settings.rung
               ? left.rung
               : settings.rung - 1;
}

// The instructions of another kernel with these settings; nullptr where they are not known.
const std::vector<UnitCount>* mix_at(const DrawContext& context, const lab::Settings& there) {
    const lab::Run* run = context.before ? counted(*context.before) : nullptr;
    if (run && run->request.settings == there) return &run->instruction_mix;
    const CountPoint* point = context.series.counts(there);
    return point && !point->mix.empty() ? &point->mix : nullptr;
}

// Units of this kernel and those that only the other one used.
Mix mix_of(const DrawContext& context, const lab::Run& run) {
    Mix mix;
    const lab::Settings& settings = run.request.settings;
    mix.with = compared_with(context, settings);
    const auto* before = mix.with >= 0 ? mix_at(context, at_rung(settings, mix.with)) : nullptr;
    mix.compared = before != nullptr;
    for (const UnitCount& count : run.instruction_mix) {
        mix.rows.push_back({count, mix.compared ? warps_of(*before, count.unit) : 0});
        mix.total += count.warp_instructions;
    }
    if (mix.compared)
        for (const UnitCount& count : *before)
            if (!warps_of(run.instruction_mix, count.unit))
                mix.rows.push_back({{count.unit, 0, 0}, count.warp_instructions});
    std::ranges::stable_sort(mix.rows, std::greater{}, [](const UnitRow& row) {
        return std::pair(row.count.warp_instructions, row.before);
    });
    for (const UnitRow& row : mix.rows)
        mix.most = std::max({mix.most, row.count.warp_instructions, row.before});
    return mix;
}

struct Places {
    Rect rows, legend;
    float name = 0, number = 0, share = 0, row = 0;
    int shown = 0;
    Rect line(int index) const { return {rows.x, rows.y + index * row, rows.w, row}; }
};

std::string share_of(const Mix& mix, const UnitRow& row) {
    return percent(static_cast<double>(row.count.warp_instructions) /
                   static_cast<double>(mix.total));
}

Places places_of(const Canvas& canvas, const Mix& mix, const Metrics& m, Rect area) {
    Places places;
    if (area.h > m.small * 8) places.legend = area.cut_bottom(m.small * 1.9f);
    places.rows = area;
    const auto count = static_cast<float>(mix.rows.size());
    const float least = m.small * 1.35f;
    places.shown =
        std::clamp(static_cast<int>(area.h / least), 1, static_cast<int>(mix.rows.size()));
    places.row = std::clamp(area.h / count, least, m.small * 12);
    for (const UnitRow& row : mix.rows)
        places.name =
            std::max(places.name, canvas.width(name_of(row.count.unit), strong(small_style(m))));
    places.name += m.px(12);
    const TextStyle digits = mono_style(m.small);
    places.number = canvas.width(short_count(mix.most), digits);
    const float whole = canvas.width(grouped(mix.most), digits);
    if (area.w > places.name + whole + m.small * 12) places.number = whole;
    if (area.w > places.name + places.number + m.small * 14)
        for (const UnitRow& row : mix.rows)
            places.share =
                std::max(places.share, canvas.width(share_of(mix, row), micro_style(m)) + m.px(12));
    return places;
}

void draw_bar(Canvas& canvas, const DrawContext& context, const Mix& mix, const UnitRow& row,
              Rect room, float height) {
    if (room.w < 10) return;
    const auto width = [&](double warps, const char* what = "") {
        const std::string id = "mix." + std::string(name_of(row.count.unit)) + what;
        const float target = room.w * static_cast<float>(warps / static_cast<double>(mix.most));
        return *what ? eased(context, id, target) : target;
    };
    const UnitCount& count = row.count;
    const Rect bar{room.x, room.middle_y() - height / 2,
                   width(static_cast<double>(count.warp_instructions), ".warps"), height};
    const float on =
        width(static_cast<double>(count.lane_instructions) / simulator::warp_size, ".lanes");
    if (bar.w - on > .5f) waste_box(canvas, bar, 3);
    if (on > 0) work_cell(canvas, {bar.x, bar.y, std::max(on, 1.f), bar.h}, true, 3);
    if (!mix.compared || row.before == count.warp_instructions) return;
    const float before = room.x + width(static_cast<double>(row.before));
    const float y = room.middle_y();
    canvas.dashed_line({std::min(before, bar.right()), y}, {std::max(before, bar.right()), y},
                       Role::stroke, 1.3f);
    canvas.line({before, y - height * .65f}, {before, y + height * .65f}, Role::text2, 1.6f);
}

void draw_row(Canvas& canvas, const DrawContext& context, const Places& places, const Mix& mix,
              const UnitRow& row, Rect line) {
    const Metrics& m = context.metrics;
    const float y = line.middle_y();
    const auto warps = static_cast<std::int64_t>(row.count.warp_instructions);
    canvas.text({line.x, y}, name_of(row.count.unit), small_style(m, Role::text));
    line.cut_left(places.name);
    if (places.share > 0) {
        const Rect share = line.cut_right(places.share);
        canvas.text({share.right(), y}, share_of(mix, row), aligned(micro_style(m), Align::right));
    }
    const Rect number = line.cut_right(places.number);
    text_fitting(canvas, {number.right(), y}, number.w + 1,
                 aligned(mono_style(m.small, warps ? Role::text : Role::text3), Align::right),
                 {grouped(warps), short_count(warps)});
    line.cut_right(m.px(12));
    const float usual = std::min(m.small, places.row * .62f);
    draw_bar(canvas, context, mix, row, line, std::max(usual, places.row * .36f));
}

void draw_legend(Canvas& canvas, const Places& places, const Mix& mix, const Metrics& m) {
    const float y = std::min(places.legend.middle_y(),
                             places.rows.y + places.shown * places.row + m.small * 1.1f);
    float x = places.legend.x;
    const auto fits = [&](std::string_view words) {
        return x + m.small * 1.6f + 8 + canvas.width(words, small_style(m)) <=
               places.legend.right();
    };
    if (fits("lanes on")) x += legend(canvas, {x, y}, Sample::chosen, "lanes on", m);
    if (fits("lanes off")) x += legend(canvas, {x, y}, Sample::waste, "lanes off", m);
    const std::string before = "kernel " + rung_number(mix.with);
    if (!mix.compared || !fits(before)) return;
    canvas.line({x + m.small / 2, y - m.small / 2}, {x + m.small / 2, y + m.small / 2}, Role::text2,
                1.6f);
    canvas.text({x + m.small + 4, y}, before, small_style(m));
}

std::string meaning_of(const Mix& mix, const UnitRow& row) {
    const UnitCount& count = row.count;
    std::string text = "*" + std::string(name_of(count.unit)) +
                       "*: " + std::string(app::meaning_of(count.unit)) + ". *" +
                       plural(count.warp_instructions, "warp instruction") + "*, *" +
                       plural(count.lane_instructions, "lane instruction") + "*.";
    if (count.warp_instructions)
        text += " " +
                shortest(static_cast<double>(count.lane_instructions) /
                             static_cast<double>(count.warp_instructions),
                         3) +
                " of 32 lanes were on.";
    if (mix.compared)
        text += " Kernel " + rung_number(mix.with) + " ran " + grouped(row.before) + ".";
    return text;
}

void draw(Canvas& canvas, const DrawContext& context, Rect area) {
    const Metrics& m = context.metrics;
    const lab::Run* run = counted(context.result);
    if (!run) return nothing(canvas, area, "Nothing has been counted for these settings yet.", m);
    const Mix mix = mix_of(context, *run);
    const Places places = places_of(canvas, mix, m, area);
    for (int i = 0; i < places.shown; ++i)
        draw_row(canvas, context, places, mix, mix.rows[static_cast<std::size_t>(i)],
                 places.line(i));
    if (places.legend.h > 0) draw_legend(canvas, places, mix, m);
}

std::optional<Spot> spot(const Canvas& canvas, const DrawContext& context, Rect area, Point mouse) {
    const lab::Run* run = counted(context.result);
    if (!run || !area.contains(mouse)) return std::nullopt;
    const Mix mix = mix_of(context, *run);
    const Places places = places_of(canvas, mix, context.metrics, area);
    for (int i = 0; i < places.shown; ++i)
        if (places.line(i).contains(mouse))
            return Spot{places.line(i), meaning_of(mix, mix.rows[static_cast<std::size_t>(i)])};
    return std::nullopt;
}

std::string numbers(const DrawContext& context) {
    const lab::Run* run = counted(context.result);
    if (!run) return "";
    std::string text = "unit,warp_instructions,lane_instructions\n";
    for (const UnitCount& one : run->instruction_mix)
        text += fmt::format("{},{},{}\n", name_of(one.unit), one.warp_instructions,
                            one.lane_instructions);
    return text;
}

Note note(const DrawContext& context) {
    const lab::Run* run = counted(context.result);
    return run ? counted_note(run->request.settings, context.result.request.settings) : "";
}

// The kernel before on the ladder, at the picture's size, the requested and the counted one.
std::vector<lab::Settings> needs(const lab::Settings& settings) {
    if (!on_a_ladder(settings) || settings.rung == 0) return {};
    const lab::Settings before = at_rung(settings, settings.rung - 1);
    return {at_picture(before), before, counted_for_cards(before)};
}

const RegisterView registered{
    {.id = "instruction_mix",
     .title = "Instruction mix",
     .slot = Slot::card,
     .order = 6,
     .fits = [](const lab::Run& run) { return !run.instruction_mix.empty(); },
     .draw = draw,
     .numbers = numbers,
     .words = {.note = note},
     .pointing = {.spot = spot},
     .needs = {.settings = needs}}};

}  // namespace
}  // namespace app::instruction_mix_view

// Draws warps over time. See warps_strip.h.
#include "app/warps_strip.h"

#include <algorithm>

#include "app/format.h"
#include "app/in_step.h"

namespace app {
namespace {

constexpr float thinnest_column = 1.5f, lowest_row = 3;

float launch_gap(Rect area) { return std::clamp(area.w * .03f, 3.f, 14.f); }

// Shrunk to the columns and rows that can be told apart.
WarpsOverTime fitting(const WarpsOverTime& all, Rect area) {
    return shrunk(all, std::max(1, static_cast<int>(area.w / thinnest_column)),
                  std::max(1, static_cast<int>(area.h / lowest_row)));
}

// Equal neighbouring columns of one row, drawn at once.
struct Stretch {
    WarpsOverTime::Cell cell;
    float left = 0, right = 0;
    float again = 0;  // share of its width: repeated requests
    bool past = false, now = false;
    WarpsOverTime::Asks asks{};
};

void draw_waste(Canvas& canvas, Rect r, bool now) {
    if (r.w <= 0 || r.h <= .4f) return;
    canvas.fill(r, Colour{Role::waste, now ? .55f : .28f});
    if (r.w > 3 && r.h > 3) canvas.hatch(r, Colour{Role::waste, now ? 1 : .85f}, 4, 1.1f);
}

// Repeated requests are ruled; waiting lanes are hatched.
void draw_again(Canvas& canvas, Rect r, bool now) {
    if (r.w <= 0 || r.h <= .4f) return;
    canvas.fill(r, Colour{Role::waste, now ? .55f : .28f});
    constexpr float apart = 3.5f;
    for (float y = r.bottom() - apart / 2; r.w > 1 && r.h > 3 && y > r.y; y -= apart)
        canvas.line({r.x, y}, {r.right(), y}, Colour{Role::waste, now ? 1 : .85f}, 1.1f);
}

// A shade between steps without requests and stores, in every theme.
const Colour middle_shade = Colour{Role::text, .72f}.on(Role::panel);

Colour colour_of(WarpsOverTime::Asks asks) {
    if (asks == WarpsOverTime::Asks::loads) return middle_shade;
    return asks == WarpsOverTime::Asks::stores ? Role::text : Role::other_series;
}

void draw_stretch(Canvas& canvas, const Stretch& one, float top, float height) {
    const float w = one.right - one.left, on = height * one.cell.on, off = height * one.cell.off;
    if (w <= 0) return;
    draw_waste(canvas, {one.left, top + height - on - off, w, off}, one.now);
    if (on <= 0) return;
    const float again = w * one.again;
    const Rect works{one.left, top + height - std::max(on, .8f), w - again, std::max(on, .8f)};
    draw_again(canvas, {works.right(), works.y, again, works.h}, one.now);
    const Colour colour = one.now    ? Colour{Role::accent}
                          : one.past ? middle_shade
                                     : colour_of(one.asks);
    canvas.fill(works, colour);
}

// The column of step `now`, at least 3 pixels wide.
Rect column_at(const WarpsOverTime& all, const ColumnPlaces& places, int now, Rect area) {
    for (std::size_t i = all.columns.size(); now >= 0 && i-- > 0;)
        if (all.columns[i].first_step <= now) {
            const float w = std::max(3.f, places.right[i] - places.left[i]);
            return {area.x + (places.left[i] + places.right[i] - w) / 2, area.y, w, area.h};
        }
    return {};
}

void draw_row(Canvas& canvas, const WarpsOverTime& all, const ColumnPlaces& places,
              std::size_t warp, int now, Rect row) {
    Stretch open;
    const auto close = [&] { draw_stretch(canvas, open, row.y, row.h); };
    for (std::size_t i = 0; i < all.columns.size(); ++i) {
        const WarpsOverTime::Column& column = all.columns[i];
        const int next = i + 1 < all.columns.size() ? all.columns[i + 1].first_step : 1 << 30;
        const bool lit = now >= column.first_step && now < next;
        const WarpsOverTime::Cell cell =
            column.barrier && column.times <= 1 ? WarpsOverTime::Cell{} : column.warps[warp];
        const Stretch here{cell,
                           row.x + places.left[i],
                           row.x + places.right[i],
                           column.again(),
                           column.first_step < now,
                           lit,
                           now < 0 ? column.asks : WarpsOverTime::Asks::nothing};
        if (open.cell == here.cell && open.past == here.past && open.now == here.now &&
            open.asks == here.asks && open.again == 0 && here.again == 0 &&
            here.left - open.right < .01f) {
            open.right = here.right;
            continue;
        }
        close();
        open = here;
    }
    close();
}

}  // namespace

void draw_warps_over_time(Canvas& canvas, const WarpsOverTime& whole, int now, Rect area) {
    if (whole.empty() || area.w < 8 || area.h < 4) return;
    const WarpsOverTime all = fitting(whole, area);
    const ColumnPlaces places = places_of(all, area.w, launch_gap(area));
    const float pitch = area.h / static_cast<float>(all.warps);
    const float gap = pitch > 5 ? 2.f : pitch > 3 ? 1.f : .5f;
    if (const Rect here = column_at(all, places, now, area); here.w > 0) {
        canvas.fill(here, Colour{Role::accent, .22f});
        canvas.fill({here.x, here.bottom(), here.w, 3}, Role::accent);
    }
    for (std::size_t i = 0; i < all.columns.size(); ++i)
        if (all.columns[i].barrier) {
            const float x = area.x + (places.left[i] + places.right[i]) / 2;
            canvas.fill({x - .5f, area.y, 1, area.h}, Role::stroke);
        }
    for (std::size_t warp = 0; warp < static_cast<std::size_t>(all.warps); ++warp)
        draw_row(canvas, all, places, warp, now,
                 {area.x, area.y + pitch * static_cast<float>(warp), area.w, pitch - gap});
}

void StripForms::add(const WarpsOverTime& all) {
    using Asks = WarpsOverTime::Asks;
    for (const WarpsOverTime::Column& column : all.columns) {
        again = again || column.again() > 0;
        for (const WarpsOverTime::Cell& cell : column.warps) {
            waits = waits || cell.off > 0;
            if (cell.on <= 0) continue;
            within = within || column.asks == Asks::nothing;
            loads = loads || column.asks == Asks::loads;
            stores = stores || column.asks == Asks::stores;
        }
    }
}

namespace {

struct KeySample {
    std::string_view words, brief;
    Colour colour;
    void (*waste)(Canvas&, Rect, bool) = nullptr;
};

// In the order of importance: where not all fit, shades of grey are dropped before hatched ones,
// first the darkest: steps without requests.
std::vector<KeySample> key_samples(const StripForms& forms) {
    using Asks = WarpsOverTime::Asks;
    std::vector<KeySample> samples;
    if (forms.waits) samples.push_back({"waits", "waits", Role::waste, draw_waste});
    if (forms.again) samples.push_back({"served again", "again", Role::waste, draw_again});
    if (forms.loads) samples.push_back({"loads", "loads", colour_of(Asks::loads)});
    if (forms.stores) samples.push_back({"stores", "stores", colour_of(Asks::stores)});
    if (forms.within) samples.push_back({"within the block", "in block", colour_of(Asks::nothing)});
    return samples;
}

}  // namespace

float draw_strip_key(Canvas& canvas, Rect row, const Metrics& m, StripKey form,
                     const StripForms& forms) {
    const std::vector<KeySample> samples = key_samples(forms);
    const bool whole = form == StripKey::whole;
    const TextStyle style{Font::regular, m.micro, Role::text3};
    const float size = m.micro * .8f;
    float gap = m.px(whole ? 5 : 4), next = m.px(whole ? 15 : 10), all = -next;
    for (const KeySample& sample : samples)
        all += next + size + gap + canvas.width(whole ? sample.words : sample.brief, style);
    if (all > row.w) gap = m.px(3), next = m.px(6);  // closer together, so that all fit
    std::vector<float> ends{-next};
    for (const KeySample& sample : samples) {
        const float wide = canvas.width(whole ? sample.words : sample.brief, style);
        if (const float end = ends.back() + next + size + gap + wide; end <= row.w)
            ends.push_back(end);
        else
            break;
    }
    if (ends.size() == 1) return 0;
    const float from = whole ? row.x : row.right() - ends.back();
    for (std::size_t i = 0; i + 1 < ends.size(); ++i) {
        const Rect box{from + ends[i] + next, row.middle_y() - size / 2, size, size};
        samples[i].waste ? samples[i].waste(canvas, box, false)
                         : canvas.fill(box, samples[i].colour, 2);
        canvas.text({box.right() + gap, row.middle_y()},
                    whole ? samples[i].words : samples[i].brief, style);
    }
    return ends.back() + next;
}

Rect strip_in_step(const DrawContext& context, Rect place) {
    if (!context.beside || !context.beside->result.picture) return place;
    const std::uint64_t own = spent_in_all(*context.result.picture).issue_slots,
                        other = spent_in_all(*context.beside->result.picture).issue_slots;
    if (own < other) place.w *= static_cast<float>(double(own) / double(other));
    return place;
}

std::vector<std::string> strip_words(const DrawContext& context) {
    const std::string steps =
        "; " + plural(std::ssize(context.result.picture->steps), "step") + " in all";
    const std::string name = "Warps over time";
    if (context.beside)
        return {name +
                    ", length: issue slots; hatched: lanes that are off; ruled: served once more" +
                    steps,
                name + ", length: issue slots" + steps, name + ", length: issue slots", name};
    return {name +
                "; solid: lanes that are on; hatched: lanes that are off; ruled: served once more" +
                steps,
            name + "; hatched: lanes off; ruled: served once more" + steps,
            name + "; hatched: off; ruled: served again", name};
}

int step_at(const WarpsOverTime& all, Rect area, float x) {
    if (all.empty()) return -1;
    const ColumnPlaces places = places_of(all, area.w, launch_gap(area));
    const auto next = std::ranges::upper_bound(places.left, x - area.x);
    return std::max<int>(0, static_cast<int>(next - places.left.begin()) - 1);
}

}  // namespace app

// Bars by step. See step_bars.h.
#include "app/views/step_bars.h"

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <numeric>
#include <utility>
#include <vector>

#include "app/format.h"
#include "app/views/before_here.h"
#include "app/views/eased.h"
#include "app/views/marks.h"

namespace app {
namespace {

struct Bar {
    int step = 0;
    int taken = 0, ideal = 0;
    bool begins = false;  // comes after a barrier, or in another launch than the bar before
    bool launch = false;  // in another launch than the bar before
    int was = 0;          // taken before the last change; 0: unknown
};

Bar& add_up(Bar& bar, const lab::Run& run, const StepBars& wish) {
    for (const std::uint32_t id : run.steps[std::size_t(bar.step)].events) {
        const simulator::Event& event = run.trace->events[id];
        bar.taken += static_cast<int>(event.*wish.taken);
        bar.ideal += static_cast<int>(event.ideal);
    }
    return bar;
}

std::vector<Bar> bars_of(const lab::Run& run, const StepBars& wish) {
    std::vector<Bar> all;
    for (int step = 0; step < static_cast<int>(run.steps.size()); ++step) {
        if (!wish.wanted(run.steps[step])) continue;
        Bar bar{.step = step};
        if (!all.empty()) {
            const simulator::Step &last = run.steps[all.back().step], &now = run.steps[step];
            bar.launch = last.launch != now.launch;
            bar.begins = bar.launch || last.interval != now.interval;
        }
        add_up(bar, run, wish);
        all.push_back(bar);
    }
    return all;
}

// Adds the numbers before the last change. Returns that run's name where any differs, else "".
std::string add_ghosts(std::vector<Bar>& all, const DrawContext& context, const StepBars& wish) {
    bool differs = false;
    for (Bar& bar : all) {
        const auto before = before_step(context, bar.step);
        if (!before) continue;
        Bar there{.step = before->step};
        bar.was = add_up(there, before->run, wish).taken;
        differs |= bar.was != bar.taken;
    }
    return differs ? before_name(context) : "";
}

void draw_bar(Canvas& canvas, const Bar& bar, Rect whole, bool chosen) {
    const float useful = whole.h * static_cast<float>(std::min(bar.ideal, bar.taken)) /
                         static_cast<float>(std::max(1, bar.taken));
    if (bar.taken > bar.ideal) waste_box(canvas, whole, 2, chosen ? 1 : .6f);
    work_cell(canvas, {whole.x, whole.bottom() - useful, whole.w, useful}, chosen, 2);
}

constexpr float outlined_least = 7;  // px: outlines of narrower bars look like a fence

Rect outline_of(const Bar& bar, Rect box, Rect area, int most) {
    const float height = area.h * static_cast<float>(bar.was) / static_cast<float>(most);
    return {box.x, area.bottom() - height, box.w, height};
}

bool has_outline(const Bar& bar) { return bar.was != 0 && bar.was != bar.taken; }

// Outlines the height before the change. Returns the box for the bar's number, which no line
// crosses.
Rect draw_outline(Canvas& canvas, const Bar& bar, Rect box, Rect area, int most,
                  const Metrics& metrics) {
    if (!has_outline(bar)) return box;
    const Rect was = outline_of(bar, box, area, most);
    canvas.outline(was, Role::text2, 2);
    const TextStyle style = aligned(micro_style(metrics), Align::centre);
    const std::string number = grouped(bar.was);
    if (box.y - was.y > metrics.px(34) && canvas.width(number, style) < box.w - 4)
        canvas.text({was.middle_x(), was.y + metrics.px(9)}, number, style);
    return was.y < box.y && was.y > box.y - metrics.px(20) ? was : box;
}

// Narrow bars share one outline over neighbours of a round whose numbers changed.
void draw_skyline(Canvas& canvas, const std::vector<Bar>& all, const std::vector<Rect>& boxes,
                  Rect area, int most) {
    Point last{};
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (!has_outline(all[i])) continue;
        const Rect was = outline_of(all[i], boxes[i], area, most);
        const bool goes_on = i > 0 && has_outline(all[i - 1]) && !all[i].begins,
                   ends = i + 1 == all.size() || !has_outline(all[i + 1]) || all[i + 1].begins;
        canvas.line({was.x, goes_on ? last.y : area.bottom()}, {was.x, was.y}, Role::stroke);
        last = {ends ? was.right() : boxes[i + 1].x, was.y};
        canvas.line({was.x, was.y}, last, Role::stroke);
        if (ends) canvas.line(last, {last.x, area.bottom()}, Role::stroke);
    }
}

// Writes the height of the skyline: numbers of single bars would stand inside its outlines.
void number_skyline(Canvas& canvas, const std::vector<Bar>& all, const std::vector<Rect>& boxes,
                    Rect area, int most, const Metrics& metrics) {
    const auto highest = std::ranges::max_element(all, {}, &Bar::was);
    const std::size_t i = std::size_t(highest - all.begin());
    const Rect was = outline_of(*highest, boxes[i], area, most);
    canvas.text({was.x, was.y - metrics.px(9)}, grouped(highest->was), micro_style(metrics));
}

// Keeps as many bars as there is room for, with that of step `here`. Returns which of how many,
// where some are left out. Bars move page by page, so that they stand still while the run plays.
std::string keep_a_page(std::vector<Bar>& all, int here, std::size_t room) {
    const std::size_t count = all.size();
    if (room == 0) all.clear();
    if (room == 0 || count <= room) return "";
    const auto at = std::size_t(std::ranges::lower_bound(all, here, {}, &Bar::step) - all.begin());
    const std::size_t first = std::min(std::min(at, count - 1) / room * room, count - room);
    all.erase(all.begin() + std::ptrdiff_t(first + room), all.end());
    all.erase(all.begin(), all.begin() + std::ptrdiff_t(first));
    return ", " + grouped(first + 1) + " to " + grouped(first + room) + " of " + grouped(count);
}

std::vector<std::string> titles_of(const StepBars& wish, const std::string& page,
                                   const std::string& ghost) {
    const std::string title = std::string(wish.title) + page,
                      brief = std::string(wish.short_title) + page;
    if (ghost.empty()) return {title, brief};
    const std::string outlined = "; outlined: " + ghost;
    return {title + outlined, brief + outlined, brief};
}

// Writes the number of the chosen bar, of the tallest, then of all that have room beside those.
void number_bars(Canvas& canvas, const std::vector<Bar>& all, const std::vector<Rect>& boxes,
                 int here, Rect area, const Metrics& metrics) {
    std::vector<std::size_t> order(all.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, std::greater{}, [&](std::size_t i) {
        return std::pair(all[i].step == here, all[i].taken);
    });
    std::vector<Rect> taken = boxes;
    for (const std::size_t i : order) {
        const bool chosen = all[i].step == here;
        const TextStyle style = aligned(
            mono_style(metrics.digits, chosen ? Role::text : Role::text2, Font::mono_medium),
            Align::centre);
        const std::string number = grouped(all[i].taken);
        const float width = canvas.width(number, style);
        const Rect box{boxes[i].middle_x() - width / 2 - 1, boxes[i].y - metrics.px(15), width + 2,
                       metrics.px(12)};
        const float reach = metrics.px(6);
        // Over narrow bars only the chosen and the tallest have one: more would look like a fence.
        if (boxes[i].w < width * .5f && taken.size() >= boxes.size() + 2) break;
        const bool outside = box.x < area.x - reach || box.right() > area.right() + reach;
        if (outside || std::ranges::any_of(taken, [&](Rect one) { return one.meets(box); }))
            continue;
        canvas.text({boxes[i].middle_x(), boxes[i].y - metrics.px(9)}, number, style);
        taken.push_back(box);
    }
}

// Elements between two loads of one lane in a round; 0 where it has no two from one array.
std::int64_t reach_of(const lab::Run& run, const Bar* first, const Bar* end) {
    std::int64_t before = -1;
    std::string name;
    for (const Bar* bar = first; bar != end; ++bar) {
        const simulator::Step& step = run.steps[bar->step];
        if (step.kind != simulator::EventKind::load) continue;
        const simulator::Event& event = run.trace->events[step.events[0]];
        const auto slots = run.trace->lanes_of(event);
        if (slots.empty()) return 0;
        const auto element =
            static_cast<std::int64_t>(slots[0].address) / std::max(1, size_of(event.type));
        if (before >= 0 && array_at(run, bar->step) != name)
            return 0;  // two arrays have no distance
        if (before >= 0) return std::abs(element - before);
        before = element, name = array_at(run, bar->step);
    }
    return 0;
}

// Places of the bars: those of a round close together, launches further apart.
std::vector<float> places_of(const std::vector<Bar>& all, float width, float room) {
    float gaps = 0;
    for (const Bar& bar : all) gaps += bar.launch ? 4.f : bar.begins ? 1.f : 0.f;
    const float spare = room - width * static_cast<float>(all.size());
    const float gap = gaps > 0 ? std::min(6.f, spare / gaps) : 0;
    std::vector<float> made;
    float x = 0;
    for (const Bar& bar : all) {
        x += bar.launch ? 4 * gap : bar.begins ? gap : 0;
        made.push_back(x);
        x += width;
    }
    return made;
}

// Explains the numbers under rounds, after the title.
void explain_reaches(Canvas& canvas, float from, float right, float y, const Metrics& metrics) {
    text_fitting(canvas, {from, y}, right - from, small_style(metrics, Role::text3),
                 {"+n: a lane's two loads lie n elements apart", "+n: loads n elements apart",
                  "+n: n apart"});
}

// "launch 2", or its number, over the first bar of a launch where it ends before the next launch.
void name_launches(Canvas& canvas, const lab::Run& run, const std::vector<Bar>& all,
                   const std::vector<Rect>& boxes, Rect names, float top, const Metrics& metrics) {
    float right = names.right();  // where the next launch begins
    for (std::size_t i = all.size(); i-- > 0;) {
        if (!all[i].launch) continue;
        const float x = boxes[i].x - metrics.px(4);
        const std::string number = std::to_string(run.steps[all[i].step].launch + 1);
        canvas.line({x, top}, {x, names.y}, Role::stroke);
        text_fitting(canvas, {x + metrics.px(5), top + metrics.micro * .3f},
                     right - x - metrics.px(9), micro_style(metrics), {"launch " + number, number});
        right = x;
    }
}

// "+16" under the bars of a round where there is room. Returns whether any round got one.
bool name_rounds(Canvas& canvas, const lab::Run& run, const std::vector<Bar>& all,
                 const std::vector<Rect>& boxes, Rect names, const Metrics& metrics) {
    const TextStyle style = aligned(micro_style(metrics), Align::centre);
    float taken = -1e9f;  // where the last name ends
    bool named = false;
    for (std::size_t first = 0; first < all.size();) {
        std::size_t end = first + 1;
        while (end < all.size() && !all[end].begins) ++end;
        const std::int64_t reach = reach_of(run, all.data() + first, all.data() + end);
        const std::string name = "+" + grouped(reach);
        const float left = boxes[first].x, right = boxes[end - 1].right();
        const float middle = (left + right) / 2, half = canvas.width(name, style) / 2;
        if (reach > 0 && 2 * half <= right - left + metrics.px(8) && middle - half > taken) {
            canvas.text({middle, names.middle_y()}, name, style);
            named = true;
            taken = middle + half + metrics.px(3);
        }
        first = end;
    }
    return named;
}

// Below neighbouring bars of one array: a line, and the array's name where it fits.
void name_arrays(Canvas& canvas, const lab::Run& run, const std::vector<Bar>& all,
                 const std::vector<Rect>& boxes, Rect names, const Metrics& metrics) {
    const TextStyle style = aligned(micro_style(metrics), Align::centre);
    float taken = -1e9f;  // where the last name ends
    for (std::size_t first = 0; first < all.size();) {
        const std::string name = array_at(run, all[first].step);
        std::size_t end = first + 1;
        while (end < all.size() && array_at(run, all[end].step) == name) ++end;
        const float left = boxes[first].x, right = boxes[end - 1].right();
        const float half = canvas.width(name, style) / 2;
        const float middle = std::max((left + right) / 2, names.x + half);
        canvas.line({left, names.y + 2}, {right, names.y + 2}, Role::stroke);
        if (2 * half <= right - left + metrics.px(10) && middle - half > taken) {
            canvas.text({middle, names.middle_y() + 2}, name, style);
            taken = middle + half + metrics.px(3);
        }
        first = end;
    }
}

}  // namespace

void draw_step_bars(Canvas& canvas, const DrawContext& context, const StepBars& wish, int here,
                    Rect area) {
    const lab::Run& run = context.picture();
    const Metrics& metrics = context.metrics;
    std::vector<Bar> all = bars_of(run, wish);
    const std::string ghost = add_ghosts(all, context, wish);
    int most = 0;
    for (const Bar& bar : all) most = std::max({most, bar.taken, bar.was});
    // Two results in step share a scale.
    if (context.beside && context.beside->result.picture)
        for (const Bar& bar : bars_of(*context.beside->result.picture, wish))
            most = std::max(most, bar.taken);
    const std::string page = keep_a_page(all, here, static_cast<std::size_t>(area.w / least_bar));
    if (most == 0 || all.empty()) return;
    const bool launches = std::ranges::any_of(all, &Bar::launch);
    Rect title = area.cut_top(metrics.small * (launches ? 4.2f : 3.f));
    const Rect names = area.cut_bottom(metrics.micro * 1.7f);
    const float words_y = title.y + metrics.small * .7f;
    const float said = text_fitting(canvas, {title.x, words_y}, title.w, small_style(metrics),
                                    titles_of(wish, page, ghost));
    const float most_width = launches || std::ranges::any_of(all, &Bar::begins) ? .9f : 1.f;
    const float width =
        std::min(area.w * most_width / static_cast<float>(all.size()), metrics.px(64) + area.h / 4);
    const std::vector<float> places = places_of(all, width, area.w);
    canvas.line({area.x, area.bottom()}, {area.x + places.back() + width, area.bottom()},
                Role::line);
    std::vector<Rect> boxes, tops;
    for (std::size_t i = 0; i < all.size(); ++i) {
        const float height =
            area.h * eased(context, std::string(wish.short_title) + std::to_string(all[i].step),
                           static_cast<float>(all[i].taken) / static_cast<float>(most));
        boxes.push_back(
            {area.x + places[i], area.bottom() - height, std::max(2.f, width - 3), height});
        draw_bar(canvas, all[i], boxes.back(), all[i].step == here);
        const bool outlined = boxes.back().w >= metrics.px(outlined_least);
        tops.push_back(outlined ? draw_outline(canvas, all[i], boxes.back(), area, most, metrics)
                                : boxes.back());
    }
    const bool skyline = !ghost.empty() && boxes.front().w < metrics.px(outlined_least);
    if (skyline) draw_skyline(canvas, all, boxes, area, most);
    // All bars show their array or none does: a blank would look like another array.
    const TextStyle style = aligned(micro_style(metrics), Align::centre);
    const bool named = std::ranges::all_of(all, [&](const Bar& bar) {
        return canvas.width(array_at(run, bar.step), style) <= width - metrics.px(4);
    });
    for (std::size_t i = 0; named && i < all.size(); ++i)
        canvas.text({boxes[i].middle_x(), names.middle_y()}, array_at(run, all[i].step), style);
    if (!named && !wish.by_array)
        name_launches(canvas, run, all, boxes, names, title.bottom() - metrics.small * 2.3f,
                      metrics);
    if (!named && wish.by_array)
        name_arrays(canvas, run, all, boxes, names, metrics);
    else if (!named && name_rounds(canvas, run, all, boxes, names, metrics))
        explain_reaches(canvas, title.x + said + metrics.px(18), title.right(), words_y, metrics);
    const bool above = std::ranges::any_of(all, [](const Bar& bar) { return bar.was > bar.taken; });
    if (skyline && above) return number_skyline(canvas, all, boxes, area, most, metrics);
    number_bars(canvas, all, tops, here, area, metrics);
}

}  // namespace app

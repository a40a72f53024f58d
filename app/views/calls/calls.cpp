// "What each call returns": the calls of the host from top to bottom, and beside them the kernels
// on the device. Shows which call tells what goes wrong, and which calls tell it again.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/format.h"
#include "app/view.h"
#include "app/views/calls/rows.h"
#include "app/views/marks.h"
#include "lab/library.h"

namespace app::calls_view {
namespace {

using lab::CallAnswer;
using lab::HostCall;
using Ends = KernelBar::Ends;
using Returns = CallAnswer::Returns;

constexpr const char* no_program = "Only a kernel with a host program in CUDA C++ has calls.";
constexpr const char* in_a_hunt = "What the calls return would tell the bug.";

struct CallPlaces {
    Rect heads, toggle, rows, foot;
    float host = 0, device = 0, wide = 0;  // width of the host's boxes; left end and width of bars
    float pitch = 0;
    int first = 0, shown = 0;
    explicit operator bool() const { return shown > 0; }
    bool in_sight(int row) const { return row >= first && row < first + shown; }
    Rect row(int row) const { return {rows.x, rows.y + float(row - first) * pitch, host, pitch}; }
};

CallPlaces call_places(const Metrics& metrics, Rect area, const CallPicture& picture,
                       int scrolled) {
    CallPlaces places;
    if (area.w < metrics.px(200) || area.h < metrics.small * 8) return places;
    places.foot = area.cut_bottom(metrics.small * 1.6f);
    places.toggle = area.cut_top(metrics.small * 1.9f);
    places.heads = area.cut_top(metrics.small * 1.7f);
    places.rows = area;
    places.host = std::floor(area.w * .6f);
    places.device = area.x + std::floor(area.w * .7f);
    places.wide = std::min(area.right() - places.device, metrics.px(260));
    const int all = static_cast<int>(picture.rows.size());
    const int room = std::max(1, static_cast<int>(area.h / (metrics.small * 1.55f)));
    places.shown = std::min(all, room);
    if (places.shown == 0) return places;
    places.first = std::clamp(picture.focus() - room / 2 + scrolled, 0, all - places.shown);
    places.pitch = std::min(area.h / float(places.shown), metrics.small * 2.3f);
    return places;
}

bool waits_of(const Cursor& cursor) { return cursor.waits != 0; }

const CallPicture& picture_of(const DrawContext& context) {
    return call_picture(context.picture(), waits_of(context.cursor));
}

// ---- Words

// "cudaMalloc x 3"; a loop over steps counts its turns.
std::string name_words(const CallRow& row, const HostCall& call) {
    const std::size_t times = row.count * static_cast<std::size_t>(call.times);
    return times > 1 ? fmt::format("{} × {}", call.name, times) : call.name;
}

std::string bare_name(const HostCall& call) { return call.name.substr(0, call.name.find("<<<")); }

// The longest form first.
std::vector<std::string> answer_forms(const CallAnswer& answer) {
    if (!answer.made && answer.error)
        return {"not made; it would return " + answer.words(), "not made"};
    if (answer.returns == Returns::nothing) return {"returns nothing", "nothing"};
    if (answer.returns == Returns::no_more || !answer.error) return {answer.words()};
    const int code = answer.error->code;
    const bool either = answer.returns == Returns::either;
    if (code == 0) return {answer.words(), either ? "0 or no return" : "0"};
    const std::string brief = fmt::format("{}{}", code, either ? " or 0" : "");
    return {answer.words(), brief};
}

bool is_bad(const CallAnswer& answer) {
    return answer.returns == Returns::no_more || answer.returns == Returns::either ||
           !answer.succeeds();
}

// ---- Marks

void head(Canvas& canvas, Point at, Align align, Colour colour, const Metrics&) {
    const float side = 6, way = align == Align::left ? -side : side;
    const Point points[] = {at, {at.x - way, at.y - side * .6f}, {at.x - way, at.y + side * .6f}};
    canvas.polygon(points, colour);
}

// A horizontal arrow from one column to the other.
void across(Canvas& canvas, Point from, Point to, Colour colour, const Metrics& metrics) {
    canvas.line(from, to, colour, 2);
    head(canvas, to, to.x < from.x ? Align::left : Align::right, colour, metrics);
}

Colour colour_of(const CallAnswer& answer) {
    if (!answer.made) return Role::text3;
    if (answer.returns == Returns::nothing) return Role::accent;
    return is_bad(answer) ? Role::bad : Role::good;
}

void draw_call(Canvas& canvas, const CallRow& row, const CallPicture& picture, Rect place,
               const Metrics& metrics) {
    const HostCall& call = picture.call(row);
    const CallAnswer& answer = picture.answer(row);
    const Rect box = place.inside(0, std::min(2.f, place.h * .08f));
    const Colour colour = colour_of(answer);
    if (answer.made) {
        canvas.fill(box, Colour{colour.role, answer.here ? .26f : .1f}, 4);
        canvas.outline(box, colour, 4, answer.here ? 2.4f : 1);
    } else {
        canvas.dashed_outline(box, Role::stroke, 4);
    }
    if (answer.sticky && answer.made)
        canvas.hatch({box.x + 1, box.y + 1, metrics.px(10), box.h - 2}, Role::bad, 5, 1.4f);
    Rect words = box.inside(metrics.px(14), 0);
    const TextStyle style =
        aligned(small_style(metrics, answer.made ? Role::text : Role::text3), Align::right);
    const float told = text_fitting(canvas, {words.right(), words.middle_y()}, words.w * .56f,
                                    answer.here ? strong(style) : style, answer_forms(answer));
    words.w -= told + metrics.px(10);
    const TextStyle mono =
        mono_style(metrics.small, answer.made ? Role::text : Role::text3, Font::mono);
    const std::string whole = name_words(row, call);
    const float name = text_fitting(canvas, {words.x, words.middle_y()}, words.w, mono,
                                    {whole, call.name, bare_name(call)});
    words.cut_left(name + metrics.px(10));
    if (name > 0 && call.waits == lab::Waits::always)
        text_fitting(canvas, {words.x, words.middle_y()}, words.w,
                     micro_style(metrics, Role::text2), {"waits"});
}

std::vector<std::string> bar_forms(const KernelBar& bar, const CallPicture& picture) {
    const HostCall& call = picture.all.host.calls[bar.call];
    const std::string name = call.kind == HostCall::Kind::graph_launch ? "graph" : bare_name(call);
    switch (bar.how) {
        case Ends::well: return {name};
        case Ends::not_begun: return {name + ": no thread runs", "no thread runs"};
        case Ends::never: return {name + ": never ends", "never ends"};
        case Ends::faulted: return {name + ": a fault", "a fault"};
        case Ends::unsure: return {name + ": a fault?", "a fault?"};
    }
    return {name};
}

// The bar from the middle of its first row to the middle of its last, as far as it is in sight.
Rect bar_place(const CallPlaces& places, const KernelBar& bar) {
    const float top = places.row(bar.begins).middle_y() - places.pitch * .36f;
    const bool short_one = bar.ends <= bar.begins + 1 && !bar.awaited;
    const float foot = short_one     ? top + places.pitch * .72f
                       : bar.awaited ? places.row(bar.ends).middle_y()
                                     : places.row(bar.ends).y - places.pitch * .14f;
    const Rect whole{places.device, top, places.wide, foot - top};
    return whole.common(
        {places.rows.x, places.rows.y, places.rows.w, places.pitch * float(places.shown)});
}

void draw_bar(Canvas& canvas, const CallPlaces& places, const KernelBar& bar,
              const CallPicture& picture, const Metrics& metrics) {
    const Rect box = bar_place(places, bar);
    if (box.h <= 2) return;
    const bool bad = bar.how != Ends::well;
    const Colour colour = bad ? Role::bad : Role::accent;
    if (bar.how == Ends::not_begun) {
        canvas.dashed_outline(box, colour, 4, 1.6f);
    } else {
        canvas.fill(box, Colour{colour.role, .16f}, 4);
        canvas.outline(box, colour, 4, 1.4f);
        if (bad && bar.how != Ends::never)
            canvas.hatch({box.x, box.bottom() - std::min(box.h, metrics.px(9)), box.w,
                          std::min(box.h, metrics.px(9))},
                         Role::bad, 6, 1.6f);
    }
    if (places.in_sight(bar.begins) && box.h > metrics.small * 1.1f)
        text_fitting(canvas, {box.x + metrics.px(8), places.row(bar.begins).middle_y()},
                     box.w - metrics.px(12), small_style(metrics, Role::text),
                     bar_forms(bar, picture));
}

void draw_arrows(Canvas& canvas, const CallPlaces& places, const KernelBar& bar,
                 const Metrics& metrics) {
    const float left = places.rows.x + places.host + 3, right = places.device - 3;
    if (right - left < 14) return;
    if (places.in_sight(bar.begins)) {
        const float y = places.row(bar.begins).middle_y();
        const Colour colour = bar.how == Ends::not_begun ? Role::bad : Role::accent;
        if (bar.how == Ends::not_begun)
            canvas.dashed_line({left, y}, {right, y}, colour, 2);
        else
            across(canvas, {left, y}, {right, y}, colour, metrics);
    }
    if (!bar.awaited || !places.in_sight(bar.ends)) return;
    const float y = places.row(bar.ends).middle_y();
    across(canvas, {right, y}, {left, y}, bar.how == Ends::well ? Role::good : Role::bad, metrics);
}

Rect toggle_box(const CallPlaces& places, const Metrics& metrics) {
    const float side = metrics.small;
    return {places.toggle.x, places.toggle.middle_y() - side / 2, side, side};
}

void draw_toggle(Canvas& canvas, const CallPlaces& places, bool on, const Metrics& metrics) {
    const Rect box = toggle_box(places, metrics);
    canvas.outline(box, on ? Role::accent : Role::stroke, 3, 1.6f);
    if (on) canvas.fill(box.inside(3), Role::accent, 2);
    text_fitting(canvas, {box.right() + metrics.px(7), places.toggle.middle_y()},
                 places.toggle.w - box.w - metrics.px(8), small_style(metrics, Role::text),
                 {"A cudaDeviceSynchronize() behind each launch", "Synchronise behind each launch",
                  "Synchronise"});
}

void draw_heads(Canvas& canvas, const CallPlaces& places, const CallPicture& picture,
                const Metrics& metrics) {
    const TextStyle style = strong(small_style(metrics, Role::text));
    text_fitting(canvas, {places.heads.x, places.heads.middle_y()}, places.host, style,
                 {"Host: each call, and what it returns", "Host"});
    text_fitting(canvas, {places.device, places.heads.middle_y()}, places.wide, style, {"Device"});
    const int all = static_cast<int>(picture.rows.size());
    const std::string part = places.shown < all
                                 ? fmt::format("Rows {} to {} of {}. ", places.first + 1,
                                               places.first + places.shown, all)
                                 : "";
    text_fitting(canvas, {places.foot.x, places.foot.middle_y()}, places.foot.w,
                 micro_style(metrics),
                 {part + "Time goes down and is not to scale. Of a loop over rounds, the first "
                         "round is shown. By the rules of the CUDA runtime, not measured.",
                  part + "Time goes down and is not to scale. The first round is shown.",
                  part + "Not to scale.", "Not to scale."});
}

void draw(Canvas& canvas, const DrawContext& context, Rect area) {
    const lab::Run& run = context.picture();
    if (!run.request.settings.subject) return nothing(canvas, area, no_program, context.metrics);
    if (context.cursor.hunting) return nothing(canvas, area, in_a_hunt, context.metrics);
    const CallPicture& picture = picture_of(context);
    if (!picture.problem.empty()) return nothing(canvas, area, picture.problem, context.metrics);
    const CallPlaces places = call_places(context.metrics, area, picture, context.cursor.scrolled);
    if (!places) return nothing(canvas, area, "Too little room for calls.", context.metrics);
    draw_toggle(canvas, places, waits_of(context.cursor), context.metrics);
    draw_heads(canvas, places, picture, context.metrics);
    for (int row = places.first; row < places.first + places.shown; ++row)
        draw_call(canvas, picture.rows[std::size_t(row)], picture, places.row(row),
                  context.metrics);
    for (const KernelBar& bar : picture.bars) {
        draw_bar(canvas, places, bar, picture, context.metrics);
        draw_arrows(canvas, places, bar, context.metrics);
    }
}

// ---- The view's words

bool has_calls(const DrawContext& context) {
    return context.picture().request.settings.subject && picture_of(context).problem.empty();
}

std::string claim(const DrawContext& context) {
    if (!has_calls(context)) return "What each call returns";
    const lab::AnsweredCalls& all = picture_of(context).all;
    if (all.cause.title.empty()) return "Every call returns cudaSuccess";
    if (all.told == all.answers.size())
        return all.cause.refused_launch ? "No call tells that the launch did not begin"
                                        : "No call tells what goes wrong";
    const std::string& name = all.host.calls[all.told].name;
    if (all.answers[all.told].returns == Returns::no_more) return name + " does not return";
    if (all.cause.refused_launch) return name + " tells it at once";
    return name + (all.answers[all.told].returns == Returns::either
                       ? " may tell what the kernel did"
                       : " tells what the kernel did");
}

std::string sentence(const DrawContext& context) {
    if (!has_calls(context)) return no_program;
    return picture_of(context).all.summary();
}

// ---- The mouse

std::string row_words(const CallPicture& picture, const CallRow& row) {
    const HostCall& call = picture.call(row);
    const CallAnswer& answer = picture.answer(row);
    std::string words =
        fmt::format("*{}*: {}. {}", name_words(row, call), answer.words(), answer.why);
    if (answer.here && !picture.all.cause.title.empty())
        words += " The cause: " + picture.all.cause.title + ".";
    return words;
}

struct CallsHere {
    const CallPicture& picture;
    CallPlaces places;
};

std::optional<CallsHere> calls_here(const DrawContext& context, Rect area) {
    if (!has_calls(context) || context.cursor.hunting) return std::nullopt;
    const CallPicture& picture = picture_of(context);
    return CallsHere{picture, call_places(context.metrics, area, picture, context.cursor.scrolled)};
}

bool on_toggle(const CallPlaces& places, Point at) { return places && places.toggle.contains(at); }

std::optional<Spot> spot(const Canvas&, const DrawContext& context, Rect area, Point at) {
    const auto here = calls_here(context, area);
    if (!here || !here->places) return std::nullopt;
    const CallPlaces& places = here->places;
    if (on_toggle(places, at))
        return Spot{places.toggle,
                    "A wait behind each launch tells a fault there, not at a later call. The "
                    "environment variable CUDA_LAUNCH_BLOCKING=1 does it without a change of the "
                    "program. It costs time: host and device no longer work side by side."};
    for (int row = places.first; row < places.first + places.shown; ++row)
        if (places.row(row).contains(at))
            return Spot{places.row(row),
                        row_words(here->picture, here->picture.rows[std::size_t(row)])};
    for (const KernelBar& bar : here->picture.bars)
        if (const Rect box = bar_place(places, bar); box.contains(at))
            return Spot{
                box, bar.call == here->picture.all.start
                         ? here->picture.all.cause.title + ". " + here->picture.all.cause.device.why
                         : "A kernel on the device. Where it ends is not known: the host "
                           "only knows that it has ended when a call has waited."};
    return std::nullopt;
}

bool click(const DrawContext& context, Cursor& cursor, Rect area, Point at) {
    const auto here = calls_here(context, area);
    if (!here || !on_toggle(here->places, at)) return false;
    cursor.waits = waits_of(cursor) ? 0 : 1;
    return true;
}

RowsInSight rows(const Canvas&, const DrawContext& context, Rect area) {
    const auto here = calls_here(context, area);
    if (!here) return {};
    return {here->places.first, here->places.shown, static_cast<int>(here->picture.rows.size())};
}

std::string numbers(const DrawContext& context) {
    std::string csv = "line,call,waits,returns,told here,sticky\n";
    if (!has_calls(context)) return csv;
    const lab::AnsweredCalls& all = picture_of(context).all;
    for (std::size_t i = 0; i < all.answers.size(); ++i)
        csv += fmt::format(
            "{},\"{}\",{},\"{}\",{},{}\n", all.host.calls[i].line, all.host.calls[i].name,
            all.host.calls[i].waits == lab::Waits::always ? 1 : 0, all.answers[i].words(),
            int(all.answers[i].here), int(all.answers[i].sticky));
    return csv;
}

// A file of PTX, a library or a loop of the processor has no such program.
bool fits(const lab::Run& run) {
    const lab::Settings& settings = run.request.settings;
    if (!settings.subject || lab::is_library(settings) || lab::on_processor(settings)) return false;
    return settings.subject->lesson || !settings.subject->source_text.empty();
}

const RegisterView registered{
    {.id = "calls",
     .title = "What each call returns",
     .slot = Slot::thread,
     .order = 30,
     .fits = fits,
     .draw = draw,
     .numbers = numbers,
     .words = {.claim = claim, .sentence = sentence, .badge = Badge::none, .lacking = no_program},
     .pointing = {.click = click, .spot = spot, .rows = rows}}};

}  // namespace
}  // namespace app::calls_view

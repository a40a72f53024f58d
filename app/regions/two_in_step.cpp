// Draws the split stage. See two_in_step.h.
#include "app/regions/two_in_step.h"

#include <algorithm>
#include <functional>
#include <vector>

#include "app/draw/icons.h"
#include "app/format.h"
#include "app/in_step.h"
#include "app/sentences/changed_settings.h"
#include "app/sentences/levels_apart.h"
#include "app/sentences/moves.h"
#include "app/series.h"
#include "app/shell/in_step_choice.h"
#include "app/views/flow/data_flow.h"
#include "app/views/marks.h"
#include "app/views/rungs.h"
#include "app/weights.h"
#include "app/widgets/widgets.h"
#include "lab/bugs.h"
#include "lab/lesson.h"

namespace app {

namespace {

constexpr float low_stage = 440;  // height below which the halves are side by side

// The name of a half of the stage, beside the other.
struct Side {
    std::string name;         // "Kernel 2", "Block 256"; of another subject its title
    std::string kernel{};     // the kernel's title, where kernels differ
    bool one_subject = true;  // both halves are of one lesson or file
    std::string words() const { return kernel.empty() ? name : name + ", " + kernel; }
};

Side side_of(const lab::Settings& of, const lab::Settings& other) {
    const std::string& kernel = lab::rung_of(of).title;
    if (of.subject->id != other.subject->id) return {of.subject->title, kernel, false};
    if (of.rung != other.rung || of == other)
        return {"Kernel " + std::to_string(of.rung + 1), kernel};
    return {capitalised(difference(of, other).words())};
}

struct Half {
    const lab::Result* result = nullptr;  // nullptr: it is not counted yet
    Cursor cursor;
    Side side;
    bool shown = false;  // the scrubber belongs to it
    bool waits = false;  // at its end, while the other continues
};

// The place in the transport's words, the longest form first.
std::vector<std::string> place_words(const Half& half) {
    const std::string cut = half.result->picture->cut_after > 0 ? "ended while it still ran, " : "";
    if (half.waits) return {cut + "at its end", "at its end"};
    const RoundPlace place = round_at(*half.result->picture, half.cursor.step);
    if (place.rounds == 1) return {cut.empty() ? "" : cut.substr(0, cut.size() - 2)};
    const std::string numbers = std::to_string(place.round) + " of " + std::to_string(place.rounds);
    if (!place.barriers) return {cut + "launch " + numbers, "launch " + numbers, numbers};
    return {cut + "barrier interval " + numbers, "barrier interval " + numbers,
            "interval " + numbers, numbers};
}

// In the data flow, two kernels may differ only in the threads that do the work.
std::string maker_words(const View& view, const Half& half) {
    if (view.id != "data_flow" || !half.result) return "";
    const std::string makers = makers_at(*half.result->picture, half.cursor);
    return makers.empty() ? "" : "by " + makers;
}

// How many values this half stores, where the other stores more or fewer: their counts are then for
// different amounts of results.
std::vector<std::string> stored_words(const Half& half, const Half& other) {
    if (!half.result || !other.result) return {""};
    const std::uint64_t own = values_stored(*half.result->picture),
                        others = values_stored(*other.result->picture);
    if (own == others || own == 0 || others == 0) return {""};
    const std::string values = plural(own, "value");
    return {"the drawn part stores " + values, values, ""};
}

void half_head(Ui& ui, const View& view, const Half& half, const Half& other, Rect row) {
    const TextStyle title{half.shown ? Font::semibold : Font::medium, ui.metrics.small,
                          half.shown ? Role::text : Role::text2};
    const TextStyle place{Font::regular, ui.metrics.small, Role::text3, Align::right, true};
    const std::string whole = half.side.words(), &brief = half.side.name;
    const float most = row.w - ui.canvas.width(whole, title) - ui.metrics.px(16);
    const std::string where(
        half.result ? fitting(ui.canvas, place_words(half), place, std::max(most, row.w * .3f))
                    : "");
    const TextStyle by{Font::medium, ui.metrics.small, Role::text2};
    const float all = row.w - ui.canvas.width(where, place) - ui.metrics.px(16);
    std::string makers = maker_words(view, half);
    if (makers.empty())
        makers = fitting(ui.canvas, stored_words(half, other), by,
                         all - ui.canvas.width(brief, title) - ui.metrics.px(12));
    const float gap = makers.empty() ? 0 : ui.metrics.px(12);
    const float room = all - ui.canvas.width(makers, by) - gap;
    const float name =
        text_fitting(ui.canvas, {row.x, row.middle_y()}, room, title, {whole, brief});
    ui.canvas.text({row.x + name + (name > 0 ? gap : 0), row.middle_y()}, makers, by);
    ui.canvas.text({row.right(), row.middle_y()}, where, place);
}

// A count that a half has spent up to and including a step.
struct Racer {
    std::string_view name, brief;
    std::function<std::uint64_t(const lab::Result&, int)> up_to;
};

Racer counted(std::string_view name, std::string_view brief,
              simulator::Member<Spent, std::uint64_t> of) {
    return {name, brief,
            [of](const lab::Result& result, int step) { return spent(*result.picture, step).*of; }};
}

std::uint64_t in_all(const Racer& racer, const Half& half) {
    return racer.up_to(*half.result, static_cast<int>(half.result->picture->steps.size()));
}

std::uint64_t most_of(const Racer& racer, const Half& half, const Half& other) {
    const std::uint64_t own = in_all(racer, half);
    return other.result ? std::max(own, in_all(racer, other)) : own;
}

bool parts(const Racer& racer, const Half& half, const Half& other) {
    return other.result && changed(double(in_all(racer, half)), double(in_all(racer, other)));
}

// The counts as in the ledger: different ones first, then equal ones, without those that are 0 in
// both. A cache level of the model is added only where both differ in it.
std::vector<Racer> racers_of(const Half& half, const Half& other) {
    std::vector<Racer> all{counted("issue slots", "issues", &Spent::issue_slots),
                           counted("shared wavefronts", "wavefronts", &Spent::wavefronts),
                           counted("constant passes", "passes", &Spent::passes),
                           counted("local sectors", "local", &Spent::local),
                           counted("global sectors", "sectors", &Spent::sectors)};
    const auto level = other.result ? level_apart(*half.result, *other.result) : std::nullopt;
    if (level)
        all.push_back({*level == lab::Level::memory ? "from memory, all blocks, modelled"
                                                    : "from the L2, all blocks, modelled",
                       *level == lab::Level::memory ? "from memory" : "from the L2",
                       [at = *level](const lab::Result& result, int step) {
                           return answered_up_to(result, at, step);
                       }});
    std::erase_if(all, [&](const Racer& racer) { return most_of(racer, half, other) == 0; });
    std::stable_partition(all.begin(), all.end(),
                          [&](const Racer& racer) { return parts(racer, half, other); });
    return all;
}

// The bars, their names, and the length of the longest bars: the same in both halves.
struct RaceLook {
    std::vector<Racer> racers;
    bool brief = false;
    float bar = 0;
};

TextStyle race_name_style(const Ui& ui) { return {Font::regular, ui.metrics.micro, Role::text3}; }
TextStyle race_number_style(const Ui& ui, bool shown) {
    return {shown ? Font::mono_bold : Font::mono_medium, ui.metrics.small,
            shown ? Role::text : Role::text2, Align::right};
}
float race_number_width(const Ui& ui, std::uint64_t most) {
    return ui.canvas.width(short_count(most), race_number_style(ui, true));
}

// The legend of the bars; none where it would take the bars' room.
constexpr const char* race_key = "filled: up to here; outline: whole run";
float race_key_width(const Ui& ui, float row) {
    const float width = ui.canvas.width(race_key, race_name_style(ui)) + ui.metrics.px(18);
    return width < row * .3f ? width : 0;
}

// Names are shortened before bars; then a bar is dropped.
RaceLook race_look(const Ui& ui, const Half& half, const Half& other, float width) {
    RaceLook look{racers_of(half, other)};
    for (; !look.racers.empty(); look.brief = !look.brief) {
        const auto bars = static_cast<float>(look.racers.size());
        float taken = ui.metrics.px(18) * (bars - 1);
        for (const Racer& racer : look.racers)
            taken += ui.canvas.width(look.brief ? racer.brief : racer.name, race_name_style(ui)) +
                     race_number_width(ui, most_of(racer, half, other)) + ui.metrics.px(16);
        look.bar = (width - taken) / bars;
        if (look.bar >= ui.metrics.px(look.brief ? 28 : 60)) return look;
        if (look.brief) look.racers.pop_back();
    }
    return look;
}

// One bar: filled up to the step, with an outline for the whole run, on a scale for both halves.
void race_bar(Ui& ui, const Racer& racer, const Half& half, std::uint64_t most, Rect area) {
    const std::uint64_t now = racer.up_to(*half.result, half.cursor.step),
                        all = in_all(racer, half);
    const float height = ui.metrics.small * .7f;
    const auto wide = [&](std::uint64_t value) {
        return area.w * static_cast<float>(double(value) / double(most));
    };
    const Rect whole{area.x, area.middle_y() - height / 2, std::max(2.f, wide(all)), height};
    if (all > 0) ui.canvas.outline(whole, Role::stroke, 3, 1);
    if (now == 0) return;
    const std::string id = half.shown ? "race.shown." : "race.beside.";
    const float filled = std::max(2.f, ui.glide(id + std::string(racer.name), wide(now)));
    ui.canvas.fill({whole.x, whole.y, filled, height},
                   half.shown ? Role::accent : Role::other_series, 3);
}

bool of_one_size(const Half& half, const Half& other) {
    return !other.result || one_size(half.result->picture->request.settings,
                                     other.result->picture->request.settings);
}

// The note in place of the counts, which cannot be compared at two sizes.
void drawn_size(Ui& ui, const Half& half, Rect row) {
    constexpr const char* why = "the other is drawn at another size: not compared";
    const std::string numbers =
        lab::size_words(half.result->picture->request.settings, power_or_grouped);
    std::vector<std::string> forms{capitalised(why)};  // for a file, which has no size
    if (!numbers.empty()) forms = {"drawn: " + numbers + "; " + why, "drawn: " + numbers};
    text_fitting(ui.canvas, {row.x, row.middle_y()}, row.w, race_name_style(ui), forms);
}

void race(Ui& ui, const Half& half, const Half& other, Rect row) {
    ui.place(half.shown ? "stage.race.shown" : "stage.race.beside", row);
    if (!of_one_size(half, other)) return drawn_size(ui, half, row);
    const TextStyle words = race_name_style(ui);
    const Rect key = row.cut_right(race_key_width(ui, row.w));
    const RaceLook look = race_look(ui, half, other, row.w);
    if (key.w > 0 && !look.racers.empty())
        ui.canvas.text({key.right(), key.middle_y()}, race_key, aligned(words, Align::right));
    const float gap = ui.metrics.px(8);
    for (const Racer& racer : look.racers) {
        const std::uint64_t most = most_of(racer, half, other),
                            now = racer.up_to(*half.result, half.cursor.step);
        const std::string_view name = look.brief ? racer.brief : racer.name;
        ui.canvas.text({row.x, row.middle_y()}, name, words);
        row.cut_left(ui.canvas.width(name, words) + gap);
        race_bar(ui, racer, half, most, row.cut_left(look.bar));
        row.cut_left(race_number_width(ui, most) + gap);
        ui.canvas.text({row.x, row.middle_y()}, short_count(now),
                       race_number_style(ui, half.shown));
        row.cut_left(ui.metrics.px(18));
    }
}

// Why the other half has no picture; empty where it has one.
std::string missing_words(const Shell& shell, const View& view, const Half& half) {
    if (half.result && (!view.fits || view.fits(*half.result->picture))) return "";
    if (half.result)
        return "This run has nothing to show as " + view.title + "." +
               (view.words.lacking.empty() ? "" : " " + view.words.lacking);
    const auto refused = lab::refusal(shell.session.beside_request().settings);
    return refused ? refused->title + "." : "This one is being counted.";
}

// The step of the scrubber's run beside which a step of the other half is shown.
int scrubbed_step(const Shell& shell, const View& view, const Half& half, int step) {
    const lab::Run& first = *shell.session.picture();
    if (half.shown || !half.result) return step;
    for (int at = 0; at < static_cast<int>(first.steps.size()); ++at)
        if (step_beside(&view, first, at, *half.result->picture) >= step) return at;
    return static_cast<int>(first.steps.size()) - 1;
}

// A double click, or Shift and click, moves both runs to the step of a spot.
bool go_to_spot(Ui& ui, Shell& shell, const View& view, const DrawContext& context,
                const Half& half, const Ui::Hit& hit, Rect area) {
    if (!view.pointing.spot || !hit.pressed || !(ui.input.shift || ui.input.twice)) return false;
    const auto spot = view.pointing.spot(ui.canvas, context, area, ui.input.mouse);
    const int step = spot && spot->step ? spot->step() : -1;
    if (step >= 0) shell.playback.go_to(scrubbed_step(shell, view, half, step));
    return step >= 0;
}

// A click in either picture moves both cursors; the step follows the scrubber.
void click(Ui& ui, Shell& shell, const View& view, const DrawContext& context, const Half& half,
           Rect area) {
    if (!view.pointing.click || shell.session.refusal()) return;
    const Ui::Hit hit = ui.control(half.shown ? "stage.view" : "stage.beside", area);
    if (hit.hovered && !hit.held) ui.pointer = Pointer::arrow;
    if (go_to_spot(ui, shell, view, context, half, hit, area) || !hit.held) return;
    Cursor cursor = context.cursor;
    if (!view.pointing.click(context, cursor, area, ui.input.mouse)) return;
    Cursor& ours = shell.playback.cursor;
    const int step = ours.step;
    ours = cursor;
    ours.mouse = ui.input.mouse;
    if (!half.shown) ours.step = step, ours.version = -1;
}

void draw_half(Ui& ui, Shell& shell, const View& view, const Half& half, const Half& other,
               Rect area) {
    half_head(ui, view, half, other, area.cut_top(ui.metrics.small * 1.7f));
    if (half.result) race(ui, half, other, area.cut_bottom(ui.metrics.small * 1.9f));
    area.cut_top(ui.metrics.px(4));
    area.cut_bottom(ui.metrics.px(4));
    const std::string missing = missing_words(shell, view, half);
    if (!missing.empty()) return nothing(ui.canvas, area, missing, ui.metrics);
    if (area.w < 120 || area.h < 60) return;
    DrawContext context{*half.result, half.cursor, ui.metrics, shell.session.series()};
    std::optional<Beside> beside;
    if (other.result && missing_words(shell, view, other).empty())
        beside.emplace(Beside{*other.result, other.cursor, other.shown});
    context.beside = beside ? &*beside : nullptr;
    ui.canvas.push_clip(area.inside(-12, 0));
    view.draw(ui.canvas, context, area);
    ui.canvas.pop_clip();
    click(ui, shell, view, context, half, area);
}

// The other half's cursor: its step moves while the shown run's step moves.
Cursor beside_cursor(const View& view, const Cursor& cursor, const lab::Run& first,
                     const lab::Run& second) {
    Cursor made = cursor;
    made.step = step_beside(&view, first, cursor.step, second);
    if (made.step == step_beside(&view, first, cursor.step - 1, second)) made.fraction = 1;
    made.version = -1;
    return made;
}

Half other_half(const Shell& shell, const View& view, const DrawContext& context) {
    const lab::Result* other = shell.session.beside();
    Half half{
        .cursor = context.cursor,
        .side = side_of(shell.session.beside_request().settings, context.result.request.settings)};
    if (!other || !other->picture) return half;
    half.result = other;
    const lab::Run &first = context.picture(), &second = *other->picture;
    half.cursor = beside_cursor(view, context.cursor, first, second);
    const bool more = context.cursor.step + 1 < static_cast<int>(first.steps.size());
    half.waits = more && half.cursor.step + 1 == static_cast<int>(second.steps.size());
    return half;
}

}  // namespace

std::string title_in_step(const Shell& shell, const DrawContext& context) {
    const lab::Settings &shown = context.result.request.settings,
                        other = shell.session.beside_request().settings;
    const auto name = [](const Side& side) {
        return side.one_subject && !side.kernel.empty() ? side.kernel : side.words();
    };
    std::string first = name(side_of(other, shown)), second = name(side_of(shown, other));
    if (beside_comes_later(shell.session)) std::swap(first, second);
    const bool one_kernel =
        lab::same(shown.subject.get(), other.subject.get()) && shown.rung == other.rung;
    return first == second ? ""
                           : first + " beside " + (one_kernel ? uncapitalised(second) : second);
}

std::string whose_sentence(const Shell& shell, const DrawContext& context) {
    const Side side =
        side_of(context.result.request.settings, shell.session.beside_request().settings);
    return "*" + (side.one_subject ? side.name : side.words()) + "*: ";
}

void two_in_step(Ui& ui, Shell& shell, const View& view, const DrawContext& context, Rect area) {
    if (area.h < 80) return;
    Half other = other_half(shell, view, context);
    const Half shown{
        .result = &context.result,
        .cursor = context.cursor,
        .side = side_of(context.result.request.settings, shell.session.beside_request().settings),
        .shown = true};
    const bool low = area.h < ui.metrics.px(low_stage) && area.w > 2 * area.h;
    const float gap = ui.metrics.px(low ? 24 : 8);
    const Rect first = low ? area.cut_left((area.w - gap) / 2) : area.cut_top((area.h - gap) / 2);
    if (low)
        area.cut_left(gap);
    else
        area.cut_top(gap);
    const Point from = low ? Point{area.x - gap / 2, area.y} : Point{area.x, area.y - gap / 2};
    ui.canvas.line(from, low ? Point{from.x, area.bottom()} : Point{area.right(), from.y},
                   Role::line);
    const bool later = beside_comes_later(shell.session);
    draw_half(ui, shell, view, later ? shown : other, later ? other : shown, first);
    draw_half(ui, shell, view, later ? other : shown, later ? shown : other, area);
}

float step_switch(Ui& ui, Shell& shell, Point right) {
    const Session& session = shell.session;
    const bool on = session.in_step();
    if (!on && !session.before() && (!session.subject() || session.subject()->rungs.size() < 2))
        return 0;
    const float side = ui.metrics.tab;
    const Rect area{right.x - side, right.y - side / 2, side, side};
    const Ui::Hit hit = ui.control("stage.two", area);
    if (hit.hovered || on) ui.canvas.fill(area, on ? Role::raised : Role::hover, 6);
    icon::halves(ui.canvas, {area.middle_x(), area.middle_y()}, side * .52f,
                 on ? Role::accent_text : Role::text2);
    ui.focus_ring(hit, area, 6);
    const bool versions = session.subject() && lab::versions_of(session.settings());
    ui.tooltip("stage.two", area,
               on ? "One alone again (D)"
                  : "Two in step (D): shows the run before, or " +
                        std::string(versions ? "the other version" : "the kernel before") +
                        ", beside this one. Shift and a click on a kernel choose another; so do "
                        "K, then Ctrl and its digit.");
    if (hit.clicked) toggle_step(shell);
    return side;
}

}  // namespace app

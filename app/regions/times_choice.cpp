// The choice of times on cards: the device, a second device, cold or warm caches. A small control
// in the head of each card of times opens the list; a line of state has the same choice.
#include "app/regions/times_choice.h"

#include <algorithm>
#include <array>
#include <utility>

#include "app/draw/icons.h"
#include "app/views/cards/knob_map.h"
#include "app/views/cards/spots.h"
#include "app/views/rungs.h"
#include "app/widgets/widgets.h"
#include "lab/time/recordings.h"

namespace app {

namespace {

constexpr std::string_view times_menu = "times";

std::string caches_words(lab::Regime regime) { return std::string(name_of(regime)); }

// "not recorded on H200; modelled": the list stays, so that the user can choose another device.
std::vector<std::string> words_of_lack(const std::string& lack, const std::string& device,
                                       lab::TimeKind kind) {
    return {lack + "; " + std::string(name_of(kind)), lack, "not on " + device,
            std::string(name_of(kind)), ""};
}

// "H200, cold", with less room "cold"; nothing for the formula, which has no caches.
std::vector<std::string> words_of_choice(const Series& series, const lab::Settings& settings) {
    const auto source = series.source(settings);
    const std::string lack = lacking_words(series, settings);
    if (source && !lack.empty())
        return words_of_lack(lack, short_device(series.choice.first->device), source->kind);
    if (!source || source->kind == lab::TimeKind::modelled) return {};
    const auto second = series.second_source(settings);
    const std::string caches = caches_words(source->regime);
    std::vector<std::string> forms;
    if (second) {
        for (const auto& [one, other] : clock_name_forms(*source, *second))
            forms.push_back(one + " and " + other + ", " + caches);
        forms.push_back("2 devices, " + caches);
    } else {
        forms.push_back(short_device(source->device) + ", " + caches);
    }
    forms.push_back(caches);
    forms.emplace_back();  // where no words fit
    return forms;
}

// The tooltip, with the full names of two devices, which the head may have cut.
std::string tooltip_words(const Series& series, const lab::Settings& settings) {
    const std::string plain =
        "The device of the times, a second one beside it, and cold or warm "
        "caches";
    const auto source = series.source(settings), second = series.second_source(settings);
    if (!source || !second) return plain;
    return source->device + " and " + second->device + ". " + plain;
}

std::string row_words(const TimeClock& clock) {
    return clock.device + ", " + std::string(name_of(clock.kind));
}

}  // namespace

float times_choice(Ui& ui, Shell& shell, const View& view, Point right, float room, bool pressed) {
    const std::vector<std::string> forms =
        words_of_choice(shell.session.series(), shell.session.settings());
    const TextStyle style{Font::medium, ui.metrics.small, Role::text2};
    const float arrow = pressed ? ui.metrics.px(18) : 0, pad = ui.metrics.px(6);
    const std::string words(fitting(ui.canvas, forms, style, room - arrow - 2 * pad));
    if (words.empty()) return 0;
    const float w = ui.canvas.width(words, style) + arrow + 2 * pad, h = ui.metrics.small * 1.8f;
    const Rect area{right.x - w, right.y - h / 2, w, h};
    if (!pressed) {
        ui.canvas.text({area.x + pad, right.y}, words, style);
        return w;
    }
    const std::string id = "times." + view.id;
    const Ui::Hit hit = ui.control(id, area);
    if (hit.hovered) ui.canvas.fill(area, Role::hover, 7);
    ui.canvas.text({area.x + pad, right.y}, words, style);
    icon::chevron(ui.canvas, {area.right() - pad - arrow * .35f, right.y}, ui.metrics.px(10),
                  Role::text2, shell.menu.is_open(times_menu) && shell.menu.opener == id);
    ui.focus_ring(hit, area, 7);
    ui.tooltip(id, area, tooltip_words(shell.session.series(), shell.session.settings()));
    if (hit.clicked) shell.menu.toggle(times_menu, id, area);
    return w;
}

void times_choice_menu(Ui& ui, Shell& shell, Rect window) {
    if (!shell.menu.is_open(times_menu) || !shell.session.subject()) return;
    const Series& series = shell.session.series();
    const std::vector<TimeClock> clocks = series.clocks(*shell.session.subject());
    const auto source = series.source(shell.session.settings());
    const auto second = series.second_source(shell.session.settings());
    const bool lacks = series.lacks_chosen(shell.session.settings());
    std::vector<MenuRow> rows;
    std::vector<TimeChoice> choices;
    const auto add = [&](MenuRow row, auto change) {
        rows.push_back(std::move(row));
        choices.push_back(series.choice);
        change(choices.back());
    };
    for (const TimeClock& clock : clocks)
        add({"times.of." + word_of(clock), row_words(clock), "", "Times of", "",
             source && (lacks ? series.choice.first == clock : source->clock() == clock)},
            [&](TimeChoice& made) { made.first = clock; });
    if (clocks.size() > 1)
        add({"times.alone", "Nothing", "", "Beside them", "", !second},
            [](TimeChoice& made) { made.second.reset(); });
    for (const TimeClock& clock : clocks)
        if (clocks.size() > 1 && source && source->clock() != clock)
            add({"times.beside." + word_of(clock), row_words(clock), "", "Beside them", "",
                 second && second->clock() == clock},
                [&](TimeChoice& made) { made.second = clock; });
    add({"times.cold", "Cold", "", "Caches",
         "Each sample begins with caches that hold no data of the run",
         series.choice.regime == lab::Regime::cold},
        [](TimeChoice& made) { made.regime = lab::Regime::cold; });
    add({"times.warm", "Warm", "", "Caches",
         "Many rounds in a row, each with the caches as the round before left them: known below "
         "50 µs",
         series.choice.regime == lab::Regime::warm},
        [](TimeChoice& made) { made.regime = lab::Regime::warm; });
    const auto chosen = draw_menu(ui, shell.menu, window, rows, "device");
    if (chosen) shell.session.choose_times(choices[*chosen]);
}

namespace {

constexpr std::array<std::string_view, 2> axis_menus{"map.across", "map.down"};

// The knob takes this axis. The other axis takes what this one had, where both would be the same or
// both sizes.
KnobPair with_knob(KnobPair pair, std::size_t axis, const lab::Knob& chosen) {
    const lab::Knob*& here = axis ? pair.down : pair.across;
    const lab::Knob*& other = axis ? pair.across : pair.down;
    const lab::Knob* had = std::exchange(here, &chosen);
    if (!make_a_map(*pair.across, *pair.down)) other = had;
    return pair;
}

}  // namespace

void open_map_menu(Shell& shell, const Spot& spot, const std::string& id) {
    shell.menu.toggle(std::string(axis_menus.at(static_cast<std::size_t>(spot.axis))), id,
                      spot.area);
}

void map_menu(Ui& ui, Shell& shell, Rect window) {
    for (std::size_t axis = 0; axis < axis_menus.size(); ++axis) {
        if (!shell.menu.is_open(axis_menus[axis])) continue;
        const lab::Settings& settings = shell.session.settings();
        TimeChoice choice = shell.session.series().choice;
        const KnobPair pair = chosen_pair(settings, choice);
        if (!pair) return;
        const lab::Knob* shown = axis ? pair.down : pair.across;
        const std::vector<const lab::Knob*> knobs = map_knobs(settings);
        std::vector<MenuRow> rows;
        for (const lab::Knob* knob : knobs)
            rows.push_back({"map." + knob->id, knob->title, "", "", knob->hint, knob == shown});
        const auto chosen = draw_menu(ui, shell.menu, window, rows, "knob");
        if (!chosen) return;
        const KnobPair turned = with_knob(pair, axis, *knobs[*chosen]);
        choice.map = {turned.across->id, turned.down->id};
        shell.session.choose_times(choice);
    }
}

}  // namespace app

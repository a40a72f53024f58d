// Draws the button and answers the key. See fill_button.h.
#include "app/regions/fill_button.h"

#include <cmath>
#include <cstdint>
#include <vector>

#include "app/filling.h"
#include "app/format.h"
#include "app/view.h"
#include "app/views/cards/knob_times.h"
#include "app/views/rungs.h"
#include "app/widgets/widgets.h"
#include "lab/time/bench.h"
#include "lab/words.h"

namespace app {
namespace {

bool fills(const Shell& shell, const View& view) {
    const auto filled = shell.session.filled();
    return filled && filled->card == &view;
}

std::string minutes_of(std::int64_t seconds) { return grouped((seconds + 59) / 60) + " min"; }

std::string tip_of(std::size_t lacking) {
    const std::string others =
        lacking == 1 ? "the one setting" : "the " + grouped(std::int64_t(lacking)) + " settings";
    const std::string how = lab::known_bench() ? "Measures " : "Times ";
    return how + others + " of this card without a time (A). " +
           (lab::known_bench()
                ? ""
                : "Without a GPU, times are recorded, or modelled where not all are. ") +
           "Each appears when it is known, and A ends it.";
}

// A button that ends at `right`; its width, 0 where no form has room.
struct HeadButton {
    float width = 0;
    bool clicked = false;
};

float head_width(Ui& ui, const std::string& words) {
    return ui.canvas.width(words, {Font::medium, ui.metrics.small}) + ui.metrics.px(16);
}

HeadButton head_button(Ui& ui, const std::string& id, Point right, float room,
                       const std::vector<std::string>& forms, const std::string& tip) {
    const TextStyle style{Font::medium, ui.metrics.small, Role::text2, Align::centre};
    const float pad = ui.metrics.px(8), h = ui.metrics.small * 1.8f;
    const std::string words(fitting(ui.canvas, forms, style, room - 2 * pad));
    const float w = ui.canvas.width(words, style) + 2 * pad;
    if (words.empty() || w > room) return {};
    const Rect area{right.x - w, right.y - h / 2, w, h};
    const Ui::Hit hit = ui.control(id, area);
    ui.canvas.fill(area, hit.hovered ? Role::hover : Role::raised, 7);
    ui.canvas.text({area.middle_x(), right.y}, words, style);
    ui.focus_ring(hit, area, 7);
    ui.tooltip(id, area, tip);
    return {w, hit.clicked};
}

// Of a card that lacks times.
bool searches(const Shell& shell, const View& view) {
    const lab::Result* shown = shell.session.shown().get();
    return shown && can_search(view, shown->request.settings, shell.session.series());
}

// The card under the mouse first, else the first one in sight that serves.
template <class Serves>
const View* card_for(const Shell& shell, Serves serves) {
    const View* pointed = find_view(shell.card_pointed);
    if (pointed && serves(*pointed)) return pointed;
    for (const View* view : shell.cards())
        if (shell.ui_state.places.contains("shown." + view->id) && serves(*view)) return view;
    return nullptr;
}

}  // namespace

std::string words_of_filled(const FillProgress& filled) {
    std::string words = filled.card->title + ": " + std::to_string(filled.done) + " of " +
                        std::to_string(filled.all);
    if (filled.chance)
        return words + " timed, " + percent(*filled.chance) + " that a faster one is left";
    const auto seconds = static_cast<std::int64_t>(std::ceil(filled.seconds_left));
    if (seconds >= 1)
        words +=
            ", " + (seconds < 100 ? std::to_string(seconds) + " s" : minutes_of(seconds)) + " left";
    return words;
}

std::string words_of_found(const FoundBest& found) {
    std::vector<std::string> knobs;
    for (const lab::Knob* knob : found.knobs)
        knobs.push_back(uncapitalised(knob->title) + " " +
                        value_name(*knob, found.settings[*knob]));
    const std::string time = time_text(found.point.time.median_ms);
    const std::string first = "Fastest of " + std::to_string(found.tried) + " of " +
                              plural(std::int64_t(found.all), "setting") + ": " +
                              lab::listed(knobs) + ", " + time + " (" +
                              std::string(name_of(found.source.kind)) + ").";
    const std::string unknown =
        found.same_work_unknown
            ? "\nWhether it leaves the same numbers as the shown launch is not known here."
            : "";
    if (found.tried >= found.all) return first + unknown;
    return first + "\nThe chance that another one is more than " + percent(found.gain) +
           " faster is " + percent(found.chance) + ", as far as these times tell." + unknown;
}

float fill_button(Ui& ui, Shell& shell, const View& view, Point right, float room) {
    const bool on = fills(shell, view);
    if (!on && (shell.session.filled() || !shell.session.rests())) return 0;
    const std::size_t lacking = shell.session.lacking_times(view);
    if (!on && lacking == 0) return 0;
    const std::string number = std::to_string(lacking), fastest = "Fastest";
    const bool two = !on && searches(shell, view);
    const float gap = ui.metrics.px(6), kept = two ? head_width(ui, fastest) + gap : 0;
    const HeadButton all = head_button(
        ui, "fill." + view.id, right, room - kept,
        on ? std::vector<std::string>{"Stop"}
           : std::vector<std::string>{"Time " + number + " more", number + " more", "+" + number},
        on ? "Ends the timing of this card (A). Times that are known stay." : tip_of(lacking));
    if (all.clicked && on) shell.session.stop_filling();
    if (all.clicked && !on) shell.session.fill(view);
    if (!two) return all.width;
    const HeadButton search = head_button(
        ui, "search." + view.id, {right.x - all.width - gap, right.y}, room - all.width - gap,
        {"Find the fastest", fastest},
        "Times few of these settings (Shift + A): each where the times so far promise the largest "
        "gain. It ends when a faster one is improbable.");
    if (search.clicked) shell.session.fill(view, FillGoal::fastest);
    return search.width > 0 ? all.width + gap + search.width : all.width;
}

void fill_card(Shell& shell) {
    if (shell.session.filled()) return shell.session.stop_filling();
    const View* card =
        card_for(shell, [&](const View& view) { return shell.session.lacking_times(view) > 0; });
    if (card) return shell.session.fill(*card);
    shell.notice = "No card in sight lacks a time that it can get.";
}

void tell_found(Ui& ui, Shell& shell) {
    const auto found = shell.session.take_found();
    if (!found) return;
    shell.notice = words_of_found(*found);
    ui.want_frame();
}

void search_card(Shell& shell) {
    if (shell.session.filled()) return shell.session.stop_filling();
    const View* card = card_for(shell, [&](const View& view) {
        return searches(shell, view) && shell.session.lacking_times(view) > 0;
    });
    if (card) return shell.session.fill(*card, FillGoal::fastest);
    shell.notice =
        "No card in sight has settings to search. Time by two knobs has, where none is a size.";
}

}  // namespace app

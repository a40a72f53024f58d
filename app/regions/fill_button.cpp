// Draws the button and answers the key. See fill_button.h.
#include "app/regions/fill_button.h"

#include <cmath>
#include <cstdint>
#include <vector>

#include "app/filling.h"
#include "app/format.h"
#include "app/view.h"
#include "app/widgets/widgets.h"
#include "lab/time/bench.h"

namespace app {
namespace {

std::size_t lacking_of(const Shell& shell, const View& view) {
    const lab::Result* shown = shell.session.shown().get();
    if (!shown || shell.session.refusal()) return 0;
    return lacking_times(view, shown->request.settings, shell.session.series()).size();
}

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

}  // namespace

std::string words_of_filled(const FillProgress& filled) {
    std::string words = filled.card->title + ": " + std::to_string(filled.done) + " of " +
                        std::to_string(filled.all);
    const auto seconds = static_cast<std::int64_t>(std::ceil(filled.seconds_left));
    if (seconds >= 1)
        words +=
            ", " + (seconds < 100 ? std::to_string(seconds) + " s" : minutes_of(seconds)) + " left";
    return words;
}

float fill_button(Ui& ui, Shell& shell, const View& view, Point right, float room) {
    const bool on = fills(shell, view);
    if (!on && (shell.session.filled() || !shell.session.rests())) return 0;
    const std::size_t lacking = lacking_of(shell, view);
    if (!on && lacking == 0) return 0;
    const std::string number = std::to_string(lacking);
    const std::vector<std::string> forms =
        on ? std::vector<std::string>{"Stop"}
           : std::vector<std::string>{"Time " + number + " more", number + " more", "+" + number};
    const TextStyle style{Font::medium, ui.metrics.small, Role::text2, Align::centre};
    const float pad = ui.metrics.px(8), h = ui.metrics.small * 1.8f;
    const std::string words(fitting(ui.canvas, forms, style, room - 2 * pad));
    const float w = ui.canvas.width(words, style) + 2 * pad;
    if (words.empty() || w > room) return 0;
    const Rect area{right.x - w, right.y - h / 2, w, h};
    const std::string id = "fill." + view.id;
    const Ui::Hit hit = ui.control(id, area);
    ui.canvas.fill(area, hit.hovered ? Role::hover : Role::raised, 7);
    ui.canvas.text({area.middle_x(), right.y}, words, style);
    ui.focus_ring(hit, area, 7);
    ui.tooltip(
        id, area,
        on ? "Ends the timing of this card (A). Times that are known stay." : tip_of(lacking));
    if (!hit.clicked) return w;
    if (on)
        shell.session.stop_filling();
    else
        shell.session.fill(view);
    return w;
}

void fill_card(Shell& shell) {
    if (shell.session.filled()) return shell.session.stop_filling();
    const View* pointed = find_view(shell.card_pointed);
    if (pointed && lacking_of(shell, *pointed) > 0) return shell.session.fill(*pointed);
    for (const View* view : shell.cards())
        if (shell.ui_state.places.contains("shown." + view->id) && lacking_of(shell, *view) > 0)
            return shell.session.fill(*view);
    shell.notice = "No card in sight lacks a time that it can get.";
}

}  // namespace app

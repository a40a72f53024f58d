// The cards below the stage: one for each card view that has something to show; tabs where there is
// room for one.
#include <algorithm>
#include <array>

#include "app/regions/regions.h"

namespace app {

namespace {

// Title and note at the left, where the numbers come from at the right. Returns the room below.
Rect head(Ui& ui, Shell& shell, const View& view, const DrawContext& context, Rect area) {
    Rect inside = area.inside(ui.metrics.card.x, ui.metrics.card.y);
    const Rect row = inside.cut_top(ui.metrics.card_head);
    const std::string kind = view.badge_now ? view.badge_now(context) : view.badge;
    const float taken = badge(ui.canvas, {row.right(), row.middle_y() - 1}, kind, ui.metrics.badge);
    const TextStyle title{Font::semibold, ui.metrics.h2, Role::text},
        small{Font::regular, ui.metrics.small, Role::text3};
    const float room = row.w - taken - ui.metrics.px(12);
    ui.canvas.text({row.x, row.middle_y() - 1}, cut_in_middle(ui.canvas, view.title, title, room),
                   title);
    const float used = ui.canvas.width(view.title, title) + ui.metrics.px(12);
    const bool old = shell.session.stale() && (shell.waits() || shell.session.refusal());
    const std::vector<std::string> notes{old         ? "previous run"
                                         : view.note ? view.note(context)
                                                     : "",
                                         ""};
    ui.canvas.text({row.x + used, row.middle_y() - 1},
                   fitting(ui.canvas, notes, small, room - used), small);
    return inside;
}

void card(Ui& ui, Shell& shell, const View& view, Rect area) {
    card_ground(ui, view.id, area);
    shell.with_context(ui.metrics, [&](const DrawContext& context) {
        const Rect inside = head(ui, shell, view, context, area);
        if (inside.w < 80 || inside.h < 40) return;
        ui.canvas.push_clip(area);
        view.draw(ui.canvas, context, inside);
        ui.canvas.pop_clip();
        if (!view.click) return;
        const std::string id = "card." + view.id;
        const Ui::Hit hit = ui.control(id, inside);
        if (hit.pressed) view.click(context, shell.playback.cursor, inside, ui.input.mouse);
        if (hit.hovered) ui.pointer = Pointer::arrow;
    });
    ui.canvas.card({}, {});
}

// Widths of up to three cards, as shares of the row.
std::vector<float> shares(std::size_t count) {
    if (count == 3) return {.34f, .31f, .35f};
    return std::vector<float>(count, 1.f / static_cast<float>(count));
}

Rect tabs(Ui& ui, Shell& shell, Rect area, const std::vector<const View*>& views) {
    std::vector<Option> options;
    for (const View* view : views) options.push_back({view->title, ""});
    const Rect row = area.cut_top(ui.metrics.option);
    area.cut_top(ui.metrics.px(6));
    if (auto picked = segmented(ui, "cards.tab", row, options, shell.card_tab))
        shell.card_tab = *picked;
    return area;
}

}  // namespace

void figure_card(Ui& ui, Shell& shell, const View& view, Rect area) { card(ui, shell, view, area); }

void card_row(Ui& ui, Shell& shell, Rect area, bool one_at_a_time) {
    ui.region(Region::cards);
    const auto views = shell.cards();
    if (views.empty() || area.h < 60) return;
    shell.card_tab = std::clamp(shell.card_tab, 0, static_cast<int>(views.size()) - 1);
    const float gap = ui.metrics.gap;
    if (one_at_a_time)
        return card(ui, shell, *views[static_cast<std::size_t>(shell.card_tab)],
                    tabs(ui, shell, area, views));
    const std::vector<float> parts = shares(views.size());
    const float room = area.w - gap * static_cast<float>(views.size() - 1);
    for (std::size_t i = 0; i < views.size(); ++i) {
        card(ui, shell, *views[i], area.cut_left(room * parts[i]));
        area.cut_left(gap);
    }
}

}  // namespace app

// The transport: jump, step, play, scrub, speed. Posts on the scrub bar are the trace's barriers.
#include "app/regions/transport.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "app/draw/icons.h"
#include "app/format.h"
#include "app/views/banks.h"
#include "app/weights.h"
#include "app/widgets/widgets.h"
#include "lab/asked.h"

namespace app {

namespace {

Rect round(Rect& row, float size, float gap) {
    const Rect cell = row.cut_left(size);
    row.cut_left(gap);
    return {cell.x, cell.middle_y() - size / 2, size, size};
}

Point middle(Rect r) { return {r.middle_x(), r.middle_y()}; }

// The disc that starts and pauses; true where it was pressed. Faint where there is nothing to play.
bool play_button(Ui& ui, bool playing, Rect area, int steps = 2) {
    const bool any = steps > 1;
    const Ui::Hit hit = ui.control("transport.play", area, any);
    ui.canvas.circle(middle(area), area.w / 2,
                     Colour(Role::accent, !any          ? .35f
                                          : hit.hovered ? .88f
                                                        : 1));
    const float size = area.w * .36f;
    if (playing)
        icon::pause(ui.canvas, middle(area), size, Role::ink);
    else
        icon::play(ui.canvas, middle(area), size, Role::ink);
    ui.focus_ring(hit, area, area.w / 2);
    ui.tooltip("transport.play", area,
               steps == 0 ? "There are no steps to play: see the sentence above"
               : !any     ? "There is one step, and nothing to play"
               : playing  ? "Pause (Space)"
                          : "Play (Space)");
    return hit.clicked;
}

void buttons(Ui& ui, Playback& playback, Rect& row) {
    const float big = ui.metrics.play, small = ui.metrics.jump, gap = ui.metrics.between;
    const Colour ink = Role::text2;
    const Rect first = round(row, small, gap);
    if (icon_button(ui, "transport.first", first, "First step (Home)").clicked) playback.go_to(0);
    icon::jump(ui.canvas, middle(first), small * .34f, ink, false);
    const Rect back = round(row, big, gap);
    if (icon_button(ui, "transport.back", back, "Step back (Left)", true).clicked)
        playback.step(-1);
    icon::step(ui.canvas, middle(back), big * .36f, Role::text, false);
    if (play_button(ui, playback.playing, round(row, big, gap), playback.count()))
        playback.toggle();
    const Rect next = round(row, big, gap);
    if (icon_button(ui, "transport.next", next, "Step forward (Right)", true).clicked)
        playback.step(1);
    icon::step(ui.canvas, middle(next), big * .36f, Role::text, true);
    const Rect last = round(row, small, gap);
    if (icon_button(ui, "transport.last", last, "Last step (End)").clicked)
        playback.go_to(playback.count() - 1);
    icon::jump(ui.canvas, middle(last), small * .34f, ink, true);
}

// The button to the next step with weight in the stage's picture.
void worth_button(Ui& ui, Shell& shell, Rect& row) {
    const View* stage = shell.stage_view();
    const lab::Run* run = shell.session.picture();
    if (!stage || !run) return;
    const View* view = &speaking_view(*stage, *run, shell.playback.cursor);
    if (!view->interest.weight || shell.hunt.hides(shell.session))
        return;  // its subject would tell
    const Rect area = round(row, ui.metrics.jump, ui.metrics.between);
    const bool any = heaviest_step(*view, *run).has_value();
    const std::string tip =
        any ? "Next step " + view->interest.words + " (W); with Shift, the one before"
            : "There is no step " + view->interest.words;
    if (icon_button(ui, "transport.worth", area, tip).clicked)
        shell.next_worth(ui.input.shift ? -1 : 1);
    icon::waste(ui.canvas, middle(area), ui.metrics.jump * .46f,
                Colour{any ? Role::text2 : Role::text3, any ? 1.f : .6f});
}

void speed_buttons(Ui& ui, Playback& playback, Rect& row) {
    constexpr std::array<float, 3> values{.25f, 1, 4};
    const std::array<Option, 3> options{
        {{"¼×", "A quarter of the speed (-)"}, {"1×", ""}, {"4×", "Four times the speed (+)"}}};
    const float w = ui.metrics.speeds, h = ui.metrics.segment;
    Rect area = row.cut_right(w);
    row.cut_right(ui.metrics.apart);
    int chosen = 0;
    for (std::size_t i = 0; i < values.size(); ++i)
        if (values[i] == playback.speed) chosen = static_cast<int>(i);
    const Rect segment{area.x, area.middle_y() - h / 2, w, h};
    if (auto picked = segmented(ui, "transport.speed", segment, options, chosen))
        playback.speed = values[static_cast<std::size_t>(*picked)];
}

int snapped_to_barrier(const Playback& playback, int step) {
    int best = 0;
    for (int post : playback.posts())
        if (std::abs(post - step) < std::abs(best - step)) best = post;
    return best;
}

void scrub(Ui& ui, Playback& playback, Rect row) {
    const int count = playback.count();
    const float y = row.middle_y() + ui.metrics.scrub,
                steps = static_cast<float>(std::max(1, count - 1));
    auto at = [&](float step) { return row.x + row.w * std::clamp(step / steps, 0.f, 1.f); };
    const Ui::Hit hit =
        ui.control("transport.scrub", {row.x - 6, y - 16, row.w + 12, 32}, count > 1);
    if (hit.held && count > 1) {
        const int step = static_cast<int>(
            std::lround((ui.input.mouse.x - row.x) / std::max(1.f, row.w) * steps));
        playback.go_to(ui.input.shift ? snapped_to_barrier(playback, step) : step);
    }
    const float now = static_cast<float>(playback.cursor.step) - 1 + playback.cursor.fraction;
    const float place = at(std::max(
        0.f, playback.cursor.fraction < 1 ? now : static_cast<float>(playback.cursor.step)));
    ui.canvas.fill({row.x, y - 3, row.w, 6}, Role::raised, 3);
    ui.canvas.fill({row.x, y - 3, place - row.x, 6}, Role::accent, 3);
    float last = -100;
    for (int post : playback.posts()) {
        const float x = at(static_cast<float>(post));
        if (x - last < 9) continue;  // too dense to tell apart
        last = x;
        ui.canvas.fill({x - 1, y - 7, 2, 14}, x <= place ? Role::accent : Role::stroke, 1);
    }
    if (count > 0)
        ui.canvas.circle({place, y}, 9, Role::panel), ui.canvas.circle({place, y}, 8, Role::accent);
    ui.focus_ring(hit, {row.x, y - 6, row.w, 12}, 6);
}

// Goes to the typed step, from 1; for a wrong number a notice explains, and the field stays open.
void go_to_typed(Ui& ui, Shell& shell, const std::string& words) {
    const auto number = lab::whole_number(words);
    const int count = shell.playback.count();
    if (number && *number >= 1 && *number <= count)
        return shell.playback.go_to(static_cast<int>(*number) - 1);
    shell.notice = number ? "There is no step " + grouped(*number) + ": this run has " +
                                plural(count, "step") + ", and the first is step 1."
                          : number.problem().message;
    type_on(ui, step_field, words);
}

// "Step 42 of 96", where 42 is a field, and how the cursor came there if there is room. Returns its
// width.
float step_words(Ui& ui, Shell& shell, Point at, float room) {
    const Playback& playback = shell.playback;
    const TextStyle style{Font::regular, ui.metrics.small, Role::text2, Align::left, true};
    if (playback.count() == 0) return ui.canvas.text(at, "No steps", style), 0.f;
    const std::string before = "Step", number = std::to_string(playback.cursor.step + 1),
                      count = "of " + std::to_string(playback.count());
    const std::vector<std::string> ends =
        playback.word.empty()
            ? std::vector{count}
            : std::vector{count + ", " + playback.word,
                          count + ", " + playback.word.substr(0, playback.word.find(' ')), count};
    float x = at.x + ui.canvas.width("Step ", style);
    ui.canvas.text(at, before, style);
    NumberLook look{style, ui.canvas.width("Step ", style) * .25f};
    look.style.colour = Role::text;
    const bool typing = ui.state.focus == step_field && ui.state.typing;
    const float width = typing ? std::max(ui.canvas.width(number, look.style),
                                          ui.canvas.width(*ui.state.typing, look.style))
                               : ui.canvas.width(number, look.style);
    const auto typed = number_field(ui, step_field, {x + width, at.y}, number,
                                    "Type the number of a step, then Enter (J)", look);
    if (typed) go_to_typed(ui, shell, *typed);
    x += width + ui.canvas.width(" ", style);
    const std::string_view behind = fitting(ui.canvas, ends, style, at.x + room - x);
    ui.canvas.text({x, at.y}, behind, style);
    return x + ui.canvas.width(behind, style) - at.x;
}

void words(Ui& ui, Shell& shell, Rect row) {
    const Playback& playback = shell.playback;
    const float y = row.middle_y() - ui.metrics.caption;
    const float used = step_words(ui, shell, {row.x, y}, row.w);
    if (playback.count() == 0 || playback.intervals() == 1) return;
    const std::string numbers =
        std::to_string(playback.interval()) + " of " + std::to_string(playback.intervals());
    const std::vector<std::string> right =
        playback.has_barriers()
            ? std::vector{"barrier interval " + numbers, "interval " + numbers, numbers}
            : std::vector{"launch " + numbers, numbers};
    const TextStyle aligned{Font::regular, ui.metrics.small, Role::text3, Align::right, true};
    const float room = row.w - used - ui.metrics.px(16);
    const std::string_view fit = fitting(ui.canvas, right, aligned, room);
    if (ui.canvas.width(fit, aligned) <= room) ui.canvas.text({row.right(), y}, fit, aligned);
}

}  // namespace

void transport(Ui& ui, Shell& shell, Rect row) {
    ui.region(Region::transport);
    ui.keep_clear(row);
    ui.canvas.line({row.x, row.y}, {row.right(), row.y}, Role::line);
    row.cut_top(ui.metrics.rule);
    if (shell.session.refusal()) return;  // the refusal's card covers it
    buttons(ui, shell.playback, row);
    if (row.w > ui.metrics.px(220)) worth_button(ui, shell, row);
    row.cut_left(ui.metrics.apart);
    if (row.w > ui.metrics.px(360)) speed_buttons(ui, shell.playback, row);
    if (row.w < ui.metrics.px(60)) return;
    words(ui, shell, row);
    scrub(ui, shell.playback, row);
}

// The transport of a live field, which only goes forwards: start, one launch, play, speed, and the
// slice's axis.
void live_transport(Ui& ui, Shell& shell, Rect row) {
    ui.region(Region::transport);
    ui.canvas.line({row.x, row.y}, {row.right(), row.y}, Role::line);
    row.cut_top(ui.metrics.rule);
    const float big = ui.metrics.play, small = ui.metrics.jump, gap = ui.metrics.between;
    const Rect first = round(row, small, gap);
    if (icon_button(ui, "live.restart", first, "Back to the start (Home)").clicked)
        shell.live->restart();
    icon::jump(ui.canvas, middle(first), small * .34f, Role::text2, false);
    if (play_button(ui, shell.live_running, round(row, big, gap)))
        shell.live_running = !shell.live_running;
    const Rect next = round(row, big, gap);
    if (icon_button(ui, "live.next", next, "One launch more (Right)", true).clicked)
        shell.live->advance(1);
    icon::step(ui.canvas, middle(next), big * .36f, Role::text, true);
    row.cut_left(ui.metrics.apart);
    if (row.w > ui.metrics.px(300)) speed_buttons(ui, shell.playback, row);
    if (row.w < ui.metrics.px(120) || shell.live_picture().shape.z == 1) return;
    const float h = ui.metrics.segment, w = ui.metrics.px(120);
    const std::array<Option, 3> axes{
        {{"x", "A slice across x"}, {"y", "A slice across y"}, {"z", "A slice across z"}}};
    if (auto axis = segmented(ui, "live.axis", {row.x, row.middle_y() - h / 2, w, h}, axes,
                              shell.live_picture().axis)) {
        shell.playback.cursor.axis = *axis;
        shell.playback.cursor.slice = -1;
    }
}

}  // namespace app

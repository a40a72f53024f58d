// Lessons, the ladder of kernels, and the knobs of the lesson: all derived from its Lesson value.
// Blocks of known height are laid under each other; where they do not fit, first the gaps shrink,
// then the rail scrolls.
#include <algorithm>
#include <cmath>

#include "app/draw/icons.h"
#include "app/format.h"
#include "app/regions/knob_control.h"
#include "app/regions/regions.h"

namespace app {

namespace {

void lesson_mark(Ui& ui, Point at, int number, bool open) {
    const std::string digits = std::to_string(number);
    if (open)
        ui.canvas.circle(at, 10, Role::accent);
    else
        ui.canvas.ring(at, 9.2f, Role::stroke);
    ui.canvas.text(at, digits,
                   {open ? Font::semibold : Font::medium, open ? 12.f : 11.5f,
                    open ? Role::ink : Role::text3, Align::centre});
}

void lesson_row(Ui& ui, Shell& shell, const lab::Lesson& lesson, int number, Rect row) {
    const bool open = shell.session.lesson() == &lesson;
    const std::string id = "lesson." + lesson.id;
    const Ui::Hit hit = ui.control(id, row);
    if (open || hit.hovered) ui.canvas.fill(row, open ? Role::raised : Role::hover, 9);
    lesson_mark(ui, {row.x + 21, row.middle_y()}, number, open);
    const TextStyle style{open ? Font::semibold : Font::regular, ui.metrics.body,
                          open ? Role::text : Role::text2};
    ui.canvas.text({row.x + 42, row.middle_y()},
                   cut_in_middle(ui.canvas, lesson.title, style, row.w - 52), style);
    ui.focus_ring(hit, row, 9);
    ui.tooltip(id, row, lesson.sees);
    if (hit.clicked && !open) shell.open_lesson(lesson);
    if (hit.clicked) shell.lessons_open = false;
}

float list_height(bool wide) {
    return (wide ? 30.f : 0.f) + 38.f * static_cast<float>(lab::lessons().size()) + 22;
}

void lesson_list(Ui& ui, Shell& shell, Rect area) {
    const TextStyle small{Font::regular, ui.metrics.small, Role::text3};
    ui.canvas.text({area.x, area.y + 12}, "Lessons", small);
    ui.canvas.text({area.right(), area.y + 12}, std::to_string(lab::lessons().size()),
                   {small.font, small.size, small.colour, Align::right});
    float y = area.y + 30;
    int number = 0;
    for (const lab::Lesson* lesson : lab::lessons()) {
        lesson_row(ui, shell, *lesson, ++number, {area.x - 10, y, area.w + 20, 36});
        y += 38;
    }
    ui.canvas.line({area.x, y + 10}, {area.right(), y + 10}, Role::line);
}

int number_of(const lab::Lesson* lesson) {
    int number = 0;
    for (const lab::Lesson* each : lab::lessons()) {
        ++number;
        if (each == lesson) break;
    }
    return number;
}

// The list folded to one line, which opens it.
void lesson_picker(Ui& ui, Shell& shell, Rect area) {
    const Rect box{area.x - 8, area.y, area.w + 16, 50};
    const Ui::Hit hit = ui.control("lesson.picker", box);
    shell.lessons_top = box.bottom() + 6;
    if (hit.clicked) shell.lessons_open = !shell.lessons_open;
    ui.canvas.fill(box, hit.hovered ? Role::hover : Role::raised, 10);
    const int number = number_of(shell.session.lesson());
    lesson_mark(ui, {box.x + 22, box.middle_y()}, number, true);
    const std::string& name = shell.session.subject()->title;
    TextStyle title{Font::semibold, 13.5f, Role::text};
    if (ui.canvas.width(name, title) > box.w - 70) title.size = 12;
    ui.canvas.text({box.x + 42, box.middle_y() - 9},
                   cut_in_middle(ui.canvas, name, title, box.w - 66), title);
    ui.canvas.text(
        {box.x + 42, box.middle_y() + 9},
        "Lesson " + std::to_string(number) + " of " + std::to_string(lab::lessons().size()),
        {Font::regular, ui.metrics.small, Role::text3});
    icon::chevron(ui.canvas, {box.right() - 18, box.middle_y()}, 13, Role::text2,
                  shell.lessons_open);
    ui.focus_ring(hit, box, 10);
}

// One piece of the rail: its height is known before it is drawn.
struct Block {
    float height = 0;
    std::function<void(Rect)> draw;
};

Block kernel_block(Ui& ui, Shell& shell, float width, bool says_idea) {
    const lab::Rung& rung =
        shell.session.subject()->rungs[static_cast<std::size_t>(shell.session.settings().rung)];
    const TextStyle small{Font::regular, ui.metrics.small, Role::text3};
    const float head = ui.metrics.heading, row = ui.metrics.option, above = ui.metrics.px(8);
    const float idea =
        says_idea ? paragraph_height(ui.canvas, width, rung.idea, small, 1.4f) + above : 0;
    return {head + row + idea, [&ui, &shell, &rung, small, head, row, above, says_idea](Rect area) {
                kernel_control(ui, shell, area.cut_top(head + row));
                if (says_idea)
                    paragraph(ui.canvas, {area.x, area.y + above, area.w, area.h}, rung.idea, small,
                              1.4f);
            }};
}

// Knobs that change nothing for one and the same reason share it: it stands under the last of them.
// `dense`: where room is short, only the reason stands for a number that changes nothing.
std::vector<Block> knob_blocks(Ui& ui, Shell& shell, float width, bool dense) {
    std::vector<Block> blocks;
    const auto& knobs = shell.session.subject()->knobs;
    for (std::size_t i = 0; i < knobs.size(); ++i) {
        const lab::Knob& knob = *knobs[i];
        const std::string why = idle_reason(shell, knob);
        const bool shared =
            !why.empty() && i + 1 < knobs.size() && idle_reason(shell, *knobs[i + 1]) == why;
        const KnobForm form{!shared, dense};
        const float height = knob_height(ui, shell, knob, width, form);
        if (height > 0)
            blocks.push_back({height, [&ui, &shell, &knob, form](Rect area) {
                                  knob_control(ui, shell, knob, area, form);
                              }});
    }
    return blocks;
}

Block next_block(Ui& ui, const Shell& shell, float width) {
    if (!shell.session.lesson()) return {};
    const std::string& words = shell.session.lesson()->next;
    const TextStyle body{Font::regular, ui.metrics.small, Role::text3};
    if (words.empty()) return {};
    const float text = paragraph_height(ui.canvas, width, words, body, 1.45f);
    return {text + 32, [&ui, &words, body](Rect area) {
                ui.canvas.line({area.x, area.y}, {area.right(), area.y}, Role::line);
                ui.canvas.text({area.x, area.y + 20}, "Try next",
                               {Font::semibold, ui.metrics.small, Role::text2});
                paragraph(ui.canvas, {area.x, area.y + 32, area.w, area.h}, words, body, 1.45f);
            }};
}

void run_button(Ui& ui, Shell& shell, Rect area) {
    const auto& refusal = shell.session.refusal();
    const lab::Knob* knob =
        refusal && refusal->use ? lab::find_knob(*shell.session.subject(), refusal->knob) : nullptr;
    const std::string words = knob ? "Run with " + value_words(*knob, *refusal->use) : "Run again";
    if (button(ui, "rail.run", area, words, ButtonKind::primary, "F5") || ui.take({Key::f5}) ||
        ui.take({.key = Key::enter, .control = true})) {
        if (knob) shell.session.settings().set(*knob, *refusal->use);
        shell.session.run_again();
    }
}

// Scrolls `room` over `height` of content; returns by how much the content moves up.
float scrolled(Ui& ui, Shell& shell, Rect room, float height) {
    const float most = std::max(0.f, height - room.h);
    if (most > 0) shell.rail_scroll -= ui.take_wheel(room) * 48;
    shell.rail_scroll = std::clamp(shell.rail_scroll, 0.f, most);
    if (most > 0) {
        const float bar = room.h * room.h / height;
        ui.canvas.fill(
            {room.right() - 5, room.y + (room.h - bar) * shell.rail_scroll / most, 3, bar},
            Role::stroke, 1.5f);
    }
    return shell.rail_scroll;
}

float sum_of_heights(const std::vector<Block>& blocks) {
    float sum = 4;
    for (const Block& block : blocks) sum += block.height;
    return sum;
}

constexpr float least_gap = 12;

bool fits(const std::vector<Block>& blocks, float height) {
    return sum_of_heights(blocks) + least_gap * static_cast<float>(blocks.size() - 1) <= height;
}

void lay_blocks(Ui& ui, Shell& shell, Rect room, float margin, std::vector<Block>& blocks,
                Block last) {
    const float content = sum_of_heights(blocks);
    const float between = static_cast<float>(blocks.size() - 1), wish = ui.metrics.groups;
    const float gap = std::clamp((room.h - content) / std::max(1.f, between), least_gap, wish);
    const float height = content + gap * between;
    const bool spare = last.height > 0 && height + last.height + 28 < room.h;
    ui.canvas.push_clip(room);
    const float up = scrolled(ui, shell, room, height);
    float y = room.y - up;
    for (Block& block : blocks) {
        const Rect area{room.x + margin, y, room.w - 2 * margin, block.height};
        if (area.bottom() > room.y && area.y < room.bottom()) block.draw(area);
        y += block.height + gap;
    }
    if (spare) last.draw({room.x + margin, y + 6, room.w - 2 * margin, last.height});
    ui.canvas.pop_clip();
}

}  // namespace

void rail(Ui& ui, Shell& shell, Rect area) {
    ui.region(Region::rail);
    ui.canvas.card("rail", area);
    ui.canvas.fill(area, Role::rail);
    ui.canvas.line({area.right() - 1, area.y}, {area.right() - 1, area.bottom()}, Role::line);
    if (!shell.session.subject() || area.w < 150) return;
    ui.tips_beside(area);
    const Metrics& m = ui.metrics;
    const float margin = m.margin, width = area.w - 2 * margin;
    Rect foot = area.cut_bottom(m.button + m.rail_foot.y);
    foot = {area.x + margin, foot.y + m.rail_foot.x, width, m.button};
    area.cut_top(m.rail_head);
    std::vector<Block> blocks;
    // Where room is short: first fewer words about what changes nothing, then none about the
    // kernel.
    for (int spare : {2, 1, 0}) {
        blocks.clear();
        if (m.roomy)
            blocks.push_back({list_height(true), [&](Rect r) { lesson_list(ui, shell, r); }});
        else
            blocks.push_back({50, [&](Rect r) { lesson_picker(ui, shell, r); }});
        blocks.push_back(kernel_block(ui, shell, width, m.roomy && spare > 0));
        for (Block& block : knob_blocks(ui, shell, width, spare < 2))
            blocks.push_back(std::move(block));
        if (fits(blocks, area.h)) break;
    }
    lay_blocks(ui, shell, area, margin, blocks, next_block(ui, shell, width));
    if (foot.y > area.y) run_button(ui, shell, foot);
    ui.tips_beside({});
}

void lesson_menu(Ui& ui, Shell& shell, Rect window) {
    ui.begin_dialog();
    const Rect sheet{8, shell.lessons_top, std::min(300.f, window.w - 16), list_height(false)};
    if (ui.input.pressed && !sheet.contains(ui.input.mouse)) shell.lessons_open = false;
    if (ui.take({Key::escape})) shell.lessons_open = false;
    shadow(ui.canvas, sheet, 14, 24, .4f);
    card_ground(ui, "lessons", sheet);
    ui.canvas.outline(sheet, Role::line, 14);
    float y = sheet.y + 10;
    int number = 0;
    for (const lab::Lesson* lesson : lab::lessons()) {
        lesson_row(ui, shell, *lesson, ++number, {sheet.x + 8, y, sheet.w - 16, 36});
        y += 38;
    }
    ui.end_dialog();
}

}  // namespace app

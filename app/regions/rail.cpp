// Lessons, the ladder of kernels, and the knobs of the lesson: all derived from its Lesson value.
// Blocks of known height are laid under each other; where they do not fit, first the gaps shrink,
// then the rail scrolls.
#include <algorithm>
#include <cctype>
#include <cmath>

#include "app/format.h"
#include "app/regions/kernel_chooser.h"
#include "app/regions/knob_control.h"
#include "app/regions/lesson_list.h"
#include "app/regions/regions.h"

namespace app {

namespace {

// One piece of the rail: its height is known before it is drawn.
struct Block {
    float height = 0;
    std::function<void(Rect)> draw;
};

Block kernel_block(Ui& ui, Shell& shell, float width, LadderForm form, bool says_idea) {
    const lab::Rung& rung =
        shell.session.subject()->rungs[static_cast<std::size_t>(shell.session.settings().rung)];
    const TextStyle small{Font::regular, ui.metrics.small, Role::text3};
    const float chooser = kernel_height(ui, shell, form), above = ui.metrics.px(8);
    const float idea =
        says_idea ? paragraph_height(ui.canvas, width, rung.idea, small, 1.4f) + above : 0;
    return {chooser + idea,
            [&ui, &shell, &rung, form, small, chooser, above, says_idea](Rect area) {
                kernel_control(ui, shell, area.cut_top(chooser), form);
                if (says_idea)
                    paragraph(ui.canvas, {area.x, area.y + above, area.w, area.h}, rung.idea, small,
                              1.4f);
            }};
}

// One line for all numbers that change nothing here, where room is short.
Block unused_block(Ui& ui, Shell& shell, float width, const std::vector<const lab::Knob*>& unused) {
    std::string words = "Not used here: ", tip;
    for (const lab::Knob* knob : unused) {
        std::string title = knob->title;
        title.front() = static_cast<char>(std::tolower(static_cast<unsigned char>(title.front())));
        words += (knob == unused.front() ? "" : ", ") + title;
        tip += (tip.empty() ? "*" : "\n*") + knob->title + ".* " + idle_reason(shell, *knob);
    }
    const TextStyle style{Font::regular, ui.metrics.micro, Role::text3};
    return {paragraph_height(ui.canvas, width, words, style, 1.35f),
            [&ui, words, tip, style](Rect r) {
                paragraph(ui.canvas, r, words, style, 1.35f);
                ui.tooltip("rail.unused", r, tip);
            }};
}

// Knobs that change nothing for one and the same reason share it: it stands under the last of them.
// `dense`: where room is short, one line names all numbers that change nothing.
std::vector<Block> knob_blocks(Ui& ui, Shell& shell, float width, bool dense) {
    std::vector<Block> blocks;
    std::vector<const lab::Knob*> unused;
    const auto& knobs = shell.session.subject()->knobs;
    for (std::size_t i = 0; i < knobs.size(); ++i) {
        const lab::Knob& knob = *knobs[i];
        const std::string why = idle_reason(shell, knob);
        if (dense && !why.empty() && knob.kind != lab::Knob::Kind::choice) {
            unused.push_back(&knob);
            continue;
        }
        const bool shared =
            !why.empty() && i + 1 < knobs.size() && idle_reason(shell, *knobs[i + 1]) == why;
        const KnobForm form{!shared, dense};
        const float height = knob_height(ui, shell, knob, width, form);
        if (height > 0)
            blocks.push_back({height, [&ui, &shell, &knob, form](Rect area) {
                                  knob_control(ui, shell, knob, area, form);
                              }});
    }
    if (!unused.empty()) blocks.push_back(unused_block(ui, shell, width, unused));
    return blocks;
}

Block next_block(Ui& ui, const Shell& shell, float width) {
    if (!shell.session.lesson()) return {};
    const std::string& words = shell.session.lesson()->next;
    const TextStyle body{Font::regular, ui.metrics.small, Role::text3};
    if (words.empty()) return {};
    const float text = paragraph_height(ui.canvas, width, words, body, 1.45f);
    const float head = ui.metrics.px(32), line = ui.metrics.px(20);
    return {text + head, [&ui, &words, body, head, line](Rect area) {
                ui.canvas.line({area.x, area.y}, {area.right(), area.y}, Role::line);
                ui.canvas.text({area.x, area.y + line}, "Try next",
                               {Font::semibold, ui.metrics.small, Role::text2});
                paragraph(ui.canvas, {area.x, area.y + head, area.w, area.h}, words, body, 1.45f);
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
    ui.begin_scroll("rail", room, height, shell.rail_scroll);
    float y = room.y - shell.rail_scroll;
    for (Block& block : blocks) {
        block.draw({room.x + margin, y, room.w - 2 * margin, block.height});
        y += block.height + gap;
    }
    if (spare) last.draw({room.x + margin, y + 6, room.w - 2 * margin, last.height});
    ui.end_scroll();
}

// Kernel and knobs; `spare` is how much room there is to spare. 4: for all that there is to say;
// 3: for fewer words about what changes nothing; 2: for all words, but not for a row for each
// kernel; 1: for fewer; 0: for none about the kernel either.
std::vector<Block> controls(Ui& ui, Shell& shell, float width, int spare) {
    std::vector<Block> blocks = knob_blocks(ui, shell, width, spare < 2 || spare == 3);
    const LadderForm form = ui.metrics.roomy && spare > 2 ? LadderForm::rows : LadderForm::numbers;
    blocks.insert(blocks.begin(),
                  kernel_block(ui, shell, width, form, ui.metrics.roomy && spare > 0));
    return blocks;
}

Block list_block(Ui& ui, Shell& shell, int rows) {
    return {lesson_list_height(ui, rows),
            [&ui, &shell, rows](Rect area) { lesson_list(ui, shell, area, rows); }};
}

std::vector<Block> with_list(Block list, std::vector<Block> blocks) {
    blocks.insert(blocks.begin(), std::move(list));
    return blocks;
}

// All lessons where they leave room for kernel and knobs, with fewer words if need be; else some
// of them, else one line.
std::vector<Block> blocks_for(Ui& ui, Shell& shell, float width, float height) {
    constexpr int fewest = 3;  // lessons that are worth a list
    const int all = static_cast<int>(lab::lessons().size());
    for (const int spare : {4, 3, 2, 1, 0}) {
        if (!ui.metrics.roomy) break;
        std::vector<Block> whole =
            with_list(list_block(ui, shell, all), controls(ui, shell, width, spare));
        if (fits(whole, height)) return whole;
    }
    for (const int spare : {4, 3, 2, 1, 0}) {
        std::vector<Block> rest = controls(ui, shell, width, spare);
        const float left =
            height - sum_of_heights(rest) - least_gap * static_cast<float>(rest.size());
        const int rows = std::min(lesson_rows_for(ui, left), all - 1);
        if (ui.metrics.roomy && rows >= fewest + spare)
            return with_list(list_block(ui, shell, rows), std::move(rest));
    }
    std::vector<Block> blocks;
    for (const int spare : {4, 3, 2, 1, 0}) {
        blocks = with_list({ui.metrics.picker, [&](Rect area) { lesson_picker(ui, shell, area); }},
                           controls(ui, shell, width, spare));
        if (fits(blocks, height)) break;
    }
    return blocks;
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
    std::vector<Block> blocks = blocks_for(ui, shell, width, area.h);
    lay_blocks(ui, shell, area, margin, blocks, next_block(ui, shell, width));
    if (foot.y > area.y) run_button(ui, shell, foot);
    ui.tips_beside({});
}

}  // namespace app

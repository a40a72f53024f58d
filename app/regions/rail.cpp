// Lessons, the ladder of kernels, and the lesson's knobs, all from its Lesson value. Blocks of
// known height are stacked; where they do not fit, first the gaps shrink, then the rail scrolls.
// Form and gaps fit every kernel of the ladder, so that nothing jumps between kernels.
#include "app/regions/rail.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "app/draw/icons.h"
#include "app/format.h"
#include "app/regions/kernel_chooser.h"
#include "app/regions/knob_control.h"
#include "app/regions/lesson_list.h"
#include "app/regions/try_next.h"
#include "app/sentences/moves.h"
#include "app/views/ledger/remembered.h"
#include "app/views/rungs.h"
#include "app/widgets/widgets.h"
#include "lab/bugs.h"
#include "lab/features/setups.h"

namespace app {

namespace {

// One piece of the rail: its height is known before it is drawn.
struct Block {
    float height = 0;
    std::function<void(Rect)> draw;
};

Block kernel_block(Ui& ui, Shell& shell, float width, LadderForm form, bool says_idea) {
    const auto& rungs = shell.session.subject()->rungs;
    const lab::Rung named = shell.hunt.named(shell.session, shell.session.settings().rung);
    const TextStyle small{Font::regular, ui.metrics.small, Role::text3};
    const float chooser = kernel_height(ui, shell, form), above = ui.metrics.px(8);
    float idea = 0;  // of the longest
    for (const lab::Rung& each : rungs)
        if (says_idea)
            idea = std::max(
                idea,
                paragraph_height(ui.canvas, width, lab::words_about(each), small, 1.4f) + above);
    return {
        chooser + idea, [&ui, &shell, said = lab::words_about(named), form, small, chooser, above,
                         says_idea](Rect area) {
            kernel_control(ui, shell, area.cut_top(chooser), form);
            if (says_idea)
                paragraph(ui.canvas, {area.x, area.y + above, area.w, area.h}, said, small, 1.4f);
        }};
}

// One line for all unused numbers, where room is short.
Block unused_block(Ui& ui, const lab::Settings& at, float width,
                   const std::vector<const lab::Knob*>& unused) {
    std::string words = "Not used here: ", tip;
    for (const lab::Knob* knob : unused) {
        words += (knob == unused.front() ? "" : ", ") + uncapitalised(knob->title);
        tip += (tip.empty() ? "*" : "\n*") + knob->title + ".* " + lab::idle_reason(at, *knob);
    }
    const TextStyle style{Font::regular, ui.metrics.micro, Role::text3};
    return {paragraph_height(ui.canvas, width, words, style, 1.35f),
            [&ui, words, tip, style](Rect r) {
                paragraph(ui.canvas, r, words, style, 1.35f);
                ui.tooltip("rail.unused", r, tip);
            }};
}

// The rows of the set-ups' buttons: one click sets several values.
int setup_rows(const Ui& ui, const lab::Settings& now, float width) {
    constexpr int most_in_a_row = 2;
    std::vector<Option> options;
    for (const lab::Setup& setup : lab::setups_of(now)) options.push_back({setup.title, ""});
    constexpr float own_part = .86f;  // the rest stays free beside the words
    return rows_for(ui, options, own_part * width, most_in_a_row);
}

// Whether a knob changes how the problem is solved, and not the problem. A kernel written for one
// way solves the set-up's problem without this knob.
bool is_a_way_to_do_it(const lab::Knob& knob) {
    using enum lab::Knob::Role;
    constexpr lab::Knob::Role ways[] = {threads, block_x, block_y, block_z, variant};
    return !knob.elsewhere.empty() && std::ranges::find(ways, knob.role) != std::end(ways);
}

// Why this kernel ignores a value of the set-up; empty where it uses all values that define the
// problem.
std::string why_idle(const lab::Settings& now, const lab::Setup& setup) {
    if (lab::rung_of(now).id == setup.rung) return "";  // the set-up is meant for this kernel
    for (const auto& [knob, value] : setup.values) {
        // A kernel without a number of problems solves one.
        const bool one = knob->role == lab::Knob::Role::repeats && value == 1;
        if (lab::idle(now, *knob) && !one && !is_a_way_to_do_it(*knob))
            return lab::idle_reason(now, *knob);
    }
    return "";
}

// The set-up with the shown kernel where it runs, else with its own kernel, else with the nearest
// later one that runs, else an earlier one.
lab::Settings where_it_runs(const lab::Settings& now, const lab::Setup& setup) {
    const lab::Settings here = with_setup(now, setup);
    const auto runs = [&](const lab::Settings& at) {
        return !lab::refusal(at) && why_idle(at, setup).empty();
    };
    if (runs(here)) return here;
    if (int meant = 0; lab::find_rung(*now.subject, setup.rung, &meant))
        if (const lab::Settings there = at_rung(here, meant); runs(there)) return there;
    const int count = static_cast<int>(now.subject->rungs.size());
    for (const int way : {1, -1})
        for (int rung = now.rung + way; rung >= 0 && rung < count; rung += way)
            if (const lab::Settings there = at_rung(here, rung); runs(there)) return there;
    return here;
}

// The title of a refusal, empty where there is none.
std::string refusal_kept(const lab::Settings& asked) {
    static Remembered<std::string> known;
    return known.of(asked, [](const lab::Settings& settings) {
        const auto refused = lab::refusal(settings);
        return refused ? refused->title + "." : std::string();
    });
}

struct Setups {
    std::vector<Option> options;
    int chosen = -1;
};

Setups shown_setups(const lab::Settings& now) {
    Setups all;
    for (const lab::Setup& setup : lab::setups_of(now)) {
        const lab::Settings with = with_setup(now, setup);
        const std::string idle = why_idle(now, setup);
        if (with.values() == now.values() && idle.empty())
            all.chosen = static_cast<int>(all.options.size());
        const std::string refused = refusal_kept(with), why = refused.empty() ? idle : refused;
        all.options.push_back(
            {setup.title,
             why.empty() ? "" : why + " A click chooses a kernel that can, if there is one.",
             !refused.empty()});
    }
    return all;
}

void choose_setup(Shell& shell, int picked) {
    const lab::Settings& now = shell.session.settings();
    shell.session.settings() =
        where_it_runs(now, lab::setups_of(now)[static_cast<std::size_t>(picked)]);
    shell.zooms.clear();  // its size may lie outside a zoomed plot
}

constexpr std::size_t most_buttons = 4;
constexpr std::string_view setups_menu = "setups";

// Whether the set-ups are a list: many, or one with words wider than the rail.
bool are_a_list(const Ui& ui, const std::vector<lab::Setup>& setups, float width) {
    const TextStyle style{Font::semibold, ui.metrics.small};
    const auto wide = [&](const lab::Setup& setup) {
        return ui.canvas.width(setup.title, style) > width - ui.metrics.px(14);
    };
    return setups.size() > most_buttons || std::ranges::any_of(setups, wide);
}

void setup_list(Ui& ui, Shell& shell, Rect area, const Setups& all) {
    const bool known = all.chosen >= 0, alone = all.options.size() == 1;
    const std::string words = known   ? all.options[static_cast<std::size_t>(all.chosen)].text
                              : alone ? all.options.front().text
                                      : "One of " + std::to_string(all.options.size());
    const Ui::Hit hit = ui.control("rail.setup", area);
    ui.canvas.fill(area, hit.hovered ? Role::hover : Role::sunk, 9);
    ui.canvas.outline(area, Role::line, 9);
    const float pad = ui.metrics.px(12);
    const TextStyle style{known ? Font::semibold : Font::regular, ui.metrics.small,
                          known ? Role::text : Role::text2};
    ui.canvas.text({area.x + pad, area.middle_y()},
                   cut_in_middle(ui.canvas, words, style, area.w - 3 * pad), style);
    if (!alone)
        icon::chevron(ui.canvas, {area.right() - pad, area.middle_y()}, ui.metrics.px(12),
                      Role::text2, shell.menu.is_open(setups_menu));
    ui.focus_ring(hit, area, 9);
    ui.tooltip("rail.setup", area,
               known || alone ? all.options[known ? std::size_t(all.chosen) : 0].text : "");
    if (!hit.clicked) return;
    if (alone)
        choose_setup(shell, 0);
    else
        shell.menu.toggle(setups_menu, "rail.setup", area);
}

void setup_control(Ui& ui, Shell& shell, Rect area) {
    const lab::Settings& now = shell.session.settings();
    ui.canvas.text({area.x, area.y + (ui.metrics.heading - ui.metrics.px(6)) / 2}, "Set-ups",
                   {Font::regular, ui.metrics.small, Role::text2});
    area.cut_top(ui.metrics.heading);
    const Setups all = shown_setups(now);
    if (are_a_list(ui, lab::setups_of(now), area.w)) return setup_list(ui, shell, area, all);
    const int rows = setup_rows(ui, now, area.w);
    if (const auto picked =
            segmented(ui, "rail.setup", area, all.options, all.chosen, Segments::plain, {rows}))
        choose_setup(shell, *picked);
}

std::vector<Block> setup_blocks(Ui& ui, Shell& shell, float width) {
    const lab::Settings& now = shell.session.settings();
    const std::vector<lab::Setup>& setups = lab::setups_of(now);
    if (setups.empty()) return {};
    const int rows = are_a_list(ui, setups, width) ? 1 : setup_rows(ui, now, width);
    return {{ui.metrics.heading + ui.metrics.option * static_cast<float>(rows),
             [&ui, &shell](Rect area) { setup_control(ui, shell, area); }}};
}

// Whether one line names unused choices: where several belong to other kernels.
bool in_one_line(const lab::Settings& at, const lab::Knob& knob, bool dense) {
    if (knob.kind != lab::Knob::Kind::choice) return dense;
    return !knob.elsewhere.empty() &&
           std::ranges::count_if(at.subject->knobs, [&](const lab::Knob* other) {
               return other->kind == lab::Knob::Kind::choice && !other->elsewhere.empty();
           }) > 1;
}

// The note below the size: with one block, the kernel's purpose is not visible.
Block lone_block_note(Ui& ui, float width) {
    static const std::string words = "One block here: there is no block before it to wait for.";
    const TextStyle body{Font::regular, ui.metrics.small, Role::text3};
    const auto draw = [&ui, body](Rect area) { paragraph(ui.canvas, area, words, body, 1.45f); };
    return {paragraph_height(ui.canvas, width, words, body, 1.45f), draw};
}

// Knobs that have no effect for the same reason show it once, below the last of them. `dense`:
// where room is short, one line names all unused numbers.
std::vector<Block> knob_blocks(Ui& ui, Shell& shell, const lab::Settings& at, float width,
                               bool dense) {
    std::vector<Block> blocks;
    std::vector<const lab::Knob*> unused;
    const auto& knobs = shell.session.subject()->knobs;
    for (std::size_t i = 0; i < knobs.size(); ++i) {
        const lab::Knob& knob = *knobs[i];
        const std::string why = lab::idle_reason(at, knob);
        if (!why.empty() && in_one_line(at, knob, dense)) {
            unused.push_back(&knob);
            continue;
        }
        const bool shared = !why.empty() && i + 1 < knobs.size() &&
                            lab::idle_reason(at, *knobs[i + 1]) == why &&
                            !in_one_line(at, *knobs[i + 1], dense);
        const KnobForm form{!shared, dense};
        const float height = knob_height(ui, at, knob, width, form);
        if (height > 0)
            blocks.push_back({height, [&ui, &shell, &knob, form](Rect area) {
                                  knob_control(ui, shell, knob, area, form);
                              }});
        if (&knob == at.subject->size && depends_on_none(at))
            blocks.push_back(lone_block_note(ui, width));
    }
    if (!unused.empty()) blocks.push_back(unused_block(ui, at, width, unused));
    return blocks;
}

Block next_block(Ui& ui, const Shell& shell, float width) {
    if (!shell.session.lesson()) return {};
    const std::string& words = shell.session.lesson()->next;
    const TextStyle body{Font::regular, ui.metrics.small, Role::text3};
    if (words.empty()) return {};
    const float text = paragraph_height(ui.canvas, width, words, body, 1.45f);
    const float head = ui.metrics.px(32), line = ui.metrics.px(20);
    const std::string title = next_heading(shell.session.settings());
    const auto draw = [&ui, &words, title, body, head, line](Rect area) {
        ui.canvas.line({area.x, area.y}, {area.right(), area.y}, Role::line);
        ui.canvas.text({area.x, area.y + line}, title,
                       {Font::semibold, ui.metrics.small, Role::text2});
        paragraph(ui.canvas, {area.x, area.y + head, area.w, area.h}, words, body, 1.45f);
    };
    return {text + head, draw};
}

// The knob whose other value would make a refused launch run; nullptr: none.
const lab::Knob* knob_that_fits(const Session& session) {
    const auto& refusal = session.refusal();
    return refusal && refusal->use ? lab::find_knob(*session.subject(), refusal->knob) : nullptr;
}

void run_button(Ui& ui, Shell& shell, Rect area) {
    const lab::Knob* knob = knob_that_fits(shell.session);
    const std::string words =
        knob ? "Run with " + value_words(*knob, *shell.session.refusal()->use) : "Run again";
    // A changed knob runs by itself, so the primary button is only for refused settings.
    const ButtonKind kind = knob ? ButtonKind::primary : ButtonKind::secondary;
    if (button(ui, "rail.run", area, words, kind, "F5")) run_with_what_fits(shell);
}

float sum_of_heights(const std::vector<Block>& blocks) {
    float sum = 4;
    for (const Block& block : blocks) sum += block.height;
    return sum;
}

constexpr float least_gap = 12;

// The blocks of the rail, and their gap.
struct RailLayout {
    std::vector<Block> blocks;
    float gap = least_gap;
};

// Whether a control of this block had the focus or a held mouse button in the last frame.
bool holds_focus(const Ui& ui, Rect block) {
    if (!ui.state.focus_visible && ui.state.held.empty()) return false;
    const auto at = std::ranges::find(ui.state.controls, ui.state.focus, &Control::id);
    return at != ui.state.controls.end() && at->scroller == "rail" && at->whole.meets(block);
}

void lay_blocks(Ui& ui, Shell& shell, Rect room, float margin, RailLayout& layout, Block last) {
    const std::vector<Block>& blocks = layout.blocks;
    const auto between = static_cast<float>(blocks.size() - 1);
    const float gap = std::clamp(layout.gap, least_gap, ui.metrics.groups);
    const float height = sum_of_heights(blocks) + gap * between;
    const bool spare = last.height > 0 && height + last.height + 28 < room.h;
    const float ring = ui.metrics.px(4);  // room for the first control's focus ring
    ui.begin_scroll("rail", {room.x, room.y - ring, room.w, room.h + ring}, height + ring,
                    shell.rail_scroll);
    float y = room.y - shell.rail_scroll;
    for (const Block& block : blocks) {
        // A block that does not fit whole is not drawn and takes no click: no number is cut.
        const bool cut = y > room.y && y + block.height > room.bottom() + 1 &&
                         !holds_focus(ui, {room.x, y, room.w, block.height});
        if (cut) ui.push_clip({room.x, room.bottom(), 0, 0});
        block.draw({room.x + margin, y, room.w - 2 * margin, block.height});
        if (cut) ui.pop_clip();
        y += block.height + gap;
    }
    if (spare) last.draw({room.x + margin, y + 6, room.w - 2 * margin, last.height});
    ui.end_scroll();
}

// The button's action, in words, and its meaning.
std::pair<std::string, std::string> hunt_words(const Shell& shell) {
    if (shell.hunt.hides(shell.session))
        return {"Show what was found", "Shows what is wrong, and the picture of the place"};
    if (shell.hunt.is_on(shell.session))
        return {"End the hunt", "All of these programs show again what was found in them"};
    return {"Hunt for the bug",
            "Hides what the check found in these programs, and everything that would tell it, "
            "until you have said what is wrong"};
}

// The hunt's button, in a lesson of programs with bugs.
Block hunt_block(Ui& ui, Shell& shell) {
    const auto draw = [&ui, &shell](Rect area) {
        const auto [words, tip] = hunt_words(shell);
        if (button(ui, "rail.hunt", area, words, ButtonKind::outline)) turn_hunt(shell);
        ui.tooltip("rail.hunt", area, tip + " (Shift + G)");
    };
    return {ui.metrics.option, draw};
}

// The blocks of kernel and knobs, and their size at each kernel of the ladder.
struct Controls {
    struct Need {
        float height = 0;  // without gaps
        int blocks = 0;
    };
    std::vector<Block> shown;
    std::vector<Need> needs;
    float least() const {  // with the smallest gaps
        float most = 0;
        for (const Need& need : needs)
            most = std::max(most, need.height + least_gap * static_cast<float>(need.blocks));
        return most;
    }
};

// How much the controls say. A form gives way to the next one where it does not fit.
struct ControlsForm {
    LadderForm ladder;   // rows come first: they are more useful than lessons of other chapters
    bool says_idea;      // the kernel's idea in words
    bool dense;          // one line for all unused numbers
    int fewest_lessons;  // of a list above it that has not all
};
constexpr std::array<ControlsForm, 5> controls_forms{
    {{.ladder = LadderForm::rows, .says_idea = true, .dense = false, .fewest_lessons = 7},
     {.ladder = LadderForm::rows, .says_idea = true, .dense = true, .fewest_lessons = 6},
     {.ladder = LadderForm::numbers, .says_idea = true, .dense = false, .fewest_lessons = 5},
     {.ladder = LadderForm::numbers, .says_idea = true, .dense = true, .fewest_lessons = 4},
     {.ladder = LadderForm::numbers, .says_idea = false, .dense = true, .fewest_lessons = 3}}};

Controls controls(Ui& ui, Shell& shell, float width, const ControlsForm& form) {
    const LadderForm ladder = ui.metrics.roomy ? form.ladder : LadderForm::numbers;
    const Block kernel = kernel_block(ui, shell, width, ladder, ui.metrics.roomy && form.says_idea);
    Controls made;
    for (const lab::Settings& at : every_rung(shell.session.settings())) {
        std::vector<Block> blocks = knob_blocks(ui, shell, at, width, form.dense);
        for (Block& setups : setup_blocks(ui, shell, width)) blocks.insert(blocks.begin(), setups);
        if (Hunt::has_bugs(shell.session)) blocks.insert(blocks.begin(), hunt_block(ui, shell));
        blocks.insert(blocks.begin(), kernel);
        made.needs.push_back({sum_of_heights(blocks), static_cast<int>(blocks.size())});
        if (made.needs.size() == 1) made.shown = std::move(blocks);
    }
    return made;
}

Block list_block(Ui& ui, Shell& shell, int rows) {
    return {lesson_list_height(ui, rows),
            [&ui, &shell, rows](Rect area) { lesson_list(ui, shell, area, rows); }};
}

Block picker_block(Ui& ui, Shell& shell) {
    return {ui.metrics.picker, [&ui, &shell](Rect area) { lesson_picker(ui, shell, area); }};
}

RailLayout with_list(Block list, const Controls& controls, float height) {
    float gap = -1;
    for (const Controls::Need& need : controls.needs) {
        const float room = height - list.height - need.height;
        const float own = room / static_cast<float>(std::max(1, need.blocks));
        gap = gap < 0 ? own : std::min(gap, own);
    }
    RailLayout layout{controls.shown, gap};
    layout.blocks.insert(layout.blocks.begin(), std::move(list));
    return layout;
}

// Lists all lessons where kernel and knobs fit below, with fewer words if needed; else some
// lessons, else one line. The gaps are those of the kernel that needs most room.
RailLayout layout_for(Ui& ui, Shell& shell, float width, float height) {
    const int all = static_cast<int>(lab::lessons().size());
    std::array<Controls, controls_forms.size()> by_form;  // made on demand
    const auto of = [&](const ControlsForm& form) -> const Controls& {
        Controls& made = by_form[static_cast<std::size_t>(&form - controls_forms.data())];
        if (made.needs.empty()) made = controls(ui, shell, width, form);
        return made;
    };
    for (const LadderForm ladder : {LadderForm::rows, LadderForm::numbers}) {
        for (const ControlsForm& form : controls_forms)
            if (form.ladder == ladder && ui.metrics.roomy &&
                lesson_list_height(ui, all) + of(form).least() <= height)
                return with_list(list_block(ui, shell, all), of(form), height);
        for (const ControlsForm& form : controls_forms) {
            if (form.ladder != ladder) continue;
            const int rows = std::min(lesson_rows_for(ui, height - of(form).least()), all - 1);
            if (ui.metrics.roomy && rows >= form.fewest_lessons)
                return with_list(list_block(ui, shell, lesson_rows_shown(shell, rows)), of(form),
                                 height);
        }
    }
    for (const ControlsForm& form : controls_forms)
        if (ui.metrics.picker + of(form).least() <= height)
            return with_list(picker_block(ui, shell), of(form), height);
    return with_list(picker_block(ui, shell), of(controls_forms.back()), height);
}

}  // namespace

void setup_menu(Ui& ui, Shell& shell, Rect window) {
    if (!shell.menu.is_open(setups_menu) || !shell.session.subject()) return;
    const Setups all = shown_setups(shell.session.settings());
    std::vector<MenuRow> rows;
    for (const Option& option : all.options)
        rows.push_back({"rail.setup." + std::to_string(rows.size()), option.text, "", "",
                        option.tip, static_cast<int>(rows.size()) == all.chosen});
    if (const auto picked = draw_menu(ui, shell.menu, window, rows, "set-up"))
        choose_setup(shell, static_cast<int>(*picked));
}

void turn_hunt(Shell& shell) {
    const bool hid = shell.hunt.hides(shell.session);
    lab::Settings& now = shell.session.settings();
    const lab::Knob& versions = *lab::versions_of(now);
    if (!shell.hunt.is_on(shell.session)) now.set(versions, 0), shell.session.stand_alone();
    shell.hunt.turn(shell.session);
    shell.home = false;
    if (hid || shell.hunt.hides(shell.session)) shell.host_code.open_anew();
    if (hid) shell.open_anew();  // at the bug
}

void run_with_what_fits(Shell& shell) {
    if (const lab::Knob* knob = knob_that_fits(shell.session))
        shell.session.settings().set(*knob, *shell.session.refusal()->use);
    shell.session.run_again();
}

void rail(Ui& ui, Shell& shell, Rect area) {
    ui.region(Region::rail);
    ui.canvas.card("rail", area);
    ui.canvas.fill(area, Role::rail);
    ui.canvas.line({area.right() - 1, area.y}, {area.right() - 1, area.bottom()}, Role::line);
    if (!shell.session.subject() || area.w < 150) return;
    ui.tips_within(area);
    const Metrics& m = ui.metrics;
    const float margin = m.margin, width = area.w - 2 * margin;
    Rect foot = area.cut_bottom(m.button + m.rail_foot.y);
    foot = {area.x + margin, foot.y + m.rail_foot.x, width, m.button};
    area.cut_top(m.rail_head);
    RailLayout layout = layout_for(ui, shell, width, area.h);
    lay_blocks(ui, shell, area, margin, layout, next_block(ui, shell, width));
    if (foot.y > area.y) run_button(ui, shell, foot);
    ui.tips_within({});
}

}  // namespace app

// Chooses a kernel of the ladder. See kernel_chooser.h.
#include "app/regions/kernel_chooser.h"

#include <algorithm>
#include <string>
#include <vector>

#include "app/draw/icons.h"
#include "app/format.h"
#include "app/regions/home.h"
#include "app/regions/lesson_list.h"
#include "app/sentences/changed_settings.h"
#include "app/sentences/disease.h"
#include "app/shell/in_step_choice.h"
#include "app/views/rungs.h"
#include "app/warps_strip.h"
#include "app/widgets/widgets.h"
#include "lab/opening/opening.h"

namespace app {

namespace {

constexpr std::string_view kernels_menu = "kernels";
constexpr int most_in_a_row = 7;

int count_of_rungs(const Shell& shell) {
    return static_cast<int>(shell.session.subject()->rungs.size());
}

// 0 where there is nothing to choose.
int ladder_rows(int count) { return count < 2 ? 0 : (count + most_in_a_row - 1) / most_in_a_row; }

constexpr std::string_view heading = "Kernel";

TextStyle heading_style(const Ui& ui) { return {Font::regular, ui.metrics.small, Role::text2}; }

// Width of the heading with its icon.
float heading_width(const Ui& ui) {
    return ui.canvas.width(heading, heading_style(ui)) + ui.metrics.px(28);
}

// The heading above the kernels, a button that opens home.
void way_home(Ui& ui, Shell& shell, Rect row) {
    const float h = row.h - ui.metrics.px(6), w = heading_width(ui);
    const Rect area{row.x - ui.metrics.px(6), row.y, w + ui.metrics.px(6), h};
    const Ui::Hit hit = ui.control("kernel.home", area);
    if (hit.hovered || shell.home) ui.canvas.fill(area, shell.home ? Role::raised : Role::hover, 6);
    ui.canvas.text({row.x, area.middle_y()}, heading, heading_style(ui));
    icon::tiles(ui.canvas, {row.x + w - ui.metrics.px(14), area.middle_y()}, ui.metrics.px(16),
                Role::text2);
    ui.focus_ring(hit, area, 6);
    ui.tooltip("kernel.home", area, "Every kernel side by side, with its time (Backspace)");
    if (hit.clicked) shell.home ? close_home(shell) : open_home(shell);
}

float ladder_gap(const Ui& ui) { return ui.metrics.px(4); }

// The title of the chosen kernel; where there are many numbers, it opens the list of all.
void kernel_title(Ui& ui, Shell& shell, Rect row) {
    const lab::Rung rung = shell.hunt.named(shell.session, shell.session.settings().rung);
    const TextStyle style{Font::medium, ui.metrics.small, Role::text, Align::right};
    const bool many = count_of_rungs(shell) > most_in_a_row;
    const float arrow = many ? ui.metrics.px(18) : 0,
                middle = row.y + (row.h - ui.metrics.px(6)) / 2;
    const float room = row.w - heading_width(ui) - ui.metrics.px(6) - arrow;
    const std::string words(fitted(ui.canvas, rung, room, style));
    if (many) {
        const float w = ui.canvas.width(words, style) + arrow + ui.metrics.px(8);
        const Rect area{row.right() - w, row.y, w + ui.metrics.px(4), row.h - ui.metrics.px(6)};
        const Ui::Hit hit = ui.control("kernel.list", area);
        if (hit.hovered) ui.canvas.fill(area, Role::hover, 6);
        if (hit.clicked) shell.menu.toggle(kernels_menu, "kernel.list", area);
        icon::chevron(ui.canvas, {row.right() - ui.metrics.px(6), middle}, ui.metrics.px(11),
                      Role::text2, shell.menu.is_open(kernels_menu));
        ui.focus_ring(hit, area, 6);
    }
    ui.canvas.text({row.right() - arrow, middle}, words, style);
}

// The kernel's main problem, where the title leaves room.
void row_disease(Ui& ui, const Shell& shell, const lab::Settings& at, bool chosen, Rect room) {
    const auto counts = telling_counts(shell.session.series(), at);
    if (!counts || shell.hides()) return;
    const TextStyle style{Font::regular, ui.metrics.small, chosen ? Role::ink : Role::text3,
                          Align::right};
    std::string_view words = disease_words(*counts);
    if (ui.canvas.width(words, style) > room.w) words = words.substr(0, words.find(','));
    if (ui.canvas.width(words, style) <= room.w)
        ui.canvas.text({room.right(), room.middle_y()}, words, style);
}

// One row for each kernel: its number, its title, and its warps over time.
void ladder_row(Ui& ui, const Shell& shell, int rung, Rect row) {
    const lab::Settings& now = shell.session.settings();
    const bool chosen = rung == now.rung;
    const Metrics& m = ui.metrics;
    const WarpsOverTime* warps = shell.session.series().silhouette(at_rung(now, rung));
    Rect rest = row.inside(m.px(10), 0);
    if (warps && rest.w > m.px(190)) {
        const Rect well =
            rest.cut_right(std::min(silhouette_width, rest.w * .36f)).inside(0, m.px(5));
        ui.canvas.fill(well.inside(-3, -2), Role::panel, 3);
        draw_warps_over_time(ui.canvas, *warps, -1, well);
        rest.cut_right(m.px(8));
    }
    const TextStyle number{Font::semibold, m.small, chosen ? Role::ink : Role::text3};
    ui.canvas.text({rest.x, rest.middle_y()}, std::to_string(rung + 1), number);
    const std::string widest = std::to_string(count_of_rungs(shell));
    rest.cut_left(std::max(m.px(20), ui.canvas.width(widest, number) + m.px(6)));
    const TextStyle style{chosen ? Font::semibold : Font::regular, m.small,
                          chosen ? Role::ink : Role::text2};
    const lab::Rung named = shell.hunt.named(shell.session, rung);
    const std::string words = fitted(ui.canvas, named, rest.w, style);
    ui.canvas.text({rest.x, rest.middle_y()}, words, style);
    rest.cut_left(ui.canvas.width(words, style) + m.px(14));
    row_disease(ui, shell, at_rung(now, rung), chosen, rest);
}

float title_height(const Ui& ui) { return ui.metrics.px(28); }

// The legend of the rows' silhouettes, at the right of their heading.
void rows_key(Ui& ui, const Shell& shell, Rect row) {
    const auto rungs = every_rung(shell.session.settings());
    StripForms forms;
    for (const lab::Settings& at : rungs)
        if (const WarpsOverTime* warps = shell.session.series().silhouette(at)) forms.add(*warps);
    row.h -= ui.metrics.px(6);
    row.cut_left(heading_width(ui) + ui.metrics.px(8));
    draw_strip_key(ui.canvas, row, ui.metrics, StripKey::brief_at_the_right, forms);
}

// The keys of a kernel: digits alone choose the view; kernels after the ninth need Shift.
std::string keys_of_kernel(int rung) {
    constexpr int plain = 9;
    if (rung >= 2 * plain) return "";
    return "\nKeys: K, then " + std::string(rung < plain ? "" : "Shift + ") +
           std::to_string(rung % plain + 1) + ".";
}

// Title, idea and the keys that choose it.
std::string tip_of(const lab::Rung& rung, int number) {
    return rung.title + ". " + lab::words_about(rung) + keys_of_kernel(number);
}

// The kernels with their names during a hunt.
std::vector<lab::Rung> named_rungs(const Shell& shell) {
    std::vector<lab::Rung> rungs;
    for (int rung = 0; rung < count_of_rungs(shell); ++rung)
        rungs.push_back(shell.hunt.named(shell.session, rung));
    return rungs;
}

void ladder_of_rows(Ui& ui, Shell& shell, Rect area) {
    const int count = count_of_rungs(shell);
    std::vector<Option> options;
    for (const lab::Rung& rung : named_rungs(shell))
        options.push_back({"", tip_of(rung, static_cast<int>(options.size()))});
    const int chosen = shell.session.settings().rung;
    if (auto picked = segmented(ui, "kernel", area, options, chosen, Segments::accent, {count, 0}))
        show_kernel(shell, *picked, ui.input.shift);
    for (int rung = 0; rung < count; ++rung)
        ladder_row(ui, shell, rung,
                   {area.x, area.y + static_cast<float>(rung) * title_height(ui), area.w,
                    title_height(ui)});
}

void ladder_of_numbers(Ui& ui, Shell& shell, Rect area) {
    const std::vector<lab::Rung> rungs = named_rungs(shell);
    std::vector<Option> options;
    for (std::size_t i = 0; i < rungs.size(); ++i)
        options.push_back({std::to_string(i + 1), tip_of(rungs[i], static_cast<int>(i))});
    const int chosen = shell.session.settings().rung;
    if (auto picked = segmented(ui, "kernel", area, options, chosen, Segments::accent,
                                {ladder_rows(count_of_rungs(shell)), ladder_gap(ui)}))
        show_kernel(shell, *picked, ui.input.shift);
}

// The presets with this kernel, and with the settings that its idea needs.
lab::Settings opening_of(const std::shared_ptr<const lab::Subject>& subject, int rung) {
    lab::Settings presets(subject);
    presets.rung = rung;
    return lab::opening_of(presets);
}

// Compares with the previous kernel at the knobs that another kernel brought, where it can run with
// them.
void stand_against_kernel(Session& session, int rung) {
    lab::Settings other = session.settings();
    other.rung = rung;
    if (!lab::refusal(other)) session.set_against(other);
}

// Whether the answer to a question set these knobs, at any kernel, and not the user.
bool led_by_answer(const Shell& shell, lab::Settings at) {
    const auto& why = shell.predictions.why;
    if (!why) return false;
    at.rung = why->rung;
    return at == *why;
}

}  // namespace

void show_kernel(Shell& shell, int rung, bool beside) {
    if (beside)
        stand_kernel_beside(shell, rung);
    else
        choose_rung(shell, rung);
}

void choose_rung(Shell& shell, int rung) {
    lab::Settings& now = shell.session.settings();
    if (rung == now.rung) return;
    const lab::Settings before = now;
    now.rung = rung;
    if (!now.lesson()) return;
    const bool opened = before == opening_of(before.subject, before.rung);
    const bool refused = led_by_answer(shell, before) && lab::refusal(now);
    if (!opened && !refused) return;
    now = opening_of(before.subject, rung);
    lab::Settings same_knobs = before;
    same_knobs.rung = rung;
    if (now == same_knobs) return;
    stand_against_kernel(shell.session, before.rung);
    const std::string size = lab::size_words(now, power_or_grouped);
    shell.notice = "Kernel " + std::to_string(rung + 1) + " opens with " +
                   (one_size(before, now) ? uncapitalised(set_words(now)) : size) +
                   ". Ctrl + Z goes back.";
}

float kernel_height(const Ui& ui, const Shell& shell, LadderForm form) {
    const int count = count_of_rungs(shell);
    if (form == LadderForm::rows && count > 1)
        return ui.metrics.heading + static_cast<float>(count) * title_height(ui);
    const auto rows = static_cast<float>(ladder_rows(count));
    const float gaps = std::max(0.f, rows - 1) * ladder_gap(ui);
    return ui.metrics.heading + rows * ui.metrics.option + gaps;
}

void kernel_control(Ui& ui, Shell& shell, Rect area, LadderForm form) {
    const Rect row = area.cut_top(ui.metrics.heading);
    const bool ladder = ladder_rows(count_of_rungs(shell)) > 0;
    if (ladder)
        way_home(ui, shell, row);
    else
        ui.canvas.text({row.x, row.y + (row.h - ui.metrics.px(6)) / 2}, heading, heading_style(ui));
    if (!ladder || form == LadderForm::numbers) kernel_title(ui, shell, row);
    if (!ladder) return;
    if (form == LadderForm::rows) rows_key(ui, shell, row);
    if (form == LadderForm::rows)
        ladder_of_rows(ui, shell, area);
    else
        ladder_of_numbers(ui, shell, area);
}

float kernel_picker_width(const Ui& ui, const Shell& shell) {
    const lab::Subject* subject = shell.session.subject();
    if (!subject) return 0;
    const TextStyle style{Font::semibold, ui.metrics.body, Role::text};
    const int rung = shell.session.settings().rung;
    const lab::Rung named = shell.hunt.named(shell.session, rung);
    const std::string& name = named.brief.empty() ? named.title : named.brief;
    return ui.canvas.width(std::to_string(rung + 1) + name, style) + ui.metrics.px(50);
}

void kernel_picker(Ui& ui, Shell& shell, Rect area) {
    const lab::Subject* subject = shell.session.subject();
    if (!subject || area.w < ui.metrics.px(70)) return;
    const int rung = shell.session.settings().rung;
    const TextStyle style{Font::semibold, ui.metrics.body, Role::text};
    const float pad = ui.metrics.px(10), arrow = ui.metrics.px(20);
    const std::string number = ladder_rows(count_of_rungs(shell)) ? std::to_string(rung + 1) : "";
    const float before = number.empty() ? 0 : ui.canvas.width(number, style) + pad;
    const std::string words(fitted(ui.canvas, shell.hunt.named(shell.session, rung),
                                   area.w - before - arrow - 2 * pad, style));
    const float wide = before + ui.canvas.width(words, style) + arrow;
    // The lesson's name above its kernel's: with a folded rail nothing else shows it.
    const TextStyle above{Font::regular, ui.metrics.micro, Role::text3};
    const float high = ui.metrics.micro * 1.25f + ui.metrics.body * 1.25f;
    const std::string lesson(high + 4 <= area.h
                                 ? fitted(ui.canvas, subject->title, area.w - 2 * pad, above)
                                 : std::string());
    const float h = lesson.empty() ? ui.metrics.square : high,
                w = std::max(wide, ui.canvas.width(lesson, above)) + 2 * pad;
    const Rect box{area.x, area.middle_y() - h / 2, w, h};
    const float line = lesson.empty() ? box.middle_y() : box.bottom() - ui.metrics.body * .68f;
    const Ui::Hit hit = ui.control("kernel.picker", box);
    if (hit.hovered) ui.canvas.fill(box, Role::hover, 8);
    if (hit.clicked) shell.menu.toggle(kernels_menu, "kernel.picker", box);
    if (!lesson.empty())
        ui.canvas.text({box.x + pad, box.y + ui.metrics.micro * .6f}, lesson, above);
    ui.canvas.text({box.x + pad, line}, number,
                   {Font::semibold, ui.metrics.body, Role::accent_text});
    ui.canvas.text({box.x + pad + before, line}, words, style);
    icon::chevron(ui.canvas, {box.x + pad + wide - ui.metrics.px(2), line}, ui.metrics.px(12),
                  Role::text2, shell.menu.is_open(kernels_menu));
    ui.focus_ring(hit, box, 8);
    ui.tooltip("kernel.picker", box, "The kernels of this lesson (K, then a digit)");
}

void kernel_menu(Ui& ui, Shell& shell, Rect window) {
    if (!shell.menu.is_open(kernels_menu)) return;
    std::vector<MenuRow> rows;
    for (const lab::Rung& rung : named_rungs(shell))
        rows.push_back({"rung." + rung.id, rung.title, std::to_string(rows.size() + 1), "",
                        lab::words_about(rung) + keys_of_kernel(static_cast<int>(rows.size())),
                        static_cast<int>(rows.size()) == shell.session.settings().rung});
    const std::size_t all = rows.size();
    if (has_home(shell))
        rows.push_back(
            {"kernel.all", "Every kernel side by side", "", "", "Backspace", shell.home});
    if (shell.session.lesson() && lab::lessons().size() > 1)
        rows.push_back({"kernel.lessons", "Another lesson", "", "", "Shift + L"});
    const auto chosen = draw_menu(ui, shell.menu, window, rows, "kernel");
    if (!chosen) return;
    if (rows[*chosen].id == "kernel.lessons") return open_lessons(shell);
    if (*chosen == all && rows[all].id == "kernel.all") return open_home(shell);
    shell.home = false;
    choose_rung(shell, static_cast<int>(*chosen));
}

}  // namespace app

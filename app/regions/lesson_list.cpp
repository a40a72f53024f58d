// The lessons in the rail. See lesson_list.h.
#include "app/regions/lesson_list.h"

#include <algorithm>
#include <vector>

#include "app/draw/icons.h"
#include "app/regions/kernel_chooser.h"
#include "app/search/lesson_search.h"
#include "app/shell/shell.h"
#include "app/widgets/widgets.h"
#include "lab/library.h"

namespace app {

namespace {

constexpr std::string_view lessons_menu = "lessons";

int count_of_lessons() { return static_cast<int>(lab::lessons().size()); }

float lesson_pitch(const Ui& ui) { return ui.metrics.px(38); }
float list_heading(const Ui& ui) { return ui.metrics.px(30); }
float list_foot(const Ui& ui) { return ui.metrics.px(22); }

std::string id_of(const lab::Lesson& lesson) { return "lesson." + lesson.id; }

int lesson_index(const lab::Lesson* lesson) {
    const auto all = lab::lessons();
    return static_cast<int>(std::ranges::find(all, lesson) - all.begin());
}

// Up and Down move between rows.
void walk_lessons(Ui& ui, const Ui::Hit& hit, int index, int first, int last) {
    if (!hit.focused) return;
    int to = index;
    if (ui.take({Key::up})) --to;
    if (ui.take({Key::down})) ++to;
    to = std::clamp(to, first, last);
    if (to != index) ui.focus(id_of(*lab::lessons()[static_cast<std::size_t>(to)]));
}

Ui::Hit lesson_row(Ui& ui, Shell& shell, int index, Rect row) {
    const lab::Lesson& lesson = *lab::lessons()[static_cast<std::size_t>(index)];
    const bool open = shell.session.lesson() == &lesson;
    const Ui::Hit hit = ui.control(id_of(lesson), row);
    if (open || hit.hovered) ui.canvas.fill(row, open ? Role::raised : Role::hover, 9);
    number_mark(ui, {row.x + ui.metrics.px(21), row.middle_y()}, std::to_string(index + 1), open);
    const TextStyle style{open ? Font::semibold : Font::regular, ui.metrics.body,
                          open ? Role::text : Role::text2};
    ui.canvas.text({row.x + ui.metrics.px(42), row.middle_y()},
                   cut_in_middle(ui.canvas, lesson.title, style, row.w - ui.metrics.px(52)), style);
    ui.focus_ring(hit, row, 9);
    ui.tooltip(id_of(lesson), row, lesson.sees);
    if (hit.clicked && !open) reopen_lesson(shell, lesson);
    return hit;
}

// The lessons of a shortened list: part of the open chapter, with the open lesson.
struct LessonRange {
    int first = 0, last = 0;  // both inclusive
};

LessonRange range_of(const Shell& shell, int rows) {
    const auto all = lab::lessons();
    const int open = std::min(lesson_index(shell.session.lesson()), count_of_lessons() - 1);
    const lab::Chapter chapter = all[static_cast<std::size_t>(open)]->chapter;
    const auto same = [&](int i) { return all[static_cast<std::size_t>(i)]->chapter == chapter; };
    LessonRange window{open, open};
    while (window.first > 0 && same(window.first - 1)) --window.first;
    while (window.last + 1 < count_of_lessons() && same(window.last + 1)) ++window.last;
    if (window.last - window.first < rows) return window;
    window.first = std::clamp(open - rows / 2, window.first, window.last - rows + 1);
    window.last = window.first + rows - 1;
    return window;
}

// The row that opens the menu of all lessons.
void all_lessons(Ui& ui, Shell& shell, Rect row) {
    const Ui::Hit hit = ui.control("lesson.all", row);
    if (hit.hovered) ui.canvas.fill(row, Role::hover, 9);
    const TextStyle style{Font::medium, ui.metrics.small, Role::text2};
    const std::string words = "All " + std::to_string(count_of_lessons()) + " lessons";
    const float x = row.x + ui.metrics.px(42);
    ui.canvas.text({x, row.middle_y()}, words, style);
    icon::chevron(ui.canvas,
                  {x + ui.canvas.width(words, style) + ui.metrics.px(16), row.middle_y()},
                  ui.metrics.px(12), Role::text2, shell.menu.is_open(lessons_menu));
    ui.focus_ring(hit, row, 9);
    if (hit.clicked) shell.menu.toggle(lessons_menu, "lesson.all", row);
}

std::string_view heading_of(const FoundPlace& place) {
    switch (place.where) {
        case FoundPlace::Where::name: return "Lessons";
        case FoundPlace::Where::kernel: return "Kernels";
        case FoundPlace::Where::picture: return "Pictures";
        case FoundPlace::Where::heading: return "Words and headings";
        case FoundPlace::Where::text: break;
    }
    return "In texts";
}

constexpr std::string_view term_prefix = "term.";

// Before the words at which a lesson's text opens, and before the id of a picture.
constexpr char text_mark = '#', view_mark = '@';

MenuRow row_of(const FoundPlace& place, const lab::Lesson* open, const std::string& typed) {
    MenuRow row{.group = std::string(heading_of(place)), .detail = place.words};
    if (place.term) {
        row.id = std::string(term_prefix) + std::string(place.term->word);
        row.text = "Word: " + std::string(place.term->word);
        row.tip = term_meaning(*place.term);
        return row;
    }
    const lab::Lesson& lesson = *place.lesson;
    row.id = id_of(lesson);
    if (place.rung >= 0) row.id += "/" + lesson.rungs[static_cast<std::size_t>(place.rung)].id;
    if (!place.library.empty()) row.id += "/" + place.library;
    if (place.to_read) row.id += text_mark + typed;
    if (!place.view.empty()) row.id += view_mark + place.view;
    row.text = lesson.title;
    row.mark = std::to_string(lesson_index(&lesson) + 1);
    row.tip = lesson.sees;
    row.chosen = &lesson == open && place.where == FoundPlace::Where::name;
    return row;
}

// The rows of the lessons, kernels and words that have what was typed. During a hunt, kernels and
// texts of the open lesson would tell its bugs.
MenuFound found_lessons(Shell& shell, const std::string& typed) {
    MenuFound found;
    const lab::Lesson* open = shell.session.lesson();
    for (const FoundPlace& place : shell.search.find(typed)) {
        const bool tells = place.where != FoundPlace::Where::name && place.lesson == open;
        if (!tells || !open || !shell.hunt.is_on(shell.session))
            found.rows.push_back(row_of(place, open, typed));
    }
    found.lasts = shell.search.has_all_texts();
    if (found.rows.empty()) found.none = nothing_found(typed);
    return found;
}

// A loop of the processor has no program. Its bar stands beside those of the kernels.
void show_library(Shell& shell, const lab::Lesson& lesson, const std::string& id) {
    for (const auto& library : lab::libraries_of(lesson))
        if (library->rungs.front().id == id && library->on_processor)
            return void(shell.card_shown = "rungs_compared");
    shell.show_program_of(id);
}

// Opens what a row names: a lesson, with a kernel, a picture, a library's program or its text where
// the typed words stand, or a word's meaning.
void open_row(Shell& shell, const MenuRow& row) {
    if (row.id.starts_with(term_prefix)) {
        shell.help = shell.help_words = true;
        shell.help_scroll = 0;
        shell.help_filter = row.id.substr(term_prefix.size());
        return;
    }
    const std::string_view all = std::string_view(row.id).substr(row.id.find('.') + 1);
    const std::string_view name = all.substr(0, std::min(all.find(text_mark), all.find(view_mark)));
    const auto slash = name.find('/');
    const lab::Lesson* lesson = lab::find_lesson(name.substr(0, slash));
    if (!lesson) return;
    if (lesson != shell.session.lesson()) reopen_lesson(shell, *lesson);
    if (shell.code_tab() == CodeTab::host) shell.show_code(shell.code_tabs().front());
    if (name.size() < all.size()) {
        shell.home = false;
        const std::string what(all.substr(name.size() + 1));
        if (all[name.size()] == text_mark) return show_reading(shell, what);
        const View* view = find_view(what);
        if (view) shell.slot = view->slot, shell.view_of_slot[view->slot] = view->id;
        return;
    }
    if (slash == name.npos) return;
    const std::string_view inner = name.substr(slash + 1);
    int rung = 0;
    if (lab::find_rung(*lesson, inner, &rung)) {
        shell.home = false;
        choose_rung(shell, rung);
    } else {
        show_library(shell, *lesson, std::string(inner));
    }
}

}  // namespace

void reopen_lesson(Shell& shell, const lab::Lesson& lesson) {
    // A copy: opening the lesson changes the history it comes from.
    std::optional<lab::Request> left;
    if (const lab::Request* last = shell.session.history().last_of(*lab::subject_of(lesson)))
        left = *last;
    shell.open_lesson(lesson);
    if (left) shell.session.open(*left);
}

float lesson_list_height(const Ui& ui, int rows) {
    const int lines = rows < count_of_lessons() ? rows + 1 : rows;
    return list_heading(ui) + lesson_pitch(ui) * static_cast<float>(lines) + list_foot(ui);
}

int lesson_rows_for(const Ui& ui, float height) {
    const float rows = (height - list_heading(ui) - list_foot(ui)) / lesson_pitch(ui) - 1;
    return std::clamp(static_cast<int>(rows), 0, count_of_lessons());
}

int lesson_rows_shown(const Shell& shell, int rows) {
    const LessonRange window = range_of(shell, rows);
    return window.last - window.first + 1;
}

void lesson_list(Ui& ui, Shell& shell, Rect area, int rows) {
    const bool all = rows >= count_of_lessons();
    const LessonRange window = all ? LessonRange{0, count_of_lessons() - 1} : range_of(shell, rows);
    const TextStyle small{Font::regular, ui.metrics.small, Role::text3};
    const float line = area.y + ui.metrics.px(12), reach = ui.metrics.px(10);
    const lab::Lesson* first = lab::lessons()[static_cast<std::size_t>(window.first)];
    ui.canvas.text({area.x, line}, all ? "Lessons" : lab::title_of(first->chapter), small);
    if (all)
        ui.canvas.text({area.right(), line}, std::to_string(count_of_lessons()),
                       {small.font, small.size, small.colour, Align::right});
    float y = area.y + list_heading(ui);
    const auto row = [&] {
        const Rect made{area.x - reach, y, area.w + 2 * reach, lesson_pitch(ui) - 2};
        y += lesson_pitch(ui);
        return made;
    };
    for (int i = window.first; i <= window.last; ++i)
        walk_lessons(ui, lesson_row(ui, shell, i, row()), i, window.first, window.last);
    if (!all) all_lessons(ui, shell, row());
    y += reach;
    ui.canvas.line({area.x, y}, {area.right(), y}, Role::line);
}

void lesson_picker(Ui& ui, Shell& shell, Rect area) {
    const Metrics& m = ui.metrics;
    const Rect box{area.x - 8, area.y, area.w + 16, m.picker};
    const Ui::Hit hit = ui.control("lesson.picker", box);
    if (hit.clicked) shell.menu.toggle(lessons_menu, "lesson.picker", box);
    ui.canvas.fill(box, hit.hovered ? Role::hover : Role::raised, 10);
    const bool own = !shell.session.lesson();  // a file's kernel has no lesson
    const std::string number = own ? "" : std::to_string(lesson_index(shell.session.lesson()) + 1);
    number_mark(ui, {box.x + m.px(22), box.middle_y()}, number, true);
    const std::string& name = shell.session.subject()->title;
    const float x = box.x + m.px(42);
    TextStyle title{Font::semibold, m.body, Role::text};
    if (ui.canvas.width(name, title) > box.w - m.px(70)) title.size = m.micro;
    ui.canvas.text({x, box.middle_y() - m.picker_line},
                   cut_in_middle(ui.canvas, name, title, box.w - m.px(66)), title);
    ui.canvas.text({x, box.middle_y() + m.picker_line},
                   own ? "A kernel of your own"
                       : "Lesson " + number + " of " + std::to_string(count_of_lessons()),
                   {Font::regular, m.small, Role::text3});
    icon::chevron(ui.canvas, {box.right() - m.px(18), box.middle_y()}, m.px(13), Role::text2,
                  shell.menu.is_open(lessons_menu));
    ui.focus_ring(hit, box, 10);
}

void open_lessons(Shell& shell) {
    const UiState& state = shell.ui_state;
    for (const std::string_view opener : {"lesson.picker", "lesson.all", "kernel.picker"}) {
        const auto found = std::ranges::find(state.controls, opener, &Control::id);
        if (found == state.controls.end() || found->area.w <= 0) continue;
        return shell.menu.toggle(lessons_menu, opener, found->area);
    }
    shell.menu.toggle(lessons_menu, "", {});
}

void lesson_menu(Ui& ui, Shell& shell, Rect window) {
    if (!shell.menu.is_open(lessons_menu)) return;
    std::vector<MenuRow> rows;
    for (const lab::Lesson* lesson : lab::lessons())
        rows.push_back({id_of(*lesson), lesson->title, std::to_string(rows.size() + 1),
                        std::string(lab::title_of(lesson->chapter)), lesson->sees,
                        lesson == shell.session.lesson()});
    const auto search = [&shell](const std::string& typed) { return found_lessons(shell, typed); };
    if (const auto chosen = draw_menu(ui, shell.menu, window, rows, "lesson", search))
        open_row(shell, *chosen);
}

}  // namespace app

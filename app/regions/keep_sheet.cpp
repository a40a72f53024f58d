// Chooses the object, its form and its place. See keep_sheet.h.
#include "app/regions/keep_sheet.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <filesystem>

#include "app/format.h"
#include "app/shell/shell.h"
#include "app/views/banks.h"
#include "app/widgets/sheet.h"
#include "app/widgets/widgets.h"
#include "lab/asked.h"
#include "lab/words.h"
#include "platform/child.h"
#include "platform/files.h"

namespace app {

namespace {

struct NamedForm {
    KeepForm form;
    const char *name, *ending, *tip;
};

constexpr std::array<NamedForm, 6> keep_forms{{
    {KeepForm::png, "PNG", ".png", "A picture in pixels, as large as a slide"},
    {KeepForm::svg, "SVG", ".svg", "A picture in lines and letters: sharp at every size"},
    {KeepForm::gif, "GIF", ".gif", "The steps from here on, as an animation for slides"},
    {KeepForm::csv, "CSV", ".csv", "The numbers that it plots, for a spreadsheet"},
    {KeepForm::json, "JSON", ".json", "The whole run: counts, times, launches, verdict"},
    {KeepForm::program, "Program", "",
     "The kernel with its host, as a folder: main.cpp for a C++ compiler, kernels.cu for nvcc, "
     "Makefile, CMakeLists.txt, and a page on the flags of nvcc"},
}};

constexpr int steps_that_play = 24;  // most steps of a GIF: half a minute

const NamedForm& form_of(KeepForm form) {
    return *std::ranges::find(keep_forms, form, &NamedForm::form);
}

// The objects to save: ids of views, and "" for the window. During a hunt only the window, which
// shows no more than the user sees.
std::vector<std::string> things(const Shell& shell) {
    if (shell.hunt.hides(shell.session)) return {""};
    std::vector<std::string> ids;
    if (const View* view = shell.stage_view()) ids.push_back(view->id);
    for (const View* view : shell.cards()) ids.push_back(view->id);
    ids.emplace_back();
    return ids;
}

// The view that names the object; nullptr for the window.
const View* named_by(const Shell& shell, const std::string& id) {
    const View* view = id.empty() ? nullptr : find_view(id);
    const lab::Run* run = shell.session.picture();
    return view && run ? &speaking_view(*view, *run, shell.playback.cursor) : view;
}

std::string title_of(const Shell& shell, const std::string& id) {
    const View* view = named_by(shell, id);
    return view ? view->title : "The window";
}

// A program is of the settings, whatever view is chosen.
std::string unfit_program(const Shell& shell) {
    const auto& refusal = shell.session.refusal();
    if (refusal) return "These settings are refused, so there is no program: " + refusal->title;
    return "";
}

// Why an object cannot be saved in this form; empty where it can.
std::string unfit(const Shell& shell, const std::string& id, KeepForm form) {
    const bool tells = form == KeepForm::json || form == KeepForm::program;
    if (tells && shell.hunt.hides(shell.session)) return told_by_hunt;
    if (form == KeepForm::program) return unfit_program(shell);
    const View* view = id.empty() ? nullptr : find_view(id);
    if (form == KeepForm::csv && !(view && view->numbers))
        return "This view has no numbers of its own to plot.";
    if (form == KeepForm::gif && !(view && on_stage(view->slot) && !view->needs.live))
        return "Only the picture on the stage goes step by step.";
    return "";
}

std::string folder_of(const std::string& path) {
    std::error_code failed;
    return std::filesystem::absolute(path, failed).parent_path().string();
}

// The folder of the last save, else the user's pictures, or documents for numbers. A browser asks
// by itself.
std::string usual_folder(const KeepSheet& sheet) {
    std::error_code failed;
    if (!sheet.folder.empty() && std::filesystem::is_directory(sheet.folder, failed) &&
        platform::may_write_in(sheet.folder))
        return sheet.folder;
    if (!platform::has_children()) return std::filesystem::current_path(failed).string();
    const bool pictures =
        sheet.form == KeepForm::png || sheet.form == KeepForm::svg || sheet.form == KeepForm::gif;
    return own_folder(!pictures ? OwnFolder::documents : OwnFolder::pictures);
}

// A free path such as "reduction-strided-data_flow.png".
std::string usual_path(const Shell& shell, const KeepSheet& sheet) {
    const lab::Settings& settings = shell.session.settings();
    std::string name = settings.subject->id + "-" + shell.hunt.named(shell.session, settings).id;
    if (!settings.lesson()) name = settings.subject->title;
    if (sheet.form != KeepForm::json && sheet.form != KeepForm::program)
        name += "-" + (sheet.view.empty() ? "window" : named_by(shell, sheet.view)->id);
    for (char& c : name)
        if (c == '/' || c == ' ' || c == '.') c = '-';
    return path_shown(free_path_in(usual_folder(sheet), name + std::string(ending_of(sheet.form))));
}

// The form with this file's ending; nullptr: none.
const NamedForm* form_named(const std::string& path) {
    const auto* found = std::ranges::find_if(keep_forms, [&](const NamedForm& form) {
        return form.form != KeepForm::program && path.ends_with(form.ending);
    });
    return found == keep_forms.end() ? nullptr : found;
}

// The typed path with the ending of another form.
std::string with_ending(const std::string& path, KeepForm form) {
    const NamedForm* now = form_named(path);
    const std::size_t ending = now ? std::strlen(now->ending) : 0;
    return path.substr(0, path.size() - ending) + std::string(ending_of(form));
}

void choose(Shell& shell, const std::string& view, KeepForm form) {
    KeepSheet& sheet = shell.keep_sheet;
    sheet.view = view, sheet.form = form, sheet.problem.clear();
    if (!unfit(shell, view, form).empty()) sheet.form = KeepForm::png;
    const std::string typed = sheet.path.words == sheet.usual ? "" : sheet.path.words;
    sheet.usual = usual_path(shell, sheet);
    sheet.path.set(typed.empty() ? sheet.usual : with_ending(typed, sheet.form));
}

// Where a part of the program stands in the folder, nothing is written.
void keep_program(Shell& shell, const std::string& folder) {
    KeepSheet& sheet = shell.keep_sheet;
    sheet.problem.clear();
    const auto standing = HostCode::parts_standing_in(folder);
    if (folder.empty())
        sheet.problem = "Write the name of a folder.";
    else if (!standing.empty())
        sheet.problem = "This folder has " + lab::listed(standing) +
                        " already, and no file is replaced. Write another name.";
    else if (std::error_code none;
             std::filesystem::exists(folder, none) && !std::filesystem::is_directory(folder, none))
        sheet.problem = "This is a file, and a program needs a folder. Write another name.";
    if (!sheet.problem.empty()) return;
    sheet.open = false;
    sheet.folder = folder_of(folder);
    shell.host_code.write_parts(shell.session.request, folder);
}

// Saves with the form's ending, by which other programs open the file.
void keep(Shell& shell) {
    KeepSheet& sheet = shell.keep_sheet;
    const std::string path = path_meant(sheet.path.words);
    if (const NamedForm* named = form_named(path);
        named && unfit(shell, sheet.view, named->form).empty())
        sheet.form = named->form;
    if (sheet.form == KeepForm::program) return keep_program(shell, path);
    const std::string ending(ending_of(sheet.form));
    if (!path.ends_with(ending) || path.size() == ending.size()) {
        sheet.problem = "Its name must end with " + ending + ", because it is kept as " +
                        form_of(sheet.form).name + ".";
        return;
    }
    sheet.open = false;
    shell.wishes.keep = Keeping{sheet.view, sheet.form, path};
}

void copy(Shell& shell, const std::string& words) {
    shell.wishes.copy = words;
    shell.notice = "Copied: " + words;
    shell.keep_sheet.open = false;
}

// Copies all numbers of a view to the clipboard; a notice says how many rows.
void copy_numbers(Shell& shell, const std::string& view) {
    const std::string text = numbers_of(shell, view);
    const auto rows = std::ranges::count(text, '\n') - 1;
    shell.keep_sheet.open = false;
    if (rows < 1) return void(shell.notice = "There is nothing to keep in this form yet.");
    shell.wishes.copy = text;
    shell.notice =
        "Copied as CSV: a header and " + (rows == 1 ? "one row." : grouped(rows) + " rows.");
}

// A row of choices below a label.
template <class Use>
void choice(Ui& ui, Rect& rest, const char* label, std::string_view id,
            const std::vector<Option>& options, int chosen, int rows, Use use) {
    const Rect word = rest.cut_top(ui.metrics.px(26));
    ui.canvas.text({word.x, word.middle_y()}, label, {Font::medium, ui.metrics.small, Role::text2});
    const float gap = ui.metrics.px(4), count = static_cast<float>(rows);
    const Rect area = rest.cut_top(ui.metrics.option * count + gap * (count - 1));
    if (const auto picked = segmented(ui, id, area, options, chosen, Segments::plain, {rows, gap}))
        use(*picked);
    rest.cut_top(ui.metrics.px(10));
}

void what(Ui& ui, Shell& shell, Rect& rest) {
    const std::vector<std::string> ids = things(shell);
    std::vector<Option> options;
    for (const std::string& id : ids) options.push_back({title_of(shell, id), ""});
    const auto chosen = std::ranges::find(ids, shell.keep_sheet.view) - ids.begin();
    const int rows = (static_cast<int>(ids.size()) + 3) / 4;
    choice(ui, rest, "What", "keep.what", options, static_cast<int>(chosen), rows, [&](int picked) {
        choose(shell, ids[static_cast<std::size_t>(picked)], shell.keep_sheet.form);
    });
}

// Without child processes, as in a page, a GIF cannot be drawn. Nor has a page folders.
std::vector<NamedForm> offered_forms() {
    std::vector<NamedForm> offered(keep_forms.begin(), keep_forms.end());
    if (!platform::has_children())
        std::erase_if(offered, [](const NamedForm& form) {
            return form.form == KeepForm::gif || form.form == KeepForm::program;
        });
    return offered;
}

void as_what(Ui& ui, Shell& shell, Rect& rest) {
    const std::vector<NamedForm> offered = offered_forms();
    std::vector<Option> options;
    for (const NamedForm& form : offered) {
        const std::string none = unfit(shell, shell.keep_sheet.view, form.form);
        options.push_back({form.name, none.empty() ? form.tip : none, !none.empty()});
    }
    const auto at = std::ranges::find(offered, shell.keep_sheet.form, &NamedForm::form);
    const int chosen = static_cast<int>(at - offered.begin());
    choice(ui, rest, "As", "keep.form", options, chosen, 1, [&](int picked) {
        const NamedForm& form = offered[static_cast<std::size_t>(picked)];
        if (unfit(shell, shell.keep_sheet.view, form.form).empty())
            choose(shell, shell.keep_sheet.view, form.form);
    });
}

// What stands at the typed place already, and what will.
std::string words_on_folder(const std::string& folder) {
    const auto standing = HostCode::parts_standing_in(folder);
    if (!standing.empty())
        return "This folder has " + lab::listed(standing) + " already: no file is replaced.";
    std::error_code none;
    const std::string will = lab::listed(HostCode::names_of_parts()) + ".";
    return (std::filesystem::is_directory(folder, none) ? "This folder exists. It gets "
                                                        : "A new folder, with ") +
           will;
}

// Letters go to the path, whatever has the focus; a space presses the focused control.
void letters_to_path(Ui& ui, KeepSheet& sheet) {
    const std::string& typed = ui.input.typed;
    if (!typed.empty() && typed != " " && ui.state.focus != "keep.path")
        focus_field(ui, "keep.path", sheet.path);
}

void where(Ui& ui, Shell& shell, Rect& rest, bool& entered) {
    KeepSheet& sheet = shell.keep_sheet;
    letters_to_path(ui, sheet);
    const Rect word = rest.cut_top(ui.metrics.px(26));
    const bool program = sheet.form == KeepForm::program;
    ui.canvas.text({word.x, word.middle_y()}, program ? "To the folder" : "To the file",
                   {Font::medium, ui.metrics.small, Role::text2});
    const FieldEvents events =
        text_field(ui, "keep.path", rest.cut_top(field_height(ui)), sheet.path,
                   program ? "path of a folder" : "path of a new file", !sheet.problem.empty());
    if (events.changed) sheet.problem.clear();
    entered = events.entered;
    rest.cut_top(ui.metrics.px(6));
    const Rect words = rest.cut_top(ui.metrics.px(40));
    if (program && sheet.problem.empty())
        paragraph(ui.canvas, words, words_on_folder(path_meant(sheet.path.words)),
                  {Font::regular, ui.metrics.small, Role::text2});
    paragraph(ui.canvas, words, sheet.problem, {Font::medium, ui.metrics.small, Role::bad});
}

bool copy_button(Ui& ui, std::string_view id, Rect& row, const char* words, const char* tip) {
    const float w = ui.canvas.width(words, {Font::medium, ui.metrics.body}) + ui.metrics.px(24);
    if (row.w < w) return false;
    const Rect area = row.cut_left(w);
    row.cut_left(ui.metrics.px(8));
    ui.tooltip(id, area, tip);
    return button(ui, id, area, words, ButtonKind::outline);
}

// The command that writes the same program; empty for a kernel of a file, whose launch has flags of
// its own.
std::string export_line(const Shell& shell) {
    if (!shell.session.lesson()) return "";
    return "warplens export " + lab::with_knobs(shell.session.settings()) + " --seed " +
           std::to_string(shell.session.request.seed) + " --parts --out " +
           lab::in_quotes(path_meant(shell.keep_sheet.path.words));
}

void copy_command(Ui& ui, Shell& shell, Rect& row) {
    const bool program = shell.keep_sheet.form == KeepForm::program;
    const std::string line =
        program ? export_line(shell)
                : shot_line(shell, shell.keep_sheet.view, path_meant(shell.keep_sheet.path.words));
    if (line.empty()) return;
    if (copy_button(ui, "keep.command", row, "Copy command",
                    program ? "The command that writes this program without a window"
                            : "The command that draws this picture without a window"))
        copy(shell, line);
}

void keep_foot(Ui& ui, Shell& shell, Rect row, bool entered) {
    const KeepSheet& sheet = shell.keep_sheet;
    const Rect go = row.cut_right(ui.metrics.px(150));
    row.cut_right(ui.metrics.px(12));
    // Enter presses the focused control, and saves where no other has the focus.
    const std::string& focus = ui.state.focus;
    const bool elsewhere = ui.state.focus_visible && focus != "keep.go" && focus != "keep.path";
    if (button(ui, "keep.go", go, "Keep", ButtonKind::primary, "Enter") || entered ||
        (!elsewhere && ui.take({Key::enter})))
        keep(shell);
    if (sheet.form == KeepForm::csv) {
        if (copy_button(ui, "keep.copy", row, "Copy numbers",
                        "Copies the plotted numbers as CSV, for a spreadsheet"))
            copy_numbers(shell, sheet.view);
    } else if (sheet.form != KeepForm::program &&
               copy_button(ui, "keep.copy", row, "Copy picture",
                           "Copies the picture to the clipboard")) {
        shell.wishes.keep = Keeping{sheet.view, KeepForm::png, ""};
        shell.keep_sheet.open = false;
    }
    if (shell.hunt.hides(shell.session)) return;  // both lines contain the kernel's name
    copy_command(ui, shell, row);
    if (copy_button(ui, "keep.state", row, "Copy state",
                    "The line of state: --state opens the window with it again"))
        copy(shell, shell.state_line());
}

}  // namespace

std::string_view ending_of(KeepForm form) { return form_of(form).ending; }

void show_keep_sheet(Shell& shell, const std::string& view) {
    if (!shell.session.picture()) return;
    shell.keep_sheet.open = true;
    shell.keep_sheet.usual = shell.keep_sheet.path.words;
    choose(shell, shell.hunt.hides(shell.session) ? "" : view, shell.keep_sheet.form);
    shell.keep_sheet.path.all = true;
    shell.ui_state.focus = "keep.path";
    shell.ui_state.typing.reset();
}

void show_keep_sheet(Shell& shell) {
    if (!shell.card_pointed.empty()) return show_keep_sheet(shell, shell.card_pointed);
    const View* view = shell.stage_view();
    show_keep_sheet(shell, view && !view->needs.live ? view->id : "");
}

std::string numbers_of(Shell& shell, const std::string& view) {
    std::string text;
    const View* found = find_view(view);
    if (found && found->numbers)
        shell.with_context(metrics_of(Density::desk),
                           [&](const DrawContext& context) { text = found->numbers(context); });
    return text;
}

void told_of_keeping(Shell& shell, const Keeping& kept, const std::string& problem) {
    std::error_code ignored;
    const std::string what =
        kept.path.empty()
            ? "The picture is on the clipboard."
            : "Kept: " + path_shown(std::filesystem::absolute(kept.path, ignored).string());
    if (problem.empty() || kept.path.empty()) {
        shell.notice = problem.empty() ? what : problem;
        if (problem.empty() && !kept.path.empty()) shell.keep_sheet.folder = folder_of(kept.path);
        return;
    }
    shell.keep_sheet.open = true;
    shell.keep_sheet.problem = problem;
}

std::string shot_line(const Shell& shell, const std::string& view, const std::string& out) {
    std::string line = "warplens shot " + shell.state_line();
    if (!view.empty()) line += " --view " + view;
    line += " --theme " + std::string(name_of(shell.look.tone));
    if (shell.look.density) line += " --density " + std::string(name_of(*shell.look.density));
    const Playback& playback = shell.playback;
    const int first = playback.cursor.step + 1;
    if (out.ends_with(ending_of(KeepForm::gif)))
        return line + " --play " + std::to_string(first) + "-" +
               std::to_string(std::min(first + steps_that_play - 1, playback.count())) + " --out " +
               lab::in_quotes(out);
    const bool drawn = out.ends_with(".png") || out.ends_with(".svg");
    // Without a size, a card of rows is drawn as tall as its rows.
    const View* alone = view.empty() ? nullptr : find_view(view);
    const std::string size =
        alone && !on_stage(alone->slot) && alone->pointing.rows ? "" : " --size 1920x1080";
    return line + size + (view.empty() ? "" : " --scale 150") + " --out " +
           lab::in_quotes(drawn ? out : "picture.png");
}

void keep_sheet(Ui& ui, Shell& shell, Rect window) {
    const auto rows = static_cast<float>((things(shell).size() + 3) / 4);
    const float w = std::min(window.w - 24, ui.metrics.px(720));
    const float h = std::min(window.h - 24, ui.metrics.px(284) + (rows + 1) * ui.metrics.option +
                                                field_height(ui) + ui.metrics.button);
    const Rect sheet = begin_sheet(ui, "keep", window, w, h);
    const Rect inside = sheet.inside(ui.metrics.px(36), ui.metrics.px(28));
    Rect rest = inside;
    const Rect head = rest.cut_top(ui.metrics.px(48));
    ui.canvas.text({head.x, head.middle_y() - ui.metrics.px(6)}, "Keep this",
                   {Font::display, ui.metrics.h1, Role::text});
    bool entered = false;
    what(ui, shell, rest);
    as_what(ui, shell, rest);
    where(ui, shell, rest, entered);
    Rect bottom = inside;
    keep_foot(ui, shell, bottom.cut_bottom(ui.metrics.button), entered);
    if (end_sheet(ui, "keep", sheet)) shell.keep_sheet.open = false;
}

}  // namespace app

// "Open a kernel": a path with its completions, then the kernels found, their launch and their
// arguments, guessed from the types and editable.
#include "app/regions/sheets/open_sheet.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/draw/icons.h"
#include "app/regions/sheets/open_told.h"
#include "app/shell/sheets.h"
#include "app/widgets/file_chooser.h"
#include "app/widgets/sheet.h"
#include "app/widgets/widgets.h"
#include "lab/own/variables.h"

namespace app {

namespace {

using Draft = OwnKernel::Draft;

constexpr std::size_t most_choices = 1000;  // choices for completion by Tab
constexpr int most_shown = 8;               // for more choices, only their number

// Lengths in proportion to the type size.
float px(const Ui& ui, float length) { return std::round(ui.metrics.px(length)); }

TextStyle label_style(const Ui& ui) { return {Font::medium, ui.metrics.small, Role::text2}; }
TextStyle quiet_style(const Ui& ui) { return {Font::regular, ui.metrics.small, Role::text3}; }

void label(Ui& ui, Rect row, std::string_view words) {
    ui.canvas.text({row.x, row.middle_y()}, words, label_style(ui));
}

// --- the path ------------------------------------------------------------------------------

int shown_choices(const OpenSheet& sheet) {
    return std::min(most_shown, static_cast<int>(sheet.choices.size()));
}

// Completions are looked up when the words change, not each frame.
void look_up(Shell& shell) {
    OpenSheet& sheet = shell.open_sheet;
    const std::string now = sheet.path.words + '\n';  // differs from the initial value
    if (sheet.chosen_for == now) return;
    sheet.chosen_for = now;
    sheet.marked = -1;
    sheet.choices.clear();
    if (!sheet.path.words.empty()) {
        sheet.choices = path_choices(sheet.path.words, most_choices);
        return;
    }
    for (const std::string& file : shell.own.recent)
        sheet.choices.push_back({file, path_shown(file), false});
    if (sheet.choices.empty()) sheet.choices = path_choices("", most_choices);
}

void take_path(Shell& shell, const std::string& path) {
    OpenSheet& sheet = shell.open_sheet;
    sheet.path.set(path);
    if (path.ends_with('/')) return;  // a folder: its files are the next choices
    sheet.fields.clear();
    sheet.variables.clear();
    sheet.scroll = sheet.launch_scroll = 0;
    shell.own.begin({.file = path_meant(path)}, false);
}

// Tab completes the common part; arrows mark; Enter takes the marked path, else the typed one. True
// where the typed path was already read: then it is to be opened.
bool path_keys(Ui& ui, Shell& shell, bool entered) {
    OpenSheet& sheet = shell.open_sheet;
    const int count = shown_choices(sheet);
    if (ui.take({Key::down})) sheet.marked = std::min(count - 1, sheet.marked + 1);
    if (ui.take({Key::up})) sheet.marked = std::max(-1, sheet.marked - 1);
    const std::string further = agreed(sheet.path.words, sheet.choices);
    if (!sheet.path.words.empty() && further != sheet.path.words && ui.take({Key::tab}))
        sheet.path.set(further);
    if (!entered || shell.own.draft()) return entered;
    if (sheet.marked >= 0)
        take_path(shell, sheet.choices[static_cast<std::size_t>(sheet.marked)].path);
    else if (!path_meant(sheet.path.words).empty())
        take_path(shell, sheet.path.words);
    return false;
}

bool path_row(Ui& ui, Shell& shell, Rect& rest) {
    OpenSheet& sheet = shell.open_sheet;
    label(ui, rest.cut_top(px(ui, 26)), "File");
    const Rect area = rest.cut_top(field_height(ui));
    const FieldEvents events =
        text_field(ui, "open.path", area, sheet.path,
                   "path of a .cu or .ptx file; or drop one onto the window");
    if (events.changed) shell.own.forget_draft();
    rest.cut_top(px(ui, 12));
    return events.focused && path_keys(ui, shell, events.entered);
}

void choice_row(Ui& ui, Shell& shell, Rect row, int index) {
    OpenSheet& sheet = shell.open_sheet;
    const PathChoice choice = sheet.choices[static_cast<std::size_t>(index)];
    const Ui::Hit hit = ui.control("open.choice." + std::to_string(index), row);
    if (hit.hovered || sheet.marked == index)
        ui.canvas.fill(row, sheet.marked == index ? Role::raised : Role::hover, 8);
    const TextStyle style{choice.folder ? Font::regular : Font::medium, ui.metrics.body,
                          choice.folder ? Role::text2 : Role::text};
    ui.canvas.text({row.x + px(ui, 12), row.middle_y()},
                   cut_in_middle(ui.canvas, choice.name, style, row.w - px(ui, 24)), style);
    ui.focus_ring(hit, row, 8);
    if (hit.clicked) take_path(shell, choice.path);
}

void choice_list(Ui& ui, Shell& shell, Rect rest) {
    look_up(shell);
    const OpenSheet& sheet = shell.open_sheet;
    const bool recent = sheet.path.words.empty() && !shell.own.recent.empty();
    if (sheet.choices.empty()) {
        paragraph(ui.canvas, rest,
                  sheet.path.words.empty() ? "Files that you open are listed here."
                                           : "No folder and no .cu or .ptx file begins like this.",
                  quiet_style(ui));
        return;
    }
    const int shown = shown_choices(sheet), more = static_cast<int>(sheet.choices.size()) - shown;
    label(ui, rest.cut_top(px(ui, 26)),
          recent      ? "Opened before"
          : more == 0 ? "Here"
                      : fmt::format("Here, and {} more: keep typing", more));
    for (int i = 0; i < shown; ++i)
        if (const Rect row = rest.cut_top(px(ui, 34)); row.h >= px(ui, 30))
            choice_row(ui, shell, row, i);
}

// --- during compilation, and after errors ---------------------------------------------------

void progress(Ui& ui, Shell& shell, Rect rest, double seconds) {
    const Draft& draft = *shell.own.draft();
    const std::string name = std::filesystem::path(draft.asked.file).filename().string();
    const float place = static_cast<float>(std::fmod(seconds, 1.6) / 1.6);
    const Rect line = rest.cut_top(2);
    ui.canvas.fill(line, Role::raised, 1);
    const float from = line.x + line.w * std::max(0.f, place * 1.3f - .3f),
                to = line.x + line.w * std::min(1.f, place * 1.3f);
    ui.canvas.fill({from, line.y, to - from, 2}, Role::accent, 1);
    Rect row = rest.cut_top(px(ui, 56));
    const Rect cancel = row.cut_right(px(ui, 110)).inside(0, px(ui, 8));
    ui.canvas.text({row.x, row.middle_y()},
                   fmt::format("Compiling {}, {:.0f} s", path_shown(name), std::floor(seconds)),
                   {Font::regular, ui.metrics.body, Role::text2});
    if (button(ui, "open.cancel", cancel, "Cancel", ButtonKind::outline)) shell.own.forget_draft();
    ui.want_frame(.05);
}

// The messages by line, or all of them where none names a line.
void trouble(Ui& ui, const Draft& draft, Rect rest) {
    const std::string name =
        path_shown(std::filesystem::path(draft.asked.file).filename().string());
    const bool lines = !draft.news->words.empty();
    const float radius = px(ui, 12);
    Rect head = rest.cut_top(px(ui, 40));
    icon::refused(ui.canvas, {head.x + radius, head.middle_y()}, radius);
    ui.canvas.text({head.x + 2 * radius + px(ui, 12), head.middle_y()},
                   lines ? name + " does not compile" : name + " can't be opened",
                   {Font::semibold, ui.metrics.h2, Role::text});
    const Rect foot = rest.cut_bottom(px(ui, 30));
    paragraph(ui.canvas, foot,
              "Correct it in your editor and save it: it is compiled again at "
              "once.",
              quiet_style(ui));
    ui.canvas.push_clip(rest);
    if (!lines) {
        paragraph(ui.canvas, rest, path_shown(draft.problem),
                  {Font::regular, ui.metrics.body, Role::text2});
    } else {
        for (const lab::CompilerWords& words : draft.news->words) {
            if (!words.error || rest.h < px(ui, 28)) continue;
            const float line = px(ui, 84);
            if (words.line > 0)
                ui.canvas.text({rest.x, rest.y + px(ui, 12)}, fmt::format("line {}", words.line),
                               {Font::mono, ui.metrics.code, Role::text3});
            const float h = paragraph(ui.canvas, {rest.x + line, rest.y, rest.w - line, rest.h},
                                      words.words, {Font::regular, ui.metrics.body, Role::text});
            rest.cut_top(h + px(ui, 8));
        }
    }
    ui.canvas.pop_clip();
}

// --- kernels, launch, arguments ---------------------------------------------------------------

std::string parameters_of(const lab::FoundKernel& kernel) {
    std::string words;
    for (const lab::Taken& taken : kernel.parameters)
        words +=
            (words.empty() ? "" : ", ") + (taken.type.empty() ? "" : taken.type + " ") + taken.name;
    return words.empty() ? "no parameters" : words;
}

void kernel_row(Ui& ui, Shell& shell, Rect row, std::size_t index) {
    const Draft& draft = *shell.own.draft();
    const lab::FoundKernel& kernel = draft.kernels[index];
    const bool chosen = draft.subject ? draft.whole.kernel == kernel.title
                                      : draft.asked.kernel == kernel.name ||
                                            (draft.asked.kernel.empty() && index == 0);
    const Ui::Hit hit = ui.control("open.kernel." + std::to_string(index), row);
    if (chosen || hit.hovered) ui.canvas.fill(row, chosen ? Role::raised : Role::hover, 9);
    if (chosen) ui.canvas.fill({row.x, row.y + 6, 3, row.h - 12}, Role::accent, 1.5f);
    const TextStyle title{Font::semibold, ui.metrics.body, Role::text}, small = quiet_style(ui);
    const float x = row.x + px(ui, 14), room = row.w - px(ui, 24);
    ui.canvas.text({x, row.y + row.h * .33f}, cut_in_middle(ui.canvas, kernel.title, title, room),
                   title);
    const std::string takes = parameters_of(kernel);
    ui.canvas.text({x, row.y + row.h * .7f}, cut_in_middle(ui.canvas, takes, small, room), small);
    ui.tooltip("open.kernel." + std::to_string(index), row, "`" + takes + "`");
    ui.focus_ring(hit, row, 9);
    if (!hit.clicked) return;
    shell.open_sheet.fields.clear();
    shell.open_sheet.variables.clear();
    shell.own.ask({.file = draft.asked.file, .kernel = kernel.name, .arch = draft.asked.arch});
}

void kernel_list(Ui& ui, Shell& shell, Rect column) {
    const std::size_t count = shell.own.draft()->kernels.size();
    label(ui, column.cut_top(px(ui, 26)),
          count == 1 ? "One kernel" : fmt::format("{} kernels", count));
    const float h = px(ui, 52), gap = px(ui, 4);
    float& scroll = shell.open_sheet.scroll;
    scroll -= ui.take_wheel(column) * h;
    scroll =
        std::clamp(scroll, 0.f, std::max(0.f, static_cast<float>(count) * (h + gap) - column.h));
    ui.canvas.push_clip(column);
    for (std::size_t i = 0; i < count; ++i) {
        const Rect row{column.x, column.y + static_cast<float>(i) * (h + gap) - scroll, column.w,
                       h};
        if (row.bottom() > column.y && row.y < column.bottom()) kernel_row(ui, shell, row, i);
    }
    ui.canvas.pop_clip();
}

// Kernels that are templates: a click names their arguments and compiles the file again.
void template_list(Ui& ui, Shell& shell, Rect column) {
    const Draft& draft = *shell.own.draft();
    label(ui, column.cut_top(px(ui, 26)), draft.templates.size() == 1 ? "A template" : "Templates");
    for (std::size_t i = 0; i < draft.templates.size(); ++i) {
        const Rect row = column.cut_top(px(ui, 52));
        if (row.h < px(ui, 40)) return;
        const std::string id = "open.template." + std::to_string(i);
        const std::string& with = draft.templates[i].with;
        ui.tooltip(id, row, "Compile the file with " + with + ".");
        if (!button(ui, id, row.inside(0, px(ui, 6)), with, ButtonKind::outline)) continue;
        lab::AskedFile asked{.file = draft.asked.file, .kernel = with, .arch = draft.asked.arch};
        return shell.own.begin(std::move(asked), false);
    }
}

// A field that shows `words` until it is edited; true where it was edited.
bool word_field(Ui& ui, Shell& shell, const std::string& name, Rect area, const std::string& words,
                bool& entered, bool wrong = false) {
    auto [field, fresh] = shell.open_sheet.fields.try_emplace(name);
    if (fresh) field->second.set(words);
    const FieldEvents events = text_field(ui, "open.field." + name, area, field->second, "", wrong);
    entered = entered || events.entered;
    return events.changed;
}

std::string field_words(const Shell& shell, const std::string& name, const std::string& otherwise) {
    const auto found = shell.open_sheet.fields.find(name);
    return found == shell.open_sheet.fields.end() ? otherwise : found->second.words;
}

std::string name_of_spec(const std::string& spec) { return spec.substr(0, spec.find(':')); }

// The arguments of the launch, one row each: as opened, where a structure is shown as its members;
// before that, as the kernel declares them.
std::vector<lab::Taken> shown_arguments(const Shell& shell, const lab::FoundKernel& kernel) {
    const std::vector<std::string>& specs = shell.own.draft()->whole.arguments;
    if (specs.size() <= kernel.parameters.size()) return kernel.parameters;
    std::vector<lab::Taken> all;
    for (const std::string& spec : specs) {
        const auto declared =
            std::ranges::find(kernel.parameters, name_of_spec(spec), &lab::Taken::name);
        if (declared != kernel.parameters.end())
            all.push_back(*declared);
        else
            all.push_back({.name = name_of_spec(spec), .type = ""});
    }
    return all;
}

// The launch from the words of all fields.
lab::AskedFile asked_by_fields(const Shell& shell, const lab::FoundKernel& kernel) {
    const Draft& draft = *shell.own.draft();
    lab::AskedFile asked{.file = draft.asked.file, .kernel = kernel.name, .arch = draft.asked.arch};
    asked.grid = field_words(shell, "grid", draft.whole.grid);
    asked.block = field_words(shell, "block", draft.whole.block);
    asked.shared = field_words(shell, "shared", draft.whole.shared);
    asked.max_shared = draft.whole.max_shared;
    const std::vector<lab::Taken> shown = shown_arguments(shell, kernel);
    for (std::size_t i = 0; i < shown.size(); ++i)
        asked.arguments.push_back(shown[i].name + ":" +
                                  field_words(shell, "argument." + std::to_string(i), ""));
    for (const lab::Taken& variable : shell.open_sheet.variables)
        if (const std::string words = field_words(shell, "variable." + variable.name, "");
            !words.empty())
            asked.variables.push_back(variable.name + ":" + words);
    return asked;
}

// The part of a SPEC after the name: "f32[1024]=zeros".
std::string behind_name(const std::string& spec) {
    const std::size_t colon = spec.find(':');
    return colon == spec.npos ? spec : spec.substr(colon + 1);
}

void argument_row(Ui& ui, Rect row, const lab::Taken& taken) {
    const TextStyle name{Font::mono_medium, ui.metrics.code, Role::text},
        type{Font::mono, ui.metrics.small, Role::text3};
    const std::string shown = cut_in_middle(ui.canvas, taken.name, name, row.w);
    const bool two = !taken.type.empty();
    ui.canvas.text({row.x, row.y + row.h * (two ? .3f : .5f)}, shown, name);
    if (two)
        ui.canvas.text({row.x, row.y + row.h * .74f},
                       cut_in_middle(ui.canvas, taken.type, type, row.w), type);
}

bool launch_fields(Ui& ui, Shell& shell, Rect& rest, bool& entered) {
    const lab::AskedFile& whole = shell.own.draft()->whole;
    struct Part {
        const char *name, *title;
        std::string words;
    };
    const Part parts[] = {{"grid", "Grid of blocks", whole.grid},
                          {"block", "Threads of a block", whole.block},
                          {"shared", "Shared bytes", whole.shared}};
    Rect labels = rest.cut_top(px(ui, 26)), row = rest.cut_top(field_height(ui));
    const float gap = px(ui, 12), w = (row.w - 2 * gap) / 3;
    bool changed = false;
    for (const Part& part : parts) {
        label(ui, labels.cut_left(w), part.title);
        changed = word_field(ui, shell, part.name, row.cut_left(w), part.words, entered) || changed;
        labels.cut_left(gap), row.cut_left(gap);
    }
    rest.cut_top(px(ui, 14));
    return changed;
}

bool argument_fields(Ui& ui, Shell& shell, Rect& rest, const lab::FoundKernel& kernel,
                     bool& entered) {
    if (kernel.parameters.empty()) return false;
    const lab::AskedFile& whole = shell.own.draft()->whole;
    label(ui, rest.cut_top(px(ui, 26)), "Arguments");
    bool changed = false;
    const std::vector<lab::Taken> shown = shown_arguments(shell, kernel);
    for (std::size_t i = 0; i < shown.size(); ++i) {
        Rect row = rest.cut_top(field_height(ui));
        argument_row(ui, row.cut_left(row.w * .3f), shown[i]);
        row.cut_left(px(ui, 12));
        const std::string words = i < whole.arguments.size() ? behind_name(whole.arguments[i]) : "";
        changed =
            word_field(ui, shell, "argument." + std::to_string(i), row, words, entered) || changed;
        rest.cut_top(px(ui, 8));
    }
    return changed;
}

// The SPEC of a variable after its name; empty: as in the file.
std::string set_behind_name(const lab::AskedFile& asked, const std::string& name) {
    for (const std::string& spec : asked.variables)
        if (name_of_spec(spec) == name) return behind_name(spec);
    return "";
}

bool variable_fields(Ui& ui, Shell& shell, Rect& rest, bool& entered) {
    const std::vector<lab::Taken>& variables = shell.open_sheet.variables;
    if (variables.empty()) return false;
    label(ui, rest.cut_top(px(ui, 26)), "Variables");
    bool changed = false;
    for (const lab::Taken& variable : variables) {
        Rect row = rest.cut_top(field_height(ui));
        argument_row(ui, row.cut_left(row.w * .3f), variable);
        row.cut_left(px(ui, 12));
        const std::string words = set_behind_name(shell.own.draft()->whole, variable.name);
        changed =
            word_field(ui, shell, "variable." + variable.name, row, words, entered) || changed;
        rest.cut_top(px(ui, 8));
    }
    return changed;
}

const lab::FoundKernel* chosen_kernel(const Draft& draft) {
    for (const lab::FoundKernel& kernel : draft.kernels)
        if (kernel.name == draft.asked.kernel || kernel.title == draft.asked.kernel ||
            (draft.subject && kernel.title == draft.whole.kernel))
            return &kernel;
    return draft.kernels.empty() ? nullptr : &draft.kernels.front();
}

// Height of all fields of the launch, visible or not.
float launch_height(const Ui& ui, const Shell& shell, const lab::FoundKernel* kernel) {
    const std::size_t variables = shell.open_sheet.variables.size(),
                      arguments = kernel ? shown_arguments(shell, *kernel).size() : 0;
    const float heads = px(ui, 40) + (arguments ? px(ui, 26) : 0) + (variables ? px(ui, 26) : 0);
    return heads + field_height(ui) +
           static_cast<float>(arguments + variables) * (field_height(ui) + px(ui, 8));
}

void launch_column(Ui& ui, Shell& shell, Rect room, bool& entered) {
    const lab::FoundKernel* kernel = chosen_kernel(*shell.own.draft());
    if (!kernel) return;
    const float ring = px(ui, 4);  // room for the focus ring
    float& up = shell.open_sheet.launch_scroll;
    const float height = launch_height(ui, shell, kernel);
    ui.begin_scroll("open.launch", {room.x - ring, room.y, room.w + 2 * ring, room.h}, height, up);
    const float bar = height > room.h ? px(ui, 10) : 0;
    Rect column{room.x, room.y - up, room.w - bar, height};
    bool changed = launch_fields(ui, shell, column, entered);
    changed = argument_fields(ui, shell, column, *kernel, entered) || changed;
    const Draft& now = *shell.own.draft();
    if (now.subject && now.subject->module)
        shell.open_sheet.variables = lab::variables_of(*now.subject->module, kernel->name);
    changed = variable_fields(ui, shell, column, entered) || changed;
    ui.end_scroll();
    if (changed) shell.own.ask(asked_by_fields(shell, *kernel));
}

// Returns whether to open the launch; `entered`: Enter was pressed already.
bool ready(Ui& ui, Shell& shell, Rect rest, bool entered) {
    const OpenTold told = told_of(ui, *shell.own.draft(), rest.w);
    Rect foot = rest.cut_bottom(foot_height(ui, told));
    rest.cut_bottom(px(ui, 16));
    paragraph(ui.canvas, {foot.x, foot.y, told.width, foot.h}, told.words, told.style);
    foot = foot.cut_bottom(ui.metrics.button);
    const Rect left = rest.cut_left(rest.w * .36f);
    if (shell.own.draft()->kernels.empty()) {
        template_list(ui, shell, left);
        return false;
    }
    kernel_list(ui, shell, left);
    rest.cut_left(px(ui, 28));
    launch_column(ui, shell, rest, entered);
    const Draft& draft = *shell.own.draft();
    if (!draft.subject) return false;
    const bool pressed =
        button(ui, "open.go", foot.cut_right(px(ui, 190)), "Open", ButtonKind::primary, "Enter");
    return pressed || entered || ui.take({Key::enter});
}

// The content below the path.
void body(Ui& ui, Shell& shell, Rect rest, bool entered) {
    const Draft* draft = shell.own.draft();
    if (!draft) return choice_list(ui, shell, rest);
    if (const auto seconds = draft->file->compiling()) return progress(ui, shell, rest, *seconds);
    if (!draft->news) return;
    if (!draft->news->code) return trouble(ui, *draft, rest);
    if (!ready(ui, shell, rest, entered)) return;
    shell.own.open_draft(shell);
}

float height_of(const Ui& ui, const Shell& shell, float width) {
    const Draft* draft = shell.own.draft();
    const float head = px(ui, 138) + field_height(ui);
    if (!draft || !draft->news)
        return head +
               px(ui, 34) * std::max(3.f, static_cast<float>(shown_choices(shell.open_sheet)));
    if (!draft->news->code) return head + px(ui, 280);
    const lab::FoundKernel* kernel = chosen_kernel(*draft);
    const std::size_t rows = std::max(draft->kernels.size(), draft->templates.size());
    const float kernels = px(ui, 26) + static_cast<float>(rows) * px(ui, 56);
    return head + std::max(launch_height(ui, shell, kernel), kernels) + px(ui, 16) +
           foot_height(ui, told_of(ui, *draft, width));
}

}  // namespace

void open_sheet(Ui& ui, Shell& shell, Rect window) {
    const float w = std::min(window.w - 24, px(ui, 900)),
                usual = std::min(window.h - 32, px(ui, 640)), margin = px(ui, 36);
    const float h = std::min(window.h - 32, height_of(ui, shell, w - 2 * margin));
    // The sheet's top keeps its place for any content that fits.
    const float y = std::min(window.middle_y() - usual / 2, window.bottom() - 16 - h);
    const Rect sheet = begin_sheet(ui, "open", window, {window.middle_x() - w / 2, y, w, h});
    Rect rest = sheet.inside(margin, px(ui, 28));
    const Rect head = rest.cut_top(px(ui, 44));
    ui.canvas.text({head.x, head.middle_y() - px(ui, 4)}, "Open a kernel",
                   {Font::display, ui.metrics.h1, Role::text});
    const bool entered = path_row(ui, shell, rest);
    body(ui, shell, rest, entered);
    if (!end_sheet(ui, "open", sheet)) return;
    shell.open_sheet.open = false;
    shell.own.forget_draft();
}

}  // namespace app

// The action of each key. The shell calls it with the strokes that no control used.
#include "app/regions/shortcuts.h"

#include <algorithm>
#include <utility>

#include "app/regions/card_row.h"
#include "app/regions/fill_button.h"
#include "app/regions/home.h"
#include "app/regions/keep_sheet.h"
#include "app/regions/kernel_chooser.h"
#include "app/regions/lesson_list.h"
#include "app/regions/rail.h"
#include "app/regions/source_pane.h"
#include "app/regions/top_bar.h"
#include "app/regions/transport.h"
#include "app/shell/in_step_choice.h"
#include "app/shell/shell.h"
#include "lab/bugs.h"
#include "lab/features/cut.h"

namespace app {

namespace {

constexpr int scale_step = 25;

Stroke control(Key key) { return {.key = key, .control = true}; }
Stroke shifted(Key key) { return {.key = key, .shift = true}; }

int digit(const Stroke& stroke) {
    return static_cast<int>(stroke.key) - static_cast<int>(Key::one);
}

// A repeated key goes at once, without the step's motion.
void step_by(Playback& playback, int by, bool repeated) {
    if (repeated)
        playback.go_to(playback.cursor.step + by);
    else
        playback.step(by);
}

bool is_digit(Key key) { return key >= Key::one && key <= Key::nine; }

int count_of_kernels(const Shell& shell) {
    const lab::Subject* subject = shell.session.subject();
    return subject ? static_cast<int>(subject->rungs.size()) : 0;
}

// "1 to 7"
std::string digits_of_kernels(const Shell& shell) {
    const int count = count_of_kernels(shell);
    return "1 to " + std::to_string(std::min(count, 9)) +
           (count > 9 ? ", with Shift for the tenth and on" : "");
}

// K waits for a digit, and a notice says so.
void begin_kernel(Shell& shell, const Stroke&) {
    const int count = count_of_kernels(shell);
    shell.kernel_chord = count > 1;
    if (count > 1)
        shell.notice = "Which kernel? Type " + digits_of_kernels(shell) +
                       "; with Ctrl it is shown beside this one.";
    else if (count == 1)
        shell.notice = "There is one kernel here, and it is shown.";
}

// After K: 1 to 9 choose the first nine kernels, with Shift the tenth and later ones. With Ctrl the
// kernel is put beside the shown one.
void choose_kernel(Shell& shell, const Stroke& stroke) {
    const int number = digit(stroke) + (stroke.shift ? 9 : 0);
    if (number < count_of_kernels(shell))
        show_kernel(shell, number, stroke.control);
    else
        shell.notice = "There is no kernel " + std::to_string(number + 1) + " here: type K, then " +
                       digits_of_kernels(shell) + ".";
}

// Kernels have numbers on the screen, and their digits come after K; digits alone choose the view.
void tell_of_digits(Shell& shell, int number) {
    const std::string digit = std::to_string(number + 1);
    shell.notice = "1 to 3 show the pictures by thread, warp and memory.";
    if (number < count_of_kernels(shell))
        shell.notice += " For kernel " + digit + " type K, then " + digit + ".";
    else if (count_of_kernels(shell) > 1)
        shell.notice += " For a kernel type K, then " + digits_of_kernels(shell) + ".";
}

void digit_pressed(Shell& shell, const Stroke& stroke) {
    if (std::exchange(shell.kernel_chord, false)) return choose_kernel(shell, stroke);
    const int number = digit(stroke);
    constexpr int views = static_cast<int>(stage_slots.size());
    if (stroke.control) return;
    if (number >= views) return tell_of_digits(shell, number);
    const Slot slot = stage_slots[static_cast<std::size_t>(number)].slot;
    if (stroke.shift && (shell.slot != slot || shell.home)) return;  // no view to go back to
    if (shell.slot == slot && !shell.home) shell.next_picture(stroke.shift ? -1 : 1);
    shell.slot = slot;
    shell.home = false;
}

void close_topmost(Shell& shell, const Stroke&) {
    if (!shell.notice.empty())
        shell.notice.clear();
    else if (shell.home && !shell.source_open && !shell.controls_open)
        close_home(shell);
    else if (shell.counter < 0 && shell.ui_state.focus_visible)
        shell.ui_state.focus.clear(), shell.ui_state.focus_visible = false;
    else if (shell.counter >= 0)
        shell.counter = -1;
    else if (shell.source_open || shell.controls_open)
        shell.source_open = shell.controls_open = false;
    else if (shell.playback.cursor.version >= 0)
        shell.playback.cursor.version = -1;
    else if (shell.playback.playing)
        shell.playback.playing = false;
    else
        shell.session.stand_alone();
}

// Moves the lens lane by one, or with Shift the lens warp, within the shown block.
void move_lane(Shell& shell, const Stroke& stroke, int by) {
    const lab::Run* run = shell.session.picture();
    if (!run || run->launches.empty()) return;
    Cursor& cursor = shell.playback.cursor;
    const int threads = static_cast<int>(run->launches.front().block.count());
    const int warps = (threads + simulator::warp_size - 1) / simulator::warp_size;
    if (stroke.shift)
        cursor.warp = std::clamp(cursor.warp + by, 0, warps - 1);
    else
        cursor.lane = std::clamp(cursor.lane + by, 0, simulator::warp_size - 1);
}

// Moves the slice of a field, where there is one, else the first column of the lens.
void move_window(Shell& shell, int by) {
    const lab::Run* run = shell.session.picture();
    Cursor& cursor = shell.playback.cursor;
    if (!run) return;
    if (run->fields.empty()) {
        const bool home = cursor.lens <= 0 && by < 0;
        const int last =
            run->launches.empty() ? 0 : static_cast<int>(run->launches.front().block.count()) - 1;
        cursor.lens = home ? -1 : std::clamp(std::max(0, cursor.lens) + by * 16, 0, last);
        return;
    }
    const lab::Dim3 shape = run->fields.front().shape;
    const int axis = lab::cut_across(run->request.settings, cursor);
    const int depth = static_cast<int>(axis == 0 ? shape.x : axis == 1 ? shape.y : shape.z);
    const int now = cursor.slice < 0 ? depth / 2 : cursor.slice;
    cursor.slice = std::clamp(now + by, 0, depth - 1);
}

// Marks the lines of the ledger's next counter, or the one before; after the last, none.
void next_counter(Shell& shell, int by) {
    const lab::Subject* subject = shell.session.subject();
    if (!subject || subject->ledger.empty()) return;
    const int count = static_cast<int>(subject->ledger.size());
    int now = -1;
    for (int at = 0; at < count && shell.counter >= 0; ++at)
        if (subject->ledger[static_cast<std::size_t>(at)] ==
            simulator::counter_names()[static_cast<std::size_t>(shell.counter)].name)
            now = at;
    const int next = (now + 1 + by + count + 1) % (count + 1) - 1;
    shell.counter = -1;
    if (next < 0) return;
    const std::string& wanted = subject->ledger[static_cast<std::size_t>(next)];
    mark_lines_of(shell, simulator::counter_index(wanted));
}

// Opens the transport's field for a number.
void begin_step(Shell& shell, const Stroke&) {
    if (shell.shows_live() || shell.playback.count() == 0) return;
    shell.ui_state.focus = step_field;
    shell.ui_state.typing.emplace();
}

std::vector<Stroke> digits() {
    std::vector<Stroke> all;
    for (int key = static_cast<int>(Key::one); key <= static_cast<int>(Key::nine); ++key)
        for (const bool shift : {false, true})
            for (const bool control : {false, true})
                all.push_back({.key = static_cast<Key>(key), .control = control, .shift = shift});
    return all;
}

const std::vector<Shortcut> table{
    {{{Key::space}},
     "Space",
     "play or pause",
     [](Shell& s, const Stroke&) {
         s.shows_live() ? void(s.live_running = !s.live_running) : s.playback.toggle();
     },
     true},
    {{{Key::right}},
     "Right",
     "step forward",
     [](Shell& s, const Stroke& k) {
         if (s.shows_live()) return s.live->advance(1);
         step_by(s.playback, 1, k.repeated);
     },
     true},
    {{{Key::left}},
     "Left",
     "step back",
     [](Shell& s, const Stroke& k) { step_by(s.playback, -1, k.repeated); },
     true},
    {digits(), "1, 2, 3",
     "pictures by thread, warp, memory; again for the next picture, with Shift for the one before",
     digit_pressed},
    {{{Key::k}},
     "K, then 1 to 9",
     "choose a kernel; with Ctrl, the second of two in step; with Shift, 1 is the tenth, 2 the "
     "eleventh",
     begin_kernel},
    {{{Key::d}},
     "D",
     "two in step: beside the run before, or the kernel before; again: alone",
     [](Shell& s, const Stroke&) { toggle_step(s); },
     false,
     "compare, side by side, difference"},
    {{shifted(Key::right)},
     "Shift + Right",
     "next barrier",
     [](Shell& s, const Stroke&) { s.playback.to_barrier(1); },
     true},
    {{shifted(Key::left)},
     "Shift + Left",
     "previous barrier",
     [](Shell& s, const Stroke&) { s.playback.to_barrier(-1); },
     true},
    {{{Key::w}},
     "W",
     "next step that the picture is about: where lanes wait, where sectors are wasted",
     [](Shell& s, const Stroke&) { s.next_worth(1); },
     true},
    {{shifted(Key::w)},
     "Shift + W",
     "the one before",
     [](Shell& s, const Stroke&) { s.next_worth(-1); },
     true},
    {{{Key::f}},
     "F, then letters",
     "press any control: each shows the letters to type",
     [](Shell& s, const Stroke&) { s.ui_state.letters.emplace(); }},
    {{}, "Tab, then arrows", "the next control; the arrows change it", nullptr},
    {{}, "F6, Shift + F6", "the first control of the next region, or of the one before", nullptr},
    {{{Key::home}},
     "Home",
     "first step",
     [](Shell& s, const Stroke&) { s.shows_live() ? s.live->restart() : s.playback.go_to(0); },
     true},
    {{{Key::end}},
     "End",
     "last step",
     [](Shell& s, const Stroke&) { s.playback.go_to(s.playback.count() - 1); },
     true},
    {{{Key::j}}, "J", "type the number of a step to go to", begin_step, true},
    {{{Key::plus}, shifted(Key::plus)},
     "+",
     "faster",
     [](Shell& s, const Stroke&) { s.playback.faster(1); }},
    {{{Key::minus}}, "-", "slower", [](Shell& s, const Stroke&) { s.playback.faster(-1); }},
    {{{Key::down}, shifted(Key::down)},
     "Down",
     "next lane; with Shift, next warp",
     [](Shell& s, const Stroke& k) { move_lane(s, k, 1); }},
    {{{Key::up}, shifted(Key::up)},
     "Up",
     "previous lane; with Shift, previous warp",
     [](Shell& s, const Stroke& k) { move_lane(s, k, -1); }},
    {{{Key::right_bracket}},
     "]",
     "next slice, or move the lens on",
     [](Shell& s, const Stroke&) { move_window(s, 1); }},
    {{{Key::left_bracket}},
     "[",
     "previous slice, or move the lens back",
     [](Shell& s, const Stroke&) { move_window(s, -1); }},
    {{{Key::f5}, control(Key::enter)},
     "F5, Ctrl + Enter",
     "run again: new samples of the same settings",
     [](Shell& s, const Stroke&) { run_with_what_fits(s); },
     false,
     "measure, repeat"},
    {{{Key::backspace}},
     "Backspace",
     "every kernel of the lesson side by side; again: back to the picture",
     [](Shell& s, const Stroke&) { s.home ? close_home(s) : open_home(s); },
     false,
     "ladder, compare, overview, home"},
    {{{Key::c}},
     "C",
     "CUDA, PTX, host or what was printed; if the code is a drawer: opens it, and closes it after "
     "the last",
     [](Shell& s, const Stroke&) {
         if (!s.source_open)
             s.source_open = true;
         else
             s.next_code();
     }},
    {{{Key::r}},
     "R",
     "controls, where they are folded away",
     [](Shell& s, const Stroke&) { s.controls_open = !s.controls_open; }},
    {{{Key::a}, shifted(Key::a)},
     "A, Shift + A",
     "all times of a card; its fastest setting",
     [](Shell& s, const Stroke& stroke) { stroke.shift ? search_card(s) : fill_card(s); },
     false,
     "map, sweep, measure, explore, best, tune, search"},
    {{{Key::v}}, "V", "the next card", [](Shell& s, const Stroke&) { next_card(s, 1); }},
    {{shifted(Key::v)},
     "Shift + V",
     "the card before",
     [](Shell& s, const Stroke&) { next_card(s, -1); }},
    {{},
     "Page Down, Page Up",
     "rows of a card that are out of sight, or of the code that has the focus; with Shift, those "
     "of the picture",
     nullptr,
     false,
     "scroll"},
    {{{Key::p}},
     "P",
     "projector: larger letters; the picture and one card",
     [](Shell& s, const Stroke&) { s.toggle_projector(); },
     false,
     "present, lecture, big"},
    {{control(Key::s)},
     "Ctrl + S",
     "keep the picture, its numbers or its run; a right click too",
     [](Shell& s, const Stroke&) { show_keep_sheet(s); },
     false,
     "save, export, PNG, SVG, CSV"},
    {{control(Key::e)},
     "Ctrl + E",
     "write kernel and host to a file, as a program",
     [](Shell& s, const Stroke&) { s.export_program(); }},
    {{control(Key::c)},
     "Ctrl + C",
     "copy the link to the manual, of the PTX line under the mouse",
     [](Shell& s, const Stroke&) {
         if (s.manual_link.empty()) return;
         s.wishes.copy = s.manual_link;
         s.notice = "Copied: " + s.manual_link;
     }},
    {{{Key::n}, shifted(Key::n)},
     "N, Shift + N",
     "the lines that cause the ledger's next counter, or the one before; Esc: none",
     [](Shell& s, const Stroke& k) { next_counter(s, k.shift ? -1 : 1); }},
    {{shifted(Key::g)},
     "Shift + G",
     "hunt for a bug: hide or show it",
     [](Shell& s, const Stroke&) {
         if (Hunt::has_bugs(s.session))
             turn_hunt(s);
         else
             s.notice = "This lesson has no programs with a bug to hunt for.";
     }},
    {{{Key::g}},
     "G",
     "go to the prediction: guess first, then see",
     [](Shell& s, const Stroke&) {
         if (s.hunt.is_on(s.session))
             s.notice = told_by_hunt;
         else if (s.session.lesson())
             s.predictions.open(*s.session.lesson(), s.session.settings().rung);
     }},
    {{{Key::l}}, "L", "read the lesson", [](Shell& s, const Stroke&) { show_reading(s); }},
    {{shifted(Key::l)},
     "Shift + L",
     "choose another lesson",
     [](Shell& s, const Stroke&) { open_lessons(s); }},
    {{control(Key::o)},
     "Ctrl + O",
     "open a kernel of your own: a .cu or .ptx file",
     [](Shell& s, const Stroke&) { show_open_sheet(s); }},
    {{{Key::m}},
     "M",
     "change this kernel: copy it to a file of yours",
     [](Shell& s, const Stroke&) { show_change_sheet(s); },
     false,
     "edit"},
    {{{Key::t}},
     "T",
     "dark, light or high contrast",
     [](Shell& s, const Stroke&) { s.look.tone = next_tone(s.look.tone); },
     false,
     "theme, colours"},
    {{control(Key::plus), {Key::plus, true, true}},
     "Ctrl + +",
     "larger",
     [](Shell& s, const Stroke&) { s.rescale(scale_step); }},
    {{control(Key::minus)},
     "Ctrl + -",
     "smaller",
     [](Shell& s, const Stroke&) { s.rescale(-scale_step); }},
    {{control(Key::zero)},
     "Ctrl + 0",
     "the display's own size",
     [](Shell& s, const Stroke&) { s.look.scale_percent = 100; }},
    {{control(Key::z)}, "Ctrl + Z", "undo", [](Shell& s, const Stroke&) { s.undo(); }},
    {{{Key::z, true, true}, control(Key::y)},
     "Ctrl + Shift + Z, Ctrl + Y",
     "redo",
     [](Shell& s, const Stroke&) { s.redo(); }},
    {{{Key::z}},
     "Z",
     "earlier runs: the last settings, with verdict and time; Enter goes back there",
     [](Shell& s, const Stroke&) { open_history(s); },
     false,
     "history, list, earlier"},
    {{control(Key::q)}, "Ctrl + Q", "quit", [](Shell& s, const Stroke&) { s.wishes.close = true; }},
    {{{Key::f11}},
     "F11",
     "full screen",
     [](Shell& s, const Stroke&) { s.wishes.toggle_full_screen = true; }},
    {{{Key::f1}, {Key::question}, shifted(Key::question), shifted(Key::slash)},
     "F1, ?",
     "this sheet, and what the words mean",
     [](Shell& s, const Stroke&) { s.help = !s.help; }},
    {{{Key::escape}},
     "Esc",
     "close the top sheet, release a chosen cell, stop; of two in step: alone",
     close_topmost},
};

}  // namespace

std::span<const Shortcut> shortcuts() { return table; }

bool run_shortcut(Shell& shell, const Stroke& stroke) {
    for (const Shortcut& shortcut : table)
        for (const Stroke& each : shortcut.strokes)
            if (each.key == stroke.key && each.control == stroke.control &&
                each.shift == stroke.shift) {
                if (shortcut.through_run && shell.session.refusal()) return false;
                const bool chord = shell.kernel_chord;
                if (!is_digit(stroke.key)) shell.kernel_chord = false;
                if (chord && stroke.key == Key::escape) return true;
                shortcut.act(shell, stroke);
                return true;
            }
    return false;
}

}  // namespace app

// The regions of the window, one file each. They draw from the shell's state and change it; none
// keeps any of its own.
#pragma once

#include "app/regions/shell.h"
#include "app/widgets/widgets.h"

namespace app {

void top_bar(Ui& ui, Shell& shell, const Frame& frame);
void rail(Ui& ui, Shell& shell, Rect area);
void stage(Ui& ui, Shell& shell, Rect area);
/// Every kernel of the lesson, in place of the stage.
void home(Ui& ui, Shell& shell, Rect area);
/// Whether this lesson has one: more than one kernel.
bool has_home(const Shell& shell);
/// With the keyboard at the shown kernel; and back to the picture, where the keyboard leaves it.
void open_home(Shell& shell);
void close_home(Shell& shell);
void transport(Ui& ui, Shell& shell, Rect area);
/// The number in it that can be typed over.
constexpr std::string_view step_field = "transport.step";
void live_transport(Ui& ui, Shell& shell, Rect area);
/// New samples of the same settings; of refused ones, a run with the value that fits.
void run_with_what_fits(Shell& shell);
/// Of a lesson of programs with bugs: hides what was found, of a cure in its broken program; shows
/// it, where it is; ends.
void turn_hunt(Shell& shell);
/// The program in which somebody hunts, in place of a picture: the host's, where that is what a
/// cure changes.
void hunted_code(Ui& ui, Shell& shell, const DrawContext& context, Rect area);
/// A click on a line of this program says that it is that one.
void point_at_line(Ui& ui, Shell& shell, const Ui::Hit& hit, Hunt::Line line, Rect band);
/// Whether the check names it or the lesson calls it a cause, or it stands near such a line: "*Line
/// 41: close.* ...".
/// Empty while none is pointed at.
std::string pointed_words(Shell& shell);
void refused_card(Ui& ui, Shell& shell, Rect stage);
/// Where the code stands when a picture opens, until another step is gone to: what a cured version
/// changes is in sight, and a kernel's own line rather than a function that others call, too.
void open_code(Shell& shell);
/// Of the chosen version alone; false where it changes nothing.
bool open_cure(Shell& shell);
/// What was found of the run on the stage, cut off its top; a click on a finding goes to where it
/// is seen.
void troubles(Ui& ui, Shell& shell, const DrawContext& context, Rect& inside);
/// As many whole sentences of `text` as keep within `height`.
std::string sentences_within(const Ui& ui, std::string text, const TextStyle& style, float line,
                             Rect area, float height);
/// How much of what stands there is covered while settings are refused that it is not of.
constexpr float refused_dim = .58f;
/// Whose what is shown is while settings are refused: "the last run", or "the presets" where none
/// was run before.
std::string whose_words(bool stands_in);
/// The set-ups of a lesson that has many, over the window; the shell draws it while it is open.
void setup_menu(Ui& ui, Shell& shell, Rect window);
void source_pane(Ui& ui, Shell& shell, Rect area);
/// The pane's body while it shows the host's side.
void host_pane(Ui& ui, Shell& shell, Rect body);
/// By how many lines the wheel, and where `by_keys` page keys, move a program that stands in
/// `body`.
int lines_moved(Ui& ui, Rect body, int page, bool by_keys);
/// The first row in sight, as the wheel over `area` moves it: those out of sight come by it. A bar
/// at the right says which are shown.
int scrolled_rows(Ui& ui, const RowsInSight& rows, Rect area, int by_keys = 0);
/// As many rows as Page Down goes on by, or with a minus Page Up back; 0 where neither was pressed.
int paged_rows(Ui& ui, const RowsInSight& rows, bool shift);
void card_row(Ui& ui, Shell& shell, Rect area, CardPlaces places);
/// Those that share the last place, over the window; the shell draws it while it is open.
void card_menu(Ui& ui, Shell& shell, Rect window, CardPlaces places);
/// Which times are shown, in the head of a card of times: ends at `right`, and returns its width; 0
/// where there is no room or nothing to choose. Not `pressed`, the words alone.
float times_choice(Ui& ui, Shell& shell, const View& view, Point right, float room,
                   bool pressed = true);
/// The list behind it, over the window; the shell draws it while it is open.
void times_choice_menu(Ui& ui, Shell& shell, Rect window);
/// The last settings that were run, in words, with what came of them; one that is chosen is gone
/// back to, as by undo.
void history_menu(Ui& ui, Shell& shell, Rect window);
void open_history(Shell& shell);

/// As a line of state says it, and the other way round.
void choose_times(Session& session, const lab::State& state);
void tell_times(const Session& session, lab::State& state);
/// The next of the cards that share the last place, or the one before (by -1).
void next_card(Shell& shell, int by);
void status_strip(Ui& ui, Shell& shell, Rect area);
/// What the strip says of the GPU: its name, or less of it, and what more there is to say.
struct DeviceWords {
    std::string name, short_name, more;
};
// What is known of a GPU here: nobody asked, somebody looks, it is here, it fails, there is none.
enum class GpuKnown : std::uint8_t { not_asked, looking, here, fails, none };
/// `gpu`: its name, where it is here.
DeviceWords words_of_device(const lab::Run* timed, const std::string& gpu, GpuKnown known);
/// What the GPU computed just now, at the size that was asked for, goes before what was simulated
/// at one that could be counted; a fault or a difference goes before both.
const lab::Run* run_to_judge(const lab::Run* counted, const lab::Run* timed);
void reading_sheet(Ui& ui, Shell& shell, Rect window);
/// Opens that sheet; not to whoever hunts for bugs, which it tells.
void show_reading(Shell& shell);
void help_sheet(Ui& ui, Shell& shell, Rect window);
/// Its page of words: the glossary, those that have the letters typed.
void words_page(Ui& ui, Shell& shell, Rect page);
/// One view alone with its head, as a figure for slides; `of_change`: with what the last change
/// did.
void figure(Ui& ui, Shell& shell, const View& view, Rect area, bool of_change);
void figure_card(Ui& ui, Shell& shell, const View& view, Rect area);
/// Below either, where the window no longer says it: lesson, kernel, what is set, whose numbers.
/// Takes its row off `area`.
void figure_caption(Ui& ui, Shell& shell, const View& view, Rect& area);
/// The code pane's body while the file does not compile.
void compiler_words(Ui& ui, Shell& shell, Rect area, const lab::FileNews& news);
void open_sheet(Ui& ui, Shell& shell, Rect window);
/// Opens that sheet, with a path to begin with.
void show_open_sheet(Shell& shell, const std::string& path = {});
/// In place of everything, in a window that is too small for it.
void too_small(Ui& ui, Rect window);
/// What was just done or can't be, over the strip, while there is such a sentence.
void notice_pill(Ui& ui, const Shell& shell, const Frame& frame);
/// The question that a lesson asks first; the shell draws it while it is open.
void prediction_card(Ui& ui, Shell& shell, const Frame& frame);
/// In place of what would answer it.
void locked_cards(Ui& ui, const Shell& shell, Rect area);
/// The code pane comes to show which lines cause a counter; -1: of none, and it stays as it is.
void mark_lines_of(Shell& shell, int counter);
void change_sheet(Ui& ui, Shell& shell, Rect window);
void show_change_sheet(Shell& shell);
/// Whether a lesson's kernel is shown, so that it can be copied to a file.
bool can_be_changed(const Shell& shell);

}  // namespace app

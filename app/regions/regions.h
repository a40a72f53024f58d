// The regions of the window, one file each. They draw from the shell's state and change it; they
// keep no state themselves.
#pragma once

#include "app/regions/shell.h"
#include "app/widgets/widgets.h"

namespace app {

void top_bar(Ui& ui, Shell& shell, const Frame& frame);
void rail(Ui& ui, Shell& shell, Rect area);
void stage(Ui& ui, Shell& shell, Rect area);
/// Home: every kernel of the lesson, in place of the stage.
void home(Ui& ui, Shell& shell, Rect area);
/// Whether this lesson has a home: more than one kernel.
bool has_home(const Shell& shell);
/// Opens home with the focus at the shown kernel; close_home() moves the focus back to the picture.
void open_home(Shell& shell);
void close_home(Shell& shell);
void transport(Ui& ui, Shell& shell, Rect area);
/// The transport's number that can be typed over.
constexpr std::string_view step_field = "transport.step";
void live_transport(Ui& ui, Shell& shell, Rect area);
/// Runs the same settings for new samples; refused settings run with the value that fits.
void run_with_what_fits(Shell& shell);
/// In a lesson of programs with bugs: starts the hunt (from a cure, in its broken program), shows
/// the finding of the shown program, or ends the hunt.
void turn_hunt(Shell& shell);
/// The program of the hunt in place of a picture: the host code where the cure changes the host.
void hunted_code(Ui& ui, Shell& shell, const DrawContext& context, Rect area);
/// A click on a line of this program says that this line is wrong.
void point_at_line(Ui& ui, Shell& shell, const Ui::Hit& hit, Hunt::Line line, Rect band);
/// The verdict on the line that the user named: named by a check or by the lesson as a cause, near
/// such a line, or neither: "*Kernel, line 41: close.* ...". Empty while no line is named.
std::string pointed_words(Shell& shell);
void refused_card(Ui& ui, Shell& shell, Rect stage);
/// Scrolls the code when a picture opens, until the step changes: to the lines that a cured version
/// changes, or to the kernel's own line rather than a function that other kernels call too.
void open_code(Shell& shell);
/// Scrolls to the lines that the chosen version changes; false where it changes nothing.
bool open_cure(Shell& shell);
/// The findings of the run on the stage, cut off the top of `inside`; a click on one goes to its
/// step.
void troubles(Ui& ui, Shell& shell, const DrawContext& context, Rect& inside);
/// The first whole sentences of `text` that fit `height`.
std::string sentences_within(const Ui& ui, std::string text, const TextStyle& style, float line,
                             Rect area, float height);
/// Opacity of the cover over results of other settings while the current settings are refused.
constexpr float refused_dim = .58f;
/// Whose results are shown while settings are refused: "last run", or "presets" where nothing
/// ran before.
std::string whose_words(bool stands_in);
/// The list of a lesson's set-ups, over the window; the shell draws it while it is open.
void setup_menu(Ui& ui, Shell& shell, Rect window);
void source_pane(Ui& ui, Shell& shell, Rect area);
/// The code pane's body while it shows the host code.
void host_pane(Ui& ui, Shell& shell, Rect body);
/// The number of lines to scroll a program in `body`: by the wheel, and where `by_keys`, by the
/// page keys.
int lines_moved(Ui& ui, Rect body, int page, bool by_keys);
/// The first visible row after the wheel over `area`. A bar at the right shows which rows are
/// visible.
int scrolled_rows(Ui& ui, const RowsInSight& rows, Rect area, int by_keys = 0);
/// Rows to scroll by Page Down, negative by Page Up; 0 where neither was pressed.
int paged_rows(Ui& ui, const RowsInSight& rows, bool shift);
void card_row(Ui& ui, Shell& shell, Rect area, CardPlaces places);
/// The list of cards that share the last place, over the window; the shell draws it while it is
/// open.
void card_menu(Ui& ui, Shell& shell, Rect window, CardPlaces places);
/// The choice of times in the head of a card of times. It ends at `right`; returns its width, 0
/// where there is no room or nothing to choose. Not `pressed`: only the words.
float times_choice(Ui& ui, Shell& shell, const View& view, Point right, float room,
                   bool pressed = true);
/// The list of that choice, over the window; the shell draws it while it is open.
void times_choice_menu(Ui& ui, Shell& shell, Rect window);
/// The list of the last settings that ran, with their results; a click goes back to one, as undo
/// does.
void history_menu(Ui& ui, Shell& shell, Rect window);
void open_history(Shell& shell);

/// Reads the choice of times from a line of state, and writes it to one.
void choose_times(Session& session, const lab::State& state);
void tell_times(const Session& session, lab::State& state);
/// Shows the next card of the last place, or the one before (`by` -1).
void next_card(Shell& shell, int by);
void status_strip(Ui& ui, Shell& shell, Rect area);
/// The strip's words on the GPU: its name, a shorter name, and more details.
struct DeviceWords {
    std::string name, short_name, more;
};
// The state of the GPU: nobody asked, the program is looking, it is here, it fails, there is none.
enum class GpuKnown : std::uint8_t { not_asked, looking, here, fails, none };
/// `gpu`: the GPU's name where one is here.
DeviceWords words_of_device(const lab::Run* timed, const std::string& gpu, GpuKnown known);
/// The run whose verdict the strip shows. A result that the GPU just computed, at the size asked
/// for, comes before a simulated one; a fault or a difference comes before both.
const lab::Run* run_to_judge(const lab::Run* counted, const lab::Run* timed);
void reading_sheet(Ui& ui, Shell& shell, Rect window);
/// Opens the reading sheet, except during a hunt, whose bugs it would tell.
void show_reading(Shell& shell);
void help_sheet(Ui& ui, Shell& shell, Rect window);
/// The help sheet's glossary: the words that contain the typed letters.
void words_page(Ui& ui, Shell& shell, Rect page);
/// One view with its head, as a figure for slides; `of_change`: with the sentence on the last
/// change.
void figure(Ui& ui, Shell& shell, const View& view, Rect area, bool of_change);
void figure_card(Ui& ui, Shell& shell, const View& view, Rect area);
/// The caption below a figure, which has no window around it: lesson, kernel, settings, source of
/// the numbers. Cuts its row off `area`.
void figure_caption(Ui& ui, Shell& shell, const View& view, Rect& area);
/// The code pane's body while the file does not compile.
void compiler_words(Ui& ui, Shell& shell, Rect area, const lab::FileNews& news);
void open_sheet(Ui& ui, Shell& shell, Rect window);
/// Opens the open sheet, with `path` typed in.
void show_open_sheet(Shell& shell, const std::string& path = {});
/// In place of everything, where the window is too small.
void too_small(Ui& ui, Rect window);
/// The notice over the strip: what was just done, or cannot be done.
void notice_pill(Ui& ui, const Shell& shell, const Frame& frame);
/// The card of a lesson's first question; the shell draws it while it is open.
void prediction_card(Ui& ui, Shell& shell, const Frame& frame);
/// In place of the cards, which would answer the question.
void locked_cards(Ui& ui, const Shell& shell, Rect area);
/// Scrolls the code pane to the lines that cause a counter; -1: none, and the pane stays as it is.
void mark_lines_of(Shell& shell, int counter);
void change_sheet(Ui& ui, Shell& shell, Rect window);
void show_change_sheet(Shell& shell);
/// Whether a lesson's kernel is shown, which can be copied to a file.
bool can_be_changed(const Shell& shell);

}  // namespace app

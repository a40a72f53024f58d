// The window's shell: all that a person sees and does, without the window itself. One frame reads
// an Input, edits the session, moves the cursor and draws on any Canvas. The window, shots and
// tests drive it.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/frame.h"
#include "app/live.h"
#include "app/playback.h"
#include "app/search/lesson_search.h"
#include "app/session.h"
#include "app/shell/host_code.h"
#include "app/shell/hunt.h"
#include "app/shell/keeping.h"
#include "app/shell/lesson_text.h"
#include "app/shell/own_kernel.h"
#include "app/shell/prediction.h"
#include "app/shell/printed_lines.h"
#include "app/shell/sheets.h"
#include "app/view.h"
#include "app/widgets/menu.h"
#include "app/widgets/ui.h"
#include "lab/json/settings_file.h"
#include "lab/requests/state_line.h"

namespace app {

constexpr int scale_least = 75, scale_most = 300;  // percent

// The user's choices about the program, saved between starts.
struct Look {
    Tone tone = Tone::dark;
    int scale_percent = 100;         // percent of the display's own scale
    std::optional<Density> density;  // nullopt: by the size of the window
    bool reduced_motion = false;
    bool predict = true;              // a lesson asks when it opens first
    std::array<PaneWidths, 4> panes;  // by Mode
    bool operator==(const Look&) const = default;
};

// A frame's requests to the window.
struct Wishes {
    double wait = 1e9;  // seconds until the next frame is due without an input
    Pointer pointer = Pointer::arrow;
    bool toggle_full_screen = false;
    bool close = false;
    std::string copy;             // to the clipboard
    std::optional<Keeping> keep;  // picture, numbers or run to save
    bool stop_keeping = false;
    bool start_gpu = false;  // after its loss: in a new process, with what is shown
};

// The texts of the code pane.
enum class CodeTab : std::uint8_t { cuda, ptx, host, printed };

class Shell;

// What a frame of the shell consists of: the regions above it, and their keys.
struct Regions {
    void (*draw)(Ui& ui, Shell& shell, const Frame& frame);
    bool (*run_key)(Shell& shell, const Stroke& stroke);  // false where the key has no command
};

class Shell {
public:
    explicit Shell(lab::Worker::Mode mode, std::function<void()> wake = {});

    Session session;
    Playback playback;
    Look look;
    UiState ui_state;
    Slot slot = Slot::warp;
    std::map<Slot, std::string> view_of_slot;  // the user's choice where a slot has several
    bool home = false;  // every kernel of the lesson is shown in place of the stage
    bool help = false, reading = false, source_open = false, controls_open = false,
         results_open = false;
    Hunt hunt;
    Menu menu;                  // the open list
    LessonSearch search;        // of the list of lessons
    bool kernel_chord = false;  // K was pressed; a digit follows
    std::string card_shown;     // id of the card chosen for the last place
    int counter = -1;  // marked in the code pane: the chosen one, and below it that under the mouse
    int counter_hovered = -1;
    std::pair<int, const lab::Run*> cause_brought{-1, nullptr};  // counter and run last scrolled to
    std::map<std::string, Zoom> zooms;     // zooms of plots, by card; reset with the subject
    std::map<std::string, int> card_rows;  // first visible row, by card; reset with the subject
    std::map<std::string, RowsInSight> rows_in_sight;  // of cards of rows, from the last frame
    std::string card_pointed;                          // id of the card with the mouse or the focus
    std::string card_pointed_before;                   // from the last frame
    CardPlaces card_places;                            // from the last frame
    float rail_scroll = 0, reading_scroll = 0, help_scroll = 0;
    bool help_words = false;   // the help sheet shows the glossary, not the keys
    std::string help_filter;   // typed filter of its keys or words
    bool help_chosen = false;  // the whole filter is selected: typing replaces it
    OwnKernel own;             // the user's file, on the stage or soon
    OpenSheet open_sheet;
    ReadingGoal reading_goal;
    ChangeSheet change_sheet;
    KeepSheet keep_sheet;
    std::string keeping;  // what is being saved slowly; empty: nothing
    Predictions predictions;
    int trouble_top = 1;      // first visible line of a file that does not compile
    LessonText text;          // the lesson's text, for the reading sheet
    HostCode host_code;       // the host code, for the code pane and as a file
    PrintedPane printed;      // what the kernel printed, for the code pane
    std::string manual_link;  // manual page of the PTX line under the mouse; empty: none
    /// The sentence over the strip, until a key, a click, or enough time to read it.
    std::string notice;
    Wishes wishes;
    std::string gpu_lost;              // why nothing is measured any more; empty: the GPU works
    bool may_start_gpu = false;        // the window can be opened anew
    std::unique_ptr<LiveSource> live;  // the window's source of live fields; nullptr: no GPU
    bool live_running = false;         // whether its launches go on

    /// A frame of `width` x `height` logical pixels. The whole window's: app/program/shell_frame.h.
    void frame(Canvas& canvas, const Input& input, float width, float height,
               const Regions& regions);

    /// One change back or forward; another subject opens where its stage was left.
    void undo() { go_in_history(false); }
    void redo() { go_in_history(true); }
    /// Undo or redo up to this place in Undo::all().
    void go_to_place(std::size_t place);
    void open_lesson(const lab::Lesson& lesson);
    void open_subject(std::shared_ptr<const lab::Subject> subject);
    /// Restores a line of state; false and a notice where it cannot be read.
    bool restore(const std::string& line);
    void take_up(const lab::State& state);
    std::string state_line() const;
    /// state_line(), the picture on the stage and what stands beside it: enough for a new window to
    /// open as this one is.
    std::string whole_line() const;
    /// Writes kernel and host code of these settings as a program; a notice says where, or why not.
    void export_program();
    /// Shows the program that calls a library beside the kernels, in the code pane.
    void show_program_of(const std::string& library);
    /// The texts of the code pane that there are, in the order of their tabs.
    std::vector<CodeTab> code_tabs() const;
    CodeTab code_tab() const;
    void show_code(CodeTab tab);
    /// Shows the next text of the code pane. Where the pane folds away, it closes after the last.
    void next_code();
    /// Adds a sentence to the notice, unless it has it already.
    void tell(const std::string& words);
    /// Takes the session's result now, for pictures. Without `keep_step`, goes to the step that
    /// shows most on the stage, or in the view `alone`.
    void settle(bool keep_step, const View* alone = nullptr);
    /// Opens the picture and the step that the run is about, whatever the user chose before.
    void open_anew();
    /// To the next step (1) or the previous one (-1) with weight in the stage's view; wraps at an
    /// end of the run and says so.
    void next_worth(int direction);
    /// Takes saved values. For each value that cannot be used, a notice names its replacement.
    void read(const lab::Preferences& values);
    /// Restores the saved line of state, after read(). One notice names what neither could use.
    bool restore_last(const std::string& line);
    /// Takes up the saved history, after restore_last(): undo continues where it was.
    void take_up_history(const lab::Preferences& values);
    lab::Preferences preferences() const;

    /// The work in progress: a compilation, or the worker's request.
    lab::Progress progress() const;
    /// Stops that work; what is shown stays.
    void cancel();
    /// The views of a slot that fit the picture.
    const std::vector<const View*>& stage_views(Slot of) const;
    const View* stage_view() const;  // nullptr where nothing fits
    /// Shows the slot's next picture, or with -1 the one before.
    void next_picture(int by = 1);
    /// Changes the scale by `by` percent of the display's own. Stops where the stage would have no
    /// room for a picture; a notice then says so.
    void rescale(int by);
    /// Switches to the projector's density, or back to the one for the window's size.
    void toggle_projector();
    /// Whether a lesson stands at its presets, and its stage shows a view that explains words or is
    /// about to show its first picture.
    bool introduces() const;
    const LivePicture& live_picture() const { return live_picture_; }
    bool shows_live() const { return live && stage_view() && stage_view()->needs.live; }
    std::vector<const View*> cards() const;
    /// Whether the stage takes the cards' room: for two pictures, or for a program to read.
    bool stage_needs_room() const { return session.in_step() || hunt.hides(session); }
    /// Whether counts, pictures and verdicts must stay hidden: during a question or a hunt.
    bool hides() const { return predictions.hides() || hunt.hides(session); }
    /// Calls `use` with the context of views; does nothing while there is no result.
    void with_context(const Metrics& metrics, const std::function<void(const DrawContext&)>& use);
    /// Whether an answer is so late (150 ms) that the screen should say so.
    bool waits() const { return waiting_since_ >= 0 && last_time_ - waiting_since_ >= patience; }
    /// Why a value of a knob cannot run; empty where it can. Cached for the current settings.
    const std::string& refusal_of(const lab::Knob& knob, std::int64_t value);

private:
    // The state of a subject's stage when it was left.
    struct StagePlace {
        Slot slot;
        std::map<Slot, std::string> view_of_slot;
        Cursor cursor;
        bool home = false;
    };
    void keep_place();
    lab::State state() const;
    void stand_as(const lab::State& state);
    void enter(const lab::Subject& subject);
    void go_in_history(bool again);
    void take_results();
    void choose_slot();
    void see_kernel(const lab::Settings& shown);
    void open_at_most(const View* view);
    void run_live();
    void note_waiting(Ui& ui);
    void end_notice(Ui& ui);
    void run_shortcuts(Ui& ui, const Frame& frame, const Regions& regions);

    struct Fitting {
        std::shared_ptr<const lab::Run> run;
        bool live = false;
        const View* about = nullptr;  // the view that the run is about
        std::array<std::vector<const View*>, slot_count> of_slot;
    };
    mutable Fitting fitting_;
    int seen_generation_ = 0;
    const lab::Run *seen_picture_ = nullptr, *seen_beside_ = nullptr, *seen_before_ = nullptr;
    std::optional<std::size_t> seen_launches_;  // number of launches of the last run
    std::optional<Slot> opened_slot_;           // slot chosen by the shell
    std::optional<const View*> opened_;         // the view whose step was chosen for this run
    bool saw_its_step_ = false;                 // in the last frame the picture showed its step
    std::map<std::string, StagePlace> places_;  // by the subject's id
    std::string seen_subject_;                  // its id: a step is kept when the file changes
    static constexpr double patience = .15;
    bool code_folds_ = false;  // the code is a drawer or folds: C closes it too
    bool pumped_;              // no worker thread: a compilation may block
    double last_time_ = -1, waiting_since_ = -1;
    std::string noticed_;                         // the notice of the last frame
    double noticed_since_ = -1;                   // its time
    int seen_rung_ = 0;                           // rung of the last shown run
    float window_height_ = 0, window_width_ = 0;  // of the last frame, in the density's unit
    lab::Settings reasons_for_;
    std::map<std::pair<std::string, std::int64_t>, std::string> reasons_;
    LivePicture live_picture_;
    float live_due_ = 0;       // fraction of the next launch
    bool live_shown_ = false;  // in the frame before
};

}  // namespace app

// The window's shell: all that a person sees and does, without the window itself. One frame reads
// an Input, edits the session, moves the cursor and draws on any Canvas; main.cpp, shots and tests
// all drive this.
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
#include "app/regions/host_code.h"
#include "app/regions/hunt.h"
#include "app/regions/keep_sheet.h"
#include "app/regions/lesson_text.h"
#include "app/regions/open_sheet.h"
#include "app/regions/own_kernel.h"
#include "app/regions/prediction.h"
#include "app/session.h"
#include "app/view.h"
#include "app/widgets/menu.h"
#include "app/widgets/ui.h"
#include "lab/requests/state_line.h"
#include "lab/settings_file.h"

namespace app {

constexpr int scale_least = 75, scale_most = 300;  // percent

// What a person chose about the program; kept between starts.
struct Look {
    Tone tone = Tone::dark;
    int scale_percent = 100;         // of the display's own scale
    std::optional<Density> density;  // by the size of the window where none is chosen
    bool reduced_motion = false;
    bool predict = true;              // a lesson that opens for the first time asks before it shows
    std::array<PaneWidths, 4> panes;  // by Mode
    bool operator==(const Look&) const = default;
};

// What a frame asks of the window.
struct Wishes {
    double wait = 1e9;  // seconds until the next frame is due without an input
    Pointer pointer = Pointer::arrow;
    bool toggle_full_screen = false;
    bool close = false;
    std::string copy;             // to the clipboard
    std::optional<Keeping> keep;  // a picture, numbers, a run
    bool stop_keeping = false;
    bool start_gpu = false;  // that is lost: in another process, with what is shown
};

class Shell {
public:
    explicit Shell(lab::Worker::Mode mode, std::function<void()> wake = {});

    Session session;
    Playback playback;
    Look look;
    UiState ui_state;
    Slot slot = Slot::warp;
    std::map<Slot, std::string> view_of_slot;  // chosen where a slot has several
    bool home = false;  // every kernel of the lesson stands in place of the stage
    bool help = false, reading = false, source_open = false, controls_open = false,
         results_open = false;
    Hunt hunt;
    Menu menu;                  // the list that hangs open
    bool kernel_chord = false;  // K was pressed, a digit follows
    std::string card_shown;     // id of the card that was chosen for the last place
    int counter = -1;           // whose lines the code pane marks: as chosen, and under the mouse
    int counter_hovered = -1;
    std::pair<int, const lab::Run*> cause_brought{-1, nullptr};  // a counter, and in which run
    std::map<std::string, Zoom> zooms;     // of plots, by card; each subject's own
    std::map<std::string, int> card_rows;  // the first in sight, by card; each subject's own
    std::map<std::string, RowsInSight> rows_in_sight;  // of cards of rows, of the last frame
    std::string card_pointed;         // id of the card that has the mouse, or the keyboard's focus
    std::string card_pointed_before;  // of the last frame
    CardPlaces card_places;           // of the last frame
    float rail_scroll = 0, reading_scroll = 0, help_scroll = 0;
    bool help_words = false;   // the sheet of help shows the glossary, not the keys
    std::string help_filter;   // letters that its keys or words have
    bool help_chosen = false;  // all of them: what is typed takes their place
    OwnKernel own;             // somebody's file, on the stage or about to be
    OpenSheet open_sheet;
    ChangeSheet change_sheet;
    KeepSheet keep_sheet;
    std::string keeping;  // what is being kept, which takes a while; empty: nothing
    Predictions predictions;
    int trouble_top = 1;      // first line of a file that does not compile, as it is shown
    LessonText text;          // of the lesson, for the reading sheet
    HostCode host_code;       // the host's side, for the code pane and as a file
    std::string manual_link;  // of the PTX line under the mouse; empty where none is
    /// Over the strip at the foot, until a key, a click, or time enough to read it.
    std::string notice;
    Wishes wishes;
    std::string gpu_lost;              // why nothing is measured any more; empty where it is not so
    bool may_start_gpu = false;        // whoever runs the window can open it anew
    std::unique_ptr<LiveSource> live;  // the window's, where there is a GPU
    bool live_running = false;         // never by itself: Play starts it

    /// Draws a frame of `width` x `height` logical pixels.
    void frame(Canvas& canvas, const Input& input, float width, float height);

    /// One change back, or on again: into another subject, to where its stage was left.
    void undo() { go_in_history(false); }
    void redo() { go_in_history(true); }
    /// As many steps of either as it takes to a place of Undo::all().
    void go_to_place(std::size_t place);
    void open_lesson(const lab::Lesson& lesson);
    void open_subject(std::shared_ptr<const lab::Subject> subject);
    /// Takes up a line of state; false and a notice where it can't be read.
    bool restore(const std::string& line);
    void take_up(const lab::State& state);
    std::string state_line() const;
    /// That, the picture on the stage and what stands beside: what another window opens as this one
    /// was.
    std::string whole_line() const;
    /// Writes kernel and host of these settings as a program; a notice says where, or why not.
    void export_program();
    /// The next of CUDA, PTX and host in the code pane.
    /// CUDA, PTX, host, and CUDA again; behind the host code where it folds away, it closes.
    void next_code();
    /// Takes the session's result now, for pictures; where no step was asked for, goes to the one
    /// that shows most on the stage, or in a view that is drawn alone.
    void settle(bool keep_step, const View* alone = nullptr);
    /// In the picture and at the step that the run is about, whatever somebody chose before.
    void open_anew();
    /// To the next step (1), or the one before (-1), at which something of what the stage shows
    /// happens; over an end of the run with a word.
    void next_worth(int direction);
    /// Takes up what was kept; a notice says of each value that can't be used what is used instead.
    void read(const lab::Preferences& values);
    /// restore() of what was kept, after read(): both are told in one notice.
    bool restore_last(const std::string& line);
    /// What was kept of the changes that led there, after it: undo goes on where it was.
    void take_up_history(const lab::Preferences& values);
    lab::Preferences preferences() const;

    /// What is worked at: a compilation, or the worker's request.
    lab::Progress progress() const;
    /// Ends it; what is shown stays.
    void cancel();
    /// Views of a slot that have something to show of the picture.
    const std::vector<const View*>& stage_views(Slot of) const;
    const View* stage_view() const;  // nullptr where nothing fits
    /// Where the slot has several pictures: the one after that which is shown, or with -1 before
    /// it.
    void next_picture(int by = 1);
    /// Larger or smaller letters, in percent of the display's own; no larger than leaves the stage
    /// room for a picture: then a notice says so.
    void rescale(int by);
    /// Density of the projector, or back to what the window's size asks for.
    void toggle_projector();
    /// Whether the stage shows what words mean, or is about to show its first picture, of a lesson
    /// in which nothing is turned yet.
    bool introduces() const;
    const LivePicture& live_picture() const { return live_picture_; }
    bool shows_live() const { return live && stage_view() && stage_view()->needs_live; }
    std::vector<const View*> cards() const;
    /// For two pictures, or for a program that is read.
    bool stage_needs_room() const { return session.in_step() || hunt.hides(session); }
    /// Whether counts, pictures and verdicts must not be seen: somebody guesses, or hunts.
    bool hides() const { return predictions.hides() || hunt.hides(session); }
    /// Calls `use` with what views draw from; does nothing while there is no result.
    void with_context(const Metrics& metrics, const std::function<void(const DrawContext&)>& use);
    /// Whether an answer has been awaited for so long (150 ms) that the screen should say so.
    bool waits() const { return waiting_since_ >= 0 && last_time_ - waiting_since_ >= patience; }
    /// Why each value of a knob can't run, by value: worked out once for each settings.
    const std::string& refusal_of(const lab::Knob& knob, std::int64_t value);

private:
    // What the stage of a subject showed when it was left.
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
    void tell(const std::string& words);
    void end_notice(Ui& ui);
    void draw_regions(Ui& ui, const Frame& frame);
    void run_shortcuts(Ui& ui, const Frame& frame);

    struct Fitting {
        std::shared_ptr<const lab::Run> run;
        bool live = false;
        const View* about = nullptr;  // which the run is about
        std::array<std::vector<const View*>, slot_count> of_slot;
    };
    mutable Fitting fitting_;
    int seen_generation_ = 0;
    const lab::Run *seen_picture_ = nullptr, *seen_beside_ = nullptr, *seen_before_ = nullptr;
    std::optional<std::size_t> seen_launches_;  // nullopt: of another subject
    std::optional<Slot> opened_slot_;    // the slot as the shell chose it; another: somebody did
    std::optional<const View*> opened_;  // the picture whose place was found in this run
    bool saw_its_step_ = false;          // the picture showed its own, in the last frame
    std::map<std::string, StagePlace> places_;  // by the subject's id
    std::string seen_subject_;  // its id: a place in the run outlives a change of the file
    static constexpr double patience = .15;
    bool code_folds_ = false;  // it has no pane of its own: C closes it, too
    bool pumped_;              // nobody waits for pictures: files are compiled while one does
    double last_time_ = -1, waiting_since_ = -1;
    std::string noticed_;                         // the notice of the last frame
    double noticed_since_ = -1;                   // when it came
    int seen_rung_ = 0;                           // of what was shown last
    float window_height_ = 0, window_width_ = 0;  // of the last frame, by the density's own unit
    lab::Settings reasons_for_;
    std::map<std::pair<std::string, std::int64_t>, std::string> reasons_;
    LivePicture live_picture_;
    float live_due_ = 0;  // launches that are due, in parts
};

}  // namespace app

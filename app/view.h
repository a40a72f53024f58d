// A view is one picture: a function of a run and a cursor. Each registers itself from its own file
// in app/views/.
#pragma once

#include <any>
#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/badge.h"
#include "app/draw/canvas.h"
#include "app/draw/metrics.h"
#include "app/note.h"
#include "lab/place.h"
#include "lab/run.h"

namespace app {

// The viewer's place in a run and in the motion between two steps. Playback moves only this.
struct Cursor : lab::Place {
    float fraction = 1;     // of the step's motion, 0..1
    int code_top = -1;      // first visible line of the code pane; -1: as code_line says
    int code_line = 0;      // the line kept in sight there; 0: the running one
    Point mouse{-1, -1};    // logical; outside the view: negative
    bool guessing = false;  // a question is open: counts are hidden
    bool hunting = false;   // a hunt is on: the running line would tell the bug
    int pointed = 0;        // in a hunt: the kernel line named by the user
    int asked = -1;         // kernel of the question, where not the shown one; -1: none
    int counter = -1;       // of simulator::counter_names(): marked in the code pane
    int scrolled = 0;       // rows of the stage scrolled down from the step's own place

    /// Moves the code pane back to the running line.
    void follow_code() { code_top = -1, code_line = 0; }
};

// Two in step: the result beside the drawn run, and its cursor.
struct Beside {
    const lab::Result& result;
    const Cursor& cursor;
    bool leads = false;  // the scrubber belongs to it
};

class Series;       // app/series.h: counts and times of earlier results
struct TimeChoice;  // there, too
class Glides;       // app/draw/glides.h: animated numbers

// The visible part of a plot, in shares of the whole: left to right, top to bottom.
struct Zoom {
    double left = 0, right = 1, top = 0, bottom = 1;
    bool operator==(const Zoom&) const = default;
};

// The input of a picture.
struct DrawContext {
    const lab::Result& result;
    const Cursor& cursor;
    const Metrics& metrics;
    const Series& series;
    const struct LivePicture* live = nullptr;  // app/live.h: only for views that need it
    const lab::Result* before = nullptr;       // result before the last change
    std::span<const int> columns{};            // of the ledger, chosen by the user; empty: its own
    const Beside* beside = nullptr;            // the result in step with this one; nullptr: none
    Glides* glides = nullptr;                  // nullptr: no animation
    Zoom zoom{};                               // of the drawn card
    int first_row = -1;                        // of a card of rows, as scrolled; -1: not scrolled
    mutable std::any kept{};                   // a view's cache within this context

    /// The run that pictures show: nothing is drawn before there is one.
    const lab::Run& picture() const { return *result.picture; }
};

// Special entries in a list of kernels: the result before the last change, and the shown kernel's
// other version (lab::Versions).
constexpr int before_column = -1, version_column = -2;

// A place where a picture answers the mouse: its tooltip, and the action of a click: take these
// settings, or one of the actions below.
struct Spot {
    Rect area;
    std::string words;
    std::optional<lab::Settings> settings{};
    int column = -1;             // of a table: a click changes this column
    std::vector<int> columns{};  // the present columns: kernels, or special entries
    int axis = -1;               // of a map: a click changes its knob; 0 across, 1 down
    int counter = -1;            // of simulator::counter_names(): a click marks its lines
    /// The step that a click goes to; -1: none. On the stage, where a click chooses lanes and
    /// values, a double click or Shift and click. Called only then.
    std::function<int()> step{};
    Rect keep{};            // the tooltip must not cover this area
    std::string copies{};   // a click copies this; empty: nothing
    int row = -1;           // of a card of rows: a click scrolls to this row
    std::string library{};  // a click shows the program that calls this library, by its id
    /// A click watches this block; `step` is then a step of it.
    std::optional<std::uint64_t> watch{};
};

// The place of a view: on the stage, by thread, warp or memory; a card; the code pane; a lesson's
// home, in place of the stage.
enum class Slot : std::uint8_t { thread, warp, memory, card, code, home };
constexpr std::size_t slot_count = 6;
constexpr bool on_stage(Slot slot) { return slot < Slot::card; }

// The stage's slots: for the switch in the top bar, the keys 1, 2, 3, and the tour.
struct StageSlot {
    Slot slot;
    std::string_view name;
};
constexpr std::array<StageSlot, 3> stage_slots{
    {{Slot::thread, "Thread"}, {Slot::warp, "Warp"}, {Slot::memory, "Memory"}}};

// The visible rows of a picture that has more rows than fit.
struct RowsInSight {
    int first = 0, shown = 0, all = 0;
    bool operator==(const RowsInSight&) const = default;
};

/// A text of a view, from what is drawn.
using Told = std::function<std::string(const DrawContext&)>;

// The badge of a view: always the same, or a function of what is drawn.
class ViewBadge {
public:
    ViewBadge(Badge kind) : kind_(kind) {}
    ViewBadge(Badge (*now)(const DrawContext&)) : now_(now) {}
    Badge operator()(const DrawContext& context) const { return now_ ? now_(context) : kind_; }
    /// Whether it depends on what is drawn, as on cards of times.
    bool varies() const { return now_; }
    bool is_always(Badge kind) const { return !now_ && kind_ == kind; }

private:
    Badge kind_ = Badge::none;
    Badge (*now_)(const DrawContext&) = nullptr;
};

// What the window says beside a view's picture. All optional.
struct ViewWords {
    /// Stage views: the claim (title) and one sentence for this cursor, filled from the run.
    Told claim = {}, sentence = {};
    /// Small words beside the card's title, or at the stage's badge: "one block of 256".
    std::function<Note(const DrawContext&)> note = {};
    /// Stage views that may show another run than the traced one: `note` tells the drawn size.
    bool note_has_size = false;
    ViewBadge badge = Badge::counted;
    /// Stage views: why a run may have nothing to show here, a sentence.
    std::string lacking = {};
};

// How a view's picture answers mouse and keyboard. All optional.
struct Pointing {
    /// Called for a press and while it is held and moves; may move the cursor. Returns whether it
    /// did.
    std::function<bool(const DrawContext&, Cursor&, Rect area, Point click)> click = {};
    /// The spot at a point of `area`; nullopt where nothing answers.
    std::function<std::optional<Spot>(const Canvas&, const DrawContext&, Rect area, Point)> spot =
        {};
    /// Cards of rows that answer clicks: all rows in reading order, so that the keyboard reaches
    /// each. Where `spot` is set too, these are the ones for the keyboard, and `spot` answers
    /// beside them.
    std::function<std::vector<Spot>(const Canvas&, const DrawContext&, Rect area)> spots = {};
    /// Stage views: a button drawn by the picture, with the settings it goes to; the keyboard
    /// reaches it too.
    std::function<std::optional<Spot>(const DrawContext&, Rect area)> offer = {};
    /// Where rows are out of sight: the visible ones. On the stage Cursor::scrolled moves them, on
    /// a card DrawContext::first_row.
    std::function<RowsInSight(const Canvas&, const DrawContext&, Rect area)> rows = {};
    /// Cards whose axes can be zoomed: the area of the plot; empty where there is none.
    std::function<Rect(const Canvas&, const DrawContext&, Rect area)> plot = {};
};

// Other settings whose results a view compares with the shown ones: a function of those, or also of
// the choice of times.
class NeededSettings {
public:
    using Of = std::vector<lab::Settings>(const lab::Settings&);
    using OfChoice = std::vector<lab::Settings>(const lab::Settings&, const TimeChoice&);
    NeededSettings() = default;
    NeededSettings(Of* of) : of_(of) {}
    NeededSettings(OfChoice* of) : of_choice_(of) {}
    explicit operator bool() const { return of_ || of_choice_; }
    std::vector<lab::Settings> operator()(const lab::Settings& shown,
                                          const TimeChoice& choice) const {
        return of_ ? of_(shown) : of_choice_(shown, choice);
    }
    /// With the usual choice.
    std::vector<lab::Settings> operator()(const lab::Settings& shown) const;

private:
    Of* of_ = nullptr;
    OfChoice* of_choice_ = nullptr;
};

// What a view needs beside the result that it shows.
struct ViewNeeds {
    /// app::wanted() asks all cards. Optional.
    NeededSettings settings = {};
    bool times_only = false;  // only times of those settings; else counts
    /// Only recorded times of those settings; a GPU here measures all of them. Nothing is simulated
    /// for this card.
    bool recorded_only = false;
    bool on_request = false;  // nothing is timed for this card before the user asks for it
    /// The knobs that differ among its settings, where one of these is the fastest: a search may
    /// find it. Optional.
    std::vector<const lab::Knob*> (*searched)(const lab::Settings&, const TimeChoice&) = nullptr;
    /// Settings whose counts stand for the result before (`before`), beside the present one.
    /// Optional.
    std::function<std::vector<lab::Settings>(const lab::Settings& now, const lab::Settings& before)>
        of_before = {};
    /// Offered only where the shell has a source of live fields; the view then has live_transport()
    /// in place of the transport.
    bool live = false;
};

// The steps and runs that a stage view is about, and so where it opens (app/weights.h). All
// optional.
struct Interest {
    /// The weight of a step: how much of the view's subject happens there, from the trace; 0:
    /// nothing. The picture opens at the largest weight.
    std::function<double(const lab::Run&, int step)> weight = {};
    /// The weight of one warp's access at such a step: the picture opens with the heaviest warp.
    /// Without it, sectors, wavefronts and inactive lanes decide.
    std::function<double(const lab::Run&, const simulator::Event&)> of_event = {};
    /// Whether the view shows this step itself, not only steps far before or after it. A place that
    /// the user chose is kept in another run where this holds.
    std::function<bool(const simulator::Step&)> shows_step = {};
    /// The step at which the view opens regardless of weights, if any.
    std::function<std::optional<int>(const lab::Run&)> opens_at = {};
    /// The lane of this warp with which the picture opens at such a step; 0 without it.
    std::function<int(const lab::Run&, int step, int warp)> lane = {};
    /// The place of a step in the view's subject, as a number that two runs share, such as a plane
    /// of a field. Two in step open at a place that both have.
    std::function<int(const lab::Run&, int step)> place = {};
    std::string words = {};  // for steps with weight: "where lanes wait"
    bool of_waste = false;   // weight is waste: a better kernel has less of it
    /// The weights need a run of their own: computed when the view is shown, or for a run about it,
    /// not for each run.
    bool late = false;
    /// Whether this run is about the view's subject. The stage opens on the first such view, before
    /// the subject's own order, unless the user chose another.
    std::function<bool(const lab::Run&)> about = {};
};

struct View {
    std::string id;  // "data_flow": the name for `shot --view`
    std::string title;
    Slot slot = Slot::warp;
    int order = 0;  // among the views of its slot
    /// Whether it has something to show of this run.
    std::function<bool(const lab::Run&)> fits;
    /// Whether it only offers other settings, of which it has a picture. Optional.
    std::function<bool(const lab::Run&)> only_offers = {};
    /// Stage views: whether it explains the words of a question. The lesson's first question waits
    /// until the user leaves the view or changes a setting.
    bool introduces = false;
    /// Slow work that a frame should not wait for. The worker's thread calls it with each run:
    /// before the run is shown where this view is on the stage, after it elsewhere. Optional.
    std::function<void(const lab::Run&)> prepare = {};
    /// Draws into `area`, which is inside the card's padding and below its head (title, note,
    /// badge: drawn by the shell). Pure: the same arguments give the same marks.
    std::function<void(Canvas&, const DrawContext&, Rect area)> draw;
    /// The plotted numbers as CSV for spreadsheets; the head has units. Optional.
    Told numbers = {};
    ViewWords words = {};
    Pointing pointing = {};
    ViewNeeds needs = {};
    Interest interest = {};

    /// Whether it shows this run itself, not only an offer.
    bool shows(const lab::Run& run) const {
        return (!fits || fits(run)) && !(only_offers && only_offers(run));
    }
};

struct RegisterView {
    explicit RegisterView(View view);
};
std::span<const View* const> views();
const View* find_view(std::string_view id);
/// The first view of this slot, or nullptr.
const View* find_view(Slot);

}  // namespace app

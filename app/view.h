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

class Series;  // app/series.h: counts and times of earlier results
class Glides;  // app/draw/glides.h: animated numbers

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
    int counter = -1;            // of simulator::counter_names(): a click marks its lines
    /// The step that a click goes to; -1: none. On the stage, where a click chooses lanes and
    /// values, a double click or Shift and click. Called only then.
    std::function<int()> step{};
    Rect keep{};           // the tooltip must not cover this area
    std::string copies{};  // a click copies this; empty: nothing
    int row = -1;          // of a card of rows: a click scrolls to this row
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

struct View {
    std::string id;  // "data_flow": the name for `shot --view`
    std::string title;
    Slot slot = Slot::warp;
    /// Whether it has something to show of this run.
    std::function<bool(const lab::Run&)> fits;
    /// Whether it only offers other settings, of which it has a picture. Optional.
    std::function<bool(const lab::Run&)> only_offers = {};
    /// Slow work that a frame should not wait for. The worker's thread calls it with each run:
    /// before the run is shown where this view is on the stage, after it elsewhere. Optional.
    std::function<void(const lab::Run&)> prepare = {};
    /// Stage views: the claim (title) and one sentence for this cursor, filled from the run.
    std::function<std::string(const lab::Run&, const Cursor&)> claim = {}, sentence = {};
    /// The same for views that may show another run than the traced one. Where they are set, they
    /// replace `claim` and `sentence`, and `note` tells the drawn size.
    std::function<std::string(const DrawContext&)> claim_now = {}, sentence_now = {};
    /// Draws into `area`, which is inside the card's padding and below its head (title, note,
    /// badge: drawn by the shell). Pure: the same arguments give the same marks.
    std::function<void(Canvas&, const DrawContext&, Rect area)> draw;
    /// Called for a press and while it is held and moves; may move the cursor. Returns whether it
    /// did. Optional.
    std::function<bool(const DrawContext&, Cursor&, Rect area, Point click)> click = {};
    std::string badge = "counted";
    int order = 0;  // order among the views of its slot
    /// For cards with a variable badge: "measured", "recorded", "modelled", "counted" or "" (none
    /// yet). Replaces `badge` where it is set.
    std::function<std::string(const DrawContext&)> badge_now = {};
    /// Small words beside the card's title, or at the stage's badge: "one block of 256". Optional.
    std::function<Note(const DrawContext&)> note = {};
    /// Cards: other settings whose results the card compares with these; app::wanted() asks all
    /// cards. Optional.
    std::function<std::vector<lab::Settings>(const lab::Settings&)> needs = {};
    bool needs_times_only = false;  // needs only times of those settings; else counts
    /// Needs only recorded times of those settings; a GPU here measures all of them. Nothing is
    /// simulated for this card.
    bool needs_recorded_only = false;
    /// Cards: settings whose counts stand for the result before (`before`), beside the present one.
    /// Optional.
    std::function<std::vector<lab::Settings>(const lab::Settings& now, const lab::Settings& before)>
        needs_of_before = {};
    /// The plotted numbers as CSV for spreadsheets; the head has units. Optional.
    std::function<std::string(const DrawContext&)> numbers = {};
    /// Offered only where the shell has a source of live fields; the view then has live_transport()
    /// in place of the transport.
    bool needs_live = false;
    /// The spot at a point of `area`; nullopt where nothing answers. Optional.
    std::function<std::optional<Spot>(const Canvas&, const DrawContext&, Rect area, Point)> spot =
        {};
    /// Stage views: a button drawn by the picture, with the settings it goes to; the keyboard
    /// reaches it too. Optional.
    std::function<std::optional<Spot>(const DrawContext&, Rect area)> offer = {};
    /// Cards of rows that answer clicks: all rows in reading order, so that the keyboard reaches
    /// each. Where `spot` is set too, these are the ones for the keyboard, and `spot` answers
    /// beside them.
    std::function<std::vector<Spot>(const Canvas&, const DrawContext&, Rect area)> spots = {};
    /// Stage views with rows out of sight: the visible ones; Cursor::scrolled moves them. Optional.
    std::function<RowsInSight(const DrawContext&, Rect area)> rows = {};
    /// Cards with rows out of sight: the visible ones; DrawContext::first_row moves them. Optional.
    std::function<RowsInSight(const Canvas&, const DrawContext&, Rect area)> card_rows = {};
    /// Cards whose axes can be zoomed: the area of the plot; empty where there is none. Optional.
    std::function<Rect(const Canvas&, const DrawContext&, Rect area)> plot = {};
    /// Stage views: the weight of a step: how much of the view's subject happens there, from the
    /// trace; 0: nothing. The picture opens at the largest weight (app/weights.h). Optional.
    std::function<double(const lab::Run&, int step)> weight = {};
    /// Stage views: whether the view shows this step itself, not only steps far before or after it.
    /// A place that the user chose is kept in another run where this holds. Optional.
    std::function<bool(const simulator::Step&)> is_of_it = {};
    /// The weight of one warp's access at such a step: the picture opens with the heaviest warp.
    /// Optional; without it, sectors, wavefronts and inactive lanes decide.
    std::function<double(const lab::Run&, const simulator::Event&)> weight_of = {};
    /// The step at which the view opens regardless of weights, if any. Optional.
    std::function<std::optional<int>(const lab::Run&)> opens_at = {};
    /// The lane of this warp with which the picture opens at such a step; 0 without it. Optional.
    std::function<int(const lab::Run&, int step, int warp)> opening_lane = {};
    /// The place of a step in the view's subject, as a number that two runs share, such as a plane
    /// of a field. Two in step open at a place that both have. Optional.
    std::function<int(const lab::Run&, int step)> place = {};
    std::string weighs = {};  // words for steps with weight: "where lanes wait"
    bool of_waste = false;    // weight is waste: a better kernel has less of it
    /// Stage views: whether this run is about the view's subject. The stage opens on the first such
    /// view, before the subject's own order, unless the user chose another. Optional.
    std::function<bool(const lab::Run&)> about = {};
    /// Its weights need a run of their own: computed when the view is shown, or for a run about it,
    /// not for each run.
    bool weighs_late = false;
    /// Stage views: whether it explains the words of a question. The lesson's first question waits
    /// until the user leaves the view or changes a setting.
    bool introduces = false;
    /// Stage views: why a run may have nothing to show here, a sentence. Optional.
    std::string lacking = {};

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

// A view is one picture: a function of a run and a cursor. It registers itself from its own file in
// app/views/.
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
#include "lab/place.h"
#include "lab/run.h"

namespace app {

// Where the viewer stands in a run, and in the motion between two places. Playback moves nothing
// else.
struct Cursor : lab::Place {
    float fraction = 1;     // of the step's motion, 0..1
    int code_top = -1;      // first line of the code pane; -1: as code_line says
    int code_line = 0;      // that is kept in sight there; 0: the running one
    Point mouse{-1, -1};    // logical; outside the view: negative
    bool guessing = false;  // somebody is asked for a number first: counts are not shown
    bool hunting = false;   // the same, for what is wrong: the running line would tell
    int pointed = 0;        // then: the line of the kernel that somebody says is wrong
    int asked = -1;    // kernel that the question is of, where it is not the shown one; -1: none
    int counter = -1;  // of simulator::counter_names(): the code pane says which lines cause it
    int scrolled = 0;  // rows of the stage, down from where the step would have them

    /// The code pane is at the running line again.
    void follow_code() { code_top = -1, code_line = 0; }
};

// Two in step: what stands beside the run that is drawn, and where it stands.
struct Beside {
    const lab::Result& result;
    const Cursor& cursor;
    bool leads = false;  // it has the scrubber
};

class Series;  // app/series.h: what earlier results left for the plots
class Glides;  // app/draw/glides.h: what moves to its place

// What of a plot is shown, in shares of the whole: from its left to its right, from its top to its
// bottom.
struct Zoom {
    double left = 0, right = 1, top = 0, bottom = 1;
    bool operator==(const Zoom&) const = default;
};

// All that a picture is made from.
struct DrawContext {
    const lab::Result& result;
    const Cursor& cursor;
    const Metrics& metrics;
    const Series& series;
    const struct LivePicture* live = nullptr;  // app/live.h: only for views that need it
    const lab::Result* before = nullptr;       // shown before the last change, for one change
    std::span<const int> columns{};  // of the ledger, as somebody chose them; empty: its own
    const Beside* beside = nullptr;  // in step with this; nullptr: it is drawn alone
    Glides* glides = nullptr;        // nullptr: everything stands where it goes
    Zoom zoom{};                     // of the card that is drawn
    int first_row = -1;              // of a card of rows, as somebody scrolled it; -1: nobody did
    mutable std::any kept{};         // what a view found out to draw, and is asked for again
};

// In a list of kernels: what was shown before the last change, and the shown kernel's other version
// (lab::LessonMore::versions).
constexpr int before_column = -1, version_column = -2;

// Where a picture answers the mouse: what lies there, in words, and what a click does: it takes
// settings up, or one of those below.
struct Spot {
    Rect area;
    std::string words;
    std::optional<lab::Settings> settings{};
    int column = -1;             // of a table: a click chooses what stands in this column
    std::vector<int> columns{};  // what stands in them now: kernels, or one of those above
    int counter = -1;            // of simulator::counter_names(): marks the lines that cause it
    /// The step that a click goes to, -1 where there is none. On the stage, where a click chooses
    /// lanes and values, a double click or one with Shift. Asked only then.
    std::function<int()> step{};
    Rect keep{};           // what else the words tell of: they do not cover it
    std::string copies{};  // a click brings this to the clipboard; empty: it does not
    int row = -1;          // of a card of rows: a click brings this one to its top
    /// A click watches this block, whose step `step` is then.
    std::optional<std::uint64_t> watch{};
};

// Where a view stands: on the stage, by thread, warp or memory; in the row of cards; in the pane of
// code; as a lesson's home, in place of the stage.
enum class Slot : std::uint8_t { thread, warp, memory, card, code, home };
constexpr std::size_t slot_count = 6;
constexpr bool on_stage(Slot slot) { return slot < Slot::card; }

// What the stage can be seen as: the switch in the top bar, the keys 1, 2, 3, the tour.
struct StageSlot {
    Slot slot;
    std::string_view name;
};
constexpr std::array<StageSlot, 3> stage_slots{
    {{Slot::thread, "Thread"}, {Slot::warp, "Warp"}, {Slot::memory, "Memory"}}};

// Of a picture that has more rows than its place shows.
struct RowsInSight {
    int first = 0, shown = 0, all = 0;
    bool operator==(const RowsInSight&) const = default;
};

struct View {
    std::string id;  // "data_flow": what `shot --view` takes
    std::string title;
    Slot slot = Slot::warp;
    /// Whether it has something to show of this run.
    std::function<bool(const lab::Run&)> fits;
    /// Whether what it shows of this run is only an offer: settings of which it has a picture.
    /// Optional.
    std::function<bool(const lab::Run&)> only_offers = {};
    /// What a frame should not wait for: called from the worker's thread with each run, before it
    /// is shown where this view is on the stage, after it elsewhere. Optional.
    std::function<void(const lab::Run&)> prepare = {};
    /// Stage views: the claim (title) and one sentence for this cursor, filled from the run.
    std::function<std::string(const lab::Run&, const Cursor&)> claim = {}, sentence = {};
    /// The same for views that may show another run than the traced one: where they are set they
    /// take the place of `claim` and `sentence`, and `note` says what size is drawn.
    std::function<std::string(const DrawContext&)> claim_now = {}, sentence_now = {};
    /// Draws into `area`, which is inside the card's padding, below its head (title, note, badge:
    /// the shell's). Pure: the same arguments give the same marks.
    std::function<void(Canvas&, const DrawContext&, Rect area)> draw;
    /// Where a press lands, and again while it is held and moves: may move the cursor. True where
    /// it did. Optional.
    std::function<bool(const DrawContext&, Cursor&, Rect area, Point click)> click = {};
    std::string badge = "counted";
    int order = 0;  // among views of its slot
    /// Cards whose badge depends on what there is: "measured", "recorded", "modelled", "counted" or
    /// "" (none yet). Where it is set it takes the place of `badge`.
    std::function<std::string(const DrawContext&)> badge_now = {};
    /// Small words beside the card's title, or at the stage's badge: "one block of 256". Optional.
    std::function<std::string(const DrawContext&)> note = {};
    /// Cards: other settings whose results it would compare with these; app::wanted() asks all
    /// cards. Optional.
    std::function<std::vector<lab::Settings>(const lab::Settings&)> needs = {};
    bool needs_times_only = false;  // of those settings; else their counts
    /// Of those settings only such as were recorded; where a GPU is, all: it measures them. None is
    /// simulated for this card.
    bool needs_recorded_only = false;
    /// Cards: settings that stand for what was shown before, the second, beside what is shown now:
    /// their counts. Optional.
    std::function<std::vector<lab::Settings>(const lab::Settings& now, const lab::Settings& before)>
        needs_of_before = {};
    /// What it plots, as CSV with a head that has units: for spreadsheets. Optional.
    std::function<std::string(const DrawContext&)> numbers = {};
    /// Offered only where the shell has a source of live fields, which then runs in place of the
    /// transport.
    bool needs_live = false;
    /// What lies at a point of `area`; nullopt where nothing answers. Optional.
    std::function<std::optional<Spot>(const Canvas&, const DrawContext&, Rect area, Point)> spot =
        {};
    /// Stage views: a button that its picture draws, with the settings that it goes to: the
    /// keyboard reaches it too. Optional.
    std::function<std::optional<Spot>(const DrawContext&, Rect area)> offer = {};
    /// Cards of rows that a click follows: all of them, in the order of reading, so that the
    /// keyboard reaches each. Where `spot` is set too: those that the keyboard reaches; it answers
    /// beside them.
    std::function<std::vector<Spot>(const Canvas&, const DrawContext&, Rect area)> spots = {};
    /// Stage views whose rows may be out of sight: which of them are shown; Cursor::scrolled moves
    /// them. Optional.
    std::function<RowsInSight(const DrawContext&, Rect area)> rows = {};
    /// Cards whose rows may be out of sight: which of them are shown; DrawContext::first_row moves
    /// them. Optional.
    std::function<RowsInSight(const Canvas&, const DrawContext&, Rect area)> card_rows = {};
    /// Cards whose axes can be zoomed: where the plot is; empty where there is none. Optional.
    std::function<Rect(const Canvas&, const DrawContext&, Rect area)> plot = {};
    /// Stage views: how much of what it shows happens at a step, from the trace; 0 where nothing
    /// of it does. The picture opens where that is most (app/weights.h). Optional.
    std::function<double(const lab::Run&, int step)> weight = {};
    /// Stage views: whether a step is one that it shows, where others have only what is long over
    /// or far ahead. A place that somebody chose is kept in another run where it is. Optional.
    std::function<bool(const simulator::Step&)> is_of_it = {};
    /// How much of it one warp's access has at such a step: the picture opens with the warp that
    /// has most. Optional; without it by sectors, wavefronts and lanes that are off.
    std::function<double(const lab::Run&, const simulator::Event&)> weight_of = {};
    /// At which step it opens whatever weighs, where it says one. Optional.
    std::function<std::optional<int>(const lab::Run&)> opens_at = {};
    /// Which lane of this warp the picture opens with at such a step; 0 without it. Optional.
    std::function<int(const lab::Run&, int step, int warp)> opening_lane = {};
    /// Where of what it shows a step is, by numbers that two runs share: a plane of a field. Of two
    /// in step it opens in a place that both have. Optional.
    std::function<int(const lab::Run&, int step)> place = {};
    std::string weighs = {};  // of steps that have weight: "where lanes wait"
    bool of_waste = false;    // what has weight is what a better kernel has less of
    /// Stage views: whether this run is about what it shows. The stage opens on the first such
    /// view, whatever the subject's own order says, unless somebody chose another. Optional.
    std::function<bool(const lab::Run&)> about = {};
    /// To weigh takes a run of its own: done when the view is shown, or where a run is
    /// about it, not for each run.
    bool weighs_late = false;
    /// Stage views: whether it shows what the words of a question mean. The lesson's first question
    /// waits until it is left, or something is turned.
    bool introduces = false;
    /// Stage views: why a run may have nothing to show as this one, a sentence. Optional.
    std::string lacking = {};

    /// Whether it has more of this run than an offer.
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

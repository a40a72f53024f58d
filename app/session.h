// The state of a window: the settings that controls edit, the shown result, and earlier ones.
// Controls change only `settings`. end_of_frame() turns a difference into a request; poll() takes
// the answers.
#pragma once

#include <atomic>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "app/filling.h"
#include "app/series.h"
#include "app/undo.h"
#include "lab/requests/worker.h"

namespace app {

struct View;

class Session {
public:
    explicit Session(lab::Worker::Mode mode, std::function<void()> wake = {});

    lab::Request request;  // the current request; controls edit request.settings
    lab::Settings& settings() { return request.settings; }
    const lab::Settings& settings() const { return request.settings; }
    /// The subject; nullptr before anything was opened.
    const lab::Subject* subject() const { return request.settings.subject.get(); }
    /// The subject's lesson; nullptr where it has none.
    const lab::Lesson* lesson() const { return request.settings.lesson(); }

    /// Opens a subject at its presets.
    void open(std::shared_ptr<const lab::Subject> subject);
    void open(const lab::Lesson& lesson) { open(lab::subject_of(lesson)); }
    void open(const lab::Request& asked) { request = asked; }

    /// Sets the view on the stage: the next run prepares its picture first.
    void look_at(const View* view) { looked_at_ = view; }
    /// Submits changed settings; while `dragging`, a whole drag stays one step of undo.
    void end_of_frame(bool dragging);
    /// Takes the worker's answers; true where the screen has to change.
    bool poll();
    /// Takes new samples of the same settings.
    void run_again();
    void undo() { go_in_history(&Undo::undo); }
    void redo() { go_in_history(&Undo::redo); }
    bool can_undo() const { return undo_.can_undo(); }
    bool can_redo() const { return undo_.can_redo(); }
    const Undo& history() const { return undo_; }
    /// The present state for undo, which redo comes back to.
    Undo::State present() const { return {request, series_.choice, beside_}; }
    /// Sets the history after a start, the nearest state last.
    void take_up_history(const std::vector<lab::Request>& earlier);
    /// A remembered complete result of a request; nullptr where there is none.
    const lab::Result* seen(const lab::Request& of) const { return remembered(of).get(); }
    /// Stops the current work; the shown result stays.
    void cancel();
    /// Without threads: works for about this time. True while there is more to do.
    bool pump(double milliseconds);
    /// In pumped mode: works until the request is answered in full, then on the requests that cards
    /// lack, each of cost at most `card_cost` lane-instructions, at most `most_cards` of them. For
    /// pictures and tests.
    void complete(double card_cost = 0, std::size_t most_cards = 0);
    /// complete() for everything that one card's picture needs.
    void count_for(const View* card);

    /// The last result that was not refused; nullptr before the first.
    const std::shared_ptr<const lab::Result>& shown() const { return shown_; }
    /// The result before the last change of settings, of the same lesson or file; nullptr where
    /// there was none. A drag is one change.
    const lab::Result* before() const;
    /// Kernels that the user chose for the ledger, or columns of view.h; their missing counts are
    /// computed too.
    const std::vector<int>& columns() const { return columns_; }
    void choose_columns(std::vector<int> columns);

    /// Gets all times that a card lacks, whatever they cost, one after the other. A change to
    /// settings that the card does not compare ends it.
    void fill(const View& card, FillGoal goal = FillGoal::all);
    void stop_filling();
    /// How far it is; nullopt while nothing is filled.
    std::optional<FillProgress> filled() const;
    /// The result of a search, once; nullopt: none has ended since.
    std::optional<FoundBest> take_found() { return filling_.take_found(); }
    /// Whether cards have all that they get unasked.
    bool rests() const { return asked_.cards_fed && !worker_.progress().busy; }

    /// Chooses the times that cards show.
    void choose_times(const TimeChoice& choice);
    /// The ratio of the shown result to another, both timed in turns; nullptr while not known.
    const lab::Alternation* in_turns(const lab::Result* other) const;

    // --- two in step: a second result beside the shown one
    /// Puts another kernel beside it, at the same settings as the shown one.
    void stand_beside(int rung);
    /// Puts fixed settings beside it.
    void stand_beside(const lab::Request& other);
    /// Puts the other version beside it, in lessons of programs with and without a bug.
    void stand_beside_version();
    void stand_alone();
    bool in_step() const { return beside_.any(); }
    /// Whether the result beside is a kernel of the ladder at the shown settings.
    bool follows() const { return beside_.rung.has_value(); }
    /// The request of the result beside, also while it is not there yet.
    lab::Request beside_request() const;
    /// The result beside, as far as it is known; nullptr before.
    const lab::Result* beside() const;
    /// The run of the picture beside; nullptr where there is none.
    const lab::Run* picture_beside() const {
        const lab::Result* other = in_step() ? beside() : nullptr;
        return other ? other->picture.get() : nullptr;
    }
    /// Forgets the result before: no ghost, no sentence on a change.
    void forget_before();
    /// Compares the requested settings with `other` in place of the result before; nullopt: with
    /// nothing.
    void set_against(const std::optional<lab::Settings>& other);
    /// Drops the shown result of another subject: its numbers must not appear under this subject's
    /// name.
    void forget_others();
    /// The run of the pictures; nullptr where there is none.
    const lab::Run* picture() const { return shown_ ? shown_->picture.get() : nullptr; }
    /// The most exact run: of the requested size, else the picture's.
    const lab::Run* counted() const;
    const std::optional<lab::Refusal>& refusal() const { return asked_.refusal; }
    /// Whether the shown result was not requested: the lesson's first settings, in place of a
    /// launch refused at once.
    bool stands_in() const { return shown_ && stand_in_ && shown_->request == *stand_in_; }
    /// Why the last request got no answer, one sentence; empty where it got one.
    const std::string& problem() const { return asked_.problem; }
    /// Whether the shown result belongs to another request.
    bool stale() const { return shown_ && !(shown_->request == request); }
    lab::Progress progress() const;
    /// The progress of all work: also for the result before, and for cards.
    lab::Progress work() const { return worker_.progress(); }
    /// The name of the GPU here; empty where there is none, and before the first complete result.
    std::string gpu() const { return gpu_.value_or(""); }
    const Series& series() const { return series_; }
    /// Of how many settings the card lacks a time that it can get; cached, as each frame asks.
    std::size_t lacking_times(const View& card) const;
    /// Increases whenever shown() changes to another request.
    int generation() const { return generation_; }

private:
    void go_in_history(void (Undo::*way)(Undo::State&));
    void change_sides();
    void ask();
    void keep_ratio(std::shared_ptr<const lab::Alternation> ratio);
    void take(const std::shared_ptr<const lab::Result>& result);
    void show(std::shared_ptr<const lab::Result> result);
    void refuse();
    std::optional<Want> next_filled();
    void show_the_model();
    void feed_cards();
    void feed(const Want& want);
    void finish_work();
    void settle_change();
    void take_against();
    std::optional<Want> other_lacking() const;
    std::optional<Want> before_lacking() const;
    std::optional<Want> before_lacking_of_cards(double most_cost) const;
    std::optional<Want> ratio_lacking() const;
    std::vector<Want> lacking(double most_cost) const;
    std::shared_ptr<const lab::Result> remembered(const lab::Request& asked) const;

    // The last request that was submitted or refused, and its progress.
    struct Asked {
        std::optional<lab::Request> request;
        std::optional<lab::Refusal> refusal;
        std::string problem{};
        bool worked_on = false;  // the worker is on it, not on the cards
        bool cards_fed = false;  // the cards have all that they can get
    };

    std::atomic<const View*> looked_at_ = nullptr;  // before the worker, which reads it
    lab::Worker worker_;
    bool pumped_;
    Series series_;
    Asked asked_;
    std::optional<lab::Request> stand_in_;  // run to show a picture behind a refusal
    Want fed_;                              // the last request for cards
    Filling filling_;
    struct LackingTimes {
        lab::Settings settings;
        TimeChoice choice;
        std::uint64_t changes = 0;  // of the series
        bool measures = false;      // whether a GPU answers
        std::size_t count = 0;
        bool operator==(const LackingTimes&) const = default;
    };
    mutable std::map<const View*, LackingTimes> lacking_times_;
    std::shared_ptr<const lab::Result> shown_;
    std::shared_ptr<const lab::Result> settled_, before_;  // last result without a drag; before it
    std::optional<lab::Request> before_asked_;             // requested since the last change
    // Replaces the result before, as long as `of` is shown.
    struct Against {
        lab::Request of;
        std::optional<lab::Request> other;
    };
    std::optional<Against> against_;
    std::optional<Want> ratio_asked_;                             // requested since the last change
    std::deque<std::shared_ptr<const lab::Alternation>> ratios_;  // newest first
    bool dragging_ = false;                                       // at the end of the last frame
    std::vector<int> columns_;
    struct Beside : StandsBeside {
        std::shared_ptr<const lab::Result> result{};
        std::optional<lab::Request> asked{};  // requested since the last change
    } beside_;
    std::deque<std::shared_ptr<const lab::Result>> history_;  // newest first
    Undo undo_;
    std::optional<std::string> gpu_;  // nullopt: not looked up yet
    int generation_ = 0;
};

}  // namespace app

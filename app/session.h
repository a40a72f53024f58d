// What is being looked at: the settings that controls edit, the result that is shown, and what came
// before. Controls change `settings` and nothing else; end_of_frame() turns a difference into a
// request, poll() takes the answers.
#pragma once

#include <atomic>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "app/series.h"
#include "app/undo.h"
#include "lab/requests/worker.h"

namespace app {

struct View;

class Session {
public:
    explicit Session(lab::Worker::Mode mode, std::function<void()> wake = {});

    lab::Request request;  // what is asked for; controls edit request.settings
    lab::Settings& settings() { return request.settings; }
    const lab::Settings& settings() const { return request.settings; }
    /// What is looked at; nullptr before anything was opened.
    const lab::Subject* subject() const { return request.settings.subject.get(); }
    /// Its lesson, where it has one.
    const lab::Lesson* lesson() const { return request.settings.lesson(); }

    /// Opens a subject at its presets.
    void open(std::shared_ptr<const lab::Subject> subject);
    void open(const lab::Lesson& lesson) { open(lab::subject_of(lesson)); }
    void open(const lab::Request& asked) { request = asked; }

    /// The view whose picture is shown: of the next run it is made first.
    void look_at(const View* view) { looked_at_ = view; }
    /// Submits what changed; `dragging` keeps a whole drag one step of undo.
    void end_of_frame(bool dragging);
    /// Takes what the worker has; true where the screen has to change.
    bool poll();
    /// New samples of the same settings.
    void run_again();
    void undo() { go_in_history(&Undo::undo); }
    void redo() { go_in_history(&Undo::redo); }
    bool can_undo() const { return undo_.can_undo(); }
    bool can_redo() const { return undo_.can_redo(); }
    const Undo& history() const { return undo_; }
    /// Of that the present: what undo comes back to after another change.
    Undo::State present() const { return {request, series_.choice, beside_}; }
    /// What undo goes back to after a start, the nearest last.
    void take_up_history(const std::vector<lab::Request>& earlier);
    /// A whole result of a request that is remembered; nullptr where none is.
    const lab::Result* seen(const lab::Request& of) const { return remembered(of).get(); }
    /// Stops the work that goes on; what is shown stays.
    void cancel();
    /// Without threads: works for about so long. True while there is more to do.
    bool pump(double milliseconds);
    /// Pumped mode: works until the request is answered in full, then on what the cards lack, as
    /// far as a run costs at most `card_cost` lane-instructions and runs are at most `most_cards`.
    /// For pictures and tests.
    void complete(double card_cost = 0, std::size_t most_cards = 0);
    /// The same for all that a card's picture needs of what is shown.
    void count_for(const View* card);

    /// The last result that was not refused; nullptr before the first.
    const std::shared_ptr<const lab::Result>& shown() const { return shown_; }
    /// What was shown before the last change of settings, of the same lesson or file; nullptr where
    /// nothing was. A drag is one change.
    const lab::Result* before() const;
    /// Kernels that somebody chose for the ledger, or a column of view.h; what they lack is counted
    /// too.
    const std::vector<int>& columns() const { return columns_; }
    void choose_columns(std::vector<int> columns);

    /// Which times cards show.
    void choose_times(const TimeChoice& choice);
    /// How what is shown stands to another, both timed in turns; nullptr while nobody knows.
    const lab::Alternation* in_turns(const lab::Result* other) const;

    // --- two in step: a second result, which stands beside the one that is shown
    /// Another kernel at whatever settings are shown.
    void stand_beside(int rung);
    /// These settings, whatever is turned.
    void stand_beside(const lab::Request& other);
    /// The other version of whatever is shown: lessons of programs with and without a bug have one.
    void stand_beside_version();
    void stand_alone();
    bool in_step() const { return beside_.any(); }
    /// Whether that is a kernel of the ladder with the knobs of what is shown.
    bool follows() const { return beside_.rung.has_value(); }
    /// What stands beside, or is about to.
    lab::Request beside_request() const;
    /// Its result as far as it is known; nullptr before.
    const lab::Result* beside() const;
    /// The run that its picture is drawn from; nullptr where there is none.
    const lab::Run* picture_beside() const {
        const lab::Result* other = in_step() ? beside() : nullptr;
        return other ? other->picture.get() : nullptr;
    }
    /// Nothing was shown before: no ghost, no sentence of a change.
    void forget_before();
    /// The settings that are asked for stand against these, and not against what was shown before
    /// them; nullopt: against nothing.
    void set_against(const std::optional<lab::Settings>& other);
    /// Stops showing another subject's result: its numbers must not stand under this one's name.
    void forget_others();
    /// The run that pictures are drawn from; nullptr where there is none.
    const lab::Run* picture() const { return shown_ ? shown_->picture.get() : nullptr; }
    /// The most exact run there is: of the size asked for, else the picture's.
    const lab::Run* counted() const;
    const std::optional<lab::Refusal>& refusal() const { return asked_.refusal; }
    /// Whether what is shown was nobody's wish: the lesson's first settings, in place of a launch
    /// refused at once.
    bool stands_in() const { return shown_ && stand_in_ && shown_->request == *stand_in_; }
    /// What kept the last request from being answered, one sentence; empty where nothing did.
    const std::string& problem() const { return asked_.problem; }
    /// Whether what is shown answers what is asked.
    bool stale() const { return shown_ && !(shown_->request == request); }
    lab::Progress progress() const;
    /// The same of all that is worked at: also of what stood before, and of what cards lack.
    lab::Progress work() const { return worker_.progress(); }
    /// Name of the GPU that is here; empty where there is none, and before the first whole result.
    std::string gpu() const { return gpu_.value_or(""); }
    const Series& series() const { return series_; }
    /// Counts up whenever shown() changes to another request.
    int generation() const { return generation_; }

private:
    void go_in_history(void (Undo::*way)(Undo::State&));
    void change_sides();
    void ask();
    void keep_ratio(std::shared_ptr<const lab::Alternation> ratio);
    void take(const std::shared_ptr<const lab::Result>& result);
    void show(std::shared_ptr<const lab::Result> result);
    void refuse();
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

    // The last request that was submitted or refused, and how far it came.
    struct Asked {
        std::optional<lab::Request> request;
        std::optional<lab::Refusal> refusal;
        std::string problem{};
        bool worked_on = false;  // the worker is on it, not on what the cards lack
        bool cards_fed = false;  // the cards lack nothing that can be had
    };

    std::atomic<const View*> looked_at_ = nullptr;  // before the worker, which reads it
    lab::Worker worker_;
    bool pumped_;
    Series series_;
    Asked asked_;
    std::optional<lab::Request> stand_in_;  // run so that a refusal has a picture behind it
    Want fed_;                              // the last that went to the worker for the cards
    std::shared_ptr<const lab::Result> shown_;
    std::shared_ptr<const lab::Result> settled_, before_;  // shown when nothing was held; before it
    std::optional<lab::Request> before_asked_;             // of the worker, since the last change
    // Chosen in place of what was shown before, as long as `of` is shown.
    struct Against {
        lab::Request of;
        std::optional<lab::Request> other;
    };
    std::optional<Against> against_;
    std::optional<Want> ratio_asked_;  // of the worker, since the last change
    std::deque<std::shared_ptr<const lab::Alternation>> ratios_;  // newest first
    bool dragging_ = false;                                       // at the end of the last frame
    std::vector<int> columns_;
    struct Beside : StandsBeside {
        std::shared_ptr<const lab::Result> result{};
        std::optional<lab::Request> asked{};  // of the worker, since the last change
    } beside_;
    std::deque<std::shared_ptr<const lab::Result>> history_;  // newest first
    Undo undo_;
    std::optional<std::string> gpu_;  // not set: nobody has looked
    int generation_ = 0;
};

}  // namespace app

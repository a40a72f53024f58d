// Sends requests to the worker, takes its results, keeps undo. Called by the shell once a frame.
#include "app/session.h"

#include <algorithm>

#include "app/view.h"
#include "app/weights.h"
#include "lab/bugs.h"
#include "lab/memory/unasked.h"
#include "lab/opening/opening.h"
#include "lab/requests/run_bytes.h"
#include "lab/time/alternating.h"
#include "lab/time/bench.h"
#include "lab/time/recordings.h"
#include "platform/threads.h"

namespace app {

namespace {

constexpr std::size_t most_history = 12;
// Of runs alone: data derived by views takes twice as much.
constexpr std::size_t most_history_bytes = std::size_t{10} << 20;

void prepare_view(const View& view, const lab::Run& run) {
    if (view.prepare) view.prepare(run);
    weights_of(view, run);
}

void each_view(const std::function<void(const View&)>& use) {
    platform::in_parts(views().size(), 1, [&](std::uint64_t first, std::uint64_t last) {
        for (const View* view : views().subspan(first, last - first)) use(*view);
    });
}

// Prepares what the next frame asks of a picture: its views, and all of the view on the stage. The
// user waits for this.
void prepare_sight(const lab::Run& run, const View* looked_at) {
    each_view([&](const View& view) {
        if (view.shows(run) && &view == looked_at) prepare_view(view, run);
    });
    if (const View* about = view_about(run)) prepare_view(*about, run);
    warps_over_time(run);
}

// Prepares what frames ask for when the user changes the view.
void prepare_others(const lab::Run& run, const lab::Wanted& wanted) {
    each_view([&](const View& view) {
        if (!wanted() || !view.shows(run)) return;
        if (view.prepare) view.prepare(run);
        if (!view.interest.late) weights_of(view, run);
    });
}

// Called after a complete result: looking for a GPU takes longer than a frame.
std::string name_of_gpu() {
    lab::Bench* bench = lab::known_bench();
    return bench ? bench->device().name : "";
}

bool whole(const lab::Result& result) { return result.complete && result.problem.empty(); }

// Keeps the newest results within limits of number and bytes; at least two of any size.
template <class Results>
void shorten(Results& newest_first) {
    constexpr std::size_t least = 2;
    std::size_t bytes = 0, kept = 0;
    for (const auto& result : newest_first) {
        bytes += bytes_of(*result);
        if (kept >= most_history || (kept >= least && bytes > most_history_bytes)) break;
        ++kept;
    }
    newest_first.resize(kept);
}

}  // namespace

Session::Session(lab::Worker::Mode mode, std::function<void()> wake)
    : worker_(mode, std::move(wake),
              {[this](const lab::Run& run) { prepare_sight(run, looked_at_); }, prepare_others}),
      pumped_(mode == lab::Worker::Mode::pumped) {}

void Session::open(std::shared_ptr<const lab::Subject> subject) {
    request.settings = lab::Settings(std::move(subject));
    request.watched.clear();
}

const lab::Run* Session::counted() const {
    if (!shown_) return nullptr;
    return shown_->counted ? shown_->counted.get() : shown_->picture.get();
}

namespace {

// Whether settings that run anyway still lift a refusal; they end with it. Where another refusal
// replaces it, the user is told first.
bool lifts_one(const std::optional<lab::Request>& asked, lab::Settings now) {
    lab::Settings before = asked ? asked->settings : lab::Settings{};
    const bool goes_on = before.anyway && lab::same(before.subject.get(), now.subject.get());
    before.anyway = now.anyway = false;
    const auto lifted = lab::refusal(now);
    if (!lifted || !goes_on || before == now) return lifted.has_value();
    const auto known = lab::refusal(before);
    return !known || known->limit_name == lifted->limit_name;
}

}  // namespace

void Session::end_of_frame(bool dragging) {
    if (!subject()) return;
    if (settings().anyway) settings().anyway = lifts_one(asked_.request, settings());
    dragging_ = dragging;
    if (!dragging) change_sides();
    if (asked_.request != request) ask();
    if (dragging) return;
    undo_.settle(present());
    settle_change();
}

// Nothing is put beside itself: where the result beside is requested, it changes places with the
// shown one.
void Session::change_sides() {
    if (!settled_ || settled_->request.settings.subject->id != subject()->id) return;
    if (beside_.fixed && *beside_.fixed == request && settled_->request != request)
        beside_.fixed = settled_->request;
    const int shown = settled_->request.settings.rung;
    if (beside_.rung && *beside_.rung == settings().rung && shown != settings().rung)
        beside_.rung = shown;
}

void Session::go_in_history(void (Undo::*way)(Undo::State&)) {
    Undo::State state = present();
    (undo_.*way)(state);
    request = state.request;
    beside_ = {state.beside, std::move(beside_.result)};
    asked_.cards_fed = false;
    fed_ = {};  // a request in flight at that time is wanted again
    choose_times(state.times);
}

void Session::take_up_history(const std::vector<lab::Request>& earlier) {
    std::vector<Undo::State> states;
    for (const lab::Request& each : earlier) states.push_back({each, series_.choice, {}});
    undo_.take_up(std::move(states));
}

// Watching another block is no change of settings.
void Session::settle_change() {
    if (!shown_ || stale() || dragging_) return;
    const bool changed = settled_ && !(settled_->request.settings == shown_->request.settings);
    if (changed) before_ = settled_;
    settled_ = shown_;
    take_against();
}

void Session::set_against(const std::optional<lab::Settings>& other) {
    against_ = {request, std::nullopt};
    if (!other || lab::refusal(*other)) return;
    against_->other = request;
    against_->other->settings = *other;
}

// Its result may not be there yet: then there is none.
void Session::take_against() {
    if (!against_) return;
    if (!(against_->of == shown_->request)) return against_.reset();
    if (before_ && before_->request == against_->other) return;
    before_ = against_->other ? remembered(*against_->other) : nullptr;
}

const lab::Result* Session::before() const {
    const lab::Result* last = before_.get();
    if (shown_ && settled_ && !(settled_->request.settings == shown_->request.settings))
        last = settled_.get();
    const auto id = [](const lab::Result& result) { return result.request.settings.subject->id; };
    return shown_ && last && id(*last) == id(*shown_) ? last : nullptr;
}

void Session::ask() {
    asked_ = {request, lab::refusal(request.settings)};
    lab::note_asked(request.settings);
    beside_.asked.reset();
    before_asked_.reset();
    ratio_asked_.reset();
    if (asked_.refusal) return refuse();
    if (auto before = remembered(request)) {
        worker_.cancel();
        return show(before);
    }
    asked_.worked_on = true;
    worker_.submit(request);
}

// The shown result stays; without one, the kernel's opening settings run in its place.
void Session::refuse() {
    worker_.cancel();
    if (shown_ && lab::same(shown_->request.settings.subject.get(), subject())) return;
    stand_in_ = request;
    stand_in_->settings = lab::Settings(request.settings.subject);
    stand_in_->settings.rung = settings().rung;
    if (lab::refusal(stand_in_->settings)) stand_in_->settings.rung = 0;
    stand_in_->settings = lab::opening_of(stand_in_->settings);
    worker_.submit(*stand_in_);
}

void Session::run_again() {
    if (!subject()) return;
    std::erase_if(history_, [&](const auto& result) { return result->request == request; });
    asked_.request.reset();
}

std::shared_ptr<const lab::Result> Session::remembered(const lab::Request& asked) const {
    for (const auto& result : history_)
        if (result->request == asked) return result;
    return nullptr;
}

void Session::show(std::shared_ptr<const lab::Result> result) {
    if (!shown_ || !(shown_->request == result->request)) ++generation_;
    shown_ = std::move(result);
    if (shown_->complete && !gpu_) gpu_ = name_of_gpu();
    settle_change();
    if (!whole(*shown_)) return;
    std::erase_if(history_, [&](const auto& other) { return other->request == shown_->request; });
    history_.push_front(shown_);
    shorten(history_);
}

void Session::forget_before() {
    before_ = nullptr;
    ++generation_;
}

void Session::forget_others() {
    if (!shown_ || !subject() || shown_->request.settings.subject->id == subject()->id) return;
    shown_ = nullptr;
    ++generation_;
}

bool Session::poll() {
    // Read first: answers that arrive during take() are left for the next call, and feed_cards()
    // does not end them.
    const bool rests = !worker_.progress().busy;
    const std::shared_ptr<const lab::Result> result = worker_.take();
    if (result) take(result);
    // The last answer comes shortly before the worker rests, and no later event would call this
    // again.
    const bool done = (result && result->complete) || rests;
    if (done) {
        asked_.worked_on = false;
        feed_cards();
    }
    return result != nullptr;
}

void Session::take(const std::shared_ptr<const lab::Result>& result) {
    if (result->alternated) return keep_ratio(result->alternated);
    series_.add(*result);
    if (in_step() && result->request == beside_request()) beside_.result = result;
    const bool chosen = against_ && against_->other == result->request;
    if (result->picture && (chosen || (before_ && before_->request == result->request)))
        before_ = result;
    const bool asked = asked_.request == result->request;
    if (!asked && !(asked_.refusal && stand_in_ == result->request)) return;
    if (!result->problem.empty()) asked_.problem = result->problem;
    if (result->refusal && asked)
        asked_.refusal = result->refusal;
    else if (result->picture)
        show(result);
}

void Session::keep_ratio(std::shared_ptr<const lab::Alternation> ratio) {
    std::erase_if(ratios_, [&](const auto& known) {
        return known->of == ratio->of && known->against == ratio->against;
    });
    ratios_.push_front(std::move(ratio));
    if (ratios_.size() > most_history) ratios_.pop_back();
}

const lab::Alternation* Session::in_turns(const lab::Result* other) const {
    if (!other || !shown_) return nullptr;
    for (const auto& known : ratios_)
        if (known->of == shown_->request && known->against == other->request) return known.get();
    return nullptr;
}

// The shown result is timed again where another device's recordings now come first.
void Session::choose_times(const TimeChoice& choice) {
    const bool another = choice.first != series_.choice.first;
    if (choice.map != series_.choice.map) stop_filling();
    series_.choice = choice;
    if (!another) return;
    const bool recorded = choice.first && choice.first->kind == lab::TimeKind::recorded;
    lab::prefer_recordings(recorded ? choice.first->device : "");
    history_.clear();
    run_again();
}

void Session::choose_columns(std::vector<int> columns) {
    columns_ = std::move(columns);
    asked_.cards_fed = false;
}

void Session::stand_beside(int rung) {
    beside_ = {{.rung = rung}};
    asked_.cards_fed = false;
}

void Session::stand_beside(const lab::Request& other) {
    beside_ = {{.fixed = other}};
    asked_.cards_fed = false;
}

void Session::stand_beside_version() {
    beside_ = {{.version = true}};
    asked_.cards_fed = false;
}

void Session::stand_alone() { beside_ = {}; }

lab::Request Session::beside_request() const {
    if (beside_.fixed) return *beside_.fixed;
    lab::Request other = shown_ ? shown_->request : request;
    if (beside_.version) {
        other.settings = lab::other_version(other.settings).value_or(other.settings);
        return other;
    }
    const auto count = static_cast<int>(other.settings.subject->rungs.size());
    other.settings.rung = std::clamp(beside_.rung.value_or(0), 0, count - 1);
    return other;
}

const lab::Result* Session::beside() const {
    if (!in_step() || !shown_) return nullptr;
    const lab::Request other = beside_request();
    if (other == shown_->request) return shown_.get();
    if (beside_.result && beside_.result->request == other) return beside_.result.get();
    return remembered(other).get();  // the history owns it
}

lab::Progress Session::progress() const {
    lab::Progress progress = worker_.progress();
    progress.busy = progress.busy && asked_.worked_on;
    return progress;
}

void Session::cancel() {
    worker_.cancel();
    filling_.stop();
    asked_.worked_on = false;
    asked_.cards_fed = true;
}

bool Session::pump(double milliseconds) {
    worker_.pump(milliseconds);
    return worker_.progress().busy;
}

void Session::finish_work() {
    do {
        worker_.pump(50);
        poll();
    } while (worker_.progress().busy);
    poll();
}

}  // namespace app

// What a session asks of its worker beside the user's request: the result before, the one beside,
// their ratio, and what cards lack. See session.h.
#include <algorithm>

#include "app/session.h"
#include "app/view.h"
#include "lab/time/alternating.h"
#include "lab/time/bench.h"

namespace app {

using Wish = lab::Worker::Wish;

namespace {

bool is_whole(const lab::Result& result) { return result.complete && result.problem.empty(); }

}  // namespace

// The ratio of two compared results, once both were measured here.
std::optional<Want> Session::ratio_lacking() const {
    const auto measured = [](const lab::Result* result) {
        return result && is_whole(*result) && result->timed &&
               result->timed->time.kind == lab::TimeKind::measured;
    };
    const lab::Result* other = in_step() ? beside() : before();
    if (!lab::known_bench() || !measured(shown_.get()) || !measured(other)) return std::nullopt;
    Want want{shown_->request, Wish::ratio, other->request};
    if (in_turns(other) || want == ratio_asked_ || other->request == shown_->request)
        return std::nullopt;
    return want;
}

// The result beside is requested before anything for cards.
std::optional<Want> Session::other_lacking() const {
    if (!in_step() || !shown_) return std::nullopt;
    const lab::Result* other = beside();
    Want want{beside_request(), lab::Worker::Wish::all};
    const bool had = (other && other->complete) || beside_.asked == want.request;
    if (had || lab::refusal(want.request.settings)) return std::nullopt;
    return want;
}

// The user may go on before all counts are there: the sentence on the change needs the rest.
std::optional<Want> Session::before_lacking() const {
    if (against_ && against_->other && !before_ && before_asked_ != against_->other)
        return Want{*against_->other, lab::Worker::Wish::all};
    if (!before_ || before_->complete || before() != before_.get()) return std::nullopt;
    if (before_asked_ == before_->request) return std::nullopt;
    return Want{before_->request, lab::Worker::Wish::all};
}

// The result before at another size, where a card shows it.
std::optional<Want> Session::before_lacking_of_cards(double most_cost) const {
    const lab::Result* before = this->before();
    if (!before) return std::nullopt;
    for (const View* view : views()) {
        if (!view->needs.of_before) continue;
        for (const lab::Settings& one :
             view->needs.of_before(shown_->request.settings, before->request.settings)) {
            if (series_.knows(one) || series_.refuses(one) || cost_for_cards(one) > most_cost)
                continue;
            Want want{before->request, lab::Worker::Wish::all};
            want.request.settings = one;
            if (want != fed_) return want;
        }
    }
    return std::nullopt;
}

std::size_t Session::lacking_times(const View& card) const {
    if (!shown_ || refusal()) return 0;
    LackingTimes now{shown_->request.settings, series_.choice, series_.changes(),
                     lab::known_bench() != nullptr};
    LackingTimes& known = lacking_times_[&card];
    now.count = known.count;
    if (now != known) {
        now.count = app::lacking_times(card, now.settings, series_).size();
        known = std::move(now);
    }
    return known.count;
}

// The next missing request: the result before, the one beside, chosen columns, then the cards'
// needs.
std::vector<Want> Session::lacking(double most_cost) const {
    if (const auto before = before_lacking()) return {*before};
    if (const auto other = other_lacking()) return {*other};
    if (const auto ratio = ratio_lacking()) return {*ratio};
    if (const auto before = before_lacking_of_cards(most_cost)) return {*before};
    for (const int rung : columns_) {
        Want want{shown_->request, lab::Worker::Wish::all};
        if (rung < 0 || rung >= static_cast<int>(subject()->rungs.size())) continue;
        want.request.settings.rung = rung;
        const lab::Settings& settings = want.request.settings;
        if (series_.knows(settings) || series_.refuses(settings) || want == fed_) continue;
        if (cost_for_cards(settings) <= most_cost) return {want};
    }
    // Where the requested kernel is refused, other kernels may run: the ladder shows them.
    if (asked_.refusal)
        if (auto wants = wanted(request, series_, most_cost, 1); !wants.empty()) return wants;
    return wanted(shown_->request, series_, most_cost, 1);
}

void Session::fill(const View& card, FillGoal goal) {
    if (!shown_) return;
    filling_.begin(card, shown_->request, series_, goal);
    asked_.cards_fed = false;
    if (!worker_.progress().busy) feed_cards();
}

void Session::stop_filling() {
    if (!filling_.is_on()) return;
    filling_.stop();
    if (!asked_.worked_on) worker_.cancel();
}

std::optional<FillProgress> Session::filled() const {
    if (!filling_.is_on()) return std::nullopt;
    return filling_.progress(series_);
}

// What the shown result needs comes before more of the map.
std::optional<Want> Session::next_filled() {
    if (!filling_.is_on()) return std::nullopt;
    for (const auto& first : {before_lacking(), other_lacking(), ratio_lacking()})
        if (first && *first != fed_) return first;
    show_the_model();
    return filling_.next(series_);
}

// Where only the formula times all of a map, cards show its times, and other ones beside them.
void Session::show_the_model() {
    const auto model = filling_.model(series_);
    if (!model || series_.choice.first == model) return;
    const auto before = shown_ ? series_.source(shown_->request.settings) : std::nullopt;
    series_.choice.first = model;
    if (before && before->clock() != *model) series_.choice.second = before->clock();
}

// Plots over sizes and kernels need runs that nobody requested: one at a time, while there is no
// other work.
void Session::feed_cards() {
    if (filling_.is_on() && !filling_.has(request.settings)) filling_.stop();
    if (asked_.cards_fed || !shown_ || (pumped_ && !filling_.is_on())) return;
    if (const auto next = next_filled()) return feed(*next);
    const std::vector<Want> next = lacking(usual_card_cost);
    // the same request again: it cannot be answered
    if (next.empty() || next.front() == fed_)
        asked_.cards_fed = true;
    else
        feed(next.front());
}

void Session::feed(const Want& want) {
    fed_ = want;
    if (in_step() && want.request == beside_request()) beside_.asked = want.request;
    if (want.against) {
        ratio_asked_ = want;
        return worker_.submit_ratio(want.request, *want.against);
    }
    if (before_ && want.request == before_->request) before_asked_ = want.request;
    if (against_ && want.request == against_->other) before_asked_ = want.request;
    worker_.submit(want.request, want.wish);
}

void Session::count_for(const View* card) {
    if (!card || !card->needs.settings || !shown_) return;
    for (const lab::Settings& settings :
         card->needs.settings(shown_->request.settings, series_.choice)) {
        if (card->needs.recorded_only && !lab::known_bench() && !series_.recorded(settings))
            continue;
        Want want{shown_->request, lab::Worker::Wish::all};
        want.request.settings = settings;
        if (series_.knows(settings) || series_.refuses(settings)) continue;
        if (cost_for_cards(settings) > usual_card_cost) continue;
        feed(want);
        finish_work();
    }
}

void Session::complete(double card_cost, std::size_t most_cards) {
    end_of_frame(false);
    finish_work();
    if (!shown_) return;
    for (const auto& want : {before_lacking(), other_lacking()}) {
        if (!want) continue;
        feed(*want);
        finish_work();
    }
    // a picture of the ledger has all its counts, even if others are left out
    if (most_cards > 0) count_for(find_view("ledger"));
    for (std::size_t run = 0; run < most_cards;) {
        const std::vector<Want> left = lacking(card_cost);
        if (left.empty() || left.front() == fed_) break;
        const Want& next = left.front();
        run += next.wish == lab::Worker::Wish::all || !series_.recorded(next.request.settings);
        feed(next);
        finish_work();
    }
}

}  // namespace app

// Asks for one time after the other. See filling.h.
#include "app/filling.h"

#include <algorithm>
#include <utility>

#include "app/view.h"
#include "lab/best/best_search.h"
#include "lab/best/space.h"
#include "lab/library.h"
#include "lab/time/bench.h"
#include "platform/clock.h"

namespace app {
namespace {

constexpr int most_asked = 2;  // the first answer may be lost to a newer request of the user

// From where all settings of a card can get a time: they are compared by one clock.
enum class From : std::uint8_t { gpu, recordings, model };

From from_where(const std::vector<lab::Settings>& all, const Series& series) {
    if (lab::known_bench()) return From::gpu;
    const bool recorded = std::ranges::all_of(all, [&](const lab::Settings& one) {
        return series.refuses(one) || lab::is_library(one) || series.recorded(one);
    });
    return recorded ? From::recordings : From::model;
}

std::optional<TimeSource> time_from(From from, const lab::Settings& settings,
                                    const Series& series) {
    const lab::TimeKind kind = from == From::gpu          ? lab::TimeKind::measured
                               : from == From::recordings ? lab::TimeKind::recorded
                                                          : lab::TimeKind::modelled;
    return series.any_source(settings, kind, lab::Regime::cold);
}

// Timed, or without a time for good: no formula holds for the code of a library.
bool is_done(From from, const lab::Settings& settings, const Series& series) {
    const bool only_measured = lab::is_library(settings) && !lab::known_bench();
    return time_from(from, settings, series) || !series.ended_by(settings).empty() ||
           !series.untold(settings).empty() || (only_measured && !series.recorded(settings));
}

std::vector<lab::Settings> on_card(const View& card, const lab::Settings& shown,
                                   const Series& series) {
    if (!card.needs.settings || !card.needs.times_only || !shown.subject) return {};
    return card.needs.settings(shown, series.choice);
}

}  // namespace

std::vector<lab::Settings> lacking_times(const View& card, const lab::Settings& shown,
                                         const Series& series) {
    std::vector<lab::Settings> lacking = on_card(card, shown, series);
    const From from = from_where(lacking, series);
    std::erase_if(lacking, [&](const lab::Settings& one) {
        return is_done(from, one, series) || series.refuses(one);
    });
    return lacking;
}

bool can_search(const View& card, const lab::Settings& shown, const Series& series) {
    return shown.subject && card.needs.searched &&
           !card.needs.searched(shown, series.choice).empty();
}

Filling::Filling() = default;
Filling::~Filling() = default;

void Filling::stop() {
    card_ = nullptr;
    search_.reset();
    all_.clear(), told_.clear(), asked_.clear();
}

void Filling::begin(const View& card, const lab::Request& shown, const Series& series,
                    FillGoal goal) {
    stop();
    card_ = &card;
    shown_ = shown;
    all_ = on_card(card, shown.settings, series);
    std::erase_if(all_, [&](const lab::Settings& one) { return series.refuses(one); });
    if (goal == FillGoal::fastest && !all_.empty()) {
        searched_ = card.needs.searched(shown.settings, series.choice);
        const lab::BestSpace space{all_, searched_};
        const auto set = std::ranges::find(all_, shown.settings);
        search_ = std::make_unique<lab::BestSearch>(
            space.places(), set == all_.end() ? 0 : std::size_t(set - all_.begin()));
        told_.assign(all_.size(), false);
    }
    began_ = platform::now();
    done_before_ = progress(series).done;
}

bool Filling::has(const lab::Settings& settings) const {
    return settings == shown_.settings || std::ranges::find(all_, settings) != all_.end();
}

std::optional<TimeClock> Filling::model(const Series& series) const {
    if (from_where(all_, series) != From::model) return std::nullopt;
    for (const lab::Settings& settings : all_)
        if (const auto source = time_from(From::model, settings, series)) return source->clock();
    return std::nullopt;
}

std::optional<lab::Settings> Filling::next_of_all(const Series& series) {
    const From from = from_where(all_, series);
    for (int turn = 0; turn < most_asked; ++turn)
        for (const lab::Settings& settings : all_) {
            int& asked = asked_[line_of(settings)];
            if (asked > turn || is_done(from, settings, series)) continue;
            ++asked;
            return settings;
        }
    return std::nullopt;
}

// All times that are known, also those from before. Wrong results, other work, and settings without
// a time do not compete.
void Filling::tell_search(const Series& series) {
    const From from = from_where(all_, series);
    for (std::size_t cell = 0; cell < all_.size(); ++cell) {
        if (told_[cell]) continue;
        const bool given_up = asked_[line_of(all_[cell])] >= most_asked;
        if (!given_up && !is_done(from, all_[cell], series)) continue;
        told_[cell] = true;
        const auto source = time_from(from, all_[cell], series);
        const TimePoint* point = source ? series.time(all_[cell], *source) : nullptr;
        const bool same_work = series.differing_array(all_[cell], shown_.settings).empty();
        if (point && !point->wrong && same_work)
            search_->timed(cell, point->time.median_ms);
        else
            search_->failed(cell);
    }
}

std::optional<lab::Settings> Filling::next_of_search(const Series& series) {
    tell_search(series);
    const auto cell = search_->is_sure() ? std::nullopt : search_->next();
    if (!cell) {
        note_found(series);
        return std::nullopt;
    }
    ++asked_[line_of(all_[*cell])];
    return all_[*cell];
}

void Filling::note_found(const Series& series) {
    const auto best = search_->best();
    const auto source =
        best ? time_from(from_where(all_, series), all_[*best], series) : std::nullopt;
    const TimePoint* point = source ? series.time(all_[*best], *source) : nullptr;
    if (!point) return;
    found_ = FoundBest{.settings = all_[*best],
                       .point = *point,
                       .source = *source,
                       .knobs = searched_,
                       .tried = search_->tried(),
                       .all = all_.size(),
                       .same_work_unknown =
                           shown_.settings.subject->own && !(series.leaves_known(all_[*best]) &&
                                                             series.leaves_known(shown_.settings)),
                       .gain = lab::gain_that_counts,
                       .chance = search_->chance_of_better()};
}

std::optional<Want> Filling::next(const Series& series) {
    if (!is_on()) return std::nullopt;
    const auto settings = search_ ? next_of_search(series) : next_of_all(series);
    if (!settings) {
        stop();
        return std::nullopt;
    }
    const bool by_model = from_where(all_, series) == From::model;
    Want want{shown_, by_model ? lab::Worker::Wish::model : lab::Worker::Wish::time};
    want.request.settings = *settings;
    return want;
}

FillProgress Filling::progress(const Series& series) const {
    FillProgress now{.card = card_, .all = all_.size()};
    const From from = from_where(all_, series);
    for (const lab::Settings& settings : all_) {
        const auto asked = asked_.find(line_of(settings));
        const bool given_up = asked != asked_.end() && asked->second >= most_asked;
        if (given_up || is_done(from, settings, series)) ++now.done;
    }
    if (search_) {
        if (search_->best()) now.chance = search_->chance_of_better();
        return now;
    }
    if (now.done > done_before_)
        now.seconds_left = (platform::now() - began_) * double(now.all - now.done) /
                           double(now.done - done_before_);
    return now;
}

}  // namespace app

// Asks for one time after the other. See filling.h.
#include "app/filling.h"

#include <algorithm>
#include <utility>

#include "app/view.h"
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

std::vector<lab::Settings> on_card(const View& card, const lab::Settings& shown) {
    if (!card.needs.settings || !card.needs.times_only || !shown.subject) return {};
    return card.needs.settings(shown);
}

}  // namespace

std::vector<lab::Settings> lacking_times(const View& card, const lab::Settings& shown,
                                         const Series& series) {
    std::vector<lab::Settings> lacking = on_card(card, shown);
    const From from = from_where(lacking, series);
    std::erase_if(lacking, [&](const lab::Settings& one) {
        return is_done(from, one, series) || series.refuses(one);
    });
    return lacking;
}

void Filling::begin(const View& card, const lab::Request& shown, const Series& series) {
    stop();
    card_ = &card;
    shown_ = shown;
    all_ = on_card(card, shown.settings);
    std::erase_if(all_, [&](const lab::Settings& one) { return series.refuses(one); });
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

std::optional<Want> Filling::next(const Series& series) {
    const From from = from_where(all_, series);
    for (int turn = 0; turn < most_asked && is_on(); ++turn)
        for (const lab::Settings& settings : all_) {
            int& asked = asked_[line_of(settings)];
            if (asked > turn || is_done(from, settings, series)) continue;
            ++asked;
            Want want{shown_,
                      from == From::model ? lab::Worker::Wish::model : lab::Worker::Wish::time};
            want.request.settings = settings;
            return want;
        }
    stop();
    return std::nullopt;
}

FillProgress Filling::progress(const Series& series) const {
    FillProgress now{.card = card_, .all = all_.size()};
    const From from = from_where(all_, series);
    for (const lab::Settings& settings : all_) {
        const auto asked = asked_.find(line_of(settings));
        const bool given_up = asked != asked_.end() && asked->second >= most_asked;
        if (given_up || is_done(from, settings, series)) ++now.done;
    }
    if (now.done > done_before_)
        now.seconds_left = (platform::now() - began_) * double(now.all - now.done) /
                           double(now.done - done_before_);
    return now;
}

}  // namespace app

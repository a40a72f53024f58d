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

// A GPU here measures what was recorded elsewhere.
bool has_time(const lab::Settings& settings, const Series& series) {
    return lab::known_bench()
               ? series.any_source(settings, lab::TimeKind::measured, lab::Regime::cold).has_value()
               : series.timed(settings);
}

// Timed, or without a time for good: no formula holds for the code of a library.
bool is_done(const lab::Settings& settings, const Series& series) {
    const bool only_measured = lab::is_library(settings) && !lab::known_bench();
    return has_time(settings, series) || !series.ended_by(settings).empty() ||
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
    std::erase_if(lacking, [&](const lab::Settings& one) {
        return is_done(one, series) || series.refuses(one);
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

std::optional<Want> Filling::next(const Series& series) {
    for (int turn = 0; turn < most_asked && is_on(); ++turn)
        for (const lab::Settings& settings : all_) {
            int& asked = asked_[line_of(settings)];
            if (asked > turn || is_done(settings, series)) continue;
            ++asked;
            Want want{shown_, lab::Worker::Wish::time};
            want.request.settings = settings;
            return want;
        }
    stop();
    return std::nullopt;
}

FillProgress Filling::progress(const Series& series) const {
    FillProgress now{.card = card_, .all = all_.size()};
    for (const lab::Settings& settings : all_) {
        const auto asked = asked_.find(line_of(settings));
        const bool given_up = asked != asked_.end() && asked->second >= most_asked;
        if (given_up || is_done(settings, series)) ++now.done;
    }
    if (now.done > done_before_)
        now.seconds_left = (platform::now() - began_) * double(now.all - now.done) /
                           double(now.done - done_before_);
    return now;
}

}  // namespace app

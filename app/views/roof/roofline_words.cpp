// Makes sentences from dots. See roofline_words.h.
#include "app/views/roof/roofline_words.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <variant>

#include "app/format.h"
#include "app/rates.h"
#include "app/views/rungs.h"
#include "lab/occupancy/data_sheet.h"
#include "lab/time/compare.h"
#include "lab/time/model.h"
#include "lab/time/recordings.h"
#include "lab/words.h"

namespace app {
namespace {

// Whether no array moves twice, and results are less than half of the bytes: most bytes are read.
bool reads_more(const lab::Settings& settings, const lab::Plan& plan) {
    const double moved = settings.subject->bytes(settings);
    double written = 0;
    for (const lab::Buffer& result : plan.results)
        written += double(result.count) * double(simulator::size_of(result.type));
    return written > 0 && moved <= double(plan.bytes()) && 2 * written < moved;
}

// Whether the arrays fit into the cache, for the card whose cache size is known.
bool stays_in_cache(const RooflineChart& chart, const lab::Plan& plan) {
    const lab::Card& card = lab::modelled_card();
    return chart.source->device == card.name && lab::timed_launches(plan).size() > 1 &&
           double(plan.bytes()) <= card.cache_bytes;
}

bool passes_copy(const RooflineChart& chart, const RooflineDot& dot) {
    return chart.copy > 0 && !chart.modelled() && dot.least > chart.reached(dot.across);
}

constexpr const char* no_limit = ": the line is the rate of a copy, not a limit";

// The cause of a rate beyond a copy; where no rule finds one, the meaning of the copy's line.
std::string why_beyond(const RooflineChart& chart, const RooflineDot& dot, bool several) {
    if (lab::warm(dot.point->time)) return ", which is for cold caches. These were warm";
    const lab::Settings& settings = dot.point->settings;
    const lab::Plan plan = lab::plan_of(settings);
    const char* whose = several ? "their" : "its";
    if (reads_more(settings, plan))
        return std::string(several ? ": they read" : ": it reads") +
               " more than is written, but a copy writes as much as it reads";
    if (stays_in_cache(chart, plan))
        return std::string(": ") + whose + " arrays (" + lab::bytes_worded(plan.bytes()) +
               ") stay in the L2 cache from launch to launch";
    return no_limit;
}

// "1, 2 and 3"
std::string listed_numbers(const std::vector<const RooflineDot*>& dots) {
    std::vector<std::string> numbers;
    for (const RooflineDot* dot : dots) numbers.push_back(rung_number(dot->rung));
    return lab::listed(numbers);
}

// "1.4 to 1.8 µs, recorded on H200": times of empty launches.
std::string floor_text(const RooflineChart& chart, double least_ms, double most_ms) {
    const std::string least = time_text(least_ms), most = time_text(most_ms);
    return (least == most ? least : time_number(least_ms, most_ms) + " to " + most) + ", " +
           std::string(name_of(badge_of(chart.source))) + " on " +
           short_device(chart.source->device);
}

// For kernels that differ in their work, whose floors no single line can show.
std::vector<std::string> floor_forms(const RooflineChart& chart) {
    if (!chart.ranged) return {};
    std::vector<const RooflineDot*> near;
    double least = std::numeric_limits<double>::max(), most = 0;
    for (const RooflineDot& dot : chart.dots)
        if (near_floor(dot)) {
            near.push_back(&dot);
            least = std::min(least, dot.point->time.floor_ms);
            most = std::max(most, dot.point->time.floor_ms);
        }
    if (near.empty()) return {};
    const std::string floor = floor_text(chart, least, most);
    const bool several = near.size() > 1, all = several && near.size() == chart.dots.size();
    const std::string who =
        all ? "All kernels" : (several ? "Kernels " : "Kernel ") + listed_numbers(near);
    const std::string share =
        several ? ": half of their time or more" : ": half of its time or more";
    return {who + share + " is the time of an empty launch, " + floor + ".",
            who + ": near an empty launch, " + floor, "empty launch: " + floor};
}

// "49 061 GFLOP/s", "1.45 GFLOP/s"
std::string gigaflops(double rate) {
    return (rate < 1000 ? shortest(rate, 3) : grouped(std::llround(rate))) + " GFLOP/s";
}

std::string whole_percent(double share) { return std::to_string(std::llround(100 * share)) + " %"; }

std::vector<std::string> beyond_forms(const RooflineChart& chart) {
    std::vector<const RooflineDot*> passing;
    for (const RooflineDot& dot : chart.dots)
        if (passes_copy(chart, dot)) passing.push_back(&dot);
    if (passing.empty()) return {};
    const bool several = passing.size() > 1;
    const std::string all = listed_numbers(passing);
    const std::string fact = several ? "Kernels " + all + " pass the line of a copy"
                                     : "Kernel " + all + " passes the line of a copy";
    std::set<std::string> whys;
    for (const RooflineDot* dot : passing) whys.insert(why_beyond(chart, *dot, several));
    std::vector<std::string> forms{fact + (whys.size() == 1 ? *whys.begin() : no_limit) + "."};
    forms.insert(forms.end(), {fact + ".", all + (several ? " pass" : " passes") + " a copy"});
    return forms;
}

}  // namespace

bool near_floor(const RooflineDot& dot) {
    const lab::Time& time = dot.point->time;
    return time.floor_ms > 0 && time.median_ms <= 2 * time.floor_ms;
}

std::string floor_words(const RooflineChart& chart, const RooflineDot& dot) {
    if (!near_floor(dot)) return "";
    return time_text(dot.point->time.median_ms) + ", of which an empty launch takes " +
           floor_text(chart, dot.point->time.floor_ms, dot.point->time.floor_ms);
}

std::string roofline_name(const RooflineChart& chart, int rung) {
    return rung_number(rung) + "  " +
           chart.settings.subject->rungs[static_cast<std::size_t>(rung)].title;
}

std::vector<std::string> roofline_rates(const RooflineChart& chart, const RooflineDot& dot) {
    if (chart.under_flat()) {
        const std::string share = percent(dot.high / chart.flat);
        return {gigaflops(dot.high) + ", " + share, share};
    }
    std::vector<std::string> forms;
    for (RateForm form : rate_parts(dot.point->settings, dot.point->time)) {
        // The roof's line says what 100 % is: the data sheet's rate where it is known.
        if (!form.share.empty() && chart.sheet > 0)
            form.share = whole_percent(dot.high / chart.roof(dot.across));
        forms.push_back(form.share.empty() ? form.rates : form.rates + ", " + form.share);
    }
    return forms;
}

std::vector<std::string> roof_forms(const RooflineChart& chart) {
    if (chart.under_flat()) {
        const std::string flat = gigaflops(std::round(chart.flat / 100) * 100) + ", 100 %";
        const std::string of = chart.doubles ? "doubles" : "floats";
        return {"a multiply-add of " + of + " in each cycle: " + flat, "multiply-adds: " + flat,
                flat};
    }
    if (chart.modelled()) {
        const std::string rate = rate_text(chart.copy);
        return {"memory, by the formula: " + rate, rate};
    }
    if (!(chart.sheet > 0)) return copy_forms(chart);
    const std::string rate = rate_text(chart.sheet) + ", 100 %";
    const lab::DataSheet* sheet = lab::data_sheet(chart.source->device);
    return {"memory, by the " + std::string(sheet->source) + ": " + rate,
            "memory, by the data sheet: " + rate, "data sheet: " + rate, rate};
}

std::vector<std::string> copy_forms(const RooflineChart& chart) {
    const std::string rate =
        rate_text(chart.copy) + ", " + whole_percent(chart.copy / chart.rate());
    const auto peak = lab::recorded_peak(chart.source->device);
    std::vector<std::string> forms{"a copy reaches " + rate, "a copy: " + rate, rate};
    if (peak && !peak->of.empty()) forms.insert(forms.begin(), peak->of + " reaches " + rate);
    return forms;
}

std::vector<std::string> tensor_forms(const RooflineChart& chart) {
    const std::string rate = grouped(std::llround(chart.tensor)) + " GFLOP/s";
    return {"tensor cores, 16-bit floats, by the data sheet: " + rate,
            "tensor cores, 16-bit floats: " + rate, "tensor cores: " + rate, rate};
}

std::string beyond_words(const RooflineChart& chart, const RooflineDot& dot) {
    if (!passes_copy(chart, dot)) return "";
    return "passes the line of a copy" + why_beyond(chart, dot, false);
}

std::vector<std::string> roofline_head(const RooflineChart& chart) {
    std::vector<std::string> forms = floor_forms(chart);
    if (forms.empty()) forms = beyond_forms(chart);
    if (!chart.computes || chart.flat > 0 || chart.above) return forms;
    const std::string roofless = "No compute roof: this device's peak was not measured.";
    if (!forms.empty()) forms.insert(forms.begin(), forms.front() + " " + roofless);
    forms.insert(forms.end(), {roofless, "no compute roof"});
    return forms;
}

std::string without_warm_words(const DrawContext& context, const RooflineChart& chart) {
    if (!chart.source || chart.source->regime != lab::Regime::warm) return "";
    TimeSource cold = *chart.source;
    cold.regime = lab::Regime::cold;
    std::vector<std::string> missing;
    for (int rung = 0; rung < std::ssize(chart.settings.subject->rungs); ++rung)
        if (std::ranges::find(chart.dots, rung, &RooflineDot::rung) == chart.dots.end() &&
            context.series.time(at_rung(chart.settings, rung), cold))
            missing.push_back(rung_number(rung));
    return missing.empty() ? "" : lab::listed(missing) + ": not measured warm.";
}

}  // namespace app

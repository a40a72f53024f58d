// Which times "Kernels compared" draws. See compared_times.h.
#include "app/views/cards/compared_times.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <set>
#include <span>

#include "app/format.h"
#include "app/sentences/because.h"
#include "app/sentences/changed_settings.h"
#include "app/sentences/moves.h"
#include "app/time_numbers.h"
#include "app/views/cards/ledger_rows.h"
#include "app/views/cards/recorded_nearby.h"
#include "app/views/cards/spots.h"
#include "app/views/marks.h"
#include "app/views/rungs.h"
#include "lab/library.h"
#include "lab/time/compare.h"
#include "lab/words.h"

namespace app {
namespace {

// A kernel's time before the last change, where that changed knobs but not the size.
const TimePoint* ghost_of(const DrawContext& context, const ComparedTimes& data, int rung) {
    if (!context.before || !data.source) return nullptr;
    const lab::Settings& before = context.before->request.settings;
    if (!lab::same(before.subject.get(), data.settings.subject.get())) return nullptr;
    if (!one_size(before, data.settings) || before.values() == data.settings.values())
        return nullptr;
    if (lab::clock_of(before) != lab::clock_of(data.settings)) return nullptr;
    return context.series.time(at_rung(before, rung), *data.source);
}

// A time that includes copies is more than a kernel's time; the words say how many bytes.
std::string copied_words(const lab::Settings& settings) {
    const std::uint64_t bytes = lab::copied_bytes(lab::timed_transfers(lab::plan_of(settings)));
    return bytes == 0
               ? ""
               : "\nThe time includes " + bytes_text(bytes) + " copied between host and device.";
}

std::string early_words(const lab::Settings& settings) {
    return lab::times_kernels(settings)
               ? ""
               : "\nThe clock stopped when the launch returned: this is not the kernel's time.";
}

// Whether a bar's time is still to come, so that nothing is known of its place.
bool is_to_come(const ComparedBar& bar) {
    const bool says_why = bar.refused || bar.wrong || bar.elsewhere || !bar.ended_by.empty() ||
                          !bar.other_regime.empty() || !bar.unrecorded.empty() ||
                          !bar.unlike.empty();
    return !bar.point && !says_why && !bar.no_time.empty() && bar.no_time.front() == no_time_yet;
}

std::string verdict_of_first(const ComparedTimes& data) {
    std::vector<ComparedBar> timed = ranked(data);
    if (timed.size() < 2) return "";
    const auto parted = std::find_if(timed.begin() + 1, timed.end(), [&](const ComparedBar& bar) {
        return lab::parted(bar.point->time, timed[0].point->time);
    });
    const auto tied = parted - timed.begin();
    if (tied == 1) {
        const double times = timed[1].point->time.median_ms / timed[0].point->time.median_ms;
        const std::string worded =
            times < 999.5 ? shortest(times, 3) : grouped(std::llround(times));
        const bool yet = std::ranges::any_of(data.bars, is_to_come);
        return number_of(timed[0]) + " is ahead" + (yet ? " so far: " : ": ") + worded +
               " times as fast as " + number_of(timed[1]) + ".";
    }
    const std::span first(timed.data(), static_cast<std::size_t>(tied));
    std::ranges::sort(first, {}, &ComparedBar::rung);
    std::vector<std::string> names;
    for (const ComparedBar& bar : first) names.push_back(number_of(bar));
    // A recorded time is not measured again.
    const bool measured = data.source && data.source->kind == lab::TimeKind::measured;
    return "Times of " + lab::listed(names) +
           " overlap: " + (measured ? "no winner yet." : "none is ahead.");
}

std::optional<int> kernel_before(const DrawContext& context, const lab::Settings& now) {
    const lab::Settings* was = context.before ? &context.before->request.settings : nullptr;
    const bool another =
        was && was->rung != now.rung && lab::same(was->subject.get(), now.subject.get());
    return another ? std::optional(was->rung) : std::nullopt;
}

}  // namespace

std::vector<std::string> recorded_words(const ComparedTimes& data) {
    if (!data.recorded) return {};
    return recorded_words(*data.recorded, data.settings);
}

// Recorded on any day, on the same device; a processor loop has its own clock.
std::vector<ComparedBar> bars_beside(const Series& series, const lab::Settings& settings,
                                     const std::optional<TimeSource>& first,
                                     const std::optional<TimeSource>& second) {
    std::vector<ComparedBar> all;
    for (const lab::Settings& library : lab::at_libraries(settings)) {
        ComparedBar bar{.rung = static_cast<int>(settings.subject->rungs.size() + all.size()),
                        .settings = library};
        if (lab::on_processor(library)) {
            if (first) bar.own = series.any_source(library, first->kind, first->regime);
            if (bar.own) bar.point = series.time(library, *bar.own);
        } else {
            if (first) bar.day = series.on_any_day(library, *first);
            if (bar.day) bar.point = series.time(library, *bar.day);
            if (second) bar.second = series.time_of_any_day(library, *second);
        }
        all.push_back(std::move(bar));
    }
    return all;
}

// The clock that timed most kernels at these settings, two at least; nullopt where the user chose a
// clock.
std::optional<TimeSource> timed_most(const Series& series, const lab::Settings& settings) {
    if (series.choice.first) return std::nullopt;
    std::map<TimeSource, int> timed;
    for (const lab::Settings& rung : every_rung(settings))
        if (series.timed(rung))
            if (const auto source = series.source(rung))
                if (series.time(rung, *source)) ++timed[*source];
    const auto most =
        std::ranges::max_element(timed, {}, [](const auto& one) { return one.second; });
    return most == timed.end() || most->second < 2 ? std::nullopt : std::optional(most->first);
}

// Whether a clock timed any kernel at these settings.
bool times_any(const Series& series, const lab::Settings& settings, const TimeSource& source) {
    return std::ranges::any_of(every_rung(settings), [&](const lab::Settings& rung) {
        return series.time_of_any_day(rung, source) != nullptr;
    });
}

// Takes a bar of other work off the axis; its words keep the time.
static void set_apart(ComparedBar& bar, const Series& series, const lab::Settings& shown) {
    std::string words = work_words(bar.settings, shown);
    if (const std::string array = series.differing_array(bar.settings, shown); !array.empty())
        words = "other numbers in " + array;
    if (words.empty()) return;
    const std::string brief = "other work",
                      time = bar.point ? ": " + time_text(bar.point->time.median_ms) : "";
    bar.unlike = {words + time, brief + time, brief, "–"};
    bar.point = bar.second = bar.ghost = nullptr;
}

ComparedTimes compared_times(const DrawContext& context) {
    ComparedTimes data{context.result.request.settings, {}, {}, {}};
    if (!data.settings.subject) return data;
    data.before = kernel_before(context, data.settings);
    data.source = context.series.source(data.settings);
    data.second = context.series.second_source(data.settings);
    // A formula's time for a wrong result, or a clock without times, compares nothing.
    if (data.source && (data.source->kind == lab::TimeKind::modelled ||
                        !times_any(context.series, data.settings, *data.source)))
        if (const auto others = timed_most(context.series, data.settings)) data.source = others;
    if (data.source && data.source->kind == lab::TimeKind::modelled && !data.second)
        data.recorded = recorded_nearby(context.series, data.settings);
    for (int rung = 0; rung < static_cast<int>(data.settings.subject->rungs.size()); ++rung) {
        const lab::Settings settings = at_rung(data.settings, rung);
        const auto day =
            data.source ? context.series.on_any_day(settings, *data.source) : std::nullopt;
        const TimePoint* point = day ? context.series.time(settings, *day) : nullptr;
        ComparedBar bar{.rung = rung,
                        .settings = settings,
                        .point = point,
                        .second = data.second
                                      ? context.series.time_of_any_day(settings, *data.second)
                                      : nullptr,
                        .ghost = data.second ? nullptr : ghost_of(context, data, rung),
                        .refused = !point && context.series.refuses(settings),
                        .ended_by = context.series.ended_by(settings),
                        .elsewhere = !point && context.series.timed(settings),
                        .day = day};
        if (!point) bar.no_time = no_time_of(context.series, settings);
        set_apart(bar, context.series, data.settings);
        bar.wrong = bar.elsewhere && context.series.timed_wrong(settings);
        if (!point && data.source)
            bar.other_regime = other_regime_words(context.series, settings, *data.source);
        if (!point && !bar.refused && bar.other_regime.empty() && data.source)
            bar.unrecorded = not_recorded_words(context.series, settings, *data.source);
        if (data.second && !bar.second)
            bar.second_regime = other_regime_words(context.series, settings, *data.second);
        data.bars.push_back(std::move(bar));
    }
    for (ComparedBar& bar : bars_beside(context.series, data.settings, data.source, data.second)) {
        if (!bar.point && !bar.second) continue;
        set_apart(bar, context.series, data.settings);
        data.bars.push_back(std::move(bar));
    }
    data.shaped = shaped_words(context, data);
    data.larger = larger_words(context.series, data);
    if (data.larger.empty()) data.larger = setup_words(context.series, data);
    return data;
}

// Fastest first, without wrong results and kernels that do other work than the shown one. A clock
// that stops before the kernels end ranks none.
std::vector<ComparedBar> ranked(const ComparedTimes& data) {
    std::vector<ComparedBar> timed;
    if (!lab::times_kernels(data.settings)) return timed;
    for (const ComparedBar& bar : data.bars)
        if (bar.point && !bar.point->wrong && !other_work(bar.settings, data.settings))
            timed.push_back(bar);
    std::stable_sort(timed.begin(), timed.end(), [](const ComparedBar& a, const ComparedBar& b) {
        return a.point->time.median_ms < b.point->time.median_ms;
    });
    return timed;
}

std::string number_of(const ComparedBar& bar) {
    return lab::is_library(bar.settings) ? lab::rung_of(bar.settings).brief : rung_number(bar.rung);
}

std::string name_in(const Canvas& canvas, const ComparedBar& bar, float width,
                    const TextStyle& style) {
    const lab::Rung& rung = lab::rung_of(bar.settings);
    if (!bar.own) return fitted(canvas, rung, width, style);
    std::string device = short_device(bar.own->device);
    std::vector<std::string> forms{rung.title + ", " + device};
    for (std::size_t blank = 0; blank != device.npos; blank = device.find(' ')) {
        if (blank > 0) device.erase(0, blank + 1);  // the model is the last word
        forms.push_back(rung.brief + ", " + device);
    }
    const auto fits = [&](const std::string& name) { return canvas.width(name, style) <= width; };
    const auto found = std::ranges::find_if(forms, fits);
    return found == forms.end() ? "" : *found;
}

namespace {

std::string worded_number(double value, int digits) {
    const bool whole = value == std::floor(value) && std::abs(value) < 1e15;
    return whole ? grouped(std::llround(value)) : shortest(value, digits);
}

// The largest error of a result; it is told also where it is allowed.
std::string off_words(const TimePoint& point) {
    if (!point.off) return "";
    // A recorded result is not the simulated one: sums in another order have another error.
    const bool there = point.time.kind == lab::TimeKind::recorded;
    const std::string its = there ? "\nIts result there was " : "\nIts result is ";
    if (*point.off == 0) return its + "exact.";
    const std::string off = its + "off by " + worded_number(*point.off, 3);
    if (point.off_of == 0) return off + " at most.";
    return off + " of " + worded_number(point.off_of, 6) +
           " at most: " + with_power(100 * *point.off / std::abs(point.off_of)) + " %.";
}

// The kernels whose results are nearest to the exact one, so that no other has to be opened. Only
// errors against one reference are compared: one product is no sum of all.
std::string nearest_words(const ComparedTimes& data, const ComparedBar& bar) {
    if (!bar.point || !bar.point->off) return "";
    std::vector<const ComparedBar*> known;
    bool others = false;
    for (const ComparedBar& each : data.bars) {
        if (!each.point || !each.point->off || each.point->wrong) continue;
        if (each.point->compared_with == bar.point->compared_with)
            known.push_back(&each);
        else
            others = true;
    }
    const auto off = [](const ComparedBar* each) { return *each->point->off; };
    const auto written = [&](const ComparedBar* each) { return worded_number(off(each), 3); };
    const auto [least, most] = std::ranges::minmax_element(known, {}, off);
    if (known.size() < 2 || written(*least) == written(*most)) return "";
    if (written(&bar) == written(*least))
        return others ? " No other with such a result is more exact."
                      : " No other here is more exact.";
    std::vector<std::string> nearest;
    for (const ComparedBar* each : known)
        if (written(each) == written(*least)) nearest.push_back(number_of(*each));
    return (nearest.size() > 1 ? " Most exact are " : " Most exact is ") + lab::listed(nearest) +
           (off(*least) == 0 ? ": exact." : ": off by " + written(*least) + ".");
}

}  // namespace

std::string words_of(const ComparedTimes& data, const ComparedBar& bar) {
    const bool library = lab::is_library(bar.settings);
    const lab::Rung& rung = lab::rung_of(bar.settings);
    const std::string title = library ? "*" + rung.title + "*\n" + rung.idea + "\n"
                                      : rung_heading(data.settings, bar.rung);
    const std::string second =
        bar.second ? "\n" + time_sentence(*bar.second, *data.second) : std::string();
    if (bar.point)
        return title + time_sentence(*bar.point, bar.own ? *bar.own : *bar.day) + second +
               (library ? "" : copied_words(bar.settings)) + early_words(bar.settings) +
               off_words(*bar.point) + nearest_words(data, bar);
    if (bar.second) return title + time_sentence(*bar.second, *data.second);
    if (!bar.unlike.empty())
        return title + capitalised(bar.unlike.front()) +
               ". That is a different amount of work, so it has no bar among the others.";
    if (!bar.other_regime.empty()) return title + capitalised(bar.other_regime.front()) + ".";
    if (!bar.ended_by.empty())
        return title + capitalised(std::string(bar.ended_by)) +
               " ended the run, so it has no time.";
    if (bar.wrong)
        return title + "Its result is wrong, so its time is not shown beside right ones.";
    if (!bar.unrecorded.empty()) return title + capitalised(bar.unrecorded.front()) + ".";
    if (bar.elsewhere)
        return title + capitalised(not_of_clock(*data.source).front()) +
               ", unlike the shown kernel: one axis never has times of two kinds.";
    const auto refusal = lab::refusal(bar.settings);
    if (bar.refused && refusal) return title + refusal->title + ".";
    return title +
           (bar.no_time.empty() ? "No time is known yet." : capitalised(bar.no_time.front()) + ".");
}

std::string verdict_of(const ComparedTimes& data) {
    const auto timed = [](const ComparedBar& bar) { return bar.point != nullptr; };
    if (!lab::times_kernels(data.settings))
        return std::ranges::any_of(data.bars, timed) ? "Launches alone: this clock ranks no kernel."
                                                     : "";
    std::string words = verdict_of_first(data);
    const bool others = std::ranges::any_of(data.bars, [&](const ComparedBar& bar) {
        return bar.point && other_work(bar.settings, data.settings);
    });
    if (!words.empty() && others)
        words = "Of those that " + lab::rung_of(data.settings).work + ", " + uncapitalised(words);
    if (!data.second || words.empty()) return words;
    return "On " + clock_names(*data.source, *data.second).first + " " + words;
}

std::string who_is_ahead(const DrawContext& context) { return verdict_of(compared_times(context)); }

int row_ahead(const ComparedTimes& data) {
    const std::vector<ComparedBar> timed = ranked(data);
    const int rung = timed.empty() ? data.settings.rung : timed[0].rung;
    return static_cast<int>(std::ranges::find(data.bars, rung, &ComparedBar::rung) -
                            data.bars.begin());
}

int row_beside(const ComparedTimes& data) { return data.before.value_or(row_ahead(data)); }

double longest_ms(const ComparedTimes& data) {
    double longest = 0;
    for (const ComparedBar& bar : data.bars)
        for (const TimePoint* point : {bar.point, bar.second, bar.ghost})
            if (point) longest = std::max(longest, lab::most_ms(point->time));
    return longest;
}

std::string unit_of_all(const ComparedTimes& data) {
    std::set<std::string> units;
    for (const ComparedBar& bar : data.bars)
        for (const TimePoint* point : {bar.point, bar.second}) {
            const std::string text = point ? time_text(point->time.median_ms) : "";
            if (point) units.insert(text.substr(text.rfind(' ') + 1));
        }
    return units.size() == 1 ? *units.begin() : "";
}

std::vector<std::string> rows_left_out(int above, int below) {
    std::string words = above > 0 ? std::to_string(above) + " more above" : "";
    if (below > 0)
        words +=
            (above > 0 ? ", " + std::to_string(below) : std::to_string(below) + " more") + " below";
    return {words + ": turn the wheel", words, std::to_string(above + below) + " more"};
}

std::string compared_numbers(const DrawContext& context) {
    const ComparedTimes data = compared_times(context);
    std::vector<TimedRow> rows;
    const auto row = [](const ComparedBar& bar, const TimePoint* point) {
        return TimedRow{{number_of(bar), lab::rung_of(bar.settings).title}, point};
    };
    for (const ComparedBar& bar : data.bars) rows.push_back(row(bar, bar.point));
    for (const ComparedBar& bar : data.bars)
        if (bar.second) rows.push_back(row(bar, bar.second));
    return time_numbers({"kernel", "title"}, rows);
}

std::vector<lab::Settings> compared_needs(const lab::Settings& settings) {
    std::vector<lab::Settings> all = every_rung(settings);
    std::ranges::copy(lab::at_libraries(settings), std::back_inserter(all));
    return all;
}

void draw_reason(Canvas& canvas, const ComparedTimes& data, const ComparedBar& bar, Rect row,
                 const Metrics& m) {
    const TextStyle style = micro_style(m);
    const Point at{row.x, row.middle_y()};
    if (const std::string by(bar.ended_by); !by.empty())
        return void(text_fitting(canvas, at, row.w, style,
                                 {"no time: " + by + " ended the run", by + " ended it", by, "–"}));
    if (!bar.unlike.empty()) return void(text_fitting(canvas, at, row.w, style, bar.unlike));
    if (!bar.other_regime.empty())
        return void(text_fitting(canvas, at, row.w, style,
                                 {bar.other_regime.front(), bar.other_regime.back(), "–"}));
    if (bar.wrong)
        return void(text_fitting(canvas, at, row.w, style,
                                 {"no time: a wrong result", "wrong result", "–"}));
    if (!bar.unrecorded.empty())
        return void(text_fitting(canvas, at, row.w, style, bar.unrecorded));
    if (bar.elsewhere)
        return void(text_fitting(canvas, at, row.w, style, not_of_clock(*data.source)));
    if (!bar.refused) return void(text_fitting(canvas, at, row.w, style, bar.no_time));
    const auto refusal = lab::refusal(bar.settings);
    text_fitting(canvas, at, row.w, style,
                 refusal ? reason_in_brief(*refusal) : std::vector<std::string>{"can't run"});
}

namespace {

// Whether the card has a conclusion: the fastest kernel, or the key of devices that two bars in a
// row need.
bool concludes(const ComparedTimes& data) {
    return data.second || data.recorded || !verdict_of(data).empty();
}

}  // namespace

float sentence_height(const ComparedTimes& data, float height, float rows, bool above,
                      const Metrics& m) {
    const float two_lines = m.small * 2.6f, line = m.small * 1.9f, tight = m.small * 1.4f,
                brief = data.second ? m.micro * 1.6f : tight;
    const bool two = above || !data.larger.empty();
    if (height - (two ? two_lines : line) >= rows) return two ? two_lines : line;
    if (!concludes(data)) return 0;
    constexpr float least_rows = 4;
    if (!data.larger.empty() && height - two_lines >= least_rows * m.micro * 1.15f)
        return two_lines;
    return data.second || height - tight >= least_rows * m.micro * 1.15f ? brief : 0;
}

}  // namespace app

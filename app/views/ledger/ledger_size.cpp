// Chooses the size at which the ledger counts. See ledger_size.h.
#include "app/views/ledger/ledger_size.h"

#include <algorithm>
#include <string>

#include "app/drawn_words.h"
#include "app/format.h"
#include "app/sentences/measure_words.h"
#include "app/series.h"
#include "app/views/ledger/ledger_columns.h"
#include "app/views/ledger/remembered.h"
#include "app/views/rungs.h"
#include "lab/requests/job.h"
#include "lab/words.h"

namespace app {
namespace {

// A ladder's kernels are counted at one size: if one kernel is too costly, all are.
bool is_costly(const lab::Settings& settings) {
    if (cost_for_cards(settings) > usual_card_cost) return true;
    return settings.lesson() && !(counted_for_cards(settings) == settings);
}

bool is_refused(const lab::Settings& settings) {
    thread_local Remembered<bool, 256> known;
    return known.of(settings, [](const lab::Settings& asked) { return bool(lab::refusal(asked)); });
}

// If the result before has the same size, its counts have a column.
bool needs_less(const DrawContext& context) {
    const lab::Settings& now = context.result.request.settings;
    if (is_costly(now)) return true;
    if (!context.columns.empty()) return false;  // chosen columns each say why they are empty
    if (!context.before) return ledger_is_costly(now);
    const lab::Settings& before = context.before->request.settings;
    return lab::same(before.subject.get(), now.subject.get()) && lab::one_size(before, now) &&
           is_costly(before);
}

// Whether a column counts for the comparison: both sides of a change, else all columns with counts.
bool is_read(const DrawContext& context, const lab::Settings& column) {
    const lab::Settings& now = context.result.request.settings;
    if (context.series.refuses(column)) return false;
    return !context.before || !context.columns.empty() || column == now ||
           column == context.before->request.settings;
}

bool all_counted(const DrawContext& context, const lab::Settings& shown) {
    const lab::Settings& now = context.result.request.settings;
    return std::ranges::all_of(column_settings(context, shown), [&](const auto& column) {
        return !is_read(context, column) || context.series.counts(alike(shown, now, column));
    });
}

}  // namespace

lab::Settings counted_for_cards(const lab::Settings& settings) {
    if (!settings.subject || !settings.lesson()) return at_picture(settings);
    thread_local Remembered<lab::Settings> known;
    return known.of(settings, lab::countable_unasked);
}

bool counted_when_chosen(const lab::Settings& settings) {
    thread_local Remembered<bool> known;
    return known.of(settings, lab::counted_when_asked);
}

lab::Settings alike(const lab::Settings& shown, const lab::Settings& now, const lab::Settings& of) {
    if (shown == now) return of;
    const bool picture = shown == at_picture(now);
    const lab::Settings own = picture ? at_picture(of) : of;
    if (lab::one_size(own, shown)) return own;
    // Where the size itself changed, the two have different sizes.
    if (of.rung == now.rung && !lab::one_size(of, now))
        return picture ? own : counted_for_cards(of);
    lab::Settings same = at_rung(shown, of.rung);
    if (of.values() == now.values()) return same;
    for (const lab::Knob* knob : own.subject->knobs)  // with the changed knobs
        if (of[*knob] != now[*knob]) same.set(*knob, own[*knob]);
    return is_refused(same) ? own : same;
}

bool ledger_is_costly(const lab::Settings& settings) {
    if (is_costly(settings)) return true;
    return on_a_ladder(settings) && std::ranges::any_of(ledger_rungs(settings), [&](int rung) {
               return is_costly(at_rung(settings, rung));
           });
}

lab::Settings ledger_size(const DrawContext& context) {
    const lab::Settings& now = context.result.request.settings;
    if (!now.subject || !needs_less(context)) return now;
    for (const lab::Settings& shown : {now, counted_for_cards(now)})
        if (all_counted(context, shown)) return shown;
    return at_picture(now);
}

std::vector<lab::Settings> ledger_of_before(const lab::Settings& now, const lab::Settings& before) {
    const bool one_subject = lab::same(now.subject.get(), before.subject.get());
    if (!one_subject || !ledger_is_costly(now)) return {};
    std::vector<lab::Settings> all{alike(at_picture(now), now, before)};
    const lab::Settings less = alike(counted_for_cards(now), now, before);
    if (!(less == all.front())) all.push_back(less);
    return all;
}

Note counted_note(const lab::Settings& counted, const lab::Settings& asked) {
    const auto less = smaller_values(counted, asked, power_or_grouped, true);
    if (less.empty()) return lab::size_words(asked, power_or_grouped);
    const bool drawn = counted == at_picture(asked);
    const std::string is = drawn ? "drawn: " : "counted: ", &number = less.front().number;
    std::vector<std::string> parts;
    for (const SmallerValue& value : less) parts.push_back((parts.empty() ? is : "") + value.words);
    Note note = note_of_parts(parts);
    note.forms.insert(note.forms.end(), {is + number, "at " + number});
    if (drawn) note.forms.emplace_back("drawn");
    return note;
}

std::string counted_suffix(const lab::Settings& counted, const lab::Settings& asked) {
    using Of = CountedSize::Of;
    if (counted == asked) return "";
    if (counted == at_picture(asked)) return at_size("", {Of::drawn});
    return at_size("", {Of::counted, counted_words(counted, asked, power_or_grouped)});
}

}  // namespace app

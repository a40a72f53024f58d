// Chooses the columns of the ledger. See ledger_columns.h.
#include "app/views/ledger/ledger_columns.h"

#include <algorithm>
#include <optional>

#include "app/format.h"
#include "app/sentences/changed_settings.h"
#include "app/views/ledger/ledger_size.h"
#include "app/views/rungs.h"
#include "lab/bugs.h"
#include "lab/host_side.h"
#include "lab/words.h"

namespace app {
namespace {

// Whether the rung shown before is just before the rung shown now: columns compare with their left
// neighbour.
bool follows(const std::vector<int>& ladder, int before, int now) {
    const auto place = std::ranges::find(ladder, now);
    return place != ladder.end() && place != ladder.begin() && *std::prev(place) == before;
}

// Whether the kernel and the size are the same, and other knobs differ.
bool turned_only(const lab::Settings& before, const lab::Settings& now) {
    return before.subject && before.subject->id == now.subject->id && before.rung == now.rung &&
           one_size(before, now) && !(before == now);
}

// Whether a smaller counted run keeps the change: 10 and 20 sweeps are both drawn as three.
bool counted_as_turned(const lab::Settings& before, const lab::Settings& now,
                       const lab::Settings& shown) {
    return shown == now || turned_as_asked(before, now, alike(shown, now, before), shown);
}

// After a change the kernel before and the kernel now, which the stage's sentence compares.
// Otherwise the ladder up to the shown kernel.
std::vector<int> chosen(const DrawContext& context, const lab::Settings& shown) {
    if (!context.columns.empty()) return {context.columns.begin(), context.columns.end()};
    const lab::Settings& now = context.result.request.settings;
    const std::vector<int> usual = ledger_ladder(now);
    if (!context.before) return usual;
    const lab::Settings& before = context.before->request.settings;
    if (turned_only(before, now) && counted_as_turned(before, now, shown))
        return {before_column, now.rung};
    const bool kernel = on_a_ladder(now) && lab::same(before.subject.get(), now.subject.get()) &&
                        before.values() == now.values() && before.rung != now.rung;
    return kernel && !follows(usual, before.rung, now.rung) ? std::vector{before.rung, now.rung}
                                                            : usual;
}

// The title of a version: "Broken" beside "Cured".
void name_version(LedgerColumn& column) {
    const lab::Knob& versions = *lab::versions_of(column.settings);
    column.title = versions.choices[static_cast<std::size_t>(column.settings[versions])].title;
    column.brief = uncapitalised(column.title);
}

// The title of a column beside the run before a change: what differs between both.
void name_difference(LedgerColumn& column, const Difference& differs) {
    using Kind = Difference::Kind;
    if (differs.kind == Kind::several) {
        column.title = column.brief = column.shown ? "Now" : "Before";
    } else if (differs.kind == Kind::text) {
        column.brief = column.shown ? "text now" : "text before";
        column.title = "The " + column.brief;
    } else if (differs.choice) {  // "Strided" beside "Coalesced": without a name both have room
        column.title = capitalised(differs.value);
        column.brief = differs.value;
    } else {
        const std::size_t word = differs.name.find(' ');
        column.title = capitalised(differs.words());
        column.brief = (word == std::string::npos ? "" : differs.name.substr(word + 1) + " ") +
                       differs.value;  // "16" of "Stride 16"
    }
}

void name(LedgerColumn& column, const DrawContext& context, bool beside_before) {
    const lab::Settings& now = context.result.request.settings;
    const bool turned =
        context.before && turned_only(context.before->request.settings, now) && beside_before;
    if (column.rung == before_column || (turned && column.shown)) {
        const lab::Settings& other = column.rung == before_column || !context.before
                                         ? now
                                         : context.before->request.settings;
        name_difference(column, difference(column.settings, other));
    } else {
        column.brief = rung_number(column.rung);
        column.title = "Kernel " + column.brief;
    }
}

// Counts of another size cannot be compared: the column stays empty.
void fill(LedgerColumn& column, const DrawContext& context, const lab::Settings& shown) {
    const lab::Settings at = alike(shown, context.result.request.settings, column.settings);
    if (one_size(at, shown)) column.point = context.series.counts(at);
    column.ended_by = context.series.ended_by(at);
    column.never_ran = lab::unfit_launch(column.settings).has_value();
    column.refused = !column.point && context.series.refuses(column.settings);
    column.costly = !column.point && !column.refused && column.ended_by.empty() &&
                    one_size(at, shown) && cost_for_cards(at) > usual_card_cost;
    column.when_chosen = column.costly && counted_when_chosen(at);
}

// Own kernels that leave other numbers did other work.
void note_unlike(std::vector<LedgerColumn>& columns, const Series& series) {
    const auto counted = [](const LedgerColumn& column) -> const lab::Settings& {
        return column.point ? column.point->settings : column.settings;
    };
    for (std::size_t i = 0; i < columns.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
            columns[i].unlike.push_back(
                !series.differing_array(counted(columns[j]), counted(columns[i])).empty());
}

// With two counted kernels, drops those too costly to count.
void drop_costly(std::vector<LedgerColumn>& columns) {
    if (std::ranges::count_if(columns, &LedgerColumn::whole) < 2) return;
    std::erase_if(columns, [](const LedgerColumn& each) { return each.costly && !each.shown; });
}

// Drops columns without counts, then right of the shown one, then left; never the shown one.
void keep(std::vector<LedgerColumn>& columns, std::size_t most) {
    while (columns.size() > std::max<std::size_t>(1, most)) {
        const auto empty = std::ranges::find_if(
            columns, [](const LedgerColumn& each) { return !each.whole() && !each.shown; });
        if (empty != columns.end()) {
            columns.erase(empty);
            continue;
        }
        const bool behind = !columns.back().shown;
        columns.erase(behind ? columns.end() - 1 : columns.begin());
    }
}

// The largest smaller size that is counted for cards; empty: none.
std::string countable_size(const lab::Settings& settings) {
    if (!settings.subject->size) return "";
    const lab::Knob& size = *settings.subject->size;
    for (auto tick = size.ticks.rbegin(); tick != size.ticks.rend(); ++tick) {
        if (*tick >= settings[size]) continue;
        const lab::Settings smaller = lab::turned(settings, size, *tick);
        if (cost_for_cards(smaller) <= usual_card_cost && !lab::refusal(smaller))
            return lab::size_words(smaller, power_or_grouped);
    }
    return "";
}

// nullopt where no such column is possible.
std::optional<lab::Settings> settings_of(const DrawContext& context, int column) {
    const lab::Settings& now = context.result.request.settings;
    if (column == before_column)
        return context.before ? std::optional(context.before->request.settings) : std::nullopt;
    if (column >= static_cast<int>(now.subject->rungs.size())) return std::nullopt;
    return ledger_settings(now, column);
}

// Words for the choice that gets a column counted: "kernel 2", or "it" for a column of no rung.
std::string chosen_words(const LedgerColumn& column) {
    return column.rung < 0 ? "it" : "*kernel " + rung_number(column.rung) + "*";
}

}  // namespace

std::vector<std::string> why_not_counted(const LedgerColumn& column) {
    if (column.never_ran)
        return {"Its launch did not begin: no thread ran, and nothing was counted.",
                "Nothing was counted."};
    if (!column.ended_by.empty()) {
        const std::string ended = capitalised(std::string(column.ended_by)) + " ended its run";
        return {ended + ", so its counts cannot be compared.", ended + "."};
    }
    if (!column.costly) return {};
    if (column.when_chosen)
        return {"Counting it takes a while. It is counted once you choose " + chosen_words(column) +
                    ".",
                "Not counted yet: choose " + chosen_words(column) + "."};
    const std::string size = countable_size(column.settings);
    const std::string why =
        "It runs so many instructions that counting them here would take too long.";
    if (size.empty()) return {why, "Too much to count."};
    return {why + " It is counted up to *" + size + "*.",
            "Too much to count. Counted up to *" + size + "*."};
}

lab::Settings ledger_settings(const lab::Settings& now, int column) {
    if (column == version_column) return lab::other_version(now).value_or(now);
    return at_rung(now, column);
}

std::vector<int> ledger_ladder(const lab::Settings& settings) {
    if (const lab::Knob* versions = lab::versions_of(settings))
        return settings[*versions] == 0 ? std::vector{settings.rung, version_column}
                                        : std::vector{version_column, settings.rung};
    return ledger_rungs(settings);
}

std::vector<lab::Settings> column_settings(const DrawContext& context, const lab::Settings& shown) {
    std::vector<lab::Settings> all;
    for (const int rung : chosen(context, shown))
        if (const auto one = settings_of(context, rung)) all.push_back(*one);
    return all;
}

std::vector<LedgerColumn> ledger_columns(const DrawContext& context, std::size_t most) {
    std::vector<LedgerColumn> columns;
    const lab::Settings& now = context.result.request.settings;
    if (!now.subject || now.subject->rungs.empty()) return columns;
    const lab::Settings shown = ledger_size(context);
    const std::vector<int> all = chosen(context, shown);
    const bool beside_before = std::ranges::find(all, before_column) != all.end(),
               beside_version = std::ranges::find(all, version_column) != all.end();
    for (const int rung : all) {
        const auto settings = settings_of(context, rung);
        if (!settings) continue;
        LedgerColumn column{rung, *settings};
        column.shown = rung == now.rung;
        if (beside_version && (column.shown || rung == version_column))
            name_version(column);
        else
            name(column, context, beside_before);
        fill(column, context, shown);
        const bool asked_for = column.shown || !context.columns.empty();
        if (column.refused && !asked_for) continue;  // the card of kernels gives the reason
        columns.push_back(std::move(column));
    }
    if (context.columns.empty()) drop_costly(columns);
    keep(columns, most);
    note_unlike(columns, context.series);
    return columns;
}

}  // namespace app

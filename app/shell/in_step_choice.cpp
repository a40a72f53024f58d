// Chooses the result beside the shown one, or says why there is none. See in_step_choice.h.
#include "app/shell/in_step_choice.h"

#include <optional>

#include "app/series.h"
#include "app/views/ledger/ledger_size.h"
#include "app/weights.h"
#include "lab/bugs.h"
#include "lab/lesson.h"
#include "lab/time/alternating.h"

namespace app {

namespace {

// Whether two requests give one run: knobs that a kernel does not use do not count.
bool is_one_run(lab::Request a, const lab::Request& b) {
    const lab::Settings &of_a = a.settings, &of_b = b.settings;
    if (!lab::same(of_a.subject.get(), of_b.subject.get()) || of_a.rung != of_b.rung) return a == b;
    for (const lab::Knob* knob : of_b.subject->knobs)
        if (lab::idle(of_b, *knob)) a.settings.set(*knob, of_b[*knob]);
    return a == b;
}

// The previous kernel on the ladder that runs with these settings, else the next one.
std::optional<int> nearest_that_runs(const lab::Settings& now) {
    const auto runs = [&](int rung) {
        lab::Settings other = now;
        other.rung = rung;
        return !lab::refusal(other);
    };
    for (int rung = now.rung - 1; rung >= 0; --rung)
        if (runs(rung)) return rung;
    for (int rung = now.rung + 1; rung < std::ssize(now.subject->rungs); ++rung)
        if (runs(rung)) return rung;
    return std::nullopt;
}

// Programs with bugs are no ladder: another program tells nothing about this one. A result of the
// same program is put beside it, else its other version.
bool asks_for_version(const Session& session, const lab::Result* before, bool same) {
    const auto version = lab::other_version(session.settings());
    if (!version) return false;
    return !before || same || before->request.settings.rung != version->rung ||
           before->request.settings == *version;
}

void stand_version_beside(Shell& shell) {
    const auto refused = lab::refusal(*lab::other_version(shell.session.settings()));
    if (refused)
        return void(shell.notice = "The other version does not run with these settings. " +
                                   refused->title + ".");
    shell.session.stand_beside_version();
}

// A kernel of the same lesson follows the knobs; any other result stays fixed.
void stand_beside_result(Shell& shell, const lab::Result& other) {
    lab::Request there = other.request, here = shell.session.request;
    const int rung = there.settings.rung;
    there.settings.rung = here.settings.rung;
    if (there == here)
        shell.session.stand_beside(rung);
    else
        shell.session.stand_beside(other.request);
}

// The compared result: the one beside in step, else the one before.
const lab::Result* compared(const Session& session) {
    return session.in_step() ? session.beside() : session.before();
}

bool is_counted_as_asked(const lab::Result& result) {
    const lab::Run* run = result.counted.get();
    return run && run->counters.warp_instructions > 0 &&
           run->request.settings == result.request.settings;
}

// The ledger's counts of the result before, at the size that the ledger has for the shown one.
const CountPoint* counts_in_ledger(const Session& session) {
    const lab::Result &now = *session.shown(), &before = *session.before();
    const Cursor cursor{};
    const Metrics metrics{};
    const DrawContext context{now,     cursor,  metrics,          session.series(),
                              nullptr, &before, session.columns()};
    return session.series().counts(
        alike(ledger_size(context), now.request.settings, before.request.settings));
}

}  // namespace

std::optional<ComparedResults> compared_results(const Session& session) {
    const lab::Result *other = compared(session), *shown = session.shown().get();
    if (!other || !shown) return std::nullopt;
    const bool later = session.in_step() && beside_comes_later(session);
    ComparedResults of{.before = later ? *shown : *other,
                       .now = later ? *other : *shown,
                       .caches = session.series().choice.regime};
    if (const lab::Alternation* turns = session.in_turns(other))
        of.turns = later ? turned_over(turns->ratio) : turns->ratio;
    // Several times a frame: the ledger is not asked where it could say nothing new.
    const bool own_counts = is_counted_as_asked(*other) && is_counted_as_asked(*shown);
    if (!later && !own_counts && other == session.before())
        of.in_ledger = counts_in_ledger(session);
    return of;
}

std::string named_count(const Session& session) {
    const auto of = session.picture() ? compared_results(session) : std::nullopt;
    return of ? leading_count(*of) : "";
}

const View* view_of_change(const Session& session, double part) {
    const std::string counter = named_count(session);
    const lab::Run* old = counter.empty() ? nullptr : compared(session)->picture.get();
    return old ? view_counting(counter, *old, *session.picture(), part) : nullptr;
}

bool beside_comes_later(const Session& session) {
    const lab::Settings& shown = session.shown()->request.settings;
    const lab::Settings other = session.beside_request().settings;
    if (!lab::same(shown.subject.get(), other.subject.get())) return false;
    const lab::Knob* versions = lab::versions_of(shown);
    const bool cured = versions && other.rung == shown.rung && other[*versions] > shown[*versions];
    return other.rung > shown.rung || cured;
}

lab::Interval turned_over(const lab::Interval& ratio) {
    if (!(ratio.low > 0)) return ratio;
    return {1 / ratio.median, 1 / ratio.high, 1 / ratio.low};
}

void toggle_step(Shell& shell) {
    Session& session = shell.session;
    shell.playback.cursor.follow_code();  // to the running line
    if (session.in_step()) return session.stand_alone();
    if (!session.shown() || !session.subject()) return;
    const lab::Result* before = session.before();
    const bool same = before && is_one_run(before->request, session.request);
    if (asks_for_version(session, before, same)) return stand_version_beside(shell);
    if (before && !same) return stand_beside_result(shell, *before);
    if (session.subject()->rungs.size() < 2)
        return void(shell.notice =
                        same ? "The run shown before is this same run: turn a knob first."
                             : "There is no other run to show beside this one: turn a knob first.");
    if (const auto rung = nearest_that_runs(session.settings())) return session.stand_beside(*rung);
    shell.notice = "No other kernel runs with these settings.";
}

void stand_kernel_beside(Shell& shell, int rung) {
    lab::Settings other = shell.session.settings();
    const std::string name = "Kernel " + std::to_string(rung + 1);
    if (rung == other.rung)
        return void(shell.notice = name + " is shown already: choose another to show beside it.");
    if (shell.hunt.is_unfound(shell.session, rung)) return void(shell.notice = told_by_hunt);
    other.rung = rung;
    if (const auto refused = lab::refusal(other))
        return void(shell.notice =
                        name + " does not run with these settings. " + refused->title + ".");
    shell.session.stand_beside(rung);
}

}  // namespace app

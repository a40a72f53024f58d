// Finds opening steps and warps by weights. See weights.h.
#include "app/weights.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <set>
#include <utility>

#include "app/in_step.h"
#include "lab/bugs.h"
#include "lab/opening/opening.h"

namespace app {
namespace {

using simulator::counter_named;
using simulator::CounterName, simulator::Counters, simulator::Quantity, simulator::Space;

struct Weights {
    std::vector<double> by_step;
    double sum = 0;
};

Weights weigh(const View& view, const lab::Run& run) {
    Weights made;
    if (!view.interest.weight || !run.trace) return made;
    for (int step = 0; step < static_cast<int>(run.steps.size()); ++step)
        made.sum += std::max(0., made.by_step.emplace_back(view.interest.weight(run, step)));
    return made;
}

// The launches that a run is about: those of the chosen kernel, since others only prepare them;
// all, where none is of it.
std::vector<bool> own_launches(const lab::Run& run) {
    const lab::Settings& chosen = run.request.settings;
    const std::string kernel = chosen.subject ? chosen.kernel() : "";
    std::vector<bool> own;
    for (const lab::LaunchRecord& launch : run.launches) own.push_back(launch.kernel == kernel);
    if (std::ranges::count(own, true) == 0) own.assign(own.size(), true);
    return own;
}

bool among(const std::vector<bool>& launches, const simulator::Step& step) {
    return step.launch >= launches.size() || launches[step.launch];
}

// A step in another launch is worth a stop at a quarter of the chosen kernel's best weight.
// Otherwise it hardly has any work, such as a scan of few numbers.
constexpr double worth_beside_own = .25;

std::vector<int> worthy_steps(const lab::Run& run, const std::vector<double>& weights) {
    const std::vector<bool> own = own_launches(run);
    double most = 0;
    for (std::size_t i = 0; i < weights.size(); ++i)
        if (among(own, run.steps[i])) most = std::max(most, weights[i]);
    std::vector<int> steps;
    for (std::size_t i = 0; i < weights.size(); ++i) {
        const double least = among(own, run.steps[i]) ? 0 : worth_beside_own * most;
        if (weights[i] > least && (i == 0 || weights[i] != weights[i - 1]))
            steps.push_back(static_cast<int>(i));
    }
    return steps;
}

// A step well into the launches with most blocks, since others only tidy up; of the view's kind
// where there are any.
int telling_step(const lab::Run& run, const View* view) {
    std::vector<bool> own = own_launches(run);
    std::uint64_t most = 0;
    for (std::size_t i = 0; i < own.size(); ++i)
        if (own[i]) most = std::max(most, run.launches[i].grid.count());
    for (std::size_t i = 0; i < own.size(); ++i)
        own[i] = own[i] && run.launches[i].grid.count() == most;
    std::vector<int> steps, of_its_kind;
    for (std::size_t i = 0; i < run.steps.size(); ++i) {
        if (!among(own, run.steps[i])) continue;
        steps.push_back(static_cast<int>(i));
        if (shows_step(view, run, steps.back())) of_its_kind.push_back(steps.back());
    }
    if (!of_its_kind.empty()) steps = std::move(of_its_kind);
    return steps.empty() ? 0 : steps[steps.size() * 3 / 5];
}

// The finding that the window names, of a deliberate bug. Not a race, which is where two accesses
// have weight.
const simulator::Fault* finding_of(const lab::Run& run) {
    using simulator::FaultKind;
    if (!lab::is_broken(run.request.settings) || run.faults.empty()) return nullptr;
    const simulator::Fault& found = *std::ranges::min_element(run.faults, {}, severity_rank);
    const bool of_two = is_unordered(found.kind) || found.kind == FaultKind::missing_warp_sync;
    return of_two || simulator::is_of_host(found.kind) ? nullptr : &found;
}

// The first step at its line, if possible of its instruction; else the step at the nearest line
// before.
std::optional<int> step_of_finding(const lab::Run& run) {
    const simulator::Fault* found = finding_of(run);
    std::optional<int> nearest;
    std::pair<std::int32_t, bool> best{-1, false};
    for (std::size_t i = 0; i < run.steps.size() && found; ++i) {
        const simulator::Step& step = run.steps[i];
        const bool itself = std::ranges::any_of(step.events, [&](const std::uint32_t event) {
            return run.trace && run.trace->events[event].ptx_line == found->ptx_line;
        });
        const std::pair here{step.line, itself};
        if (step.line <= found->line && here > best) best = here, nearest = static_cast<int>(i);
    }
    return nearest;
}

// The finding's thread in its block; nullopt where there is no finding, or no known shape.
std::optional<int> thread_of_finding(const lab::Run& run) {
    const simulator::Fault* found = finding_of(run);
    if (!found || std::size_t(found->launch) >= run.launches.size()) return std::nullopt;
    const simulator::Dim3 &at = found->thread,
                          &shape = run.launches[std::size_t(found->launch)].block;
    return static_cast<int>(at.x + shape.x * (at.y + shape.y * at.z));
}

// The places of steps with weight, for a view with places.
std::set<int> places_of(const View& view, const lab::Run& run) {
    std::set<int> places;
    const std::vector<double>& weights = weights_of(view, run);
    for (int step = 0; view.interest.place && step < static_cast<int>(weights.size()); ++step)
        if (weights[static_cast<std::size_t>(step)] > 0)
            places.insert(view.interest.place(run, step));
    return places;
}

// The cost of an access beyond its least, and the number of inactive lanes of its warp.
std::pair<double, int> waste_of(const lab::Run& run, const simulator::Event& event) {
    const double taken = std::max(event.wavefronts, event.sectors);
    std::uint64_t there = simulator::warp_size;
    if (event.launch < run.trace->launches.size()) {
        const std::uint64_t threads = run.trace->launches[event.launch].block.count();
        const std::uint64_t before = std::uint64_t{event.warp} * simulator::warp_size;
        there = std::min(there, threads > before ? threads - before : 0);
    }
    return {std::max(0., taken - event.ideal), static_cast<int>(there) - std::popcount(event.mask)};
}

std::int64_t number_of(const View& view) {
    const auto all = views();
    return std::ranges::find(all, &view) - all.begin();
}

const Weights& kept_weights(const View& view, const lab::Run& run) {
    return run.derived(number_of(view), [&] { return weigh(view, run); });
}

// The heaviest steps of two runs.
struct LikeSteps {
    int first = 0, second = 0;
};

std::optional<LikeSteps> like_steps(const View* view, const lab::Run& first,
                                    const lab::Run& second) {
    if (!view || view->interest.place || view->interest.late) return std::nullopt;
    const auto a = heaviest_step(*view, first), b = heaviest_step(*view, second);
    if (!a || !b) return std::nullopt;
    const simulator::Step &of_a = first.steps[std::size_t(*a)],
                          &of_b = second.steps[std::size_t(*b)];
    if (of_a.kind != of_b.kind) return std::nullopt;
    // With equal numbers of rounds, rounds with the same number match.
    if (round_at(first, *a).rounds == round_at(second, *b).rounds) return std::nullopt;
    // Rounds decide where they lead the second run to a step with enough weight.
    constexpr double enough = .5;
    const int by_rounds = step_beside(first, *a, second);
    const std::vector<double>& weights = weights_of(*view, second);
    if (weights[std::size_t(by_rounds)] >= enough * weights[std::size_t(*b)]) return std::nullopt;
    return LikeSteps{*a, *b};
}

// Where the chosen kernel has no step with weight but a preparing launch has: a step well into its
// own steps of the view's kind. Its idea may be that no lane waits any more.
std::optional<int> own_step_of(const View& view, const lab::Run& run, int heaviest) {
    const std::vector<bool> own = own_launches(run);
    if (!view.interest.shows_step || among(own, run.steps[static_cast<std::size_t>(heaviest)]))
        return {};
    std::vector<int> steps;
    for (std::size_t i = 0; i < run.steps.size(); ++i)
        if (among(own, run.steps[i]) && view.interest.shows_step(run.steps[i]))
            steps.push_back(static_cast<int>(i));
    return steps.empty() ? std::nullopt : std::optional(steps[steps.size() * 3 / 5]);
}

// The heaviest step at the line with which the lesson opens this kernel's picture, the first of
// equals.
std::optional<int> step_of_its_line(const View& view, const lab::Run& run) {
    const lab::Settings& of = run.request.settings;
    const int line = lab::opening_line(of, run.source_text);
    if (line == 0 || view.id != lab::first_view(of)) return std::nullopt;
    const std::vector<double>& weights = weights_of(view, run);
    const auto weight = [&](int at) { return weights.empty() ? 0 : weights[std::size_t(at)]; };
    std::optional<int> its;
    for (int at = 0; at < std::ssize(run.steps); ++at)
        if (run.steps[std::size_t(at)].line == line && (!its || weight(at) > weight(*its)))
            its = at;
    return its;
}

std::optional<int> opens_at(const View& view, const lab::Run& run) {
    return view.interest.opens_at ? view.interest.opens_at(run) : step_of_its_line(view, run);
}

// The heaviest step of another run in the array of step `at`, with the same kind of access; nullopt
// where the step beside has that array.
std::optional<int> heaviest_of_array(const View& view, const lab::Run& first, int at,
                                     const lab::Run& second, int beside) {
    const std::string array = array_of_step(first, at);
    if (array.empty() || array_of_step(second, beside) == array) return std::nullopt;
    const std::vector<double>& weights = weights_of(view, second);
    std::pair<double, int> most{0, -1};
    for (int step = 0; step < std::ssize(weights); ++step)
        if (alike(first, at, second, step) && weights[std::size_t(step)] > most.first &&
            array_of_step(second, step) == array)
            most = {weights[std::size_t(step)], step};
    return most.second < 0 ? std::nullopt : std::optional(most.second);
}

// For the cure of a bug that was shown before: the step beside the bug's opening step.
std::optional<int> step_of_cure(const View* view, const lab::Run& run, const lab::Result* before) {
    if (!before || !before->picture || lab::is_broken(run.request.settings)) return std::nullopt;
    const lab::Run& bug = *before->picture;
    if (lab::other_version(run.request.settings) != bug.request.settings) return std::nullopt;
    // A step that only the cure has matches none of the bug.
    if (view && opens_at(*view, run)) return std::nullopt;
    const int opened = opening_step(view, bug), beside = step_beside(view, bug, opened, run);
    const auto of_array = view ? heaviest_of_array(*view, bug, opened, run, beside) : std::nullopt;
    return of_array.value_or(beside);
}

// Where less than half of the view's weight is left: the step beside the heaviest step of the run
// before, if it is in the chosen kernel. Remaining weight elsewhere is not what changed.
std::optional<int> step_that_fell(const View* view, const lab::Run& run,
                                  const lab::Result* before) {
    const lab::Run* old = before ? before->picture.get() : nullptr;
    if (!view || !view->interest.of_waste || view->interest.late || !old || !old->trace)
        return std::nullopt;
    const auto worst = heaviest_step(*view, *old);
    const int here = worst ? step_beside(*old, *worst, run) : -1;
    const bool own = here >= 0 && among(own_launches(run), run.steps[std::size_t(here)]);
    if (!own || !alike(*old, *worst, run, here)) return std::nullopt;
    const std::vector<double>&was = weights_of(*view, *old), &now = weights_of(*view, run);
    const double sum_was = kept_weights(*view, *old).sum, sum_now = kept_weights(*view, run).sum;
    const bool fell = was[std::size_t(*worst)] > now[std::size_t(here)] && 2 * sum_now < sum_was;
    return fell ? std::optional(here) : std::nullopt;
}

// Whether a counter counts events of such a step; nullptr counts none.
bool is_counted_by(const CounterName* counter, const simulator::Step& step) {
    const bool seen = step.space == Space::global || step.space == Space::shared;
    return counter && seen && counter->space == step.space && counter->event == step.kind;
}

// The view of a counter; nullptr where there is none.
const View* picture_of(const CounterName* counter) {
    if (!counter) return nullptr;
    if (counter->member == &Counters::divergent_branches) return find_view("lanes");
    if (counter->member == &Counters::polls) return find_view("blocks");
    if (counter->space == Space::shared) return find_view("banks");
    if (counter->space != Space::global) return nullptr;
    if (counter->event == simulator::EventKind::atomic) return find_view("same_address");
    const bool sectors =
        counter->quantity == Quantity::sectors || counter->quantity == Quantity::bytes;
    return sectors && counter->is_cost() ? find_view("coalescing") : nullptr;
}

// In step: the step at which the weights of matching steps differ most; first among steps that
// `leading` counts, then in one array.
std::optional<int> step_apart(const View& view, const lab::Run& run, const lab::Run& beside,
                              const CounterName* leading) {
    if (view.interest.place || view.interest.late) return std::nullopt;
    const std::vector<double>&here = weights_of(view, run), &there = weights_of(view, beside);
    std::array<double, 4> most{};
    std::optional<int> found;
    for (int step = 0; step < std::ssize(here); ++step) {
        const int other = step_beside(run, step, beside);
        if (!alike(run, step, beside, other) || there.empty()) continue;
        const double apart = std::abs(here[std::size_t(step)] - there[std::size_t(other)]),
                     in_array = alike_in_array(run, step, beside, other) ? apart : 0;
        const bool counted = is_counted_by(leading, run.steps[std::size_t(step)]);
        const std::array<double, 4> here_apart{counted ? in_array : 0, counted ? apart : 0,
                                               in_array, apart};
        if (here_apart > most) most = here_apart, found = step;
    }
    return found;
}

// The step at which a counter's weight differs most from the matching step of the run before. A
// step without a match counts with all its weight. Where steps only became fewer, the heaviest one.
std::optional<int> step_led_to(const View* view, const lab::Run& run, const lab::Result* before,
                               const CounterName* leading) {
    const lab::Run* old = before ? before->picture.get() : nullptr;
    if (!view || view != picture_of(leading) || view->interest.late || !view->interest.weight ||
        !old || !old->trace)
        return std::nullopt;
    const std::vector<double>&was = weights_of(*view, *old), &now = weights_of(*view, run);
    const auto counted = [&](const lab::Run& of, const std::vector<double>& weights) {
        double sum = 0;
        for (std::size_t step = 0; step < weights.size(); ++step)
            if (is_counted_by(leading, of.steps[step])) sum += weights[step];
        return sum;
    };
    // Moves the other way are not what the counter tells.
    const double way = counted(run, now) < counted(*old, was) ? -1 : 1;
    // By the size of the move, then by weight; the first of equals.
    std::array<double, 2> most{0, -1};
    std::optional<int> led;
    for (int here = 0; here < std::ssize(now); ++here) {
        if (!is_counted_by(leading, run.steps[std::size_t(here)])) continue;
        const int there = step_beside(run, here, *old);
        const double weight = now[std::size_t(here)],
                     then = alike_in_array(run, here, *old, there) ? was[std::size_t(there)] : 0;
        const std::array<double, 2> here_moved{std::max(0., way * (weight - then)), weight};
        if (here_moved > most) most = here_moved, led = here;
    }
    return led;
}

// The warp with which this picture of the kernel before opened; -1: none.
int warp_before(const View* view, const lab::Run& run, const lab::Result* before) {
    const lab::Run* old = before ? before->picture.get() : nullptr;
    const bool other = old && old->request.settings.rung != run.request.settings.rung;
    return other && view ? opening_warp(view, *old, opening_step(view, *old)) : -1;
}

// Whether a counter also moved per request, which is what a picture shows of it.
bool each_moved(const CounterName& counter, const lab::Run& before, const lab::Run& now) {
    const CounterName* requests = counter_beside(counter, Quantity::requests);
    const auto in = [](const lab::Run& run, const CounterName& of) {
        return double(run.counters.*of.member);
    };
    const double was = requests ? in(before, *requests) : 0, is = requests ? in(now, *requests) : 0;
    if (was == 0 || is == 0) return true;
    const double of_all = in(now, counter) - in(before, counter),
                 of_each = in(now, counter) / is - in(before, counter) / was;
    return of_all * of_each > 0;
}

}  // namespace

const View* view_about(const lab::Run& run) {
    const View* chosen = find_view(lab::first_view(run.request.settings));
    if (chosen && on_stage(chosen->slot) && chosen->shows(run)) return chosen;
    const lab::Subject* subject = run.request.settings.subject.get();
    const View* first = nullptr;
    for (const View* view : views()) {
        if (!on_stage(view->slot) || !view->interest.about || !view->interest.about(run)) continue;
        // Among several, the view that the subject names first.
        if (lab::is_about(subject, view->id)) return view;
        if (!first) first = view;
    }
    return first;
}

std::optional<Slot> usual_slot(const lab::Subject& subject, const lab::Run* run) {
    std::optional<Slot> first;
    for (const std::string& id : subject.views) {
        const View* view = find_view(id);
        if (!view || !on_stage(view->slot)) continue;
        if (!run || !view->fits || view->fits(*run)) return view->slot;
        if (!first) first = view->slot;
    }
    return first;
}

bool hunts(const lab::Run& run, simulator::FaultKind kind) {
    const auto bug = lab::hunted_bug(run.request.settings);
    return bug && bug->kinds.front() == kind;
}

const std::vector<double>& weights_of(const View& view, const lab::Run& run) {
    return kept_weights(view, run).by_step;
}

bool shows(const View& view, const lab::Run& run) {
    struct Shows {
        bool any = false;
    };
    return run.derived(number_of(view), [&] { return Shows{view.shows(run)}; }).any;
}

std::optional<int> heaviest_step(const View& view, const lab::Run& run, const lab::Run* beside) {
    const std::vector<double>& weights = weights_of(view, run);
    const std::vector<bool> own = own_launches(run);
    const std::set<int> shared = beside ? places_of(view, *beside) : std::set<int>{};
    std::optional<int> heaviest;  // the first of equals
    std::array<double, 3> most{};
    for (int step = 0; step < static_cast<int>(weights.size()); ++step) {
        const double weight = weights[static_cast<std::size_t>(step)];
        const double of_own = among(own, run.steps[static_cast<std::size_t>(step)]) ? weight : 0;
        const bool both = !shared.empty() && shared.contains(view.interest.place(run, step));
        const std::array<double, 3> here{both ? of_own : 0, of_own, weight};
        if (here > most) most = here, heaviest = step;
    }
    return heaviest;
}

int opening_step(const View* view, const lab::Run& run, const lab::Run* beside,
                 std::string_view leading) {
    if (const auto found = step_of_finding(run)) return *found;
    if (!view) return telling_step(run, view);
    if (const auto said = opens_at(*view, run)) return *said;
    const auto apart =
        beside ? step_apart(*view, run, *beside, counter_named(leading)) : std::nullopt;
    if (apart) return *apart;
    if (const auto heaviest = heaviest_step(*view, run, beside))
        return own_step_of(*view, run, *heaviest).value_or(*heaviest);
    const std::vector<double>& weights = weights_of(*view, run);
    const auto least = std::ranges::min_element(weights);
    if (least == weights.end() || *least >= 0) return telling_step(run, view);
    return static_cast<int>(least - weights.begin());
}

int step_beside(const View* view, const lab::Run& first, int at, const lab::Run& second) {
    const bool its_line = view && step_of_its_line(*view, first) == at;
    if (const auto its = its_line ? step_of_its_line(*view, second) : std::nullopt) return *its;
    const int by_rounds = step_beside(first, at, second);
    const auto like = by_rounds < 0 ? std::nullopt : like_steps(view, first, second);
    if (!like) return by_rounds;
    if (at == like->first) return like->second;
    return at < like->first ? std::min(by_rounds, like->second) : std::max(by_rounds, like->second);
}

bool shows_step(const View* view, const lab::Run& run, int step) {
    const bool says =
        view && view->interest.shows_step && step >= 0 && step < std::ssize(run.steps);
    return !says || view->interest.shows_step(run.steps[static_cast<std::size_t>(step)]);
}

int opening_warp(const View* view, const lab::Run& run, int step, int rather) {
    if (!run.trace || step < 0 || step >= static_cast<int>(run.steps.size())) return 0;
    const bool weighs = view && (view->slot == Slot::memory || view->interest.of_event);
    std::pair<double, int> most{0, 0};
    int warp = 0;
    double of_that = 0;
    for (const std::uint32_t id : run.steps[static_cast<std::size_t>(step)].events) {
        const simulator::Event& event = run.trace->events[id];
        auto [beyond, off] = waste_of(run, event);
        if (view && view->interest.of_event) beyond = view->interest.of_event(run, event);
        const std::pair here{weighs ? beyond : 0, off};
        if (here > most) most = here, warp = static_cast<int>(event.warp);
        if (static_cast<int>(event.warp) == rather) of_that = here.first;
    }
    return of_that > 0 && 2 * of_that >= most.first ? rather : warp;
}

const View* view_counting(std::string_view name, const lab::Run& before, const lab::Run& now,
                          double part) {
    const CounterName* counter = counter_named(name);
    const View* view = picture_of(counter);
    if (!view || !shows(*view, now) || !before.trace) return nullptr;
    if (!each_moved(*counter, before, now)) return nullptr;
    const double was = kept_weights(*view, before).sum, is = kept_weights(*view, now).sum;
    return std::abs(is - was) > part * std::max(was, is) ? view : nullptr;
}

void open_where_it_tells(Playback& playback, const View* view, const lab::Run& run,
                         const lab::Run* beside, const lab::Result* before,
                         std::string_view leading) {
    const auto of_cure = step_of_cure(view, run, before);
    const bool is_bug = lab::is_broken(run.request.settings) && !run.faults.empty();
    const bool by_itself = of_cure || beside || is_bug || (view && opens_at(*view, run));
    auto fell = by_itself ? std::nullopt : step_led_to(view, run, before, counter_named(leading));
    if (!fell && !by_itself) fell = step_that_fell(view, run, before);
    playback.open_at(of_cure ? *of_cure : fell ? *fell : opening_step(view, run, beside, leading));
    if (const auto thread = thread_of_finding(run)) {
        playback.open_warp(*thread / simulator::warp_size);
        return playback.open_lane(*thread % simulator::warp_size);
    }
    const Cursor& at = playback.cursor;
    const int rather = is_bug ? -1 : warp_before(view, run, before);  // a bug has its own warp
    playback.open_warp(opening_warp(view, run, at.step, rather));
    playback.open_lane(view && view->interest.lane ? view->interest.lane(run, at.step, at.warp)
                                                   : 0);
}

std::optional<Worth> next_worth(const View& view, const lab::Run& run, int step, int direction) {
    const std::vector<int> steps = worthy_steps(run, weights_of(view, run));
    if (steps.empty()) return {};
    if (direction > 0) {
        const auto next = std::ranges::upper_bound(steps, step);
        return next == steps.end() ? Worth{steps.front(), true} : Worth{*next, false};
    }
    const auto here = std::ranges::lower_bound(steps, step);
    return here == steps.begin() ? Worth{steps.back(), true} : Worth{*(here - 1), false};
}

}  // namespace app

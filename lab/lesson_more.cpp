// What lessons registered beside themselves, by their ids. See lesson_more.h.
#include "lab/lesson_more.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <mutex>
#include <variant>

#include "lab/programs.h"
#include "lab/run.h"
#include "lab/subject.h"

namespace lab {
namespace {

std::map<std::string, LessonMore, std::less<>>& known_more() {
    static std::map<std::string, LessonMore, std::less<>> all;
    return all;
}

// Of a lesson's id, by their own.
using Libraries = std::map<std::string, Library, std::less<>>;

std::map<std::string, Libraries, std::less<>>& known_libraries() {
    static std::map<std::string, Libraries, std::less<>> all;
    return all;
}

// 0 where the text has no such line, or nobody asks for one.
int number_of_line(const std::string& line, std::string_view source_text) {
    const std::size_t at = line.empty() ? std::string_view::npos : source_text.find(line);
    if (at == std::string_view::npos) return 0;
    return 1 + static_cast<int>(std::ranges::count(source_text.substr(0, at), '\n'));
}

struct Bugs {
    RegisterBugs::Find find;
    RegisterBugs::Ask order;
    RegisterBugs::Of of = RegisterBugs::Of::kernels;
};

std::map<std::string, Bugs, std::less<>>& known_bugs() {
    static std::map<std::string, Bugs, std::less<>> all;
    return all;
}

// nullptr where the lesson has none, and of files.
const Bugs* bugs_of(const Settings& settings) {
    if (!settings.lesson()) return nullptr;
    const auto found = known_bugs().find(settings.lesson()->id);
    return found == known_bugs().end() ? nullptr : &found->second;
}

std::shared_ptr<const Subject> subject_of(const Lesson& lesson, const Library& library) {
    auto made = std::make_shared<Subject>(*subject_of(lesson));
    made->lesson = nullptr;
    made->stands_for = &lesson;
    made->key = " library " + library.id;
    made->on_processor = library.on_processor;
    made->rung = 0;
    Rung only{.id = library.id,
              .title = library.title,
              .brief = library.brief,
              .idea = library.idea,
              .claim = library.title};
    only.kernel = [](const Settings&) { return std::string{}; };
    using Role = Knob::Role;
    constexpr std::array own_affair{Role::threads, Role::block_x, Role::block_y, Role::block_z,
                                    Role::blocks,  Role::pattern, Role::stride,  Role::offset};
    for (const Knob* knob : lesson.knobs)
        if (std::ranges::find(own_affair, knob->role) != own_affair.end())
            only.without.push_back({knob, library.on_processor
                                              ? "The processor takes one number after the other."
                                              : "The library chooses for itself."});
    only.legal = library.legal;
    only.host = library.host;
    only.roundings = library.roundings;
    made->rungs = {std::move(only)};
    return made;
}

}  // namespace

RegisterMore::RegisterMore(std::string lesson, LessonMore more) {
    known_more()[std::move(lesson)] = std::move(more);
}

RegisterLibrary::RegisterLibrary(std::string lesson, Library library) {
    std::string id = library.id;
    known_libraries()[std::move(lesson)][std::move(id)] = std::move(library);
}

const LessonMore& more_of(const Lesson& lesson) {
    static const LessonMore none;
    const auto found = known_more().find(lesson.id);
    return found == known_more().end() ? none : found->second;
}

const LessonMore& more_of(const Settings& settings) {
    static const LessonMore none;
    return settings.lesson() ? more_of(*settings.lesson()) : none;
}

int cut_across(const Settings& settings, const Place& place) {
    return place.axis < 0 ? more_of(settings).cut_across(settings) : std::min(place.axis, 2);
}

std::vector<std::shared_ptr<const Subject>> libraries_of(const Lesson& lesson) {
    static std::mutex mutex;
    static std::map<std::pair<std::string, std::string>, std::shared_ptr<const Subject>> known;
    const auto libraries = known_libraries().find(lesson.id);
    if (libraries == known_libraries().end()) return {};
    const std::lock_guard lock(mutex);
    std::vector<std::shared_ptr<const Subject>> all;
    for (const auto& [id, library] : libraries->second) {
        auto& kept = known[{lesson.id, id}];
        if (!kept || kept->stands_for != &lesson) kept = subject_of(lesson, library);
        all.push_back(kept);
    }
    return all;
}

std::vector<Settings> at_libraries(const Settings& settings) {
    std::vector<Settings> all;
    if (!settings.lesson()) return all;
    for (auto& library : libraries_of(*settings.lesson())) {
        Settings there = settings;
        there.subject = std::move(library);
        there.rung = 0;
        there.anyway = false;
        if (!refusal(there)) all.push_back(std::move(there));
    }
    return all;
}

bool is_library(const Settings& settings) {
    return settings.subject && settings.subject->stands_for;
}

bool on_processor(const Settings& settings) {
    return settings.subject && settings.subject->on_processor;
}

HostStyle host_style(const Settings& settings) {
    const LessonMore& more = more_of(settings);
    return more.host_style ? more.host_style(settings) : HostStyle{};
}

int samples_line(const Settings& settings, std::string_view source_text) {
    return number_of_line(more_of(settings).samples.line, source_text);
}

std::optional<std::string> launch_sentence(const Run& run) {
    const auto unfit = run.launches.empty() ? unfit_launch(run.request.settings) : std::nullopt;
    if (!unfit || !host_style(run.request.settings).looks) return std::nullopt;
    return unfit->cuda_error +
           ". The program looked behind the launch, said so and ended: no thread ran.";
}

std::pair<simulator::Order, std::uint64_t> order_of(const Request& request) {
    constexpr std::uint64_t seed = 1;
    const bool usual = request.order == simulator::Order::sequential;
    if (usual && request.settings.anyway && more_of(request.settings).weakly_anyway)
        return {simulator::Order::weak, seed};
    if (usual) return asked_order(request.settings);
    return {request.order, request.order_seed};
}

bool waited_for_later_blocks(const Request& request, const std::vector<LaunchRecord>& launches,
                             const std::vector<simulator::Fault>& faults) {
    if (request.settings.lesson() || order_of(request).first != simulator::Order::sequential)
        return false;
    const auto wait = [&](const LaunchRecord& launch) {
        return launch.grid.count() > 1 &&
               waits_for_blocks(*request.settings.subject, launch.kernel);
    };
    return std::ranges::any_of(launches, wait) &&
           std::ranges::count(faults, simulator::FaultKind::deadlock, &simulator::Fault::kind) > 0;
}

int dart_line(const Settings& settings, std::string_view source_text) {
    const DartBoard& board = more_of(settings).dart_board;
    const bool whole = board.parts && board.parts(settings) > 0;
    return number_of_line(whole ? board.whole_line : board.line, source_text);
}

SampleMean mean_of_points(const Settings& settings, double hits) {
    constexpr double sure = 1.96;  // standard errors on either side: 95 %
    const auto points = double(settings[*settings.subject->size]);
    const auto different = double(more_of(settings).dart_board.different(settings));
    const double share = hits / points;
    return {std::uint64_t(points), 4 * share,
            4 * sure * std::sqrt(share * (1 - share) / different)};
}

RegisterBugs::RegisterBugs(std::string lesson, Find find, Ask order, Of of) {
    known_bugs()[std::move(lesson)] = {std::move(find), std::move(order), of};
}

std::optional<Bug> bug_of(const Settings& settings) {
    const Bugs* bugs = bugs_of(settings);
    return bugs ? bugs->find(settings) : std::nullopt;
}

std::vector<int> cause_lines(const Bug& bug, const std::vector<std::string_view>& lines, int first,
                             int last) {
    std::vector<int> found;
    for (int line = std::max(1, first); line <= std::min<std::ptrdiff_t>(last, std::ssize(lines));
         ++line) {
        const std::string_view text = lines[static_cast<std::size_t>(line) - 1];
        const auto stands = [&](const std::string& cause) { return text.find(cause) != text.npos; };
        if (std::ranges::any_of(bug.causes, stands)) found.push_back(line);
    }
    return found;
}

bool is_broken(const Settings& settings) { return bug_of(settings).has_value(); }

std::optional<Settings> other_version(const Settings& settings) {
    const Knob* versions = more_of(settings).versions;
    return versions ? std::optional(turned(settings, *versions, 1 - settings[*versions]))
                    : std::nullopt;
}

std::optional<Bug> hunted_bug(const Settings& settings) {
    if (auto bug = bug_of(settings)) return bug;
    const auto other = other_version(settings);
    return other ? bug_of(*other) : std::nullopt;
}

std::optional<Settings> nearest_that_shows(const Settings& settings) {
    if (!bugs_of(settings) || bug_of(settings)) return std::nullopt;
    std::optional<Settings> nearest;
    std::pair<bool, double> least;  // another knob than the size, and how far
    for (const Knob* knob : settings.subject->knobs)
        for (const std::int64_t tick : knob->ticks) {
            const std::pair far{knob->role != Knob::Role::size,
                                std::abs(std::log2(double(tick) / double(settings[*knob])))};
            const Settings other = turned(settings, *knob, tick);
            if ((nearest && far >= least) || !bug_of(other) || refusal(other)) continue;
            nearest = other, least = far;
        }
    return nearest;
}

bool has_bugs(const Settings& settings) {
    const Bugs* bugs = bugs_of(settings);
    return bugs && bugs->of == RegisterBugs::Of::kernels;
}

std::pair<simulator::Order, std::uint64_t> asked_order(const Settings& settings) {
    const Bugs* bugs = bugs_of(settings);
    return bugs ? bugs->order(settings) : std::pair{simulator::Order::sequential, std::uint64_t{}};
}

Settings with_setup(Settings settings, const Setup& setup) {
    for (const auto& [knob, value] : setup.values) settings.set(*knob, value);
    settings.anyway = false;
    return settings;
}

namespace {

const Launch* first_launch(const Plan& plan) {
    for (const PlanStep& step : plan.steps)
        if (const auto* launch = std::get_if<Launch>(&step)) return launch;
    return nullptr;
}

bool follows_all(const Settings& settings, const Launch& launch) {
    if (settings.lesson()) return more_of(settings).follows_all_blocks;
    return launch.size.grid.count() <= most_together &&
           waits_for_blocks(*settings.subject, launch.kernel);
}

}  // namespace

std::vector<std::uint64_t> watched_blocks(const Request& request, const Plan& plan) {
    std::vector<std::uint64_t> watched = request.watched;
    if (watched.empty()) watched.push_back(watched_block(request.settings));
    const Launch* launch = first_launch(plan);
    if (!launch || !follows_all(request.settings, *launch)) return watched;
    const std::uint64_t all = std::min<std::uint64_t>(launch->size.grid.count(), most_together);
    for (std::uint64_t block = 0; block < all; ++block)
        if (std::ranges::find(watched, block) == watched.end()) watched.push_back(block);
    return watched;
}

}  // namespace lab

// sweep: every combination of rungs and knobs' values, one row each.
#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "lab/asked.h"
#include "lab/cli/command_tools.h"
#include "lab/cli/looker.h"
#include "lab/cli/report.h"
#include "lab/cli/table.h"
#include "lab/json.h"
#include "lab/lesson_more.h"
#include "lab/programs.h"
#include "lab/requests/given_twice.h"
#include "lab/requests/timed_run.h"
#include "lab/verdict.h"
#include "lab/words.h"

namespace lab::sweep_command {
namespace {

constexpr std::size_t most_points = 100'000;

// What became of one combination.
struct Point {
    Settings settings;
    std::optional<Refusal> refusal;
    std::shared_ptr<const Run> run;
    bool no_memory = false;
};

std::vector<std::string> split(std::string_view text) {
    std::vector<std::string> parts;
    for (std::size_t at = 0; at <= text.size();) {
        const std::size_t comma = std::min(text.find(',', at), text.size());
        parts.emplace_back(text.substr(at, comma - at));
        at = comma + 1;
    }
    return parts;
}

// "reduction/a,b" -> reduction/a, reduction/b.
std::vector<std::string> targets(const std::string& lesson) {
    const auto slash = lesson.find('/');
    if (slash == std::string::npos || is_kernel_file(lesson)) return {lesson};
    std::vector<std::string> all = split(std::string_view(lesson).substr(slash + 1));
    for (std::string& rung : all) rung = lesson.substr(0, slash + 1) + rung;
    return all;
}

// What is swept, by rung, before a knob is turned. The first state has seed, order and device.
simulator::Outcome<std::vector<State>> starts(Asked& asked) {
    std::vector<State> all;
    for (const std::string& target : targets(asked.lesson)) {
        Asked one = asked;
        one.lesson = target;
        one.assignments.clear();
        auto state = one.state();
        asked.failure = one.failure;
        if (!state) return state.problem();
        all.push_back(std::move(*state));
    }
    return all;
}

// All combinations, the last knob turning fastest.
simulator::Outcome<std::vector<Settings>> combinations(const Asked& asked,
                                                       const std::vector<State>& first) {
    std::vector<Settings> all;
    for (const State& state : first) all.push_back(state.request.settings);
    if (auto problem = given_twice(asked.assignments)) return *problem;
    for (const std::string& assignment : asked.assignments) {
        const auto equals = std::min(assignment.find('='), assignment.size());
        const std::string name = assignment.substr(0, equals);
        std::vector<Settings> turned;
        for (const Settings& settings : all)
            for (const std::string& value :
                 split(std::string_view(assignment)
                           .substr(std::min(equals + 1, assignment.size())))) {
                turned.push_back(settings);
                const std::string word =
                    equals == assignment.size() ? assignment : name + "=" + value;
                if (const auto problem = assign(turned.back(), word)) return *problem;
                if (turned.size() > most_points)
                    return simulator::Diagnostic{
                        0, 0,
                        fmt::format("That makes more than {} runs; sweep fewer values.",
                                    grouped(most_points))};
            }
        all = std::move(turned);
    }
    return all;
}

std::string state_of(const Point& point) {
    if (point.refusal) return "refused";
    if (!point.run) return "not run";
    if (point.run->has_fault()) return "fault";
    const Verdict& verdict = point.run->verdict;
    if (!verdict.checked) return "not compared";
    return !verdict.ok ? "wrong" : far_off(verdict) ? "far off, as allowed" : "right";
}

std::vector<std::string> csv_heads(const Subject& subject) {
    std::vector<std::string> heads{"lesson", "rung"};
    for (const Knob* knob : subject.knobs) heads.push_back(knob->id);
    for (const char* head : {"state", "reason", "time_kind", "median_ms", "low_ms", "high_ms",
                             "device", "worst_error"})
        heads.push_back(head);
    for (const simulator::CounterName& row : simulator::counter_names())
        heads.emplace_back(row.name);
    return heads;
}

std::vector<std::string> csv_fields(const Point& point) {
    const Settings& settings = point.settings;
    std::vector<std::string> fields{settings.subject->id,
                                    settings.subject->rungs.at(settings.rung).id};
    for (const Knob* knob : settings.subject->knobs)
        fields.push_back(worded(*knob, settings[*knob]));
    fields.push_back(state_of(point));
    fields.push_back(point.refusal ? point.refusal->title : "");
    if (!point.run) return fields;
    const Json time = to_json(point.run->time);
    fields.push_back(time["kind"].get<std::string>());
    const bool timed = point.run->time.kind != TimeKind::none;
    for (const char* key : {"median_ms", "low_ms", "high_ms"})
        fields.push_back(timed ? time[key].dump() : "");
    fields.push_back(point.run->time.device);
    fields.push_back(Json(point.run->verdict.worst_error).dump());
    for (const simulator::CounterName& row : simulator::counter_names())
        fields.push_back(std::to_string(point.run->counters.*row.member));
    return fields;
}

std::string csv(const std::vector<Point>& points) {
    const std::vector<std::string> heads = csv_heads(*points.front().settings.subject);
    std::string text = csv_line(heads);
    for (const Point& point : points) {
        std::vector<std::string> fields = csv_fields(point);
        fields.resize(heads.size());
        text += csv_line(fields);
    }
    return text;
}

Json sweep_json(const std::vector<Point>& points) {
    Json runs = Json::array();
    for (const Point& point : points) {
        Json one = point.run ? run_json(*point.run) : named_json(point.settings);
        if (!point.run)
            one.update({{"settings", to_json(point.settings)},
                        {"refusal", point.refusal ? to_json(*point.refusal) : Json()}});
        runs.push_back(std::move(one));
    }
    return {{"runs", runs}};
}

// "Counts are counted; times are recorded (NVIDIA H200) and modelled (NVIDIA H200)."
std::string times_note(const std::vector<Point>& points) {
    std::vector<std::string> kinds;
    for (const Point& point : points) {
        if (!point.run || point.run->time.kind == TimeKind::none) continue;
        const Time& time = point.run->time;
        const std::string kind =
            to_json(time)["kind"].get<std::string>() + " (" + time.device + ")";
        if (std::ranges::find(kinds, kind) == kinds.end()) kinds.push_back(kind);
    }
    return kinds.empty() ? "" : "Counts are counted; times are " + listed(kinds) + ".\n";
}

// Only the knobs that the sweep turns are columns.
std::string sweep_table(const std::vector<Point>& points) {
    std::vector<const Knob*> turned;
    for (const Knob* knob : points.front().settings.subject->knobs)
        if (std::ranges::any_of(points, [&](const Point& p) {
                return p.settings[*knob] != points.front().settings[*knob];
            }))
            turned.push_back(knob);
    std::vector<Side> sides{Side::left};
    std::vector<std::string> heads{"rung"};
    for (const Knob* knob : turned) {
        sides.push_back(Side::right);
        heads.push_back(knob->id);
    }
    for (const char* head : {"result", "sectors", "wavefronts", "warp instructions", "time"}) {
        sides.push_back(heads.size() == turned.size() + 1 ? Side::left : Side::right);
        heads.push_back(head);
    }
    Table table(sides);
    table.row(heads);
    for (const Point& point : points) {
        std::vector<std::string> cells{point.settings.subject->rungs.at(point.settings.rung).id};
        for (const Knob* knob : turned) cells.push_back(worded(*knob, point.settings[*knob]));
        cells.push_back(point.refusal ? "refused: " + point.refusal->title : state_of(point));
        if (point.run) {
            const simulator::Counters& c = point.run->counters;
            cells.push_back(grouped(c.global_load_sectors + c.global_store_sectors));
            cells.push_back(grouped(c.shared_load_wavefronts + c.shared_store_wavefronts));
            cells.push_back(grouped(c.warp_instructions));
            const Time& time = point.run->time;
            cells.push_back(time.kind == TimeKind::none ? "" : time_worded(time.median_ms));
        }
        table.row(cells);
    }
    return table.text(0) + times_note(points);
}

int exit_code(const std::vector<Point>& points) {
    int code = std::ranges::all_of(points, [](const Point& p) { return !p.run; }) ? exit_usage
                                                                                  : exit_right;
    for (const Point& point : points)
        if (point.no_memory) code = exit_no_memory;
    for (const Point& point : points)
        if (point.run) code = std::max(code, lab::exit_code(*point.run));
    return code;
}

// Runs one; false where the sweep can't go on.
bool run_point(Point& point, State state, Looker& looker, std::ostream& err) {
    point.refusal = refusal(point.settings);
    if (point.refusal) return true;
    state.request.settings = point.settings;
    const bool gpu = measures(state), counts = !gpu && !is_library(point.settings);
    if (const auto why = counts ? too_little_memory(state.request) : std::nullopt) {
        err << *why << '\n';
        point.no_memory = true;
        return true;
    }
    TimedRun done =
        gpu ? run_measured(state.request, &looker) : run_simulated(state.request, false, &looker);
    looker.take_away();
    if (looker.ended()) return true;  // a part of a run is no row
    point.run = std::move(done.run);
    if (!point.run) err << done.why << '\n';
    return point.run || !gpu;
}

int sweep(Arguments arguments, std::ostream& out, std::ostream& err) {
    CommandFlags words("warplens sweep",
                       "Runs every combination of rungs and knobs' values: LESSON/RUNG,RUNG "
                       "knob=a,b,c. The first rung alone where none is named.");
    Asked asked;
    std::string json, csv_file;
    Allowance allowance;
    asked.add_lesson(words);
    asked.add_flags(words);
    words.add("--csv", csv_file, "file for one line a run, - for standard output");
    words.add("--json", json, "file for the runs as JSON, - for standard output");
    allowance.add_flags(words);
    if (const auto code = words.parse(arguments, out, err)) return *code;
    if (csv_file == "-" && json == "-") {
        err << "warplens sweep: --csv - and --json - would be mixed on standard output: give one "
               "of them a file.\n";
        return exit_usage;
    }
    if (const auto wrong = allowance.choose_memory()) {
        err << "warplens sweep: " << *wrong << '\n';
        return exit_usage;
    }
    const auto first = starts(asked);
    const auto wanted = first ? combinations(asked, *first) : first.problem();
    if (!wanted) {
        err << "warplens sweep: " << wanted.problem().message << '\n';
        return first ? exit_usage : asked.failure;
    }
    if (const auto module = module_of(*wanted->front().subject); !module) {
        err << module.problem().message << '\n';
        return exit_bad_file;
    }
    const State& state = first->front();
    std::vector<Point> points;
    Looker looker(err, allowance);
    for (const Settings& settings : *wanted) {
        points.push_back({settings, {}, {}, false});
        if (!run_point(points.back(), state, looker, err)) return exit_without_gpu();
        if (looker.ended()) break;
    }
    if (looker.ended()) {
        points.pop_back();
        err << fmt::format("Ended by you: {} of {} runs are done.\n", points.size(),
                           wanted->size());
        if (points.empty()) return exit_interrupted;
    }
    if (!csv_file.empty() && !deliver(csv_file, csv(points), out, err)) return exit_bad_file;
    if (!json.empty() && !deliver(json, written(sweep_json(points), 2) + "\n", out, err))
        return exit_bad_file;
    if (json != "-" && csv_file != "-") out << sweep_table(points);
    return looker.ended() ? exit_interrupted : exit_code(points);
}

const RegisterCommand registered(
    {"sweep",
     "sweep LESSON[/RUNG,...]|FILE.cu|FILE.ptx knob=a,b,c ... [--csv FILE] [--json FILE] [--memory "
     "SIZE] [--progress]",
     "runs every combination of the rungs named (else the first) and values", 30, sweep});

}  // namespace
}  // namespace lab::sweep_command

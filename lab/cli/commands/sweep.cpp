// sweep: every combination of rungs and knobs' values, one row each.
#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "lab/asked.h"
#include "lab/cli/command_tools.h"
#include "lab/cli/looker.h"
#include "lab/cli/report.h"
#include "lab/cli/resumed_rows.h"
#include "lab/cli/table.h"
#include "lab/features/cells.h"
#include "lab/json/json.h"
#include "lab/library.h"
#include "lab/programs.h"
#include "lab/requests/given_twice.h"
#include "lab/requests/timed_run.h"
#include "lab/running/faults.h"
#include "lab/running/verdict.h"
#include "lab/words.h"
#include "platform/clock.h"

namespace lab::sweep_command {
namespace {

constexpr std::size_t most_points = 100'000;

// The result of one combination.
struct Point {
    Settings settings;
    std::optional<Refusal> refusal;
    std::shared_ptr<const Run> run;
    bool no_memory = false;
};

// "reduction/a,b" -> reduction/a, reduction/b.
std::vector<std::string> targets(const std::string& lesson) {
    const auto slash = lesson.find('/');
    if (slash == std::string::npos || is_kernel_file(lesson)) return {lesson};
    std::vector<std::string> all;
    for (const std::string_view rung : split(std::string_view(lesson).substr(slash + 1), ','))
        all.push_back(lesson.substr(0, slash + 1).append(rung));
    return all;
}

// The settings of each rung before knobs are turned. The first state has seed, order and device.
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

// All combinations; the last knob varies fastest.
simulator::Outcome<std::vector<Settings>> combinations(const Asked& asked,
                                                       const std::vector<State>& first) {
    std::vector<Settings> all;
    for (const State& state : first) all.push_back(state.request.settings);
    if (auto problem = given_twice(asked.assignments)) return *problem;
    for (const std::string& assignment : asked.assignments) {
        const auto equals = std::min(assignment.find('='), assignment.size());
        const std::string name = assignment.substr(0, equals),
                          values = assignment.substr(std::min(equals + 1, assignment.size()));
        std::vector<Settings> turned;
        for (const Settings& settings : all)
            for (const std::string_view value : split(values, ',')) {
                turned.push_back(settings);
                const std::string word =
                    equals == assignment.size() ? assignment : fmt::format("{}={}", name, value);
                if (const auto problem = assign(turned.back(), word)) return *problem;
                if (turned.size() > most_points)
                    return simulator::Diagnostic{
                        0, 0,
                        fmt::format("That makes more than {} runs: sweep fewer values.",
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
        fields.push_back(point.run->counted() ? std::to_string(point.run->counters.*row.member)
                                              : "");
    return fields;
}

Json point_json(const Point& point) {
    if (point.run) return run_json(*point.run);
    Json one = named_json(point.settings);
    one.update({{"settings", to_json(point.settings)},
                {"refusal", point.refusal ? to_json(*point.refusal) : Json()}});
    return one;
}

// Indented as in a list of runs, two levels deep.
std::string indented(const std::string& text) {
    std::string all = "    ";
    for (const char c : text) {
        all += c;
        if (c == '\n') all += "    ";
    }
    return all;
}

// Only turned knobs are columns.
std::vector<const Knob*> turned_knobs(const std::vector<Settings>& wanted) {
    std::vector<const Knob*> turned;
    for (const Knob* knob : wanted.front().subject->knobs)
        if (std::ranges::any_of(wanted, [&](const Settings& settings) {
                return settings[*knob] != wanted.front()[*knob];
            }))
            turned.push_back(knob);
    return turned;
}

// Columns: rung, knobs, result, then numbers.
std::vector<Side> sides_of(std::size_t knobs) {
    std::vector<Side> sides(knobs + 6, Side::right);
    sides.front() = sides[knobs + 1] = Side::left;
    return sides;
}

// Prints each run when it is done; keeps none.
class Telling {
public:
    struct Targets {
        std::string csv, json;
        ResumedRows* resumed = nullptr;  // takes the place of the CSV file
    };
    Telling(const Targets& targets, const std::vector<Settings>& wanted, std::ostream& out)
        : csv_(targets.csv, out),
          json_(targets.json, out),
          resumed_(targets.resumed),
          turned_(turned_knobs(wanted)),
          out_(out),
          table_(sides_of(turned_.size()), out),
          shows_(targets.csv != "-" && targets.json != "-") {
        const std::vector<std::string> of_csv = csv_heads(*wanted.front().subject);
        columns_ = of_csv.size();
        if (csv_.goes_on()) csv_.add(csv_line(of_csv));
        std::vector<std::string> heads{"rung"};
        for (const Knob* knob : turned_) heads.push_back(knob->id);
        for (const char* head : {"result", "sectors", "wavefronts", "warp instructions", "time"})
            heads.emplace_back(head);
        table_.row(std::move(heads));
    }

    void add(const Point& point) {
        ++points_;
        if (resumed_ || csv_.goes_on()) {
            std::vector<std::string> fields = csv_fields(point);
            fields.resize(columns_);
            if (resumed_)
                rows_kept_ &= resumed_->add(fields);
            else
                csv_.add(csv_line(fields));
        }
        if (json_.goes_on())
            json_.add((points_ == 1 ? "{\n  \"runs\": [\n" : ",\n") +
                      indented(written(point_json(point), 2)));
        if (shows_) table_.row(cells_of(point));
        note(point);
    }
    /// The exit code of the sweep, or of a failed output.
    int finish(std::ostream& err) {
        json_.add("\n  ]\n}\n");
        if (shows_) table_.finish(), out_ << times_note();
        const bool told_csv = csv_.finish(err), told = json_.finish(err) && told_csv;
        const int code = any_ ? code_ : std::max<int>(code_, exit_usage);
        if (!rows_kept_) err << "Rows could not be added to the CSV file: is the disk full?\n";
        return told && rows_kept_ ? code : exit_bad_file;
    }

private:
    std::vector<std::string> cells_of(const Point& point) const;
    void note(const Point& point);
    std::string times_note() const;

    Delivery csv_, json_;
    ResumedRows* resumed_;
    bool rows_kept_ = true;
    std::vector<const Knob*> turned_;
    std::ostream& out_;
    TableAsItComes table_;
    bool shows_;
    std::size_t points_ = 0, columns_ = 0;
    std::vector<std::string> kinds_;  // kinds of times
    bool any_ = false;                // any combination ran
    int code_ = exit_right;
};

std::vector<std::string> Telling::cells_of(const Point& point) const {
    std::vector<std::string> cells{point.settings.subject->rungs.at(point.settings.rung).id};
    for (const Knob* knob : turned_) cells.push_back(worded(*knob, point.settings[*knob]));
    cells.push_back(point.refusal ? "refused: " + point.refusal->title : state_of(point));
    if (!point.run) return cells;
    const simulator::Counters& c = point.run->counters;
    for (const std::uint64_t count :
         {c.global_load_sectors + c.global_store_sectors,
          c.shared_load_wavefronts + c.shared_store_wavefronts, c.warp_instructions})
        cells.push_back(point.run->counted() ? grouped(count) : "");
    const Time& time = point.run->time;
    cells.push_back(time.kind == TimeKind::none ? "" : time_worded(time.median_ms));
    return cells;
}

void Telling::note(const Point& point) {
    if (point.no_memory) code_ = std::max<int>(code_, exit_no_memory);
    if (!point.run) return;
    any_ = true;
    code_ = std::max(code_, lab::exit_code(*point.run));
    const Time& time = point.run->time;
    if (time.kind == TimeKind::none) return;
    const std::string kind = to_json(time)["kind"].get<std::string>() + " (" + time.device + ")";
    if (std::ranges::find(kinds_, kind) == kinds_.end()) kinds_.push_back(kind);
}

// "Counts are counted; times are recorded (NVIDIA H200) and modelled (NVIDIA H200)."
std::string Telling::times_note() const {
    return kinds_.empty() ? ""
                          : "Counts come from the simulator; times are " + listed(kinds_) + ".\n";
}

// Runs one combination; false where the sweep can't go on.
bool run_point(Point& point, State state, Looker& looker, std::ostream& err) try {
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
    if (looker.ended()) return true;  // a part of a run is not a row
    point.run = std::move(done.run);
    if (!point.run) err << done.why << '\n';
    return point.run || !gpu;
} catch (const std::bad_alloc& problem) {
    err << failure_sentence(problem) << '\n';
    point.no_memory = true;
    return true;
}

// The words of the command.
struct SweepGiven {
    Asked asked;
    std::string json, csv;
    bool resume = false;
    double seconds = 0;  // 0: no limit
    Allowance allowance;

    void add_to(CommandFlags& words) {
        asked.add_lesson(words);
        asked.add_flags(words);
        words.add("--csv", csv, "file for one line a run, - for standard output");
        words.add("--json", json, "file for the runs as JSON, - for standard output");
        words.add("--resume", resume,
                  "write each line to the CSV file at once, and leave out the runs that it has");
        words.add("--seconds", seconds, "seconds after which no further run begins");
        allowance.add_flags(words);
    }
    /// What does not go together, a sentence; empty: all does.
    std::string unfit() const {
        if (csv == "-" && json == "-")
            return "--csv - and --json - can't share standard output: give one of them a file.";
        if (resume && (csv.empty() || csv == "-"))
            return "--resume goes on in a file: name it with --csv FILE.";
        if (resume && !json.empty())
            return "--resume goes on in a CSV file only: leave --json out.";
        if (!(seconds >= 0)) return "--seconds takes a number above 0.";
        return allowance.choose_memory().value_or("");
    }
};

// The first fields of a row, which say which run it is of.
std::vector<std::string> key_fields(const Settings& settings) {
    std::vector<std::string> fields = csv_fields({settings, {}, {}, false});
    fields.resize(2 + settings.subject->knobs.size());
    return fields;
}

// Runs all that the file does not have.
int sweep_all(const SweepGiven& given, const State& state, const std::vector<Settings>& wanted,
              ResumedRows* resumed, std::ostream& out, std::ostream& err) {
    Looker looker(err, given.allowance);
    Telling telling({resumed ? "" : given.csv, given.json, resumed}, wanted, out);
    const double began = platform::now();
    std::size_t done = 0, had = 0;
    bool late = false;
    for (const Settings& settings : wanted) {
        if (resumed && resumed->has(key_fields(settings))) {
            ++had;
            continue;
        }
        late = given.seconds > 0 && platform::now() - began >= given.seconds;
        if (late) break;
        Point point{settings, {}, {}, false};
        if (!run_point(point, state, looker, err)) return exit_without_gpu();
        if (looker.ended()) break;
        telling.add(point);
        ++done;
    }
    if (had > 0) err << fmt::format("The file had {} of {} runs.\n", had, wanted.size());
    if (looker.ended() || late)
        err << fmt::format("{}: {} of {} runs are done.{}\n",
                           late ? "The time is over" : "You stopped it", had + done, wanted.size(),
                           resumed ? " The same command goes on." : "");
    if (done == 0) return had > 0 || late ? exit_right : exit_interrupted;
    const int code = telling.finish(err);
    return looker.ended() ? exit_interrupted : code;
}

int sweep(Arguments arguments, std::ostream& out, std::ostream& err) {
    CommandFlags words("warplens sweep",
                       "Runs every combination of rungs and knobs' values: LESSON/RUNG,RUNG "
                       "knob=a,b,c. If no rung is named, it runs the first.");
    SweepGiven given;
    given.add_to(words);
    if (const auto code = words.parse(arguments, out, err)) return *code;
    const auto refuse = [&](const std::string& why, int code) {
        err << "warplens sweep: " << why << '\n';
        return code;
    };
    if (const std::string why = given.unfit(); !why.empty()) return refuse(why, exit_usage);
    if (share_a_file({given.csv, given.json}, err)) return exit_usage;
    if (!can_deliver(given.csv, err) || !can_deliver(given.json, err)) return exit_bad_file;
    const auto first = starts(given.asked);
    const auto wanted = first ? combinations(given.asked, *first) : first.problem();
    if (!wanted) return refuse(wanted.problem().message, first ? exit_usage : given.asked.failure);
    const Settings& one = wanted->front();
    if (const auto module = module_of(one); !module) {
        err << module.problem().message << '\n';
        return exit_bad_file;
    }
    if (!given.resume) return sweep_all(given, first->front(), *wanted, nullptr, out, err);
    auto rows = ResumedRows::open(given.csv, csv_heads(*one.subject), key_fields(one).size());
    if (!rows) return refuse(rows.problem().message, exit_bad_file);
    return sweep_all(given, first->front(), *wanted, &*rows, out, err);
}

const RegisterCommand registered(
    {"sweep",
     "sweep LESSON[/RUNG,...]|FILE.cu|FILE.ptx knob=a,b,c ... [--csv FILE] [--json FILE] "
     "[--resume] "
     "[--seconds S] [--memory SIZE] [--progress]",
     "runs every combination of the named rungs (or the first) and values", 30, sweep});

}  // namespace
}  // namespace lab::sweep_command

// best: finds the fastest launch of a kernel with few trials, on the GPU here or by the model.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "lab/asked.h"
#include "lab/best/best_search.h"
#include "lab/best/launch_lines.h"
#include "lab/best/space.h"
#include "lab/cli/command_tools.h"
#include "lab/cli/looker.h"
#include "lab/cli/table.h"
#include "lab/json/json.h"
#include "lab/programs.h"
#include "lab/requests/given_twice.h"
#include "lab/requests/timed_run.h"
#include "lab/running/faults.h"
#include "lab/time/bench.h"
#include "lab/time/processor.h"
#include "lab/words.h"
#include "platform/clock.h"

namespace lab::best_command {
namespace {

constexpr double as_good = .01;   // times this near to the best are as good
constexpr double left_early = 2;  // times the best: then a few samples suffice
constexpr std::size_t least_trials = 8, part_of_cells = 10;

struct Given {
    Asked asked;
    std::string over, csv, json;
    int cells = 0;       // 0: a tenth
    double seconds = 0;  // 0: no limit
    bool all = false;
    Allowance allowance;
};

// What came of one setting.
struct Trial {
    Settings settings;
    Time time;
    std::string why{};  // why it has no time
};

std::string share_words(double share) { return fmt::format("{:.3g} %", 100 * share); }

std::string knobs_words(const Settings& settings, const std::vector<const Knob*>& over) {
    std::string words;
    for (const Knob* knob : over)
        words += fmt::format("{}{}={}", words.empty() ? "" : " ", knob->id,
                             worded(*knob, settings[*knob]));
    return words;
}

// The knobs that differ: those with a list of values, those after --over, else those of the launch.
// Fixed values go to `start`.
simulator::Outcome<std::vector<SearchedKnob>> searched_knobs(const Given& given, Settings& start) {
    if (auto problem = given_twice(given.asked.assignments)) return *problem;
    std::vector<SearchedKnob> searched;
    for (const std::string& assignment : given.asked.assignments) {
        const auto equals = std::min(assignment.find('='), assignment.size());
        const auto values = split(
            std::string_view(assignment).substr(std::min(equals + 1, assignment.size())), ',');
        Settings turned = start;
        SearchedKnob list;
        for (const std::string_view value : values) {
            const std::string word = equals == assignment.size()
                                         ? assignment
                                         : assignment.substr(0, equals + 1).append(value);
            if (const auto problem = assign(turned, word)) return *problem;
            list.knob = find_knob(*start.subject, assignment.substr(0, equals));
            list.values.push_back(turned[*list.knob]);
        }
        if (list.values.size() == 1)
            start = turned;
        else
            searched.push_back(std::move(list));
    }
    for (const std::string_view name : split(given.over, ',')) {
        if (name.empty()) continue;
        const Knob* knob = find_knob(*start.subject, name);
        if (!knob)
            return simulator::Diagnostic{
                0, 0, fmt::format("--over: there is no knob \"{}\" here.", name)};
        if (const std::string why = idle_reason(start, *knob); !why.empty())
            return simulator::Diagnostic{0, 0, fmt::format("--over {}: {}", name, why)};
        const auto same = [&](const SearchedKnob& one) { return one.knob == knob; };
        if (std::ranges::none_of(searched, same)) searched.push_back({knob, all_values(*knob)});
    }
    if (searched.empty()) searched = launch_choices(start);
    if (searched.empty())
        return simulator::Diagnostic{
            0, 0, "This kernel has no knob of its launch: name knobs with --over."};
    return searched;
}

class Search {
public:
    Search(const Given& given, State state, BestSpace space, std::ostream& out, std::ostream& err)
        : given_(given),
          state_(std::move(state)),
          space_(std::move(space)),
          search_(space_.places(), space_.start),
          looker_(err, given.allowance),
          out_(out),
          err_(err),
          csv_(given.csv, out),
          table_(sides(), out),
          shows_(given.csv != "-" && given.json != "-") {}

    int run();

private:
    std::vector<Side> sides() const {
        std::vector<Side> all(space_.over.size() + 3, Side::right);
        all.back() = Side::left;
        return all;
    }
    std::size_t budget() const;
    bool is_over() const;
    Trial tried(const Settings& settings);
    void tell(const Trial& trial, bool better);
    int finish();
    std::string summary(const Trial& best) const;
    Json json(const Trial& best) const;
    double chance() const { return search_.chance_of_better(); }
    std::vector<const Trial*> as_good_as(const Trial& best) const;

    const Given& given_;
    State state_;
    BestSpace space_;
    BestSearch search_;
    Looker looker_;
    std::ostream &out_, &err_;
    Delivery csv_;
    TableAsItComes table_;
    bool shows_;
    std::map<std::size_t, Trial> trials_;
    double began_ = platform::now(), took_ = 0;
};

std::size_t Search::budget() const {
    if (given_.all) return space_.cells.size();
    if (given_.cells > 0) return std::size_t(given_.cells);
    return std::max(least_trials, (space_.cells.size() + part_of_cells - 1) / part_of_cells);
}

bool Search::is_over() const {
    if (looker_.ended() || search_.tried() >= budget()) return true;
    if (given_.seconds > 0 && platform::now() - began_ >= given_.seconds) return true;
    return !given_.all && search_.is_sure();
}

Trial Search::tried(const Settings& settings) try {
    Trial trial{settings, {}};
    state_.request.settings = settings;
    const auto best = search_.best();
    const double enough = best ? left_early * trials_.at(*best).time.median_ms : HUGE_VAL;
    const bool gpu = measures(state_);
    const TimedRun done = gpu ? run_timed(
                                    state_.request,
                                    [&](const Run& run) {
                                        return given_.all || run.time.kind == TimeKind::none ||
                                               run.time.median_ms < enough;
                                    },
                                    &looker_)
                              : run_simulated(state_.request, false, &looker_);
    looker_.take_away();
    const auto run = done.run && !gpu ? modelled(*done.run) : done.run;
    if (!run)
        trial.why = done.why;
    else if (run->has_fault())
        trial.why = "fault";
    else if (run->verdict.is_wrong())
        trial.why = "wrong result";
    else if (run->time.kind == TimeKind::none)
        trial.why = "no time";
    else
        trial.time = run->time;
    return trial;
} catch (const std::exception& problem) {
    return {settings, {}, problem.what()};
}

void Search::tell(const Trial& trial, bool better) {
    std::vector<std::string> cells{std::to_string(trials_.size())};
    for (const Knob* knob : space_.over) cells.push_back(worded(*knob, trial.settings[*knob]));
    std::vector<std::string> fields = cells;
    const bool timed = trial.why.empty();
    cells.push_back(timed ? time_worded(trial.time.median_ms) : "");
    cells.push_back(!timed ? trial.why : better ? "the best so far" : "");
    if (shows_) table_.row(cells);
    if (!csv_.goes_on()) return;
    fields.push_back(std::string(name_of(trial.time.kind)));
    for (const double ms : {trial.time.median_ms, trial.time.low_ms, trial.time.high_ms})
        fields.push_back(timed ? Json(ms).dump() : "");
    fields.push_back(trial.time.device);
    fields.push_back(trial.why);
    csv_.add(csv_line(fields));
}

std::vector<const Trial*> Search::as_good_as(const Trial& best) const {
    std::vector<const Trial*> good;
    for (const auto& [cell, trial] : trials_)
        if (&trial != &best && trial.why.empty() &&
            (trial.time.median_ms <= best.time.median_ms * (1 + as_good) ||
             (trial.time.kind == TimeKind::measured && trial.time.low_ms <= best.time.high_ms)))
            good.push_back(&trial);
    return good;
}

std::string Search::summary(const Trial& best) const {
    std::string words =
        fmt::format("The fastest of {} settings: {}, {} ({}, {}).\n",
                    grouped(std::int64_t(trials_.size())), knobs_words(best.settings, space_.over),
                    time_worded(best.time.median_ms), name_of(best.time.kind), best.time.device);
    const auto good = as_good_as(best);
    const Trial& first = trials_.at(space_.start);
    const bool gained = &first != &best && std::ranges::find(good, &first) == good.end();
    if (gained && first.why.empty())
        words += fmt::format("It is {:.3g} times as fast as {}, where the search began.\n",
                             first.time.median_ms / best.time.median_ms,
                             knobs_words(first.settings, space_.over));
    std::vector<std::string> names;
    for (const Trial* trial : good) names.push_back(knobs_words(trial->settings, space_.over));
    if (!names.empty())
        words +=
            fmt::format("As good, within {}: {}.\n",
                        best.time.kind == TimeKind::measured ? "1 % or their intervals" : "1 %",
                        fmt::join(names, "; "));
    const std::size_t left = space_.cells.size() - trials_.size();
    if (left == 0)
        words += fmt::format("All {} settings that can run were tried in {:.3g} s.\n",
                             grouped(std::int64_t(space_.cells.size())), took_);
    else
        words += fmt::format(
            "{} of {} settings that can run were tried in {:.3g} s. The probability that one of "
            "the others is more than {} faster is {}, as far as these times tell.\n",
            grouped(std::int64_t(trials_.size())), grouped(std::int64_t(space_.cells.size())),
            took_, share_words(gain_that_counts), share_words(std::max(chance(), .001)));
    for (const std::string& line : launch_lines(best.settings)) words += "    " + line + '\n';
    return words;
}

Json Search::json(const Trial& best) const {
    Json all = Json::array(), lines = Json::array();
    for (const auto& [cell, trial] : trials_) {
        Json one = {{"settings", to_json(trial.settings)}, {"time", nullptr}};
        if (trial.why.empty())
            one["time"] = to_json(trial.time);
        else
            one["why"] = trial.why;
        all.push_back(std::move(one));
    }
    for (const std::string& line : launch_lines(best.settings)) lines.push_back(line);
    Json whole = named_json(best.settings);
    whole.update({{"best", to_json(best.settings)},
                  {"time", to_json(best.time)},
                  {"launches", lines},
                  {"settings_that_can_run", space_.cells.size()},
                  {"seconds", took_},
                  {"chance_of_2_percent_faster", chance()},
                  {"tried", all}});
    return whole;
}

int Search::finish() {
    took_ = platform::now() - began_;
    if (shows_) table_.finish();
    bool told = csv_.finish(err_);
    const auto found = search_.best();
    if (!found) {
        err_ << "warplens best: no setting got a time";
        err_ << (trials_.empty() ? ".\n" : ": " + trials_.begin()->second.why + "\n");
        return looker_.ended() ? exit_interrupted : exit_usage;
    }
    const Trial& best = trials_.at(*found);
    if (!given_.json.empty())
        told &= deliver(given_.json, written(json(best), 2) + "\n", out_, err_);
    if (shows_) out_ << summary(best);
    return !told ? exit_bad_file : looker_.ended() ? exit_interrupted : exit_right;
}

int Search::run() {
    std::vector<std::string> heads{"trial"};
    for (const Knob* knob : space_.over) heads.push_back(knob->id);
    std::vector<std::string> of_csv = heads;
    heads.insert(heads.end(), {"time", ""});
    if (shows_) table_.row(heads);
    for (const char* head : {"time_kind", "median_ms", "low_ms", "high_ms", "device", "why"})
        of_csv.emplace_back(head);
    if (csv_.goes_on()) csv_.add(csv_line(of_csv));
    while (!is_over()) {
        const auto cell = search_.next();
        if (!cell) break;
        Trial trial = tried(space_.cells[*cell]);
        if (looker_.ended() && !trial.why.empty()) break;
        const auto before = search_.best();
        if (trial.why.empty())
            search_.timed(*cell, trial.time.median_ms);
        else
            search_.failed(*cell);
        const auto& kept = trials_.insert_or_assign(*cell, std::move(trial)).first->second;
        tell(kept, search_.best() != before);
        if (measures(state_) && bench_fails()) break;
    }
    return finish();
}

int best(Arguments arguments, std::ostream& out, std::ostream& err) {
    CommandFlags words("warplens best",
                       "Finds the fastest launch of a kernel with few trials: each is where the "
                       "times so far promise the largest gain. Times are measured on the GPU with "
                       "--device gpu, else modelled.");
    Given given;
    given.asked.add_lesson(words);
    given.asked.add_flags(words);
    words.add("--over", given.over,
              "knobs to search, such as block,blocks: all stops of each (default: those of the "
              "launch, and each knob with a list, knob=a,b,c)");
    words.add("--cells", given.cells, "settings to try (default: a tenth, at least 8)");
    words.add("--seconds", given.seconds, "seconds after which no further setting is tried");
    words.add("--all", given.all, "try every setting, each to the end of its measurement");
    words.add("--csv", given.csv, "file for one line a trial, - for standard output");
    words.add("--json", given.json, "file for the result as JSON, - for standard output");
    given.allowance.add_flags(words);
    if (const auto code = words.parse(arguments, out, err)) return *code;
    const auto refuse = [&](const std::string& why, int code) {
        err << "warplens best: " << why << '\n';
        return code;
    };
    if (given.csv == "-" && given.json == "-")
        return refuse("--csv - and --json - can't share standard output: give one of them a file.",
                      exit_usage);
    if (given.cells < 0 || !(given.seconds >= 0))
        return refuse("--cells and --seconds take numbers above 0.", exit_usage);
    if (share_a_file({given.csv, given.json}, err)) return exit_usage;
    if (!can_deliver(given.csv, err) || !can_deliver(given.json, err)) return exit_bad_file;
    if (const auto wrong = given.allowance.choose_memory()) return refuse(*wrong, exit_usage);
    Asked bare = given.asked;
    bare.assignments.clear();
    auto state = bare.state();
    if (!state) return refuse(state.problem().message, bare.failure);
    if (measures(*state)) {
        std::string why;
        if (!bench_for(state->request.settings, &why)) {
            err << why << '\n';
            return exit_without_gpu();
        }
    }
    Settings start = state->request.settings;
    const auto searched = searched_knobs(given, start);
    if (!searched) return refuse(searched.problem().message, exit_usage);
    BestSpace space = best_space(start, *searched);
    if (space.cells.empty())
        return refuse("none of these settings can run. `warplens run` says why for each.",
                      exit_usage);
    return Search(given, std::move(*state), std::move(space), out, err).run();
}

const RegisterCommand registered(
    {"best",
     "best LESSON[/RUNG]|FILE.cu|FILE.ptx [knob=a,b,c ...] [--over KNOBS] [--cells N] [--seconds "
     "S] [--csv FILE] [--json FILE]",
     "finds the fastest launch of a kernel with few trials", 31, best});

}  // namespace
}  // namespace lab::best_command

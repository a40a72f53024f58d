// Reads and writes recordings. A run is found by the hash of its plan and that of its kernels' PTX.
#include "lab/time/recordings.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <mutex>
#include <stdexcept>
#include <utility>

#include "lab/assets.h"
#include "lab/json.h"
#include "lab/programs.h"

namespace lab {
namespace {

struct Recorded {
    Time time;
    Device device;
    Verdict verdict;
    std::vector<double> launches, transfers;
};

struct Library {
    std::map<std::pair<std::string, std::string>, Recorded> runs;  // by plan and kernels
    std::map<std::string, std::pair<std::string, Peak>> peaks;     // by device: of which date
    std::vector<std::string> problems;
};

std::string key_of(const Plan& plan) { return fmt::format("{:016x}", plan.hash()); }

Recorded read_run(const Json& entry, const Json& file) {
    Recorded run;
    run.device = {"gpu", file.at("device"), file.at("driver"), file.at("date")};
    run.time.kind = TimeKind::recorded;
    run.time.median_ms = entry.at("median_ms");
    run.time.low_ms = entry.at("low_ms");
    run.time.high_ms = entry.at("high_ms");
    run.time.samples = entry.at("samples").get<std::vector<double>>();
    run.time.conditions = entry.at("conditions");
    run.time.device = run.device.name;
    run.time.floor_ms = entry.at("floor_ms");
    run.launches = entry.at("launches_ms").get<std::vector<double>>();
    run.transfers = entry.value("transfers_ms", std::vector<double>{});
    run.verdict.checked = true;
    run.verdict.ok = entry.at("ok");
    run.verdict.compared_with = entry.at("compared_with");
    run.verdict.tolerance = entry.at("tolerance");
    run.verdict.worst_error = entry.at("worst_error");
    return run;
}

// The copy of a file, where it has one; that of the newest file counts.
void read_peak(Library& library, const Json& file) {
    if (!file.contains("copy")) return;
    const std::string date = file.at("date");
    auto& [known, peak] = library.peaks[file.at("device")];
    if (date < known) return;
    known = date;
    peak = {file.at("copy").at("gigabytes_per_second"), file.at("copy").at("of")};
}

void read_file_into(Library& library, const std::filesystem::path& path) {
    const auto text = read_file(path);
    if (!text) {
        library.problems.push_back(text.problem().message);
        return;
    }
    try {
        const Json file = Json::parse(*text);
        read_peak(library, file);
        for (const Json& entry : file.at("runs")) {
            const std::pair<std::string, std::string> key{entry.at("plan"), entry.at("ptx")};
            const auto known = library.runs.find(key);
            const Recorded run = read_run(entry, file);
            if (known == library.runs.end() || known->second.device.when < run.device.when)
                library.runs.insert_or_assign(key, run);
        }
    } catch (const Json::exception& problem) {
        library.problems.push_back(
            fmt::format("The recording {} can't be read and is left out: {}.",
                        path.filename().string(), problem.what()));
    }
}

const Library& library() {
    static const Library once = [] {
        Library made;
        std::error_code none;
        if (const auto folder = asset("recordings")) {
            std::vector<std::filesystem::path> files;
            for (const auto& file : std::filesystem::directory_iterator(*folder, none))
                if (file.path().extension() == ".json") files.push_back(file.path());
            std::ranges::sort(files);
            for (const auto& file : files) read_file_into(made, file);
        }
        return made;
    }();
    return once;
}

// A nanosecond is finer than any event's clock.
double to_nanoseconds(double milliseconds) { return std::round(milliseconds * 1e6) / 1e6; }

template <class Record>
Json times_of(const std::vector<Record>& records) {
    Json times = Json::array();
    for (const Record& record : records) times.push_back(to_nanoseconds(record.milliseconds));
    return times;
}

Json entry_of(const Run& run) {
    const Settings& settings = run.request.settings;
    const Plan plan = plan_of(settings);
    Json samples = Json::array();
    for (double sample : run.time.samples) samples.push_back(to_nanoseconds(sample));
    Json entry = {{"lesson", settings.subject->id},
                  {"rung", settings.subject->rungs[settings.rung].id},
                  {"settings", to_json(settings)},
                  {"plan", key_of(plan)},
                  {"ptx", kernels_hash(**module_of(*settings.subject), plan)},
                  {"median_ms", to_nanoseconds(run.time.median_ms)},
                  {"low_ms", to_nanoseconds(run.time.low_ms)},
                  {"high_ms", to_nanoseconds(run.time.high_ms)},
                  {"samples", samples},
                  {"conditions", run.time.conditions},
                  {"floor_ms", to_nanoseconds(run.time.floor_ms)},
                  {"launches_ms", times_of(run.launches)},
                  {"ok", run.verdict.ok},
                  {"compared_with", run.verdict.compared_with},
                  {"tolerance", run.verdict.tolerance},
                  {"worst_error", run.verdict.worst_error}};
    if (!run.transfers.empty()) entry["transfers_ms"] = times_of(run.transfers);
    return entry;
}

}  // namespace

std::shared_ptr<const Run> recorded(const Request& request) {
    const Settings& settings = request.settings;
    const auto module = module_of(*settings.subject);
    if (!module) return nullptr;
    const Plan plan = plan_of(settings);
    const auto found = library().runs.find({key_of(plan), kernels_hash(**module, plan)});
    if (found == library().runs.end()) return nullptr;
    auto run = std::make_shared<Run>();
    run->request = request;
    run->device = found->second.device;
    run->ptx_hash = ptx_hash(**module);
    run->time = found->second.time;
    run->verdict = found->second.verdict;
    run->transfers = timed_transfers(plan);
    const auto& transfers = found->second.transfers;
    for (std::size_t i = 0; i < transfers.size() && i < run->transfers.size(); ++i)
        run->transfers[i].milliseconds = transfers[i];
    std::size_t next = 0;
    for (const PlanStep& step : plan.steps) {
        const auto* launch = std::get_if<Launch>(&step);
        if (!launch) continue;
        const auto& times = found->second.launches;
        run->launches.push_back({launch->kernel,
                                 launch->size.grid,
                                 launch->size.block,
                                 launch->size.shared_bytes,
                                 {},
                                 next < times.size() ? times[next] : 0});
        ++next;
    }
    return run;
}

std::optional<Peak> recorded_peak(const std::string& device) {
    const auto found = library().peaks.find(device);
    if (found == library().peaks.end()) return std::nullopt;
    return found->second.second;
}

std::string recording_text(const std::vector<std::shared_ptr<const Run>>& runs,
                           const std::string& date, const std::optional<Peak>& copy) {
    Json entries = Json::array();
    for (const auto& run : runs) entries.push_back(entry_of(*run));
    if (runs.empty()) throw std::invalid_argument("There is no run to keep.");
    Json file = {{"device", runs.front()->device.name},
                 {"driver", runs.front()->device.driver},
                 {"date", date}};
    if (copy) file["copy"] = {{"gigabytes_per_second", copy->gigabytes}, {"of", copy->of}};
    // One run a line: a recording is product, and its changes should read well.
    std::string text = file.dump(1);
    text.erase(text.rfind('\n'));
    text += ",\n \"runs\": [";
    for (std::size_t i = 0; i < entries.size(); ++i)
        text += (i ? ",\n  " : "\n  ") + entries[i].dump();
    return text + "\n ]\n}\n";
}

std::map<std::string, std::size_t> recorded_runs() {
    std::map<std::string, std::size_t> counts;
    for (const auto& [key, run] : library().runs) ++counts[run.device.name];
    return counts;
}

const std::vector<std::string>& recording_problems() { return library().problems; }

}  // namespace lab

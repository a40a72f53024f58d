// Recordings as JSON. See recording.h.
#include "lab/time/recording.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <span>
#include <stdexcept>

#include "lab/assets.h"
#include "lab/json/json.h"
#include "lab/library.h"
#include "lab/problem.h"
#include "lab/programs.h"
#include "lab/words.h"

namespace lab {
namespace {

using simulator::Diagnostic;
using simulator::Outcome;

constexpr std::string_view format_name = "warplens recording";
constexpr int recording_version = 1;
constexpr std::uint64_t most_file_bytes = std::uint64_t{64} << 20;
constexpr int most_levels = 64;               // the JSON library recurses once for each level
constexpr std::size_t most_name_bytes = 200;  // of a device's name
constexpr double most_milliseconds = 1e8;     // over a day: no run takes so long
constexpr double most_gigabytes = 1e6;        // a second
constexpr double most_circumstance = 1e6;     // megahertz, watts, degrees

// Nanoseconds are finer than any event's clock.
double to_nanoseconds(double milliseconds) { return std::round(milliseconds * 1e6) / 1e6; }

template <class Values>
Json rounded(const Values& milliseconds) {
    Json times = Json::array();
    for (double each : milliseconds) times.push_back(to_nanoseconds(each));
    return times;
}

Json json_of(const Time& time) {
    const Circumstances& under = time.circumstances;
    Json json = {{"median_ms", to_nanoseconds(time.median_ms)},
                 {"low_ms", to_nanoseconds(time.low_ms)},
                 {"high_ms", to_nanoseconds(time.high_ms)},
                 {"megahertz", {under.megahertz_before, under.megahertz_after}},
                 {"watts", std::round(under.watts)},
                 {"celsius", under.celsius},
                 {"criterion", under.criterion}};
    if (time.regime == Regime::warm) json["rounds"] = under.rounds;
    json["conditions"] = time.conditions;
    json["samples_ms"] = rounded(time.samples);
    return json;
}

// Begin and end of each step, in one list, rounded to 0.1 us: a picture shows no more.
Json json_of(const std::vector<StepSpan>& spans) {
    const auto short_ms = [](double milliseconds) { return std::round(milliseconds * 1e4) / 1e4; };
    Json times = Json::array();
    for (const auto& [begin, end] : spans)
        times.push_back(short_ms(begin)), times.push_back(short_ms(end));
    return times;
}

// With day and device where they differ from the file's.
Json json_of(const RecordedRun& run, const Recording& file) {
    Json json = {{"rung", run.rung},
                 {"settings", Json::parse(run.settings)},
                 {"plan", run.key.plan},
                 {"ptx", run.key.ptx},
                 {"cold", json_of(run.cold)}};
    if (run.warm.kind != TimeKind::none) json["warm"] = json_of(run.warm);
    json["launches_ms"] = rounded(run.launches);
    if (!run.transfers.empty()) json["transfers_ms"] = rounded(run.transfers);
    if (!run.spans.empty()) json["spans_ms"] = json_of(run.spans);
    json["ok"] = run.verdict.ok;
    json["compared_with"] = run.verdict.compared_with;
    json["tolerance"] = run.verdict.tolerance;
    json["worst_error"] = run.verdict.worst_error;
    if (run.verdict.worst_of != 0) json["worst_of"] = run.verdict.worst_of;
    if (date_of(run, file) != file.date) json["date"] = run.date;
    if (device_of(run, file) != file.device) json["on"] = run.on;
    return json;
}

// Thrown for impossible contents of a file.
struct Damaged : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// The depth of nested lists and objects.
int levels_of(std::string_view text) {
    int level = 0, most = 0;
    bool quotes = false;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const char c = text[at];
        if (quotes && c == '\\') ++at;
        if (c == '"') quotes = !quotes;
        if (quotes) continue;
        if (c == '[' || c == '{') most = std::max(most, ++level);
        if (c == ']' || c == '}') --level;
    }
    return most;
}

void check_words(const Json& json) {
    if (json.is_string() && steers_terminals(json.get_ref<const std::string&>()))
        throw Damaged("a word in it has a control character");
    if (json.is_structured())
        for (const Json& part : json) check_words(part);
}

void check_device(const std::string& name) {
    const std::string word = device_word(name);
    if (name.empty()) throw Damaged("its device has no name");
    if (name.size() > most_name_bytes)
        throw Damaged(fmt::format("its device's name has {} bytes, and the limit is {}",
                                  name.size(), most_name_bytes));
    if (word == "sim" || word == "gpu")
        throw Damaged(
            fmt::format("its device is named \"{}\", a word with another meaning here", name));
}

// The JSON library's message without its prefix.
std::string words_of(const Json::exception& problem) {
    const std::string_view words = problem.what();
    const auto behind = [&](std::string_view mark) {
        const std::size_t at = words.find(mark);
        return at == words.npos ? std::string() : std::string(words.substr(at + mark.size()));
    };
    if (const std::string place = behind("parse error at "); !place.empty()) return place;
    const std::string key = behind("key '");
    if (const std::size_t end = key.rfind("' not found"); end != key.npos)
        return fmt::format("it lacks \"{}\"", key.substr(0, end));
    return behind("] ");
}

bool near(double a, double b) { return std::abs(a - b) <= 2e-6; }

// A number of the file, checked before any conversion; `what` says where it is.
double number_within(const Json& json, double least, double most, const std::string& what) {
    if (!json.is_number()) throw Damaged(what + " is not a number");
    const double value = json;
    if (value >= least && value <= most) return value;
    throw Damaged(fmt::format("{} is {}, but must be {} to {}", what, json.dump(), least, most));
}

double milliseconds_of(const Json& json, const std::string& what) {
    return number_within(json, 0, most_milliseconds, what);
}

std::vector<double> each_milliseconds(const Json& json, const std::string& what) {
    std::vector<double> all;
    all.reserve(json.size());  // many of them, kept for long
    for (const Json& one : json) all.push_back(milliseconds_of(one, what));
    return all;
}

std::vector<StepSpan> each_span(const Json& json, const std::string& what) {
    const std::vector<double> times = each_milliseconds(json, what);
    std::vector<StepSpan> spans;
    for (std::size_t i = 0; i + 1 < times.size(); i += 2) {
        if (times[i] > times[i + 1]) throw Damaged(what + " has an end before its begin");
        spans.push_back({times[i], times[i + 1]});
    }
    return spans;
}

unsigned circumstance_of(const Json& json, const std::string& what) {
    return static_cast<unsigned>(number_within(json, 0, most_circumstance, what));
}

// Throws unless the median and its interval are those of the samples.
void check_samples(const Time& time, const std::string& which) {
    // Files have whole nanoseconds: less would be written as 0.
    const bool fine = std::ranges::all_of(time.samples, [](double sample) {
        return std::isfinite(sample) && to_nanoseconds(sample) > 0;
    });
    if (time.samples.empty() || !fine) throw Damaged(which + " needs samples above 0 ms");
    const Interval made = across_processes(median_interval(time.samples));
    if (!near(made.median, time.median_ms) || !near(made.low, time.low_ms) ||
        !near(made.high, time.high_ms))
        throw Damaged(fmt::format(
            "{} says {:.6f} ms [{:.6f}, {:.6f}], but its samples give {:.6f} [{:.6f}, {:.6f}]",
            which, time.median_ms, time.low_ms, time.high_ms, made.median, made.low, made.high));
}

Time read_time(const Json& json, const Recording& file, Regime regime, const std::string& which) {
    Time time;
    time.kind = TimeKind::recorded;
    time.regime = regime;
    time.device = file.device;
    time.median_ms = milliseconds_of(json.at("median_ms"), which + ": median_ms");
    time.low_ms = milliseconds_of(json.at("low_ms"), which + ": low_ms");
    time.high_ms = milliseconds_of(json.at("high_ms"), which + ": high_ms");
    time.samples = each_milliseconds(json.at("samples_ms"), which + ": a number of samples_ms");
    time.conditions = json.at("conditions");
    time.floor_ms = regime == Regime::cold ? file.floor.cold_ms : file.floor.warm_ms;
    const Json& megahertz = json.at("megahertz");
    time.circumstances = {
        circumstance_of(megahertz.at(0), which + ": megahertz"),
        circumstance_of(megahertz.at(1), which + ": megahertz"),
        number_within(json.at("watts"), 0, most_circumstance, which + ": watts"),
        circumstance_of(json.at("celsius"), which + ": celsius"),
        file.driver,
        file.toolkit,
        json.at("criterion"),
        int(number_within(json.value("rounds", Json(1)), 1, 1e9, which + ": rounds"))};
    check_samples(time, which);
    return time;
}

RecordedRun read_run(const Json& json, const Recording& file) {
    RecordedRun run;
    run.rung = json.at("rung");
    run.settings = json.at("settings").dump();
    run.key = {json.at("plan"), json.at("ptx")};
    const std::string which = fmt::format("{}/{} {}", file.lesson, run.rung, run.settings);
    run.cold = read_time(json.at("cold"), file, Regime::cold, which);
    if (json.contains("warm"))
        run.warm = read_time(json.at("warm"), file, Regime::warm, which + ", warm,");
    run.launches = each_milliseconds(json.at("launches_ms"), which + ": a number of launches_ms");
    run.transfers = each_milliseconds(json.value("transfers_ms", Json::array()),
                                      which + ": a number of transfers_ms");
    run.spans = each_span(json.value("spans_ms", Json::array()), which + ": a number of spans_ms");
    run.verdict.checked = true;
    run.verdict.ok = json.at("ok");
    run.verdict.compared_with = json.at("compared_with");
    run.verdict.tolerance = json.at("tolerance");
    run.verdict.worst_error = json.at("worst_error");
    run.verdict.worst_of = json.value("worst_of", 0.);
    run.date = json.value("date", "");
    run.on = json.value("on", "");
    if (run.on.empty()) return run;
    check_device(run.on);  // the file's floor is for another device
    for (Time* time : {&run.cold, &run.warm}) time->device = run.on, time->floor_ms = 0;
    return run;
}

Recording recording_of(const Json& json) {
    if (!json.is_object() || json.value("format", "") != format_name)
        throw Damaged(fmt::format("it lacks \"format\": \"{}\"", format_name));
    if (json.at("version") != recording_version)
        throw Damaged(fmt::format("it has version {}, but this program reads version {}",
                                  json.at("version").dump(), recording_version));
    check_words(json);
    Recording file;
    file.lesson = json.at("lesson");
    file.device = json.at("device");
    check_device(file.device);
    file.driver = json.at("driver");
    file.toolkit = json.at("toolkit");
    file.date = json.at("date");
    const Json& floor = json.at("floor");
    file.floor = {milliseconds_of(floor.at("cold_ms"), "floor: cold_ms"),
                  milliseconds_of(floor.at("warm_ms"), "floor: warm_ms")};
    if (json.contains("copy"))
        file.copy = {number_within(json["copy"].at("gigabytes_per_second"), 1, most_gigabytes,
                                   "copy: gigabytes_per_second"),
                     json["copy"].at("of")};
    file.runs.reserve(json.at("runs").size());
    for (const Json& run : json.at("runs")) file.runs.push_back(read_run(run, file));
    return file;
}

}  // namespace

RunKey key_of(const simulator::Module& module, const Plan& plan) {
    return {fmt::format("{:016x}", plan.hash()), kernels_hash(module, plan)};
}

RecordedRun recorded_run(const Run& measured) {
    const Settings& settings = measured.request.settings;
    const Plan plan = plan_of(settings);
    RecordedRun run{settings.subject->rungs[settings.rung].id,
                    to_json(settings).dump(),
                    key_of(**module_of(settings), plan),
                    measured.verdict,
                    measured.time,
                    measured.repeated,
                    {},
                    {},
                    {}};
    if (on_processor(settings)) run.on = measured.device.name;
    for (const LaunchRecord& each : measured.launches) run.launches.push_back(each.milliseconds);
    for (const TransferRecord& each : measured.transfers)
        run.transfers.push_back(each.milliseconds);
    run.spans = measured.spans;
    return run;
}

const std::string& device_of(const RecordedRun& run, const Recording& file) {
    return run.on.empty() ? file.device : run.on;
}

const std::string& date_of(const RecordedRun& run, const Recording& file) {
    return run.date.empty() ? file.date : run.date;
}

void keep_dates(Recording& recording) {
    for (RecordedRun& run : recording.runs)
        if (run.date.empty()) run.date = recording.date;
}

std::string text_of(const Recording& recording) {
    Json head = {{"format", format_name},
                 {"version", recording_version},
                 {"lesson", recording.lesson},
                 {"device", recording.device},
                 {"driver", recording.driver},
                 {"toolkit", recording.toolkit},
                 {"date", recording.date},
                 {"floor",
                  {{"cold_ms", to_nanoseconds(recording.floor.cold_ms)},
                   {"warm_ms", to_nanoseconds(recording.floor.warm_ms)}}}};
    if (recording.copy)
        head["copy"] = {{"gigabytes_per_second", recording.copy->gigabytes},
                        {"of", recording.copy->of}};
    // One run a line, so that changes of a shipped recording read well.
    std::string text = written(head, 1);
    text.erase(text.rfind('\n'));
    text += ",\n \"runs\": [";
    for (std::size_t i = 0; i < recording.runs.size(); ++i)
        text += (i ? ",\n  " : "\n  ") + written(json_of(recording.runs[i], recording));
    return text + "\n ]\n}\n";
}

Outcome<Recording> read_recording(std::string_view text, const std::string& file) {
    const auto unread = [&](const std::string& why) {
        return Diagnostic{
            0, 0, fmt::format("The recording {} can't be read and is left out: {}.", file, why)};
    };
    if (const int levels = levels_of(text); levels > most_levels)
        return unread(
            fmt::format("its lists and objects are nested {} levels deep, and the limit is {}",
                        levels, most_levels));
    try {
        return recording_of(Json::parse(text));
    } catch (const Json::exception& problem) {
        return unread(words_of(problem));
    } catch (const std::exception& problem) {
        return unread(problem.what());
    }
}

Outcome<Recording> open_recording_file(const std::filesystem::path& path) {
    const auto text = read_file(path, most_file_bytes);
    if (!text) return text.problem();
    return read_recording(*text, path.filename().string());
}

std::optional<std::string> of_no_lesson(const Recording& recording) {
    const Lesson* lesson = find_lesson(recording.lesson);
    if (!lesson)
        return fmt::format("its lesson is \"{}\", but no lesson has that name", recording.lesson);
    const auto libraries = libraries_of(*lesson);
    const auto of_a_library = [&](const RecordedRun& run) {
        return std::ranges::any_of(
            libraries, [&](const auto& library) { return find_rung(*library, run.rung); });
    };
    for (const RecordedRun& run : recording.runs)
        if (!find_rung(*lesson, run.rung) && !of_a_library(run))
            return fmt::format("it belongs to lesson {}, but that lesson has no kernel \"{}\"",
                               recording.lesson, run.rung);
    return std::nullopt;
}

Outcome<Recording> merged(const std::vector<Recording>& parts) {
    if (parts.empty()) return problem_of("There is no recording to merge.");
    Recording whole = parts.front();
    keep_dates(whole);
    for (Recording part : std::span(parts).subspan(1)) {
        keep_dates(part);
        if (part.lesson != whole.lesson || part.device != whole.device)
            return Diagnostic{
                0, 0,
                fmt::format("A recording holds one lesson on one device: {} on an {} and {} on an "
                            "{} must stay two files.",
                            whole.lesson, whole.device, part.lesson, part.device)};
        const bool newer = part.date >= whole.date;
        for (const RecordedRun& run : part.runs) {
            const auto same = [&](const RecordedRun& known) { return known.key == run.key; };
            const auto known = std::ranges::find_if(whole.runs, same);
            if (known == whole.runs.end())
                whole.runs.push_back(run);
            else if (run.date >= known->date)
                *known = run;
        }
        if (part.copy && (newer || !whole.copy)) whole.copy = part.copy;
        if (!newer) continue;
        whole.date = part.date;
        whole.driver = part.driver;
        whole.toolkit = part.toolkit;
        whole.floor = part.floor;
    }
    return whole;
}

std::string device_word(std::string_view name) {
    std::string word;
    for (const char letter : name)
        word += std::isalnum(static_cast<unsigned char>(letter))
                    ? static_cast<char>(std::tolower(static_cast<unsigned char>(letter)))
                    : '-';
    return word;
}

std::string file_name_of(const Recording& recording) {
    return recording.lesson + "." + device_word(recording.device) + ".json";
}

}  // namespace lab

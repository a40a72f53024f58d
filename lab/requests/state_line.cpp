// Prints and reads the line of state. It is the tail of a command, so that it works after `run` or
// `shot`.
#include "lab/requests/state_line.h"

#include <algorithm>
#include <array>
#include <vector>

#include <fmt/format.h>

#include "lab/asked.h"
#include "lab/features/watching.h"
#include "lab/library.h"
#include "lab/place.h"
#include "lab/problem.h"
#include "lab/requests/given_twice.h"
#include "lab/time/recordings.h"
#include "lab/words.h"

namespace lab {
namespace {

using simulator::Diagnostic;
using simulator::Outcome;
using Cursor = std::map<std::string, std::int64_t, std::less<>>;

constexpr std::size_t most_devices = 2;

Problem read_seed(State& state, std::string_view word) {
    const auto seed = seed_named(word);
    if (!seed) return seed.problem();
    state.request.seed = *seed;
    return std::nullopt;
}

Problem read_order(State& state, std::string_view word) {
    const auto order = order_named(word);
    if (!order) return order.problem();
    state.request.order = order->order;
    state.request.order_seed = order->seed;
    return std::nullopt;
}

Problem unknown_device(std::string_view word) {
    if (word.ends_with(".json")) {
        const auto read = open_recording_file(word);
        return read ? Problem() : read.problem();
    }
    if (word == "sim" || word == "gpu" || recorded_device(word)) return std::nullopt;
    return Diagnostic{
        0, 0,
        fmt::format("\"{}\" is not a device: write sim, gpu or a recording, FILE.json.", word)};
}

// The positions of the words after each --device.
std::vector<std::size_t> devices_of(const std::vector<std::string>& words) {
    std::vector<std::size_t> places;
    for (std::size_t at = 1; at < words.size(); ++at)
        if (words[at - 1] == "--device") places.push_back(at);
    return places;
}

// The device that a word names; for a file, the device in it.
std::string device_behind(std::string_view word) {
    if (word.ends_with(".json")) {
        const auto read = open_recording_file(word);
        return read ? read->device : "";
    }
    return recorded_device(word).value_or(std::string(word));
}

// Two files of one device would be one line in every chart.
Problem same_device(const State& state, std::string_view word) {
    const std::string device = device_behind(word);
    if (device != device_behind(state.device)) return std::nullopt;
    return problem_of(
        fmt::format("{} and {} are from the same device, {}, so they can't be compared: name one "
                    "of them, or merge the two files with `warplens merge`.",
                    state.device, word, device));
}

// The first device's times come first; the second's are shown beside them.
Problem read_device(State& state, std::string_view word) {
    const bool second = state.device != State{}.device;
    if (second)
        if (auto problem = same_device(state, word)) return problem;
    std::string kept(word);
    if (word.ends_with(".json")) {  // absolute, as the line may be read in another folder
        kept = std::filesystem::absolute(word).lexically_normal().string();
        if (auto problem = open_recording(kept, second)) return problem;
    } else if (auto problem = unknown_device(word)) {
        return problem;
    }
    (second ? state.beside : state.device) = kept;
    return std::nullopt;
}

Problem read_caches(State& state, std::string_view word) {
    if (word != "cold" && word != "warm")
        return problem_of(
            fmt::format("\"{}\" is not a state of caches: write cold or warm.", word));
    state.caches = word == "warm" ? Regime::warm : Regime::cold;
    return std::nullopt;
}

Problem read_watched(State& state, std::string_view word) {
    state.request.watched.clear();
    for (const std::string_view block : split(word, ',')) {
        const auto number = whole_number(block);
        if (!number) return number.problem();
        if (*number < 0)
            return problem_of(
                fmt::format("\"{}\" is not a list of blocks: blocks count from 0.", word));
        state.request.watched.push_back(static_cast<std::uint64_t>(*number));
    }
    return std::nullopt;
}

Problem read_place(State& state, std::string_view word) {
    auto cursor = read_cursor(word);
    if (!cursor) return cursor.problem();
    state.cursor = std::move(*cursor);
    return std::nullopt;
}

Problem read_map(State& state, std::string_view word) {
    const std::vector<std::string_view> knobs = split(word, ',');
    if (knobs.size() != 2 || knobs[0].empty() || knobs[1].empty())
        return problem_of(
            fmt::format("\"{}\" does not name two knobs: write one, a comma, the other.", word));
    state.map = word;
    return std::nullopt;
}

Problem read_view(State& state, std::string_view word) {
    state.view = word;
    return std::nullopt;
}

// Its meaning depends on the whole line, so it is read later.
Problem read_against(State& state, std::string_view word) {
    state.against = word;
    return std::nullopt;
}

struct Flag {
    std::string_view name;
    Problem (*read)(State&, std::string_view);
};

constexpr std::array flags{
    Flag{"--seed", read_seed},     Flag{"--order", read_order}, Flag{"--device", read_device},
    Flag{"--watch", read_watched}, Flag{"--at", read_place},    Flag{"--caches", read_caches},
    Flag{"--map", read_map},       Flag{"--view", read_view},   Flag{"--against", read_against},
};

// Flags that open a file; --arg and --set may be repeated.
struct FileFlag {
    std::string_view name;
    simulator::Member<AskedFile, std::string> word;
    simulator::Member<AskedFile, std::vector<std::string>> list = nullptr;
};

constexpr std::array file_flags{
    FileFlag{"--kernel", &AskedFile::kernel},
    FileFlag{"--grid", &AskedFile::grid},
    FileFlag{"--block", &AskedFile::block},
    FileFlag{"--shared", &AskedFile::shared},
    FileFlag{"--arch", &AskedFile::arch},
    FileFlag{"--arg", nullptr, &AskedFile::arguments},
    FileFlag{"--max-shared", &AskedFile::max_shared, nullptr},
    FileFlag{"--set", nullptr, &AskedFile::variables},
};

// A parsed line: the file and its launch, and the words to read after it is open.
struct Parts {
    AskedFile asked;
    std::vector<std::string> rest;
};

Outcome<Parts> parts_of(const std::vector<std::string>& words) {
    Parts parts;
    if (!is_kernel_file(words.front())) {
        parts.rest.assign(words.begin() + 1, words.end());
        return parts;
    }
    parts.asked.file = words.front();
    for (std::size_t i = 1; i < words.size(); ++i) {
        const auto* flag = std::ranges::find(file_flags, words[i], &FileFlag::name);
        if (flag == file_flags.end()) {
            parts.rest.push_back(words[i]);
            continue;
        }
        if (i + 1 == words.size())
            return problem_of(fmt::format("{} needs a value after it.", words[i]));
        const std::string& value = words[++i];
        if (flag->word)
            parts.asked.*flag->word = value;
        else
            (parts.asked.*flag->list).push_back(value);
    }
    return parts;
}

Outcome<Settings> settings_of(const std::string& first, const Parts& parts, const Opener& open) {
    if (parts.asked.file.empty()) return settings_named(first);
    auto subject = open(parts.asked);
    if (!subject) return subject.problem();
    return Settings(*subject);
}

std::string numbers_listed(const std::vector<std::uint64_t>& values) {
    std::string text;
    for (const std::uint64_t value : values)
        text += (text.empty() ? "" : ",") + std::to_string(value);
    return text;
}

std::string cursor_words(const Cursor& cursor) {
    std::string text;
    for (const auto& [name, value] : cursor)
        text += fmt::format("{}{}={}", text.empty() ? "" : ",", name, value);
    return text;
}

// Reads the word at `at`, and its value if it has one.
Problem read_word(State& state, const std::vector<std::string>& words, std::size_t& at) {
    const std::string& word = words[at];
    if (word == "--anyway") {
        state.request.settings.anyway = true;
        return std::nullopt;
    }
    if (!word.starts_with("--")) return assign(state.request.settings, word);
    const auto* flag = std::ranges::find(flags, word, &Flag::name);
    if (flag == flags.end())
        return problem_of(fmt::format("\"{}\" has no meaning in a line of state.", word));
    if (at + 1 == words.size()) return problem_of(fmt::format("{} needs a value after it.", word));
    const Problem problem = flag->read(state, words[++at]);
    if (!problem) return std::nullopt;
    return problem_of(fmt::format("{}: {}", flag->name, problem->message));
}

// An order equal to the default is stored as not requested: it depends on the settings.
void forget_usual_order(Request& request) {
    Request usual = request;
    usual.order = simulator::Order::sequential, usual.order_seed = 0;
    if (order_of(usual) == std::pair{request.order, request.order_seed}) request = usual;
}

}  // namespace

std::string state_line(const State& state) {
    const Settings& settings = state.request.settings;
    std::string line = settings.subject->own ? own_state(settings) : with_knobs(settings);
    if (settings.anyway) line += " --anyway";
    const auto [order, order_seed] = order_of(state.request);  // what runs
    line += fmt::format(" --seed {} --order {} --device {}", state.request.seed,
                        name_of(AskedOrder{order, order_seed}), in_quotes(state.device));
    if (!state.beside.empty()) line += " --device " + in_quotes(state.beside);
    if (state.caches == Regime::warm) line += " --caches warm";
    if (!state.map.empty()) line += " --map " + state.map;
    if (!state.request.watched.empty()) line += " --watch " + numbers_listed(state.request.watched);
    if (!state.cursor.empty()) line += " --at " + cursor_words(state.cursor);
    if (!state.view.empty()) line += " --view " + in_quotes(state.view);
    if (!state.against.empty()) line += " --against " + in_quotes(state.against);
    return line;
}

Outcome<Request> request_beside(std::string_view line, const Request& shown) {
    const auto words = words_in(line);
    if (!words) return words.problem();
    const std::string first = words->empty() ? "" : words->front();
    const auto named = settings_named(first);
    if (!named) return named.problem();
    if (auto problem = given_twice(std::span(*words).subspan(1))) return *problem;
    if (is_library(*named)) return problem_of(first + " is only timed, so it has no picture.");
    Request other = shown;
    if (!same(named->subject.get(), other.settings.subject.get()))
        other.settings = *named, other.watched.clear();
    else if (first.find('/') != first.npos)
        other.settings.rung = named->rung;
    for (std::size_t at = 1; at < words->size(); ++at)
        if (auto problem = assign(other.settings, (*words)[at])) return *problem;
    return other;
}

Outcome<State> read_state_line(std::string_view line, const Opener& open) {
    const auto words = words_in(line);
    if (!words) return words.problem();
    if (words->empty())
        return problem_of("The line of state is empty: it must begin with a lesson or a file.");
    const auto parts = parts_of(*words);
    if (!parts) return parts.problem();
    const auto settings = settings_of(words->front(), *parts, open);
    if (!settings) return settings.problem();
    if (const std::size_t count = devices_of(*words).size(); count > most_devices)
        return problem_of(
            fmt::format("--device is given {} times. Give it at most twice: the device whose "
                        "times come first, and one to compare it with.",
                        count));
    State state;
    state.request.settings = *settings;
    std::vector<std::string> turned;
    for (std::size_t at = 0; at < parts->rest.size(); ++at) {
        if (!parts->rest[at].starts_with("--")) turned.push_back(parts->rest[at]);
        if (const Problem problem = read_word(state, parts->rest, at)) return *problem;
    }
    if (auto problem = given_twice(turned)) return *problem;
    forget_usual_order(state.request);
    if (state.against.empty()) return state;
    const auto other = request_beside(state.against, state.request);
    if (!other) return problem_of("--against: " + other.problem().message);
    return state;
}

std::optional<AskedFile> file_of(std::string_view line) {
    const auto words = words_in(line);
    if (!words || words->empty() || !is_kernel_file(words->front())) return std::nullopt;
    const auto parts = parts_of(*words);
    if (!parts) return std::nullopt;
    return parts->asked;
}

KeptLine without_lost_devices(std::string_view line) {
    KeptLine kept{std::string(line), ""};
    const auto words = words_in(line);
    if (!words) return kept;
    std::vector<std::string> left = *words;
    const auto places = devices_of(left);
    for (auto place = places.rbegin(); place != places.rend(); ++place) {
        const Problem problem = unknown_device(left[*place]);
        if (!problem) continue;
        kept.lost += fmt::format("{}A device is left out: {}", kept.lost.empty() ? "" : " ",
                                 problem->message);
        const auto word = left.begin() + static_cast<std::ptrdiff_t>(*place);
        left.erase(word - 1, word + 1);
    }
    if (kept.lost.empty()) return kept;
    kept.line.clear();
    for (const std::string& word : left)
        kept.line += (kept.line.empty() ? "" : " ") + in_quotes(word);
    return kept;
}

std::optional<Diagnostic> unreadable_recording(std::string_view line) {
    const auto words = words_in(line);
    if (!words) return std::nullopt;
    for (const std::size_t place : devices_of(*words))
        if ((*words)[place].ends_with(".json"))
            if (auto problem = unknown_device((*words)[place])) return problem;
    return std::nullopt;
}

const std::vector<std::string>& place_names() {
    static const std::vector<std::string> names = [] {
        std::vector<std::string> made;
        for (const Place::Field& field : Place::fields) made.emplace_back(field.name);
        for (const char* seen : {"host", "view", "home"})
            made.emplace_back(seen);  // not part of the run
        return made;
    }();
    return names;
}

simulator::Outcome<Cursor> read_cursor(std::string_view text) {
    Cursor cursor;
    for (const std::string_view word : split(text, ',')) {
        const std::size_t equals = word.find('=');
        const bool named = equals != std::string_view::npos && equals > 0;
        const auto number = whole_number(named ? word.substr(equals + 1) : word);
        if (!number)
            return Diagnostic{
                0, 0,
                fmt::format("\"{}\" is not a place in a run: {}", text, number.problem().message)};
        const std::string name(named ? word.substr(0, equals) : "step");
        if (*number < (name == "step" ? 0 : -1))
            return problem_of(
                fmt::format("\"{}\" is not a place in a run: steps count from 1, as in the "
                            "window, lanes and warps from 0.",
                            text));
        if (std::ranges::find(place_names(), name) == place_names().end())
            return problem_of(fmt::format("\"{}\" is not a place in a run: it has no {}, only {}.",
                                          text, name, listed(place_names())));
        if (!cursor.emplace(name, *number).second)
            return Diagnostic{
                0, 0,
                fmt::format("\"{}\" is not a place in a run: {} is given twice.", text, name)};
    }
    return cursor;
}

}  // namespace lab

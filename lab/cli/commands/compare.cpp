// compare: the ratio of two kernels' times, taken in turns where there is a GPU.
#include <fmt/format.h>

#include <algorithm>

#include "lab/asked.h"
#include "lab/cli/command_tools.h"
#include "lab/cli/commands/compare_native.h"
#include "lab/cli/looker.h"
#include "lab/cli/report.h"
#include "lab/json/json.h"
#include "lab/library.h"
#include "lab/problem.h"
#include "lab/programs.h"
#include "lab/requests/given_twice.h"
#include "lab/requests/timed_run.h"
#include "lab/running/verdict.h"
#include "lab/time/alternating.h"
#include "lab/time/bench.h"
#include "lab/time/recordings.h"
#include "lab/words.h"
#include "platform/terminal.h"
#include "simulator/read_number.h"

namespace lab::compare_command {
namespace {

using simulator::Diagnostic;
using simulator::Outcome;

constexpr double most_seconds = 600;  // on a GPU that others may need

// The words for two settings: common ones, then each kernel's own.
struct Words {
    std::vector<std::string> both, first, second;
};

struct Flags {
    std::vector<std::string> words;
    std::string device, json, seed = "1", seconds = "4";
    AskedFile launch;  // of files
    std::string second_kernel;
    bool native = false;
    Exit failure = exit_usage;  // of words that can't be used
};

// Each setting begins at a word that names a kernel; all other words turn knobs.
Outcome<Words> parted_words(const Flags& flags) {
    const std::vector<std::string>& words = flags.words;
    const auto names = [](const std::string& word) { return word.find('=') == word.npos; };
    const auto first = std::ranges::find_if(words, names);
    const auto second = first == words.end() ? first : std::find_if(first + 1, words.end(), names);
    if (flags.native && first != words.end() && second == words.end())
        return Words{{words.begin(), first}, {first, second}, {}};
    if (flags.native)
        return problem_of(
            "--native takes one kernel: its PTX, compiled by the driver, is A, and the code that "
            "nvcc makes of its source for this GPU is B.");
    if (second == words.end() || std::find_if(second + 1, words.end(), names) != words.end())
        return problem_of(
            "it takes two kernels, each as LESSON/RUNG or FILE. Knobs before the first kernel are "
            "for both, knobs after a kernel are its own, as in n=2^20 reduction/strided "
            "reduction/sequential block=256.");
    return Words{{words.begin(), first}, {first, second}, {second, words.end()}};
}

// The presets of a lesson's kernel, or the kernel of a file as its flags launch it.
Outcome<Settings> kernel_named(const std::string& word, Flags& flags, const Settings* like) {
    if (!is_kernel_file(word)) return settings_named(word);
    AskedFile asked = flags.launch;
    asked.file = word;
    if (like && !flags.second_kernel.empty()) asked.kernel = flags.second_kernel;
    // One file and kernel in two configurations is one subject.
    if (like && like->subject->own && like->subject->id == word &&
        asked.kernel == flags.launch.kernel)
        return Settings(like->subject);
    Asked opening;
    const auto subject = opening.open(asked);
    flags.failure = opening.failure;
    if (!subject) return subject.problem();
    return Settings(*subject);
}

// The values of all knobs that both have, so that the second names only what differs.
void take_over(Settings& settings, const Settings& like) {
    for (const Knob* knob : settings.subject->knobs)
        if (const Knob* same = find_knob(*like.subject, knob->id)) settings.set(*knob, like[*same]);
}

// In the same lesson, and of two files, the second setting takes missing knobs from the first.
Outcome<Settings> settings_of(const std::vector<std::string>& words,
                              const std::vector<std::string>& both, const Settings* like,
                              Flags& flags) {
    auto named = kernel_named(words.front(), flags, like);
    if (!named) return named;
    flags.failure = exit_usage;
    Settings settings = *named;
    const bool files = like && like->subject->own && settings.subject->own;
    if (files) {
        take_over(settings, *like);
    } else if (like && like->subject->id == settings.subject->id) {
        settings = *like;
        settings.subject = named->subject;
        settings.rung = named->rung;
    }
    std::vector<std::string> knobs = both;
    knobs.insert(knobs.end(), words.begin() + 1, words.end());
    for (const std::string& knob : knobs)
        if (auto problem = assign(settings, knob)) return *problem;
    return settings;
}

struct Pair {
    Request first, second;
    double seconds = 0;
    bool native = false;  // the second is to be compiled here
};

// Both times, and what compilers made of the kernels of both, where that is asked.
struct Compared {
    Alternation all;
    std::vector<CodeFigures> of_code{}, against_code{};
    std::string other_work{};  // an array in which two files' kernels leave other numbers
};

Outcome<double> seconds_named(std::string_view text) {
    double seconds = 0;
    const auto [end, failed] =
        simulator::read_number(text.data(), text.data() + text.size(), seconds);
    const bool number = failed == std::errc{} && end == text.data() + text.size();
    if (number && seconds > 0 && seconds <= most_seconds) return seconds;
    return problem_of(
        fmt::format("--seconds: \"{}\" is not allowed: write a number above 0 and up to {}, such "
                    "as 4 or 0.5.",
                    text, most_seconds));
}

Outcome<Pair> pair_of(Flags& flags) {
    const auto parted = parted_words(flags);
    if (!parted) return parted.problem();
    for (const auto* words : {&parted->both, &parted->first, &parted->second})
        if (auto problem = given_twice(*words)) return *problem;
    const auto first = settings_of(parted->first, parted->both, nullptr, flags);
    if (!first) return first.problem();
    const auto second =
        flags.native ? first : settings_of(parted->second, parted->both, &*first, flags);
    if (!second) return second.problem();
    for (const Settings* settings : {&*first, &*second})
        if (on_processor(*settings))
            return problem_of(
                fmt::format("{0} is a loop of the processor, so it can't take turns on a GPU: "
                            "`warplens run {0}` times it.",
                            name_of(*settings)));
    if (flags.native && is_library(*first))
        return problem_of(
            fmt::format("--native compiles a kernel's source, and {} is a call of a library.",
                        name_of(*first)));
    if (*first == *second && !flags.native)
        return Diagnostic{
            0, 0,
            fmt::format("both are {}: name another kernel or change a knob.", name_of(*first))};
    const auto seed = seed_named(flags.seed);
    if (!seed) return problem_of("--seed: " + seed.problem().message);
    const auto seconds = seconds_named(flags.seconds);
    if (!seconds) return seconds.problem();
    Pair pair;
    pair.seconds = *seconds;
    pair.first.settings = *first;
    pair.second.settings = *second;
    pair.first.seed = pair.second.seed = *seed;
    pair.native = flags.native;
    return pair;
}

// Why the file in --device lacks one of the two: another device's time would be no answer.
std::optional<std::string> file_lacks(const std::string& file, const Pair& pair) {
    const auto recording = open_recording_file(file);
    if (!recording) return recording.problem().message;
    for (const Request* request : {&pair.first, &pair.second}) {
        const Settings& settings = request->settings;
        const RunKey key = key_of(**module_of(settings), plan_of(settings));
        if (std::ranges::find(recording->runs, key, &RecordedRun::key) == recording->runs.end())
            return fmt::format("{} ({}) has no time of {} at these settings.", file,
                               recording->device, name_of(settings));
    }
    return std::nullopt;
}

// The same for a recorded device, by name.
std::optional<std::string> device_lacks(const std::string& device, const Pair& pair) {
    for (const Request* request : {&pair.first, &pair.second}) {
        const auto all = recorded_everywhere(*request);
        if (std::ranges::none_of(all, [&](const auto& run) { return run->time.device == device; }))
            return fmt::format("{} has no time of {} at these settings.", device,
                               name_of(request->settings));
    }
    return std::nullopt;
}

// The device, if only its recorded times are requested.
std::optional<std::string> device_of(const Flags& flags) {
    const bool any = flags.device.empty() || flags.device == "gpu" || flags.device == "sim";
    return any ? std::nullopt : recorded_device(flags.device);
}

std::optional<std::string> lacks(const Flags& flags, const Pair& pair) {
    if (flags.device.ends_with(".json")) return file_lacks(flags.device, pair);
    const auto device = device_of(flags);
    return device ? device_lacks(*device, pair) : std::nullopt;
}

// On the first device with recordings of both, or on the given device.
Outcome<Compared> recorded_pair(const Pair& pair, const std::optional<std::string>& device) {
    const auto first = recorded_everywhere(pair.first), second = recorded_everywhere(pair.second);
    for (const auto& one : first)
        for (const auto& other : second)
            if (one->time.device == other->time.device && (!device || *device == one->time.device))
                return Compared{apart(*one, *other)};
    const auto missing = [](const Request& request) {
        return fmt::format("No time of {} was recorded at these settings",
                           name_of(request.settings));
    };
    const std::string why = first.empty()    ? missing(pair.first)
                            : second.empty() ? missing(pair.second)
                                             : "No device has recorded both";
    return problem_of(why + ", and this machine has no GPU to measure on.");
}

Outcome<Compared> measured_pair(Bench& gpu, Pair pair, std::ostream& err) {
    if (pair.native) {
        const auto made = made_here(pair.first.settings, gpu.limits().architecture);
        if (!made) return made.problem();
        pair.second.machine_code = *made;
    }
    Looker looker(err, {});
    std::vector<Trial> trials;
    for (const Request* request : {&pair.first, &pair.second}) {
        trials.push_back(tried(*request, &looker));
        if (const auto& why = trials.back().why_not)
            return problem_of(name_of(request->settings) + ": " + *why);
    }
    looker.take_away();
    const auto sampler = gpu.pair(pair.first, pair.second);
    if (!sampler) return problem_of("This bench can't time two kernels in turns.");
    PairPatience patience;
    patience.milliseconds = 1000 * pair.seconds;
    Compared both{
        alternate(*sampler, patience, [](const auto&) { return !platform::interrupted(); })};
    both.all.of = pair.first;
    both.all.against = pair.second;
    if (trials.front().run && trials.back().run)
        both.other_work =
            differing_array(trials.front().run->left, trials.back().run->left).value_or("");
    if (pair.native) {
        both.of_code = sampler->code(PairSampler::Which::first);
        both.against_code = sampler->code(PairSampler::Which::second);
    }
    return both;
}

bool right(const Alternation& all) {
    return !all.of_verdict.is_wrong() && !all.against_verdict.is_wrong();
}

bool of_one_size(const Alternation& all) { return one_size(all.of.settings, all.against.settings); }

// The knobs of the subject's size, as words.
std::vector<std::string> size_knobs(const Subject& subject) {
    std::vector<std::string> names;
    if (subject.size) names.push_back(subject.size->id);
    for (const Knob* side : subject.sides) names.push_back(side->id);
    return names;
}

// How to give both one size: by a common knob, or each by its own.
std::string size_advice(const Subject& first, const Subject& second) {
    const auto of_first = size_knobs(first), of_second = size_knobs(second);
    if (of_first == of_second) return "name the size before the first kernel, so it is for both.";
    const auto own = [](const char* letter, const std::vector<std::string>& knobs) {
        return knobs.empty() ? fmt::format("{} has no size", letter)
                             : fmt::format("{}'s is {}", letter, listed(knobs));
    };
    return fmt::format("name the size after each kernel, since they share no size knob: {}, {}.",
                       own("A", of_first), own("B", of_second));
}

std::string sizes_report(const Alternation& all) {
    return fmt::format(
        "The sizes differ: A has {}, B has {}. Two such times say nothing about the kernels: {}\n",
        size_words(all.of.settings, grouped), size_words(all.against.settings, grouped),
        size_advice(*all.of.settings.subject, *all.against.settings.subject));
}

// Why their clocks say nothing about the kernels; empty where they do.
std::string why_no_clock(const Alternation& all) {
    const Settings &a = all.of.settings, &b = all.against.settings;
    if (unlike_copies(a, b))
        return fmt::format(
            "Only the time of {} holds copies, and a kernel without them is no less "
            "work: nothing is compared.",
            times_copies(a) ? "A" : "B");
    if (clock_of(a) != clock_of(b))
        return "A and B are timed by clocks that see different things: nothing is compared.";
    return times_kernels(a) ? ""
                            : "This clock stops when a launch returns: no kernel is faster by it, "
                              "and nothing is compared.";
}

// "machine code by nvcc 12.8"; empty where neither side was compiled here.
std::string code_words(const Alternation& all, const Request& request) {
    if (request.machine_code) return "   machine code by " + request.machine_code->by + "\n";
    return all.against.machine_code ? "   PTX, compiled by the driver\n" : "";
}

std::string side_report(const char* letter, const Alternation& all, const Request& request,
                        const Time& time, const Verdict& verdict) {
    return fmt::format("{}: {}\n{}   {}\n   {}\n", letter, with_used_knobs(request.settings),
                       code_words(all, request), time_report(time), verdict_report(verdict));
}

std::string report_of(const Compared& both) {
    const Alternation& all = both.all;
    std::string text = side_report("A", all, all.of, all.first, all.of_verdict) +
                       code_report(both.of_code) +
                       side_report("B", all, all.against, all.second, all.against_verdict) +
                       code_report(both.against_code);
    if (!right(all))
        return text +
               "The time of a wrong result does not count: nothing is "
               "compared.\n";
    if (!of_one_size(all)) return text + sizes_report(all);
    if (!both.other_work.empty())
        return text + fmt::format(
                          "A and B leave other numbers in {}: they did other work, and "
                          "nothing is compared.\n",
                          both.other_work);
    if (const std::string why = why_no_clock(all); !why.empty()) return text + why + "\n";
    if (!all.has_interval()) return text + "Too few pairs were timed to compare A with B.\n";
    return text + fmt::format("A is {} B: A over B is {:.4g} ({:.4g} to {:.4g}); {}.\n",
                              ratio_words(all.ratio), all.ratio.median, all.ratio.low,
                              all.ratio.high, all.conditions());
}

Json side_json(const Request& request, const Time& time, const Verdict& verdict,
               const std::vector<CodeFigures>& code) {
    Json json = named_json(request.settings);
    json.update({{"settings", to_json(request.settings)},
                 {"seed", request.seed},
                 {"time", to_json(time)},
                 {"verdict", to_json(verdict)}});
    if (request.machine_code) json["machine_code_by"] = request.machine_code->by;
    if (!code.empty()) json["code"] = code_json(code);
    return json;
}

Json json_of(const Compared& both) {
    const Alternation& all = both.all;
    const bool turns = all.pairs > 0;
    const std::string words = !right(all)                  ? "not compared with"
                              : !of_one_size(all)          ? "of another size than"
                              : !both.other_work.empty()   ? "other work than"
                              : !why_no_clock(all).empty() ? "not compared with"
                                                           : ratio_words(all.ratio);
    return {{"a", side_json(all.of, all.first, all.of_verdict, both.of_code)},
            {"b", side_json(all.against, all.second, all.against_verdict, both.against_code)},
            {"ratio",
             {{"a_over_b", all.ratio.median},
              {"low", all.ratio.low},
              {"high", all.ratio.high},
              {"alternating", turns},
              {"pairs", all.pairs},
              {"conditions", all.conditions()},
              {"megahertz",
               {all.first.circumstances.megahertz_before, all.first.circumstances.megahertz_after}},
              {"words", words}}}};
}

// An exit code where one of them can't be timed.
std::optional<int> refused(const Pair& pair, std::ostream& err) {
    for (const Request* request : {&pair.first, &pair.second}) {
        if (const auto module = module_of(request->settings); !module) {
            err << module.problem().message << '\n';
            return exit_bad_file;
        }
        if (auto refusal = lab::refusal(request->settings)) {
            refusal->shows.clear();  // this command has no --anyway
            err << name_of(request->settings) << ": " << refusal_text(*refusal, request->settings);
            return exit_code(*refusal);
        }
    }
    return std::nullopt;
}

// Opens a recording that --device names. An exit code on failure.
std::optional<int> unusable_device(const std::string& device, std::ostream& err) {
    if (device.ends_with(".json")) {
        const auto problem = open_recording(device);
        if (problem) err << "warplens compare: " << problem->message << '\n';
        return problem ? std::optional<int>(exit_bad_file) : std::nullopt;
    }
    std::string why;
    if (device.empty() || device == "sim" || (device == "gpu" && bench(&why))) return std::nullopt;
    if (device != "gpu" && recorded_device(device)) return std::nullopt;
    if (device == "gpu")
        err << why << '\n';
    else
        err << fmt::format(
            "warplens compare: \"{}\" is not a device: write gpu, sim, a recording, FILE.json, or "
            "the name of a recorded device, such as nvidia-h200.\n",
            device);
    return device == "gpu" ? exit_without_gpu() : exit_usage;
}

int compare(Arguments arguments, std::ostream& out, std::ostream& err) {
    CommandFlags words("warplens compare",
                       "Compares the times of two kernels: measured in turns on this machine's "
                       "GPU, or else recorded.");
    Flags flags;
    words.add("KERNELS", flags.words,
              "[knob=value]... LESSON/RUNG|FILE [knob=value]... LESSON/RUNG|FILE [knob=value]...: "
              "knobs before the first kernel are for both, knobs after a kernel are its own; the "
              "second kernel takes the other knobs from the first",
              CommandFlags::Need::required);
    add_launch(words, flags.launch);
    words.add("--second-kernel", flags.second_kernel,
              "the second file's kernel, where it is not that of --kernel");
    words.add("--native", flags.native,
              "takes one kernel, and compares its PTX, compiled by the driver, with the code that "
              "nvcc or NVRTC makes of its source for this very GPU");
    words.add("--device", flags.device,
              "gpu: measured now; sim, FILE.json or a device's name, such as nvidia-h200: as "
              "recorded (default: gpu if there is one)");
    words.add("--seed", flags.seed, "seed of the inputs (default 1)");
    words.add("--seconds", flags.seconds,
              "limit of the device's time in seconds, up to 600 (default 4)");
    words.add_gpu_timeout();
    words.add("--json", flags.json, "file for it as JSON, - for standard output");
    if (const auto code = words.parse(arguments, out, err)) return *code;
    if (!can_deliver(flags.json, err)) return exit_bad_file;
    const auto pair = pair_of(flags);
    if (!pair) {
        err << "warplens compare: " << pair.problem().message << '\n';
        return flags.failure;
    }
    if (flags.native && !flags.device.empty() && flags.device != "gpu") {
        err << "warplens compare: --native measures on this machine's GPU: leave --device out.\n";
        return exit_usage;
    }
    if (const auto code = unusable_device(flags.device, err)) return *code;
    if (const auto code = refused(*pair, err)) return *code;
    if (const auto why = lacks(flags, *pair)) {
        err << "warplens compare: " << *why << '\n';
        return exit_bad_file;
    }
    std::string why;
    Bench* gpu = flags.device.empty() || flags.device == "gpu" ? bench(&why) : nullptr;
    if (!gpu && (bench_fails() || flags.native)) err << why << '\n';
    if (!gpu && flags.native) return exit_without_gpu();
    const platform::HeldInterrupts held;  // the first ends the turns; earlier pairs count
    const auto both =
        gpu ? measured_pair(*gpu, *pair, err) : recorded_pair(*pair, device_of(flags));
    if (!both) {
        err << both.problem().message << '\n';
        return gpu ? exit_bad_file : exit_without_gpu();
    }
    if (flags.json != "-") out << report_of(*both);
    if (!flags.json.empty() && !deliver(flags.json, written(json_of(*both), 2) + "\n", out, err))
        return exit_bad_file;
    if (platform::interrupted()) return exit_interrupted;
    return right(both->all) ? exit_right : exit_wrong_result;
}

const RegisterCommand registered(
    {"compare",
     "compare [knob=value]... LESSON/RUNG|FILE [knob=value]... LESSON/RUNG|FILE [knob=value]... "
     "[--native] [--kernel NAME ...] [--device gpu|sim|FILE.json|NAME] [--seconds S] "
     "[--json FILE|-]",
     "compares the times of two kernels, taken in turns", 25, compare});

}  // namespace
}  // namespace lab::compare_command

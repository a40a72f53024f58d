// `warplens record`: measures all kernels of all lessons on this machine's GPU, one knob at a time.
// Writes one file for each lesson, for machines without a GPU, which show the times as "recorded".
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <map>
#include <ostream>
#include <set>

#include "lab/assets.h"
#include "lab/cli/command_tools.h"
#include "lab/cli/commands/record_devices.h"
#include "lab/cli/parts/part.h"
#include "lab/cli/survey.h"
#include "lab/library.h"
#include "lab/programs.h"
#include "lab/time/gpu_failed.h"
#include "lab/time/processor.h"
#include "lab/time/recordings.h"
#include "lab/words.h"
#include "platform/clock.h"
#include "platform/files.h"
#include "platform/terminal.h"

namespace lab::record_command {
namespace {

namespace files = std::filesystem;

// The recordings of a session on one device, one for each lesson, with files kept up to date.
class Recorder {
public:
    /// `suffix` is that of its files' names. `known_by`: where such a file is missing, resume()
    /// reads one with this suffix.
    Recorder(Bench& device, files::path folder, std::string suffix, std::string known_by,
             std::ostream& err)
        : device_(device),
          folder_(std::move(folder)),
          suffix_(std::move(suffix)),
          known_by_(std::move(known_by)),
          err_(err) {}

    /// Reads the files that an earlier session wrote for these settings. False, and a sentence,
    /// where one can't be read.
    bool resume(const std::vector<Settings>& wanted) {
        for (const Settings& settings : wanted) {
            Recording& recording = of(settings);
            files::path path = path_of(recording, suffix_);
            if (!resumed_.insert(path).second) continue;
            if (!files::exists(path)) path = path_of(recording, known_by_);
            if (!files::exists(path)) continue;
            auto read = open_recording_file(path);
            if (!read) {
                err_ << "warplens record: " << read.problem().message << '\n';
                return false;
            }
            recording = std::move(*read);
            keep_dates(recording);
            recording.date = platform::today();
        }
        if (known_by_ != suffix_) keep_only(wanted);
        return true;
    }

    bool has(const Settings& settings) {
        const Plan plan = plan_of(settings);
        const auto module = module_of(settings);
        if (!module) return false;
        return std::ranges::find(of(settings).runs, key_of(**module, plan), &RecordedRun::key) !=
               of(settings).runs.end();
    }

    /// Measures the settings and keeps the run. Returns the last run, or nullptr on failure.
    std::shared_ptr<const Run> measure(const Settings& settings) {
        Request one;
        one.settings = settings;
        std::shared_ptr<const Run> last;
        try {
            bench_for(settings)->measure(one, {}, [&](std::shared_ptr<const Run> run) {
                last = std::move(run);
                return true;
            });
        } catch (const GpuFailed& problem) {
            tell(settings, problem.what());
            failure = std::max(failure, problem.no_memory ? exit_right : exit_gpu_failed);
            no_memory |= problem.no_memory;
            return nullptr;
        } catch (const std::exception& problem) {
            tell(settings, problem.what());
            return nullptr;
        }
        Recording& recording = of(settings);
        if (!on_processor(settings)) {
            recording.driver = last->time.circumstances.driver;
            recording.toolkit = last->time.circumstances.toolkit;
            if (last->time.floor_ms > 0)  // a clock of the host has none
                recording.floor = {last->time.floor_ms, last->repeated.floor_ms};
        }
        recording.runs.push_back(recorded_run(*last));
        return last;
    }

    /// Writes all files, each whole or not at all. False, and a sentence, where one fails.
    bool keep() {
        for (auto& [lesson, recording] : recordings_) {
            if (recording.runs.empty()) continue;
            recording.copy = copy();
            const auto problem = write_file(path_of(recording, suffix_), text_of(recording));
            if (!problem) continue;
            err_ << problem->message << '\n';
            return false;
        }
        return true;
    }

    /// Prints how often a sentence was repeated, where it was printed only once.
    void tell_repeats() {
        for (const auto& [sentence, times] : told_)
            if (times > 1)
                err_ << fmt::format("{} settings ended like this: {}\n", grouped(times), sentence);
    }

    std::size_t runs() const {
        std::size_t count = 0;
        for (const auto& [lesson, recording] : recordings_) count += recording.runs.size();
        return count;
    }

    /// A failure of the GPU; too little memory for one run is not one.
    Exit failure = exit_right;
    bool no_memory = false;

private:
    // The file of all shares has runs of others.
    void keep_only(const std::vector<Settings>& wanted) {
        std::set<RunKey> keys;
        for (const Settings& settings : wanted)
            if (const auto module = module_of(settings))
                keys.insert(key_of(**module, plan_of(settings)));
        for (auto& [lesson, recording] : recordings_)
            std::erase_if(recording.runs,
                          [&](const RecordedRun& run) { return !keys.contains(run.key); });
    }

    // A lesson's settings often fail with the same sentence: printed in full the first time.
    void tell(const Settings& settings, const std::string& words) {
        const std::string sentence =
            settings.subject->id + ": " + words.substr(0, words.find(gpu_failed_at));
        if (++told_[sentence] == 1) err_ << settings.subject->id << ": " << words << '\n';
    }

    Recording& of(const Settings& settings) {
        Recording& recording = recordings_[settings.subject->id];
        recording.lesson = settings.subject->id;
        recording.device = device_.device().name;
        recording.date = platform::today();
        return recording;
    }

    files::path path_of(const Recording& recording, const std::string& suffix) const {
        files::path name = file_name_of(recording);
        name.replace_extension(suffix + ".json");
        return folder_ / name;
    }

    // A card may lack room for the copy; its times are kept all the same.
    std::optional<Peak> copy() {
        if (copy_tried_) return copy_;
        copy_tried_ = true;
        try {
            copy_ = device_.copy_peak();
        } catch (const std::exception& problem) {
            err_ << "No copy was timed, so shares of a copy's rate will not be shown: "
                 << problem.what() << '\n';
        }
        return copy_;
    }

    Bench& device_;
    files::path folder_;
    std::string suffix_, known_by_;
    std::ostream& err_;
    std::map<std::string, Recording> recordings_;
    std::set<files::path> resumed_;
    std::optional<Peak> copy_;
    bool copy_tried_ = false;
    std::map<std::string, std::int64_t> told_;  // how often
};

// The words of the command.
struct Recorded {
    std::vector<std::string> names;
    std::string folder, part = "1/1", devices, share, stop_file;
    bool resume = false;
    double keep_every = 20;  // s
};

// Whether to end after this setting: at an interrupt, or where who started this worker asks for it.
bool is_over(const Recorded& given) {
    std::error_code none;
    return platform::interrupted() ||
           (!given.stop_file.empty() && files::exists(given.stop_file, none));
}

// Measures the requested settings, and saves the results now and then.
int record_all(Recorder& recorder, Bench& device, const std::vector<Settings>& wanted,
               const Recorded& given, std::ostream& err) {
    using Clock = std::chrono::steady_clock;
    auto kept = Clock::now();
    int wrong = 0;
    std::size_t done = 0;
    const platform::HeldInterrupts held;  // the first interrupt ends after this setting
    for (const Settings& settings : wanted) {
        if (is_over(given)) break;
        ++done;
        if (recorder.has(settings)) continue;
        const auto run = recorder.measure(settings);
        if (!run && device.lacks()) break;
        if (!run) continue;
        wrong += !run->verdict.ok;
        err << fmt::format("{} of {}: {}/{} {:.4g} ms, {}\n", done, wanted.size(),
                           settings.subject->id, settings.subject->rungs[settings.rung].id,
                           run->time.median_ms, run->verdict.ok ? "right" : "WRONG");
        if (Clock::now() - kept < std::chrono::duration<double>(given.keep_every)) continue;
        if (!recorder.keep()) return exit_bad_file;
        kept = Clock::now();
    }
    recorder.tell_repeats();
    if (!recorder.runs()) {
        err << "warplens record: nothing could be measured, so no file was written.\n";
        return recorder.failure ? recorder.failure
                                : (recorder.no_memory ? exit_no_memory : exit_bad_file);
    }
    if (!recorder.keep()) return exit_bad_file;
    err << fmt::format("{} runs on an {} kept. Of the runs measured now, {} are wrong.\n",
                       recorder.runs(), device.device().name, wrong);
    if (recorder.failure) return recorder.failure;
    if (is_over(given)) {
        err << "You stopped it: --resume continues from here.\n";
        return exit_interrupted;
    }
    return wrong ? exit_wrong_result : exit_right;
}

void add_words(CommandFlags& words, Recorded& to) {
    using Need = CommandFlags::Need;
    words.add("LESSONS", to.names, "lesson or lesson/rung, as `warplens list` names them");
    words.add("--out", to.folder, "folder to keep the files in", Need::required);
    words.add("--part", to.part, "I/N: only part I of N, in a file of its own (see merge)");
    words.add("--devices", to.devices,
              "all, or numbers of GPUs such as 0,2: each measures a share in a process of its own");
    words.add_gpu_timeout();
    words.add("--resume", to.resume, "continue where the files in that folder end");
    words.add("--keep-every", to.keep_every,
              "seconds after which the files are written (default 20)");
    words.add("--share", to.share, "I/N: the share of one worker of --devices", Need::hidden);
    words.add("--stop-file", to.stop_file, "a file that ends the recording once it is there",
              Need::hidden);
}

// What is wrong with the folder, a sentence; empty: nothing.
std::string unfit_folder(const std::string& folder) {
    if (std::error_code none; !files::is_directory(folder, none))
        return fmt::format("{} is not a folder: make it first.", folder);
    return platform::unwritable(files::path(folder) / "recording.json");
}

std::vector<Settings> settings_of_part(const std::vector<Settings>& rungs, const Part& part) {
    std::vector<Settings> wanted;
    const std::vector<Settings> all = survey(rungs);
    for (std::size_t i = 0; i < all.size(); ++i)
        if (part.has(i)) wanted.push_back(all[i]);
    return wanted;
}

// On one GPU, in this process.
int record_here(const Recorded& given, const Part& part, const Share& share,
                const std::vector<Settings>& wanted, std::ostream& err) {
    std::string why;
    Bench* device = bench(&why);
    if (!device && std::ranges::all_of(wanted, on_processor)) device = &processor_bench();
    if (!device) {
        err << why << '\n';
        return exit_without_gpu();
    }
    Recorder recorder(*device, given.folder, part.suffix() + share.suffix(), part.suffix(), err);
    if (given.resume && !recorder.resume(wanted)) return exit_bad_file;
    return record_all(recorder, *device, wanted, given, err);
}

int record(Arguments arguments, std::ostream& out, std::ostream& err) {
    CommandFlags words("warplens record",
                       "Measures every kernel of every lesson and keeps the times in one file per "
                       "lesson, named by lesson and device.");
    Recorded given;
    add_words(words, given);
    if (const auto code = words.parse(arguments, out, err)) return *code;
    const auto refuse = [&](const std::string& why, int code) {
        err << "warplens record: " << why << '\n';
        return code;
    };
    if (!(given.keep_every >= 0 && given.keep_every <= 3600))
        return refuse(
            fmt::format("--keep-every {:g}: write seconds from 0 to 3600.", given.keep_every),
            exit_usage);
    const auto rungs = rungs_named(given.names);
    if (!rungs) return refuse(rungs.problem().message, exit_usage);
    const auto part = part_named(given.part);
    if (!part)
        return refuse(fmt::format("\"{}\" is not a part: write I/N, such as 2/3, with N up to "
                                  "1000.",
                                  given.part),
                      exit_usage);
    const auto share = given.share.empty() ? std::optional(Share{}) : share_named(given.share);
    if (!share)
        return refuse(fmt::format("\"{}\" is not a share: write I/N, such as 2/3.", given.share),
                      exit_usage);
    if (const std::string why = unfit_folder(given.folder); !why.empty())
        return refuse(why, exit_bad_file);
    const std::vector<Settings> wanted = settings_of_part(*rungs, *part);
    if (given.devices.empty())
        return record_here(given, *part, *share, share->of_these(wanted), err);
    return record_on_devices({.lessons = given.names,
                              .devices = given.devices,
                              .folder = given.folder,
                              .part = *part,
                              .resume = given.resume,
                              .keep_every = given.keep_every},
                             wanted, err);
}

const RegisterCommand registered{
    {.name = "record",
     .usage = "record [LESSON[/RUNG]]... --out FOLDER [--part I/N] [--devices all|0,1] [--resume]",
     .meaning = "measures on this machine's GPU and keeps the times for machines without one",
     .order = 60,
     .run = record}};

}  // namespace
}  // namespace lab::record_command

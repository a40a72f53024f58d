// All known recordings, by plan and PTX. See recordings.h.
#include "lab/time/recordings.h"

#include <algorithm>
#include <mutex>
#include <set>
#include <tuple>

#include <fmt/format.h>

#include "lab/assets.h"
#include "lab/library.h"
#include "lab/programs.h"

namespace lab {
namespace {

// A file of runs and its rank: shipped files have 0, opened files more. `beside`: its device comes
// after the others.
struct Shelf {
    int rank = 0;
    bool beside = false;
    std::filesystem::path file;
    Recording recording;
};

class RecordingLibrary {
    using Place = std::pair<const Shelf*, const RecordedRun*>;

public:
    RecordingLibrary() { read_shipped(); }

    // Reads files of assets/recordings that were not read before.
    void read_shipped() {
        std::error_code none;
        const auto folder = asset("recordings");
        if (!folder) return;
        std::vector<std::filesystem::path> files;
        for (const auto& file : std::filesystem::directory_iterator(*folder, none))
            if (file.path().extension() == ".json" && shipped_.insert(file.path()).second)
                files.push_back(file.path());
        std::ranges::sort(files);
        for (const auto& file : files)
            if (const auto problem = add(file, 0, false)) problems_.push_back(problem->message);
    }

    std::optional<simulator::Diagnostic> open(const std::filesystem::path& path, bool beside) {
        if (auto problem = add(path, opened_ + 1, beside)) return problem;
        ++opened_;
        const std::string& device = shelves_.back()->recording.device;
        const std::string whole = std::filesystem::absolute(path).lexically_normal().string();
        devices_[path.string()] = devices_[whole] = device;
        files_[device] = whole;
        return std::nullopt;
    }

    void prefer(const std::string& device) { preferred_ = device; }

    std::optional<std::string> device(std::string_view word) const {
        if (const auto opened = devices_.find(word); opened != devices_.end())
            return opened->second;
        for (const auto& shelf : shelves_)
            if (device_word(shelf->recording.device) == word) return shelf->recording.device;
        return std::nullopt;
    }

    std::string word(const std::string& device) const {
        const auto file = files_.find(device);
        return file == files_.end() ? device_word(device) : file->second;
    }

    bool opened(const std::filesystem::path& path) const {
        const auto same = [&](const auto& file) {
            std::error_code none;
            return std::filesystem::equivalent(file.first, path, none);
        };
        return std::ranges::any_of(devices_, same);
    }

    // The runs of one plan and PTX, best first, one a device.
    std::vector<std::pair<const Recording*, const RecordedRun*>> of(const RunKey& key) const {
        std::vector<Place> places;
        const auto known = runs_.find(key);
        if (known == runs_.end()) return {};
        for (const auto& [shelf, run] : known->second) {
            if (hidden(*shelf)) continue;
            const std::string& device = shelf->recording.device;
            const auto same = [&](const Place& each) {
                return each.first->recording.device == device;
            };
            if (std::ranges::none_of(places, same)) places.emplace_back(shelf, run);
        }
        std::ranges::stable_sort(places, std::greater(), [&](const Place& each) {
            const Recording& recording = each.first->recording;
            return std::tuple(each.first->rank, recording.runs.size(),
                              lessons_of(recording.device));
        });
        std::stable_partition(places.begin(), places.end(),
                              [](const Place& each) { return !each.first->beside; });
        std::stable_partition(places.begin(), places.end(), [&](const Place& each) {
            return each.first->recording.device == preferred_;
        });
        std::vector<std::pair<const Recording*, const RecordedRun*>> found;
        for (const auto& [shelf, run] : places) found.emplace_back(&shelf->recording, run);
        return found;
    }

    std::optional<Peak> peak(const std::string& device) const {
        std::optional<Peak> best;
        for (const auto& shelf : shelves_) {
            const std::optional<Peak>& copy = shelf->recording.copy;
            if (shelf->recording.device == device && copy &&
                (!best || copy->gigabytes > best->gigabytes))
                best = copy;
        }
        return best;
    }

    std::map<std::string, std::size_t> counts() const {
        std::map<std::string, std::size_t> counts;
        for (const auto& [key, runs] : runs_)
            for (const auto& each : of(key)) ++counts[each.first->device];
        return counts;
    }

    const std::vector<std::string>& problems() const { return problems_; }

private:
    // An opened file hides lower ranks of its lesson and device: a chart never mixes two files.
    bool hidden(const Shelf& shelf) const {
        return std::ranges::any_of(shelves_, [&](const auto& other) {
            return other->rank > shelf.rank && other->recording.device == shelf.recording.device &&
                   other->recording.lesson == shelf.recording.lesson;
        });
    }

    // The number of lessons with shipped times of that device.
    std::ptrdiff_t lessons_of(const std::string& device) const {
        return std::ranges::count_if(shelves_, [&](const auto& shelf) {
            return shelf->rank == 0 && shelf->recording.device == device;
        });
    }

    // By the day of the run, so that a continued file is as new as its last run. On one day the
    // first file by name.
    static bool before(const Place& a, const Place& b) {
        const auto& [one, run] = a;
        const auto& [other, other_run] = b;
        if (one->rank != other->rank) return one->rank > other->rank;
        const std::string& date = date_of(*run, one->recording);
        const std::string& other_date = date_of(*other_run, other->recording);
        return date != other_date ? date > other_date : one->file < other->file;
    }

    std::optional<simulator::Diagnostic> add(const std::filesystem::path& path, int rank,
                                             bool beside) {
        auto read = open_recording_file(path);
        if (!read) return read.problem();
        if (rank > 0)
            if (const auto why = of_no_lesson(*read))
                return simulator::Diagnostic{
                    0, 0,
                    fmt::format("The recording {} can't be used and is left out: {}.",
                                path.filename().string(), *why)};
        shelves_.push_back(std::make_unique<Shelf>(Shelf{rank, beside, path, std::move(*read)}));
        const Shelf* shelf = shelves_.back().get();
        for (const RecordedRun& run : shelf->recording.runs) {
            auto& places = runs_[run.key];
            const Place place{shelf, &run};
            const auto behind = [&](const Place& each) { return before(place, each); };
            places.insert(std::ranges::find_if(places, behind), place);
        }
        return std::nullopt;
    }

    std::set<std::filesystem::path> shipped_;  // read files
    std::vector<std::unique_ptr<const Shelf>> shelves_;
    std::map<RunKey, std::vector<Place>> runs_;
    std::vector<std::string> problems_;
    std::map<std::string, std::string, std::less<>> devices_;  // of opened files
    std::map<std::string, std::string> files_;                 // last opened file, by device
    int opened_ = 0;                                           // rank of the last file
    std::string preferred_;                                    // device
};

std::mutex& library_mutex() {
    static std::mutex once;
    return once;
}

// Hold library_mutex().
RecordingLibrary& library() {
    static RecordingLibrary once;
    return once;
}

std::shared_ptr<const Run> run_from(const Request& request, const Plan& plan,
                                    const simulator::Module& module, const Recording& recording,
                                    const RecordedRun& found) {
    auto run = std::make_shared<Run>();
    run->request = request;
    const bool here = on_processor(request.settings);
    run->device = {here ? "cpu" : "gpu", device_of(found, recording), here ? "" : recording.driver,
                   date_of(found, recording)};
    run->ptx_hash = ptx_hash(module);
    run->time = found.cold;
    if (clock_of(request.settings) != Clock::events) run->time.floor_ms = 0;  // that is of events
    run->repeated = found.warm;
    run->verdict = found.verdict;
    run->spans = found.spans;
    run->transfers = timed_transfers(plan);
    for (std::size_t i = 0; i < found.transfers.size() && i < run->transfers.size(); ++i)
        run->transfers[i].milliseconds = found.transfers[i];
    std::size_t next = 0;
    for (const PlanStep& step : plan.steps) {
        const auto* launch = std::get_if<Launch>(&step);
        if (!launch || launch->here) continue;
        const double milliseconds = next < found.launches.size() ? found.launches[next] : 0;
        ++next;
        const LaunchSize& size = launch->size;
        run->launches.push_back(
            {launch->kernel, size.grid, size.block, size.shared_bytes, {}, milliseconds});
        run->launches.back().of_library = launch->library;
    }
    return run;
}

}  // namespace

void read_recordings() {
    const std::lock_guard lock(library_mutex());
    library();
}

std::vector<std::shared_ptr<const Run>> recorded_everywhere(const Request& request) {
    std::vector<std::shared_ptr<const Run>> runs;
    const Settings& settings = request.settings;
    const auto module = module_of(settings);
    if (!module) return runs;
    const Plan plan = plan_of(settings);
    const RunKey key = key_of(**module, plan);
    const std::lock_guard lock(library_mutex());
    for (const auto& [recording, run] : library().of(key))
        if (!settings.lesson() || settings.lesson()->id == recording->lesson)
            runs.push_back(run_from(request, plan, **module, *recording, *run));
    return runs;
}

std::shared_ptr<const Run> recorded(const Request& request) {
    const auto runs = recorded_everywhere(request);
    return runs.empty() ? nullptr : runs.front();
}

std::optional<simulator::Diagnostic> open_recording(const std::filesystem::path& path,
                                                    bool beside) {
    const std::lock_guard lock(library_mutex());
    return library().open(path, beside);
}

void prefer_recordings(const std::string& device) {
    const std::lock_guard lock(library_mutex());
    library().prefer(device);
}

std::optional<std::string> recorded_device(std::string_view word) {
    const std::lock_guard lock(library_mutex());
    return library().device(word);
}

std::string word_of_recorded(const std::string& device) {
    const std::lock_guard lock(library_mutex());
    return library().word(device);
}

bool is_opened_recording(const std::filesystem::path& path) {
    const std::lock_guard lock(library_mutex());
    return library().opened(path);
}

std::optional<Peak> recorded_peak(const std::string& device) {
    const std::lock_guard lock(library_mutex());
    return library().peak(device);
}

std::map<std::string, std::size_t> recorded_runs() {
    const std::lock_guard lock(library_mutex());
    return library().counts();
}

void read_recordings_that_came() {
    const std::lock_guard lock(library_mutex());
    library().read_shipped();
}

const std::vector<std::string>& recording_problems() {
    const std::lock_guard lock(library_mutex());
    return library().problems();
}

}  // namespace lab

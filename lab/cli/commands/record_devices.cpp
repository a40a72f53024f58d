// Divides a recording among the GPUs of a host. See record_devices.h.
#include "lab/cli/commands/record_devices.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <map>
#include <memory>

#include "lab/assets.h"
#include "lab/cli/command_tools.h"
#include "lab/cli/gpu_workers.h"
#include "lab/library.h"
#include "lab/occupancy/occupancy.h"
#include "lab/time/awaited.h"
#include "lab/time/gpus.h"
#include "lab/time/processor.h"
#include "lab/words.h"
#include "platform/child.h"
#include "platform/clock.h"
#include "platform/files.h"
#include "platform/machine.h"
#include "platform/terminal.h"

namespace lab::record_command {
namespace {

namespace files = std::filesystem;
using simulator::Diagnostic;
using simulator::Outcome;

constexpr auto share_mark = ".gpu-";

// --- which GPUs

std::optional<std::size_t> number_of(std::string_view word) {
    std::size_t number = 0;
    const char* end = word.data() + word.size();
    const auto [rest, bad] = std::from_chars(word.data(), end, number);
    return bad == std::errc{} && rest == end ? std::optional(number) : std::nullopt;
}

std::string a_card_named(const std::string& name) {
    Multiprocessor of;
    of.card = name;
    return a_card(of);
}

// A recording is of one model. Empty: they are.
std::string mixed(const std::vector<HostGpu>& gpus) {
    for (const HostGpu& gpu : gpus) {
        if (gpu.name == gpus.front().name) continue;
        std::string same;
        for (const HostGpu& each : gpus)
            if (each.name == gpus.front().name)
                same += (same.empty() ? "" : ",") + std::to_string(each.number);
        return fmt::format(
            "GPU {} is {}, and GPU {} is {}. A recording is of one model: name GPUs of one, such "
            "as --devices {}.",
            gpus.front().number, a_card_named(gpus.front().name), gpu.number,
            a_card_named(gpu.name), same);
    }
    return "";
}

// --- the files of shares

// "reduction.nvidia-h200.part-1-of-4.json": the whole file of a share's; empty for other names.
std::string whole_of(const std::string& name) {
    const auto at = name.find(share_mark);
    return at == name.npos || !name.ends_with(".json") ? "" : name.substr(0, at) + ".json";
}

// Files of shares in the folder, by the file that they belong to; those of this part and these
// lessons only.
std::map<files::path, std::vector<files::path>> files_of_shares(const DevicesRecording& asked,
                                                                const std::vector<Settings>& of) {
    std::map<files::path, std::vector<files::path>> found;
    std::error_code none;
    for (const auto& entry : files::directory_iterator(asked.folder, none)) {
        const std::string name = entry.path().filename().string(), whole = whole_of(name);
        if (whole.empty()) continue;
        const std::string lesson = name.substr(0, name.find('.')),
                          part = whole.substr(0, whole.size() - std::strlen(".json"));
        const bool of_part = asked.part.suffix().empty() ? part.find(".part-") == part.npos
                                                         : part.ends_with(asked.part.suffix());
        const auto wanted = [&](const Settings& each) { return each.subject->id == lesson; };
        if (of_part && std::ranges::any_of(of, wanted))
            found[asked.folder / whole].push_back(entry.path());
    }
    for (auto& [whole, shares] : found) std::ranges::sort(shares);
    return found;
}

struct Gathered {
    std::size_t runs = 0;
    std::string problem;  // a sentence
};

// Adds one lesson's shares to its whole file, and removes them once it is written.
Gathered gather(const files::path& whole, const std::vector<files::path>& shares, bool adds,
                const std::vector<Settings>& wanted) {
    std::vector<Recording> parts;
    std::error_code none;
    std::vector<files::path> all = shares;
    if (adds && files::exists(whole, none)) all.insert(all.begin(), whole);
    for (const files::path& path : all) {
        auto read = open_recording_file(path);
        if (!read) return {0, read.problem().message};
        parts.push_back(std::move(*read));
    }
    auto made = merged(parts);
    if (!made) return {0, made.problem().message};
    put_in_order(*made, wanted);
    if (const auto problem = write_file(whole, text_of(*made))) return {0, problem->message};
    for (const files::path& share : shares) files::remove(share, none);
    return {made->runs.size(), ""};
}

Gathered gather_all(const DevicesRecording& asked, const std::vector<Settings>& wanted, bool adds) {
    Gathered sum;
    for (const auto& [whole, shares] : files_of_shares(asked, wanted)) {
        const Gathered one = gather(whole, shares, adds, wanted);
        if (!one.problem.empty()) return one;
        sum.runs += one.runs;
    }
    return sum;
}

void remove_shares(const DevicesRecording& asked, const std::vector<Settings>& wanted) {
    std::error_code none;
    for (const auto& [whole, shares] : files_of_shares(asked, wanted))
        for (const files::path& share : shares) files::remove(share, none);
}

// --- workers

std::vector<std::string> words_of_worker(const DevicesRecording& asked, const Share& share,
                                         const files::path& stop) {
    std::vector<std::string> words{"record"};
    words.insert(words.end(), asked.lessons.begin(), asked.lessons.end());
    for (const std::string& word :
         {std::string("--out"), asked.folder.string(), std::string("--part"),
          fmt::format("{}/{}", asked.part.index, asked.part.of), std::string("--share"),
          fmt::format("{}/{}", share.index, share.of), std::string("--stop-file"), stop.string(),
          std::string("--keep-every"), fmt::format("{}", asked.keep_every),
          std::string("--gpu-timeout"), fmt::format("{}", gpu_timeout())})
        words.push_back(word);
    if (asked.resume) words.emplace_back("--resume");
    return words;
}

GpuWorker worker_on(const HostGpu& gpu, const DevicesRecording& asked, const Share& share,
                    const files::path& stop) {
    return gpu_worker(share.index == 0 ? "The processor" : fmt::format("GPU {}", gpu.number), gpu,
                      words_of_worker(asked, share, stop));
}

// Prints the whole lines that came since, each with the worker's name.
void relay(GpuWorker& worker, bool to_the_end, std::ostream& err) {
    each_new_line(worker, to_the_end, [&](std::string_view line) {
        err << worker.name << ": " << for_terminal(line) << '\n';
    });
}

// Waits for all. An interrupt reaches them by a file: each ends after its setting.
int wait_for(std::vector<GpuWorker>& workers, const files::path& stop, std::ostream& err) {
    constexpr double often = .1;
    bool stopped = false;
    while (true) {
        bool over = true;
        for (GpuWorker& worker : workers) over &= worker.child->ended(often);
        for (GpuWorker& worker : workers) relay(worker, false, err);
        err.flush();
        if (over) break;
        if (stopped || !platform::interrupted()) continue;
        stopped = true;
        if (platform::write_file(stop, "").empty()) continue;
        for (GpuWorker& worker : workers) worker.child->cancel();
    }
    int code = exit_right;
    for (GpuWorker& worker : workers) {
        relay(worker, true, err);
        const std::string death = death_of(worker);
        if (!death.empty())
            err << death
                << ". What it had measured is kept, and --resume measures the rest of its share.\n";
        code = worse_code(code, death.empty() ? worker.child->ending().code : int{exit_gpu_failed});
    }
    return code;
}

int run_workers(const DevicesRecording& asked, const std::vector<HostGpu>& gpus,
                const std::vector<Settings>& wanted, std::ostream& err) {
    const files::path stop = asked.folder / (".stop" + asked.part.suffix());
    std::error_code none;
    files::remove(stop, none);
    const platform::HeldInterrupts held;
    std::vector<GpuWorker> workers;
    for (std::size_t i = 0; i < gpus.size(); ++i) {
        const Share share{i + 1, gpus.size()};
        if (!share.of_these(wanted).empty())
            workers.push_back(worker_on(gpus[i], asked, share, stop));
    }
    int code = wait_for(workers, stop, err);
    const Share loops{0, gpus.size()};
    if (!loops.of_these(wanted).empty() && !platform::interrupted()) {
        std::vector<GpuWorker> alone;
        alone.push_back(worker_on(gpus.front(), asked, loops, stop));
        code = worse_code(code, wait_for(alone, stop, err));
    }
    files::remove(stop, none);
    return platform::interrupted() ? worse_code(code, exit_interrupted) : code;
}

}  // namespace

std::vector<Settings> Share::of_these(const std::vector<Settings>& all) const {
    if (of == 0) return all;
    std::vector<Settings> mine;
    std::size_t kernels = 0;
    for (const Settings& settings : all) {
        const bool loop = on_processor(settings);
        if (loop ? index == 0 : kernels++ % of + 1 == index) mine.push_back(settings);
    }
    return mine;
}

std::string Share::suffix() const {
    return of == 0 ? "" : fmt::format("{}{}-of-{}", share_mark, index, of);
}

std::optional<Share> share_named(std::string_view text) {
    const auto fields = split(text, '/');
    if (fields.size() != 2) return std::nullopt;
    const auto index = number_of(fields[0]), of = number_of(fields[1]);
    if (!index || !of || *of < 1 || *index > *of) return std::nullopt;
    return Share{*index, *of};
}

int record_on_devices(const DevicesRecording& asked, const std::vector<Settings>& wanted,
                      std::ostream& err) {
    const auto refuse = [&](const std::string& why, int code) {
        err << "warplens record: " << why << '\n';
        return code;
    };
    const ChosenGpus chosen = gpus_of_host(asked.devices);
    if (!chosen.why.empty()) return refuse(chosen.why, chosen.code);
    const std::vector<HostGpu>& some = chosen.gpus;
    if (const std::string why = mixed(some); !why.empty()) return refuse(why, exit_usage);
    // What an earlier session left, divided among whatever GPUs it had.
    if (asked.resume) {
        const Gathered left = gather_all(asked, wanted, true);
        if (!left.problem.empty()) return refuse(left.problem, exit_bad_file);
    } else {
        remove_shares(asked, wanted);
    }
    err << fmt::format("{} settings on {} GPU{} of the model {}.\n",
                       grouped(std::int64_t(wanted.size())), some.size(),
                       some.size() == 1 ? "" : "s", some.front().name);
    const int code = run_workers(asked, some, wanted, err);
    const Gathered all = gather_all(asked, wanted, asked.resume);
    if (!all.problem.empty()) return refuse(all.problem, exit_bad_file);
    err << fmt::format("{} runs on {} kept.\n", grouped(std::int64_t(all.runs)), some.front().name);
    if (code != exit_right && code != exit_wrong_result) err << "--resume continues from here.\n";
    return code;
}

}  // namespace lab::record_command

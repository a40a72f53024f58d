// See sweep_devices.h.
#include "lab/cli/commands/sweep_devices.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include <fmt/format.h>

#include "lab/assets.h"
#include "lab/library.h"
#include "lab/words.h"
#include "platform/clock.h"
#include "platform/files.h"
#include "platform/terminal.h"

namespace lab::sweep_command {
namespace {

// The options that only the process that starts workers reads.
constexpr std::array with_a_word{"--devices", "--device",       "--csv",
                                 "--json",    "--nvbench-json", "--seconds"};
constexpr std::array without_a_word{"--resume", "--progress"};

// The words that workers read too.
std::vector<std::string> shared_words(Arguments arguments) {
    std::vector<std::string> words;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const std::string flag = arguments[i].substr(0, arguments[i].find('='));
        const bool whole = flag == arguments[i];
        if (std::ranges::find(without_a_word, flag) != without_a_word.end()) continue;
        if (std::ranges::find(with_a_word, flag) == with_a_word.end())
            words.push_back(arguments[i]);
        else
            i += whole;
    }
    return words;
}

struct Share {
    HostGpu gpu;
    std::vector<std::size_t> indices;
};

// The workers of one round, with what they need.
class Round {
public:
    Round(const DevicesSweep& sweep, double seconds_left) : sweep_(sweep), seconds_(seconds_left) {}

    bool start(const Share& share) {
        std::string text;
        for (const std::size_t index : share.indices) text += fmt::format("{}\n", index);
        const auto file = folder_.path() / fmt::format("gpu-{}", share.gpu.number);
        if (folder_.path().empty() || !platform::write_file(file, text).empty()) return false;
        std::vector<std::string> words = shared_words(sweep_.arguments);
        words.insert(words.begin(), "sweep");
        for (const std::string& word :
             {std::string("--device"), std::string("gpu"), std::string("--these"), file.string(),
              std::string("--gpu-number"), std::to_string(share.gpu.number)})
            words.push_back(word);
        if (sweep_.wants.json) words.emplace_back("--send-json");
        if (sweep_.wants.nvbench) words.emplace_back("--send-state");
        if (seconds_ > 0) {
            words.emplace_back("--seconds");
            words.push_back(fmt::format("{}", seconds_));
        }
        workers_.push_back(
            gpu_worker(fmt::format("GPU {}", share.gpu.number), share.gpu, std::move(words)));
        return true;
    }

    /// Takes their rows until all have ended, or an interrupt ends them. False where one failed.
    bool wait(const AddRow& add, std::ostream& err) {
        constexpr double often = .05;
        for (bool over = false; !over;) {
            over = true;
            for (GpuWorker& worker : workers_) over &= worker.child->ended(often);
            for (GpuWorker& worker : workers_) take(worker, over, add, err);
            if (!over && platform::interrupted()) {
                for (GpuWorker& worker : workers_) worker.child->cancel();
                return true;
            }
        }
        bool fine = true;
        for (const GpuWorker& worker : workers_) {
            const std::string death = death_of(worker);
            if (!death.empty()) err << death << ". Its rows so far are kept.\n";
            const int code = worker.child->ending().code;
            fine &= death.empty() && (code == exit_right || code == exit_interrupted);
        }
        return fine;
    }

private:
    static void take(GpuWorker& worker, bool to_the_end, const AddRow& add, std::ostream& err) {
        each_new_line(worker, to_the_end, [&](std::string_view line) {
            if (const auto row = row_in(line))
                add(*row);
            else
                err << worker.name << ": " << for_terminal(line) << '\n';
        });
    }

    const DevicesSweep& sweep_;
    double seconds_;
    platform::PrivateFolder folder_;
    std::vector<GpuWorker> workers_;
};

// Each GPU has every so manieth combination.
std::vector<Share> shares_of(const std::vector<HostGpu>& gpus,
                             const std::vector<std::size_t>& indices) {
    std::vector<Share> all;
    for (std::size_t i = 0; i < std::min(gpus.size(), indices.size()); ++i)
        all.push_back({gpus[i], {}});
    for (std::size_t i = 0; i < indices.size(); ++i)
        all[i % all.size()].indices.push_back(indices[i]);
    return all;
}

}  // namespace

void SweepWorker::add_to(CommandFlags& words) {
    constexpr auto hidden = CommandFlags::Need::hidden;
    words.add("--these", these, "file with the numbers of combinations", hidden);
    words.add("--gpu-number", gpu, "number of the GPU", hidden);
    words.add("--send-json", sends_json, "rows have JSON", hidden);
    words.add("--send-state", sends_state, "rows have a state", hidden);
}

std::optional<std::size_t> SweepWorker::gpu_number() const {
    std::size_t number = 0;
    const char* const end = gpu.data() + gpu.size();
    const auto [rest, bad] = std::from_chars(gpu.data(), end, number);
    return bad == std::errc{} && rest == end ? std::optional(number) : std::nullopt;
}

std::optional<std::vector<std::size_t>> SweepWorker::indices(std::size_t count) const {
    const auto text = read_file(these);
    if (!text) return std::nullopt;
    std::vector<std::size_t> all;
    for (const std::string_view word : words_between(*text, "\n")) {
        std::size_t index = count;
        std::from_chars(word.data(), word.data() + word.size(), index);
        if (index >= count) return std::nullopt;
        all.push_back(index);
    }
    return all;
}

WorkersEnd run_sweep_workers(const DevicesSweep& sweep, const std::vector<Settings>& all,
                             const std::vector<std::size_t>& left, const AddRow& add,
                             std::ostream& err) {
    std::vector<std::size_t> kernels, loops;
    for (const std::size_t index : left)
        (on_processor(all[index]) ? loops : kernels).push_back(index);
    std::vector<std::vector<Share>> rounds{shares_of(sweep.gpus, kernels)};
    if (!loops.empty()) rounds.push_back({{sweep.gpus.front(), loops}});
    const double began = platform::now();
    std::size_t done = 0;
    const AddRow counted = [&](const SweepRow& row) { ++done, add(row); };
    WorkersEnd end;
    for (const std::vector<Share>& shares : rounds) {
        const double spent = platform::now() - began;
        if (sweep.seconds > 0 && spent >= sweep.seconds) break;
        Round round(sweep, sweep.seconds > 0 ? sweep.seconds - spent : 0);
        for (const Share& share : shares) end.failed |= !round.start(share);
        end.failed |= !round.wait(counted, err);
        if (platform::interrupted()) return end;
    }
    end.late = sweep.seconds > 0 && done < left.size() && !end.failed;
    return end;
}

}  // namespace lab::sweep_command

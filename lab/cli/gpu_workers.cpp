// See gpu_workers.h.
#include "lab/cli/gpu_workers.h"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "lab/cli/command_tools.h"
#include "lab/time/gpus.h"
#include "lab/words.h"
#include "platform/machine.h"

namespace lab {
namespace {

std::optional<std::size_t> gpu_number(std::string_view word) {
    std::size_t number = 0;
    const char* end = word.data() + word.size();
    const auto [rest, bad] = std::from_chars(word.data(), end, number);
    return bad == std::errc{} && rest == end ? std::optional(number) : std::nullopt;
}

std::vector<HostGpu> gpus_seen(const std::vector<std::string>& names) {
    const std::string visible = platform::environment("CUDA_VISIBLE_DEVICES");
    const auto words = words_between(visible, ",");
    std::vector<HostGpu> all;
    for (std::size_t i = 0; i < names.size(); ++i)
        all.push_back({i, names[i], i < words.size() ? std::string(words[i]) : std::to_string(i)});
    return all;
}

}  // namespace

ChosenGpus gpus_of_host(const std::string& devices) {
    const auto refused = [&](const std::string& why) {
        return ChosenGpus{{}, fmt::format("--devices {}: {}", devices, why), exit_usage};
    };
    if (!platform::has_children()) return refused("it needs a process for each GPU.");
    const Gpus known = gpus();
    if (known.names.empty()) return {{}, known.why, exit_without_gpu()};
    const std::vector<HostGpu> all = gpus_seen(known.names);
    if (devices == "all") return {all};
    ChosenGpus some;
    for (const std::string_view word : split(devices, ',')) {
        const auto number = gpu_number(word);
        if (!number) return refused("write all, or numbers of GPUs, such as 0,1.");
        if (*number >= all.size())
            return refused(
                fmt::format("there is no GPU {}. This machine shows {}, numbered from 0.", *number,
                            all.size()));
        if (std::ranges::count(some.gpus, *number, &HostGpu::number) > 0)
            return refused(fmt::format("GPU {} is named twice.", *number));
        some.gpus.push_back(all[*number]);
    }
    return some;
}

GpuWorker gpu_worker(const std::string& name, const HostGpu& gpu, std::vector<std::string> words) {
    constexpr double no_limit = 1e9;
    words.insert(words.begin(), platform::program_file().string());
    platform::Command command{.words = std::move(words)};
    command.environment = {{"CUDA_VISIBLE_DEVICES", gpu.visible}};
    command.seconds = no_limit;
    command.most_output = std::size_t{1} << 30;
    return {name, std::make_unique<platform::Child>(std::move(command))};
}

void each_new_line(GpuWorker& worker, bool to_the_end,
                   const std::function<void(std::string_view)>& tell) {
    const std::string& output = worker.child->ending().output;
    while (worker.told < output.size()) {
        auto end = output.find('\n', worker.told);
        if (end == output.npos && !to_the_end) return;
        end = std::min(end, output.size());
        tell(std::string_view(output).substr(worker.told, end - worker.told));
        worker.told = end + 1;
    }
}

std::string death_of(const GpuWorker& worker) {
    constexpr int by_signal = 128;
    const platform::Ending& ending = worker.child->ending();
    if (ending.how == platform::Ending::How::not_started)
        return worker.name + ": its worker could not be started";
    if (ending.how != platform::Ending::How::exited) return worker.name + ": its worker was ended";
    if (ending.code > by_signal && ending.code != exit_interrupted)
        return fmt::format("{}: its worker ended by a signal, {}", worker.name,
                           strsignal(ending.code - by_signal));
    return "";
}

int worse_code(int a, int b) {
    const auto rank = [](int code) {
        if (code == exit_right) return 0;
        if (code == exit_wrong_result) return 1;
        return code == exit_interrupted ? 2 : 3;
    };
    return rank(b) > rank(a) ? b : a;
}

}  // namespace lab

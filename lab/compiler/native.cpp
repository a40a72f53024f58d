// See native.h.
#include "lab/compiler/native.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <vector>

#include "lab/compiler/compiler.h"
#include "lab/compiler/nvrtc.h"
#include "lab/problem.h"
#include "platform/child.h"

namespace lab {
namespace {

std::string said_by(const std::filesystem::path& program, const char* word) {
    constexpr double most_seconds = 20;
    platform::Command command{.words = {program.string(), word}};
    command.seconds = most_seconds;
    const platform::Ending ending = platform::run(std::move(command));
    return ending.how == platform::Ending::How::exited && ending.code == 0 ? ending.output : "";
}

// "12.8" of "Cuda compilation tools, release 12.8, V12.8.61".
std::string release_in(std::string_view said) {
    constexpr std::string_view before = "release ";
    const std::size_t at = said.find(before);
    if (at == said.npos) return "";
    const std::string_view rest = said.substr(at + before.size());
    return std::string(rest.substr(0, rest.find_first_not_of("0123456789.")));
}

// The numbers behind each "compute_".
std::vector<int> architectures_in(std::string_view said) {
    constexpr std::string_view before = "compute_";
    std::vector<int> all;
    for (std::size_t at = said.find(before); at != said.npos; at = said.find(before, at)) {
        at += before.size();
        int number = 0;
        std::from_chars(said.data() + at, said.data() + said.size(), number);
        if (number > 0) all.push_back(number);
    }
    return all;
}

}  // namespace

std::string architecture_named(int architecture) { return fmt::format("sm_{}", architecture); }

Toolkit toolkit_here() {
    Toolkit found;
    std::vector<int> known;
    if (const auto nvcc = find_nvcc()) {
        const std::string release = release_in(said_by(*nvcc, "--version"));
        found.name = release.empty() ? "nvcc" : "nvcc " + release;
        known = architectures_in(said_by(*nvcc, "--list-gpu-arch"));
    } else if (const auto nvrtc = nvrtc_version()) {
        found.name = *nvrtc;
        known = nvrtc_architectures();
    }
    if (!known.empty()) {
        const auto [oldest, newest] = std::ranges::minmax(known);
        found.oldest = oldest, found.newest = newest;
    }
    return found;
}

std::string why_no_code(const Toolkit& toolkit, int architecture) {
    if (toolkit.name.empty())
        return "Code for this very GPU needs nvcc or NVRTC, and this machine has neither: install "
               "the CUDA toolkit.";
    if (toolkit.newest > 0 && architecture > toolkit.newest)
        return fmt::format(
            "{} knows GPUs up to sm_{}, and this GPU is sm_{}: install a newer CUDA "
            "toolkit.",
            toolkit.name, toolkit.newest, architecture);
    if (toolkit.oldest > 0 && architecture < toolkit.oldest)
        return fmt::format(
            "{} knows GPUs from sm_{} on, and this GPU is sm_{}: install an older "
            "CUDA toolkit.",
            toolkit.name, toolkit.oldest, architecture);
    return "";
}

simulator::Outcome<MachineCode> machine_code(const std::filesystem::path& source, int architecture,
                                             const std::string& last_line) {
    const Toolkit toolkit = toolkit_here();
    if (const std::string why = why_no_code(toolkit, architecture); !why.empty())
        return problem_of(why);
    Compilation compilation(source, architecture_named(architecture), last_line,
                            Makes::machine_code);
    while (!compilation.ended(1)) {
    }
    const auto& outcome = compilation.outcome();
    if (!outcome) return outcome.problem();
    return MachineCode{.image = outcome->code, .by = toolkit.name};
}

}  // namespace lab

// Calls nvcc as a child process, or NVRTC as a library.
#include "lab/compiler.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <sstream>
#include <vector>

#include <fmt/format.h>

#include "lab/assets.h"
#include "platform/child.h"
#include "platform/library.h"
#include "platform/machine.h"

namespace lab {
namespace {

namespace files = std::filesystem;
using simulator::Diagnostic;
using simulator::Outcome;

constexpr double most_seconds = 120;  // a compiler may take
constexpr std::uint64_t most_memory = std::uint64_t{6}
                                      << 30;     // of addresses, each of its processes
constexpr std::uint64_t most_source = 16 << 20;  // bytes of a file that is compiled

// What it said, or why it did not come to say anything.
std::string words_of(const platform::Ending& ending) {
    using How = platform::Ending::How;
    switch (ending.how) {
        case How::exited: break;
        case How::not_started: return "it could not be started";
        case How::too_long:
            return fmt::format("{}it was ended after {} seconds", ending.output, most_seconds);
        case How::too_much: return ending.output + "\n... and so on: it was ended";
        case How::cancelled: return "it was ended";
    }
    return ending.output.empty() ? "it said nothing" : ending.output;
}

Outcome<std::string> compiled_by_nvcc(const files::path& nvcc, const files::path& source,
                                      const std::string& arch) {
    const platform::PrivateFolder folder;
    if (folder.path().empty())
        return Diagnostic{
            0, 0,
            "The compiler has no place for its output: the temporary folder may not be written."};
    const files::path ptx = folder.path() / "kernel.ptx";
    const auto ending =
        platform::run({.words = {nvcc.string(), "-ptx", "-lineinfo", "-arch=" + arch, "-o",
                                 ptx.string(), source.string()},
                       .environment = {{"TMPDIR", folder.path().string()}},
                       .seconds = most_seconds,
                       .most_memory = most_memory,
                       .scratch = folder.path()});
    if (ending.how == platform::Ending::How::exited && ending.code == 0) return read_file(ptx);
    return Diagnostic{0, 0,
                      fmt::format("{} could not be compiled by {}:\n{}", source.string(),
                                  nvcc.string(), words_of(ending))};
}

// The few entry points of NVRTC that are needed (its manual, "API functions").
struct Nvrtc {
    using Program = void*;
    int (*version)(int*, int*) = nullptr;
    int (*create)(Program*, const char*, const char*, int, const char* const*,
                  const char* const*) = nullptr;
    int (*destroy)(Program*) = nullptr;
    int (*compile)(Program, int, const char* const*) = nullptr;
    int (*ptx_size)(Program, std::size_t*) = nullptr;
    int (*ptx)(Program, char*) = nullptr;
    int (*log_size)(Program, std::size_t*) = nullptr;
    int (*log)(Program, char*) = nullptr;
};

std::optional<Nvrtc> open_nvrtc() {
    const platform::Library library{"libnvrtc.so", "libnvrtc.so.13", "libnvrtc.so.12",
                                    "libnvrtc.so.11.2", "/usr/local/cuda/lib64/libnvrtc.so"};
    Nvrtc api;
    if (library.find("nvrtcVersion", api.version) &&
        library.find("nvrtcCreateProgram", api.create) &&
        library.find("nvrtcDestroyProgram", api.destroy) &&
        library.find("nvrtcCompileProgram", api.compile) &&
        library.find("nvrtcGetPTXSize", api.ptx_size) && library.find("nvrtcGetPTX", api.ptx) &&
        library.find("nvrtcGetProgramLogSize", api.log_size) &&
        library.find("nvrtcGetProgramLog", api.log))
        return api;
    return std::nullopt;
}

const std::optional<Nvrtc>& nvrtc() {
    static const std::optional<Nvrtc> api = open_nvrtc();
    return api;
}

std::string text_of(int (*size)(void*, std::size_t*), int (*get)(void*, char*), void* program) {
    std::size_t length = 0;
    if (size(program, &length) != 0 || length == 0) return {};
    std::string text(length, '\0');
    get(program, text.data());
    text.resize(length - 1);  // it counts the zero at the end
    return text;
}

Outcome<std::string> compiled_by_nvrtc(const Nvrtc& api, const files::path& source,
                                       const std::string& arch) {
    const auto text = read_file(source, most_source);
    if (!text) return text.problem();
    void* program = nullptr;
    if (api.create(&program, text->c_str(), source.c_str(), 0, nullptr, nullptr) != 0)
        return Diagnostic{0, 0, "NVRTC could not begin to compile."};
    const std::string architecture =
        "--gpu-architecture=" + virtual_architecture(arch).value_or("compute_75");
    const std::string include = "--include-path=" + source.parent_path().string();
    const std::array<const char*, 3> options{architecture.c_str(), "--generate-line-info",
                                             include.c_str()};
    const int count = source.has_parent_path() ? 3 : 2;
    const bool done = api.compile(program, count, options.data()) == 0;
    const std::string answer =
        done ? text_of(api.ptx_size, api.ptx, program) : text_of(api.log_size, api.log, program);
    api.destroy(&program);
    if (done) return answer;
    return Diagnostic{0, 0,
                      fmt::format("{} could not be compiled by NVRTC:\n{}\nNVRTC takes kernels "
                                  "alone; a program with host code too needs nvcc.",
                                  source.string(), answer)};
}

bool executable(const files::path& path) {
    std::error_code failed;
    constexpr auto any =
        files::perms::owner_exec | files::perms::group_exec | files::perms::others_exec;
    const auto status = files::status(path, failed);
    return files::is_regular_file(status) && (status.permissions() & any) != files::perms::none;
}

}  // namespace

std::optional<files::path> find_nvcc() {
    std::istringstream folders(platform::environment("PATH"));
    std::string folder;
    while (std::getline(folders, folder, ':'))
        if (!folder.empty() && executable(files::path(folder) / "nvcc"))
            return files::path(folder) / "nvcc";
    for (const std::string& home :
         {platform::environment("CUDA_HOME"), platform::environment("CUDA_PATH"),
          std::string("/usr/local/cuda")})
        if (!home.empty() && executable(files::path(home) / "bin" / "nvcc"))
            return files::path(home) / "bin" / "nvcc";
    return std::nullopt;
}

std::optional<std::string> nvrtc_version() {
    int major = 0, minor = 0;
    if (!nvrtc() || nvrtc()->version(&major, &minor) != 0) return std::nullopt;
    return fmt::format("NVRTC {}.{}", major, minor);
}

std::optional<std::string> virtual_architecture(std::string_view arch) {
    for (const std::string_view prefix : {"sm_", "compute_"}) {
        if (!arch.starts_with(prefix)) continue;
        const std::string_view number = arch.substr(prefix.size());
        const std::size_t digits = std::min(number.find_first_not_of("0123456789"), number.size());
        const bool letter =
            number.size() == digits + 1 && std::islower(static_cast<unsigned char>(number.back()));
        if (digits < 2 || digits > 3 || (digits != number.size() && !letter)) return std::nullopt;
        return "compute_" + std::string(number);
    }
    return std::nullopt;
}

Outcome<std::string> compiled(const files::path& source, const std::string& arch) {
    if (const auto text = read_file(source, most_source); !text) return text.problem();
    if (const auto nvcc = find_nvcc()) return compiled_by_nvcc(*nvcc, source, arch);
    if (nvrtc()) return compiled_by_nvrtc(*nvrtc(), source, arch);
    return Diagnostic{
        0, 0,
        fmt::format(
            "{} must be compiled first, and there is neither nvcc nor NVRTC here. Install the "
            "CUDA toolkit, or give the PTX that nvcc -ptx -lineinfo makes elsewhere.",
            source.string())};
}

}  // namespace lab

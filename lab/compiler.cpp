// Calls nvcc as a child process, or NVRTC by dlopen.
#include "lab/compiler.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <memory>
#include <sstream>
#include <vector>

#include <fmt/format.h>

#include "lab/assets.h"

extern char** environ;

namespace lab {
namespace {

namespace files = std::filesystem;
using simulator::Diagnostic;
using simulator::Outcome;

// A folder of its own under the system's temporary one, gone with the object.
class TemporaryFolder {
public:
    TemporaryFolder() {
        std::error_code failed;
        const files::path base = files::temp_directory_path(failed);
        std::string pattern = ((failed ? files::path("/tmp") : base) / "warplens-XXXXXX").string();
        if (mkdtemp(pattern.data())) path_ = pattern;
    }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    ~TemporaryFolder() {
        std::error_code ignored;
        if (!path_.empty()) files::remove_all(path_, ignored);
    }
    const files::path& path() const { return path_; }

private:
    files::path path_;
};

// Runs a program with its output in `log`; its exit status, -1 where it could not start.
int run_child(std::vector<std::string> words, const files::path& log) {
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, 1, log.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    posix_spawn_file_actions_adddup2(&actions, 1, 2);
    pid_t child = 0;
    const int failed =
        posix_spawn(&child, arguments[0], &actions, nullptr, arguments.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    if (failed != 0) return -1;
    int status = 0;
    if (waitpid(child, &status, 0) != child) return -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

Outcome<std::string> compiled_by_nvcc(const files::path& nvcc, const files::path& source,
                                      const std::string& arch) {
    const TemporaryFolder folder;
    if (folder.path().empty())
        return Diagnostic{
            0, 0,
            "The compiler has no place for its output: the temporary folder may not be written."};
    const files::path ptx = folder.path() / "kernel.ptx", log = folder.path() / "log";
    const int status = run_child(
        {nvcc.string(), "-ptx", "-lineinfo", "-arch=" + arch, "-o", ptx.string(), source.string()},
        log);
    if (status == 0) return read_file(ptx);
    const auto words = read_file(log);
    return Diagnostic{0, 0,
                      fmt::format("{} could not be compiled by {}:\n{}", source.string(),
                                  nvcc.string(), words ? *words : std::string{"it said nothing"})};
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

template <class Function>
bool load(void* library, const char* name, Function& function) {
    function = reinterpret_cast<Function>(dlsym(library, name));
    return function != nullptr;
}

std::optional<Nvrtc> open_nvrtc() {
    constexpr std::array names{"libnvrtc.so", "libnvrtc.so.13", "libnvrtc.so.12",
                               "libnvrtc.so.11.2", "/usr/local/cuda/lib64/libnvrtc.so"};
    for (const char* name : names) {
        void* library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
        if (!library) continue;
        Nvrtc api;
        if (load(library, "nvrtcVersion", api.version) &&
            load(library, "nvrtcCreateProgram", api.create) &&
            load(library, "nvrtcDestroyProgram", api.destroy) &&
            load(library, "nvrtcCompileProgram", api.compile) &&
            load(library, "nvrtcGetPTXSize", api.ptx_size) &&
            load(library, "nvrtcGetPTX", api.ptx) &&
            load(library, "nvrtcGetProgramLogSize", api.log_size) &&
            load(library, "nvrtcGetProgramLog", api.log))
            return api;
        dlclose(library);
    }
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
    const auto text = read_file(source);
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
    return access(path.c_str(), X_OK) == 0 && files::is_regular_file(path);
}

}  // namespace

std::optional<files::path> find_nvcc() {
    std::istringstream folders(environment("PATH"));
    std::string folder;
    while (std::getline(folders, folder, ':'))
        if (!folder.empty() && executable(files::path(folder) / "nvcc"))
            return files::path(folder) / "nvcc";
    for (const std::string& home :
         {environment("CUDA_HOME"), environment("CUDA_PATH"), std::string("/usr/local/cuda")})
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
    if (const auto text = read_file(source); !text) return text.problem();
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

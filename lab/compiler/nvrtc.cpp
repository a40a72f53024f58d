// Loads NVRTC by its function names. See nvrtc.h.
#include "lab/compiler/nvrtc.h"

#include <string>
#include <vector>

#include <fmt/format.h>

#include "lab/assets.h"
#include "lab/compiler/compiler.h"
#include "lab/problem.h"
#include "platform/library.h"

namespace lab {
namespace {

// The entry points of NVRTC that are used (its manual, "API functions").
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
    // Since CUDA 11.1 and 11.2; may be missing.
    int (*cubin_size)(Program, std::size_t*) = nullptr;
    int (*cubin)(Program, char*) = nullptr;
    int (*count_of_architectures)(int*) = nullptr;
    int (*architectures)(int*) = nullptr;
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
        library.find("nvrtcGetProgramLog", api.log)) {
        library.find("nvrtcGetCUBINSize", api.cubin_size);
        library.find("nvrtcGetCUBIN", api.cubin);
        library.find("nvrtcGetNumSupportedArchs", api.count_of_architectures);
        library.find("nvrtcGetSupportedArchs", api.architectures);
        return api;
    }
    return std::nullopt;
}

const std::optional<Nvrtc>& nvrtc() {
    static const std::optional<Nvrtc> api = open_nvrtc();
    return api;
}

std::string bytes_of(int (*size)(void*, std::size_t*), int (*get)(void*, char*), void* program) {
    std::size_t length = 0;
    if (size(program, &length) != 0 || length == 0) return {};
    std::string bytes(length, '\0');
    get(program, bytes.data());
    return bytes;
}

std::string text_of(int (*size)(void*, std::size_t*), int (*get)(void*, char*), void* program) {
    std::string text = bytes_of(size, get, program);
    if (!text.empty()) text.pop_back();  // the final zero
    return text;
}

// The CUDA toolkit's headers, if one is installed: NVRTC has none of its own.
std::vector<std::filesystem::path> toolkit_headers() {
    namespace files = std::filesystem;
    std::vector<files::path> found;
    for (const files::path& root : toolkit_roots()) {
        for (const files::path& folder : {root / "include", root / "include" / "cccl"})
            if (std::error_code failed; files::is_directory(folder, failed))
                found.push_back(folder);
        if (!found.empty()) break;
    }
    return found;
}

}  // namespace

std::optional<std::string> nvrtc_version() {
    int major = 0, minor = 0;
    if (!nvrtc() || nvrtc()->version(&major, &minor) != 0) return std::nullopt;
    return fmt::format("NVRTC {}.{}", major, minor);
}

std::vector<int> nvrtc_architectures() {
    int count = 0;
    if (!nvrtc() || !nvrtc()->count_of_architectures || !nvrtc()->architectures ||
        nvrtc()->count_of_architectures(&count) != 0 || count <= 0)
        return {};
    std::vector<int> all(static_cast<std::size_t>(count));
    if (nvrtc()->architectures(all.data()) != 0) all.clear();
    return all;
}

simulator::Outcome<std::string> compiled_by_nvrtc(const std::filesystem::path& source,
                                                  const std::filesystem::path& include,
                                                  const std::string& arch,
                                                  const std::filesystem::path& last, Makes makes) {
    if (!nvrtc()) return problem_of("This machine has no NVRTC.");
    const Nvrtc& api = *nvrtc();
    const bool machine_code = makes == Makes::machine_code;
    if (machine_code && (!api.cubin_size || !api.cubin))
        return problem_of("This NVRTC makes PTX only: machine code needs CUDA 11.1 or newer.");
    const auto text = cuda_source(source);
    if (!text) return text.problem();
    void* program = nullptr;
    if (api.create(&program, text->c_str(), source.c_str(), 0, nullptr, nullptr) != 0)
        return problem_of("NVRTC could not start to compile.");
    const std::string architecture =
        "--gpu-architecture=" +
        (machine_code ? arch : virtual_architecture(arch).value_or("compute_75"));
    std::vector<std::string> words{architecture, "--generate-line-info"};
    if (!include.empty()) words.push_back("--include-path=" + include.string());
    for (const std::filesystem::path& headers : toolkit_headers())
        words.push_back("--include-path=" + headers.string());
    if (!last.empty()) words.push_back("--include-path=" + last.string());
    std::vector<const char*> options;
    for (const std::string& word : words) options.push_back(word.c_str());
    const bool done = api.compile(program, static_cast<int>(options.size()), options.data()) == 0;
    const std::string answer = !done          ? text_of(api.log_size, api.log, program)
                               : machine_code ? bytes_of(api.cubin_size, api.cubin, program)
                                              : text_of(api.ptx_size, api.ptx, program);
    api.destroy(&program);
    if (done) return answer;
    return problem_of(answer);
}

}  // namespace lab

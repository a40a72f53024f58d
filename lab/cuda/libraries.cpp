// Finds and opens the modules of libraries. See libraries.h.
#include "lab/cuda/libraries.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <mutex>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "lab/assets.h"
#include "lab/words.h"
#include "platform/library.h"

namespace lab::cuda {
namespace {

// The module of one library, found by the beginning of its functions' names.
struct OfLibrary {
    std::string begins;  // "cublas"
    const char* name;    // "cuBLAS"
    const char* file;
    platform::Library opened{};
    bool tried = false;
};

std::array<OfLibrary, 5>& modules() {
    static std::array<OfLibrary, 5> all{
        {{"cub", "CUB", "libraries/libcub.so"},
         {"cublas", "cuBLAS", "libraries/libcublas_calls.so"},
         {"cufft", "cuFFT", "libraries/libcufft_calls.so"},
         {"curand", "cuRAND", "libraries/libcurand_calls.so"},
         {"cusparse", "cuSPARSE", "libraries/libcusparse_calls.so"}}};
    return all;
}

OfLibrary& module_with(const std::string& function) {
    const std::string begins = function.substr(0, function.find('_'));
    for (OfLibrary& module : modules())
        if (module.begins == begins) return module;
    throw std::runtime_error(fmt::format("No library has {}.", function));
}

// Tries to open it only once.
bool opens(OfLibrary& module) {
    if (const auto path = asset(module.file); path && !std::exchange(module.tried, true))
        module.opened = platform::Library({path->c_str()});
    return bool(module.opened);
}

LibraryModule told_by(const OfLibrary& module) {
    const char* (*built_for)() = nullptr;
    const bool says = module.opened.find((module.begins + "_built_for").c_str(), built_for);
    return {module.name, says ? built_for() : ""};
}

std::mutex& guard() {
    static std::mutex mutex;
    return mutex;
}

// "750,900" -> 75 and 90.
std::vector<int> architectures(std::string_view built_for) {
    std::vector<int> all;
    while (!built_for.empty()) {
        int number = 0;
        const char* const end = built_for.data() + built_for.size();
        const auto [rest, failed] = std::from_chars(built_for.data(), end, number);
        if (failed != std::errc{}) break;
        all.push_back(number / 10);
        built_for = {rest == end ? end : rest + 1, end};
    }
    return all;
}

}  // namespace

std::string architectures_worded(std::string_view built_for) {
    std::vector<std::string> words;
    for (const int each : architectures(built_for)) words.push_back(fmt::format("sm_{}", each));
    return words.empty() ? "an unknown architecture" : listed(words);
}

std::string built_for_another(const LibraryModule& module, int architecture) {
    const std::vector<int> all = architectures(module.built_for);
    if (std::ranges::find(all, architecture) != all.end()) return {};
    return fmt::format(
        "{0} is not timed here: its module was built for {1}, but this GPU is sm_{2}. Run `cmake "
        "-DWARPLENS_CUDA_ARCH={2} .` and `ninja libraries` in the build folder to build it for "
        "this GPU.",
        module.name, architectures_worded(module.built_for), architecture);
}

std::vector<LibraryModule> library_modules() {
    const std::lock_guard lock(guard());
    std::vector<LibraryModule> all;
    for (OfLibrary& module : modules())
        if (opens(module)) all.push_back(told_by(module));
    return all;
}

LibraryFunction library_function(const std::string& name, int architecture) {
    const std::lock_guard lock(guard());
    OfLibrary& module = module_with(name);
    if (!opens(module))
        throw std::runtime_error(fmt::format(
            "{0} is not timed here: {0} or its module is missing. On a machine with nvcc and {0}, "
            "`ninja libraries` in the build folder builds the module.",
            module.name));
    if (const std::string why = built_for_another(told_by(module), architecture); !why.empty())
        throw std::runtime_error(why);
    const auto found = reinterpret_cast<LibraryFunction>(module.opened.find(name.c_str()));
    if (!found)
        throw std::runtime_error(fmt::format(
            "The module for {} has no function {}: build it again.", module.name, name));
    return found;
}

}  // namespace lab::cuda

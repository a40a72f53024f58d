// The modules of libraries. See libraries.h.
#include "lab/cuda/libraries.h"

#include <array>
#include <mutex>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "lab/assets.h"
#include "platform/library.h"

namespace lab::cuda {
namespace {

// Of one library, named as its functions begin.
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

}  // namespace

LibraryFunction library_function(const std::string& name) {
    static std::mutex mutex;
    const std::lock_guard lock(mutex);
    OfLibrary& module = module_with(name);
    if (const auto path = asset(module.file); path && !std::exchange(module.tried, true))
        module.opened = platform::Library({path->c_str()});
    if (!module.opened)
        throw std::runtime_error(fmt::format(
            "What {0} does is not timed here: its module is missing, or {0} itself. Where nvcc "
            "and {0} are, `ninja libraries` in the build's folder makes it.",
            module.name));
    const auto found = reinterpret_cast<LibraryFunction>(module.opened.find(name.c_str()));
    if (!found)
        throw std::runtime_error(
            fmt::format("The module of {} has no {}: build it again.", module.name, name));
    return found;
}

}  // namespace lab::cuda

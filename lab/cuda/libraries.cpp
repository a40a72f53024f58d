// The module of libraries. See libraries.h.
#include "lab/cuda/libraries.h"

#include <stdexcept>

#include <fmt/format.h>

#include "lab/assets.h"
#include "platform/library.h"

namespace lab::cuda {
namespace {

constexpr const char* file = "libraries/libcub.so";

platform::Library opened() {
    const auto path = asset(file);
    return path ? platform::Library({path->c_str()}) : platform::Library();
}

}  // namespace

LibraryFunction library_function(const std::string& name) {
    static const platform::Library module = opened();
    if (!module)
        throw std::runtime_error(
            "What a library does is not timed here: its module is missing. Where nvcc is, `ninja "
            "libraries` in the build's folder makes it.");
    LibraryFunction found = nullptr;
    found = reinterpret_cast<LibraryFunction>(module.find(name.c_str()));
    if (!found)
        throw std::runtime_error(
            fmt::format("The module of libraries has no {}: build it again.", name));
    return found;
}

}  // namespace lab::cuda

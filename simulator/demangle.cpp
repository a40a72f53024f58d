// Readable names of kernels. Used by the module, the fault texts and the command line.
#include "simulator/demangle.h"

#include <cstdlib>
#include <memory>

#if __has_include(<cxxabi.h>)
#include <cxxabi.h>
#endif

namespace simulator {
namespace {

std::string whole(const std::string& mangled) {
#if __has_include(<cxxabi.h>)
    int status = 0;
    const std::unique_ptr<char, void (*)(void*)> text(
        abi::__cxa_demangle(mangled.c_str(), nullptr, nullptr, &status), std::free);
    if (status == 0 && text) return text.get();
#endif
    return mangled;
}

void replace_all(std::string& text, std::string_view what, std::string_view by) {
    for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += by.size()) {
        text.replace(at, what.size(), by);
    }
}

}  // namespace

std::string demangled(std::string_view mangled) {
    if (!mangled.starts_with("_Z")) return std::string(mangled);
    std::string text = whole(std::string(mangled));
    replace_all(text, "(anonymous namespace)::", "");
    if (text.starts_with("void ")) text.erase(0, 5);  // only template functions have it
    return text;
}

std::string without_arguments(std::string_view demangled_name) {
    int depth = 0;  // nesting of template arguments, which may contain parentheses
    for (std::size_t i = 0; i < demangled_name.size(); ++i) {
        const char c = demangled_name[i];
        if (c == '<') ++depth;
        if (c == '>') --depth;
        if (c == '(' && depth == 0 && i > 0) return std::string(demangled_name.substr(0, i));
    }
    return std::string(demangled_name);
}

}  // namespace simulator

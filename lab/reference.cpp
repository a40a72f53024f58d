// The grammar of references.
#include "lab/reference.h"

#include <algorithm>
#include <utility>

namespace lab {
namespace {

Reference::Value read_value(std::string_view text) {
    const std::size_t dot = std::min(text.find('.'), text.size());
    return {text, text.substr(0, dot), text.substr(std::min(dot + 1, text.size()))};
}

std::string_view kernel_asked(const Reference::Value& value) {
    return value.place.substr(0, value.place.find(' '));
}

}  // namespace

std::string_view Reference::Value::lesson() const {
    const std::string_view kernel = kernel_asked(*this);
    return kernel.substr(0, kernel.find('/'));
}

std::string_view Reference::Value::rung() const {
    const std::string_view kernel = kernel_asked(*this);
    const std::size_t slash = kernel.find('/');
    return slash == kernel.npos ? std::string_view{} : kernel.substr(slash + 1);
}

bool Reference::Value::by_clock() const {
    return what == "time" || what == "rate" || what == "device" || what.starts_with("cycles/");
}

Reference read_reference(std::string_view text) {
    using enum Reference::Joint;
    for (const auto& [word, joint] : {std::pair(std::string_view(" against "), against),
                                      std::pair(std::string_view(" over "), over)}) {
        const std::size_t at = text.find(word);
        if (at == text.npos || at + word.size() == text.size()) continue;
        return {read_value(text.substr(0, at)), read_value(text.substr(at + word.size())), joint};
    }
    return {.first = read_value(text)};
}

}  // namespace lab

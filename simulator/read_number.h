// std::from_chars for every type of number: some standard libraries have it for integers only.
#pragma once

#include <cctype>
#include <cerrno>
#include <charconv>
#include <concepts>
#include <cstdlib>
#include <string>
#include <type_traits>

namespace simulator {

template <class T>
concept ReadByLibrary = requires(const char* at, T& value) {
    { std::from_chars(at, at, value) } -> std::same_as<std::from_chars_result>;
};

/// strtod() with the rules of std::from_chars: no leading space or plus, no base 16.
inline std::from_chars_result read_real(const char* first, const char* last, double& value) {
    std::string text(first, last);
    const auto is_sign = [](char c) { return c == '-'; };
    const std::size_t digits = !text.empty() && is_sign(text[0]) ? 1 : 0;
    if (const auto letter = text.find_first_of("xX"); letter == digits + 1) text.resize(letter);
    const bool begins = digits < text.size() && text[digits] != '+' && !is_sign(text[digits]) &&
                        !std::isspace(static_cast<unsigned char>(text[digits]));
    if (!begins) return {first, std::errc::invalid_argument};
    char* end = nullptr;
    errno = 0;
    const double read = std::strtod(text.c_str(), &end);
    const char* stopped = first + (end - text.c_str());
    if (stopped == first) return {first, std::errc::invalid_argument};
    if (errno == ERANGE) return {stopped, std::errc::result_out_of_range};
    value = read;
    return {stopped, std::errc{}};
}

/// As std::from_chars; `format` is the base of an integer.
template <class T, class... Format>
std::from_chars_result read_number(const char* first, const char* last, T& value,
                                   Format... format) {
    if constexpr (ReadByLibrary<T>)
        return std::from_chars(first, last, value, format...);
    else
        return read_real(first, last, value);
}

}  // namespace simulator

// fmt as a library: what its headers would compile in every file that formats is compiled here,
// once.
#define FMT_HEADER_ONLY 1
#include <fmt/format.h>

namespace {

template <class... Values>
std::string every_way(Values... values) {
    return (fmt::format("{} ", values) + ...);
}

}  // namespace

// Never called: that it is here brings what it uses.
[[gnu::used]] std::string warplens_uses_of_fmt(double real, float small, long long number) {
    fmt::memory_buffer buffer;
    fmt::vformat_to(std::back_inserter(buffer), fmt::string_view("{}"),
                    fmt::make_format_args(number));
    return fmt::to_string(buffer) + fmt::vformat("{:.{}f}", fmt::make_format_args(real, number)) +
           every_way(real, small, number, 'a', "a", std::string("a"), true, 1u, 1ull,
                     static_cast<const void*>(&real)) +
           fmt::format("{:L} {:#x} {:>{}} {:?}", number, number, "a", 3, "a\n");
}

// Of what is small enough to disappear into its callers, the address is asked for.
[[gnu::used]] std::string (*const warplens_vformat)(fmt::string_view,
                                                    fmt::format_args) = &fmt::vformat;

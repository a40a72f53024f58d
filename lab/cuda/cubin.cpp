// See cubin.h. The layout is that of ELF-64, little-endian (System V ABI, chapter 4).
#include "lab/cuda/cubin.h"

#include <cstddef>
#include <cstring>
#include <string>

namespace lab::cuda {
namespace {

constexpr std::size_t header_bytes = 64, section_bytes = 64;

// A number at a place of the file; 0 beyond its end.
template <class Number>
std::uint64_t number_at(std::string_view file, std::uint64_t at) {
    Number number{};
    if (at > file.size() || file.size() - at < sizeof number) return 0;
    std::memcpy(&number, file.data() + at, sizeof number);
    return number;
}

struct Section {
    std::uint64_t name = 0, at = 0, bytes = 0;
};

Section section(std::string_view file, std::uint64_t at) {
    return {number_at<std::uint32_t>(file, at), number_at<std::uint64_t>(file, at + 0x18),
            number_at<std::uint64_t>(file, at + 0x20)};
}

// The text that ends with a zero.
std::string_view text_at(std::string_view file, std::uint64_t at) {
    if (at >= file.size()) return "";
    const std::string_view rest = file.substr(at);
    return rest.substr(0, rest.find('\0'));
}

}  // namespace

bool is_cubin(std::string_view code) {
    return code.size() >= header_bytes && code.starts_with(
                                              "\x7f"
                                              "ELF");
}

std::uint64_t code_bytes(std::string_view cubin, std::string_view mangled) {
    if (!is_cubin(cubin)) return 0;
    const std::uint64_t first = number_at<std::uint64_t>(cubin, 0x28),
                        count = number_at<std::uint16_t>(cubin, 0x3c),
                        of_names = number_at<std::uint16_t>(cubin, 0x3e);
    if (first > cubin.size()) return 0;
    const Section names = section(cubin, first + of_names * section_bytes);
    const std::string wanted = ".text." + std::string(mangled);
    for (std::uint64_t i = 0; i < count; ++i) {
        const Section one = section(cubin, first + i * section_bytes);
        if (names.at <= cubin.size() && text_at(cubin, names.at + one.name) == wanted)
            return one.bytes;
    }
    return 0;
}

}  // namespace lab::cuda

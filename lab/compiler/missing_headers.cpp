// nvcc's host compiler, clang and NVRTC each have words of their own for a header that is missing.
#include "lab/compiler/missing_headers.h"

#include <array>

#include <fmt/format.h>

#include "lab/source_text.h"

namespace lab {
namespace {

// What begins and ends around the header's name.
struct Words {
    std::string_view before, after;
};
constexpr std::array words_of_compilers{
    Words{"fatal error: ", ": No such file"},
    Words{"fatal error: '", "' file not found"},
    Words{"cannot open source file \"", "\""},
    Words{"could not open source file \"", "\""},
};

// What a header belongs to, by the beginning of its name.
struct ToolkitPart {
    std::string_view begins, title;
};
constexpr std::array parts_of_toolkit{
    ToolkitPart{"cub/", "CUB"},
    ToolkitPart{"thrust/", "Thrust"},
    ToolkitPart{"cooperative_groups", "cooperative groups"},
    ToolkitPart{"cuda/", "libcu++"},
    ToolkitPart{"curand", "cuRAND"},
};

std::string_view missing_in_line(std::string_view line) {
    for (const Words& words : words_of_compilers) {
        const std::size_t at = line.find(words.before);
        if (at == line.npos) continue;
        const std::string_view rest = line.substr(at + words.before.size());
        const std::size_t end = rest.find(words.after);
        if (end != rest.npos) return rest.substr(0, end);
    }
    return {};
}

}  // namespace

std::string missing_header_words(std::string_view said) {
    for (const std::string_view line : lines_in(said)) {
        const std::string_view header = missing_in_line(line);
        for (const ToolkitPart& part : parts_of_toolkit)
            if (header.starts_with(part.begins))
                return fmt::format(
                    "{} is a header of {}, which comes with the CUDA toolkit: install the toolkit "
                    "to compile this kernel, or take a kernel without that header.",
                    header, part.title);
    }
    return {};
}

}  // namespace lab

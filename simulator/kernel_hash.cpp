// Reads PTX line by line: statements of the module, and their text in braces. See kernel_hash.h.
#include "simulator/kernel_hash.h"

#include <algorithm>

namespace simulator {
namespace {

class LinesHash {
public:
    void add(std::string_view line) {
        for (std::size_t i = 0; i < line.size();)
            i = line.substr(i).starts_with(label) ? add_label(line, i) : add_letter(line, i);
        add_letter("\n", 0);
    }
    std::uint64_t value() const { return hash_; }

private:
    static constexpr std::string_view label = "$L__BB";  // followed by the kernel's number and "_"

    std::size_t add_letter(std::string_view line, std::size_t at) {
        hash_ = (hash_ ^ static_cast<unsigned char>(line[at])) * 0x100000001b3u;
        return at + 1;
    }
    std::size_t add_label(std::string_view line, std::size_t at) {
        for (std::size_t i = 0; i < label.size(); ++i) add_letter(label, i);
        return std::min(line.find_first_not_of("0123456789", at + label.size()), line.size());
    }

    std::uint64_t hash_ = 0xcbf29ce484222325u;
};

std::string_view trimmed(std::string_view line) {
    const auto first = line.find_first_not_of(" \t\r");
    if (first == line.npos) return {};
    return line.substr(first, line.find_last_not_of(" \t\r") - first + 1);
}

// Source information, or a comment.
bool is_remark(std::string_view line) {
    return line.empty() || line.starts_with("//") || line.starts_with(".loc") ||
           line.starts_with(".file");
}

// The name of the kernel that begins on this line, or nothing.
std::string_view kernel_begun(std::string_view line) {
    constexpr std::string_view word = ".entry";
    const auto at = line.find(word);
    if (at == line.npos) return {};
    const std::string_view name = trimmed(line.substr(at + word.size()));
    return name.substr(0, name.find_first_of("( \t"));
}

}  // namespace

std::uint64_t kernel_hash(std::string_view ptx_text, std::string_view mangled) {
    LinesHash hash;
    bool of_another = false;
    int depth = 0;
    while (!ptx_text.empty()) {
        const auto end = std::min(ptx_text.find('\n'), ptx_text.size());
        const std::string_view line = trimmed(ptx_text.substr(0, end));
        ptx_text.remove_prefix(std::min(end + 1, ptx_text.size()));
        if (is_remark(line)) continue;
        if (const auto name = kernel_begun(line); depth == 0 && !name.empty())
            of_another = name != mangled;
        if (!of_another) hash.add(line);
        const int before = depth;
        depth += static_cast<int>(std::ranges::count(line, '{') - std::ranges::count(line, '}'));
        if (before > 0 && depth == 0) of_another = false;
    }
    return hash.value();
}

}  // namespace simulator

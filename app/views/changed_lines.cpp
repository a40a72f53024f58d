// Compares two kernels of one file line by line. See changed_lines.h.
#include "app/views/changed_lines.h"

#include <algorithm>
#include <set>

#include "app/views/code_text.h"
#include "lab/bugs.h"
#include "lab/declared.h"
#include "lab/source_text.h"

namespace app {
namespace {

// The lines after a kernel's head up to the brace in column 0 that closes it: first and one past
// the last, as indices in `text`; two zeros where it is not found.
std::pair<std::size_t, std::size_t> body_of(const std::vector<std::string_view>& text,
                                            const std::string& kernel) {
    const auto head = static_cast<std::size_t>(kernel_line(text, kernel, CodeKind::cuda) - 1);
    if (head >= text.size() || text[head].find(lab::bare_name(kernel)) == text[head].npos)
        return {0, 0};
    const auto begin = text.begin() + std::ptrdiff_t(head);
    const auto opens = std::find(begin, text.end(), "{"), ends = std::find(opens, text.end(), "}");
    if (ends == text.end()) return {0, 0};
    return {std::size_t(opens - text.begin()) + 1, std::size_t(ends - text.begin())};
}

}  // namespace

std::vector<int> lines_lacking(const std::vector<std::string_view>& text, const std::string& kernel,
                               const std::string& other) {
    const auto [first, end] = body_of(text, kernel);
    const auto [there, there_end] = body_of(text, other);
    std::vector<int> lines;
    if (first == end || there == there_end || first == there) return lines;
    std::multiset<std::string_view> known;
    for (std::size_t i = there; i < there_end; ++i) known.insert(lab::trimmed(text[i]));
    for (std::size_t i = first; i < end; ++i) {
        const auto same = known.find(lab::trimmed(text[i]));
        if (same == known.end())
            lines.push_back(static_cast<int>(i) + 1);
        else
            known.erase(same);
    }
    return lines;
}

const std::vector<int>& changed_lines(const lab::Run& run) {
    struct Changed {
        std::vector<int> lines;
    };
    return run
        .derived(0,
                 [&] {
                     const lab::Settings& settings = run.request.settings;
                     if (!settings.subject || !lab::versions_of(settings)) return Changed{};
                     const auto other = lab::other_version(settings);
                     if (!other) return Changed{};
                     return Changed{lines_lacking(lab::lines_in(run.source_text), settings.kernel(),
                                                  other->kernel())};
                 })
        .lines;
}

std::optional<int> last_changed_write(const lab::Run& run) {
    if (lab::is_broken(run.request.settings)) return std::nullopt;
    const std::vector<int>& changed = changed_lines(run);
    for (int at = static_cast<int>(run.steps.size()) - 1; at >= 0 && !changed.empty(); --at) {
        const simulator::Step& step = run.steps[std::size_t(at)];
        const bool writes =
            step.kind == simulator::EventKind::store || step.kind == simulator::EventKind::atomic;
        if (writes && std::ranges::binary_search(changed, step.line)) return at;
    }
    return std::nullopt;
}

}  // namespace app

#include "lab/bugs.h"

#include <algorithm>
#include <cmath>

namespace lab {

const Knob* versions_of(const Settings& settings) { return feature<Versions>(settings).knob; }

std::optional<Settings> other_version(const Settings& settings) {
    const Knob* versions = versions_of(settings);
    return versions ? std::optional(turned(settings, *versions, 1 - settings[*versions]))
                    : std::nullopt;
}

std::optional<Bug> bug_of(const Settings& settings) {
    const Bugs& bugs = feature<Bugs>(settings);
    return bugs.find ? bugs.find(settings) : std::nullopt;
}

std::vector<int> cause_lines(const Bug& bug, const std::vector<std::string_view>& lines, int first,
                             int last) {
    std::vector<int> found;
    for (int line = std::max(1, first); line <= std::min<std::ptrdiff_t>(last, std::ssize(lines));
         ++line) {
        const std::string_view text = lines[static_cast<std::size_t>(line) - 1];
        const auto stands = [&](const std::string& cause) { return text.find(cause) != text.npos; };
        if (std::ranges::any_of(bug.causes, stands)) found.push_back(line);
    }
    return found;
}

bool is_broken(const Settings& settings) { return bug_of(settings).has_value(); }

std::optional<Bug> hunted_bug(const Settings& settings) {
    if (auto bug = bug_of(settings)) return bug;
    const auto other = other_version(settings);
    return other ? bug_of(*other) : std::nullopt;
}

std::optional<Settings> nearest_that_shows(const Settings& settings) {
    if (!feature<Bugs>(settings).find || bug_of(settings)) return std::nullopt;
    std::optional<Settings> nearest;
    std::pair<bool, double> least;  // another knob than the size, and how far
    for (const Knob* knob : settings.subject->knobs)
        for (const std::int64_t tick : knob->ticks) {
            const std::pair far{knob->role != Knob::Role::size,
                                std::abs(std::log2(double(tick) / double(settings[*knob])))};
            const Settings other = turned(settings, *knob, tick);
            if ((nearest && far >= least) || !bug_of(other) || refusal(other)) continue;
            nearest = other, least = far;
        }
    return nearest;
}

bool has_bugs(const Settings& settings) {
    const Bugs& bugs = feature<Bugs>(settings);
    return bugs.find && bugs.of == Bugs::Of::kernels;
}

std::pair<simulator::Order, std::uint64_t> asked_order(const Settings& settings) {
    const Bugs& bugs = feature<Bugs>(settings);
    return bugs.order ? bugs.order(settings)
                      : std::pair{simulator::Order::sequential, std::uint64_t{}};
}

}  // namespace lab

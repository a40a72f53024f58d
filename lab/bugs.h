// Bugs that a lesson's programs have on purpose, and their cured versions. Every fault that a check
// finds in a run of such a lesson is among them.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lab/feature.h"
#include "simulator/fault.h"
#include "simulator/order.h"

namespace lab {

struct Bug {
    /// Faults that are found where the bug shows. The first is found at the presets, in any order.
    std::vector<simulator::FaultKind> kinds{};
    std::vector<std::string> lines{};    // texts of source lines of either access; none for a host
    std::vector<std::string> buffers{};  // that it is about; none for a barrier
    /// Texts of lines of the kernel, or of the host's main(), that are right answers to where the
    /// bug is, though a check names another line or none.
    std::vector<std::string> causes{};
};

// All blocks of such a lesson are checked in every run, unless the bugs are the host's.
struct Bugs {
    enum class Of : std::uint8_t { kernels, host };
    /// The bug of these settings; nullopt where they have none.
    std::function<std::optional<Bug>(const Settings&)> find{};
    /// The order of blocks and warps that a knob sets, and its seed.
    std::function<std::pair<simulator::Order, std::uint64_t>(const Settings&)> order{};
    Of of = Of::kernels;
};

// A knob with two choices, broken and cured, of a lesson whose kernels are programs of their own
// and no steps of a ladder: the two are compared in place of kernels.
struct Versions {
    const Knob* knob = nullptr;
};

/// That knob; nullptr where the lesson's kernels are a ladder, and for a file.
const Knob* versions_of(const Settings&);
/// The same program in its other version; nullopt where there are none.
std::optional<Settings> other_version(const Settings&);

/// The numbers, from `first` to `last`, of lines that have one of the bug's causes in them.
std::vector<int> cause_lines(const Bug&, const std::vector<std::string_view>& lines, int first,
                             int last);
/// The bug of these settings; nullopt where they have none.
std::optional<Bug> bug_of(const Settings&);
bool is_broken(const Settings&);
/// The bug of these settings, else of their other version.
std::optional<Bug> hunted_bug(const Settings&);
/// For a broken program whose bug does not show at these settings: the nearest settings, by one
/// knob, at which it shows; the size is turned rather than others. nullopt where it shows already,
/// or nowhere.
std::optional<Settings> nearest_that_shows(const Settings&);
/// Whether the lesson's kernels are checked in all their blocks.
bool has_bugs(const Settings&);
/// The order that the lesson's knobs set; else that of one block after the other.
std::pair<simulator::Order, std::uint64_t> asked_order(const Settings&);

}  // namespace lab

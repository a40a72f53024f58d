// How a lesson's kernel opens where nobody says how: at which size, which is larger than the
// presets where one block would not show what the kernel is about, and on which picture.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lab/plan.h"
#include "lab/settings.h"

namespace lab {

/// Whether a kernel has a loop that ends when other blocks have written.
bool waits_for_blocks(const Subject&, const std::string& kernel);
/// How many blocks the kernel that the rung is about has in this plan.
std::uint64_t blocks_in(const Settings&, const Plan&);
/// The nearest larger size at which a kernel that waits for other blocks, or hands them over, has
/// eight; nullopt where there is none, or it is not about blocks.
std::optional<Settings> with_more_blocks(const Settings&);
/// Settings that nobody chose, in as many blocks as their kernel's idea needs, and with what it
/// opens with (RegisterOpenings).
Settings opening_of(const Settings&);
/// Whether a line of state, or of what stands beside one, says a size, or turns another knob that
/// the kernel opens with.
bool names_opening(std::string_view line, const Settings&);
/// Two of one lesson whose size nobody chose stand at one size: that at which the one beside opens,
/// where both may have it.
void open_at_one_size(Settings& shown, Settings& other);

// What a kernel opens with in place of what its lesson opens with, where that would not show what
// it is about.
struct Opening {
    std::string view{};  // a picture, by its id
    std::vector<std::pair<const Knob*, std::int64_t>> values{};
};

/// Of a lesson's kernels, by the ids of rungs. A static object in the lesson's own file does it.
struct RegisterOpenings {
    using Openings = std::map<std::string, Opening, std::less<>>;
    RegisterOpenings(std::string lesson, Openings of_rungs);
};
/// The id of the picture; empty where the lesson's own order decides.
std::string first_view(const Settings&);

}  // namespace lab

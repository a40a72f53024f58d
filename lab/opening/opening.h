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

/// How many blocks the kernel that the rung is about has in this plan.
std::uint64_t blocks_in(const Settings&, const Plan&);
/// The nearest larger size at which a kernel that waits for other blocks, or hands them over, has
/// eight; nullopt where there is none, or it is not about blocks.
std::optional<Settings> with_more_blocks(const Settings&);
/// Settings that nobody chose, in as many blocks as their kernel's idea needs.
Settings opening_of(const Settings&);
/// Whether a line of state, or of what stands beside one, says a size, or a knob that this kernel
/// opens at another value of.
bool names_opening(std::string_view line, const Settings&);
/// Two of one lesson whose size nobody chose stand at one size: that at which the one beside opens,
/// where both may have it.
void open_at_one_size(Settings& shown, Settings& other);

/// Of a lesson whose kernels are not all told apart by the picture that it names first: their own
/// pictures, by the ids of rungs, "padded", or of a choice at one, "two_slots version=cured". A
/// static object makes it known.
struct RegisterOpenings {
    using Views = std::map<std::string, std::string, std::less<>>;
    RegisterOpenings(std::string lesson, Views of_rungs);
};
/// Of a lesson whose presets fill no block of some kernels: the sizes at which these open, by the
/// ids of rungs. A static object makes it known.
struct RegisterOpeningSizes {
    using Sizes = std::map<std::string, std::int64_t, std::less<>>;
    RegisterOpeningSizes(std::string lesson, Sizes of_rungs);
};
/// Of a lesson some of whose kernels show what they are about at other values of knobs than the
/// presets: these, by the ids of rungs; each as the id of a knob and its value. A static object
/// makes it known.
struct RegisterOpeningKnobs {
    using Values = std::vector<std::pair<std::string, std::int64_t>>;
    using Knobs = std::map<std::string, Values, std::less<>>;
    RegisterOpeningKnobs(std::string lesson, Knobs of_rungs);
};
/// Of a lesson some of whose kernels are about a line at which nothing is wasted: what stands
/// there, in the kernel or behind it, or else above it in what it calls, by the ids of those rungs
/// or of a choice at one, which open at it; "": their own line (Rung::line). A static object makes
/// it known.
struct RegisterOpeningLines {
    using Lines = std::map<std::string, std::string, std::less<>>;
    RegisterOpeningLines(std::string lesson, Lines of_rungs);
};
/// The number of that line; 0 where there is none.
int opening_line(const Settings&, std::string_view source_text);
/// The id of the picture; empty where the lesson's own order decides.
std::string first_view(const Settings&);

}  // namespace lab

// How a lesson's kernel opens: as its rung says (Rung::opens); else at the presets, or at a larger
// size where one block would not show what the kernel is about.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

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
/// Whether a line of state names a size, or a knob that this kernel's rung opens at a value of its
/// own.
bool names_opening(std::string_view line, const Settings&);
/// Two of one lesson whose size nobody chose stand at one size: that at which the one beside opens,
/// where both may have it.
void open_at_one_size(Settings& shown, Settings& other);

/// The number of the line at which its rung opens (OpeningPlace::line); 0 where it names none.
int opening_line(const Settings&, std::string_view source_text);
/// The id of the picture that its rung names; empty where it names none.
std::string first_view(const Settings&);

}  // namespace lab

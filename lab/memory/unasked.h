// What runs that nobody asked for one by one may take of this machine's memory: at each turn of a
// knob, and for what cards lack. They run one after another, on the worker, so this holds of all of
// them together.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "lab/run.h"
#include "lab/simulation.h"

namespace lab {

/// Bytes: a quarter of what is available, 2 GiB at most. As of some seconds ago, so that what is
/// drawn by it does not flicker.
std::uint64_t unasked_room();
/// 0: nothing is chosen. Returns what was.
std::uint64_t choose_unasked_room(std::uint64_t bytes);

/// What a run takes that is played so.
std::uint64_t bytes_of_run(const Request& request, const Playing& how);
/// Of what is counted in all blocks, where nothing is drawn and nothing is looked through.
std::uint64_t bytes_to_count(const Settings& settings);

/// Why a run in the window is not made, in sentences that name what takes most; nullopt where it
/// may be.
std::optional<std::string> too_large_unasked(const Request& request, const Playing& how);

/// Somebody asked for this: of its file cards may count what takes twice as much.
void note_asked(const Settings& settings);
/// Bytes that counting these settings for a card may take. What a thread of a file does and how
/// large its arrays become with a knob, nobody has looked at: there it is 64 MiB, or twice what was
/// asked for last.
std::uint64_t room_for_cards(const Settings& settings);

}  // namespace lab

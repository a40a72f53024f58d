// Memory limits for runs that the user did not start one by one: at each turn of a knob, and for
// cards. Such runs follow each other on the worker, so one limit holds for all of them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "lab/run.h"
#include "lab/running/simulation.h"

namespace lab {

/// Bytes: a quarter of the available memory, at most 2 GiB. Updated every 5 s, so that the display
/// does not flicker.
std::uint64_t unasked_room();
/// Sets the limit in bytes; 0: not chosen. Returns the previous choice.
std::uint64_t choose_unasked_room(std::uint64_t bytes);

/// Bytes of a run that is played so.
std::uint64_t bytes_of_run(const Request& request, const Playing& how);
/// Bytes of a run that counts all blocks, without trace and checks.
std::uint64_t bytes_to_count(const Settings& settings);

/// Why the window does not make this run, in sentences that name the largest shares; nullopt where
/// it does.
std::optional<std::string> too_large_unasked(const Request& request, const Playing& how);

/// Notes that the user requested this run: cards of this file may then take twice its memory.
void note_asked(const Settings& settings);
/// Bytes that a run for a card may take. For a file the limit is 64 MiB, or twice the memory of the
/// last requested run: nobody has checked how its arrays grow with a knob.
std::uint64_t room_for_cards(const Settings& settings);

}  // namespace lab

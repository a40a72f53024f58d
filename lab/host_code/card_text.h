// What a program asks of the card before it launches: its limits, and the blocks that are on a
// multiprocessor at once.
#pragma once

#include <string>

#include "lab/host_code/host_code.h"
#include "lab/host_code/writer.h"

namespace lab::host_code {

/// The function that prints what a card has; empty where the program does not ask.
std::string card_helpers(const HostSource& source);
/// The first launch whose grid follows from the blocks that are on a multiprocessor at once;
/// nullptr where no grid does.
const Launch* launch_that_fills(const HostSource& source);
/// The calls. They come after shared memory was allowed: blocks that are not allowed do not fit.
void write_card_questions(Writer& out, const HostSource& source);

}  // namespace lab::host_code

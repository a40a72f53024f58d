// A picture that plays: steps of a run one after the other, as GIF. What `shot --play` writes.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "app/program/snapshot.h"

namespace app {

struct PlayedSteps {
    int first = 0, last = 0;  // the last one too
    bool operator==(const PlayedSteps&) const = default;
};

constexpr int most_played = 400;  // steps: some minutes, some ten megabytes

/// "3-12", "7" or "all" of a run with `count` steps, as the transport counts them, from 1. Fails
/// with a sentence.
simulator::Outcome<PlayedSteps> steps_named(std::string_view text, int count);
/// The bytes of the file: each step moves as in the window and then stays for a while. Empty where
/// it can't be made.
std::string played(Studio& studio, Shell& shell, const Snapshot& picture, PlayedSteps steps);

}  // namespace app

// An animated picture: steps of a run one after the other, as GIF. Used by `shot --play`.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "app/program/snapshot.h"

namespace app {

struct PlayedSteps {
    int first = 0, last = 0;  // from 0, both inclusive
    bool operator==(const PlayedSteps&) const = default;
};

constexpr int most_played = 400;  // steps: some minutes, some ten megabytes

/// Reads "3-12", "7" or "all" for a run with `count` steps; words count from 1, as the transport
/// does. Fails with a sentence.
simulator::Outcome<PlayedSteps> steps_named(std::string_view text, int count);
/// The bytes of the file: each step moves as in the window, then stays for a while. Empty where the
/// file cannot be made.
std::string played(Studio& studio, Shell& shell, const Snapshot& picture, PlayedSteps steps);

}  // namespace app

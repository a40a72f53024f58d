// One line of text that reproduces the screen: for links, bug reports, tests, pictures in the
// README. It has the arguments of `run` and `shot`: reduction/sequential block=256 n=100 --seed 1
// --at step=12. For a file: add.cu --kernel add --grid 4 --block 256 --arg ...
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lab/own/open.h"
#include "lab/run.h"

namespace lab {

struct State {
    Request request;
    std::string device = "sim";  // or "gpu", or the device whose recordings come first
    // the viewer's place: "step" -> 12; steps count from 1, as on the screen; 0: before the first
    // step
    std::map<std::string, std::int64_t, std::less<>> cursor{};
    std::string beside{};          // a second device, whose times are shown too
    Regime caches = Regime::cold;  // of the shown times
    std::string map{};             // ids of the two knobs of the map of times: "block,n"; or empty
    std::string view{};            // id of the picture on the stage; empty: the usual one
    std::string against{};         // shown beside it, in step: words of request_beside()
    bool operator==(const State&) const = default;
};

std::string state_line(const State& state);
/// Makes the subject of a line that begins with a file.
using Opener = std::function<simulator::Outcome<std::shared_ptr<const Subject>>(const AskedFile&)>;
/// Fails with a sentence that names the unreadable word.
simulator::Outcome<State> read_state_line(std::string_view line, const Opener& open = open_file);

/// Reads the request that is compared with `shown`: "reduction/strided block=128". Within the same
/// subject, missing words take their values from `shown`. Fails with a sentence.
simulator::Outcome<Request> request_beside(std::string_view line, const Request& shown);

/// The file at the beginning of a line, and its launch; nullopt for a lesson. Callers that can't
/// wait for a compiler make the subject elsewhere and pass it as an Opener.
std::optional<AskedFile> file_of(std::string_view line);

/// A stored line without devices that are no longer known; `lost` is a sentence about them.
struct KeptLine {
    std::string line, lost;
};
KeptLine without_lost_devices(std::string_view line);

/// Why a recording named in the line can't be read; nullopt where all can.
std::optional<simulator::Diagnostic> unreadable_recording(std::string_view line);

/// The names of numbers in a viewer's place: "step", "warp" and so on.
const std::vector<std::string>& place_names();

/// Reads "12" (a step) or "step=12,warp=1". Fails on a name that is not in place_names().
simulator::Outcome<std::map<std::string, std::int64_t, std::less<>>> read_cursor(
    std::string_view text);

}  // namespace lab

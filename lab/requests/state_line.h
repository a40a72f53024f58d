// One line of text that reproduces what is on the screen: link, bug report, test, picture of the
// README. It reads as arguments of `run` and `shot`: reduction/sequential block=256 n=100 --seed 1
// --at step=12. That of a file begins with it: add.cu --kernel add --grid 4 --block 256 --arg ...
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
    std::string device = "sim";  // or "gpu", or whose recordings come first
    // whatever the viewer's place is made of: "step" -> 12, of steps that count from 1, as they do
    // on the screen; 0: before the first
    std::map<std::string, std::int64_t, std::less<>> cursor{};
    std::string beside{};          // a second device, whose times stand beside those of the first
    Regime caches = Regime::cold;  // with which times are shown
    std::string view{};            // the picture on the stage, by its id; empty: the usual one
    std::string against{};         // what stands beside it in step: words of request_beside()
    bool operator==(const State&) const = default;
};

std::string state_line(const State& state);
/// Makes the subject of a line that begins with a file.
using Opener = std::function<simulator::Outcome<std::shared_ptr<const Subject>>(const AskedFile&)>;
/// Fails with a sentence that names the word that can't be read.
simulator::Outcome<State> read_state_line(std::string_view line, const Opener& open = open_file);

/// What stands beside what is shown: "reduction/strided block=128". Of the same subject, what the
/// words leave out is as it is shown. Fails with a sentence.
simulator::Outcome<Request> request_beside(std::string_view line, const Request& shown);

/// The file that a line begins with, and its launch; nullopt where it begins with a lesson. Who
/// can't wait for a compiler makes the subject of it elsewhere and gives it as an Opener.
std::optional<AskedFile> file_of(std::string_view line);

/// A line that was kept, without the devices that are not known any more; what was `lost` says so.
struct KeptLine {
    std::string line, lost;
};
KeptLine without_lost_devices(std::string_view line);

/// Why a recording that the line names can't be read; nullopt where all can.
std::optional<simulator::Diagnostic> unreadable_recording(std::string_view line);

/// What a viewer's place is made of: "step", "warp" and so on.
const std::vector<std::string>& place_names();

/// "12" (a step) or "step=12,warp=1"; fails on a name that place_names() has not.
simulator::Outcome<std::map<std::string, std::int64_t, std::less<>>> read_cursor(
    std::string_view text);

}  // namespace lab

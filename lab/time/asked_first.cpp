// See asked_first.h.
#include "lab/time/asked_first.h"

#include <cstring>

#include <fmt/format.h>

#include "lab/time/awaited.h"
#include "platform/child.h"
#include "platform/machine.h"

namespace lab {
namespace {

constexpr const char* begins = "The driver is asked.\n";
constexpr const char* came_through = "The driver has answered.\n";
constexpr const char* before_sentence = "warplens doctor: ";

bool asks_first = false;

void (*opens_driver)() = nullptr;

std::string how_it_ended(int code) {
    constexpr int by_signal = 128;
    return code > by_signal ? strsignal(code - by_signal) : fmt::format("exit code {}", code);
}

}  // namespace

RegisterDriver::RegisterDriver(void (*open)()) { opens_driver = open; }

void ask_in_another_process() { asks_first = platform::has_children(); }

void open_for_another(std::ostream& out) {
    asks_first = false;
    out << begins << std::flush;
    if (opens_driver) opens_driver();
    out << came_through << std::flush;
}

std::string what_driver_did(const platform::Ending& ending) {
    // Only an end after the start message is the driver's fault. A profiler of this program may end
    // child processes before that.
    const bool late = ending.how == platform::Ending::How::too_long;
    if ((ending.how != platform::Ending::How::exited && !late) ||
        ending.output.find(begins) == std::string::npos ||
        ending.output.find(came_through) != std::string::npos)
        return {};
    if (const auto at = ending.output.rfind(before_sentence); at != std::string::npos) {
        const auto from = at + std::strlen(before_sentence);
        return ending.output.substr(from, ending.output.find('\n', from) - from);
    }
    if (late)
        return fmt::format("The NVIDIA driver is installed, but it did not answer within {} s.",
                           gpu_timeout());
    return fmt::format(
        "The NVIDIA driver is installed, but it ends every program that opens it ({}): install it "
        "again.",
        how_it_ended(ending.code));
}

std::string met_in_another_process() {
    if (!asks_first) return {};
    constexpr double more = 10;  // s; the child's own watch is faster, except while a library loads
    const platform::Ending ending =
        platform::run({.words = {platform::program_file().string(), "doctor", "--driver",
                                 "--gpu-timeout", fmt::format("{}", gpu_timeout())},
                       .seconds = gpu_timeout() + more});
    const std::string did = what_driver_did(ending);
    const bool silent = ending.how == platform::Ending::How::too_long ||
                        ending.output.find(before_sentence) != std::string::npos;
    if (!did.empty() && silent) lose_device(did);
    return did;
}

}  // namespace lab

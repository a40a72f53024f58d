// `warplens record --devices`: one worker process for each GPU of a host. Each measures its share
// of the settings, and what they measured becomes one recording a lesson.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "lab/cli/parts/part.h"

namespace lab::record_command {

// What a worker measures: share 2 of 3 has every third setting from the second on. Share 0 has the
// loops of the processor, which are measured alone, after the others.
struct Share {
    std::size_t index = 0, of = 0;  // of = 0: no worker, and all settings
    /// Those of these settings that the share has.
    std::vector<Settings> of_these(const std::vector<Settings>&) const;
    /// ".gpu-2-of-3" in file names; empty for no worker.
    std::string suffix() const;
};
/// "2/3"; nullopt where the text is no share.
std::optional<Share> share_named(std::string_view text);

struct DevicesRecording {
    std::vector<std::string> lessons;  // as given
    std::string devices;               // "all" or "0,2"
    std::filesystem::path folder;
    Part part;
    bool resume = false;
    double keep_every = 20;
};
/// Starts the workers, waits for all, and merges their files. `wanted` are the part's settings.
/// Returns an exit code.
int record_on_devices(const DevicesRecording&, const std::vector<Settings>& wanted,
                      std::ostream& err);

}  // namespace lab::record_command

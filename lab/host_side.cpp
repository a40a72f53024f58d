#include "lab/host_side.h"

namespace lab {

HostStyle host_style(const Settings& settings) {
    const HostProgram& program = feature<HostProgram>(settings);
    return program.style ? program.style(settings) : HostStyle{};
}

std::optional<std::string> launch_sentence(const Run& run) {
    const auto unfit = run.launches.empty() ? unfit_launch(run.request.settings) : std::nullopt;
    if (!unfit || !host_style(run.request.settings).looks) return std::nullopt;
    return unfit->cuda_error +
           ". The program checked for errors after the launch, reported this one and ended: no "
           "thread ran.";
}

}  // namespace lab

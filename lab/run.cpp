// Whether a run stopped at an error. See run.h.
#include "lab/run.h"

#include <algorithm>

#include "lab/host_side.h"

namespace lab {

bool Run::counted() const {
    const bool elsewhere = device.kind == "gpu" || device.kind == "cpu";
    return !elsewhere || simulated.lane_instructions > 0;
}

bool Run::faulted() const {
    if (launches.empty() && unfit_launch(request.settings)) return true;
    return std::ranges::any_of(faults, [](const simulator::Fault& fault) { return fault.fatal; });
}

bool Run::has_fault() const {
    return std::ranges::any_of(
        faults, [](const simulator::Fault& fault) { return !is_warning(fault.kind); });
}

}  // namespace lab

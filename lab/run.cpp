// Whether a run stopped at an error. See run.h.
#include "lab/run.h"

#include <algorithm>

#include "lab/host_side.h"

namespace lab {

bool Run::faulted() const {
    if (launches.empty() && unfit_launch(request.settings)) return true;
    return std::ranges::any_of(faults, [](const simulator::Fault& fault) { return fault.fatal; });
}

bool Run::has_fault() const {
    return std::ranges::any_of(
        faults, [](const simulator::Fault& fault) { return !is_warning(fault.kind); });
}

}  // namespace lab

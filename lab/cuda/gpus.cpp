// Names all GPUs that the driver shows to this process. Registers itself as the source of
// lab/time/gpus.h.
#include <exception>

#include "lab/cuda/device.h"
#include "lab/time/gpus.h"

namespace lab::cuda {
namespace {

Gpus all_gpus() {
    Gpus found;
    if (!driver()) return {{}, why_no_driver()};
    const Api& api = *driver();
    try {
        int count = 0;
        check(api.DeviceGetCount(&count), "cuDeviceGetCount");
        for (int ordinal = 0; ordinal < count; ++ordinal)
            found.names.push_back(name_of_gpu(ordinal));
    } catch (const std::exception& problem) {
        return {{}, problem.what()};
    }
    return found;
}

const RegisterGpus registered_gpus{all_gpus};

}  // namespace
}  // namespace lab::cuda

// The pool of a device that gives memory in the order of a stream. Used by the player.
#pragma once

#include "lab/cuda/device.h"
#include "lab/plan.h"

namespace lab::cuda {

/// Sets what the device's default pool keeps, as the plan says; the destructor undoes that, and
/// then the pool gives back what it has left. Throws GpuFailed where the device has no pools.
class PoolInUse {
public:
    PoolInUse(const Device&, const Plan&);
    ~PoolInUse();
    PoolInUse(const PoolInUse&) = delete;
    PoolInUse& operator=(const PoolInUse&) = delete;

private:
    Pool pool_ = nullptr;
    std::uint64_t kept_before_ = 0;  // bytes
};

}  // namespace lab::cuda

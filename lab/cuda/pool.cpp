// See pool.h.
#include "lab/cuda/pool.h"

#include <limits>

namespace lab::cuda {

PoolInUse::PoolInUse(const Device& device, const Plan& plan) {
    int has_pools = 0;
    check(driver()->DeviceGetAttribute(&has_pools, memory_pools, device.number()),
          "cuDeviceGetAttribute");
    if (!has_pools)
        throw GpuFailed(device.name() +
                        " has no memory pools, which cudaMallocAsync needs, so it is not timed.");
    check(driver()->DeviceGetDefaultMemPool(&pool_, device.number()), "cuDeviceGetDefaultMemPool");
    check(driver()->MemPoolGetAttribute(pool_, pool_release_threshold, &kept_before_),
          "cuMemPoolGetAttribute");
    std::uint64_t kept = plan.pool_keeps ? std::numeric_limits<std::uint64_t>::max() : 0;
    check(driver()->MemPoolSetAttribute(pool_, pool_release_threshold, &kept),
          "cuMemPoolSetAttribute");
}

// The pool gives memory back when the host waits next.
PoolInUse::~PoolInUse() {
    driver()->MemPoolSetAttribute(pool_, pool_release_threshold, &kept_before_);
    driver()->CtxSynchronize();
}

}  // namespace lab::cuda

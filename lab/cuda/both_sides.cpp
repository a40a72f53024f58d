// Allocations, moves and the host's accesses. See both_sides.h.
#include "lab/cuda/both_sides.h"

#include <cstring>

namespace lab::cuda {
namespace {

constexpr std::size_t host_page = 4096;  // the smallest page of the processors beside NVIDIA's GPUs

void wait_for_stream(Stream stream) {
    check(driver()->StreamSynchronize(stream), "cuStreamSynchronize");
}

// Without it the driver moves all managed memory at each launch, whatever the kernel touches.
void needs_moving_pages(const Device& device) {
    int able = 0;
    check(driver()->DeviceGetAttribute(&able, concurrent_managed, device.number()),
          "cuDeviceGetAttribute");
    if (!able)
        throw GpuFailed(device.name() +
                        " does not move managed memory page by page here, so it is not timed. "
                        "Linux and a GPU of compute capability 6.0 or higher do.");
}

}  // namespace

DeviceAddress allocate_for_both(const Device& device, const Allocation& allocation,
                                std::size_t bytes) {
    DeviceAddress at = 0;
    if (allocation.kind == MemoryKind::mapped) {
        void* made = nullptr;
        check(driver()->MemHostAlloc(&made, bytes, mapped_for_device), "cuMemHostAlloc");
        return reinterpret_cast<DeviceAddress>(made);  // one address for both sides
    }
    needs_moving_pages(device);
    check(driver()->MemAllocManaged(&at, bytes, managed_for_all), "cuMemAllocManaged");
    if (!allocation.read_mostly) return at;
    if (const Status status = driver()->MemAdvise(at, bytes, advise_read_mostly, device.number())) {
        driver()->MemFree_v2(at);
        check(status, "cuMemAdvise");
    }
    return at;
}

void free_for_both(const Allocation& allocation, DeviceAddress at) {
    if (allocation.kind == MemoryKind::mapped)
        driver()->MemFreeHost(reinterpret_cast<void*>(at));
    else
        driver()->MemFree_v2(at);
}

// The pages are fetched first: one fault of the host for each page would take much longer.
void write_from_host(const Device& device, const Allocation& allocation, DeviceAddress at,
                     const std::byte* values, std::size_t bytes) {
    if (allocation.kind == MemoryKind::managed)
        prefetch(device, at, bytes, Transfer::Way::to_host, device.stream());
    wait_for_stream(device.stream());
    void* const to = reinterpret_cast<void*>(at);
    values ? std::memcpy(to, values, bytes) : std::memset(to, 0, bytes);
}

void prefetch(const Device& device, DeviceAddress at, std::size_t bytes, Transfer::Way way,
              Stream stream) {
    const DeviceNumber side = way == Transfer::Way::to_device ? device.number() : the_host;
    check(driver()->MemPrefetchAsync(at, bytes, side, stream), "cuMemPrefetchAsync");
}

void read_from_host(const std::byte* memory, std::size_t bytes, Stream stream) {
    wait_for_stream(stream);
    const auto* const at = reinterpret_cast<const volatile unsigned char*>(memory);
    for (std::size_t i = 0; i < bytes; i += host_page) static_cast<void>(at[i]);
}

}  // namespace lab::cuda

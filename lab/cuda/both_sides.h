// Memory that host and device both reach: managed, or page-locked and mapped. Used by the player.
#pragma once

#include <cstddef>

#include "lab/cuda/device.h"
#include "lab/plan.h"

namespace lab::cuda {

/// Allocates it, with the allocation's advice. Throws Error, or GpuFailed where this GPU's pages
/// do not move one by one.
DeviceAddress allocate_for_both(const Device&, const Allocation&, std::size_t bytes);
void free_for_both(const Allocation&, DeviceAddress);

/// The host writes it: `values`, or zeros where that is nullptr. Waits for the device's stream
/// before. Managed memory is in the host's memory then.
void write_from_host(const Device&, const Allocation&, DeviceAddress, const std::byte* values,
                     std::size_t bytes);

/// Enqueues a move of managed memory to a side.
void prefetch(const Device&, DeviceAddress, std::size_t bytes, Transfer::Way, Stream);

/// Waits for the stream, then reads a byte of each page of the host.
void read_from_host(const std::byte* memory, std::size_t bytes, Stream);

}  // namespace lab::cuda

// Memory that a kernel writes and the display draws from: OpenGL buffers where interop works
// (app/gl), else plain device memory. A CudaPlayer requests the buffers of its plan's fields.
#pragma once

#include <cstdint>

namespace lab {

class FieldMemory {
public:
    virtual ~FieldMemory() = default;
    /// Allocates `bytes` bytes for buffer `id` of a plan. Throws std::runtime_error where memory is
    /// short.
    virtual void allocate(int id, std::uint64_t bytes) = 0;
    virtual bool holds(int id) const = 0;
    /// Device address of buffer `id`, valid between acquire() and release().
    virtual std::uint64_t address(int id) const = 0;
    /// Hands all buffers to CUDA / back to the display. On the thread with the OpenGL context.
    virtual void acquire() = 0;
    virtual void release() = 0;
};

}  // namespace lab

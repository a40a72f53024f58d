// The two ways of a kernel's field to the screen, and the texture that shows a slice of it.
#pragma once

#include <memory>

#include "lab/field_memory.h"
#include "lab/plan.h"

namespace app {

// The memory of a field's values, and the way of a slice to the screen.
class ShownFields : public lab::FieldMemory {
public:
    /// Copies slice `index` along `axis` of buffer `id`, a box of `shape` floats, into the bound
    /// texture, which has the slice's size. Call it between release() and acquire().
    virtual void show(int id, lab::Dim3 shape, int axis, int index) = 0;
};

// An OpenGL texture with one slice of a field, a red float for each value.
class SliceTexture {
public:
    SliceTexture();
    ~SliceTexture();
    SliceTexture(const SliceTexture&) = delete;
    SliceTexture& operator=(const SliceTexture&) = delete;

    /// Shows slice `index` along `axis` (0 x, 1 y, 2 z) of buffer `id`, a box of `shape` floats.
    /// Call it between release() and acquire() of the fields.
    void show(ShownFields&, int id, lab::Dim3 shape, int axis, int index);
    unsigned name() const { return name_; }
    int columns() const { return columns_; }
    int rows() const { return rows_; }

private:
    unsigned name_ = 0;
    int columns_ = 0, rows_ = 0;
};

/// OpenGL buffers, registered with CUDA once and mapped around launches. A slice goes from buffer
/// to texture on the GPU.
std::unique_ptr<ShownFields> shared_fields();
/// Device memory. A slice is copied to page-locked host memory, and from there to the texture.
std::unique_ptr<ShownFields> copied_fields();

}  // namespace app

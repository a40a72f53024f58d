// The two ways of a kernel's field to the screen. Made by LiveField.
#pragma once

#include <memory>

#include "app/gl/interop.h"

namespace app {

/// OpenGL buffers, registered with CUDA once and mapped around launches. A slice goes from buffer
/// to texture on the GPU.
std::unique_ptr<ShownFields> shared_fields();
/// Device memory. A slice is copied to page-locked host memory, and from there to the texture.
std::unique_ptr<ShownFields> copied_fields();

}  // namespace app

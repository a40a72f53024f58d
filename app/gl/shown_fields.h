// Both ways in which a field that a kernel writes comes to the screen. Made by LiveField.
#pragma once

#include <memory>

#include "app/gl/interop.h"

namespace app {

/// OpenGL buffers, registered with CUDA once and mapped around launches: a slice is a transfer of
/// pixels from buffer to texture, on the GPU.
std::unique_ptr<ShownFields> shared_fields();
/// Memory of the device: a slice is copied to page-locked memory, and from there to the texture.
std::unique_ptr<ShownFields> copied_fields();

}  // namespace app

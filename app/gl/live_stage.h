// Makes the window's source of live fields: CUDA-OpenGL interop behind the interface that the shell
// knows.
#pragma once

#include <memory>

#include "app/live.h"

namespace app {

/// nullptr where there is no NVIDIA GPU. An OpenGL context must be current here and in every later
/// call.
std::unique_ptr<LiveSource> make_live_source();

}  // namespace app

// A field that changes on the GPU while it is shown: what the shell and the view "live" know of it.
// The window gives the shell a source (app/gl/live_stage.cpp); shots and tests have none, and the
// view is not offered there.
#pragma once

#include <cstdint>
#include <string>

#include "lab/settings.h"

namespace app {

struct LivePicture {
    unsigned texture = 0;  // OpenGL's name; one 32-bit float a point, x fastest. 0: there is none
    int columns = 0, rows = 0;
    int axis = 2, slice = 0;
    lab::Dim3 shape;
    std::uint64_t launches = 0;  // since the start
    std::string device;
    bool copied = false;  // over the host: another GPU draws the window, or none
    std::string problem;  // why there is no picture, one sentence
};

class LiveSource {
public:
    virtual ~LiveSource() = default;
    /// Makes the field of these settings, unless it is there already. What fails is said by
    /// picture().
    virtual void follow(const lab::Settings&, std::uint64_t seed) = 0;
    virtual void advance(int launches) = 0;
    virtual void restart() = 0;
    /// Slice `slice` along `axis` (0 x, 1 y, 2 z), -1 the middle, as the last launch left it.
    virtual LivePicture picture(int axis, int slice) = 0;
};

}  // namespace app

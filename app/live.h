// A live field or array, which the GPU changes while it is shown: the interface for the shell and
// the view "live". The window gives the shell a source (app/gl/live_stage.cpp). Shots and tests
// have none, and do not offer the view.
#pragma once

#include <cstdint>
#include <string>

#include "lab/settings.h"

namespace app {

struct LivePicture {
    unsigned texture = 0;  // OpenGL's name; one 32-bit float per point, x fastest. 0: there is none
    int columns = 0, rows = 0;
    int axis = 2, slice = 0;  // of a field
    bool array = false;       // not a field: an array, as bars or cells
    std::string name{};       // of an array: "bins, 256 unsigned ints"
    std::string form{};       // "a cell is 4 elements"; empty: it is one
    std::string last{};       // "add_bins, launch 2 of 3"; empty: no launch yet
    int arrays = 0;           // how many a click goes through
    float pace = 1;           // launches a frame at the usual speed
    lab::Dim3 shape;
    std::uint64_t launches = 0;  // since the start
    std::string device;
    bool copied = false;  // copied over the host: another GPU, or none, draws the window
    std::string problem;  // why there is no picture, one sentence
};

class LiveSource {
public:
    virtual ~LiveSource() = default;
    /// Makes the field of these settings, unless it exists. picture() reports failures.
    virtual void follow(const lab::Settings&, std::uint64_t seed) = 0;
    virtual void advance(int launches) = 0;
    virtual void restart() = 0;
    /// After the last launch: slice `slice` along `axis` (0 x, 1 y, 2 z), -1 for the middle; of
    /// arrays the one of this number, -1 for the one that the launch wrote.
    virtual LivePicture picture(int axis, int slice) = 0;
};

}  // namespace app

// The one place where CUDA and OpenGL meet: fields that a kernel writes and the screen draws.
// Everything here runs on the thread with the OpenGL context.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "lab/cuda/player.h"
#include "lab/field_memory.h"
#include "lab/plan.h"

namespace app {

// Where a field's values stand, and how a slice of them comes to the screen.
class ShownFields : public lab::FieldMemory {
public:
    /// Slice `index` along `axis` of buffer `id`, a box of `shape` floats, into the texture that is
    /// bound and has the slice's size. Between release() and acquire().
    virtual void show(int id, lab::Dim3 shape, int axis, int index) = 0;
};

// A field that a kernel changes on the GPU, sweep by sweep, and a texture that shows a slice of it.
class LiveField {
public:
    /// Shared: OpenGL buffers that CUDA writes into; nothing travels over the host. Copied: each
    /// slice that is shown goes through page-locked memory of the host, where another GPU draws the
    /// window, or none (software OpenGL, a remote display).
    enum class Way : std::uint8_t { shared, copied };
    /// Needs a current OpenGL context. nullptr where it can't be had; `why` then says so. The way
    /// is the best that this context allows, unless one is asked for.
    static std::unique_ptr<LiveField> open(const lab::Subject&, lab::Plan, std::uint64_t seed,
                                           std::string* why, std::optional<Way> way = {});
    ~LiveField();

    /// Back to the start.
    void restart();
    /// Plays up to `count` more launches; after the plan's last it begins again with the field as
    /// it is.
    void advance(int count);
    std::uint64_t launches() const { return launches_; }
    /// Puts slice `index` along `axis` (0 x, 1 y, 2 z) of what the last launch wrote into the
    /// texture.
    void show(int axis, int index);
    unsigned texture() const { return texture_; }
    int columns() const { return columns_; }
    int rows() const { return rows_; }
    lab::Dim3 shape() const { return shape_; }
    const std::string& device() const { return device_; }
    Way way() const { return way_; }

private:
    LiveField(const lab::Subject&, lab::Plan, std::uint64_t seed, Way way);
    void note_output(std::size_t step);

    lab::Plan plan_;
    Way way_;
    std::unique_ptr<ShownFields> memory_;
    std::unique_ptr<lab::cuda::Player> player_;
    std::vector<std::size_t> order_;  // steps of the plan that change the field
    std::uint64_t launches_ = 0;
    int shown_ = -1;  // buffer that the last launch wrote
    lab::Dim3 shape_;
    unsigned texture_ = 0;
    int columns_ = 0, rows_ = 0;
    std::string device_;
};

}  // namespace app

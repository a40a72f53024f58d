// The one place where CUDA and OpenGL meet: fields that a kernel writes and the screen draws.
// Everything here runs on the thread with the OpenGL context.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/gl/shown_fields.h"
#include "lab/cuda/player.h"
#include "lab/plan.h"

namespace app {

/// Whether CUDA's GPU also draws this OpenGL context.
bool draws_here(const lab::cuda::Device&);

// A field that a kernel changes on the GPU, sweep by sweep, and a texture with one slice of it.
class LiveField {
public:
    /// Shared: CUDA writes into OpenGL buffers, and nothing goes over the host. Copied: each shown
    /// slice goes through page-locked host memory, where another GPU draws the window, or no GPU
    /// does (software OpenGL, a remote display).
    enum class Way : std::uint8_t { shared, copied };
    /// Needs a current OpenGL context. Returns nullptr where the field cannot be made; `why` then
    /// has the sentence. Without `way`, the best one that this context allows.
    static std::unique_ptr<LiveField> open(const lab::Subject&, lab::Plan, std::uint64_t seed,
                                           std::string* why, std::optional<Way> way = {});
    ~LiveField();

    /// Resets the field to its first state.
    void restart();
    /// Runs up to `count` more launches. After the plan's last launch it starts again with the
    /// field as it is.
    void advance(int count);
    std::uint64_t launches() const { return launches_; }
    /// Copies slice `index` along `axis` (0 x, 1 y, 2 z) of the last launch's output into the
    /// texture.
    void show(int axis, int index);
    unsigned texture() const { return texture_.name(); }
    int columns() const { return texture_.columns(); }
    int rows() const { return texture_.rows(); }
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
    SliceTexture texture_;
    std::string device_;
};

}  // namespace app

// The one place where CUDA and OpenGL meet: fields that a kernel writes and the screen draws, with
// no way over the host. Everything here runs on the thread with the OpenGL context.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "lab/cuda_player.h"
#include "lab/field_memory.h"
#include "lab/plan.h"

namespace app {

// OpenGL buffers that CUDA writes into.
class SharedFields : public lab::FieldMemory {
public:
    ~SharedFields() override;
    void allocate(int id, std::uint64_t bytes) override;
    bool holds(int id) const override { return shares_.contains(id); }
    std::uint64_t address(int id) const override { return shares_.at(id).address; }
    void acquire() override;
    void release() override;
    /// OpenGL's name of the buffer, for a pixel transfer; between release() and acquire().
    unsigned name(int id) const { return shares_.at(id).name; }

private:
    struct Share {
        unsigned name = 0;
        lab::cuda::Graphics resource = nullptr;
        std::uint64_t address = 0;
    };
    std::map<int, Share> shares_;
};

// A field that a kernel changes on the GPU, sweep by sweep, and a texture that shows a slice of it.
class LiveField {
public:
    /// Needs a current OpenGL context of the same GPU. nullptr where it can't be had; `why` then
    /// says so.
    static std::unique_ptr<LiveField> open(const lab::Lesson&, lab::Plan, std::uint64_t seed,
                                           std::string* why);
    ~LiveField();

    /// Back to the start.
    void restart();
    /// Plays up to `count` more launches; after the plan's last it begins again with the field as
    /// it is.
    void advance(int count);
    std::uint64_t launches() const { return launches_; }
    /// Draws slice `index` along `axis` (0 x, 1 y, 2 z) of what the last launch wrote into the
    /// texture, on the GPU.
    void show(int axis, int index);
    unsigned texture() const { return texture_; }
    int columns() const { return columns_; }
    int rows() const { return rows_; }
    lab::Dim3 shape() const { return shape_; }
    const std::string& device() const { return device_; }

private:
    LiveField(const lab::Lesson&, lab::Plan, std::uint64_t seed);
    void note_output(std::size_t step);

    lab::Plan plan_;
    SharedFields memory_;
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

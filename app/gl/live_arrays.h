// Arrays as the GPU writes them, launch by launch, as bars or cells. kernels/live_array.cu makes
// the picture on the GPU, in memory that OpenGL draws from. On the thread with the OpenGL context.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "app/gl/shown_fields.h"
#include "app/live.h"
#include "lab/cuda/live_form.h"
#include "lab/cuda/player.h"

namespace app {

class LiveArrays {
public:
    /// Throws std::runtime_error where no launch of the plan has an array that can be shown.
    /// `shared`: the GPU of CUDA draws the window too; else each picture is copied.
    LiveArrays(const lab::Subject&, lab::Plan, std::uint64_t seed, bool shared);
    ~LiveArrays();

    /// The arrays get their first contents.
    void restart();
    void advance(int turns);
    /// Draws an array into the texture: number `chosen`, or -1 for the one that was written last.
    LivePicture show(int chosen);

private:
    struct Shown {
        lab::Buffer buffer;
        std::string name;
        lab::cuda::LiveForm form;
        lab::cuda::Function range, cells;  // of kernels/live_array.cu, for the element's type
    };
    void find_arrays();
    void find_written(const lab::Subject&);
    int index_of(const lab::Buffer&) const;
    void draw(const Shown&);
    std::string last_words() const;

    lab::Plan plan_;
    bool shared_;
    std::unique_ptr<ShownFields> memory_;  // of the picture, which is a field one slice deep
    std::unique_ptr<lab::cuda::Player> player_;
    std::vector<std::vector<std::size_t>> steps_;  // by turn
    std::vector<int> written_;                     // by turn: the array that its launch writes last
    lab::cuda::LiveTurns turns_{0};
    std::vector<Shown> arrays_;
    std::uint64_t launches_ = 0;
    lab::cuda::DeviceAddress range_ = 0;
    SliceTexture texture_;
};

}  // namespace app

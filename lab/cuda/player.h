// Plays a plan on a GPU: allocates, fills inputs, launches step by step. One player has one plan
// and one seed. Used by lab/cuda/bench.cpp, which times it, and app/gl/interop.cpp, which shows its
// fields as they change.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "lab/cuda/device.h"
#include "lab/cuda/libraries.h"
#include "lab/cuda/pool.h"
#include "lab/cuda/streams.h"
#include "lab/cuda/textures.h"
#include "lab/field_memory.h"
#include "lab/plan.h"
#include "lab/subject.h"

namespace simulator {
class Module;
class Program;
}  // namespace simulator

namespace lab::cuda {

class Player {
public:
    /// Allocates and fills; runs no step. With `fields`, it holds the buffers that are shown as
    /// fields: then call play() between its acquire() and release(). `machine_code` is loaded in
    /// place of the PTX that it stands for. Throws Error or std::runtime_error (out of memory, code
    /// that the driver refuses).
    Player(Device&, const Subject&, const Plan&, std::uint64_t seed, FieldMemory* fields = nullptr,
           std::shared_ptr<const MachineCode> machine_code = nullptr);
    ~Player();
    Player(const Player&) = delete;
    Player& operator=(const Player&) = delete;

    /// Restores the initial contents of all buffers and plays the steps before the first timed
    /// step. Asynchronous.
    void reset();
    /// Enqueues one step, all timed steps, or all steps. One step goes to the device's stream.
    /// Otherwise each step goes to its own stream: it begins after the earlier work of the device's
    /// stream, and later work of that stream waits for it.
    void play(std::size_t step) { play(step, device_->stream()); }
    void play_timed();
    void play_all();
    /// Like play_timed(); calls the mark before and after each step, with the step's stream.
    using Mark = std::function<void(std::size_t step, bool ends, Stream)>;
    void play_marked(const Mark&);
    const Plan& plan() const { return *plan_; }
    std::size_t steps() const { return plan_->steps.size(); }
    bool timed(std::size_t step) const;
    /// Where a buffer is on the device; 0 where a step of the plan allocates it.
    DeviceAddress address(const Buffer&) const;
    /// Waits, then copies elements of a buffer, from `first` on. Data that the plan downloaded is
    /// used, else a copy is made now and counted in tally().
    void read(const Buffer&, std::uint64_t first, std::span<std::byte> to) const;
    /// What the compiler made of each kernel that the plan launches.
    std::vector<CodeFigures> code() const;

private:
    struct MadeTexture {
        Texture made_of;
        TextureObject object;
    };
    struct Ready {  // a launch, prepared once; only its addresses may change
        Function function = nullptr;
        std::shared_ptr<const simulator::Program> program;
        std::vector<MadeTexture> textures{};
        LibraryFunction call = nullptr;  // a library's function in place of both; it needs scratch
        DeviceAddress scratch = 0;
        std::size_t scratch_bytes = 0;
    };
    void allocate();
    void allocate(const Allocation&, std::uint64_t bytes);
    void allocate_values(const Allocation&);
    bool by_steps(const Buffer&) const;
    void call_memory(const MemoryCall&, Stream);
    void free_of_steps();
    void restore(const Allocation&);
    void host_writes(const Allocation&);
    DeviceAddress symbol(const Allocation&) const;
    void fill(const Allocation&);
    std::byte* host_memory(std::uint64_t bytes);
    void stage(const Transfer&);
    bool brought(const Buffer&) const;
    void play(std::size_t step, Stream);
    void play_in_streams(bool only_timed, const Mark* mark);
    void carry(const Transfer&, Stream) const;
    const std::byte* on_host(const Buffer&) const;
    void clear_buffer(const Clear&, Stream) const;
    std::string code_for_driver(const simulator::Module&) const;
    Ready prepare(const Launch&) const;
    Ready prepare_call(const Launch&) const;
    std::vector<MadeTexture> made_textures(const Launch&, const simulator::Program&) const;
    void launch(const Ready&, const Launch&, Stream) const;
    void call(const Ready&, const Launch&, DeviceAddress scratch, std::size_t& bytes, Stream) const;
    void release();

    Device* device_;
    const Subject* subject_;
    const Plan* plan_;
    std::uint64_t seed_;
    FieldMemory* fields_;
    std::shared_ptr<const MachineCode> machine_code_;
    std::vector<DeviceAddress> buffers_, pristine_;
    // Host memory for each buffer, page-locked unless the plan is pageable: the sources of uploads,
    // or what the host writes to memory that both sides reach, and the targets of downloads.
    std::vector<std::byte*> sources_, landings_;
    std::vector<Ready> ready_;  // by step; set only for launches
    std::unique_ptr<Streams> streams_;
    std::unique_ptr<PoolInUse> pool_;  // where steps allocate in the order of a stream
};

}  // namespace lab::cuda

// See blocks_behind.h.
#include "app/blocks_behind.h"

#include <exception>
#include <utility>

#include "lab/occupancy/registers_knob.h"

namespace app {
namespace {

constexpr std::uint64_t behind_slice = 1'000'000;  // lane-instructions: some milliseconds

}  // namespace

// Without threads the work is done at once.
BlocksBehind::BlocksBehind(lab::Request request) {
    if (platform::has_threads())
        thread_ = platform::Thread([this, asked = std::move(request)] { work(asked); });
    else
        work(std::move(request));
}

// A launch that cannot run has no blocks: the shown run says why.
void BlocksBehind::work(lab::Request request) {
    platform::step_back();
    Times made = std::make_shared<const simulator::BlocksOverTime>();
    try {
        lab::Playing how = lab::Playing::counted();
        how.blocks = true;
        how.room = lab::blocks_held;
        lab::Simulation simulation(std::move(request), how);
        while (!ending_ && !simulation.advance(behind_slice)) progress_ = simulation.progress();
        if (!ending_ && simulation.blocks()) made = simulation.blocks();
    } catch (const std::exception&) {
    }
    progress_ = 1;
    const std::lock_guard lock(mutex_);
    times_ = std::move(made);
}

BlocksBehind::Times BlocksBehind::made() const {
    const std::lock_guard lock(mutex_);
    return times_;
}

BlocksBehind& blocks_behind(const lab::Run& run, std::uint64_t watched) {
    return *run.derived(static_cast<std::int64_t>(watched), [&] {
        lab::Request request = run.request;
        request.watched = {watched};
        return std::make_shared<BlocksBehind>(std::move(request));
    });
}

}  // namespace app

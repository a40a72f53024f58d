// Simulates all blocks of a run in step on a thread while frames go on. Kept with the run, and
// ended with it. Used by blocks over time.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>

#include "lab/running/simulation.h"
#include "platform/threads.h"

namespace app {

class BlocksBehind {
public:
    using Times = std::shared_ptr<const simulator::BlocksOverTime>;
    explicit BlocksBehind(lab::Request request);
    ~BlocksBehind() { ending_ = true; }  // the thread sees it within some milliseconds
    BlocksBehind(const BlocksBehind&) = delete;
    BlocksBehind& operator=(const BlocksBehind&) = delete;

    double progress() const { return progress_; }  // 0..1
    /// nullptr until the work is done.
    Times made() const;

private:
    void work(lab::Request request);

    std::atomic<bool> ending_ = false;
    std::atomic<double> progress_ = 0;
    mutable std::mutex mutex_;  // of times_
    Times times_;
    platform::Thread thread_;  // last: it uses everything above
};

/// The work for a run with this block watched; started at the first call.
BlocksBehind& blocks_behind(const lab::Run&, std::uint64_t watched);

}  // namespace app

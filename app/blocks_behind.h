// All blocks of a run in step, made on a thread of its own while frames go on. Kept with the run,
// and ended with it; blocks over time asks it.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>

#include "lab/simulation.h"
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
    /// nullptr as long as it goes on.
    Times made() const;

private:
    void work(lab::Request request);

    std::atomic<bool> ending_ = false;
    std::atomic<double> progress_ = 0;
    mutable std::mutex mutex_;  // of times_
    Times times_;
    platform::Thread thread_;  // last: it uses everything above
};

/// The one of a run with this block watched; begun where nobody has yet.
BlocksBehind& blocks_behind(const lab::Run&, std::uint64_t watched);

}  // namespace app

// Values that take longer to make than a frame: each is made on a thread of its own, once.
#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <utility>

#include "platform/threads.h"

namespace app {

// Values by the addresses of their keys, so a key must outlive this.
template <class Key, class Value>
class Later {
public:
    /// `wake` is called when a value is ready. Without it, or without threads, values are made at
    /// once.
    explicit Later(std::function<void()> wake) : wake_(std::move(wake)) {}

    /// The value of `key`; nullptr while `make` makes it.
    const Value* of(const Key& key, std::function<Value()> make) {
        if (const auto found = ready_.find(&key); found != ready_.end()) return &found->second;
        if (!wake_ || !platform::has_threads()) return &(ready_[&key] = make());
        auto [task, fresh] = coming_.try_emplace(&key);
        if (fresh) {
            task->second = std::make_unique<Task>();
            Task* to = task->second.get();
            to->thread = platform::Thread([to, make = std::move(make), wake = wake_] {
                to->made = make();
                to->ready = true;
                wake();
            });
        }
        if (!task->second->ready) return nullptr;
        ready_[&key] = std::move(task->second->made);
        coming_.erase(task);
        return &ready_[&key];
    }

private:
    struct Task {
        Value made;
        std::atomic<bool> ready = false;
        platform::Thread thread;  // last: it uses everything above
    };
    std::function<void()> wake_;
    std::map<const Key*, Value> ready_;
    std::map<const Key*, std::unique_ptr<Task>> coming_;
};

}  // namespace app

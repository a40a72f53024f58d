// Benches that registered themselves, and the limits that follow from them.
#include "lab/time/bench.h"

#include <mutex>
#include <vector>

namespace lab {
namespace {

std::vector<std::unique_ptr<Bench>>& benches() {
    static std::vector<std::unique_ptr<Bench>> all;
    return all;
}

}  // namespace

std::unique_ptr<PairSampler> Bench::pair(const Request&, const Request&) { return nullptr; }

RegisterBench::RegisterBench(std::unique_ptr<Bench> bench) {
    benches().push_back(std::move(bench));
}

Bench* bench(std::string* why) {
    static std::mutex mutex;
    const std::lock_guard lock(mutex);
    std::string reason = "This build has no bench that measures.";
    for (const auto& candidate : benches()) {
        const auto lack = candidate->lacks();
        if (!lack) return candidate.get();
        reason = *lack;
    }
    if (why) *why = reason;
    return nullptr;
}

const DeviceLimits& device_limits() {
    static const DeviceLimits limits = [] {
        Bench* measuring = bench();
        return measuring ? measuring->limits() : DeviceLimits{};
    }();
    return limits;
}

}  // namespace lab

// The registered benches, and the simulated device's limits.
#include "lab/time/bench.h"

#include <algorithm>
#include <atomic>
#include <vector>

namespace lab {
namespace {

std::vector<std::unique_ptr<Bench>>& benches() {
    static std::vector<std::unique_ptr<Bench>> all;
    return all;
}

std::atomic<bool> looked_for = false;

}  // namespace

std::unique_ptr<PairSampler> Bench::pair(const Request&, const Request&) { return nullptr; }

RegisterBench::RegisterBench(std::unique_ptr<Bench> bench) {
    benches().push_back(std::move(bench));
}

Bench* bench(std::string* why) {
    looked_for = true;
    std::string reason = "This build can't measure times.";
    for (const auto& candidate : benches()) {
        const auto lack = candidate->lacks();
        if (!lack) return candidate.get();
        reason = *lack;
    }
    if (why) *why = reason;
    return nullptr;
}

bool bench_opens() {
    looked_for = true;
    return std::ranges::any_of(benches(), [](const auto& each) { return each->opens(); });
}

Bench* known_bench() { return looked_for && !bench_opens() ? bench() : nullptr; }

bool bench_was_sought() { return looked_for; }

bool bench_fails() {
    return std::ranges::any_of(benches(), [](const auto& each) { return each->fails(); });
}

}  // namespace lab

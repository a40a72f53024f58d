// Finds loops in a plan's steps. See groups.h.
#include "lab/host_code/groups.h"

#include <algorithm>
#include <set>

namespace lab::host_code {
namespace {

constexpr std::size_t longest_body = 6;  // steps of one repetition
constexpr std::size_t least_times = 3;

// How buffers map after one repetition: none changes, or two swap.
class Turn {
public:
    bool takes(const Buffer& before, const Buffer& after) {
        if (before.type != after.type || before.count != after.count) return false;
        if (pair_ && (pair_->first.id == before.id || pair_->second.id == before.id))
            return partner(before.id) == after.id;
        if (before.id == after.id) {
            fixed_.push_back(before.id);
            return true;
        }
        const bool moves = pair_ || holds(before.id) || holds(after.id);
        if (!moves) pair_ = {before, after};
        return !moves;
    }
    const std::optional<std::pair<Buffer, Buffer>>& pair() const { return pair_; }

private:
    bool holds(int id) const { return std::ranges::find(fixed_, id) != fixed_.end(); }
    int partner(int id) const { return pair_->first.id == id ? pair_->second.id : pair_->first.id; }
    std::optional<std::pair<Buffer, Buffer>> pair_;
    std::vector<int> fixed_;
};

bool same(const Argument& a, const Argument& b, Turn& turn) {
    if (a.index() != b.index()) return false;
    if (const auto* buffer = std::get_if<Buffer>(&a))
        return turn.takes(*buffer, std::get<Buffer>(b));
    return std::visit(
        [&](const auto& value) {
            using Value = std::decay_t<decltype(value)>;
            if constexpr (std::is_arithmetic_v<Value>) return value == std::get<Value>(b);
            return false;
        },
        a);
}

bool same(const Launch& a, const Launch& b, Turn& turn) {
    if (a.kernel != b.kernel || a.size.grid != b.size.grid || a.size.block != b.size.block ||
        a.size.shared_bytes != b.size.shared_bytes || a.arguments.size() != b.arguments.size())
        return false;
    for (std::size_t i = 0; i < a.arguments.size(); ++i)
        if (!same(a.arguments[i], b.arguments[i], turn)) return false;
    return true;
}
bool same(const Copy& a, const Copy& b, Turn& turn) {
    return a.first == b.first && turn.takes(a.to, b.to) && turn.takes(a.from, b.from);
}
bool same(const Clear& a, const Clear& b, Turn& turn) {
    return a.value == b.value && turn.takes(a.buffer, b.buffer);
}
// A transfer uses one buffer's page-locked memory, so it is never part of a loop.
bool same(const Transfer&, const Transfer&, Turn&) { return false; }
bool same(const MemoryCall& a, const MemoryCall& b, Turn& turn) {
    return a.by == b.by && a.frees == b.frees && a.buffer.id == b.buffer.id &&
           turn.takes(a.buffer, b.buffer);
}

bool same(const PlanStep& a, const PlanStep& b, Turn& turn) {
    if (a.index() != b.index() || is_timed(a) != is_timed(b) || on_stream(a) != on_stream(b))
        return false;
    return std::visit(
        [&](const auto& step) {
            return same(step, std::get<std::decay_t<decltype(step)>>(b), turn);
        },
        a);
}

// Steps that others wait for: an event follows each of them, and not its neighbours.
std::set<std::size_t> awaited(const std::vector<PlanStep>& steps) {
    std::set<std::size_t> all;
    for (const PlanStep& step : steps)
        all.insert(on_stream(step).after.begin(), on_stream(step).after.end());
    return all;
}

// How often the body of `count` steps at `first` repeats, always with the same swap of buffers.
Group repeated(const std::vector<PlanStep>& steps, const std::set<std::size_t>& alone,
               std::size_t first, std::size_t count) {
    Group group{first, count, 1, {}};
    Turn turn;
    for (std::size_t at = first + count; at + count <= steps.size(); at += count) {
        Turn here = turn;
        for (std::size_t i = 0; i < count; ++i)
            if (alone.contains(at - count + i) || alone.contains(at + i) ||
                !same(steps[at - count + i], steps[at + i], here))
                return group;
        turn = here;
        group.swapped = turn.pair();
        ++group.times;
    }
    return group;
}

bool timed_alike(const std::vector<PlanStep>& steps, std::size_t first, std::size_t count) {
    return std::all_of(
        steps.begin() + first, steps.begin() + first + count,
        [&](const PlanStep& step) { return is_timed(step) == is_timed(steps[first]); });
}

}  // namespace

std::vector<Group> groups_of(const std::vector<PlanStep>& steps) {
    const std::set<std::size_t> alone = awaited(steps);
    std::vector<Group> groups;
    for (std::size_t at = 0; at < steps.size();) {
        Group best{at, 1, 1, {}};
        for (std::size_t count = 1; count <= longest_body && at + count <= steps.size(); ++count) {
            if (!timed_alike(steps, at, count)) break;
            const Group found = repeated(steps, alone, at, count);
            if (found.times >= least_times && found.times * count > best.times * best.count)
                best = found;
        }
        groups.push_back(best);
        at += best.count * best.times;
    }
    return groups;
}

}  // namespace lab::host_code

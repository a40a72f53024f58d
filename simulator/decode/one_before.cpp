// See one_before.h.
#include "simulator/decode/one_before.h"

#include <algorithm>
#include <utility>

namespace simulator {
namespace {

using BlockList = std::vector<std::uint32_t>;

// How lanes come to a block: by a taken branch, or otherwise. Blocks that only jump are skipped.
struct Way {
    std::uint32_t from;
    bool jumped;
};

class OneBefore {
public:
    OneBefore(const MeetingGraph& graph, std::vector<Meeting>& found)
        : graph_(graph),
          nodes_(graph.nodes),
          passed_(graph.passed),
          found_(found),
          ways_(nodes_.size()),
          kept_(nodes_.size(), no_block),
          led_to_(nodes_.size()),
          seen_(nodes_.size()) {
        gather_ways();
    }

    void choose() {
        for (std::uint32_t i = 0; i < nodes_.size(); ++i) {
            const std::uint32_t by = graph_.dominators[i];
            if (!found_[i].meets || graph_.behind_loops[i] || passed_[by] == i) continue;
            led_to_[by].push_back(i);
        }
        for (std::uint32_t by = 0; by < nodes_.size(); ++by) keep_one(by);
        for (std::uint32_t by = 0; by < nodes_.size(); ++by) {
            if (kept_[by] != no_block && is_aside(by)) found_[kept_[by]].meets = false;
        }
        for (Meeting& meeting : found_)
            if (!meeting.meets) meeting.from = meeting.rank;
    }

private:
    void gather_ways() {
        for (std::uint32_t i = 0; i < nodes_.size(); ++i) {
            if (nodes_[i].only_jumps || found_[i].rank == 0) continue;
            const BlockList& next = nodes_[i].successors;
            for (std::size_t side = 0; side < next.size(); ++side)
                ways_[behind_jumps(next[side])].push_back({i, next.size() > 1 && side == 0});
        }
    }

    std::uint32_t behind_jumps(std::uint32_t at) const {
        for (int i = 0; i < 8 && nodes_[at].only_jumps; ++i) at = nodes_[at].successors[0];
        return at;
    }

    void keep_one(std::uint32_t by) {
        BlockList& places = led_to_[by];
        if (places.empty()) return;
        const auto order = [&](std::uint32_t at) {
            return std::pair(is_side_way(by, at), ~found_[at].rank);
        };
        kept_[by] = *std::ranges::min_element(places, {}, order);
        for (const std::uint32_t place : places) found_[place].meets = place == kept_[by];
        found_[by].crossed = places.size() > 2;
    }

    // Whether lanes come to `at` only by taken branches after `by`, and another block with several
    // ways leads to the same end.
    bool is_side_way(std::uint32_t by, std::uint32_t at) const {
        const auto from_behind = [&](const Way& way) { return way.jumped && way.from != by; };
        if (passed_[by] == no_block || !std::ranges::all_of(ways_[at], from_behind)) return false;
        return std::ranges::any_of(ways_[passed_[by]], [&](const Way& way) {
            return way.from != at && nodes_[way.from].successors.size() == 1 &&
                   ways_[way.from].size() > 1 && found_[way.from].rank > found_[by].rank;
        });
    }

    // Whether lanes of a block around `by` meet later, at a place that the kept place does not lead
    // to: the kept place is on a return of its own, or beside the outer block's kept place.
    bool is_aside(std::uint32_t by) {
        for (std::uint32_t around = graph_.dominators[by]; around != no_block;
             around = graph_.dominators[around]) {
            if (--patience_ < 0) return false;
            const std::uint32_t all = passed_[around];
            if (all != no_block && found_[all].rank > found_[by].rank && !leads(kept_[by], all))
                return true;
            const std::uint32_t place = kept_[around];
            if (place == no_block || !found_[place].meets) continue;
            if (found_[place].rank <= found_[by].rank || !leads(by, place)) continue;
            return !leads(kept_[by], place);
        }
        return false;
    }

    // Along forward edges.
    bool leads(std::uint32_t from, std::uint32_t to) {
        ++stamp_;
        BlockList open{from};
        while (!open.empty()) {
            const std::uint32_t at = open.back();
            open.pop_back();
            if (at == to || --patience_ < 0) return true;
            for (const std::uint32_t next : nodes_[at].successors) {
                const std::uint32_t rank = found_[next].rank;
                if (rank <= found_[at].rank || rank > found_[to].rank) continue;
                if (std::exchange(seen_[next], stamp_) != stamp_) open.push_back(next);
            }
        }
        return false;
    }

    const MeetingGraph& graph_;
    const std::vector<FlowNode>& nodes_;
    const BlockList& passed_;
    std::vector<Meeting>& found_;
    std::vector<std::vector<Way>> ways_;
    BlockList kept_;
    std::vector<BlockList> led_to_;
    std::vector<std::uint32_t> seen_;
    std::uint32_t stamp_ = 0;
    std::int64_t patience_ = 1 << 21;  // steps: more than any hand-written kernel takes
};

}  // namespace

void keep_one_before(const MeetingGraph& graph, std::vector<Meeting>& found) {
    OneBefore(graph, found).choose();
}

}  // namespace simulator

// Immediate post-dominators by iteration over the reversed graph (Cooper, Harvey, Kennedy: "A
// simple, fast dominance algorithm"), with one artificial exit as the root.
#include "simulator/decode/flow_graph.h"

#include <algorithm>
#include <utility>

namespace simulator {
namespace {

class PostDominators {
public:
    explicit PostDominators(const std::vector<FlowNode>& nodes)
        : exit_(static_cast<std::uint32_t>(nodes.size())),
          nodes_(nodes),
          number_(nodes.size() + 1),
          parent_(nodes.size() + 1, no_block) {
        find_predecessors();
        number_from_exit();
        while (improve()) {
        }
    }

    std::vector<std::uint32_t> result() const {
        std::vector<std::uint32_t> found(parent_.begin(), parent_.end() - 1);
        std::ranges::replace(found, exit_, no_block);
        return found;
    }

private:
    void find_predecessors() {
        predecessors_.resize(nodes_.size() + 1);
        for (std::uint32_t i = 0; i < nodes_.size(); ++i) {
            for (const std::uint32_t next : nodes_[i].successors) predecessors_[next].push_back(i);
            if (nodes_[i].exits) predecessors_[exit_].push_back(i);
        }
    }

    // Depth first against the arrows; what is not reached can't leave and keeps number 0.
    void number_from_exit() {
        std::vector<bool> seen(nodes_.size() + 1, false);
        std::vector<std::pair<std::uint32_t, std::size_t>> path{{exit_, 0}};
        seen[exit_] = true;
        while (!path.empty()) {
            auto& [node, next] = path.back();
            if (next == predecessors_[node].size()) {
                order_.push_back(node);
                number_[node] = static_cast<std::uint32_t>(order_.size());
                path.pop_back();
                continue;
            }
            const std::uint32_t below = predecessors_[node][next++];
            if (!seen[below]) {
                seen[below] = true;
                path.emplace_back(below, 0);
            }
        }
        parent_[exit_] = exit_;
    }

    bool improve() {
        bool changed = false;
        for (auto node = order_.rbegin() + 1; node < order_.rend(); ++node) {
            std::uint32_t meeting = nodes_[*node].exits ? exit_ : no_block;
            for (const std::uint32_t next : nodes_[*node].successors) {
                if (parent_[next] == no_block) continue;
                meeting = meeting == no_block ? next : meet(meeting, next);
            }
            changed |= std::exchange(parent_[*node], meeting) != meeting;
        }
        return changed;
    }

    std::uint32_t meet(std::uint32_t a, std::uint32_t b) const {
        while (a != b) {
            while (number_[a] < number_[b]) a = parent_[a];
            while (number_[b] < number_[a]) b = parent_[b];
        }
        return a;
    }

    std::uint32_t exit_;
    const std::vector<FlowNode>& nodes_;
    std::vector<std::vector<std::uint32_t>> predecessors_;
    std::vector<std::uint32_t> order_, number_, parent_;
};

}  // namespace

std::vector<std::uint32_t> immediate_post_dominators(const std::vector<FlowNode>& nodes) {
    return PostDominators(nodes).result();
}

}  // namespace simulator

// Immediate post-dominators: dominators of the reversed graph, with an artificial exit as the root
// (Lengauer, Tarjan: "A fast algorithm for finding dominators in a flowgraph", its simple form).
// Near-linear in branches and without recursion: a kernel may have any number of branches.
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
          parent_(nodes.size() + 1, no_block),
          ancestor_(parent_),
          found_(parent_),
          semi_(nodes.size() + 1),
          best_(nodes.size() + 1),
          waiting_(nodes.size() + 1) {
        find_predecessors();
        number_from_exit();
        for (std::uint32_t i = 0; i < best_.size(); ++i) best_[i] = i;
        semi_ = number_;
        for (auto node = order_.rbegin(); node + 1 < order_.rend(); ++node) settle(*node);
        // found_ is the node's dominator, or an earlier node with the same dominator.
        for (const std::uint32_t node : order_)
            if (node != exit_ && found_[node] != order_[semi_[node] - 1])
                found_[node] = found_[found_[node]];
    }

    std::vector<std::uint32_t> result() const {
        std::vector<std::uint32_t> found(found_.begin(), found_.end() - 1);
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

    // Depth first along reversed edges, from 1 on; nodes that can't reach the exit keep 0.
    void number_from_exit() {
        std::vector<std::pair<std::uint32_t, std::size_t>> path;
        const auto enter = [&](std::uint32_t node, std::uint32_t from) {
            order_.push_back(node);
            number_[node] = static_cast<std::uint32_t>(order_.size());
            parent_[node] = from;
            path.emplace_back(node, 0);
        };
        enter(exit_, no_block);
        while (!path.empty()) {
            auto& [node, next] = path.back();
            if (next == predecessors_[node].size()) {
                path.pop_back();
                continue;
            }
            const std::uint32_t from = node, below = predecessors_[node][next++];
            if (number_[below] == 0) enter(below, from);
        }
    }

    // Computes the node's semidominator; then nodes that waited for its parent get their dominator.
    void settle(std::uint32_t node) {
        const auto look_at = [&](std::uint32_t before) {
            if (number_[before] != 0)
                semi_[node] = std::min(semi_[node], semi_[best_on_way(before)]);
        };
        for (const std::uint32_t next : nodes_[node].successors) look_at(next);
        if (nodes_[node].exits) look_at(exit_);
        waiting_[order_[semi_[node] - 1]].push_back(node);
        const std::uint32_t above = parent_[node];
        ancestor_[node] = above;
        for (const std::uint32_t other : std::exchange(waiting_[above], {})) {
            const std::uint32_t best = best_on_way(other);
            found_[other] = semi_[best] < semi_[other] ? best : above;
        }
    }

    // The node with the least semidominator on the settled path above; compresses the path.
    std::uint32_t best_on_way(std::uint32_t node) {
        if (ancestor_[node] == no_block) return node;
        std::vector<std::uint32_t> way;
        for (std::uint32_t at = node; ancestor_[ancestor_[at]] != no_block; at = ancestor_[at])
            way.push_back(at);
        for (auto at = way.rbegin(); at != way.rend(); ++at) {
            const std::uint32_t above = ancestor_[*at];
            if (semi_[best_[above]] < semi_[best_[*at]]) best_[*at] = best_[above];
            ancestor_[*at] = ancestor_[above];
        }
        return best_[node];
    }

    std::uint32_t exit_;
    const std::vector<FlowNode>& nodes_;
    std::vector<std::vector<std::uint32_t>> predecessors_;
    // of the depth-first search: its nodes in order; by node: its place there, from 1; its parent
    std::vector<std::uint32_t> order_, number_, parent_;
    std::vector<std::uint32_t> ancestor_;  // of a settled node: one above it; no_block: the topmost
    std::vector<std::uint32_t> found_;     // its dominator
    std::vector<std::uint32_t> semi_;      // number_ of its semidominator
    std::vector<std::uint32_t> best_;  // the node with the least semi_ on the way to its ancestor
    std::vector<std::vector<std::uint32_t>> waiting_;  // nodes that have it as semidominator
};

}  // namespace

std::vector<std::uint32_t> immediate_post_dominators(const std::vector<FlowNode>& nodes) {
    return PostDominators(nodes).result();
}

}  // namespace simulator

// Finds loops as strongly connected components (Tarjan: "Depth-first search and linear graph
// algorithms"). Each is ordered by itself, without the edges into its first block. See meetings.h.
#include "simulator/decode/meetings.h"

#include <algorithm>
#include <utility>

#include "simulator/decode/one_before.h"

namespace simulator {
namespace {

using BlockList = std::vector<std::uint32_t>;

// A loop, or the whole kernel.
struct LoopSpan {
    std::uint32_t header = no_block;
    std::uint32_t around = 0;  // the enclosing region
    std::uint32_t last = 0;    // rank of its last block
};

// The components of a part of the graph, each after those that lead to it.
class Components {
public:
    explicit Components(const std::vector<FlowNode>& nodes)
        : nodes_(nodes), part_(nodes.size()), number_(nodes.size()), low_(nodes.size()) {}

    /// Components among the blocks of `part` that `start` reaches; edges to `cut` do not count.
    std::vector<BlockList> find(const BlockList& part, std::uint32_t start, std::uint32_t cut) {
        ++now_;
        for (const std::uint32_t block : part) {
            part_[block] = now_;
            number_[block] = 0;
        }
        cut_ = cut;
        count_ = 0;
        found_.clear();
        visit(start);
        std::ranges::reverse(found_);
        return std::move(found_);
    }

    bool within(std::uint32_t block) const { return part_[block] == now_; }

private:
    struct Visit {
        std::uint32_t block;
        std::size_t next = 0;
    };

    void visit(std::uint32_t start) {
        enter(start);
        while (!path_.empty()) {
            Visit& at = path_.back();
            if (at.next < nodes_[at.block].successors.size()) {
                follow(at.block, nodes_[at.block].successors[at.next++]);
                continue;
            }
            const std::uint32_t block = at.block;
            path_.pop_back();
            if (!path_.empty()) lower(path_.back().block, low_[block]);
            if (low_[block] == number_[block]) close(block);
        }
    }

    void enter(std::uint32_t block) {
        number_[block] = low_[block] = ++count_;
        open_.push_back(block);
        path_.push_back({block});
    }

    void follow(std::uint32_t from, std::uint32_t to) {
        if (to == cut_ || !within(to)) return;
        if (number_[to] == 0) return enter(to);
        if (number_[to] != closed) lower(from, number_[to]);
    }

    void lower(std::uint32_t block, std::uint32_t number) {
        low_[block] = std::min(low_[block], number);
    }

    void close(std::uint32_t block) {
        const auto first = std::ranges::find(open_.rbegin(), open_.rend(), block).base() - 1;
        found_.emplace_back(first, open_.end());
        for (const std::uint32_t inside : found_.back()) number_[inside] = closed;
        open_.erase(first, open_.end());
    }

    static constexpr std::uint32_t closed = ~std::uint32_t{0};
    const std::vector<FlowNode>& nodes_;
    std::vector<std::uint32_t> part_, number_, low_;
    std::uint32_t now_ = 0, cut_ = no_block, count_ = 0;
    BlockList open_;
    std::vector<Visit> path_;
    std::vector<BlockList> found_;
};

class LoopNest {
public:
    LoopNest(const std::vector<FlowNode>& nodes, const std::vector<bool>& ends)
        : nodes_(nodes),
          ends_(ends),
          components_(nodes),
          rank_(nodes.size()),
          region_(nodes.size()),
          behind_(nodes.size()) {
        if (nodes.empty()) return;
        regions_.push_back({no_block, 0, static_cast<std::uint32_t>(nodes.size())});
        BlockList all(nodes.size());
        for (std::uint32_t i = 0; i < all.size(); ++i) all[i] = i;
        open_.push_back({all, 0, 0, 1});
        while (!open_.empty()) {
            const Part part = std::move(open_.back());
            open_.pop_back();
            order(part);
        }
    }

    std::uint32_t rank(std::uint32_t block) const { return rank_[block]; }
    bool back(std::uint32_t from, std::uint32_t to) const { return rank_[to] <= rank_[from]; }
    /// Whether it is the one place after a loop.
    bool behind_loop(std::uint32_t block) const { return behind_[block]; }

    /// The first block of the largest loop that contains `inside` but not `outside`; else `inside`
    /// itself.
    std::uint32_t leave(std::uint32_t inside, std::uint32_t outside) const {
        std::uint32_t found = inside;
        for (std::uint32_t at = region_[inside]; at != 0; at = regions_[at].around) {
            const LoopSpan& loop = regions_[at];
            if (rank_[loop.header] <= rank_[outside] && rank_[outside] <= loop.last) break;
            found = loop.header;
        }
        return found;
    }

private:
    struct Part {
        BlockList blocks;
        std::uint32_t start, region, first;  // first: rank
    };

    void order(const Part& part) {
        const std::uint32_t header = regions_[part.region].header;
        const std::vector<BlockList> found = components_.find(part.blocks, part.start, header);
        std::uint32_t rank = part.first;
        for (const BlockList& component : found) {
            for (const std::uint32_t block : component) {
                region_[block] = part.region;
                rank_[block] = rank;
            }
            const std::uint32_t first = component.front();
            if (component.size() > 1 || jumps_to_itself(first, header))
                open_loop(component, part, rank);
            rank += static_cast<std::uint32_t>(component.size());
        }
    }

    bool jumps_to_itself(std::uint32_t block, std::uint32_t header) const {
        return block != header && std::ranges::count(nodes_[block].successors, block) > 0;
    }

    // Tarjan's algorithm meets a component first at the component's first block.
    void open_loop(const BlockList& component, const Part& around, std::uint32_t rank) {
        const auto region = static_cast<std::uint32_t>(regions_.size());
        const auto size = static_cast<std::uint32_t>(component.size());
        regions_.push_back({component.front(), around.region, rank + size - 1});
        note_way_out(component, regions_[around.region].header);
        open_.push_back({component, component.front(), region, rank});
    }

    // Finds the loop's exit: that of the block that jumps back, or the only one. Exits that also
    // leave the enclosing loop, or that end at once, do not count.
    void note_way_out(const BlockList& loop, std::uint32_t cut) {
        ++stamp_;
        inside_.resize(nodes_.size());
        for (const std::uint32_t block : loop) inside_[block] = stamp_;
        BlockList out;
        for (const std::uint32_t block : loop) {
            const BlockList& next = nodes_[block].successors;
            const bool jumps_back = std::ranges::count(next, loop.front()) > 0;
            for (const std::uint32_t to : next) {
                if (inside_[to] == stamp_ || to == cut || ends_[to] || !components_.within(to))
                    continue;
                if (jumps_back) behind_[to] = true;
                if (std::ranges::count(out, to) == 0 && out.size() < 2) out.push_back(to);
            }
        }
        if (out.size() == 1) behind_[out[0]] = true;
    }

    const std::vector<FlowNode>& nodes_;
    const std::vector<bool>& ends_;
    Components components_;
    std::vector<std::uint32_t> rank_, region_;
    std::vector<bool> behind_;
    std::vector<LoopSpan> regions_;
    std::vector<Part> open_;
    std::vector<std::uint32_t> inside_;
    std::uint32_t stamp_ = 0;
};

// Dominators are the post-dominators of the reversed graph.
BlockList immediate_dominators(const std::vector<FlowNode>& nodes) {
    std::vector<FlowNode> reversed(nodes.size());
    for (std::uint32_t i = 0; i < nodes.size(); ++i) {
        for (const std::uint32_t next : nodes[i].successors) reversed[next].successors.push_back(i);
    }
    if (!reversed.empty()) reversed[0].exits = true;
    return immediate_post_dominators(reversed);
}

// The blocks that lead to the main return. The text's last return may have several predecessors:
// that on the longest path is the main one, and the others count as returns of their own.
class MainWay {
public:
    MainWay(const std::vector<FlowNode>& nodes, const LoopNest& loops,
            const std::vector<bool>& ends)
        : nodes_(nodes), alive_(nodes.size()), end_(nodes.size()) {
        for (std::uint32_t i = 0; i < nodes.size(); ++i)
            if (nodes[i].exits && loops.rank(i) != 0) end_ = i;
        if (end_ == nodes.size()) {
            alive_.assign(nodes.size(), true);
            return;
        }
        last_ = ends[end_] ? longest_way_to_end(loops) : end_;
        look_back();
        if (!alive_[0]) alive_.assign(nodes.size(), true);
        alive_[end_] = true;
    }

    bool leaves_from(std::uint32_t block) const { return !alive_[block]; }

    /// For every block, the first block that all its paths pass; paths out of the kernel are
    /// ignored.
    BlockList passed() const {
        std::vector<FlowNode> kept = nodes_;
        for (std::uint32_t i = 0; i < kept.size(); ++i) {
            if (!alive_[i]) continue;
            std::erase_if(kept[i].successors, [&](std::uint32_t to) {
                return !alive_[to] || (to == end_ && last_ != end_ && i != last_);
            });
        }
        return immediate_post_dominators(kept);
    }

private:
    std::uint32_t longest_way_to_end(const LoopNest& loops) const {
        BlockList order(nodes_.size());
        for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = i;
        std::ranges::sort(order, {}, [&](std::uint32_t at) { return loops.rank(at); });
        std::vector<std::uint32_t> length(nodes_.size());
        std::uint32_t best = end_;
        for (const std::uint32_t at : order) {
            if (loops.rank(at) == 0) continue;
            for (const std::uint32_t next : nodes_[at].successors) {
                if (loops.back(at, next)) continue;
                length[next] = std::max(length[next], length[at] + 1);
                if (next == end_ && (best == end_ || length[at] >= length[best])) best = at;
            }
        }
        return best;
    }

    void look_back() {
        std::vector<BlockList> before(nodes_.size());
        for (std::uint32_t i = 0; i < nodes_.size(); ++i)
            for (const std::uint32_t next : nodes_[i].successors) before[next].push_back(i);
        BlockList open{last_};
        while (!open.empty()) {
            const std::uint32_t at = open.back();
            open.pop_back();
            if (alive_[at]) continue;
            alive_[at] = true;
            open.insert(open.end(), before[at].begin(), before[at].end());
        }
    }

    const std::vector<FlowNode>& nodes_;
    std::vector<bool> alive_;
    std::uint32_t end_, last_ = no_block;
};

// The number of blocks that lead to each block, without back edges.
std::vector<int> ways_forward(const std::vector<FlowNode>& nodes, const LoopNest& loops) {
    std::vector<int> ways(nodes.size());
    BlockList last(nodes.size(), no_block);
    for (std::uint32_t i = 0; i < nodes.size(); ++i) {
        if (loops.rank(i) == 0) continue;
        for (const std::uint32_t next : nodes[i].successors) {
            if (loops.back(i, next) || std::exchange(last[next], i) == i) continue;
            ++ways[next];
        }
    }
    return ways;
}

}  // namespace

std::vector<Meeting> meetings(const std::vector<FlowNode>& nodes, const std::vector<bool>& ends) {
    const LoopNest loops(nodes, ends);
    const BlockList dominators = immediate_dominators(nodes);
    const std::vector<int> ways = ways_forward(nodes, loops);
    const MainWay main_way(nodes, loops, ends);
    std::vector<Meeting> found(nodes.size());
    std::vector<bool> behind_loops(nodes.size());  // and ends: without a limit of their number
    for (std::uint32_t i = 0; i < nodes.size(); ++i) {
        Meeting& meeting = found[i];
        meeting.rank = meeting.from = loops.rank(i);
        meeting.leads_out = main_way.leaves_from(i);
        if (dominators[i] == no_block) continue;
        if (ends[i]) {  // no lane waits there, but lanes that arrive together return together
            meeting.meets = behind_loops[i] = ways[i] > 1;
            continue;
        }
        meeting.meets = ways[i] > 1 || loops.behind_loop(i);
        if (!meeting.meets) continue;
        const std::uint32_t first = loops.leave(dominators[i], i);
        meeting.from = loops.rank(first);
        // Lanes that leave a loop by their own returns leave in separate groups.
        if (first != dominators[i] && meeting.leads_out && !main_way.leaves_from(dominators[i]))
            meeting.meets = false;
        behind_loops[i] = first != dominators[i] || loops.behind_loop(i);
    }
    keep_one_before({nodes, dominators, behind_loops, main_way.passed()}, found);
    return found;
}

std::vector<WaysBack> several_ways_back(const std::vector<FlowNode>& nodes) {
    const LoopNest loops(nodes, std::vector<bool>(nodes.size()));
    std::vector<WaysBack> found(nodes.size());
    for (std::uint32_t i = 0; i < nodes.size(); ++i) {
        if (loops.rank(i) == 0) continue;
        for (const std::uint32_t to : nodes[i].successors) {
            if (!loops.back(i, to)) continue;
            found[to].to = to;
            if (found[to].from.empty() || found[to].from.back() != i) found[to].from.push_back(i);
        }
    }
    std::erase_if(found, [](const WaysBack& ways) { return ways.from.size() < 2; });
    return found;
}

}  // namespace simulator

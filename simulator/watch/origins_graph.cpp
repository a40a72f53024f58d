// Labels and versions: joins, walks to the leaves, levels, reachability of outputs.
#include "simulator/watch/origins_graph.h"

#include <algorithm>

namespace simulator::origins {

Label Labels::choose(Label chosen, Label compared) {
    if (!compared || chosen == compared) return chosen;
    return add(chosen, compared | choose_kind);
}

Label Labels::index(Label value, Label address) {
    return address ? add(value, address | index_kind) : value;
}

std::uint32_t Labels::operand_tag(Label label) const {
    const Node& node = nodes_[label];
    if (kind(label) == leaf_kind) return 0;
    // Of three operands, two are in an inner node without a tag.
    const auto of = [&](Label operand) {
        const Node& two = nodes_[operand];
        const bool inner = kind(label) == join_kind && kind(operand) == join_kind;
        if (tag(operand) || !inner) return tag(operand);
        return std::max(tag(two.a), tag(two.b & ~kinds));
    };
    const std::uint32_t second = kind(label) == index_kind ? 0 : of(node.b & ~kinds);
    return std::max(of(node.a), second);
}

void Labels::gather(const std::vector<Source>& pool) {
    ++list_;
    omitted_ = 0;
    first_ = pool.size();
}

void Labels::note(const Node& leaf, EdgeKind kind, std::vector<Source>& pool) {
    const bool raced = leaf.b & 1;
    if (leaf.a >= met_.size()) met_.resize(leaf.a + leaf.a / 2 + 64);
    Met& met = met_[leaf.a];
    if (met.list == list_) {
        Source& known = pool[met.at];
        known.kind = std::min(known.kind, kind);
        known.raced = known.raced || raced;
    } else if (pool.size() - first_ >= source_limit) {
        ++omitted_;
    } else {
        met = {list_, static_cast<std::uint32_t>(pool.size())};
        pool.push_back({leaf.a, kind, raced});
    }
}

void Labels::leaves(Label label, EdgeKind kind, std::vector<Source>& pool) {
    if (!label) return;
    const std::uint32_t walk = list_ << 2;
    stack_.clear();
    stack_.emplace_back(label, kind);
    while (!stack_.empty()) {
        const auto [at, strength] = stack_.back();
        stack_.pop_back();
        Node& node = nodes_[at];
        const std::uint32_t met = walk | static_cast<std::uint32_t>(strength);
        if (!at || (node.mark >= walk && node.mark <= met)) continue;
        node.mark = met;
        const std::uint32_t what = node.b & kinds;
        if (what == leaf_kind) {
            note(node, strength, pool);
            continue;
        }
        const EdgeKind second = what == choose_kind  ? EdgeKind::compared
                                : what == index_kind ? EdgeKind::index
                                                     : EdgeKind::data;
        stack_.emplace_back(node.b & ~kinds, std::max(strength, second));
        stack_.emplace_back(node.a, strength);
    }
}

std::uint32_t FlowBook::add(const Version& version, std::span<const Source> sources,
                            std::uint32_t omitted) {
    const auto number = static_cast<std::uint32_t>(flow_.versions.size());
    Version& made = flow_.versions.emplace_back(version);
    made.first_edge = static_cast<std::uint32_t>(flow_.edges.size());
    made.edges = static_cast<std::uint32_t>(sources.size());
    made.omitted = omitted;
    for (const Source& source : sources) {
        const bool moved =
            sources.size() == 1 && flow_.versions[source.version].after == made.after;
        flow_.edges.push_back({source.version, source.kind, moved, source.raced});
        made.raced = made.raced || source.raced;
    }
    if (made.previous) supersede(made.previous);
    current_.push_back(1);
    tested_.push_back(0);
    const std::size_t bytes =
        flow_.versions.size() * sizeof(Version) + flow_.edges.size() * sizeof(Edge);
    if (bytes > byte_limit) flow_.full = true;
    return number;
}

void FlowBook::lose(std::int32_t line, std::string instruction) {
    for (const Lost& known : flow_.lost)
        if (known.line == line && known.instruction == instruction) return;
    flow_.lost.push_back({line, std::move(instruction)});
}

bool FlowBook::same_interval(std::uint32_t version, const Instant& here) const {
    const Version& of = flow_.versions[version];
    const bool made_by_kernel = of.kind != VersionKind::input &&
                                of.kind != VersionKind::unwritten &&
                                of.kind != VersionKind::foreign;
    return made_by_kernel && of.launch == here.launch && of.block == here.block &&
           of.interval == here.interval;
}

std::int32_t FlowBook::level(std::span<const Source> sources, const Instant& here, int array,
                             std::int64_t cell) const {
    std::int32_t level = 0;
    for (const Source& source : sources) {
        if (source.kind == EdgeKind::index || !same_interval(source.version, here)) continue;
        const Version& of = flow_.versions[source.version];
        const bool own = of.array == array && of.cell == cell;
        level = std::max(level, of.level + (own ? 0 : 1));
    }
    return level;
}

bool FlowBook::lives_in_global(const Version& version) const {
    return (version.kind == VersionKind::stored || version.kind == VersionKind::atomic) &&
           version.array >= 0 && arrays.arrays[version.array].space == Space::global;
}

std::shared_ptr<const Flow> FlowBook::publish() const {
    auto flow = std::make_shared<Flow>(flow_);
    flow->arrays = arrays.arrays;
    auto walk = [&](Member<Version, bool> mark, EdgeKind weakest,
                    std::vector<std::uint32_t> stack) {
        for (std::uint32_t version : stack) flow->versions[version].*mark = true;
        while (!stack.empty()) {
            const Version& at = flow->versions[stack.back()];
            stack.pop_back();
            for (std::uint32_t e = at.first_edge; e < at.first_edge + at.edges; ++e) {
                Version& source = flow->versions[flow->edges[e].source];
                if (flow->edges[e].kind > weakest || source.*mark) continue;
                source.*mark = true;
                stack.push_back(flow->edges[e].source);
            }
        }
    };
    std::vector<std::uint32_t> stored, tested;
    for (std::uint32_t v = 1; v < flow->versions.size(); ++v) {
        if (lives_in_global(flow->versions[v])) stored.push_back(v);
        if (tested_[v]) tested.push_back(v);
    }
    tested.insert(tested.end(), stored.begin(), stored.end());
    for (const Comparison& pair : flow->comparisons) stored.insert(stored.end(), {pair.a, pair.b});
    walk(&Version::live, EdgeKind::compared, stored);
    walk(&Version::used, EdgeKind::index, tested);
    return flow;
}

}  // namespace simulator::origins

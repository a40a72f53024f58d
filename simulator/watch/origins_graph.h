// The graphs of origins.cpp. Labels of registers: one graph for each running block, discarded with
// it. Versions of cells and the edges between them: kept for the pictures.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "simulator/watch/array_table.h"
#include "simulator/watch/flow.h"
#include "simulator/watch/room.h"

namespace simulator::origins {

using Label = std::uint32_t;  // of one lane's register: a node below; 0: no data

struct Source {
    std::uint32_t version = 0;
    EdgeKind kind{};
    bool raced = false;
};

// Where and when a version is made or a value is read.
struct Instant {
    std::uint16_t launch = 0;
    std::uint64_t block = 0;
    std::uint32_t interval = 0;
};

// The sources of one block's registers: a graph whose leaves are versions. Nodes never change,
// except that a named value becomes a leaf: see forward().
class Labels {
public:
    static constexpr std::size_t node_limit = 1u << 20;
    static constexpr std::size_t source_limit = 1024;

    Labels() : nodes_(1), made_(1) { nodes_.reserve(4096); }
    Label leaf(std::uint32_t version, bool raced = false) {
        return add(version, leaf_kind | raced);
    }
    Label join(Label a, Label b) {
        if (!a || a == b) return b;
        if (!b) return a;
        if (is_leaf(a) && is_leaf(b) && version(a) == version(b)) return a;
        return add(a, b | join_kind);
    }
    Label choose(Label chosen, Label compared);
    Label index(Label value, Label address);
    /// From now on the value is named `version`, in every register that holds it.
    void forward(Label label, std::uint32_t version) {
        nodes_[label] = {version, leaf_kind, 0, nodes_[label].made};
        if (label < tags_.size()) tags_[label] = 0;
    }
    bool is_leaf(Label label) const { return label && kind(label) == leaf_kind; }
    /// Made by arithmetic, neither read from a cell nor moved.
    bool is_computed(Label label) const {
        return label && (kind(label) == join_kind || kind(label) == choose_kind);
    }
    bool is_indexed(Label label) const { return label && kind(label) == index_kind; }
    std::uint32_t version(Label leaf) const { return nodes_[leaf].a; }
    std::int32_t line(Label label) const { return made_[nodes_[label].made].line; }
    std::uint32_t tag(Label label) const { return label < tags_.size() ? tags_[label] : 0; }
    void set_tag(Label label, std::uint32_t tag) {
        if (label >= tags_.size()) tags_.resize(nodes_.size());
        tags_[label] = tag;
    }
    /// The tag of the operands of `label`, the later one if there are two.
    std::uint32_t operand_tag(Label label) const;
    /// Begins a list of sources at the end of `pool`; leaves() adds to it until the next gather().
    void gather(const std::vector<Source>& pool);
    /// Adds the versions below `label`, each once with its strongest kind, but none stronger than
    /// `kind`.
    void leaves(Label label, EdgeKind kind, std::vector<Source>& pool);
    /// Sources of the list that were dropped because of the limit.
    std::uint32_t omitted() const { return omitted_; }
    bool full() const { return nodes_.size() >= node_limit; }
    std::size_t size() const { return nodes_.size(); }
    /// Sets the line, and the index in the warp's run, of the instruction that makes the next
    /// labels.
    void at(std::int32_t line, std::uint32_t index) { now_ = {line, index}, noted_ = false; }
    std::uint32_t made_at(Label label) const { return made_[nodes_[label].made].index; }

private:
    struct Node {
        std::uint32_t a = 0, b = 0;  // operands, or a leaf's version; b's top bits: kind
        std::uint32_t mark = 0;      // last list of sources that met it, and the kind
        std::uint32_t made = 0;      // its instruction: index into made_
    };
    struct Made {
        std::int32_t line = 0;
        std::uint32_t index = 0;  // in the warp's run
    };
    static constexpr std::uint32_t join_kind = 0, choose_kind = 1u << 30, index_kind = 2u << 30,
                                   leaf_kind = 3u << 30, kinds = 3u << 30;
    std::uint32_t kind(Label label) const { return nodes_[label].b & kinds; }
    Label add(std::uint32_t a, std::uint32_t b) {
        if (!noted_) made_.push_back(now_);
        noted_ = true;
        make_room(nodes_, 1);
        nodes_.push_back({a, b, 0, static_cast<std::uint32_t>(made_.size() - 1)});
        return static_cast<Label>(nodes_.size() - 1);
    }
    void note(const Node& leaf, EdgeKind kind, std::vector<Source>& pool);

    std::vector<Node> nodes_;
    std::vector<Made> made_;           // one for each instruction that made nodes
    std::vector<std::uint32_t> tags_;  // by node: the shuffled value that it came from
    Made now_;
    bool noted_ = false;  // now_ is the last of made_
    std::vector<std::pair<Label, EdgeKind>> stack_;
    struct Met {
        std::uint32_t list = 0, at = 0;
    };
    std::vector<Met> met_;  // by version: its list of sources, and its index there
    std::uint32_t list_ = 0;
    std::uint32_t omitted_ = 0;
    std::size_t first_ = 0;  // of the list in its pool
};

// The current version of every cell of an array; pages are made on demand.
class Shadow {
public:
    std::uint32_t get(std::int64_t cell) const {
        const std::size_t page = static_cast<std::size_t>(cell) / page_size;
        return page < pages_.size() && !pages_[page].empty() ? pages_[page][cell % page_size] : 0;
    }
    void set(std::int64_t cell, std::uint32_t version) {
        const std::size_t page = static_cast<std::size_t>(cell) / page_size;
        if (page >= pages_.size()) pages_.resize(page + 1);
        if (pages_[page].empty()) pages_[page].resize(page_size);
        pages_[page][cell % page_size] = version;
    }

private:
    static constexpr std::size_t page_size = 1024;
    std::vector<std::vector<std::uint32_t>> pages_;
};

// Collects versions, edges and comparisons.
class FlowBook {
public:
    static constexpr std::size_t byte_limit = 64u << 20;

    FlowBook() : current_(1), tested_(1) {
        flow_.versions.reserve(1024);
        flow_.edges.reserve(1024);
        flow_.versions.emplace_back();
    }
    ArrayTable arrays;

    std::uint32_t add(const Version& version, std::span<const Source> sources,
                      std::uint32_t omitted = 0);
    void compare(const Comparison& comparison) { flow_.comparisons.push_back(comparison); }
    void lose(std::int32_t line, std::string instruction);
    void cut_short() { flow_.full = true; }
    bool full() const { return flow_.full; }

    const Version& operator[](std::uint32_t version) const { return flow_.versions[version]; }
    bool is_current(std::uint32_t version) const { return current_[version]; }
    void supersede(std::uint32_t version) { current_[version] = 0; }
    void test(std::uint32_t version) { tested_[version] = 1; }

    /// Whether `version` was made in the interval of `here`.
    bool same_interval(std::uint32_t version, const Instant& here) const;
    /// Level of a value made from `sources` in the interval of `here`: one more than the level of
    /// another cell made there, equal to that of the same cell.
    std::int32_t level(std::span<const Source> sources, const Instant& here, int array,
                       std::int64_t cell) const;

    /// The flow so far, with `live` and `used` set.
    std::shared_ptr<const Flow> publish() const;

private:
    bool lives_in_global(const Version&) const;
    Flow flow_;
    std::vector<std::uint8_t> current_, tested_;
};

}  // namespace simulator::origins

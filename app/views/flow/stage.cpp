// Chooses the stage of a data-flow picture by counting arrows (see stage.h).
#include "app/views/flow/stage.h"

#include <algorithm>
#include <map>
#include <set>
#include <span>
#include <tuple>
#include <utility>

namespace app {

using namespace simulator;

bool made_by_kernel(const Version& version) {
    return version.kind == VersionKind::stored || version.kind == VersionKind::atomic ||
           version.kind == VersionKind::snapshot || version.kind == VersionKind::final_value;
}

std::span<const Edge> edges_of(const Flow& flow, const Version& version) {
    return std::span{flow.edges}.subspan(version.first_edge, version.edges);
}

bool FlowStage::contains(int array) const {
    return std::ranges::find(arrays, array) != arrays.end();
}

std::int64_t FlowStage::column(const Version& version) const {
    if (by_thread && made_by_kernel(version)) return version.thread;
    if (parts_of > 0) return version.cell % parts_of;
    if (pairs_apart == 1) return version.cell / 2;
    return second_of_pair(version.cell) ? version.cell - pairs_apart : version.cell;
}

bool FlowStage::second_of_pair(std::int64_t cell) const {
    return pairs_apart == 1 ? cell % 2 == 1 : pairs_apart > 0 && cell >= pairs_apart;
}

namespace {

class Chooser {
public:
    Chooser(const Flow& flow, const std::vector<std::uint32_t>& made,
            const std::vector<const Comparison*>& comparisons)
        : flow_(flow), made_(made) {
        for (std::uint32_t number : made) {
            const Version& version = flow.versions[number];
            if (version.array < 0) continue;
            ++cells_[version.array];
            for (const Edge& edge : edges_of(flow, version)) count(version, edge);
        }
        for (const Comparison* pair : comparisons) {
            const Version &a = flow.versions[pair->a], &b = flow.versions[pair->b];
            if (a.array == b.array) ++inner_[a.array];
            compared_.insert({pair->a, pair->b});
        }
    }

    FlowStage choose() {
        FlowStage stage;
        if (cells_.empty()) return stage;
        join(stage, most_inner());
        find_relays(stage);
        for (std::uint32_t number : made_)
            if (stage.shows(flow_.versions[number].array)) stage.versions.push_back(number);
        add_inputs(stage);
        choose_columns(stage);
        return stage;
    }

private:
    void count(const Version& version, const Edge& edge) {
        const Version& source = flow_.versions[edge.source];
        if (edge.kind == EdgeKind::index || !version.live || source.array < 0) return;
        if (source.array != version.array)
            ++cross_[{source.array, version.array}];
        else if (source.cell != version.cell)
            ++inner_[version.array];
    }
    Space space(int array) const { return flow_.arrays[array].space; }
    int cross(int from, int to) const {
        const auto found = cross_.find({from, to});
        return found == cross_.end() ? 0 : found->second;
    }
    int inner(int array) const {
        const auto found = inner_.find(array);
        return found == inner_.end() ? 0 : found->second;
    }
    bool feeds_any(int from, const std::vector<int>& arrays) const {
        return std::ranges::any_of(arrays, [&](int to) { return cross(from, to) > 0; });
    }
    bool fed_by_any(int to, const std::vector<int>& arrays) const {
        return std::ranges::any_of(arrays, [&](int from) { return cross(from, to) > 0; });
    }

    int fed_by(int from) const {
        int sum = 0;
        for (const auto& [arrays, arrows] : cross_)
            if (arrays.first == from) sum += arrows;
        return sum;
    }

    // The array with most arrows between different cells of its own. Ties: shared memory first,
    // then the most stores, then the most values made from it.
    int most_inner() const {
        const auto rank = [&](int array) {
            return std::tuple{inner(array), space(array) == Space::shared, cells_.at(array),
                              fed_by(array)};
        };
        int best = cells_.begin()->first;
        for (const auto& [array, cells] : cells_)
            if (rank(array) > rank(best)) best = array;
        return best;
    }

    // Whether values made from `array` are made from the same cells of `best`: then both hold
    // fields of one element. Rows of one tile and columns of another do not.
    bool fields_of_one(int array, int best) const {
        if (inner(best) > 0 || space(best) != Space::shared || fed_by(array) == 0) return false;
        return std::ranges::all_of(made_, [&](std::uint32_t number) {
            std::set<std::int64_t> own, others;
            for (const Edge& edge : edges_of(flow_, flow_.versions[number])) {
                const Version& source = flow_.versions[edge.source];
                if (edge.kind == EdgeKind::index) continue;
                if (source.array == array) own.insert(source.cell);
                if (source.array == best) others.insert(source.cell);
            }
            return std::ranges::includes(others, own);
        });
    }

    // Arrays of one space that feed each other form one stage with several values in a cell.
    void join(FlowStage& stage, int best) const {
        stage.arrays = {best};
        for (const auto& [array, cells] : cells_) {
            if (array == best || space(array) != space(best) || space(array) == Space::global)
                continue;
            bool back = cross(best, array) > 0;
            for (const auto& [other, more] : cells_)
                back = back || (cross(best, other) && cross(other, array));
            const bool coupled = cross(array, best) && back;
            const bool beside = inner(array) && (cross(array, best) || cross(best, array));
            if (coupled || beside || fields_of_one(array, best)) stage.arrays.push_back(array);
        }
        const auto gain = [&](int array) {
            int sum = 0;
            for (int other : stage.arrays) sum += cross(other, array) - cross(array, other);
            return sum;
        };
        const auto shown = std::ranges::max_element(stage.arrays, {}, gain);
        std::iter_swap(stage.arrays.begin(), shown);
    }

    // Shared arrays and lanes that arrows connect to the stage are relays: they have rows of their
    // own between its rows.
    void find_relays(FlowStage& stage) const {
        std::vector<int> joined = stage.arrays;
        for (std::size_t before = 0; before != joined.size();) {
            before = joined.size();
            for (const auto& [array, cells] : cells_) {
                if (space(array) == Space::global ||
                    std::ranges::find(joined, array) != joined.end())
                    continue;
                const bool between = fed_by_any(array, joined) && feeds_any(array, joined);
                const bool goes_on =
                    inner(array) && (fed_by_any(array, joined) || feeds_any(array, joined));
                if (!between && !goes_on) continue;
                joined.push_back(array);
                stage.relays.emplace(array, static_cast<int>(stage.relays.size()) + 1);
            }
        }
    }

    bool by_this_block(const Version& version) const {
        const Version& own = flow_.versions[made_.front()];
        return version.block == own.block && version.launch == own.launch;
    }

    void add_inputs(FlowStage& stage) const {
        std::vector<std::uint32_t> read;
        const auto add = [&](std::uint32_t number) {
            const Version& version = flow_.versions[number];
            // Values of an earlier launch or another block count as inputs, as those from the host.
            const bool left = made_by_kernel(version) && !by_this_block(version);
            const bool stands =
                left || version.kind == VersionKind::input || version.kind == VersionKind::foreign;
            if (stands && stage.contains(version.array)) read.push_back(number);
        };
        for (std::uint32_t number : stage.versions)
            for (const Edge& edge : edges_of(flow_, flow_.versions[number])) add(edge.source);
        for (const auto& [a, b] : compared_) add(a), add(b);
        std::ranges::sort(read);
        const auto again = std::unique(read.begin(), read.end());
        stage.versions.insert(stage.versions.end(), read.begin(), again);
        std::ranges::sort(stage.versions);
    }

    // A column is the writing thread if each thread owns one cell a row, and if that more than
    // doubles the vertical arrows. It does where a kernel uses two halves of an array in turn.
    void choose_columns(FlowStage& stage) const {
        if (space(stage.arrays[0]) == Space::none) return;
        // The owner of each cell in each row: array, interval, level, thread, cell.
        std::vector<std::tuple<int, std::uint32_t, std::int32_t, std::uint32_t, std::int64_t>>
            owned;
        int by_cell = 0, by_thread = 0;
        for (std::uint32_t number : stage.versions) {
            const Version& version = flow_.versions[number];
            if (!made_by_kernel(version)) continue;
            owned.emplace_back(version.array, version.interval, version.level, version.thread,
                               version.cell);
            for (const Edge& edge : edges_of(flow_, version)) {
                const Version& source = flow_.versions[edge.source];
                if (edge.kind == EdgeKind::index || !stage.contains(source.array)) continue;
                by_cell += source.cell == version.cell;
                by_thread += made_by_kernel(source) && source.thread == version.thread;
            }
        }
        if (by_thread <= 2 * by_cell) return;
        std::set<std::uint32_t> threads;
        std::set<std::int64_t> cells;
        for (const auto& [array, interval, level, thread, cell] : owned) {
            threads.insert(thread);
            cells.insert(cell);
        }
        std::ranges::sort(owned);
        const auto again = std::unique(owned.begin(), owned.end());
        const auto shares = [](const auto& a, const auto& b) {
            return std::tie(std::get<0>(a), std::get<1>(a), std::get<2>(a), std::get<3>(a)) ==
                   std::tie(std::get<0>(b), std::get<1>(b), std::get<2>(b), std::get<3>(b));
        };
        // not for one thread that walks over all cells
        const bool spread = threads.size() * 4 >= cells.size();
        stage.by_thread = spread && std::adjacent_find(owned.begin(), again, shares) == again;
    }

    const Flow& flow_;
    const std::vector<std::uint32_t>& made_;
    std::map<int, int> cells_, inner_;
    std::map<std::pair<int, int>, int> cross_;
    std::set<std::pair<std::uint32_t, std::uint32_t>> compared_;
};

}  // namespace

FlowStage stage_of(const Flow& flow, const std::vector<std::uint32_t>& made,
                   const std::vector<const Comparison*>& comparisons) {
    return Chooser(flow, made, comparisons).choose();
}

}  // namespace app

// Finds three matrices among a run's arrays, and sorts its block's requests by matrix. See
// product.h.
#include "app/views/tiles/product.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <span>

#include "app/views/cell_names.h"

namespace app {
namespace {

using simulator::Event;
using simulator::EventKind;
using simulator::Space;

struct Found {
    std::optional<Product> product;
};

// The arrays that are matrices, with their shapes, in the host's order.
std::vector<ProductMatrix> matrices_of(const lab::Run& run) {
    std::vector<ProductMatrix> all;
    for (const lab::ShapeRecord& record : run.shapes) {
        if (record.shape.z != 1 || record.shape.y < 2) continue;
        const auto& arrays = run.trace->arrays;
        const auto at = std::ranges::find_if(arrays, [&](const simulator::Array& array) {
            return array.space == Space::global && array.name == record.buffer;
        });
        if (at == arrays.end()) continue;
        ProductMatrix one;
        one.array = int(at - arrays.begin());
        one.name = name_in_kernel(run, 0, *at);
        one.rows = int(record.shape.y), one.columns = int(record.shape.x);
        all.push_back(std::move(one));
    }
    return all;
}

bool is_access(const Event& event, EventKind kind, Space space) {
    return event.kind == kind && event.space == space;
}

// The elements of an array that lanes of the event move, ascending, one entry a lane and number.
std::vector<std::uint32_t> elements_of(const simulator::Trace& trace, const Event& event,
                                       int array) {
    std::vector<std::uint32_t> elements;
    for (const simulator::Slot& slot : trace.lanes_of(event)) {
        std::int64_t element = 0;
        if (trace.array_of(event, slot.address, &element) == array)
            elements.push_back(std::uint32_t(element));
    }
    std::ranges::sort(elements);
    return elements;
}

std::vector<TileRun> runs_of(const std::vector<std::uint32_t>& elements) {
    std::vector<TileRun> runs;
    for (auto at = elements.begin(); at != elements.end();) {
        const auto next = std::upper_bound(at, elements.end(), *at);
        const auto lanes = std::uint32_t(next - at);
        if (!runs.empty() && runs.back().lanes == lanes &&
            runs.back().first + runs.back().length == *at)
            ++runs.back().length;
        else
            runs.push_back({*at, 1, lanes});
        at = next;
    }
    return runs;
}

/// Adds the event to the matrix's touches; returns whether the event moves any of its numbers.
bool touch(ProductMatrix& matrix, const simulator::Trace& trace, const Event& event, int step) {
    const std::vector<std::uint32_t> elements = elements_of(trace, event, matrix.array);
    if (elements.empty()) return false;
    if (matrix.touches.empty() || matrix.touches.back().step != step)
        matrix.touches.push_back({.step = step, .box = {}, .lanes = 0, .runs = {}});
    TileTouch& now = matrix.touches.back();
    now.lanes += elements.size();
    now.loads += elements.size() / std::max<std::size_t>(1, event.count);
    const auto columns = std::uint32_t(matrix.columns);
    for (const std::uint32_t element : elements)
        now.box.take(int(element % columns), int(element / columns));
    std::ranges::copy(runs_of(elements), std::back_inserter(now.runs));
    return true;
}

// The matrix from which a shared array's numbers came. A store counts for a matrix if one of its
// warp's recent loads of it brought each lane the number that it stores.
class Keepers {
public:
    explicit Keepers(const simulator::Trace& trace) : trace_(trace) {}

    void loaded(const Event& event, std::size_t matrix) {
        auto& last = loads_[event.warp];
        last.push_back({&event, matrix});
        if (last.size() > most_remembered) last.erase(last.begin());
    }
    void stored(const Event& event) {
        const auto slots = trace_.lanes_of(event);
        if (slots.empty()) return;
        const int array = trace_.array_of(event, slots.front().address, nullptr);
        for (const Load& load : loads_[event.warp])
            if (array >= 0 && brought(*load.event, event)) ++votes_[array][load.matrix];
    }
    /// By shared array: the matrix from which most of its stores came.
    std::map<int, std::size_t> found() const {
        std::map<int, std::size_t> all;
        for (const auto& [array, votes] : votes_)
            all[array] = std::size_t(std::ranges::max_element(votes) - votes.begin());
        return all;
    }

private:
    static constexpr std::size_t most_remembered = 16;
    struct Load {
        const Event* event;
        std::size_t matrix;
    };
    bool brought(const Event& load, const Event& store) const {
        for (int lane = 0; lane < simulator::warp_size; ++lane) {
            const simulator::Slot* put = trace_.slot(store, lane);
            if (!put) continue;
            bool has = false;
            for (int k = 0; k < load.count && !has; ++k) {
                const simulator::Slot* got = trace_.slot(load, lane, k);
                has = got && got->value == put->value;
            }
            if (!has) return false;
        }
        return true;
    }

    const simulator::Trace& trace_;
    std::map<std::uint32_t, std::vector<Load>> loads_;  // the last loads of each warp
    std::map<int, std::array<std::uint64_t, 2>> votes_;
};

// Calls `use` with every event of the run's steps, and its step.
template <class Use>
void each_event(const lab::Run& run, Use use) {
    for (int step = 0; step < int(run.steps.size()); ++step)
        for (const std::uint32_t id : run.steps[std::size_t(step)].events)
            use(run.trace->events[id], step);
}

void sort_requests(Product& product, const lab::Run& run) {
    Keepers keepers(*run.trace);
    each_event(run, [&](const Event& event, int step) {
        for (const std::size_t i : {0u, 1u})
            if (is_access(event, EventKind::load, Space::global) &&
                touch(product.of[i], *run.trace, event, step))
                keepers.loaded(event, i);
        if (is_access(event, EventKind::store, Space::global))
            touch(product.of[2], *run.trace, event, step);
        if (is_access(event, EventKind::store, Space::shared)) keepers.stored(event);
    });
    for (const auto& [array, matrix] : keepers.found()) product.of[matrix].kept_in.push_back(array);
}

void add_sums(ProductMatrix& matrix, const lab::Run& run) {
    matrix.sums.resize(run.steps.size());
    for (const TileTouch& touch : matrix.touches) {
        matrix.sums[std::size_t(touch.step)].memory += touch.lanes;
        matrix.sums[std::size_t(touch.step)].loads += touch.loads;
        matrix.all.take(touch.box);
    }
    each_event(run, [&](const Event& event, int step) {
        if (!is_access(event, EventKind::load, Space::shared)) return;
        const auto slots = run.trace->lanes_of(event);
        const auto kept = std::ranges::count_if(slots, [&](const simulator::Slot& slot) {
            const int array = run.trace->array_of(event, slot.address, nullptr);
            return std::ranges::find(matrix.kept_in, array) != matrix.kept_in.end();
        });
        if (kept == 0) return;
        TileSums& sum = matrix.sums[std::size_t(step)];
        sum.shared += std::uint64_t(kept);
        ++sum.requests, sum.wavefronts += event.wavefronts, sum.ideal += event.ideal;
        sum.widest = std::max(sum.widest, size_of(event.type) * event.count);
    });
    for (std::size_t step = 1; step < matrix.sums.size(); ++step)
        matrix.sums[step] += matrix.sums[step - 1];
}

bool multiplies(const Product& product) {
    const ProductMatrix &a = product.a(), &b = product.b(), &c = product.c();
    return a.columns == b.rows && c.rows == a.rows && c.columns == b.columns &&
           !a.touches.empty() && !b.touches.empty() && !c.touches.empty();
}

Found find_product(const lab::Run& run) {
    if (!run.trace || run.steps.empty() || run.trace->full) return {};
    std::vector<ProductMatrix> matrices = matrices_of(run);
    if (matrices.size() != 3) return {};
    Product product;
    std::ranges::move(matrices, product.of.begin());
    product.inner = product.a().columns;
    sort_requests(product, run);
    if (!multiplies(product)) return {};
    for (ProductMatrix& matrix : product.of) add_sums(matrix, run);
    return {std::move(product)};
}

double share_of(double products, std::uint64_t moved) {
    return moved > 0 ? products / double(moved) : 0;
}

}  // namespace

void TileBox::take(int column, int row) { take(TileBox{column, row, column + 1, row + 1}); }

void TileBox::take(const TileBox& other) {
    if (other.empty()) return;
    if (empty()) {
        *this = other;
        return;
    }
    left = std::min(left, other.left), top = std::min(top, other.top);
    right = std::max(right, other.right), bottom = std::max(bottom, other.bottom);
}

TileSums ProductMatrix::at(int step) const {
    if (step < 0 || sums.empty()) return {};
    return sums[std::min(std::size_t(step), sums.size() - 1)];
}

TileBox ProductMatrix::tile_at(const lab::Run& run, int step) const {
    const auto behind = std::ranges::upper_bound(touches, step, {}, &TileTouch::step);
    if (behind == touches.begin()) return {};
    const auto interval = [&](const TileTouch& touch) {
        const simulator::Step& at = run.steps[std::size_t(touch.step)];
        return std::pair(at.launch, at.interval);
    };
    auto touch = behind - 1;
    TileBox box = touch->box;
    // Without shared memory no barrier waits for a tile: a step is one tile.
    if (kept_in.empty()) return box;
    for (const auto last = interval(*touch); touch != touches.begin();) {
        --touch;
        if (interval(*touch) != last) break;
        box.take(touch->box);
    }
    return box;
}

std::vector<std::uint32_t> ProductMatrix::moved(int step) const {
    std::vector<std::uint32_t> counts(std::size_t(rows) * std::size_t(columns));
    for (const TileTouch& touch : touches) {
        if (touch.step > step) break;
        for (const TileRun& run : touch.runs)
            for (std::size_t i = run.first; i < run.first + run.length && i < counts.size(); ++i)
                counts[i] += run.lanes;
    }
    return counts;
}

double Product::for_each_load(const ProductMatrix& matrix) const {
    return share_of(products(), matrix.at(steps()).memory);
}

double Product::for_each_read(const ProductMatrix& matrix) const {
    return share_of(products(), matrix.at(steps()).shared);
}

double Product::share_read(int step) const {
    const auto read = [&](const ProductMatrix& matrix, int at) {
        const TileSums sums = matrix.at(at);
        return double(matrix.kept_in.empty() ? sums.memory : sums.shared);
    };
    double share = 1;
    for (const ProductMatrix* matrix : {&a(), &b()})
        share = std::min(share, read(*matrix, step) / std::max(1., read(*matrix, steps())));
    return share;
}

const Product* product_of(const lab::Run& run) {
    const Found& found = run.derived(0, [&] { return find_product(run); });
    return found.product ? &*found.product : nullptr;
}

}  // namespace app

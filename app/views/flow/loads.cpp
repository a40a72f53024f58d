// Finds the steps of loads. See loads.h.
#include "app/views/flow/loads.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <utility>
#include <vector>

namespace app {

using namespace simulator;

namespace {

// By thread: the addresses that it loads, and the loads whose step is not known yet. Steps are
// noted from the last to the first.
class LoadSteps {
public:
    void add(Address address, FlowLoad& load) {
        if (load.thread >= of_thread_.size()) of_thread_.resize(load.thread + std::size_t{1});
        of_thread_[load.thread].emplace_back(address, &load);
        ++left_;
    }
    void finish() {
        for (Loads& loads : of_thread_) std::ranges::sort(loads, {}, &Wanted::first);
    }
    void note(std::uint32_t thread, Address address, int step);
    bool all_found() const { return left_ == 0; }

private:
    using Wanted = std::pair<Address, FlowLoad*>;
    using Loads = std::vector<Wanted>;
    std::vector<Loads> of_thread_;  // each ascending
    std::size_t left_ = 0;
};

void LoadSteps::note(std::uint32_t thread, Address address, int step) {
    if (thread >= of_thread_.size()) return;
    Loads& loads = of_thread_[thread];
    for (auto at = std::ranges::lower_bound(loads, address, {}, &Wanted::first);
         at != loads.end() && at->first == address; ++at) {
        FlowLoad& load = *at->second;
        if (load.step >= 0 || (load.needed >= 0 && load.needed < step)) continue;
        --left_;
        load.step = step;
    }
}

void note_event(const Trace& trace, const Event& event, int step, LoadSteps& wanted) {
    for (int lane = 0; lane < warp_size; ++lane)
        for (int k = 0; event.mask >> lane & 1 && k < event.count; ++k)
            if (const simulator::Slot* slot = trace.slot(event, lane, k))
                wanted.note(event.warp * warp_size + static_cast<std::uint32_t>(lane),
                            slot->address, step);
}

// Where the cells of an array lie.
struct PlacedCells {
    Address base = 0;
    std::int64_t bytes = 0;  // bytes of one cell
};

std::vector<PlacedCells> cells_of(const Flow& flow) {
    std::vector<PlacedCells> all;
    for (const Array& array : flow.arrays) all.push_back({array.base, size_of(array.type)});
    return all;
}

// Several numbers that one thread loads in one step come by one load.
bool of_one_load(const Flow& flow, const FlowLoad& a, const FlowLoad& b) {
    const bool itself = &a == &b;
    return itself || (a.step >= 0 && a.step == b.step && a.thread == b.thread &&
                      flow.versions[a.version].array == flow.versions[b.version].array);
}

}  // namespace

void order_loads(const Flow& flow, const FlowQuestion& question, FlowLoads& columns) {
    const std::vector<PlacedCells> arrays = cells_of(flow);
    LoadSteps wanted;
    for (auto& [column, loads] : columns)
        for (FlowLoad& load : loads) {
            const Version& version = flow.versions[load.version];
            const PlacedCells& in = arrays[static_cast<std::size_t>(version.array)];
            wanted.add(in.base + static_cast<Address>(version.cell * in.bytes), load);
        }
    wanted.finish();
    const int steps = question.trace ? static_cast<int>(question.steps.size()) : 0;
    for (int i = steps - 1; i >= 0 && !wanted.all_found(); --i) {
        const Step& step = question.steps[static_cast<std::size_t>(i)];
        const bool loads = step.kind == EventKind::load && step.space == Space::global;
        if (!loads || step.block != question.block || step.launch != question.launch) continue;
        for (const std::uint32_t event : step.events)
            note_event(*question.trace, question.trace->events[event], i, wanted);
    }
    for (auto& [column, loads] : columns) {
        std::ranges::stable_sort(loads, {}, &FlowLoad::step);
        for (auto from = loads.begin(); from != loads.end();) {
            const auto end = std::find_if_not(from, loads.end(), [&](const FlowLoad& load) {
                return of_one_load(flow, *from, load);
            });
            std::ranges::sort(from, end, {}, [&](const FlowLoad& load) {
                return flow.versions[load.version].cell;
            });
            from = end;
        }
    }
}

const std::vector<FlowLoad>& most_loads(const FlowLoads& columns) {
    static const std::vector<FlowLoad> none;
    const auto most = std::ranges::max_element(
        columns, {}, [](const FlowLoads::value_type& column) { return column.second.size(); });
    return most == columns.end() ? none : most->second;
}

std::vector<int> rows_of_loads(const Flow& flow, const std::vector<FlowLoad>& most,
                               const std::vector<FlowLoad>& of_column) {
    const auto array_of = [&](const FlowLoad& load) { return flow.versions[load.version].array; };
    std::vector<int> rows;
    std::size_t row = 0;
    for (const FlowLoad& load : of_column) {
        while (row < most.size() && array_of(most[row]) != array_of(load)) ++row;
        if (row == most.size()) break;
        rows.push_back(static_cast<int>(row++));
    }
    if (rows.size() == of_column.size()) return rows;
    rows.resize(of_column.size());
    std::iota(rows.begin(), rows.end(), 0);
    return rows;
}

std::vector<FlowLoadPart> parts_of_loads(const Flow& flow, const std::vector<FlowLoad>& loads) {
    std::vector<FlowLoadPart> all;
    for (std::size_t from = 0, end = 0; from < loads.size(); from = end) {
        while (end < loads.size() && of_one_load(flow, loads[from], loads[end])) ++end;
        const int load = all.empty() ? 0 : all.back().load + 1;
        for (std::size_t k = from; k < end; ++k)
            all.push_back({load, static_cast<int>(k - from), static_cast<int>(end - from)});
    }
    return all;
}

std::uint64_t values_loaded(const Trace& trace, int launch, std::uint64_t block) {
    std::uint64_t values = 0;
    for (const Event& event : trace.events)
        if (event.launch == launch && event.block == block && event.kind == EventKind::load &&
            event.space == Space::global)
            values += static_cast<std::uint64_t>(std::popcount(event.mask)) * event.count;
    return values;
}

}  // namespace app

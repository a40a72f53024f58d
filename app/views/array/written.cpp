// Reads stores out of the trace. See written.h.
#include "app/views/array/written.h"

#include <algorithm>
#include <cstring>
#include <set>

namespace app {
namespace {

constexpr std::uint64_t most_elements = 1 << 14;  // more cells would be too small to see

const lab::Launch* first_launch(const lab::Plan& plan) {
    for (const lab::PlanStep& step : plan.steps)
        if (const auto* launch = std::get_if<lab::Launch>(&step)) return launch;
    return nullptr;
}

// Fills in the values before the launch.
void put_start(WrittenArray& made, const lab::Allocation& allocation, std::uint64_t seed) {
    const auto size = static_cast<std::size_t>(simulator::size_of(made.type));
    std::vector<std::byte> bytes(made.elements.size() * size);
    lab::fill_bytes(allocation, seed, 0, bytes);
    for (std::size_t i = 0; i < made.elements.size(); ++i)
        std::memcpy(&made.elements[i].value, bytes.data() + i * size, size);
}

void put_stores(WrittenArray& made, const lab::Run& run, const simulator::Event& event) {
    for (int lane = 0; lane < simulator::warp_size; ++lane)
        for (int k = 0; k < event.count; ++k) {
            const simulator::Slot* slot = run.trace->slot(event, lane, k);
            std::int64_t element = -1;
            const int array = slot ? run.trace->array_of(event, slot->address, &element) : -1;
            if (array < 0 || run.trace->arrays[std::size_t(array)].name != made.name) continue;
            if (element < 0 || element >= std::ssize(made.elements)) continue;
            const std::int64_t thread = std::int64_t(event.block) * made.threads_of_block() +
                                        std::int64_t(event.warp) * simulator::warp_size + lane;
            if (thread >= std::ssize(made.of_thread)) continue;
            made.elements[std::size_t(element)] = {slot->value, thread};
            made.of_thread[std::size_t(thread)] = element;
        }
}

void note(WrittenArray& made, const simulator::Fault& fault) {
    if (fault.kind == simulator::FaultKind::out_of_bounds) made.past_end = fault.element;
    if (fault.kind == simulator::FaultKind::copied_unwritten) made.copied_before = true;
}

WrittenArray read_array(const lab::Run& run) {
    WrittenArray made;
    const lab::Settings& settings = run.request.settings;
    if (!settings.subject) return made;
    const lab::Plan plan = lab::plan_of(settings);
    const lab::Launch* launch = first_launch(plan);
    if (!launch || plan.results.empty() || plan.results.front().count > most_elements) return made;
    const lab::Allocation& allocation = plan.allocations.at(std::size_t(plan.results.front().id));
    made.name = allocation.name;
    made.type = allocation.buffer.type;
    made.grid = launch->size.grid, made.block = launch->size.block;
    made.began = !run.launches.empty();
    made.elements.resize(allocation.buffer.count);
    put_start(made, allocation, run.request.seed);
    made.nobodys = std::ssize(made.elements);
    if (!made.began || !run.trace || made.threads() > std::int64_t(4 * most_elements)) return made;
    made.of_thread.assign(std::size_t(made.threads()), -1);
    for (const simulator::Event& event : run.trace->events)
        if (event.kind == simulator::EventKind::store && event.space == simulator::Space::global &&
            event.launch == 0)
            put_stores(made, run, event);
    made.nobodys = std::ranges::count(made.elements, -1, &WrittenElement::thread);
    made.idle = std::ranges::count(made.of_thread, -1);
    for (const simulator::Fault& fault : run.faults)
        if (fault.buffer == made.name) note(made, fault);
    return made;
}

}  // namespace

std::int64_t WrittenArray::writers() const {
    std::set<std::int64_t> all;
    for (const WrittenElement& element : elements)
        if (element.thread >= 0) all.insert(element.thread);
    return std::ssize(all);
}

std::int64_t WrittenArray::blocks_writing() const {
    std::set<std::int64_t> all;
    for (std::int64_t thread = 0; thread < std::ssize(of_thread); ++thread)
        if (of_thread[std::size_t(thread)] >= 0) all.insert(thread / threads_of_block());
    return std::ssize(all);
}

// False where a block writes nothing.
bool WrittenArray::repeats() const {
    const std::int64_t each = threads_of_block(), blocks = std::int64_t(grid.count());
    if (!began || blocks < 2 || each < 2 || blocks_writing() < blocks) return false;
    for (std::int64_t thread = each; thread < std::ssize(of_thread); ++thread) {
        const std::int64_t here = of_thread[std::size_t(thread)],
                           first = of_thread[std::size_t(thread % each)];
        if (here >= 0 && first >= 0 &&
            elements[std::size_t(here)].value != elements[std::size_t(first)].value)
            return false;
    }
    return nobodys < std::ssize(elements);
}

const WrittenArray& written_array(const lab::Run& run) {
    return run.derived(0, [&] { return read_array(run); });
}

}  // namespace app

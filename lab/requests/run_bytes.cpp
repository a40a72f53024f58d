// Sums the memory that a run keeps.
#include "lab/requests/run_bytes.h"

#include <set>

namespace lab {

namespace {

template <class Element>
std::size_t bytes_in(const std::vector<Element>& all) {
    return all.capacity() * sizeof(Element);
}

std::size_t bytes_of_watch(const Run& run) {
    std::size_t sum = 0;
    if (run.trace) sum += bytes_in(run.trace->events) + bytes_in(run.trace->slots);
    if (run.flow)
        sum += bytes_in(run.flow->versions) + bytes_in(run.flow->edges) +
               bytes_in(run.flow->comparisons);
    if (run.line_values) sum += bytes_in(run.line_values->left) + bytes_in(run.line_values->bits);
    for (const simulator::Step& step : run.steps) sum += sizeof step + bytes_in(step.events);
    return sum;
}

}  // namespace

std::size_t bytes_of(const Run& run) {
    std::size_t sum = sizeof run + bytes_of_watch(run) + run.printed.capacity() +
                      bytes_in(run.printed_calls) + run.source_text.capacity() +
                      run.ptx_text.capacity() + bytes_in(run.launches) + bytes_in(run.spans) +
                      bytes_in(run.lines) + bytes_in(run.ptx_lines) + bytes_in(run.faults) +
                      bytes_in(run.time.samples);
    for (const FieldShot& field : run.fields) sum += bytes_in(field.values);
    for (const ResultShot& result : run.results) sum += bytes_in(result.values);
    return sum;
}

std::size_t bytes_of(const Result& result) {
    std::set<const Run*> runs{result.picture.get(), result.counted.get(), result.timed.get()};
    for (const auto& run : result.elsewhere) runs.insert(run.get());
    std::size_t sum = 0;
    for (const Run* run : runs)
        if (run) sum += bytes_of(*run);
    return sum;
}

}  // namespace lab

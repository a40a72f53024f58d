// See both_sides_text.h.
#include "lab/host_code/both_sides_text.h"

#include <algorithm>

#include <fmt/format.h>

namespace lab::host_code {
namespace {

// CUDA 13 names a place in memory, CUDA 12 a device's number.
const char* const prefetch_text = R"(
// Moves managed memory to the device or to the host before it is touched there. CUDA 13 takes a
// place in memory, and CUDA 12 a device's number.
cudaError_t prefetch(const void* memory, size_t bytes, bool to_device, cudaStream_t stream = 0)
{
#if CUDART_VERSION >= 13000
    cudaMemLocation place = {};
    place.type = to_device ? cudaMemLocationTypeDevice : cudaMemLocationTypeHost;
    return cudaMemPrefetchAsync(memory, bytes, place, 0, stream);
#else
    return cudaMemPrefetchAsync(memory, bytes, to_device ? 0 : cudaCpuDeviceId, stream);
#endif
}
)";

const char* const advice_text = R"(
// Says that memory is mostly read: a page that both sides read is on both.
cudaError_t mostly_read(const void* memory, size_t bytes)
{
#if CUDART_VERSION >= 13000
    cudaMemLocation place = {};
    place.type = cudaMemLocationTypeDevice;
    return cudaMemAdvise(memory, bytes, cudaMemAdviseSetReadMostly, place);
#else
    return cudaMemAdvise(memory, bytes, cudaMemAdviseSetReadMostly, 0);
#endif
}
)";

const char* const read_text = R"(
// The host reads a byte of each of its pages.
void read_pages(const void* memory, size_t bytes)
{
    const volatile char* at = static_cast<const volatile char*>(memory);
    for (size_t i = 0; i < bytes; i += 4096)
        (void)at[i];
}
)";

bool moves_by(const Plan& plan, Transfer::Means means) {
    return std::ranges::any_of(plan.steps, [means](const PlanStep& step) {
        const auto* transfer = std::get_if<Transfer>(&step);
        return transfer && transfer->means == means;
    });
}

}  // namespace

std::string both_sides_helpers(const Plan& plan) {
    std::string text;
    if (moves_by(plan, Transfer::Means::prefetch)) text += prefetch_text;
    if (std::ranges::any_of(plan.allocations, &Allocation::read_mostly)) text += advice_text;
    if (moves_by(plan, Transfer::Means::read)) text += read_text;
    return text;
}

const char* words_of_memory(const std::vector<Array>& arrays) {
    if (std::ranges::any_of(arrays, &Array::managed))
        return "Managed memory: host and device use it, and it moves to the side that touches it.";
    if (std::ranges::any_of(arrays, &Array::mapped))
        return "Page-locked memory of the host, which the device reaches over the bus.";
    return "Device memory.";
}

void write_allocation(Writer& out, const Array& array) {
    const char* const function = array.managed  ? "cudaMallocManaged"
                                 : array.mapped ? "cudaMallocHost"
                                                : "cudaMalloc";
    out.line(fmt::format("CHECK({}(&{}, {}));", function, array.device, array.bytes()));
    if (array.read_mostly)
        out.line(fmt::format("CHECK(mostly_read({}, {}));", array.device, array.bytes()));
}

void write_first_touches(Writer& out, const std::vector<Array>& arrays) {
    const auto written = [](const Array& a) { return a.host_writes && (a.filled || a.zeroed); };
    const auto fresh = [](const Array& a) { return a.host_writes && !a.filled && !a.zeroed; };
    if (std::ranges::any_of(arrays, written)) out.comment("The host writes first.");
    for (const Array& array : arrays) {
        if (!written(array)) continue;
        if (array.zeroed)
            out.line(fmt::format("std::fill_n({}, {}, {}(0));", array.device, array.buffer.count,
                                 array.type));
        else
            out.line(
                fmt::format("std::copy({0}.begin(), {0}.end(), {1});", array.host, array.device));
    }
    if (std::ranges::any_of(arrays, fresh))
        out.comment("New memory in each round: neither side has touched it.");
    for (const Array& array : arrays) {
        if (!fresh(array)) continue;
        out.line(fmt::format("CHECK({}({}));", array.mapped ? "cudaFreeHost" : "cudaFree",
                             array.device));
        write_allocation(out, array);
    }
    if (std::ranges::any_of(arrays, &Array::host_writes)) out.gap();
}

void write_move(Writer& out, const Transfer& transfer, const Array& array,
                const std::string& memory, const std::string& stream) {
    const std::string bytes = transfer.count ? bytes_of(transfer.count, array.type) : array.bytes();
    if (transfer.means == Transfer::Means::read) {
        out.line(stream.empty() ? "CHECK(cudaDeviceSynchronize());"
                                : fmt::format("CHECK(cudaStreamSynchronize({}));", stream));
        out.line(fmt::format("read_pages({}, {});", memory, bytes));
        return;
    }
    std::vector<std::string> arguments{memory, bytes,
                                       transfer.way == Transfer::Way::to_device ? "true" : "false"};
    if (!stream.empty()) arguments.push_back(stream);
    out.call("CHECK(prefetch", arguments, ");");
}

}  // namespace lab::host_code

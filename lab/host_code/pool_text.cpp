// See pool_text.h.
#include "lab/host_code/pool_text.h"

#include <algorithm>

#include <fmt/format.h>

namespace lab::host_code {

void write_pool(Writer& out, const Plan& plan, const std::vector<Array>& arrays) {
    if (std::ranges::none_of(arrays, &Array::by_steps)) return;
    out.gap();
    out.comment(plan.uses_pool()
                    ? "A pool gives this memory in the order of a stream, and takes it back."
                    : "This memory is allocated and freed between the steps.");
    for (const Array& array : arrays)
        if (array.by_steps) out.line(fmt::format("{}* {};", array.type, array.device));
    if (!plan.uses_pool()) return;
    out.line("int has_pools = 0;");
    out.line("CHECK(cudaDeviceGetAttribute(&has_pools, cudaDevAttrMemoryPoolsSupported, 0));");
    out.open("if (!has_pools) {");
    out.line(R"(std::fprintf(stderr, "This device has no memory pools, which cudaMallocAsync )"
             R"(needs.\n");)");
    out.line("return 2;");
    out.close();
    if (!plan.pool_keeps) return;
    out.comment(
        "The pool keeps all that is freed. By default it gives that back to the device whenever "
        "the host waits for a stream, an event or the device.");
    out.line("cudaMemPool_t pool;");
    out.line("CHECK(cudaDeviceGetDefaultMemPool(&pool, 0));");
    out.line("std::uint64_t kept_bytes = UINT64_MAX;");
    out.call("CHECK(cudaMemPoolSetAttribute",
             {"pool", "cudaMemPoolAttrReleaseThreshold", "&kept_bytes"}, ");");
}

void write_memory_call(Writer& out, const MemoryCall& call, const std::string& array,
                       const std::string& bytes, const std::string& stream) {
    const bool in_stream = call.by == MemoryCall::By::stream;
    std::vector<std::string> arguments{call.frees ? array : "&" + array};
    if (!call.frees) arguments.push_back(bytes);
    if (in_stream) arguments.push_back(stream.empty() ? "0" : stream);
    out.call(
        fmt::format("CHECK({}{}", call.frees ? "cudaFree" : "cudaMalloc", in_stream ? "Async" : ""),
        arguments, ");");
}

}  // namespace lab::host_code

// The calls of a program for memory that has its place among the steps: cudaMalloc and cudaFree, or
// cudaMallocAsync and cudaFreeAsync. Called by main_text.
#pragma once

#include <string>
#include <vector>

#include "lab/host_code/arrays.h"
#include "lab/host_code/writer.h"

namespace lab::host_code {

/// The variables of arrays that steps allocate, and what the pool shall keep.
void write_pool(Writer& out, const Plan& plan, const std::vector<Array>& arrays);
/// `stream` empty: the default stream.
void write_memory_call(Writer& out, const MemoryCall& call, const std::string& array,
                       const std::string& bytes, const std::string& stream);

}  // namespace lab::host_code

// The plan's buffers as a program has them: names on host and device, what fills them, when.
#pragma once

#include <string>
#include <vector>

#include "lab/host_code/kernel_text.h"
#include "lab/host_code/writer.h"

namespace lab::host_code {

struct Array {
    Buffer buffer;
    Fill fill;
    std::string type;     // of C++
    std::string device;   // name on the device
    std::string host;     // what fills it, as the host has it; empty where nothing does
    std::string landing;  // page-locked, where a step of the plan brings it; empty where none does
    std::string result;   // where the host reads the result; empty where it is none
    bool filled = false;  // by a formula, on the host
    bool zeroed = false;  // by cudaMemset
    bool uploaded = false;  // by a step of the plan, from page-locked memory
    bool downloaded = false;
    bool symbol = false;   // a variable of the kernels' source
    bool managed = false;  // both sides name it alike, and nobody copies it
    bool written = false;  // by a step of the plan, so that every round fills it anew
    // Copied to the host with nothing in it yet: else each round would find what the one before it
    // left there, and only the first would be seen to fail.
    bool early = false;

    /// Bytes of it: "numbers.size() * sizeof(float)" where the host has a vector of them.
    std::string bytes() const;
};

/// By the buffers' ids. Fails where C++ has no plain type for one.
simulator::Outcome<std::vector<Array>> arrays_of(const Plan& plan, const KernelText& kernels,
                                                 bool managed, Names& names);

/// The functions of the host that make the inputs of these arrays; empty where none is needed.
std::string generators(const std::vector<Array>& arrays, std::uint64_t seed);
/// The loop that fills one array on the host.
void write_fill(Writer& writer, const Array& array);
/// The array on the host with all values of a fill that is given.
void write_list(Writer& writer, const Array& array);
/// So many given values stand in a program at most.
constexpr std::uint64_t most_given = 512;

}  // namespace lab::host_code

// The plan's buffers as variables of a program: names on host and device, fillings, copies.
#pragma once

#include <string>
#include <vector>

#include "lab/host_code/kernel_text.h"
#include "lab/host_code/writer.h"

namespace lab::host_code {

struct Array {
    Buffer buffer;
    Fill fill;
    std::string type;       // of C++
    std::string device;     // name on the device
    std::string host;       // host vector with the input; empty: none
    std::string landing;    // page-locked memory for a step's upload or download; empty: none
    std::string result;     // where the host reads the result; empty: not a result
    bool filled = false;    // on the host, by a formula
    bool zeroed = false;    // by cudaMemset
    bool uploaded = false;  // from page-locked memory, by a step of the plan
    bool downloaded = false;
    bool symbol = false;   // a variable of the kernels' source
    bool managed = false;  // managed memory: one name on both sides, no copies
    bool mapped = false;   // page-locked memory of the host that kernels reach
    // The plan says that both sides reach it: in each round the host is the first to write it.
    bool host_writes = false;
    bool read_mostly = false;
    bool by_steps = false;  // steps of the plan allocate and free it
    bool written = false;   // by a step of the plan, so each round fills it again
    // Copied to the host before it has contents. Each round must clear it: else later rounds find
    // the last round's values there, and only the first round shows the error.
    bool early = false;

    bool for_both_sides() const { return managed || mapped; }
    /// Its size in bytes: "numbers.size() * sizeof(float)" where the host has a vector.
    std::string bytes() const;
};

/// By buffer id. Fails where C++ has no plain type for a buffer.
simulator::Outcome<std::vector<Array>> arrays_of(const Plan& plan, const KernelText& kernels,
                                                 bool managed, Names& names);

/// The host functions that make the inputs of these arrays; empty where none is needed.
std::string generators(const std::vector<Array>& arrays, std::uint64_t seed);
/// Writes the loop that fills one array on the host.
void write_fill(Writer& writer, const Array& array);
/// Writes the array on the host with all values of a Kind::given fill.
void write_list(Writer& writer, const Array& array);
/// Writes the loop of the host that adds up a result, and prints the sum. `values` is its name.
void write_host_sum(Writer& writer, const std::string& values, std::uint64_t count);
/// A program lists at most so many given values.
constexpr std::uint64_t most_given = 512;

}  // namespace lab::host_code

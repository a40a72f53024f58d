// The functions of kernels.cu that main.cpp calls, where a program is written in parts: only nvcc
// takes kernel<<<...>>> and the names of a kernel or of a __constant__ variable.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "lab/host_code/arrays.h"
#include "lab/host_code/host_code.h"
#include "lab/host_code/kernel_text.h"
#include "lab/host_code/writer.h"

namespace lab::host_code {

/// The kernels of a plan that ask for more shared memory than a launch has unasked, with the most
/// bytes of each.
std::vector<std::pair<std::string, std::uint32_t>> large_shared(
    const Plan& plan, const std::vector<std::int64_t>& static_shared);
/// The cast that a kernel's pointer parameter needs for an array of this type: "const float4*".
/// Empty: none.
std::string cast_for(const std::string& kernel, const KernelParameter& parameter,
                     const Buffer& buffer);

class Launchers {
public:
    Launchers(const HostSource& source, const KernelText& kernels, const std::vector<Array>& arrays,
              Names& names);

    /// The name of the function that launches this kernel: "launch_reduce".
    const std::string& of(const std::string& kernel) const { return made_.at(kernel).name; }
    /// Whether these functions take bytes of shared memory, and a stream.
    bool take_shared() const { return shared_; }
    bool take_stream() const { return stream_; }
    /// Their declarations, for the header.
    std::string declarations() const;
    /// Their definitions, for the end of kernels.cu.
    std::string definitions() const;

private:
    struct Function {
        std::string name;
        std::string size;                     // the parameters of its grid and block
        std::string inside;                   // what stands between <<< and >>>
        std::vector<std::string> parameters;  // "const float* numbers"
        std::vector<std::string> arguments;   // of the kernel
    };
    Function function_of(const Launch& launch, const std::string& name) const;
    std::vector<std::string> all_parameters(const Function& function) const;
    void write(Writer& writer, bool whole) const;
    void write_allowing(Writer& writer) const;
    void write_blocks_at_once(Writer& writer, bool whole) const;

    const KernelText* kernels_;
    std::map<std::string, Function> made_;  // by kernel
    std::vector<std::string> order_;
    std::vector<std::pair<std::string, std::uint32_t>> asking_;
    std::vector<std::string> symbols_, cleared_;  // variables; types that are set to a value
    std::string filling_;  // the kernel whose blocks at once are asked for; empty: none
    bool shared_ = false, stream_ = false;
};

}  // namespace lab::host_code

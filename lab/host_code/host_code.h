// The program that a plan stands for, as a student would write it: kernels, allocations, inputs,
// launches, a check of the result. The code pane shows its host side; `warplens export` and the
// window write the whole. Made from the plan and the kernels' text alone, so that a kernel without
// a lesson has one too.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "lab/lesson_more.h"
#include "lab/run.h"

namespace lab {

struct HostSource {
    const Plan* plan = nullptr;
    std::string_view kernels;        // the text of the .cu file
    std::uint64_t seed = 1;          // of the inputs
    std::vector<std::string> about;  // sentences for the head of the file
    std::string name;       // "reduction_sequential": of the file, for the line that builds it
    bool compared = false;  // whether there is a reference; else the program tells its sums
    const Expected* expected = nullptr;  // needed for the whole program where it is compared
    HostStyle style{};
    // Of each step of the plan, the bytes of static shared memory of its kernel; empty: 0 for all.
    std::vector<std::int64_t> static_shared{};
};

struct HostSide {
    std::string text;
    std::vector<int> steps;  // of each step of the plan the line of text that asks for it, from 1
};
/// The host side alone, without the values of the reference. Fails with a sentence where the plan
/// can't be written as a readable program.
simulator::Outcome<HostSide> host_side(const HostSource&);
/// Kernels and host: one file that nvcc builds, and that ends with 0 where its result is right.
simulator::Outcome<std::string> program_text(const HostSource&);

/// The same of a request, of a lesson or of a file. Its settings must not be refused.
simulator::Outcome<HostSide> host_side(const Request&);
simulator::Outcome<std::string> host_text(const Request&);
simulator::Outcome<std::string> program_text(const Request&);
/// "nvcc -O3 -arch=native FILE.cu -o FILE && ./FILE", for a shell.
std::string build_command(const std::filesystem::path& file);
/// "reduction_sequential": what a file of that program is called, without its ".cu".
std::string program_name(const Settings&);

}  // namespace lab

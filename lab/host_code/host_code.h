// Writes a plan as the program that a student would write: kernels, allocations, inputs, launches,
// a check of the result. The code pane shows the host side; `warplens export` and the window write
// the whole program. Needs only the plan and the kernels' text, so a kernel without a lesson works
// too.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "lab/host_side.h"
#include "lab/run.h"

namespace lab {

// Another form of a program, for those who look at its calls.
struct ProgramForm {
    bool tells = false;         // prints what each CUDA call returns, for one round, and goes on
    bool waits_behind = false;  // with a cudaDeviceSynchronize() behind each launch
};

struct HostSource {
    const Plan* plan = nullptr;
    std::string_view kernels;            // the text of the .cu file
    std::uint64_t seed = 1;              // of the inputs
    std::vector<std::string> about;      // sentences for the comment at the top
    std::string name;                    // of the file, for its build line: "reduction_sequential"
    bool compared = false;               // with a reference; else the program prints sums
    const Expected* expected = nullptr;  // for program_text() where `compared`
    HostStyle style{};
    // Bytes of static shared memory of each step's kernel; empty: 0 for all.
    std::vector<std::int64_t> static_shared{};
    ProgramForm form{};
    bool in_parts = false;  // main.cpp for a C++ compiler, and functions of kernels.cu that launch
};

struct HostSide {
    std::string text;
    std::vector<int> steps;  // for each step of the plan, its line in the text, from 1
};
/// The host side alone, without reference values. Fails with a sentence where the plan can't be
/// written as a readable program.
simulator::Outcome<HostSide> host_side(const HostSource&);
/// Kernels and host in one file for nvcc. The program exits with 0 where its result is right.
simulator::Outcome<std::string> program_text(const HostSource&);

struct ProgramFile {
    std::string name, text;
};
/// The names of those files, in alphabetical order.
std::vector<std::string> names_of_program_files();
/// The same program as files of a folder: main.cpp for any C++ compiler, kernels.cu for nvcc,
/// kernels.h between them, and what builds them: Makefile, CMakeLists.txt, README.md.
simulator::Outcome<std::vector<ProgramFile>> program_files(HostSource);

/// The same for a request, with a lesson or a file. Its settings must not be refused.
simulator::Outcome<HostSide> host_side(const Request&, ProgramForm = {});
simulator::Outcome<std::string> host_text(const Request&);
simulator::Outcome<std::string> program_text(const Request&, ProgramForm = {});
simulator::Outcome<std::vector<ProgramFile>> program_files(const Request&);
/// What the linker needs for the libraries that a program calls: "-lcublas". Empty: nothing.
std::string links_of(const Settings&);
/// A shell command: "nvcc -O3 -arch=native FILE.cu -o FILE && ./FILE".
std::string build_command(const std::filesystem::path& file, const std::string& links = "");
/// The file name of that program without ".cu": "reduction_sequential".
std::string program_name(const Settings&);

}  // namespace lab

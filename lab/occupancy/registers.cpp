// Reads assets/ptx/*.registers once each. See registers.h.
#include "lab/occupancy/registers.h"

#include <filesystem>
#include <map>
#include <mutex>
#include <sstream>

#include "lab/assets.h"
#include "lab/programs.h"

namespace lab {
namespace {

using Counts = std::map<std::string, RegistersOfThread, std::less<>>;

// Reads "_Z7savingsILi1EEvPKfPfiiff 12 0", a line for each kernel: its registers, and the bytes
// that it spills.
Counts read_counts(const std::string& name) {
    Counts counts;
    const auto path = asset(name);
    const auto text = path ? read_file(*path, 1 << 20) : simulator::Outcome<std::string>{""};
    if (!text) return counts;
    std::istringstream lines(*text);
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words(line);
        std::string kernel;
        RegistersOfThread of{.by_compiler = true};
        if (words >> kernel >> of.count >> of.spilled) counts[kernel] = of;
    }
    return counts;
}

const Counts& counts_of(const std::string& name) {
    static std::mutex guard;
    static std::map<std::string, Counts> read;
    const std::scoped_lock lock(guard);
    if (const auto found = read.find(name); found != read.end()) return found->second;
    return read[name] = read_counts(name);
}

}  // namespace

RegistersOfThread registers_of(const Subject& subject, const std::string& kernel) {
    const auto program = program_of(subject, kernel);
    if (!program) return {};
    if (subject.lesson) {
        for (const std::filesystem::path source : source_names(subject)) {
            const Counts& counts = counts_of("ptx/" + source.stem().string() + ".registers");
            if (const auto found = counts.find((*program)->name); found != counts.end())
                return found->second;
        }
    }
    return {.count = (*program)->registers_32};
}

BlockNeeds needs_of(const Subject& subject, const LaunchRecord& launch) {
    return {static_cast<std::int64_t>(launch.block.count()),
            registers_of(subject, launch.kernel).count, launch.shared_bytes};
}

}  // namespace lab

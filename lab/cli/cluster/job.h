// A recording as a job of a cluster: the scripts for its scheduler, and what they say. The scripts
// are all that is kept: what a person changes in them holds for submit, status and merge too.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "simulator/types.h"

namespace lab::cluster {

enum class Scheduler : unsigned char { slurm, pbs };

struct Job {
    Scheduler scheduler = Scheduler::slurm;
    std::size_t parts = 1;
    std::string folder;                       // full path
    std::vector<std::string> lessons;         // LESSON or LESSON/RUNG
    std::string program;                      // full path, or the name in a container
    std::string partition, time = "1:00:00";  // partition: a queue in PBS
    int gpus = 1;
    std::vector<std::string> modules, setup, directives;
    std::string container;
};

// Names within the job's folder.
constexpr auto job_file = "job.sh", merge_file = "merge.sh", submitted_file = "submitted.txt",
               parts_folder = "parts", logs_folder = "logs";
/// "part-2.exit": holds the exit code of a part that ended.
std::string exit_file(std::size_t part);
/// "part-2.log"
std::string log_file(std::size_t part);

/// Seconds of "H:MM:SS"; 0 where it is no such time.
int seconds_of(std::string_view time);
/// What can't stand in a script, a sentence; empty: all can.
std::string unfit(const Job&);

/// The script that records one part, and the one that merges all.
std::string job_script(const Job&);
std::string merge_script(const Job&);

/// Scheduler, parts, lessons and folder of a folder with scripts. Fails with a sentence.
simulator::Outcome<Job> job_in(const std::filesystem::path& folder);

}  // namespace lab::cluster

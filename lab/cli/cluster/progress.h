// How far each part is: from the files that it left, and from what the scheduler says.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "lab/cli/cluster/scheduler.h"
#include "lab/time/recording.h"

namespace lab::cluster {

struct PartState {
    enum class How : unsigned char { not_sent, waiting, running, done, failed, stopped };
    std::size_t part = 0;
    How how = How::not_sent;
    std::size_t rows = 0, of = 0;
    std::optional<int> code;  // exit code of the part's last job that ended by itself
    std::string word;         // the scheduler's word
    std::string where;        // node, or why it waits
};

/// The rows and exit codes in the job's folder. `wanted`: how many settings all parts have. A file
/// that can't be read adds a sentence to `problems`.
std::vector<PartState> states_in_files(const Job&, std::size_t wanted,
                                       std::vector<std::string>& problems);
/// Adds what the scheduler says: first how jobs ended, then what waits and runs.
void add_tasks(std::vector<PartState>&, const std::vector<Task>& history,
               const std::vector<Task>& queue, const std::vector<Sent>&);

/// The table of all parts, and one line with the sums.
std::string table_of(const std::vector<PartState>&);
/// One sentence for each part that failed or stopped, with the end of its log.
std::vector<std::string> sentences_on(const Job&, const std::vector<PartState>&);

/// The files of all parts, in the order of the parts.
std::vector<std::filesystem::path> files_of_parts(const Job&);

}  // namespace lab::cluster

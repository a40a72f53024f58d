// The scheduler's own commands: which words send a job, and what their answers say.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lab/cli/cluster/job.h"

namespace lab::cluster {

using Words = std::vector<std::string>;

// A job that was sent, a line of `submitted.txt`. For Slurm an array: its parts are those of
// `from` + index + 1. For PBS the job of the part `from`.
struct Sent {
    std::string id;
    std::size_t from = 0;
    bool merges = false;
};
std::string text_of(const std::vector<Sent>&);
std::vector<Sent> sent_jobs(std::string_view text);

// A part that the scheduler knows.
struct Task {
    std::size_t part = 0;
    enum class State : unsigned char { waiting, running, ended } state = State::waiting;
    std::string word;   // as the scheduler says: "PENDING"
    std::string where;  // the node, or why it waits
};

/// "1,3-5": numbers in increasing order.
std::string ranges(const std::vector<std::size_t>& numbers);

/// The commands that send the jobs of those parts. `most`: the size limit of Slurm's arrays.
struct Submission {
    Words words;
    std::size_t from = 0;
};
std::vector<Submission> submissions(const Job&, const std::vector<std::size_t>& parts,
                                    std::size_t most);
/// The command that sends the merge, after those jobs have ended in any way.
Words merge_submission(const Job&, const std::vector<std::string>& after);
/// The id in the answer to a submission; empty where there is none.
std::string id_in(std::string_view answer);

/// MaxArraySize in the answer of `scontrol show config`; 1001, Slurm's own, where it has none.
std::size_t most_in_array(std::string_view configuration);

/// The command that lists what waits and runs, and the tasks in its answer.
Words queue_command(Scheduler);
std::vector<Task> tasks_in_queue(Scheduler, std::string_view answer, const std::vector<Sent>&);
/// The command that tells how jobs ended, and the tasks in its answer. Only Slurm has one for all.
Words history_command(const std::vector<Sent>&);
std::vector<Task> tasks_in_history(std::string_view answer, const std::vector<Sent>&);

}  // namespace lab::cluster

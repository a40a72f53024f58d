// Slurm: sbatch, squeue, sacct, scontrol. PBS: qsub, qstat, as OpenPBS, PBS Pro and Torque have
// them.
#include "lab/cli/cluster/scheduler.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>

#include "lab/words.h"

namespace lab::cluster {
namespace {

std::optional<std::size_t> number_in(std::string_view text) {
    std::size_t value = 0;
    const char* end = text.data() + text.size();
    const auto [rest, bad] = std::from_chars(text.data(), end, value);
    if (bad != std::errc{} || rest != end) return std::nullopt;
    return value;
}

const Sent* find_sent(const std::vector<Sent>& sent, std::string_view id) {
    const auto found =
        std::ranges::find_if(sent, [&](const Sent& each) { return !each.merges && each.id == id; });
    return found == sent.end() ? nullptr : &*found;
}

std::string path_of(const Job& job, std::string_view file) {
    return fmt::format("{}/{}", job.folder, file);
}

// "1234.server" in PBS, of which a table shows only as much as there is room for.
std::string_view number_of(std::string_view id) { return id.substr(0, id.find('.')); }

std::vector<Task> slurm_queue(std::string_view answer, const std::vector<Sent>& sent) {
    std::vector<Task> tasks;
    for (const std::string_view line : split(answer, '\n')) {
        const auto fields = split(line, '|');
        if (fields.size() < 5) continue;
        const Sent* job = find_sent(sent, fields[0]);
        const auto index = number_in(fields[1]);
        if (!job || !index) continue;
        const bool runs = fields[2] == "RUNNING" || fields[2] == "COMPLETING";
        tasks.push_back({job->from + *index + 1, runs ? Task::State::running : Task::State::waiting,
                         std::string(fields[2]), std::string(runs ? fields[3] : fields[4])});
    }
    return tasks;
}

// Columns: id, name, user, time, state, queue.
std::vector<Task> pbs_queue(std::string_view answer, const std::vector<Sent>& sent) {
    std::vector<Task> tasks;
    for (const std::string_view line : split(answer, '\n')) {
        const auto fields = words_between(line, " \t");
        if (fields.size() < 6) continue;
        const auto same = [&](const Sent& each) {
            return !each.merges && number_of(each.id) == number_of(fields[0]);
        };
        const auto job = std::ranges::find_if(sent, same);
        if (job == sent.end()) continue;
        const std::string_view state = fields[4];
        const auto what = state == "R" || state == "E"   ? Task::State::running
                          : state == "C" || state == "F" ? Task::State::ended
                                                         : Task::State::waiting;
        tasks.push_back({job->from, what, std::string(state), std::string(fields[5])});
    }
    return tasks;
}

}  // namespace

std::string text_of(const std::vector<Sent>& sent) {
    std::string text;
    for (const Sent& each : sent)
        text += each.merges ? fmt::format("merge {}\n", each.id)
                            : fmt::format("parts {} {}\n", each.id, each.from);
    return text;
}

std::vector<Sent> sent_jobs(std::string_view text) {
    std::vector<Sent> sent;
    for (const std::string_view line : split(text, '\n')) {
        const auto words = words_between(line, " ");
        if (words.size() == 2 && words[0] == "merge")
            sent.push_back({std::string(words[1]), 0, true});
        if (words.size() == 3 && words[0] == "parts" && number_in(words[2]))
            sent.push_back({std::string(words[1]), *number_in(words[2]), false});
    }
    return sent;
}

std::string ranges(const std::vector<std::size_t>& numbers) {
    std::string text;
    for (std::size_t i = 0; i < numbers.size();) {
        std::size_t last = i;
        while (last + 1 < numbers.size() && numbers[last + 1] == numbers[last] + 1) ++last;
        text += text.empty() ? "" : ",";
        text += last == i ? fmt::format("{}", numbers[i])
                          : fmt::format("{}-{}", numbers[i], numbers[last]);
        i = last + 1;
    }
    return text;
}

std::vector<Submission> submissions(const Job& job, const std::vector<std::size_t>& parts,
                                    std::size_t most) {
    std::vector<Submission> all;
    if (job.scheduler == Scheduler::pbs) {
        for (const std::size_t part : parts)
            all.push_back(
                {{"qsub", "-v", fmt::format("part={}", part), path_of(job, job_file)}, part});
        return all;
    }
    std::map<std::size_t, std::vector<std::size_t>> arrays;  // by offset
    for (const std::size_t part : parts) {
        const std::size_t index = part - 1, from = index / most * most;
        arrays[from].push_back(index - from);
    }
    for (const auto& [from, indices] : arrays)
        all.push_back({{"sbatch", "--parsable", "--array=" + ranges(indices),
                        path_of(job, job_file), fmt::format("{}", from)},
                       from});
    return all;
}

Words merge_submission(const Job& job, const std::vector<std::string>& after) {
    std::string list = "afterany";
    for (const std::string& id : after) list += ":" + id;
    const std::string script = path_of(job, merge_file);
    if (job.scheduler == Scheduler::pbs) return {"qsub", "-W", "depend=" + list, script};
    return {"sbatch", "--parsable", "--dependency=" + list, script};
}

std::string id_in(std::string_view answer) {
    for (const std::string_view line : split(answer, '\n')) {
        const std::string_view id = line.substr(0, line.find(';'));  // Slurm: ";cluster"
        const bool one_word = id.find_first_of(" \t:") == id.npos;
        if (!id.empty() && one_word && id[0] >= '0' && id[0] <= '9') return std::string(id);
    }
    return "";
}

std::size_t most_in_array(std::string_view configuration) {
    constexpr std::size_t of_slurm = 1001;
    for (const std::string_view line : split(configuration, '\n')) {
        const auto words = words_between(line, " =");
        if (words.size() != 2 || words[0] != "MaxArraySize") continue;
        return std::max<std::size_t>(1, number_in(words[1]).value_or(of_slurm));
    }
    return of_slurm;
}

Words queue_command(Scheduler scheduler) {
    if (scheduler == Scheduler::pbs) return {"qstat"};
    return {"squeue", "--noheader", "--array", "--name=warplens", "--format=%F|%K|%T|%N|%r"};
}

std::vector<Task> tasks_in_queue(Scheduler scheduler, std::string_view answer,
                                 const std::vector<Sent>& sent) {
    return scheduler == Scheduler::pbs ? pbs_queue(answer, sent) : slurm_queue(answer, sent);
}

Words history_command(const std::vector<Sent>& sent) {
    std::string ids;
    for (const Sent& each : sent)
        if (!each.merges) ids += (ids.empty() ? "" : ",") + each.id;
    return {"sacct",         "--noheader",    "--parsable2",
            "--allocations", "--jobs=" + ids, "--format=JobID,State,NodeList"};
}

std::vector<Task> tasks_in_history(std::string_view answer, const std::vector<Sent>& sent) {
    std::vector<Task> tasks;
    for (const std::string_view line : split(answer, '\n')) {
        const auto fields = split(line, '|');
        if (fields.size() < 3) continue;
        const std::size_t mark = fields[0].find('_');
        if (mark == std::string_view::npos) continue;
        const Sent* job = find_sent(sent, fields[0].substr(0, mark));
        const auto index = number_in(fields[0].substr(mark + 1));
        if (!job || !index) continue;
        tasks.push_back({job->from + *index + 1, Task::State::ended, std::string(fields[1]),
                         std::string(fields[2])});
    }
    return tasks;
}

}  // namespace lab::cluster

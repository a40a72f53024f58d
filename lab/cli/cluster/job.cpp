// The texts of both scripts, and how their plain lines are read again.
#include "lab/cli/cluster/job.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "lab/cli/parts/part.h"
#include "lab/words.h"
#include "platform/files.h"

namespace lab::cluster {
namespace {

using simulator::Diagnostic;

constexpr int margin = 60;  // s between the end of a recording and that of its job

std::string with_lines(std::string_view before, const std::vector<std::string>& lines) {
    std::string text;
    for (const std::string& line : lines) text += fmt::format("{}{}\n", before, line);
    return text;
}

// What both scripts ask their scheduler for; `output` is a file of the log folder.
std::string head(const Job& job, const std::string& name, const std::string& output,
                 const std::string& time) {
    const bool slurm = job.scheduler == Scheduler::slurm;
    std::string text;
    if (slurm) {
        text = fmt::format(
            "#SBATCH --job-name={}\n#SBATCH --chdir={}\n#SBATCH --output=logs/{}\n"
            "#SBATCH --open-mode=append\n#SBATCH --requeue\n#SBATCH --time={}\n",
            name, job.folder, output, time);
        if (!job.partition.empty()) text += fmt::format("#SBATCH --partition={}\n", job.partition);
    } else {
        text = fmt::format(
            "#PBS -N {}\n#PBS -o {}/logs/\n#PBS -j oe\n#PBS -r y\n"
            "#PBS -l walltime={}\n",
            name, job.folder, time);
        if (!job.partition.empty()) text += fmt::format("#PBS -q {}\n", job.partition);
    }
    return text + with_lines(slurm ? "#SBATCH " : "#PBS ", job.directives);
}

std::string gpus(const Job& job) {
    if (job.scheduler == Scheduler::slurm)
        return job.gpus ? fmt::format("#SBATCH --gres=gpu:{}\n", job.gpus) : "";
    return job.gpus ? fmt::format("#PBS -l select=1:ngpus={}\n", job.gpus) : "#PBS -l select=1\n";
}

// The program's words; --nv brings the driver of the node into the container.
std::string program(const Job& job) {
    if (job.container.empty()) return fmt::format("program=({})\n", in_quotes(job.program));
    return fmt::format("program=(apptainer exec {}--bind \"$folder\" {} {})\n",
                       job.gpus ? "--nv " : "", in_quotes(job.container), in_quotes(job.program));
}

// With several GPUs, the part is divided among them.
std::string devices(const Job& job) {
    return job.gpus > 1 ? "devices=(--devices all)\n" : "devices=()\n";
}

std::string environment(const Job& job) {
    const std::string lines = with_lines("module load ", job.modules) + with_lines("", job.setup);
    return lines.empty() ? "" : "\n# The program needs this on a node.\n" + lines;
}

constexpr auto slurm_part = R"(
# The part of this job, from 1. An array of jobs has a limit for its indices, so that `submit`
# sends several arrays, each with what to add to its indices.
part=$((${1:-0} + SLURM_ARRAY_TASK_ID + 1))
)";

constexpr auto pbs_part = R"(
# `submit` sends one job for each part: qsub -v part=1 job.sh
part=${part:?send this script as: qsub -v part=1 job.sh}
)";

constexpr auto record_part = R"(
if [ ! -f "$folder/job.sh" ]; then
    echo "Node $(hostname) has no $folder/job.sh: the folder must be one that all nodes share." >&2
    exit 5
fi
exec >> "$folder/logs/part-$part.log" 2>&1
result=$folder/parts/part-$part.exit
rm -f "$result"
echo "Part $part begins on $(hostname)."

# A job that was killed goes on where its file ends. The interrupt comes before the time limit: it
# ends the recording after the setting that is being measured.
timeout --signal=INT "$stop_after" \
    "${program[@]}" record "${lessons[@]}" --out "$folder/parts" --part "$part/$parts" \
    "${devices[@]}" --resume
code=$?
)";

constexpr auto slurm_end = R"(
# Time is up: the same job waits in the queue again. 20 times at most, in case nothing gets done.
if [ "$code" = 124 ] && [ "${SLURM_RESTART_COUNT:-0}" -lt 20 ]; then
    scontrol requeue "$SLURM_JOB_ID" && exit 0
fi
)";

constexpr auto end = R"(
# 0: all is measured; 1: too, but some results are wrong; others: the part is not complete.
echo "$code" > "$result.new" && mv "$result.new" "$result"
exit "$code"
)";

std::string value_of(const std::string& script, std::string_view name) {
    for (const std::string_view line : split(script, '\n'))
        if (line.starts_with(name) && line.substr(name.size()).starts_with('='))
            return std::string(line.substr(name.size() + 1));
    return "";
}

bool is_plain(std::string_view path) {
    return std::ranges::all_of(path, [](unsigned char letter) {
        return std::isalnum(letter) ||
               std::string_view("/._-+@,=").find(letter) != std::string_view::npos;
    });
}

}  // namespace

std::string exit_file(std::size_t part) { return fmt::format("part-{}.exit", part); }
std::string log_file(std::size_t part) { return fmt::format("part-{}.log", part); }

int seconds_of(std::string_view time) {
    const auto fields = split(time, ':');
    if (fields.size() != 3 || fields[0].empty() || fields[0].size() > 4) return 0;
    int seconds = 0;
    for (std::size_t i = 0; i < 3; ++i) {
        int value = 0;
        const char* last = fields[i].data() + fields[i].size();
        const auto [rest, bad] = std::from_chars(fields[i].data(), last, value);
        const bool in_sixties = i == 0 || (fields[i].size() == 2 && value < 60);
        if (bad != std::errc{} || rest != last || value < 0 || !in_sixties) return 0;
        seconds = seconds * 60 + value;
    }
    return seconds;
}

std::string unfit(const Job& job) {
    if (job.parts < 1 || job.parts > most_parts)
        return fmt::format("--parts {}: write a number from 1 to {}.", job.parts, most_parts);
    if (job.gpus < 0 || job.gpus > 64)
        return fmt::format("--gpus {}: write a number from 0 to 64.", job.gpus);
    if (seconds_of(job.time) <= margin)
        return fmt::format(
            "--time {}: write hours, minutes and seconds, such as 2:30:00, and more "
            "than a minute.",
            job.time);
    if (!is_plain(job.folder))
        return fmt::format(
            "{}: a scheduler's lines take no blanks or special characters. Choose a folder with "
            "letters, digits and . _ - + @ , = only.",
            job.folder);
    for (const auto* list : {&job.modules, &job.setup, &job.directives})
        for (const std::string& line : *list)
            if (line.find('\n') != line.npos) return "A line of the script can't hold two lines.";
    for (const std::string& word : {job.partition})
        if (!is_plain(word)) return fmt::format("--partition {}: this is not one word.", word);
    return "";
}

std::string job_script(const Job& job) {
    const bool slurm = job.scheduler == Scheduler::slurm;
    std::string lessons;
    for (const std::string& lesson : job.lessons) lessons += (lessons.empty() ? "" : " ") + lesson;
    return fmt::format(
               "#!/bin/bash\n"
               "# Records one part. `warplens cluster write` wrote this. Change what your cluster "
               "needs:\n"
               "# submit, status and merge read the lines parts= and lessons= from here.\n") +
           head(job, "warplens", slurm ? "slurm-%A_%a.log" : "", job.time) + gpus(job) +
           fmt::format(
               "\nparts={}\nlessons=({})\nfolder={}\n{}{}stop_after={}  # seconds: a minute "
               "less than the time limit\n",
               job.parts, lessons, job.folder, program(job), devices(job),
               seconds_of(job.time) - margin) +
           environment(job) + (slurm ? slurm_part : pbs_part) + record_part +
           (slurm ? slurm_end : "") + end;
}

std::string merge_script(const Job& job) {
    return "#!/bin/bash\n"
           "# Makes one recording of all parts. It starts when no part runs or waits any more. If "
           "parts are\n"
           "# missing, it says which, and writes nothing.\n" +
           head(job, "warplens-merge", "merge.log", "0:10:00") +
           fmt::format("\nfolder={}\n{}", job.folder, program(job)) + environment(job) +
           "\nexec \"${program[@]}\" cluster merge \"$folder\"\n";
}

simulator::Outcome<Job> job_in(const std::filesystem::path& folder) {
    const auto read = platform::read_file(folder / job_file);
    if (!read.problem.empty())
        return Diagnostic{0, 0,
                          fmt::format("{} is no folder of `warplens cluster write`: {}",
                                      folder.string(), read.problem)};
    Job job;
    job.folder = std::filesystem::absolute(folder).lexically_normal().string();
    if (job.folder.size() > 1 && job.folder.ends_with('/')) job.folder.pop_back();
    const std::string& script = read.bytes;
    if (script.find("\n#PBS ") != script.npos) job.scheduler = Scheduler::pbs;
    const std::string parts = value_of(script, "parts");
    const auto number = part_named("1/" + parts);
    std::string lessons = value_of(script, "lessons");
    if (!number || lessons.size() < 2 || lessons.front() != '(' || lessons.back() != ')')
        return Diagnostic{0, 0,
                          fmt::format("{}: the lines parts=N, with N up to {}, and "
                                      "lessons=(NAME...) are not in the script.",
                                      (folder / job_file).string(), most_parts)};
    job.parts = number->of;
    lessons = lessons.substr(1, lessons.size() - 2);
    for (const std::string_view word : words_between(lessons, " ")) job.lessons.emplace_back(word);
    return job;
}

}  // namespace lab::cluster

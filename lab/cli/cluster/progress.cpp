// Reads the folder of a job, and words the state of its parts.
#include "lab/cli/cluster/progress.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>

#include "lab/cli/command_line.h"
#include "lab/cli/parts/part.h"
#include "lab/cli/table.h"
#include "lab/words.h"
#include "platform/files.h"

namespace lab::cluster {
namespace {

namespace files = std::filesystem;
using How = PartState::How;

files::path parts_of(const Job& job) { return files::path(job.folder) / parts_folder; }

// The part in "reduction.nvidia-h200.part-2-of-3.json"; 0: of no part of this job.
std::size_t part_of_file(const std::string& name, std::size_t of) {
    constexpr std::string_view mark = ".part-";
    const std::size_t at = name.find(mark);
    if (!name.ends_with(".json") || at == name.npos) return 0;
    std::size_t part = 0;
    const char* begin = name.data() + at + mark.size();
    const auto [rest, bad] = std::from_chars(begin, name.data() + name.size(), part);
    const std::string_view left(rest, static_cast<std::size_t>(name.data() + name.size() - rest));
    const bool fits = bad == std::errc{} && left.starts_with(fmt::format("-of-{}.", of));
    return fits && part <= of ? part : 0;
}

std::vector<std::pair<std::size_t, files::path>> numbered_files(const Job& job) {
    std::vector<std::pair<std::size_t, files::path>> found;
    std::error_code none;
    for (const auto& entry : files::directory_iterator(parts_of(job), none)) {
        const std::string name = entry.path().filename().string();
        // A whole recording of one part has no part in its name.
        const bool whole = job.parts == 1 && name.ends_with(".json") && name[0] != '.';
        const std::size_t part = whole ? 1 : part_of_file(name, job.parts);
        if (part) found.emplace_back(part, entry.path());
    }
    std::ranges::sort(found);
    return found;
}

std::optional<int> code_in(const files::path& file) {
    const auto read = platform::read_file(file, 64);
    int code = 0;
    const char* end = read.bytes.data() + read.bytes.size();
    const auto [rest, bad] = std::from_chars(read.bytes.data(), end, code);
    if (!read.problem.empty() || bad != std::errc{} || rest == read.bytes.data())
        return std::nullopt;
    return code;
}

std::string meaning_of(int code) {
    switch (code) {
        case exit_usage: return "the command line has an error";
        case exit_no_gpu: return "its node has no GPU that the job may use";
        case exit_bad_file: return "a file could not be used, or nothing could be measured";
        case exit_gpu_failed: return "the GPU failed";
        case exit_no_memory: return "too little memory";
        case 124: return "its time limit came";
        case 126:
        case 127: return "the program can't be started on that node";
        case exit_interrupted: return "it was interrupted";
        default: return "no code of Warplens";
    }
}

std::string word_of(How how) {
    switch (how) {
        case How::not_sent: return "not submitted";
        case How::waiting: return "waiting";
        case How::running: return "running";
        case How::done: return "done";
        case How::failed: return "failed";
        case How::stopped: return "stopped";
    }
    return "";
}

// The last line that says something; empty where there is no log.
std::string last_line(const files::path& log) {
    const auto read = platform::read_file(log, 1 << 26);
    std::string last;
    for (const std::string_view line : split(read.bytes, '\n'))
        if (!line.empty()) last = line;
    return for_terminal(last);
}

std::string sentence_on(const Job& job, const PartState& state) {
    std::string text = fmt::format("Part {} {}", state.part, word_of(state.how));
    if (state.code)
        text += fmt::format(" with code {}: {}", *state.code, meaning_of(*state.code));
    else if (!state.word.empty())
        text += fmt::format(": the scheduler says {}", state.word);
    const files::path log = files::path(job.folder) / logs_folder / log_file(state.part);
    const std::string last = last_line(log);
    if (last.empty())
        return text + fmt::format(
                          ". It left no log: its node may not see {}. All nodes must share "
                          "this folder.",
                          job.folder);
    return text + fmt::format(". {} ends with: {}", log.string(), last);
}

}  // namespace

std::vector<files::path> files_of_parts(const Job& job) {
    std::vector<files::path> all;
    for (const auto& [part, path] : numbered_files(job)) all.push_back(path);
    return all;
}

std::vector<PartState> states_in_files(const Job& job, std::size_t wanted,
                                       std::vector<std::string>& problems) {
    std::vector<PartState> states(job.parts);
    for (std::size_t i = 0; i < job.parts; ++i) {
        PartState& state = states[i];
        state.part = i + 1;
        state.of = wanted / job.parts + (i < wanted % job.parts);
        state.code = code_in(parts_of(job) / exit_file(state.part));
        if (!state.code) continue;
        state.how = *state.code <= exit_wrong_result ? How::done : How::failed;
    }
    for (const auto& [part, path] : numbered_files(job)) {
        const auto read = open_recording_file(path);
        if (read)
            states[part - 1].rows += read->runs.size();
        else
            problems.push_back(read.problem().message);
    }
    return states;
}

void add_tasks(std::vector<PartState>& states, const std::vector<Task>& history,
               const std::vector<Task>& queue, const std::vector<Sent>& sent) {
    const auto state_of = [&](const Task& task) -> PartState* {
        return task.part >= 1 && task.part <= states.size() ? &states[task.part - 1] : nullptr;
    };
    // Jobs were sent: a part that left no exit code, and that the queue lacks, was killed.
    if (!sent.empty())
        for (PartState& state : states)
            if (state.how == How::not_sent && state.rows > 0) state.how = How::stopped;
    for (const Task& task : history)
        if (PartState* state = state_of(task); state && !state->code) {
            state->how = task.word.starts_with("COMPLETED") ? How::stopped : How::failed;
            state->word = task.word;
            state->where = task.where;
        }
    for (const Task& task : queue) {
        PartState* state = state_of(task);
        if (!state || task.state == Task::State::ended || state->how == How::done) continue;
        state->how = task.state == Task::State::running ? How::running : How::waiting;
        state->code.reset();
        state->word = task.word;
        state->where = task.where;
    }
}

std::string table_of(const std::vector<PartState>& states) {
    Table table({Side::right, Side::left, Side::right, Side::right, Side::left});
    table.row({"part", "state", "rows", "of", "where"});
    std::map<How, std::size_t> counts;
    std::size_t rows = 0, of = 0;
    for (const PartState& state : states) {
        table.row({grouped(std::int64_t(state.part)), word_of(state.how),
                   grouped(std::int64_t(state.rows)), grouped(std::int64_t(state.of)),
                   state.where});
        ++counts[state.how];
        rows += state.rows;
        of += state.of;
    }
    std::string sums = fmt::format("{} of {} parts done", counts[How::done], states.size());
    for (const How how : {How::running, How::waiting, How::failed, How::stopped, How::not_sent})
        if (counts[how]) sums += fmt::format(", {} {}", counts[how], word_of(how));
    return table.text(0) + fmt::format("{}. {} of {} rows.\n", sums, grouped(std::int64_t(rows)),
                                       grouped(std::int64_t(of)));
}

std::vector<std::string> sentences_on(const Job& job, const std::vector<PartState>& states) {
    std::vector<std::string> all;
    for (const PartState& state : states)
        if (state.how == How::failed || state.how == How::stopped)
            all.push_back(sentence_on(job, state));
    return all;
}

}  // namespace lab::cluster

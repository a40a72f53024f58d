// `warplens cluster`: records as jobs of a cluster. It writes scripts, sends them by the
// scheduler's own commands, tells how far they are, and merges what they made.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <ostream>

#include "lab/cli/cluster/progress.h"
#include "lab/cli/command_tools.h"
#include "lab/cli/parts/part.h"
#include "lab/cli/survey.h"
#include "lab/library.h"
#include "lab/words.h"
#include "platform/child.h"
#include "platform/clock.h"
#include "platform/files.h"
#include "platform/machine.h"
#include "platform/terminal.h"

namespace lab::cluster_command {
namespace {

namespace files = std::filesystem;
using namespace cluster;
using simulator::Diagnostic;
using simulator::Outcome;

int refused(std::ostream& err, const std::string& verb, const std::string& why, int code) {
    err << fmt::format("warplens cluster {}: {}\n", verb, why);
    return code;
}

std::string name_of(Scheduler scheduler) { return scheduler == Scheduler::pbs ? "PBS" : "Slurm"; }

// Runs one of the scheduler's commands. Fails with a sentence.
Outcome<std::string> answer_of(Words words, Scheduler scheduler) {
    const std::string name = words.front();
    const auto program = platform::program_named(name);
    if (!program)
        return Diagnostic{0, 0,
                          fmt::format("{} is not on this machine. Run this where {}'s commands "
                                      "are, such as a login node of the cluster.",
                                      name, name_of(scheduler))};
    words.front() = program->string();
    const platform::Ending ending = platform::run({.words = words, .most_output = 1 << 26});
    if (ending.how == platform::Ending::How::exited && ending.code == 0) return ending.output;
    const std::string text = for_terminal(ending.output.substr(0, ending.output.find('\n')));
    const std::string why = ending.how == platform::Ending::How::too_long
                                ? "it did not answer within a minute"
                                : (text.empty() ? fmt::format("code {}", ending.code) : text);
    return Diagnostic{0, 0, fmt::format("{} failed: {}", name, why)};
}

Outcome<std::vector<Settings>> wanted_of(const Job& job) {
    const auto rungs = rungs_named(job.lessons);
    if (!rungs) return rungs.problem();
    return survey(*rungs);
}

std::vector<Sent> sent_in(const Job& job) {
    return sent_jobs(platform::read_file(files::path(job.folder) / submitted_file).bytes);
}

// --- write

struct WriteWords {
    std::string scheduler = "slurm", program;
    int parts = 0;
    Job job;
};

void add_words(CommandFlags& words, WriteWords& to) {
    using Need = CommandFlags::Need;
    words.add("LESSONS", to.job.lessons, "lesson or lesson/rung; none: all lessons");
    words.add("--out", to.job.folder,
              "folder for scripts, logs and recordings, which all nodes share", Need::required);
    words.add("--parts", to.parts, "how many jobs share the settings", Need::required);
    words.add("--scheduler", to.scheduler, "slurm (default) or pbs");
    words.add("--partition", to.job.partition, "partition of Slurm, or queue of PBS");
    words.add("--time", to.job.time, "time limit of a job, H:MM:SS (default 1:00:00)");
    words.add("--gpus", to.job.gpus, "GPUs of a job (default 1)");
    words.add("--module", to.job.modules, "module to load, such as cuda/12.4; may be repeated");
    words.add("--container", to.job.container, "image in which apptainer runs the program");
    words.add("--program", to.program, "the program on the nodes (default: this one)");
    words.add("--setup", to.job.setup, "line of shell before the program starts; may be repeated");
    words.add("--directive", to.job.directives,
              "further line for the scheduler, such as --account=lab; may be repeated");
}

// Why these settings can't be recorded in so many parts, or on such nodes; empty: they can.
std::string unfit_settings(const Job& job, const std::vector<Settings>& wanted) {
    if (job.parts > wanted.size())
        return fmt::format("--parts {}: there are {} settings to record, so write at most {}.",
                           job.parts, wanted.size(), wanted.size());
    if (job.gpus > 0 || std::ranges::all_of(wanted, on_processor)) return "";
    return fmt::format(
        "--gpus 0: {} is a kernel, which needs a GPU. A node without one can record only loops of "
        "the processor, such as reduction/cpu. It can't record counts: any machine makes them at "
        "once.",
        std::ranges::find_if_not(wanted, on_processor)->subject->id);
}

// Whether the folder holds parts of a job that was cut otherwise: these would not fit together.
std::string other_parts(const Job& job) {
    const auto before = job_in(job.folder);
    if (!before || files_of_parts(*before).empty()) return "";
    if (before->parts == job.parts && before->lessons == job.lessons) return "";
    return fmt::format("{} holds results of other parts or lessons: choose another folder.",
                       job.folder);
}

std::string write_scripts(const Job& job) {
    const files::path folder = job.folder;
    for (const files::path& each : {folder, folder / parts_folder, folder / logs_folder})
        if (const std::string problem = platform::make_folder(each); !problem.empty())
            return problem;
    for (const auto& [name, text] :
         {std::pair{job_file, job_script(job)}, std::pair{merge_file, merge_script(job)}}) {
        const std::string problem = platform::write_file(folder / name, text);
        if (!problem.empty()) return problem;
        std::error_code none;
        files::permissions(folder / name, files::perms::owner_exec, files::perm_options::add, none);
    }
    return "";
}

bool seems_local(const std::string& folder) {
    return std::ranges::any_of(std::vector<std::string>{"/tmp/", "/var/tmp/", "/dev/shm/"},
                               [&](const std::string& each) { return folder.starts_with(each); });
}

int write(Arguments arguments, std::ostream& out, std::ostream& err) {
    CommandFlags words("warplens cluster write",
                       "Writes the scripts of a recording for a cluster.");
    WriteWords given;
    bool dry = false;
    add_words(words, given);
    words.add("--dry-run", dry, "prints both scripts, and writes no file");
    if (const auto code = words.parse(arguments, out, err)) return *code;
    Job& job = given.job;
    if (given.scheduler != "slurm" && given.scheduler != "pbs")
        return refused(err, "write",
                       fmt::format("--scheduler {}: write slurm or pbs.", given.scheduler),
                       exit_usage);
    job.scheduler = given.scheduler == "pbs" ? Scheduler::pbs : Scheduler::slurm;
    job.parts = static_cast<std::size_t>(std::max(0, given.parts));
    job.folder = files::absolute(job.folder).lexically_normal().string();
    if (job.folder.size() > 1 && job.folder.ends_with('/')) job.folder.pop_back();
    job.program = !given.program.empty()   ? given.program
                  : !job.container.empty() ? "warplens"
                                           : platform::program_file().string();
    std::string why = unfit(job);
    const auto wanted = wanted_of(job);
    if (why.empty()) why = wanted ? unfit_settings(job, *wanted) : wanted.problem().message;
    if (why.empty()) why = other_parts(job);
    if (!why.empty()) return refused(err, "write", why, exit_usage);
    if (dry) {
        out << job_script(job) << '\n' << merge_script(job);
        return exit_right;
    }
    why = write_scripts(job);
    if (!why.empty()) return refused(err, "write", why, exit_bad_file);
    out << fmt::format(
        "{0}/{1} records one of {2} parts, {0}/{3} merges them: {4} settings.\n"
        "Next: warplens cluster submit {0}\n",
        job.folder, job_file, job.parts, merge_file, grouped(std::int64_t(wanted->size())));
    if (seems_local(job.folder))
        err << fmt::format(
            "{} is usually a folder of this machine only. All nodes must share it.\n", job.folder);
    return exit_right;
}

// --- status

struct Known {
    Job job;
    std::vector<Settings> wanted;
    std::vector<PartState> states;
    std::vector<std::string> problems;  // sentences on what could not be read
    bool queue_known = false;
};

bool is_settled(const PartState& state) {
    return state.how != PartState::How::waiting && state.how != PartState::How::running;
}

void ask_scheduler(Known& known) {
    const std::vector<Sent> sent = sent_in(known.job);
    const Scheduler scheduler = known.job.scheduler;
    const auto queue = answer_of(queue_command(scheduler), scheduler);
    known.queue_known = bool(queue);
    if (!queue) known.problems.push_back(queue.problem().message);
    std::vector<Task> history;
    // Many clusters keep no accounts: then files alone say how jobs ended.
    const bool has_history = scheduler == Scheduler::slurm && platform::program_named("sacct");
    if (!sent.empty() && has_history)
        if (const auto answer = answer_of(history_command(sent), scheduler))
            history = tasks_in_history(*answer, sent);
    // Files after the queue: a part that ends in between is seen as done.
    known.states = states_in_files(known.job, known.wanted.size(), known.problems);
    add_tasks(known.states, history,
              queue ? tasks_in_queue(scheduler, *queue, sent) : std::vector<Task>{}, sent);
}

Outcome<Known> known_of(const std::string& folder) {
    auto job = job_in(folder);
    if (!job) return job.problem();
    auto wanted = wanted_of(*job);
    if (!wanted) return wanted.problem();
    Known known{*job, std::move(*wanted), {}, {}, false};
    return known;
}

int tell_status(const Known& known, std::ostream& out, std::ostream& err) {
    out << table_of(known.states);
    out.flush();
    for (const std::string& problem : known.problems) err << problem << '\n';
    const auto sentences = sentences_on(known.job, known.states);
    for (const std::string& sentence : sentences) err << sentence << '\n';
    if (!sentences.empty())
        err << fmt::format(
            "warplens cluster submit {} sends these parts again. They go on where "
            "their files end.\n",
            known.job.folder);
    return sentences.empty() ? exit_right : exit_bad_file;
}

int status(Arguments arguments, std::ostream& out, std::ostream& err) {
    CommandFlags words("warplens cluster status",
                       "Tells how far each part is, from its files and from the scheduler.");
    std::string folder;
    double seconds = 0;
    words.add("FOLDER", folder, "folder of `warplens cluster write`", CommandFlags::Need::required);
    words.add("--watch", seconds, "repeats it every so many seconds until no part waits or runs");
    if (const auto code = words.parse(arguments, out, err)) return *code;
    const platform::HeldInterrupts held;
    while (true) {
        auto known = known_of(folder);
        if (!known) return refused(err, "status", known.problem().message, exit_bad_file);
        ask_scheduler(*known);
        const int code = tell_status(*known, out, err);
        if (!(seconds > 0) || std::ranges::all_of(known->states, is_settled)) return code;
        for (double waited = 0; waited < seconds; waited += 0.2) {
            if (platform::interrupted()) return exit_interrupted;
            platform::sleep(0.2);
        }
    }
}

// --- submit

std::string line_of(const Words& words) {
    std::string line;
    for (const std::string& word : words) line += (line.empty() ? "" : " ") + in_quotes(word);
    return line;
}

// Sends jobs, and notes each at once: a later failure must not lose those before.
class Sender {
public:
    Sender(const Job& job, bool dry, std::ostream& out) : job_(job), dry_(dry), out_(out) {}

    /// Returns the job's id. Fails with a sentence.
    Outcome<std::string> send(const Words& words, std::size_t from, bool merges) {
        out_ << line_of(words) << '\n';
        out_.flush();
        if (dry_) return fmt::format("JOB{}", ++dry_jobs_);
        const auto answer = answer_of(words, job_.scheduler);
        if (!answer) return answer.problem();
        const std::string id = id_in(*answer);
        if (id.empty())
            return Diagnostic{
                0, 0,
                fmt::format("{} gave no job number: {}", words.front(), for_terminal(*answer))};
        std::vector<Sent> sent = sent_in(job_);
        sent.push_back({id, from, merges});
        const std::string problem =
            platform::write_file(files::path(job_.folder) / submitted_file, text_of(sent));
        if (!problem.empty()) return Diagnostic{0, 0, problem};
        return id;
    }

private:
    const Job& job_;
    bool dry_;
    std::ostream& out_;
    int dry_jobs_ = 0;
};

std::size_t most_of(const Job& job) {
    if (job.scheduler == Scheduler::pbs) return most_parts;
    const auto answer = answer_of({"scontrol", "show", "config"}, job.scheduler);
    return most_in_array(answer ? *answer : "");
}

int submit(Arguments arguments, std::ostream& out, std::ostream& err) {
    CommandFlags words("warplens cluster submit",
                       "Sends the jobs of all parts that are not done, and the merge after them.");
    std::string folder;
    bool dry = false;
    words.add("FOLDER", folder, "folder of `warplens cluster write`", CommandFlags::Need::required);
    words.add("--dry-run", dry, "prints the commands, and sends nothing");
    if (const auto code = words.parse(arguments, out, err)) return *code;
    auto known = known_of(folder);
    if (!known) return refused(err, "submit", known.problem().message, exit_bad_file);
    const Job& job = known->job;
    ask_scheduler(*known);
    // Without the queue, a part that runs would be sent a second time, and both write one file.
    if (!dry && !known->queue_known)
        return refused(err, "submit", known->problems.back(), exit_bad_file);
    std::vector<std::size_t> parts;
    for (const PartState& state : known->states)
        if (is_settled(state) && state.how != PartState::How::done) parts.push_back(state.part);
    if (parts.empty()) {
        out << "No part is left to send: all are done, or wait, or run.\n";
        return exit_right;
    }
    Sender sender(job, dry, out);
    std::vector<std::string> ids;
    for (const Submission& each : submissions(job, parts, most_of(job))) {
        const auto id = sender.send(each.words, each.from, false);
        if (!id) return refused(err, "submit", id.problem().message, exit_bad_file);
        ids.push_back(*id);
    }
    const auto merging = sender.send(merge_submission(job, ids), 0, true);
    if (!merging) return refused(err, "submit", merging.problem().message, exit_bad_file);
    if (!dry)
        out << fmt::format(
            "{} parts are sent. warplens cluster status {} tells how far they are.\n", parts.size(),
            job.folder);
    return exit_right;
}

// --- merge

// Parts that are not done, a sentence; empty where all are.
std::string unfinished(const Known& known) {
    std::vector<std::size_t> parts;
    for (const PartState& state : known.states)
        if (state.how != PartState::How::done) parts.push_back(state.part);
    if (parts.empty()) return "";
    return fmt::format(
        "{} {} not done, so nothing is merged. warplens cluster status {} says why, submit sends "
        "{} again, and merge --partial merges what there is.",
        parts.size() == 1 ? "part" : "parts", ranges(parts) + (parts.size() == 1 ? " is" : " are"),
        known.job.folder, parts.size() == 1 ? "it" : "them");
}

using ByLesson = std::map<std::string, std::vector<Recording>>;

Outcome<ByLesson> recordings_of(const Job& job) {
    ByLesson all;
    for (const files::path& path : files_of_parts(job)) {
        auto read = open_recording_file(path);
        if (!read) return read.problem();
        auto& same = all[read->lesson];
        if (!same.empty() && same.front().device != read->device)
            return Diagnostic{
                0, 0,
                fmt::format("{} was recorded on an {}, and another part on an {}. A recording is "
                            "of one device: ask for one kind of GPU, such as by --directive "
                            "--constraint=KIND, and record the others again.",
                            path.filename().string(), read->device, same.front().device)};
        same.push_back(std::move(*read));
    }
    return all;
}

int merge(Arguments arguments, std::ostream& out, std::ostream& err) {
    CommandFlags words("warplens cluster merge", "Makes one recording a lesson of all parts.");
    std::string folder;
    bool partial = false;
    words.add("FOLDER", folder, "folder of `warplens cluster write`", CommandFlags::Need::required);
    words.add("--partial", partial, "merges what there is, although parts are not done");
    if (const auto code = words.parse(arguments, out, err)) return *code;
    auto known = known_of(folder);
    if (!known) return refused(err, "merge", known.problem().message, exit_bad_file);
    known->states = states_in_files(known->job, known->wanted.size(), known->problems);
    if (const std::string why = unfinished(*known); !partial && !why.empty())
        return refused(err, "merge", why, exit_bad_file);
    const auto all = recordings_of(known->job);
    if (!all) return refused(err, "merge", all.problem().message, exit_bad_file);
    if (all->empty()) return refused(err, "merge", "no part has any row.", exit_bad_file);
    for (const auto& [lesson, parts] : *all) {
        auto whole = merged(parts);
        if (!whole) return refused(err, "merge", whole.problem().message, exit_bad_file);
        put_in_order(*whole, known->wanted);
        const files::path path = files::path(known->job.folder) / file_name_of(*whole);
        const std::string problem = platform::write_file(path, text_of(*whole));
        if (!problem.empty()) return refused(err, "merge", problem, exit_bad_file);
        out << fmt::format("{}: {} runs of {} on an {}.\n", path.string(),
                           grouped(std::int64_t(whole->runs.size())), lesson, whole->device);
    }
    return exit_right;
}

// ---

constexpr auto help =
    "Records as jobs of a cluster, by the commands of its scheduler. docs/cluster has an "
    "example.\n\n"
    "  warplens cluster write [LESSON[/RUNG]]... --out FOLDER --parts N   writes job.sh, merge.sh\n"
    "  warplens cluster submit FOLDER                                     sends them\n"
    "  warplens cluster status FOLDER                                     how far each part is\n"
    "  warplens cluster merge FOLDER                                      one file a lesson\n\n"
    "Each takes --help.\n";

int cluster_main(Arguments arguments, std::ostream& out, std::ostream& err) {
    const std::map<std::string, int (*)(Arguments, std::ostream&, std::ostream&)> verbs{
        {"write", write}, {"submit", submit}, {"status", status}, {"merge", merge}};
    const std::string verb = arguments.empty() ? "" : arguments.front();
    if (verb == "--help" || verb == "-h") {
        out << help;
        return exit_right;
    }
    const auto found = verbs.find(verb);
    if (found != verbs.end()) return found->second(arguments.subspan(1), out, err);
    const std::string near = closest(verb, {"write", "submit", "status", "merge"});
    err << fmt::format("warplens cluster: {} write, submit, status or merge.{}\n",
                       verb.empty() ? "say what to do:"
                                    : fmt::format("there is no \"{}\". There are",
                                                  for_terminal(verb.substr(0, 40))),
                       near.empty() ? "" : fmt::format(" Did you mean {}?", near));
    return exit_usage;
}

const RegisterCommand registered{
    {.name = "cluster",
     .usage = "cluster write|submit|status|merge [--help]",
     .meaning = "records as jobs of Slurm or PBS, and merges what they made",
     .order = 62,
     .run = cluster_main}};

}  // namespace
}  // namespace lab::cluster_command

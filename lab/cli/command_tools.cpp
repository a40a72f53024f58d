// Shared by commands: requests and files.
#include "lab/cli/command_tools.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "lab/asked.h"
#include "lab/assets.h"
#include "lab/host_side.h"
#include "lab/library.h"
#include "lab/occupancy/card_here.h"
#include "lab/occupancy/card_knob.h"
#include "lab/opening/opening.h"
#include "lab/problem.h"
#include "lab/time/bench.h"
#include "lab/time/recordings.h"
#include "lab/words.h"

namespace lab {

namespace {

// Why the file must not be overwritten; empty where it may be.
std::string stays(const std::string& target) {
    std::error_code ignored;
    if (is_kernel_file(target) && std::filesystem::exists(target, ignored))
        return target + " holds kernels and is not overwritten: name another file.";
    if (is_opened_recording(target))
        return target +
               " is the recording that was read and is not overwritten: name another "
               "file.";
    return {};
}

bool told_of(const std::string& problem, std::ostream& err) {
    if (!problem.empty()) err << problem << '\n';
    return problem.empty();
}

}  // namespace

bool can_deliver(const std::string& target, std::ostream& err) {
    if (target.empty() || target == "-") return true;
    if (target.find_first_not_of(" \t") == std::string::npos)
        return told_of(fmt::format("\"{}\" is not a file name: write one, or -.", target), err);
    std::string problem = stays(target);
    if (problem.empty()) problem = platform::unwritable(target);
    return told_of(problem, err);
}

bool share_a_file(const std::vector<std::string>& targets, std::ostream& err) {
    std::error_code ignored;
    std::set<std::filesystem::path> files;
    for (const std::string& target : targets) {
        if (target.empty() || target == "-") continue;
        const auto file = std::filesystem::weakly_canonical(target, ignored);
        if (!files.insert(file).second)
            return !told_of(target + " is named for two results: name one file for each.", err);
    }
    return false;
}

bool deliver(const std::string& target, const std::string& text, std::ostream& out,
             std::ostream& err) {
    if (!can_deliver(target, err)) return false;
    Delivery delivery(target, out);
    delivery.add(text);
    return delivery.finish(err);
}

Delivery::Delivery(const std::string& target, std::ostream& out) {
    if (target == "-")
        out_ = &out;
    else if (!target.empty())
        file_.emplace(target);
}

void Delivery::add(std::string_view text) {
    if (out_) *out_ << text;
    if (file_) file_->add(text);
}

bool Delivery::finish(std::ostream& err) { return told_of(file_ ? file_->finish() : "", err); }

namespace {

void add_variables(CommandFlags& words, AskedFile& asked) {
    words.add("--set", asked.variables,
              "values of a __constant__ or __device__ variable: NAME:TYPE=VALUE or "
              "NAME:TYPE[COUNT]=zeros|ones|iota|random:SEED|@FILE");
}

}  // namespace

void add_launch(CommandFlags& words, AskedFile& asked) {
    words.add("--kernel", asked.kernel,
              "the kernel's name, plain, demangled or mangled; a unique beginning is enough "
              "(default: the first)");
    words.add("--grid", asked.grid,
              "blocks of the grid: X[,Y[,Z]] (default: enough for the "
              "arguments)");
    words.add("--block", asked.block,
              "threads of a block: X[,Y[,Z]] (default: guessed from the kernel)");
    words.add("--shared", asked.shared, "bytes of dynamic shared memory");
    words.add("--max-shared", asked.max_shared,
              "bytes of dynamic shared memory that the host allows with cudaFuncSetAttribute "
              "(default: 48 KiB, as without that call)");
    words.add("--arch", asked.arch,
              "architecture for which a .cu is compiled: sm_NN (default "
              "sm_75)");
    words.add("--arg", asked.arguments,
              "NAME:TYPE=VALUE, NAME:TYPE[COUNT]=zeros|ones|iota|random:SEED|none|@FILE, "
              "NAME:bytes[COUNT]=zeros|HEX|@FILE or NAME:texture.TYPE[X,Y,Z]=...; give all in "
              "order, or only some, each by its parameter's name (NAME.MEMBER in a structure)");
    add_variables(words, asked);
}

void Asked::add_lesson(CommandFlags& words) {
    words.add("LESSON", lesson,
              "lesson, or lesson/rung, as `warplens list` names them; or FILE.cu, FILE.ptx",
              CommandFlags::Need::required);
    words.add("KNOBS", assignments, "knob=value, such as block=256, n=2^20, pattern=strided");
    add_launch(words, launch);
}

void Asked::add_flags(CommandFlags& words) {
    words.add(
        "--device", devices,
        "sim: the simulator counts; gpu: the GPU measures; FILE.json: a recording whose times "
        "come first (default sim); pictures show a second device beside the first");
    words.add_gpu_timeout();
    words.add("--caches", caches, "cold or warm: which times are drawn");
    words.add("--map", map, "knobs of the card of two knobs: across,down, such as block,n");
    words.add("--seed", seed, "seed of the inputs (default 1)");
    words.add("--order", order,
              "order of blocks on the simulator: sequential, resident, seed:N or weak:N");
    words.add("--watch", watch, "blocks that are traced, such as 0,5 (default: the lesson's)");
    words.add(
        "--at", at,
        "place in the run: 12 is step 12 of the window, which counts from 1; also step=12,warp=1");
    words.add("--anyway", anyway,
              "run settings that the rung refuses but that could start, to see how they go wrong");
}

namespace {

// An empty word would vanish from the line of state, and a blank would split it.
std::optional<simulator::Diagnostic> unfit_word(const std::string& option,
                                                const std::string& word) {
    if (word.empty()) return problem_of(fmt::format("{} is empty: write a word.", option));
    if (word.find_first_of(" \t\r\n\v\f") == std::string::npos) return std::nullopt;
    return simulator::Diagnostic{
        0, 0, fmt::format("{} \"{}\" has a blank in it: write one word.", option, word)};
}

}  // namespace

std::optional<simulator::Diagnostic> Asked::unfit() const {
    std::vector<std::pair<std::string, std::string>> words;
    if (!is_kernel_file(lesson)) words.emplace_back("LESSON", lesson);
    words.insert(words.end(), {{"--seed", seed}, {"--order", order}});
    for (const std::string& assignment : assignments) words.emplace_back("knob=value", assignment);
    for (const std::string& device : devices)  // a file's path may have blanks
        if (!device.ends_with(".json")) words.emplace_back("--device", device);
    if (!caches.empty()) words.emplace_back("--caches", caches);
    if (!map.empty()) words.emplace_back("--map", map);
    if (!watch.empty()) words.emplace_back("--watch", watch);
    if (!at.empty()) words.emplace_back("--at", at);
    for (const auto& [option, word] : words)
        if (auto problem = unfit_word(option, word)) return problem;
    return std::nullopt;
}

// Through the line of state, so that all flags are read in one place.
simulator::Outcome<State> Asked::state() {
    failure = exit_usage;
    if (auto problem = unfit()) return *problem;
    AskedFile file = launch;
    file.file = lesson;
    std::string line = words_of(file);
    const auto add = [&](const std::string& text) { line += " " + text; };
    for (const std::string& assignment : assignments) add(assignment);
    if (anyway) add("--anyway");
    add("--seed " + seed + " --order " + order);
    if (!watch.empty()) add("--watch " + watch);
    for (const std::string& device : devices) add("--device " + in_quotes(device));
    if (!caches.empty()) add("--caches " + caches);
    if (!map.empty()) add("--map " + map);
    if (!at.empty()) add("--at " + at);
    if (auto problem = unreadable_recording(line)) {
        failure = exit_bad_file;
        return *problem;
    }
    auto state = read_state_line(line, [this](const AskedFile& asked) { return open(asked); });
    // A command waits for the driver's answer; a window would go on drawing.
    if (state && chooses_card_here(state->request.settings)) card_here();
    return state;
}

bool Asked::names_size(const Settings& settings) const {
    std::string line = in_quotes(lesson);
    for (const std::string& word : assignments) line += " " + in_quotes(word);
    return names_opening(line, settings);
}

std::string Asked::unused(const Settings& settings) const {
    std::string lines;
    for (const std::string& word : assignments) {
        const std::string id = word.substr(0, word.find('='));
        const Knob* knob = find_knob(*settings.subject, id);
        if (knob && idle(settings, *knob))
            lines += id + " changes nothing here. " + idle_reason(settings, *knob) + "\n";
    }
    return lines;
}

// A file that can't be read or compiled is not a usage error.
simulator::Outcome<std::shared_ptr<const Subject>> Asked::open(const AskedFile& asked) {
    const auto code = code_of(asked.file, asked.arch, asked.kernel);
    if (!code) {
        failure = exit_bad_file;
        return code.problem();
    }
    const auto kernels = kernels_of(*code);
    auto subject = subject_of(asked, *code);
    if (subject) return subject;
    if (!kernels || kernels->empty())
        failure = exit_bad_file;
    else if (subject.problem().line != 0)
        failure = exit_kernel_fault;
    return subject;
}

bool measures(const State& state) {
    return state.device == "gpu" || (state.device == "sim" && on_processor(state.request.settings));
}

std::optional<std::string> timed_alone(const Settings& settings) {
    if (!is_library(settings)) return std::nullopt;
    if (on_processor(settings))
        return fmt::format(
            "{0} stands beside the kernels of {1}: `warplens run {0}` times it, but it has no "
            "kernel to draw, copy or export.",
            name_of(settings), settings.subject->id);
    return fmt::format(
        "{0} stands beside the kernels of {1}: `warplens run {0}` times it, and `warplens export "
        "{0}` writes a program that calls it, but it has no kernel to draw or copy.",
        name_of(settings), settings.subject->id);
}

std::optional<std::string> unseen_block(const Request& request) {
    if (request.watched.empty()) return std::nullopt;
    std::uint64_t most = 0;
    const Plan plan = plan_of(request.settings);
    for (const PlanStep& step : plan.steps)
        if (const auto* launch = std::get_if<Launch>(&step))
            most = std::max(most, launch->size.grid.count());
    const std::uint64_t block = std::ranges::max(request.watched);
    if (block < most) return std::nullopt;
    return fmt::format("--watch {}: the largest grid of this run has {} blocks, 0 to {}.", block,
                       most, most - 1);
}

std::string refusal_text(const Refusal& refusal, const Settings& refused) {
    std::string text = refusal.title + ".\n" + refusal.why + "\n";
    if (!refusal.cuda_error.empty()) text += "CUDA says: " + refusal.cuda_error + "\n";
    const Knob* knob = refused.subject ? find_knob(*refused.subject, refusal.knob) : nullptr;
    if (refusal.use && knob)
        text += fmt::format("{}={} fits.\n", refusal.knob, worded(*knob, *refusal.use));
    if (!refusal.shows.empty())
        text += fmt::format("--anyway runs it nevertheless: {}\n", refusal.shows);
    else if (refused.anyway)
        text +=
            "--anyway has no effect here: it is for launches that would start and then go "
            "wrong.\n";
    return text;
}

int exit_without_gpu() { return bench_fails() ? exit_gpu_failed : exit_no_gpu; }

int exit_code(const Refusal& refusal) {
    return refusal.limit_name == "code" ? exit_kernel_fault : exit_usage;
}

int exit_code(const Run& run) {
    if (run.has_fault() || run.cut_after > 0 || launch_sentence(run)) return exit_kernel_fault;
    return run.verdict.is_wrong() ? exit_wrong_result : exit_right;
}

}  // namespace lab

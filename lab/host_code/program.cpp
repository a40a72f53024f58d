// Puts a program together: kernels, what the host needs, main(), the reference.
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "lab/assets.h"
#include "lab/host_code/host_code.h"
#include "lab/host_code/main_text.h"
#include "lab/host_code/reference_text.h"
#include "lab/state_line.h"

namespace lab {
namespace host_code {
namespace {

using simulator::Diagnostic;
using simulator::Outcome;

constexpr std::size_t most_groups = 48;  // of steps written one after the other
constexpr std::size_t most_buffers = 64;

constexpr std::array headers{"algorithm", "cmath",   "cstdint", "cstdio",
                             "cstdlib",   "utility", "vector"};
// Functions and types of the host's side; a kernel file may have the same.
constexpr std::array helpers{"CHECK",   "check",    "hashed",  "seed_of",  "digit",
                             "uniform", "on_face",  "set_all", "is_right", "agrees",
                             "sums_up", "describe", "Sample"};
// Variables of main() that no buffer is named after.
constexpr std::array locals{"start", "stop",         "times",  "rounds", "round", "i",
                            "span",  "milliseconds", "device", "right",  "turn"};

struct Host {
    std::string kernels;            // as they stand in their file
    std::string before, main, end;  // what main() needs, main(), the reference
};

std::optional<Diagnostic> too_long(const Plan& plan, const std::vector<Group>& groups) {
    if (groups.size() > most_groups)
        return Diagnostic{
            0, 0,
            fmt::format("The plan has {} launches and copies that differ, and host code that is to "
                        "be read is written for at most {}. Smaller settings need fewer.",
                        groups.size(), most_groups)};
    if (plan.allocations.size() > most_buffers)
        return Diagnostic{
            0, 0,
            fmt::format("The plan has {} buffers, and host code that is to be read is written for "
                        "at most {}. Smaller settings need fewer.",
                        plan.allocations.size(), most_buffers)};
    return std::nullopt;
}

void rename(std::string& text, const std::string& word, const std::string& other) {
    for (std::size_t at = text.find(word); at != text.npos; at = text.find(word, at + 1)) {
        const std::size_t end = at + word.size();
        if ((at > 0 && in_word(text[at - 1])) || (end < text.size() && in_word(text[end])))
            continue;
        text.replace(at, word.size(), other);
    }
}

// The kernels' own words stay; ours get a number.
void part_names(Host& host, const std::set<std::string>& words) {
    for (const char* helper : helpers) {
        if (!words.contains(helper)) continue;
        Names names;
        names.keep(words);
        const std::string other = names.made(helper);
        for (std::string* text : {&host.before, &host.main, &host.end})
            rename(*text, helper, other);
    }
}

bool clears_to_more_than_zero(const Plan& plan) {
    return std::ranges::any_of(plan.steps, [](const PlanStep& step) {
        const auto* clear = std::get_if<Clear>(&step);
        return clear && clear->value != 0;
    });
}

Outcome<Host> host_of(const HostSource& source) {
    const Plan& plan = *source.plan;
    const std::vector<Group> groups = groups_of(plan.steps);
    if (const auto problem = too_long(plan, groups)) return *problem;
    const KernelText kernels(source.kernels, plan);
    if (kernels.has_main())
        return Diagnostic{0, 0,
                          "The kernels' file has a main() of its own: it is a whole program as it "
                          "stands."};
    Names names;
    names.keep(kernels.words());
    names.keep({helpers.begin(), helpers.end()});
    names.keep({locals.begin(), locals.end()});
    const auto arrays = arrays_of(plan, kernels, names);
    if (!arrays) return arrays.problem();
    Launches launches(plan, kernels, groups, names);
    Host host;
    host.kernels = kernels.text();
    host.before = check_text + generators(*arrays, source.seed) +
                  (clears_to_more_than_zero(plan) ? set_all_text : "") +
                  judge_declaration(plan, *arrays, source.compared);
    host.main = main_text(plan, *arrays, groups, launches, names, source.compared);
    if (source.compared && source.expected)
        host.end = reference_text(plan, *arrays, *source.expected);
    part_names(host, kernels.words());
    return host;
}

std::string head(const HostSource& source) {
    Writer writer;
    for (const std::string& sentence : source.about) writer.comment(sentence);
    writer.comment("Build and run it:");
    writer.line(fmt::format("//     nvcc -O3 -arch=native {0}.cu -o {0}", source.name));
    writer.line(fmt::format("//     ./{}", source.name));
    writer.comment(source.compared
                       ? "It ends with 0 where its result is right, 1 where it is wrong, 2 where a "
                         "call of CUDA failed."
                       : "It ends with 0, or with 2 where a call of CUDA failed.");
    for (const char* header : headers) writer.line(fmt::format("#include <{}>", header));
    return writer.text();
}

// The source of a lesson's kernels, as `kernels/` has it.
Outcome<std::string> kernels_of(const Lesson& lesson) {
    const auto path = kernel_source(lesson.source);
    if (!path)
        return Diagnostic{
            0, 0, fmt::format("The kernels' text, kernels/{}, is not there.", lesson.source)};
    return read_file(*path);
}

std::vector<std::string> about(const Request& request) {
    const Settings& settings = request.settings;
    const Rung& rung = rung_of(settings);
    std::string line = state_line({request, "sim", {}});
    line.erase(line.find(" --order"));
    return {settings.subject->title + ": " + rung.title + ". " + rung.idea,
            "Written by Warplens for " + line};
}

Outcome<std::string> text_of(const Request& request, bool whole) {
    if (!request.settings.lesson())
        return Diagnostic{0, 0, "The host's side is written for kernels of lessons only."};
    const Lesson& lesson = *request.settings.lesson();
    const auto kernels = kernels_of(lesson);
    if (!kernels) return kernels.problem();
    const Plan plan = plan_of(request.settings);
    Expected expected;
    HostSource source{&plan,
                      *kernels,
                      request.seed,
                      about(request),
                      program_name(request.settings),
                      bool(lesson.expected),
                      nullptr};
    if (whole && lesson.expected) {
        expected = lesson.expected(request.settings, Inputs(plan, request.seed));
        source.expected = &expected;
    }
    return whole ? program_text(source) : host_text(source);
}

}  // namespace
}  // namespace host_code

simulator::Outcome<std::string> host_text(const HostSource& source) {
    const auto host = host_code::host_of(source);
    if (!host) return host.problem();
    return host->before.substr(1) + "\n" + host->main;
}

simulator::Outcome<std::string> program_text(const HostSource& source) {
    const auto host = host_code::host_of(source);
    if (!host) return host.problem();
    return host_code::head(source) + "\n" + host->kernels + "\n" + host->before + "\n" +
           host->main + (host->end.empty() ? "" : "\n" + host->end);
}

simulator::Outcome<std::string> host_text(const Request& request) {
    return host_code::text_of(request, false);
}

simulator::Outcome<std::string> program_text(const Request& request) {
    return host_code::text_of(request, true);
}

std::string program_name(const Settings& settings) {
    return settings.subject->id + "_" + rung_of(settings).id;
}

}  // namespace lab

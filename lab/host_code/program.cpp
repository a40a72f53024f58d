// Assembles a program: kernels, host helpers, main(), the reference.
#include <algorithm>
#include <array>
#include <filesystem>

#include <fmt/format.h>

#include "lab/assets.h"
#include "lab/declared.h"
#include "lab/host_code/both_sides_text.h"
#include "lab/host_code/build_files.h"
#include "lab/host_code/card_text.h"
#include "lab/host_code/host_code.h"
#include "lab/host_code/library_text.h"
#include "lab/host_code/main_text.h"
#include "lab/host_code/reference_text.h"
#include "lab/own/own_file.h"
#include "lab/problem.h"
#include "lab/programs.h"
#include "lab/requests/state_line.h"
#include "lab/source_text.h"
#include "lab/words.h"

namespace lab {
namespace host_code {
namespace {

using simulator::Diagnostic;
using simulator::Outcome;

constexpr std::size_t most_groups = 256;  // of steps, written one after the other
constexpr std::size_t most_buffers = 64;

constexpr std::array headers{"algorithm", "chrono",  "cmath",   "cstdint",
                             "cstdio",    "cstdlib", "utility", "vector"};
// Functions and types of the host side; a kernel file may define the same names.
constexpr std::array helpers{"CHECK",       "check",      "hashed",    "seed_of",  "digit",
                             "uniform",     "on_face",    "set_all",   "is_right", "agrees",
                             "total",       "sums_up",    "describe",  "Sample",   "prefetch",
                             "mostly_read", "read_pages", "print_card"};
// Variables of main() that no buffer may be named after.
constexpr std::array locals{
    "start",          "stop",         "times",  "rounds",    "round",     "i",
    "span",           "milliseconds", "device", "right",     "turn",      "multiprocessors",
    "blocks_at_once", "Milliseconds", "pool",   "has_pools", "kept_bytes"};

struct Host {
    std::string includes;           // of libraries
    std::string kernels;            // as in their file
    std::string before, main, end;  // main()'s helpers, main(), the reference
    std::vector<int> steps;         // MainText::steps
    // Of a program in parts: declarations for kernels.h, definitions for kernels.cu.
    std::string declared, launching;
};

std::optional<Diagnostic> too_long(const Plan& plan, const std::vector<Group>& groups) {
    if (groups.size() > most_groups)
        return Diagnostic{
            0, 0,
            fmt::format("The plan has {} different launches and copies, but readable host code "
                        "can have at most {}. Choose smaller settings.",
                        groups.size(), most_groups)};
    if (plan.allocations.size() > most_buffers)
        return Diagnostic{
            0, 0,
            fmt::format("The plan has {} buffers, but readable host code can have at most {}. "
                        "Choose smaller settings.",
                        plan.allocations.size(), most_buffers)};
    return std::nullopt;
}

void rename(std::string& text, const std::string& word, const std::string& other) {
    for (std::size_t at = find_name(text, word); at != text.npos;
         at = find_name(text, word, at + 1))
        text.replace(at, word.size(), other);
}

// Renames our helpers where the kernels use the same names.
void part_names(Host& host, const std::set<std::string>& words) {
    for (const char* helper : helpers) {
        if (!words.contains(helper)) continue;
        Names names;
        names.keep(words);
        const std::string other = names.made(helper);
        for (std::string* text : {&host.before, &host.main, &host.end, &host.launching})
            rename(*text, helper, other);
    }
}

bool clears_to_more_than_zero(const Plan& plan) {
    return std::ranges::any_of(plan.steps, [](const PlanStep& step) {
        const auto* clear = std::get_if<Clear>(&step);
        return clear && clear->value != 0;
    });
}

// Removes error checks: replaces CHECK(...) by its contents, unless it prints what calls return.
void look_nowhere(Host& host, bool tells) {
    const std::string begin = "CHECK(", asks = "CHECK(cudaGetLastError());";
    std::string& text = host.main;
    for (std::size_t at = text.find(asks); at != text.npos; at = text.find(asks)) {
        const std::size_t line = text.rfind('\n', at);
        const int number = line_at(text, at);
        for (int& step : host.steps) step -= step > number;
        text.erase(line, at + asks.size() - line);
    }
    if (tells) return;  // CHECK() prints
    host.before.erase(0, std::string_view(check_text).size());
    for (std::size_t at = text.find(begin); at != text.npos; at = text.find(begin)) {
        text.erase(closing_bracket(text, at + begin.size() - 1), 1);
        text.erase(at, begin.size());
    }
}

std::optional<Diagnostic> no_program(const LibraryText& library, bool in_parts) {
    if (const std::string function = library.lacking(); !function.empty())
        return problem_of(fmt::format("Nobody wrote {} as a program of its own.", function));
    if (in_parts && !library.includes().empty())
        return problem_of("A program that calls a library is written as one file, not in parts.");
    return std::nullopt;
}

Outcome<Host> host_of(const HostSource& source) {
    const Plan& plan = *source.plan;
    const std::vector<Group> groups = groups_of(plan.steps);
    if (const auto problem = too_long(plan, groups)) return *problem;
    const KernelText kernels(source.kernels, plan);
    if (kernels.has_main())
        return problem_of(
            "The file of the kernels has its own main(): it is already a whole program.");
    const LibraryText library(plan);
    if (const auto problem = no_program(library, source.in_parts)) return *problem;
    Names names;
    names.keep(kernels.words());
    names.keep(library.words());
    names.keep({helpers.begin(), helpers.end()});
    names.keep({locals.begin(), locals.end()});
    const auto arrays = arrays_of(plan, kernels, source.style.managed, names);
    if (!arrays) return arrays.problem();
    const Launchers launchers(source, kernels, *arrays, names);
    Launches launches(plan, kernels, groups, names, source.style.blocks_words,
                      source.in_parts ? &launchers : nullptr);
    Host host;
    host.kernels = kernels.text();
    const std::string set_all = clears_to_more_than_zero(plan) ? set_all_text : "";
    host.includes = library.includes();
    launches.wait_behind = source.form.waits_behind;
    host.before = (source.form.tells ? tell_text : check_text) + card_helpers(source) +
                  library.before() + generators(*arrays, source.seed) +
                  (source.in_parts ? "" : set_all) + both_sides_helpers(plan) +
                  judge_declaration(plan, *arrays, source.compared);
    if (source.in_parts) {
        host.declared = launchers.declarations();
        host.launching = set_all + launchers.definitions();
    }
    MainText main = main_text(source, *arrays, groups, launches, names);
    host.main = std::move(main.text), host.steps = std::move(main.steps);
    if (source.compared && source.expected)
        host.end = reference_text(plan, *arrays, *source.expected);
    if (!source.style.looks) look_nowhere(host, source.form.tells);
    part_names(host, kernels.words());
    return host;
}

std::string exit_words(const HostSource& source) {
    const std::string compared =
        source.compared ? "It returns 0 if its result is right, 1 if it is wrong" : "It returns 0";
    if (source.form.tells)
        return compared + ". It prints what each CUDA call returns, and goes on after an error.";
    if (!source.style.looks) return compared + ". It does not check its CUDA calls for errors.";
    return compared +
           (source.compared ? ", 2 if a CUDA call failed." : ", or 2 if a CUDA call failed.");
}

// Events need no clock of the host.
void write_headers(Writer& writer, Clock clock) {
    for (const std::string_view header : headers)
        if (header != "chrono" || clock != Clock::events)
            writer.line(fmt::format("#include <{}>", header));
}

std::string head(const HostSource& source, const Host& host) {
    Writer writer;
    for (const std::string& sentence : source.about) writer.comment(sentence);
    if (const std::string loops = words_of_kept_loops(host.kernels); !loops.empty())
        writer.comment(loops);
    writer.comment("Build and run it:");
    const std::string links = LibraryText(*source.plan).links();
    writer.line(fmt::format("//     nvcc -O3 -arch=native {0}.cu -o {0}{1}{2}", source.name,
                            links.empty() ? "" : " ", links));
    writer.line(fmt::format("//     ./{}", source.name));
    writer.comment(exit_words(source));
    write_headers(writer, source.plan->clock);
    return writer.text() + (host.includes.empty() ? "" : "\n" + host.includes);
}

// ---- The same in parts.

std::string kernels_file(const HostSource& source, const Host& host) {
    Writer writer;
    writer.comment("The kernels, and the functions that launch them. " + source.about.front());
    if (const std::string loops = words_of_kept_loops(host.kernels); !loops.empty())
        writer.comment(loops);
    writer.comment("nvcc compiles this file.");
    writer.line("#include \"kernels.h\"");
    std::string launching = host.launching;
    if (!launching.starts_with('\n')) launching.insert(0, "\n");
    return writer.text() + "\n" + host.kernels + "\n" + launching;
}

std::string kernels_header(const Host& host) {
    Writer writer;
    writer.comment(
        "What main.cpp may call of kernels.cu. A C++ compiler knows neither __global__ "
        "nor kernel<<<...>>>, so functions of kernels.cu launch.");
    writer.line("#pragma once");
    writer.gap();
    writer.line("#include <cuda_runtime.h>");
    writer.gap();
    writer.line("#include <cstddef>");
    writer.gap();
    writer.comment("Each returns the error of its launch or copy.");
    return writer.text() + host.declared;
}

std::string main_file(const HostSource& source, const Host& host) {
    Writer writer;
    for (const std::string& sentence : source.about) writer.comment(sentence);
    writer.comment("A C++ compiler compiles this file. README.md says how to build all of it.");
    writer.comment(exit_words(source));
    writer.line("#include \"kernels.h\"");
    writer.gap();
    write_headers(writer, source.plan->clock);
    return writer.text() + "\n" + host.before + "\n" + host.main +
           (host.end.empty() ? "" : "\n" + host.end);
}

// The text of the kernels' file.
Outcome<std::string> kernels_of(const Settings& settings) {
    const Subject& subject = *settings.subject;
    const bool of_lesson = subject.lesson || subject.stands_for;
    if (!of_lesson && subject.source_text.empty())
        return problem_of(
            fmt::format("{} is PTX, but host code needs CUDA source: open the .cu file that it "
                        "was made from.",
                        subject.source));
    if (!of_lesson) return subject.source_text;
    const auto path = kernel_source(source_name(settings));
    if (!path)
        return Diagnostic{0, 0,
                          fmt::format("The source of the kernels, kernels/{}, is missing.",
                                      source_name(settings))};
    return read_file(*path);
}

std::vector<std::string> about(const Request& request) {
    const Settings& settings = request.settings;
    const Rung& rung = rung_of(settings);
    std::string line = state_line({request, "sim", {}});
    line.erase(line.find(" --order"));
    const std::string idea = rung.idea.empty() ? "" : " " + rung.idea;
    return {settings.subject->title + ": " + rung.title + "." + idea,
            "Written by Warplens for " + line};
}

// The program lists given values if they are few.
bool stands_listed(const Plan& plan, const Allocation& allocation) {
    const bool uploaded = std::ranges::any_of(plan.steps, [&](const PlanStep& step) {
        const auto* transfer = std::get_if<Transfer>(&step);
        return transfer && transfer->buffer.id == allocation.buffer.id;
    });
    return !uploaded && allocation.buffer.count <= most_given;
}

// A texture of numbers in plain memory, as tex1Dfetch() reads it.
bool is_plain(const Texture& texture) {
    return texture.form.texels == simulator::TexelsIn::memory && texture.form.channels == 1 &&
           !texture.form.normalized_float && texture.texels.type == texture.form.type;
}

// Contents that are only bytes can't be written as C++.
std::optional<Diagnostic> unwritable(const Plan& plan) {
    for (const Allocation& allocation : plan.allocations)
        if (allocation.fill.kind == Fill::Kind::given && !stands_listed(plan, allocation))
            return Diagnostic{
                0, 0,
                fmt::format("{} is filled from a file. Host code is written only for inputs from "
                            "a formula (zeros, ones, iota or random) or for at most {} given "
                            "values.",
                            allocation.name, most_given)};
    for (const PlanStep& step : plan.steps)
        if (const auto* launch = std::get_if<Launch>(&step))
            for (const Argument& argument : launch->arguments) {
                const auto* one = std::get_if<Texture>(&argument);
                const bool texture = one && !is_plain(*one);
                if (texture || std::holds_alternative<Structure>(argument))
                    return problem_of(fmt::format(
                        "{} takes a {}: host code is written only for numbers, arrays and "
                        "textures that tex1Dfetch() reads from plain memory.",
                        launch->kernel,
                        texture ? "texture" : "structure by value, but only its bytes are known"));
            }
    return std::nullopt;
}

// Launches a file's kernel by its source name; the results are the arrays that it may write.
void complete_plan(Plan& plan, const OwnFile& file, const std::string& kernel) {
    Launch& launch = std::get<Launch>(plan.steps.front());
    launch.kernel = kernel;
    for (std::size_t i = 0; i < launch.arguments.size(); ++i) {
        const auto* buffer = std::get_if<Buffer>(&launch.arguments[i]);
        if (buffer && !file.arguments[i].taken.read_only) plan.result(*buffer);
    }
}

// Static shared memory of each step's kernel, in bytes; 0 where the launch requests no dynamic
// shared memory.
std::vector<std::int64_t> static_shared(const Subject& subject, const Plan& plan) {
    std::vector<std::int64_t> bytes(plan.steps.size());
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        const auto* launch = std::get_if<Launch>(&plan.steps[i]);
        if (!launch || launch->size.shared_bytes == 0) continue;
        if (const auto program = program_of(subject, launch->kernel))
            bytes[i] = (*program)->shared_bytes;
    }
    return bytes;
}

// Makes the source of a request and calls `make`; `whole`: with reference values.
template <class Make>
std::invoke_result_t<Make, const HostSource&> made_of(const Request& request, bool whole,
                                                      Make make) {
    const Subject& subject = *request.settings.subject;
    const auto kernels = kernels_of(request.settings);
    if (!kernels) return kernels.problem();
    Plan plan = plan_of(request.settings);
    auto shared = static_shared(subject, plan);
    if (subject.own) complete_plan(plan, *subject.own, rung_of(request.settings).title);
    if (const auto problem = unwritable(plan)) return *problem;
    Expected expected;
    HostSource source{&plan,
                      *kernels,
                      request.seed,
                      about(request),
                      program_name(request.settings),
                      bool(subject.expected),
                      nullptr,
                      host_style(request.settings),
                      std::move(shared)};
    if (whole && subject.expected) {
        expected = subject.expected(request.settings, Inputs(plan, request.seed));
        source.expected = &expected;
    }
    return make(source);
}

}  // namespace
}  // namespace host_code

simulator::Outcome<HostSide> host_side(const HostSource& source) {
    auto host = host_code::host_of(source);
    if (!host) return host.problem();
    const std::string before = host->includes + host->before.substr(host->includes.empty()) + "\n";
    const auto lines = int(std::ranges::count(before, '\n'));
    for (int& step : host->steps) step += lines;
    return HostSide{before + host->main, std::move(host->steps)};
}

simulator::Outcome<std::string> program_text(const HostSource& source) {
    const auto host = host_code::host_of(source);
    if (!host) return host.problem();
    const std::string kernels = host->kernels.empty() ? "" : "\n" + host->kernels + "\n";
    return host_code::head(source, *host) + kernels + host->before + "\n" + host->main +
           (host->end.empty() ? "" : "\n" + host->end);
}

std::vector<std::string> names_of_program_files() {
    return {"CMakeLists.txt", "Makefile", "README.md", "kernels.cu", "kernels.h", "main.cpp"};
}

simulator::Outcome<std::vector<ProgramFile>> program_files(HostSource source) {
    source.in_parts = true;
    const auto host = host_code::host_of(source);
    if (!host) return host.problem();
    std::vector<ProgramFile> files{{"main.cpp", host_code::main_file(source, *host)},
                                   {"kernels.h", host_code::kernels_header(*host)},
                                   {"kernels.cu", host_code::kernels_file(source, *host)}};
    std::ranges::move(host_code::build_files(source.name, source.about.front()),
                      std::back_inserter(files));
    return files;
}

simulator::Outcome<HostSide> host_side(const Request& request, ProgramForm form) {
    return host_code::made_of(request, false, [form](HostSource source) {
        source.form = form;
        return host_side(source);
    });
}

simulator::Outcome<std::string> host_text(const Request& request) {
    auto side = host_side(request);
    if (!side) return side.problem();
    return std::move(side->text);
}

simulator::Outcome<std::string> program_text(const Request& request, ProgramForm form) {
    return host_code::made_of(request, true, [form](HostSource source) {
        source.form = form;
        return program_text(source);
    });
}

simulator::Outcome<std::vector<ProgramFile>> program_files(const Request& request) {
    return host_code::made_of(request, true,
                              [](const HostSource& source) { return program_files(source); });
}

std::string program_name(const Settings& settings) {
    const Subject& subject = *settings.subject;
    const std::string of =
        subject.lesson ? subject.id : std::filesystem::path(subject.source).stem().string();
    std::string name = of + "_" + rung_of(settings).id;
    for (char& c : name)  // "scale<float>" is not a file name
        if (!is_name_character(c) && c != '-' && c != '.') c = '_';
    while (name.ends_with('_')) name.pop_back();
    if (name.starts_with('-')) name.front() = '_';  // else it would look like a flag
    return name;
}

std::string links_of(const Settings& settings) {
    return host_code::LibraryText(plan_of(settings)).links();
}

// A name that begins with a dash would look like a flag.
std::string build_command(const std::filesystem::path& file, const std::string& links) {
    const bool dash = file.string().starts_with('-');
    const std::filesystem::path path = dash ? "." / file : file;
    std::filesystem::path program = path;
    program.replace_extension();
    const std::string started = path.has_parent_path() ? program.string() : "./" + program.string();
    return fmt::format("nvcc -O3 -arch=native {} -o {}{}{} && {}", in_quotes(path.string()),
                       in_quotes(program.string()), links.empty() ? "" : " ", links,
                       in_quotes(started));
}

}  // namespace lab

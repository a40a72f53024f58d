// export: writes a plan's program to a file that nvcc builds.
#include <filesystem>

#include <fmt/format.h>

#include "lab/assets.h"
#include "lab/cli/command_tools.h"
#include "lab/host_calls/errors.h"
#include "lab/host_code/host_code.h"
#include "lab/library.h"
#include "lab/words.h"
#include "platform/files.h"

namespace lab::export_command {
namespace {

namespace files = std::filesystem;

struct Export {
    std::vector<std::string> words;  // LESSON[/RUNG] or a file, then knob=value
    AskedFile launch;                // of a file
    std::string out, seed = "1";
    bool all = false, force = false, parts = false, calls = false, wait = false;
};

// Builds and runs all programs in a folder.
constexpr const char* makefile =
    R"(# Builds and runs every program of this folder, and goes on where one is wrong:
#     make -j 8 && make -k run
NVCC ?= nvcc
NVCCFLAGS ?= -O3 -arch=native
programs := $(basename $(wildcard *.cu))

all: $(programs)
%: %.cu
	$(NVCC) $(NVCCFLAGS) -o $@ $<
run: $(programs:=.run)
%.run: %
	@echo "== $<"
	@./$<
.PHONY: all run
.NOTPARALLEL: run
)";

// Replaces an existing file only with --force.
int write(const Export& flags, const std::string& target, const std::string& text,
          std::ostream& out, std::ostream& err) {
    if (target == "-") return deliver(target, text, out, err) ? exit_right : exit_bad_file;
    std::error_code ignored;
    if (!flags.words.empty() && files::equivalent(target, flags.words.front(), ignored)) {
        err << target << " is the kernel's own file and is not overwritten: name another file.\n";
        return exit_bad_file;
    }
    if (flags.force) {
        const auto failed = write_file(target, text);
        if (failed) err << failed->message << '\n';
        return failed ? exit_bad_file : exit_right;
    }
    if (files::exists(target, ignored)) {
        err << target << " already exists: --force replaces it.\n";
        return exit_bad_file;
    }
    if (!can_deliver(target, err)) return exit_bad_file;
    const std::string problem = platform::write_new_file(target, text);
    if (problem.empty()) return exit_right;
    err << problem << '\n';
    return exit_bad_file;
}

// The words in the form of the line of state.
Asked asked_of(const Export& flags, const std::string& lesson_or_file) {
    Asked asked;
    asked.lesson = lesson_or_file;
    asked.assignments.assign(flags.words.begin() + !flags.words.empty(), flags.words.end());
    asked.seed = flags.seed;
    asked.launch = flags.launch;
    return asked;
}

// A folder with the parts of one program.
int export_parts(const Export& flags, const Request& request, const std::string& folder,
                 std::ostream& out, std::ostream& err) {
    const auto made = program_files(request);
    if (!made) {
        err << "warplens export: " << made.problem().message << '\n';
        return exit_usage;
    }
    if (const std::string problem = platform::make_folder(folder); !problem.empty()) {
        err << problem << '\n';
        return exit_bad_file;
    }
    std::error_code ignored;
    // All are looked for before the first is written.
    for (const ProgramFile& file : *made) {
        const files::path path = files::path(folder) / file.name;
        if (flags.force || !files::exists(path, ignored)) continue;
        err << path.string() << " already exists: --force replaces it.\n";
        return exit_bad_file;
    }
    for (const ProgramFile& file : *made) {
        const std::string path = files::path(folder) / file.name;
        if (const int code = write(flags, path, file.text, out, err); code != exit_right)
            return code;
    }
    return exit_right;
}

int export_one(const Export& flags, const std::string& lesson_or_file, const std::string& target,
               std::ostream& out, std::ostream& err) {
    Asked asked = asked_of(flags, lesson_or_file);
    const auto state = asked.state();
    if (!state) {
        err << "warplens export: " << state.problem().message << '\n';
        return asked.failure;
    }
    const Settings& settings = state->request.settings;
    if (const auto why = timed_alone(settings); why && on_processor(settings)) {
        err << "warplens export: " << *why << '\n';
        return exit_usage;
    }
    const auto refused = refusal(settings);
    // What goes wrong then is a subject of a program that prints what calls return.
    const bool told = refused && (cuda_error_of(*refused) || !refused->shows.empty());
    if (refused && !(flags.calls && told)) {
        err << refusal_text(*refused, settings);
        return exit_code(*refused);
    }
    if (flags.parts) return export_parts(flags, state->request, target, out, err);
    const auto text = program_text(state->request, {flags.calls, flags.wait});
    if (!text) {
        err << "warplens export: " << text.problem().message << '\n';
        return exit_usage;
    }
    return write(flags, target, *text, out, err);
}

// Exports all rungs of the named lesson, or of all lessons without a name.
int export_all(const Export& flags, std::ostream& out, std::ostream& err) {
    const std::string only = flags.words.empty() ? "" : flags.words.front();
    if (!only.empty() && !find_lesson(only)) {
        err << fmt::format("warplens export: there is no lesson \"{}\".\n", only);
        return exit_usage;
    }
    if (const std::string problem = platform::make_folder(flags.out); !problem.empty()) {
        err << problem << '\n';
        return exit_bad_file;
    }
    int written = 0;
    for (const Lesson* lesson : lessons())
        for (const Rung& rung : lesson->rungs) {
            const std::string name = lesson->id + "/" + rung.id;
            if (!only.empty() && only != lesson->id) continue;
            const std::string file = lesson->id + "_" + rung.id + ".cu";
            const int code = export_one(flags, name, files::path(flags.out) / file, out, err);
            if (code != exit_right) {
                err << fmt::format("warplens export: {} was not written.\n", name);
                return code;
            }
            ++written;
        }
    const std::string path = files::path(flags.out) / "Makefile";
    if (const int code = write(flags, path, makefile, out, err); code != exit_right) return code;
    out << fmt::format(
        "{} programs are in {}. There, build and run them: make -j 8 && make -k run\n", written,
        flags.out);
    return exit_right;
}

// For the linker, of the program that was written.
std::string links_named(const Export& flags) {
    Asked asked = asked_of(flags, flags.words.front());
    const auto state = asked.state();
    return state ? links_of(state->request.settings) : "";
}

void add_flags(CommandFlags& words, Export& flags) {
    words.add("WORDS", flags.words,
              "LESSON[/RUNG] or FILE.cu, then knob=value, such as block=256, n=2^20");
    add_launch(words, flags.launch);
    words.add("--out", flags.out,
              "FILE.cu, or - for standard output; with --all or --parts, a folder",
              CommandFlags::Need::required);
    words.add("--seed", flags.seed, "seed of the inputs (default 1)");
    words.add("--force", flags.force, "replace a file that already exists");
    words.add(
        "--parts", flags.parts,
        "a folder with main.cpp for a C++ compiler, kernels.cu for nvcc, kernels.h, Makefile, "
        "CMakeLists.txt and README.md; also where FOLDER/ ends with a stroke");
    words.add("--calls", flags.calls,
              "a program that prints what each CUDA call returns, and goes on after an error");
    words.add("--wait", flags.wait, "with --calls: a cudaDeviceSynchronize() behind each launch");
    words.add("--all", flags.all,
              "a program for every rung of the lesson named, or of all lessons, and a Makefile");
}

int export_program(Arguments arguments, std::ostream& out, std::ostream& err) {
    CommandFlags words("warplens export",
                       "Writes kernel and host code of one rung as a program that nvcc builds and "
                       "that checks its own result. For a kernel of a file there is no check.");
    Export flags;
    add_flags(words, flags);
    if (const auto code = words.parse(arguments, out, err)) return *code;
    if (flags.all && flags.parts) {
        err << "warplens export: --all writes one file for each program: leave out --parts, or "
               "name "
               "one rung.\n";
        return exit_usage;
    }
    if (flags.wait && !flags.calls) {
        err << "warplens export: --wait is for --calls: add --calls, or leave out --wait.\n";
        return exit_usage;
    }
    if (flags.calls && (flags.all || flags.parts)) {
        err << "warplens export: --calls writes one program in one file: leave out --all and "
               "--parts.\n";
        return exit_usage;
    }
    if (flags.all) return export_all(flags, out, err);
    flags.parts |= flags.out.ends_with('/');
    if (flags.parts && flags.out == "-") {
        err << "warplens export: parts go to a folder, not to standard output: --out FOLDER.\n";
        return exit_usage;
    }
    if (flags.words.empty()) {
        err << "warplens export: name a lesson or lesson/rung, as `warplens list` shows them, or "
               "a .cu file.\n";
        return exit_usage;
    }
    const int code = export_one(flags, flags.words.front(), flags.out, out, err);
    if (code == exit_right && flags.parts)
        out << fmt::format("Written. Build it: make -C {} (README.md there says more)\n",
                           in_quotes(flags.out));
    else if (code == exit_right && flags.out != "-")
        out << fmt::format("Written. Build and run it: {}\n",
                           build_command(flags.out, links_named(flags)));
    return code;
}

const RegisterCommand registered(
    {"export",
     "export LESSON[/RUNG]|FILE.cu [knob=value]... --out FILE.cu|- [--seed N] [--calls "
     "[--wait]] [--force]\n"
     "export LESSON[/RUNG]|FILE.cu [knob=value]... --parts --out FOLDER [--seed N] [--force]\n"
     "export --all [LESSON [knob=value]...] --out FOLDER [--seed N] [--force]",
     "writes a rung as a separate CUDA program", 45, export_program});

}  // namespace
}  // namespace lab::export_command

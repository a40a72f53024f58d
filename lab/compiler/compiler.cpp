// Compiles in a child process, in a private folder and under our own file name: the file's name and
// path never reach a compiler's command line.
#include "lab/compiler/compiler.h"

#include <algorithm>
#include <charconv>
#include <sstream>

#include <fmt/format.h>

#include "lab/assets.h"
#include "lab/compiler/course_headers.h"
#include "lab/compiler/missing_headers.h"
#include "lab/compiler/nvrtc.h"
#include "lab/compiler/plain_text.h"
#include "lab/problem.h"
#include "lab/source_text.h"
#include "platform/child.h"
#include "platform/machine.h"

namespace lab {
namespace {

namespace files = std::filesystem;
using simulator::Outcome;

constexpr double most_seconds = 120;
constexpr std::uint64_t most_memory = std::uint64_t{6} << 30;  // of address space, for each process
constexpr std::uint64_t most_source = 8 << 20;                 // bytes
constexpr std::uint64_t most_ptx = 256 << 20;
constexpr const char* own_name = "kernel.cu";    // of the compiled copy
constexpr const char* course_folder = "course";  // of headers that Warplens brings

}  // namespace

Outcome<std::string> cuda_source(const files::path& path) {
    auto text = read_file(path, most_source);
    if (!text) return text.problem();
    if (const char* why = no_plain_text(*text))
        return problem_of(
            fmt::format("{} {}: give CUDA source as plain text in UTF-8.", path.string(), why));
    return text;
}

namespace {

void replace_all(std::string& text, std::string_view old, std::string_view with) {
    for (std::size_t at = text.find(old); at != text.npos; at = text.find(old, at + with.size()))
        text.replace(at, old.size(), with);
}

// A file name that is safe between quotes.
std::string plain_name(const files::path& path) {
    std::string name = path.filename().string();
    for (char& c : name)
        if (!is_name_character(c) && c != '.' && c != '-') c = '_';
    return name;
}

// Removes folder names, and the number that nvcc derives from them for internal symbols. So the
// same source gives the same PTX wherever it was compiled.
std::string settled(std::string ptx, const files::path& folder, const files::path& source) {
    replace_all(ptx, (folder / own_name).string(), plain_name(source));
    replace_all(ptx, folder.string() + "/", "");
    constexpr std::string_view inner = "_INTERNAL_";
    constexpr std::size_t digits = 8;
    if (const std::size_t at = ptx.find(inner); at != ptx.npos) {
        const std::string number = ptx.substr(at + inner.size(), digits) + "_";
        if (number.size() == digits + 1) replace_all(ptx, number, "00000000_");
    }
    return ptx;
}

// The compiler's messages, or why it gave none.
std::string words_of(const platform::Ending& ending) {
    using How = platform::Ending::How;
    switch (ending.how) {
        case How::exited: break;
        case How::not_started: return "it could not be started";
        case How::too_long:
            return fmt::format("{}it was stopped after {} seconds", ending.output, most_seconds);
        case How::too_much: return ending.output + "\n... and so on: it was stopped";
        case How::cancelled: return "it was ended";
    }
    return ending.output.empty() ? "it gave no message" : ending.output;
}

// The folders in an environment variable.
std::vector<files::path> listed_in(const char* variable) {
    std::vector<files::path> folders;
    std::istringstream list(platform::environment(variable));
    for (std::string folder; std::getline(list, folder, ':');)
        if (folder.starts_with('/') && folder != "/") folders.emplace_back(folder);
    return folders;
}

// The compiler's installation folder; only its own folder, if that is above the user's home.
files::path installed_in(const files::path& compiler) {
    std::error_code failed;
    const files::path folder = files::canonical(compiler, failed).parent_path();
    const files::path root = folder.parent_path();
    const std::string home = platform::environment("HOME") + "/";
    const bool of_all = root == root.root_path() || home.starts_with(root.string() + "/");
    return folder.filename() == "bin" && !of_all ? root : folder;
}

// The files that a compiler may read: the system's programs and headers, its toolkit, folders that
// the environment names, the source's folder. An #include of any other file shows nothing.
platform::Fence fence_for(const files::path& compiler, const files::path& beside,
                          const files::path& own) {
    platform::Fence fence;
    for (const char* path : {"/usr", "/lib", "/lib64", "/bin", "/sbin", "/opt", "/nix/store",
                             "/gnu/store", "/etc/ld.so.cache", "/proc/cpuinfo", "/proc/meminfo",
                             "/sys/devices/system/cpu", "/dev/urandom"})
        fence.readable.emplace_back(path);
    for (const files::path& folder : listed_in("PATH"))
        for (const char* part : {"", "../include", "../lib", "../lib64", "../libexec"})
            fence.readable.push_back(folder / part);
    for (const char* variable :
         {"LD_LIBRARY_PATH", "CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH"})
        for (files::path& folder : listed_in(variable)) fence.readable.push_back(std::move(folder));
    for (files::path& root : toolkit_roots()) fence.readable.push_back(std::move(root));
    fence.readable.push_back(installed_in(compiler));
    // A sanitizer in this program reads /proc.
    if (compiler == platform::program_file()) fence.readable.emplace_back("/proc");
    fence.readable.push_back(beside);
    fence.writable = {own, "/dev/null"};
    return fence;
}

// Advice for a header in another folder; nvcc and NVRTC report it in different words.
std::string fence_words(const std::string& said) {
    const bool closed =
        said.find("Permission denied") != said.npos || said.find("open source file") != said.npos;
    if (!closed || !platform::has_fences()) return "";
    return "\nThe compiler can read only the source's folder and its own toolkit. Set "
           "CPATH=FOLDER in the environment to add a folder, or WARPLENS_FENCE=none to allow all "
           "folders.";
}

}  // namespace

struct Compilation::Body {
    Body(files::path path, const std::string& arch, const std::string& last_line, Makes makes);
    void start(const std::string& arch, const std::string& text);
    std::vector<std::string> words(const std::string& arch);
    void finish();

    files::path path;
    Makes makes;
    std::string target;  // the file that the compiler writes
    std::string source, by;
    platform::PrivateFolder folder;
    std::optional<platform::Child> child;
    std::optional<Outcome<Compiled>> outcome;
};

Compilation::Body::Body(files::path file, const std::string& arch, const std::string& last_line,
                        Makes makes)
    : path(std::move(file)),
      makes(makes),
      target(makes == Makes::ptx ? "kernel.ptx" : "kernel.cubin") {
    auto text = cuda_source(path);
    if (!text) {
        outcome = text.problem();
        return;
    }
    source = std::move(*text);
    start(arch, last_line.empty() ? source : source + "\n" + last_line + "\n");
}

// With nvcc where it is found, else with NVRTC in another process of this program.
std::vector<std::string> Compilation::Body::words(const std::string& arch) {
    std::vector<std::string> words;
    if (const auto nvcc = find_nvcc()) {
        by = nvcc->string();
        words = {by,          makes == Makes::ptx ? "-ptx" : "-cubin",
                 "-lineinfo", "-arch=" + arch,
                 "-I",        "include",
                 "-o",        target,
                 own_name};
    } else {
        by = "NVRTC";
        if (!nvrtc_version()) return {};
        words = {platform::program_file().string(),
                 "compile",
                 own_name,
                 "--include",
                 "include",
                 "--arch",
                 arch,
                 "--out",
                 target};
    }
    // Looked through after the folder of the source and those of CPATH.
    if (!course_headers_of(source).empty())
        words.insert(words.end(), {by == "NVRTC" ? "--include-last" : "-isystem", course_folder});
    return words;
}

void Compilation::Body::start(const std::string& arch, const std::string& text) {
    std::vector<std::string> command = words(arch);
    if (command.empty()) {
        outcome = problem_of(fmt::format(
            "{} must be compiled first, but this machine has neither nvcc nor NVRTC. Install the "
            "CUDA toolkit, or open the PTX that nvcc -ptx -lineinfo makes on another machine.",
            path.string()));
        return;
    }
    // A link finds the headers beside the file.
    std::error_code failed;
    const files::path beside = files::absolute(path, failed).parent_path();
    if (folder.path().empty() || !platform::write_file(folder.path() / own_name, text).empty() ||
        !platform::link_to(beside, folder.path() / "include").empty()) {
        outcome = problem_of(
            "The compiler can't write its output: the temporary folder is not writable.");
        return;
    }
    const std::vector<std::string> headers = course_headers_of(source);
    if (const std::string why =
            headers.empty() ? "" : put_course_headers(headers, folder.path() / course_folder);
        !why.empty()) {
        outcome = problem_of(why);
        return;
    }
    platform::Fence fence = fence_for(command.front(), beside, folder.path());
    child.emplace(platform::Command{.words = std::move(command),
                                    .folder = folder.path(),
                                    .environment = {{"TMPDIR", folder.path().string()}},
                                    .seconds = most_seconds,
                                    .most_memory = most_memory,
                                    .scratch = folder.path(),
                                    .fence = std::move(fence)});
}

void Compilation::Body::finish() {
    const platform::Ending& ending = child->ending();
    if (ending.how == platform::Ending::How::exited && ending.code == 0) {
        auto code = read_file(folder.path() / target, most_ptx);
        if (!code)
            outcome = code.problem();
        else if (makes == Makes::machine_code)
            outcome = Compiled{source, std::move(*code)};
        else
            outcome = Compiled{source, settled(std::move(*code), folder.path(), path)};
        return;
    }
    std::string said = words_of(ending);
    const std::string missing = missing_header_words(said);
    const std::string hint = missing.empty() ? fence_words(said) : "\n" + missing;
    replace_all(said, own_name, path.filename().string());
    const std::string more =
        by == "NVRTC" ? "\nNVRTC compiles kernels only. A program with host code needs nvcc." : "";
    outcome = problem_of(fmt::format("{} could not be compiled by {}:\n{}{}{}", path.string(), by,
                                     said, hint, more));
}

Compilation::Compilation(const files::path& source, const std::string& arch,
                         const std::string& last_line, Makes makes)
    : body_(std::make_unique<Body>(source, arch, last_line, makes)) {}

Compilation::~Compilation() = default;

bool Compilation::ended(double seconds) {
    if (!body_->outcome && body_->child->ended(seconds)) body_->finish();
    return body_->outcome.has_value();
}

void Compilation::cancel() {
    if (body_->outcome) return;
    body_->child->cancel();
    body_->finish();
}

const Outcome<Compiled>& Compilation::outcome() const { return *body_->outcome; }

const std::string& Compilation::source() const { return body_->source; }

std::vector<files::path> toolkit_roots() {
    std::vector<files::path> roots{platform::environment("CUDA_HOME"),
                                   platform::environment("CUDA_PATH"), "/usr/local/cuda"};
    std::erase(roots, files::path());
    return roots;
}

std::optional<files::path> find_nvcc() {
    if (auto nvcc = platform::program_named("nvcc")) return nvcc;
    for (const files::path& root : toolkit_roots())
        if (platform::is_program(root / "bin" / "nvcc")) return root / "bin" / "nvcc";
    return std::nullopt;
}

std::optional<std::string> virtual_architecture(std::string_view arch) {
    for (const std::string_view prefix : {"sm_", "compute_"}) {
        if (!arch.starts_with(prefix)) continue;
        const std::string_view number = arch.substr(prefix.size());
        const std::size_t digits = std::min(number.find_first_not_of("0123456789"), number.size());
        const bool letter =
            number.size() == digits + 1 && std::islower(static_cast<unsigned char>(number.back()));
        if (digits < 2 || digits > 3 || (digits != number.size() && !letter)) return std::nullopt;
        return "compute_" + std::string(number);
    }
    return std::nullopt;
}

Outcome<std::string> compiled(const files::path& source, const std::string& arch,
                              const std::string& last_line) {
    Compilation compilation(source, arch, last_line);
    while (!compilation.ended(1)) {
    }
    if (!compilation.outcome()) return compilation.outcome().problem();
    return compilation.outcome()->code;
}

}  // namespace lab

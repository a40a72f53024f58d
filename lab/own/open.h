// Opens any kernel as a subject: a file, a kernel, the launch and its arguments, as words. Missing
// parts are guessed from the kernel, and the guesses are reported. Used by the command line, the
// line of state and the window.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lab/own/signature.h"
#include "lab/subject.h"

namespace lab {

/// Largest file that is opened, in bytes: far more than anyone writes, and fits into memory.
inline constexpr std::uint64_t most_source_text = 8 << 20, most_ptx_text = 64 << 20;

// The user's words, as typed; empty parts are guessed.
struct AskedFile {
    std::string file;                      // FILE.cu or FILE.ptx
    std::string kernel{};                  // plain, demangled, mangled or a unique beginning
    std::string grid{}, block{};           // "X", "X,Y" or "X,Y,Z"
    std::string shared{};                  // bytes of dynamic shared memory
    std::string max_shared{};              // allowed by cudaFuncSetAttribute; empty: CUDA's default
    std::vector<std::string> arguments{};  // SPECs: all in order, or some that name their parameter
    std::vector<std::string> variables{};  // SPECs of __constant__ and __device__ variables
    std::string arch = "sm_75";            // target architecture for a .cu
    bool operator==(const AskedFile&) const = default;
};

// A file's text and its PTX.
struct Code {
    std::string source;  // CUDA; empty where the file is PTX
    std::string ptx;
};

/// Whether the word names a file, not a lesson: it ends with .cu or .ptx.
bool is_kernel_file(std::string_view word);

/// Reads the file, and compiles CUDA, which may take seconds. Fails with the compiler's messages,
/// or a sentence that names the file. Callers that can't wait compile elsewhere and make a Code. A
/// `kernel` with template arguments, "twice<float>", is instantiated where the source does not.
simulator::Outcome<Code> code_of(const std::string& file, const std::string& arch = "sm_75",
                                 const std::string& kernel = {});
/// The same for a PTX file; skips a UTF-8 byte order mark.
simulator::Outcome<Code> ptx_code(const std::filesystem::path& file);

/// All kernels with their parameters, to choose from. Fails with a line where the PTX can't be
/// read.
simulator::Outcome<std::vector<FoundKernel>> kernels_of(const Code& code);

/// The subject for these words; quick, compiles nothing. Its rungs are the named kernel and the
/// kernels with the same parameters. Fails with a sentence on the wrong word. For an unknown
/// instruction, with a line of the file (below 0: of its PTX).
simulator::Outcome<std::shared_ptr<const Subject>> subject_of(const AskedFile& asked,
                                                              const Code& code);

/// Does code_of() and subject_of().
simulator::Outcome<std::shared_ptr<const Subject>> open_file(const AskedFile& asked);

/// The complete words for these settings of a file's kernel.
AskedFile asked_of(const Settings& settings);
/// The same as words of a line of state. Knob words follow for numbers beyond their type.
std::string own_state(const Settings& settings);

/// "FILE.cu --kernel NAME --grid ...": the beginning of a line of state. Words with blanks are
/// quoted.
std::string words_of(const AskedFile& asked);

/// The guesses, as one sentence; empty where nothing was guessed.
const std::string& guesses_of(const Subject& subject);

/// Only the sentences about short trial runs of the guessed launch; empty where they found nothing.
const std::string& found_at_guess(const Subject& subject);

/// The titles of the file's other kernels, which take other arguments.
const std::vector<std::string>& other_kernels(const Subject& subject);

}  // namespace lab

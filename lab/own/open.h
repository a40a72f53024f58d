// Anybody's kernel as a subject: a file, the kernel in it, the launch and its arguments, as words.
// What is left out is guessed from the kernel, and the guesses are said. Used by the command line,
// the line of state and the window.
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

/// Bytes of a file that is opened: far more than anybody writes, far less than a machine has.
inline constexpr std::uint64_t most_source_text = 8 << 20, most_ptx_text = 64 << 20;

// What a person asks for, as it is written; what is empty is guessed.
struct AskedFile {
    std::string file;             // FILE.cu or FILE.ptx
    std::string kernel{};         // plain, demangled, mangled or a unique beginning
    std::string grid{}, block{};  // "X", "X,Y" or "X,Y,Z"
    std::string shared{};         // bytes of dynamic shared memory
    std::string max_shared{};  // that the host allows by cudaFuncSetAttribute; empty: as CUDA does
    std::vector<std::string> arguments{};  // SPECs: all in order, or those that name a parameter
    std::vector<std::string> variables{};  // SPECs of __constant__ and __device__ variables
    std::string arch = "sm_75";            // for which a .cu is compiled
    bool operator==(const AskedFile&) const = default;
};

// A file's text, and the PTX of it.
struct Code {
    std::string source;  // CUDA; empty where the file is PTX
    std::string ptx;
};

/// Whether a word of a command means a file, not a lesson: it ends with .cu or .ptx.
bool is_kernel_file(std::string_view word);

/// Reads the file, and compiles it where it is CUDA: seconds, perhaps. Fails with the compiler's
/// words, or with a sentence that names the file. Whoever can't wait compiles elsewhere and makes a
/// Code himself.
simulator::Outcome<Code> code_of(const std::string& file, const std::string& arch = "sm_75");
/// The same of a file that is PTX; a byte order mark of UTF-8 is left out.
simulator::Outcome<Code> ptx_code(const std::filesystem::path& file);

/// The kernels of a code with their parameters, before one is chosen. Fails where the PTX can't be
/// read, with its line.
simulator::Outcome<std::vector<FoundKernel>> kernels_of(const Code& code);

/// The subject that these words ask for: quick, nothing is compiled. Its kernels to choose among
/// are the asked one and those that take the same. Fails with a sentence on the word that does not
/// fit, or, with a line of the file (below 0: of its PTX), on an instruction that is not known.
simulator::Outcome<std::shared_ptr<const Subject>> subject_of(const AskedFile& asked,
                                                              const Code& code);

/// Both, one after the other.
simulator::Outcome<std::shared_ptr<const Subject>> open_file(const AskedFile& asked);

/// The words that ask for these settings of a file's kernel; nothing is left out.
AskedFile asked_of(const Settings& settings);
/// The same as words of a line of state, with knobs behind them that are set beyond their types.
std::string own_state(const Settings& settings);

/// "FILE.cu --kernel NAME --grid ...": what a line of state begins with. Words with blanks are
/// quoted.
std::string words_of(const AskedFile& asked);

/// What was guessed because nobody said it, one sentence; empty where nothing was.
const std::string& guesses_of(const Subject& subject);

/// Of these the sentences on what short runs of the guessed launch found; empty where they found
/// nothing.
const std::string& found_at_guess(const Subject& subject);

/// The other kernels of the file, by title, which take other arguments.
const std::vector<std::string>& other_kernels(const Subject& subject);

}  // namespace lab

// Compiles CUDA C++ with nvcc, or else with NVRTC. To PTX, as the simulator and the GPU must run
// the same text. To machine code only where its time is compared with that of the PTX: native.h.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "simulator/types.h"

namespace lab {

/// Folders that may have a CUDA toolkit, likeliest first: $CUDA_HOME, $CUDA_PATH, /usr/local/cuda.
std::vector<std::filesystem::path> toolkit_roots();
/// nvcc on the PATH, in $CUDA_HOME/bin or in /usr/local/cuda/bin; nullopt where there is none.
std::optional<std::filesystem::path> find_nvcc();

/// The text of a CUDA source. Fails with a sentence if it is too long or not plain text.
simulator::Outcome<std::string> cuda_source(const std::filesystem::path& path);

/// "sm_90" or "compute_75", also with a letter at the end; nullopt for anything else.
std::optional<std::string> virtual_architecture(std::string_view arch);

enum class Makes : std::uint8_t { ptx, machine_code };

// A source file's text and what was made of it: PTX, or the bytes of a cubin.
struct Compiled {
    std::string source, code;
};

// A compiler's message about one line.
struct CompilerWords {
    int line = 0;  // of the source; 0: of another file, or of none
    bool error = false;
    std::string words;
    bool operator==(const CompilerWords&) const = default;
};
/// All errors and warnings in a compiler's output about `file`, in its order.
std::vector<CompilerWords> words_in(std::string_view said, std::string_view file);

// One compilation in its own process, so that a program that draws frames can poll it.
class Compilation {
public:
    /// Starts the compilation. `arch` is sm_NN. `last_line` is compiled behind the source's lines.
    explicit Compilation(const std::filesystem::path& source, const std::string& arch = "sm_75",
                         const std::string& last_line = {}, Makes makes = Makes::ptx);
    ~Compilation();
    Compilation(const Compilation&) = delete;
    Compilation& operator=(const Compilation&) = delete;
    /// Waits up to `seconds`. True once the compilation has ended.
    bool ended(double seconds = 0);
    /// Stops the compilation; the outcome then says so.
    void cancel();
    /// After the end: both texts, the compiler's messages, or a sentence about what is missing.
    const simulator::Outcome<Compiled>& outcome() const;
    /// The source as it was read, also after a failed compilation.
    const std::string& source() const;

private:
    struct Body;
    std::unique_ptr<Body> body_;
};

/// The PTX of a .cu file, with line information. A whole program with host code needs nvcc. Fails
/// with the compiler's messages, or a sentence about what is missing. `arch` is sm_NN. `last_line`
/// is compiled behind the source's lines.
simulator::Outcome<std::string> compiled(const std::filesystem::path& source,
                                         const std::string& arch = "sm_75",
                                         const std::string& last_line = {});

}  // namespace lab

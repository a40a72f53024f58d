// From CUDA C++ to PTX: nvcc where it is found, else NVRTC. Never to machine code: the simulator
// and the GPU are to run the same text.
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

/// Where a CUDA toolkit may be, the likeliest first: $CUDA_HOME, $CUDA_PATH, /usr/local/cuda.
std::vector<std::filesystem::path> toolkit_roots();
/// nvcc on the PATH, in $CUDA_HOME/bin or in /usr/local/cuda/bin.
std::optional<std::filesystem::path> find_nvcc();

/// The text of a CUDA source; fails with a sentence where it is too long or no plain text.
simulator::Outcome<std::string> cuda_source(const std::filesystem::path& path);

/// "sm_90" or "compute_75", perhaps with a letter at the end; nullopt for anything else.
std::optional<std::string> virtual_architecture(std::string_view arch);

// A source file, and what it was compiled to.
struct Compiled {
    std::string source, ptx;
};

// What a compiler says about one line.
struct CompilerWords {
    int line = 0;  // of the source; 0: of another file, or of none
    bool error = false;
    std::string words;
    bool operator==(const CompilerWords&) const = default;
};
/// Each error and warning in what a compiler wrote about `file`, in its order.
std::vector<CompilerWords> words_in(std::string_view said, std::string_view file);

// One compilation, in a process of its own: whoever draws frames asks how it goes.
class Compilation {
public:
    /// Begins. `arch` is sm_NN.
    explicit Compilation(const std::filesystem::path& source, const std::string& arch = "sm_75");
    ~Compilation();
    Compilation(const Compilation&) = delete;
    Compilation& operator=(const Compilation&) = delete;
    /// Waits up to `seconds` for it. True once it is over.
    bool ended(double seconds = 0);
    /// Ends it; its outcome says so.
    void cancel();
    /// Once it is over: both texts, or the compiler's words, or a sentence on what is missing.
    const simulator::Outcome<Compiled>& outcome() const;
    /// The source as it was read, whatever became of it.
    const std::string& source() const;

private:
    struct Body;
    std::unique_ptr<Body> body_;
};

/// PTX of a .cu file, with lines of its source. A whole program with host code needs nvcc. Fails
/// with the compiler's words, or with a sentence on what is missing. `arch` is sm_NN.
simulator::Outcome<std::string> compiled(const std::filesystem::path& source,
                                         const std::string& arch = "sm_75");

}  // namespace lab

// How a program calls a library: the CUDA C++ of a function that plans call (Plan::call()). The
// program that Warplens runs has these calls in a module (kernels/libraries), which no one would
// write for one call.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace lab {

// In its lines, "$n" is the program's variable for the parameter n, and CHECK(...) ends the program
// where a call fails.
struct LibraryCode {
    std::string parameters{};            // of the function: "const float* a, float* sum, int n"
    std::vector<std::string> headers{};  // "cublas_v2.h"
    std::string links{};                 // the linker's word: "-lcublas"; empty: none
    std::string before{};                // functions and kernels in front of main()
    // Lines of main(): once before the first round; in each round; once at the end. "$calls" is how
    // often a round calls the function.
    std::string begin{}, call{}, end{};
    // Lines after the time is printed, which is `times[rounds / 2]`, in milliseconds.
    std::string report{};
};

/// Gives a function of kernels/libraries its code. A static object does it.
struct RegisterLibraryCode {
    RegisterLibraryCode(const std::string& function, const LibraryCode& code);
};
/// The same for a function of floats, NAME_f32, and one of doubles, NAME_f64: the word REAL becomes
/// the type, and LETTER its letter in names of cuBLAS and cuSPARSE, S or D.
struct RegisterLibraryCodes {
    RegisterLibraryCodes(const std::string& name, const LibraryCode& code);
};

/// nullptr where there is none.
const LibraryCode* library_code(std::string_view function);

}  // namespace lab

// A .cu file cut into what stands at its top level: functions, structs, preprocessor lines. No
// compiler: enough to leave out what a kernel does not need, and to say "all of it" where in doubt.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace lab::host_code {

struct CudaItem {
    std::string text;             // with the comment above it
    std::string name;             // of the function or struct that it defines; empty: not known
    std::string parameters;       // of a function: what stands between its parentheses
    bool instantiation = false;   // "template __global__ void f<float>(...);"
    std::set<std::string> words;  // identifiers that its code mentions
};

/// Empty where brackets don't match, so that nothing can be said.
std::vector<CudaItem> cuda_items(std::string_view text);

/// Whether a character can be part of an identifier.
bool in_word(char c);
/// The identifiers and numbers in a piece of code.
std::set<std::string> words_in(std::string_view code);

/// Code without its comments; strings stay.
std::string without_comments(std::string_view text);

}  // namespace lab::host_code

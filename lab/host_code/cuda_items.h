// Cuts a .cu file into its top-level parts: functions, structs, preprocessor lines. No compiler:
// good enough to leave out what a kernel does not need. In doubt it keeps everything.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace lab::host_code {

struct CudaItem {
    std::string text;             // with the comment above it
    std::string name;             // of the defined function or struct; empty: unknown
    std::string parameters;       // of a function: the text between its parentheses
    bool instantiation = false;   // "template __global__ void f<float>(...);"
    std::set<std::string> words;  // identifiers that its code mentions
};

/// Empty where brackets don't match.
std::vector<CudaItem> cuda_items(std::string_view text);

/// The identifiers and numbers in a piece of code.
std::set<std::string> words_in(std::string_view code);

/// Code without its comments; string literals stay.
std::string without_comments(std::string_view text);

}  // namespace lab::host_code

// Kernels as a CUDA text declares them: what they are called, and their parameters. Asked where a
// kernel's own words for its arguments are wanted: by own/ and by the views.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace lab {

struct DeclaredKernel {
    std::string name;
    int line = 0;
    std::vector<std::string> parameters;  // empty where a type stands alone
    std::vector<std::string> types;       // as they are written: "const float*"
};
/// In the order of the text. What can't be read is left out.
std::vector<DeclaredKernel> declared_kernels(std::string_view source);

/// The name alone, as a source has it where it is defined: "transpose" of "transpose<32>", "sum" of
/// "space::sum<float>". Of two namespaces' kernels of one name it tells neither.
std::string bare_name(std::string_view name);

/// The text with comments and literals as blanks, so that every place and line stays what it was.
std::string bare(std::string_view source);

/// What to tell whoever takes this text home: of loops that are kept as they are so that their
/// turns can be counted. Empty where it has none.
std::string words_of_kept_loops(std::string_view source);

/// "float const*, int" -> its parts, at commas that no bracket holds.
std::vector<std::string_view> parts_of(std::string_view list);
/// Without blanks at either end.
std::string_view trimmed(std::string_view text);

}  // namespace lab

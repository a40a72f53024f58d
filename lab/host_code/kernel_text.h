// The parts of a .cu file that a plan's launches need, and the kernels' parameter names.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lab/host_code/cuda_items.h"
#include "lab/plan.h"

namespace lab::host_code {

struct KernelParameter {
    std::string type, name;  // "const float*", "numbers"
    /// Whether it is a pointer to data that the kernel does not write.
    bool reads_only() const;
};

// The kernels that a program needs.
class KernelText {
public:
    KernelText(std::string_view source, const Plan& plan);

    /// The kernels with their helpers, as in the file; the whole file where parts are unclear.
    const std::string& text() const { return text_; }
    /// For "reduce<float>", "reduce" or a library's function; empty where the file doesn't tell.
    std::vector<KernelParameter> parameters(std::string_view kernel) const;
    /// Names that the text defines or may define: the program must not use them.
    const std::set<std::string>& words() const { return words_; }
    /// Whether the text has its own main().
    bool has_main() const { return has_main_; }

private:
    void choose(const Plan& plan);
    void define(const CudaItem& item);

    std::vector<CudaItem> items_;
    std::string text_;
    std::set<std::string> words_;
    bool has_main_ = false;
};

}  // namespace lab::host_code

// What of a .cu file a plan's launches need, and how the kernels name their parameters.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lab/host_code/cuda_items.h"
#include "lab/plan.h"

namespace lab::host_code {

struct KernelParameter {
    std::string type, name;  // "const float*", "numbers"
    /// Points to what the kernel does not write.
    bool reads_only() const;
};

// Kernels as a program needs them.
class KernelText {
public:
    KernelText(std::string_view source, const Plan& plan);

    /// Kernels with their helpers, as they stand in the file; all of it where no part can be told.
    const std::string& text() const { return text_; }
    /// Of "reduce<float>" or "reduce"; empty where the file doesn't say.
    std::vector<KernelParameter> parameters(std::string_view kernel) const;
    /// Names that it defines, or may define: the program must leave them alone.
    const std::set<std::string>& words() const { return words_; }
    /// Whether the text brings its own main(), so that no other can stand beside it.
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

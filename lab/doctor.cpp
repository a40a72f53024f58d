// Answers of all who registered a question, and the questions that need no GPU and no window.
#include "lab/doctor.h"

#include <algorithm>

#include <fmt/format.h>

#include "lab/assets.h"
#include "lab/compiler.h"
#include "lab/lesson.h"
#include "lab/programs.h"
#include "lab/words.h"

namespace lab {
namespace {

std::vector<Question>& questions() {
    static std::vector<Question> all;
    return all;
}

Finding toolkit() {
    if (const auto path = find_nvcc()) return {"CUDA toolkit", true, path->string(), ""};
    return {"CUDA toolkit", false, "no nvcc on the PATH, in $CUDA_HOME/bin or /usr/local/cuda/bin",
            "Lessons run from the PTX that comes with the program; simulate FILE.cu needs nvcc or "
            "NVRTC."};
}

Finding nvrtc() {
    if (const auto version = nvrtc_version()) return {"NVRTC", true, *version, ""};
    return {"NVRTC", false, "no libnvrtc.so", "Kernels can't be compiled without nvcc."};
}

Finding kernels() {
    std::vector<std::string> missing;
    for (const Lesson* lesson : lessons())
        if (!module_of(*lesson)) missing.push_back(lesson->source);
    if (missing.empty())
        return {"Kernels", true, fmt::format("PTX of {} lessons", lessons().size()), ""};
    return {"Kernels", false, "no usable PTX of " + listed(missing), "These lessons can't run."};
}

Finding settings() {
    const auto folder = settings_folder();
    if (folder) return {"Settings", true, folder->string(), ""};
    return {"Settings", false, "neither HOME nor XDG_CONFIG_HOME names a folder",
            "Theme and last state are forgotten when the program ends."};
}

const RegisterQuestion ask_toolkit({30, toolkit});
const RegisterQuestion ask_nvrtc({40, nvrtc});
const RegisterQuestion ask_kernels({70, kernels});
const RegisterQuestion ask_settings({80, settings});

}  // namespace

RegisterQuestion::RegisterQuestion(Question question) {
    questions().push_back(std::move(question));
    std::ranges::stable_sort(questions(), {}, &Question::order);
}

std::vector<Finding> findings() {
    std::vector<Finding> all;
    for (const Question& question : questions()) all.push_back(question.ask());
    return all;
}

}  // namespace lab

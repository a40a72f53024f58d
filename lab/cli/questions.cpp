// Questions of `doctor` that need no GPU and no window.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "lab/assets.h"
#include "lab/compiler/compiler.h"
#include "lab/compiler/native.h"
#include "lab/compiler/nvrtc.h"
#include "lab/doctor/doctor.h"
#include "lab/lesson.h"
#include "lab/programs.h"
#include "lab/time/bench.h"
#include "lab/time/recordings.h"
#include "lab/words.h"
#include "platform/files.h"

namespace lab {
namespace {

Finding toolkit() {
    if (const auto path = find_nvcc()) {
        Bench* const gpu = bench();
        const std::string why =
            gpu ? why_no_code(toolkit_here(), gpu->limits().architecture) : std::string();
        return {"CUDA toolkit", why.empty(), path->string(), why};
    }
    return {"CUDA toolkit", false, "no nvcc on the PATH, in $CUDA_HOME/bin or /usr/local/cuda/bin",
            "Lessons run from the PTX that comes with the program; simulate FILE.cu needs nvcc or "
            "NVRTC."};
}

Finding nvrtc_finding() {
    if (const auto version = nvrtc_version()) return {"NVRTC", true, *version, ""};
    return {"NVRTC", false, "no libnvrtc.so", "Kernels can't be compiled without nvcc."};
}

Finding kernels() {
    std::vector<std::string> missing;
    for (const Lesson* lesson : lessons())
        for (const std::string& source : source_names(*subject_of(*lesson)))
            if (!module_of(*subject_of(*lesson), source)) missing.push_back(source);
    if (missing.empty()) {
        std::size_t sources = 0;
        for (const Lesson* lesson : lessons()) sources += kernel_source(lesson->source).has_value();
        if (sources == lessons().size())
            return {"Kernels", true, fmt::format("PTX of {} lessons", sources), ""};
        return {"Kernels", false,
                fmt::format("PTX of {} lessons, but source of only {}", lessons().size(), sources),
                "For a missing source its PTX is shown. The folder kernels belongs beside the "
                "folder assets."};
    }
    return {"Kernels", false, "no usable PTX of " + listed(missing), "These lessons can't run."};
}

// A missing member concerns only the lesson's writer. So the answer is short where nothing is
// missing.
Finding lessons_finding() {
    std::vector<std::string> sentences;
    for (const LessonProblem& problem : lesson_problems()) sentences.push_back(problem.sentence);
    if (sentences.empty())
        return {"Lessons", true, fmt::format("{}, all complete", lessons().size()), ""};
    return {"Lessons", false, fmt::format("{}", fmt::join(sentences, " ")),
            "A lesson without rungs, source or host is left out."};
}

// Names broken files even where others were read.
Finding recordings() {
    std::vector<std::string> runs;
    for (const auto& [gpu, count] : recorded_runs())
        runs.push_back(fmt::format("{} runs of {}", count, gpu));
    const std::string detail = runs.empty() ? "no recorded runs" : listed(runs);
    const auto& problems = recording_problems();
    if (!problems.empty())
        return {"Recordings", false, detail + "; " + fmt::format("{}", fmt::join(problems, " ")),
                "Without a GPU, the times of a broken recording are replaced by modelled times."};
    if (!runs.empty()) return {"Recordings", true, detail, ""};
    return {"Recordings", false, detail, "Without a GPU, all times are modelled."};
}

Finding settings() {
    constexpr const char* meaning = "Theme and last state are lost when the program ends.";
    const auto folder = settings_folder();
    if (!folder)
        return {"Settings", false, "neither HOME nor XDG_CONFIG_HOME names a folder", meaning};
    if (platform::may_write_in(*folder)) return {"Settings", true, folder->string(), ""};
    return {"Settings", false, folder->string() + " can't be written to", meaning};
}

const RegisterQuestion ask_toolkit({30, toolkit});
const RegisterQuestion ask_nvrtc({40, nvrtc_finding});
const RegisterQuestion ask_lessons({65, lessons_finding});
const RegisterQuestion ask_kernels({70, kernels});
const RegisterQuestion ask_recordings({75, recordings});
const RegisterQuestion ask_settings({80, settings});

}  // namespace

}  // namespace lab

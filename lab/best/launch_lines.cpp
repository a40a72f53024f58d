// See launch_lines.h.
#include "lab/best/launch_lines.h"

#include <algorithm>

#include <fmt/format.h>

#include "lab/plan.h"
#include "lab/programs.h"
#include "simulator/demangle.h"

namespace lab {
namespace {

std::string dim_words(Dim3 dim) {
    return dim.y == 1 && dim.z == 1 ? std::to_string(dim.x)
           : dim.z == 1             ? fmt::format("dim3({}, {})", dim.x, dim.y)
                                    : fmt::format("dim3({}, {}, {})", dim.x, dim.y, dim.z);
}

}  // namespace

std::vector<std::string> launch_lines(const Settings& settings) {
    std::vector<std::string> lines;
    for (const PlanStep& step : plan_of(settings).steps) {
        const auto* launch = std::get_if<Launch>(&step);
        if (!launch || !launch->timed || launch->library) continue;
        const LaunchSize& size = launch->size;
        const std::string line =
            fmt::format("{}<<<{}, {}{}>>>(...);",
                        simulator::without_arguments(simulator::demangled(launch->kernel)),
                        dim_words(size.grid), dim_words(size.block),
                        size.shared_bytes ? ", " + std::to_string(size.shared_bytes) : "");
        if (std::ranges::find(lines, line) == lines.end()) lines.push_back(line);
    }
    return lines;
}

}  // namespace lab

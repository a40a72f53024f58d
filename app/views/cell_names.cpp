// See cell_names.h.
#include "app/views/cell_names.h"

#include <algorithm>
#include <bit>
#include <map>
#include <set>

#include <fmt/format.h>

#include "lab/declared.h"
#include "lab/features/letters.h"
#include "lab/plan.h"
#include "lab/source_text.h"
#include "lab/subject.h"
#include "lab/words.h"

namespace app {

using simulator::Event;
using simulator::EventKind;
using simulator::Space;

namespace {

// Names that a launch's kernel gives its buffers.
struct GivenNames {
    std::map<std::string, std::set<std::string>> of;  // parameters by buffer
};

const lab::Launch* launch_of(const lab::Plan& plan, int number) {
    for (const lab::PlanStep& step : plan.steps) {
        const auto* launch = std::get_if<lab::Launch>(&step);
        if (launch && number-- == 0) return launch;
    }
    return nullptr;
}

// The name of a buffer; empty where another buffer has the same one: both then keep it.
std::string name_of_one(const lab::Plan& plan, const lab::Buffer& buffer) {
    const auto named = [&](const std::string& name) {
        return std::ranges::count(plan.allocations, name, &lab::Allocation::name);
    };
    for (const lab::Allocation& allocation : plan.allocations)
        if (allocation.buffer.id == buffer.id && named(allocation.name) == 1)
            return allocation.name;
    return "";
}

GivenNames names_given(const lab::Run& run, int number) {
    const lab::Plan plan = lab::plan_of(run.request.settings);
    const lab::Launch* launch = launch_of(plan, number);
    GivenNames given;
    if (!launch) return given;
    const auto kernels = lab::declared_kernels(run.source_text);
    const std::string name = lab::bare_name(launch->kernel);
    const auto kernel = std::ranges::find(kernels, name, &lab::DeclaredKernel::name);
    if (kernel == kernels.end() || kernel->parameters.size() != launch->arguments.size())
        return given;
    for (std::size_t i = 0; i < launch->arguments.size(); ++i)
        if (const auto* buffer = std::get_if<lab::Buffer>(&launch->arguments[i]))
            given.of[name_of_one(plan, *buffer)].insert(kernel->parameters[i]);
    return given;
}

}  // namespace

std::string name_in_kernel(const lab::Run& run, int launch, const simulator::Array& array) {
    if (array.space != Space::global || !run.request.settings.lesson()) return array.name;
    const GivenNames& given = run.derived(launch, [&] { return names_given(run, launch); });
    const auto names = given.of.find(array.name);
    return names == given.of.end() || names->second.size() != 1 ? array.name
                                                                : *names->second.begin();
}

std::optional<simulator::Dim3> declared_shape(const lab::Run& run, const simulator::Array& array) {
    for (const lab::ShapeRecord& one : run.shapes)
        if (array.space == Space::global && one.buffer == array.name &&
            one.shape.count() == array.elements)
            return one.shape;
    return std::nullopt;
}

namespace {

// "sums[200]": the array before an address, at most 1024 elements past its end; else empty.
std::string name_behind(const lab::Run& run, const Event& event, simulator::Address address) {
    constexpr std::uint64_t far = 1024;  // elements
    const simulator::Array* before = nullptr;
    for (const simulator::Array& array : run.trace->arrays) {
        const bool here = array.space == event.space && array.base <= address &&
                          (array.space == Space::global || array.launch == event.launch);
        if (here && (!before || array.base > before->base)) before = &array;
    }
    if (!before) return "";
    const auto width = static_cast<unsigned>(std::max(size_of(before->type), 1));
    const std::uint64_t element = (address - before->base) / width;
    if (element >= before->elements + far) return "";
    return name_in_kernel(run, event.launch, *before) + "[" + std::to_string(element) + "]";
}

}  // namespace

std::string cell_name(const lab::Run& run, const Event& event, simulator::Address address) {
    std::int64_t element = 0;
    const int array = run.trace->array_of(event, address, &element);
    if (array >= 0)
        return name_in_kernel(run, event.launch, run.trace->arrays[array]) + "[" +
               std::to_string(element) + "]";
    if (const std::string behind = name_behind(run, event, address); !behind.empty())
        return behind + ", past the end";
    return fmt::format("address {:#x} of {} memory", address, name_of(event.space));
}

std::string cells_name(const lab::Run& run, const Event& event, simulator::Address address) {
    std::string name = cell_name(run, event, address);
    std::int64_t first = 0, last = 0;
    const int bytes = simulator::size_of(event.type);
    const bool known = run.trace->array_of(event, address, &first) >= 0 && bytes > 0 &&
                       run.trace->array_of(event, address + unsigned(bytes) - 1, &last) >= 0;
    if (known && last > first) name.insert(name.size() - 1, "…" + std::to_string(last));
    return name;
}

bool moves_letters(const lab::Run& run, const Event& event) {
    if (lab::feature<lab::Letters>(run.request.settings).text.empty() || !event.mask) return false;
    return event.kind == EventKind::load
               ? event.space != Space::local
               : event.kind == EventKind::store && event.space == Space::shared;
}

std::string letters_in(const Event& event, const simulator::Slot& slot) {
    std::string letters;
    for (int byte = 0; byte < simulator::size_of(event.type); ++byte)
        letters += char(slot.value >> (8 * byte) & 0xff);
    return letters;
}

std::string array_name(const lab::Run& run, const Event& event) {
    std::map<int, int> touched;
    for (const simulator::Slot& slot : run.trace->lanes_of(event)) {
        std::int64_t element = 0;
        ++touched[run.trace->array_of(event, slot.address, &element)];
    }
    touched.erase(-1);
    if (touched.empty()) return "";
    const auto most = std::max_element(touched.begin(), touched.end(),
                                       [](auto& a, auto& b) { return a.second < b.second; });
    return name_in_kernel(run, event.launch, run.trace->arrays[most->first]);
}

std::string lanes_text(std::uint32_t mask) {
    const int count = std::popcount(mask);
    if (count == 0) return "no lane";
    const int first = std::countr_zero(mask), last = 31 - std::countl_zero(mask);
    if (count == 1) return "lane " + std::to_string(first);
    if (count > 2 && count == last - first + 1)
        return "lanes " + std::to_string(first) + " to " + std::to_string(last);
    if (count > 3) return std::to_string(count) + " lanes";
    std::vector<std::string> lanes;
    for (int lane = first; lane <= last; ++lane)
        if (mask >> lane & 1) lanes.push_back(std::to_string(lane));
    return "lanes " + lab::listed(lanes);
}

std::string source_line(const lab::Run& run, int line) {
    const auto lines = lab::lines_in(run.source_text);
    return line < 1 || line > std::ssize(lines)
               ? ""
               : std::string(lab::trimmed(lines[std::size_t(line) - 1]));
}

}  // namespace app

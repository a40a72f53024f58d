// The inputs of a roofline in Nsight Compute: a time, bytes of memory, and floating-point
// operations, with one metric for each kind of instruction.
#include <map>

#include "app/format.h"
#include "app/series.h"
#include "app/views/profiler/metric.h"
#include "app/views/rungs.h"
#include "lab/programs.h"
#include "lab/words.h"

namespace app::roofline_counts {
namespace {

using simulator::Type;

// The name of an instruction without modifiers, and the type of its numbers.
using Operation = std::pair<std::string, Type>;
using LanesByOperation = std::map<Operation, std::uint64_t>;  // that were on

LanesByOperation lanes_by_operation(const lab::Run& run) {
    std::map<int, Operation> operations;  // by line of the PTX text
    for (const lab::LaunchRecord& launch : run.launches)
        if (const auto program = lab::program_of(*run.request.settings.subject, launch.kernel))
            for (const auto& one : (*program)->text)
                operations[one.ptx_line] = {one.parts.front(),
                                            simulator::type_named(one.parts.back())};
    LanesByOperation lanes;
    for (const simulator::LineCounters& line : run.ptx_lines)
        lanes[operations[line.line]] += line.counters.lane_instructions;
    return lanes;
}

// The metric of a machine instruction, for the PTX instructions that become it.
ProfilerMetric operations(const std::string& machine, const std::string& title,
                          const std::string& meaning, std::vector<std::string> of_ptx, Type type) {
    const auto beside = [of_ptx = std::move(of_ptx), type](const Profiled& profiled) {
        if (!profiled.run) return std::vector<std::string>{"not counted yet"};
        const lab::Run& run = *profiled.run;
        const auto& lanes = run.derived(0, [&] { return lanes_by_operation(run); });
        std::uint64_t sum = 0;
        for (const std::string& one : of_ptx)
            if (const auto found = lanes.find({one, type}); found != lanes.end())
                sum += found->second;
        if (sum == 0) return std::vector<std::string>{};
        return std::vector<std::string>{grouped(sum)};
    };
    return {"sm__sass_thread_inst_executed_op_" + machine + "_pred_on.sum", title,
            meaning +
                " Counted in PTX. The machine code may have other numbers, for example where it "
                "joins a multiplication and an addition.",
            beside};
}

// The timed size is the requested size, even where a smaller size is drawn and counted.
std::vector<std::string> time_beside(const Profiled& profiled) {
    const DrawContext& context = profiled.context;
    const lab::Settings& asked = context.result.request.settings;
    const auto source = context.series.source(asked);
    const TimePoint* point = source ? context.series.time(asked, *source) : nullptr;
    if (!point || !(point->time.median_ms > 0)) return {"no time here"};
    if (point->wrong) return {"no time: the result was wrong", "no time"};
    const std::string size = lab::size_words(asked, power_or_grouped);
    const bool other_size = lab::size_words(profiled.settings, power_or_grouped) != size;
    const std::string time =
        time_text(point->time.median_ms) + (other_size ? " of " + size : std::string{});
    const std::string device = short_device(source->device);
    const std::string badge(name_of(badge_of(source)));
    std::vector<std::string> forms{time + ", " + badge + " on " + device,
                                   time + ", " + badge + ", " + device};
    const std::string brief = time.substr(0, time.rfind(' '));  // without the unit of the size
    if (other_size)
        forms.insert(forms.end(), {brief + ", " + badge + ", " + device, brief + ", " + device});
    return forms;
}

std::vector<std::string> bytes_beside(const Profiled& profiled) {
    const lab::Subject* subject = profiled.settings.subject.get();
    if (!subject || !subject->bytes) return {"not known here"};
    const std::string bytes =
        grouped(std::int64_t(subject->bytes(profiled.settings))) + " must move";
    const lab::Settings& asked = profiled.context.result.request.settings;
    const std::string size = lab::size_words(profiled.settings, power_or_grouped);
    if (size == lab::size_words(asked, power_or_grouped)) return {bytes};
    return {bytes + ", of " + size, bytes};  // the time above is for another size
}

const RegisterMetric roofline_metrics[] = {
    RegisterMetric{{"gpu__time_duration.sum", "Time",
                    "The time of the whole run, by events around it. The profiler times each "
                    "launch, at the base clock unless `--clock-control none` is given.",
                    time_beside}},
    RegisterMetric{{"dram__bytes.sum", "Bytes",
                    "The bytes that memory read and wrote are not counted here. The number "
                    "beside it is what must move, by which the roofline places its dots. Caches "
                    "may keep some of it, and bytes that are requested twice may move twice.",
                    bytes_beside}},
    RegisterMetric{operations("ffma", "Multiply-adds of floats",
                              "Lanes that executed one: two operations each.", {"fma", "mad"},
                              Type::f32)},
    RegisterMetric{operations("fadd", "Additions of floats",
                              "Lanes that executed one, or a subtraction.", {"add", "sub"},
                              Type::f32)},
    RegisterMetric{
        operations("fmul", "Products of floats", "Lanes that executed one.", {"mul"}, Type::f32)},
    RegisterMetric{operations("dfma", "Multiply-adds of doubles",
                              "Lanes that executed one: two operations each.", {"fma", "mad"},
                              Type::f64)},
    RegisterMetric{operations("dadd", "Additions of doubles",
                              "Lanes that executed one, or a subtraction.", {"add", "sub"},
                              Type::f64)},
    RegisterMetric{
        operations("dmul", "Products of doubles", "Lanes that executed one.", {"mul"}, Type::f64)},
};

}  // namespace
}  // namespace app::roofline_counts

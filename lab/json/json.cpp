// Runs as JSON. Counters come from the simulator's table and knobs from the lesson, so nothing is
// listed twice.
#include "lab/json/json.h"

#include "lab/asked.h"
#include "lab/features/watching.h"
#include "lab/named_value.h"
#include "lab/running/faults.h"
#include "simulator/engine/machine.h"

namespace lab {

// Not in an anonymous namespace: its functions would hide those of the header.
static Json triple(const Dim3& shape) { return Json::array({shape.x, shape.y, shape.z}); }

static Json to_json(const LaunchRecord& launch) {
    Json json = {{"kernel", launch.kernel},
                 {"grid", triple(launch.grid)},
                 {"block", triple(launch.block)},
                 {"shared_bytes", launch.shared_bytes}};
    if (launch.of_library)
        for (const char* unknown : {"grid", "block", "shared_bytes"}) json[unknown] = nullptr;
    if (launch.milliseconds > 0) json["ms"] = launch.milliseconds;
    json["counters"] = to_json(launch.counters);
    return json;
}

static Json to_json(const TransferRecord& transfer) {
    Json json = {
        {"buffer", transfer.buffer}, {"to", name_of(transfer.way)}, {"bytes", transfer.bytes}};
    if (transfer.means != Transfer::Means::copy) json["by"] = name_of(transfer.means);
    if (transfer.milliseconds > 0) json["ms"] = transfer.milliseconds;
    return json;
}

static Json to_json(const Device& device) {
    Json json = {{"kind", device.kind}, {"name", device.name}};
    if (!device.driver.empty()) json["driver"] = device.driver;
    if (!device.when.empty()) json["when"] = device.when;
    return json;
}

static Json to_json(const Knob& knob) {
    Json json = {{"id", knob.id},
                 {"title", knob.title},
                 {"kind", knob.kind == Knob::Kind::choice ? "choice" : "integer"}};
    if (knob.kind == Knob::Kind::choice) {
        for (const Choice& choice : knob.choices)
            json["choices"].push_back({{"id", choice.id}, {"title", choice.title}});
    } else {
        json["low"] = knob.low;
        json["high"] = knob.high;
        json["ticks"] = knob.ticks;
        json["unit"] = knob.unit;
        if (const NamedValue* named = named_value(knob)) json["named"] = named->id;
    }
    json["preset"] =
        knob.kind == Knob::Kind::choice ? Json(worded(knob, knob.preset)) : Json(knob.preset);
    return json;
}

template <class Range>
static Json all(const Range& range) {
    Json json = Json::array();
    for (const auto& one : range) json.push_back(to_json(one));
    return json;
}

std::string written(const Json& json, int indent) {
    return json.dump(indent, ' ', false, Json::error_handler_t::replace);
}

Json to_json(const simulator::Counters& counters) {
    Json json = Json::object();
    for (const simulator::CounterName& row : simulator::counter_names())
        json[std::string(row.name)] = counters.*row.member;
    return json;
}

Json to_json(const std::vector<simulator::UnitCount>& mix) {
    Json json = Json::object();
    for (const simulator::UnitCount& of : mix)
        json[std::string(name_of(of.unit))] = {{"warp_instructions", of.warp_instructions},
                                               {"lane_instructions", of.lane_instructions}};
    return json;
}

// Contains only the counters that are not 0.
Json to_json(const simulator::LineCounters& line) {
    Json json = {{"line", line.line},
                 {"warp_instructions", line.counters.warp_instructions},
                 {"lane_instructions", line.counters.lane_instructions},
                 {"executions", line.executions},
                 {"lanes", line.lanes}};
    for (const simulator::CounterName& row : simulator::counter_names())
        if (const std::uint64_t count = line.counters.*row.member)
            json[std::string(row.name)] = count;
    return json;
}

Json to_json(const simulator::Fault& fault) {
    Json json = {{"kind", name_of(fault.kind)},  {"message", fault_sentence(fault)},
                 {"fatal", fault.fatal},         {"line", fault.line},
                 {"ptx_line", fault.ptx_line},   {"thread", triple(fault.thread)},
                 {"block", triple(fault.block)}, {"buffer", fault.buffer},
                 {"element", fault.element},     {"repeats", fault.repeats}};
    if (has_no_thread(fault.kind))  // caused by no thread and no line of the kernel
        for (const char* of_a_thread : {"line", "ptx_line", "thread", "block"})
            json[of_a_thread] = nullptr;
    if (is_warning(fault.kind)) json["warning"] = true;
    if (fault.other_code_line() != 0) {
        json["other"] = {{"line", fault.other_line},
                         {"ptx_line", fault.other_ptx_line},
                         {"thread", triple(fault.other_thread)},
                         {"block", triple(fault.other_block)}};
    }
    return json;
}

Json to_json(const Refusal& refusal) {
    Json json = {{"title", refusal.title},
                 {"why", refusal.why},
                 {"limit_name", refusal.limit_name},
                 {"limit", nullptr},
                 {"asked", refusal.asked},
                 {"knob", refusal.knob},
                 {"use", nullptr},
                 {"cuda_error", refusal.cuda_error}};
    if (refusal.limit) json["limit"] = *refusal.limit;
    if (refusal.use) json["use"] = *refusal.use;
    if (!refusal.shows.empty()) json["shows"] = refusal.shows;
    return json;
}

Json to_json(const Settings& settings) {
    Json json = Json::object();
    for (const Knob* knob : settings.subject->knobs) {
        const std::int64_t value = settings[*knob];
        json[knob->id] = knob->kind == Knob::Kind::choice || is_named(*knob, value)
                             ? Json(worded(*knob, value))
                             : Json(value);
    }
    return json;
}

Json to_json(const Verdict& verdict) {
    Json json = {{"ok", verdict.ok},
                 {"compared_with", verdict.compared_with},
                 {"infinite", verdict.infinite},
                 {"tolerance", verdict.tolerance},
                 {"worst_error", verdict.worst_error},
                 {"worst_of", verdict.worst_of},
                 {"checked", verdict.checked},
                 {"compared", verdict.compared},
                 {"wrong", verdict.wrong}};
    if (verdict.wrong > 0)
        json["first_wrong"] = {{"buffer", verdict.buffer},
                               {"element", verdict.element},
                               {"expected", verdict.expected},
                               {"found", verdict.found}};
    return json;
}

Json to_json(const Time& time) {
    return {{"kind", name_of(time.kind)}, {"median_ms", time.median_ms},
            {"low_ms", time.low_ms},      {"high_ms", time.high_ms},
            {"samples", time.samples},    {"conditions", time.conditions},
            {"device", time.device},      {"regime", name_of(time.regime)},
            {"floor_ms", time.floor_ms}};
}

Json to_json(const Simulated& simulated) {
    return {{"lane_instructions", simulated.lane_instructions},
            {"warp_instructions", simulated.warp_instructions},
            {"seconds", simulated.seconds}};
}

// Zeros would be counts.
static void leave_out_counts(Json& json) {
    for (const char* counts : {"counters", "instruction_mix", "lines"}) json[counts] = nullptr;
    for (Json& launch : json["launches"]) launch["counters"] = nullptr;
    json["looked_for_races_in"] = "nothing";
}

Json to_json(const Run& run) {
    const Settings& settings = run.request.settings;
    const auto [order, seed] = order_of(run.request);
    Json json = named_json(settings);
    if (run.cut_after > 0) json["cut_after"] = run.cut_after;
    json.update({{"settings", to_json(settings)},
                 {"seed", run.request.seed},
                 {"order", name_of(AskedOrder{order, seed})},
                 {"device", to_json(run.device)},
                 {"ptx_hash", run.ptx_hash},
                 {"launches", all(run.launches)},
                 {"transfers", all(run.transfers)},
                 {"counters", to_json(run.counters)},
                 {"instruction_mix", to_json(run.instruction_mix)},
                 {"lines", all(run.lines)},
                 {"faults", all(run.faults)},
                 {"loops_at_ptx_level", run.at_ptx_level.loops},
                 {"branches_at_ptx_level", run.at_ptx_level.branches},
                 {"looked_for_races_in", run.looked_everywhere ? "all blocks" : "watched blocks"},
                 {"verdict", to_json(run.verdict)},
                 {"time", to_json(run.time)},
                 {"simulated", to_json(run.simulated)},
                 {"printed", run.printed}});
    if (!run.counted()) leave_out_counts(json);
    if (const SampleMean& mean = run.sample_mean; mean.samples > 0)
        json["sample_mean"] = {
            {"samples", mean.samples}, {"mean", mean.mean}, {"half_width_95", mean.half}};
    for (const auto& [begin, end] : run.spans) json["spans_ms"].push_back({begin, end});
    if (run.repeated.kind != TimeKind::none) json["repeated"] = to_json(run.repeated);
    return json;
}

Json named_json(const Settings& settings) {
    const bool lesson = settings.lesson() != nullptr;
    return {{lesson ? "lesson" : "file", settings.subject->id},
            {lesson ? "rung" : "kernel", rung_of(settings).id}};
}

Json list_json() {
    Json list = Json::array();
    for (const Lesson* lesson : lessons()) {
        Json json = {{"id", lesson->id},
                     {"number", lesson->number},
                     {"chapter", title_of(lesson->chapter)},
                     {"title", lesson->title},
                     {"source", lesson->source},
                     {"sources", source_names(*subject_of(*lesson))}};
        json["rungs"] = Json::array();
        for (const Rung& rung : lesson->rungs) {
            Json& said = json["rungs"].emplace_back(
                Json{{"id", rung.id}, {"title", rung.title}, {"idea", rung.idea}});
            if (!rung.meant.empty()) said["meant"] = rung.meant;
        }
        json["knobs"] = Json::array();
        for (const Knob* knob : lesson->knobs) json["knobs"].push_back(to_json(*knob));
        list.push_back(json);
    }
    return {{"lessons", list}};
}

}  // namespace lab

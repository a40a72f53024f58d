// See sweep_rows.h.
#include "lab/cli/commands/sweep_rows.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "lab/asked.h"
#include "lab/cli/commands/nvbench_layout.h"
#include "lab/cli/report.h"
#include "lab/running/verdict.h"
#include "lab/words.h"

namespace lab::sweep_command {
namespace {

constexpr char message_mark = '\x1e';  // begins a line that a worker sends to this program

std::string state_of(const Point& point) {
    if (point.refusal) return "refused";
    if (!point.run) return "not run";
    if (point.run->has_fault()) return "fault";
    const Verdict& verdict = point.run->verdict;
    if (!verdict.checked) return "not compared";
    return !verdict.ok ? "wrong" : far_off(verdict) ? "far off, as allowed" : "right";
}

std::vector<std::string> csv_fields(const Point& point) {
    const Settings& settings = point.settings;
    std::vector<std::string> fields{settings.subject->id,
                                    settings.subject->rungs.at(settings.rung).id};
    for (const Knob* knob : settings.subject->knobs)
        fields.push_back(worded(*knob, settings[*knob]));
    fields.push_back(state_of(point));
    fields.push_back(point.refusal ? point.refusal->title : "");
    if (!point.run) return fields;
    const Json time = to_json(point.run->time);
    fields.push_back(time["kind"].get<std::string>());
    const bool timed = point.run->time.kind != TimeKind::none;
    for (const char* key : {"median_ms", "low_ms", "high_ms"})
        fields.push_back(timed ? time[key].dump() : "");
    fields.push_back(point.run->time.device);
    fields.push_back(Json(point.run->verdict.worst_error).dump());
    for (const simulator::CounterName& row : simulator::counter_names())
        fields.push_back(point.run->counted() ? std::to_string(point.run->counters.*row.member)
                                              : "");
    return fields;
}

Json point_json(const Point& point) {
    if (point.run) return run_json(*point.run);
    Json one = named_json(point.settings);
    one.update({{"settings", to_json(point.settings)},
                {"refusal", point.refusal ? to_json(*point.refusal) : Json()}});
    return one;
}

// Indented as in a list of runs, two levels deep.
std::string indented(const std::string& text) {
    std::string all = "    ";
    for (const char c : text) {
        all += c;
        if (c == '\n') all += "    ";
    }
    return all;
}

// Columns: rung, knobs, result, then numbers.
std::vector<Side> sides_of(std::size_t knobs, bool with_gpu) {
    std::vector<Side> sides(knobs + 6 + with_gpu, Side::right);
    sides.front() = sides[knobs + 1] = Side::left;
    return sides;
}

std::vector<std::string> cells_of(const Point& point, const std::vector<const Knob*>& turned) {
    std::vector<std::string> cells{point.settings.subject->rungs.at(point.settings.rung).id};
    for (const Knob* knob : turned) cells.push_back(worded(*knob, point.settings[*knob]));
    cells.push_back(point.refusal ? "refused: " + point.refusal->title : state_of(point));
    if (!point.run) return cells;
    const simulator::Counters& c = point.run->counters;
    for (const std::uint64_t count :
         {c.global_load_sectors + c.global_store_sectors,
          c.shared_load_wavefronts + c.shared_store_wavefronts, c.warp_instructions})
        cells.push_back(point.run->counted() ? grouped(count) : "");
    const Time& time = point.run->time;
    cells.push_back(time.kind == TimeKind::none ? "" : time_worded(time.median_ms));
    return cells;
}

// Why a state of NVBench's layout has no samples.
std::string skipped(const Point& point) {
    if (point.refusal) return point.refusal->title;
    if (!point.run) return "not run";
    if (point.run->time.kind == TimeKind::none) return state_of(point);
    return "its time is " + std::string(name_of(point.run->time.kind)) + ", without samples";
}

int code_of(const Point& point) {
    const int code = point.run ? lab::exit_code(*point.run) : int{exit_right};
    return point.no_memory ? std::max<int>(code, exit_no_memory) : code;
}

}  // namespace

std::vector<const Knob*> turned_knobs(const std::vector<Settings>& wanted) {
    std::vector<const Knob*> turned;
    for (const Knob* knob : wanted.front().subject->knobs)
        if (std::ranges::any_of(wanted, [&](const Settings& settings) {
                return settings[*knob] != wanted.front()[*knob];
            }))
            turned.push_back(knob);
    return turned;
}

std::vector<std::string> csv_heads(const Subject& subject, bool with_gpu) {
    std::vector<std::string> heads{"lesson", "rung"};
    for (const Knob* knob : subject.knobs) heads.push_back(knob->id);
    for (const char* head : {"state", "reason", "time_kind", "median_ms", "low_ms", "high_ms",
                             "device", "worst_error"})
        heads.push_back(head);
    for (const simulator::CounterName& row : simulator::counter_names())
        heads.emplace_back(row.name);
    if (with_gpu) heads.emplace_back("gpu");
    return heads;
}

std::vector<std::string> key_fields(const Settings& settings) {
    std::vector<std::string> fields = csv_fields({settings});
    fields.resize(2 + settings.subject->knobs.size());
    return fields;
}

SweepRow row_of(const Point& point, const std::vector<const Knob*>& turned, const RowWants& wants,
                std::optional<std::size_t> gpu) {
    SweepRow row{.fields = csv_fields(point), .cells = cells_of(point, turned)};
    row.fields.resize(csv_heads(*point.settings.subject, false).size());
    if (gpu) {
        row.cells.resize(turned.size() + 6);
        for (auto* texts : {&row.fields, &row.cells}) texts->push_back(std::to_string(*gpu));
    }
    if (wants.json) row.json = indented(written(point_json(point), 2));
    if (wants.nvbench) {
        row.state = nvbench_state(point.settings, point.run.get(), gpu.value_or(0), skipped(point));
        if (point.run && point.run->time.kind != TimeKind::none)
            row.device = nvbench_device(*point.run, gpu.value_or(0));
    }
    row.code = code_of(point);
    row.ran = point.run != nullptr;
    if (point.run && point.run->time.kind != TimeKind::none)
        row.times = fmt::format("{} ({})", name_of(point.run->time.kind), point.run->time.device);
    return row;
}

std::string line_of(const SweepRow& row) {
    const Json json{{"fields", row.fields}, {"cells", row.cells},   {"json", row.json},
                    {"state", row.state},   {"device", row.device}, {"times", row.times},
                    {"code", row.code},     {"ran", row.ran}};
    return message_mark + written(json, -1) + "\n";
}

std::optional<SweepRow> row_in(std::string_view line) {
    if (!line.starts_with(message_mark)) return std::nullopt;
    const Json json = Json::parse(line.substr(1), nullptr, false);
    if (!json.is_object()) return std::nullopt;
    SweepRow row;
    row.fields = json["fields"].get<std::vector<std::string>>();
    row.cells = json["cells"].get<std::vector<std::string>>();
    row.json = json["json"].get<std::string>();
    row.state = json["state"];
    row.device = json["device"];
    row.times = json["times"].get<std::string>();
    row.code = json["code"].get<int>();
    row.ran = json["ran"].get<bool>();
    return row;
}

Telling::Telling(const SweepTargets& targets, const std::vector<Settings>& wanted,
                 std::ostream& out)
    : targets_(targets),
      csv_(targets.resumed ? "" : targets.csv, out),
      json_(targets.json, out),
      out_(out),
      table_(sides_of(turned_knobs(wanted).size(), targets.with_gpu), out),
      shows_(targets.csv != "-" && targets.json != "-" && targets.nvbench != "-") {
    if (!targets.nvbench.empty()) wanted_ = wanted;
    const std::vector<std::string> of_csv = csv_heads(*wanted.front().subject, targets.with_gpu);
    columns_ = of_csv.size();
    if (csv_.goes_on()) csv_.add(csv_line(of_csv));
    std::vector<std::string> heads{"rung"};
    for (const Knob* knob : turned_knobs(wanted)) heads.push_back(knob->id);
    for (const char* head : {"result", "sectors", "wavefronts", "warp instructions", "time"})
        heads.emplace_back(head);
    if (targets.with_gpu) heads.emplace_back("GPU");
    table_.row(std::move(heads));
}

void Telling::add(const SweepRow& row) {
    ++points_;
    if (targets_.resumed)
        rows_kept_ &= targets_.resumed->add(row.fields);
    else if (csv_.goes_on())
        csv_.add(csv_line(row.fields));
    if (json_.goes_on()) json_.add((points_ == 1 ? "{\n  \"runs\": [\n" : ",\n") + row.json);
    if (!row.state.is_null()) states_.push_back(row.state);
    if (!row.device.is_null() && std::ranges::find(devices_, row.device) == devices_.end())
        devices_.push_back(row.device);
    if (shows_) table_.row(row.cells);
    code_ = std::max(code_, row.code);
    any_ |= row.ran;
    if (!row.times.empty() && std::ranges::find(kinds_, row.times) == kinds_.end())
        kinds_.push_back(row.times);
}

int Telling::finish(std::ostream& err) {
    json_.add("\n  ]\n}\n");
    if (shows_) table_.finish(), out_ << times_note();
    const bool told_csv = csv_.finish(err), told = json_.finish(err) && told_csv;
    const std::string& nvbench = targets_.nvbench;
    const bool told_all =
        nvbench.empty() ||
        deliver(nvbench, written(nvbench_file(wanted_, states_, devices_), 2) + "\n", out_, err);
    const int code = any_ ? code_ : std::max<int>(code_, exit_usage);
    if (!rows_kept_) err << "Rows could not be added to the CSV file: is the disk full?\n";
    return told && told_all && rows_kept_ ? code : exit_bad_file;
}

// "Counts are counted; times are recorded (NVIDIA H200) and modelled (NVIDIA H200)."
std::string Telling::times_note() const {
    return kinds_.empty() ? ""
                          : "Counts come from the simulator; times are " + listed(kinds_) + ".\n";
}

}  // namespace lab::sweep_command

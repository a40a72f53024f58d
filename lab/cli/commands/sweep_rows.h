// The rows of `warplens sweep`: what one combination gives to the table, to CSV and to JSON, as
// text that a worker on another GPU can send.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "lab/cli/command_tools.h"
#include "lab/cli/resumed_rows.h"
#include "lab/cli/table.h"
#include "lab/json/json.h"

namespace lab::sweep_command {

// The result of one combination.
struct Point {
    Settings settings;
    std::optional<Refusal> refusal{};
    std::shared_ptr<const Run> run{};
    bool no_memory = false;
};

// Which outputs are written.
struct RowWants {
    bool json = false, nvbench = false;
};

struct SweepRow {
    std::vector<std::string> fields, cells;  // of CSV, and of the table
    std::string json;                        // of --json
    Json state, device;                      // of --nvbench-json
    std::string times;                       // "measured (NVIDIA H200)"; empty: no time
    int code = exit_right;
    bool ran = false;
};

/// Only turned knobs are columns of the table.
std::vector<const Knob*> turned_knobs(const std::vector<Settings>& wanted);
/// `gpu`: the number of the GPU, where several work.
SweepRow row_of(const Point& point, const std::vector<const Knob*>& turned, const RowWants& wants,
                std::optional<std::size_t> gpu);

/// The row in one line, and back; nullopt for any other line.
std::string line_of(const SweepRow& row);
std::optional<SweepRow> row_in(std::string_view line);

/// The heads of CSV, the last one of the GPU's number where several work. The first fields of a row
/// say which run it is of.
std::vector<std::string> csv_heads(const Subject& subject, bool with_gpu);
std::vector<std::string> key_fields(const Settings& settings);

struct SweepTargets {
    std::string csv, json, nvbench;
    ResumedRows* resumed = nullptr;  // takes the place of the CSV file
    bool with_gpu = false;
};

// Prints each row when it is made; keeps none, except the states of --nvbench-json.
class Telling {
public:
    Telling(const SweepTargets& targets, const std::vector<Settings>& wanted, std::ostream& out);
    void add(const SweepRow& row);
    /// The exit code of the sweep, or of a failed output.
    int finish(std::ostream& err);

private:
    std::string times_note() const;

    SweepTargets targets_;
    std::vector<Settings> wanted_;  // for --nvbench-json only
    Delivery csv_, json_;
    bool rows_kept_ = true;
    std::ostream& out_;
    TableAsItComes table_;
    bool shows_;
    std::size_t points_ = 0, columns_ = 0;
    std::vector<Json> states_, devices_;
    std::vector<std::string> kinds_;  // of times
    bool any_ = false;                // any combination ran
    int code_ = exit_right;
};

}  // namespace lab::sweep_command

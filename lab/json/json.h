// Runs, results and lists as JSON, for scripts. Key order and number formats never depend on the
// machine.
#pragma once

#include <span>
#include <string>

#include <nlohmann/json.hpp>

#include "lab/run.h"

namespace lab {

using Json = nlohmann::ordered_json;

/// As text. Bytes that are not UTF-8, as in some file names, become replacement characters.
std::string written(const Json& json, int indent = -1);

Json to_json(const simulator::Counters& counters);
/// {"fma": {"warp_instructions": ..., "lane_instructions": ...}, ...}: only units that ran.
Json to_json(const std::vector<simulator::UnitCount>& mix);
Json to_json(const simulator::LineCounters& line);
Json to_json(const simulator::Fault& fault);  // kind, message, line, thread, block, buffer
Json to_json(const Refusal& refusal);
Json to_json(const Settings& settings);  // {"block": 256, "pattern": "strided"}
Json to_json(const Verdict& verdict);
Json to_json(const Time& time);
Json to_json(const Simulated& simulated);
/// A run as `run --json` prints it.
Json to_json(const Run& run);
/// Lessons, rungs and knobs as `list --json` prints them.
Json list_json();

/// The kernel that ran: {"lesson", "rung"}, or {"file", "kernel"} for a file.
Json named_json(const Settings&);

}  // namespace lab

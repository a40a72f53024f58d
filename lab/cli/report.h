// A run in words and tables for the terminal.
#pragma once

#include <string>

#include "lab/json/json.h"
#include "lab/run.h"

namespace lab {

/// Settings, launches, counters with their badge, verdict, time with its device and badge, faults.
/// `ended`: why the run is only a part, if not by its own limit.
std::string report(const Run& run, const std::string& ended = "");
/// The same parts for a run without a lesson (`simulate`).
std::string launches_report(const std::vector<LaunchRecord>& launches, bool counted = true);
std::string counters_report(const simulator::Counters& counters);
/// A sentence for loops and one for branches; empty where there are none.
std::string ptx_level_report(const simulator::AtPtxLevel& code);
std::string faults_report(const std::vector<simulator::Fault>& faults);
std::string simulated_report(const Simulated& simulated);
/// "9.7 us, measured on NVIDIA H200 (95 % between 9.6 us and 9.8 us)"; "not timed".
std::string time_report(const Time& time);
std::string verdict_report(const Verdict& verdict);
/// A run as `run --json` prints it, with the rates from its time if it has one.
Json run_json(const Run& run);
/// Runs the request for its pictures. Returns its settings, which may be smaller, the sizes of
/// trace and flow, and a fingerprint of each.
Json picture_json(Request request);

}  // namespace lab

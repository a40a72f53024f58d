// Sums the engine's counts of a launch: by instruction, by line, in total. Used by machine.cpp.
#pragma once

#include <cstdint>
#include <map>

#include "simulator/engine/engine.h"

namespace simulator {

/// A launch's record, with its current tallies.
Record record_of(const Launch& launch);
/// The record of an ended launch; frees the rest of the launch.
Record take_record(Launch&& launch);

Counters total_of(const Record& record);

/// Adds the launch's instructions to the units' counts.
void add_units(const Record& record, std::map<Unit, UnitCount>& units);

enum class LineOf : std::uint8_t { source, ptx };
/// Adds the launch's counts to the lines' counts.
void add_lines(const Record& record, LineOf which, std::map<int, LineCounters>& lines);

}  // namespace simulator

// Adds up what the engine counted in a launch: by instruction, by line, in all. Used by
// machine.cpp.
#pragma once

#include <cstdint>
#include <map>

#include "simulator/engine/engine.h"

namespace simulator {

/// A launch's record with its tallies in it, as they are now.
Record record_of(const Launch& launch);
/// The record of a launch that has ended; what only running it needed is given up.
Record take_record(Launch&& launch);

Counters total_of(const Record& record);

/// Adds the launch's instructions to those of each unit.
void add_units(const Record& record, std::map<Unit, UnitCount>& units);

enum class LineOf : std::uint8_t { source, ptx };
/// Adds the launch's counts to those of each line.
void add_lines(const Record& record, LineOf which, std::map<int, LineCounters>& lines);

}  // namespace simulator

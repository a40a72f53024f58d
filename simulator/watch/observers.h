// All observers, and functions to make them. Each has its own file.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "simulator/blocks.h"
#include "simulator/watch/flow.h"
#include "simulator/watch/line_values.h"
#include "simulator/watch/observer.h"
#include "simulator/watch/trace.h"

namespace simulator {

class TraceRecorder : public Observer {
public:
    virtual std::shared_ptr<const Trace> trace() const = 0;
};

class OriginTracer : public Observer {
public:
    virtual std::shared_ptr<const Flow> flow() const = 0;
};

class BlockRecorder : public Observer {
public:
    virtual std::shared_ptr<const BlocksOverTime> blocks() const = 0;
};

class ValueRecorder : public Observer {
public:
    virtual std::shared_ptr<const LineValues> values() const = 0;
};

/// Records the events of the blocks it is called for, up to `bytes` of trace.
std::unique_ptr<TraceRecorder> make_trace_recorder(std::vector<std::uint64_t> watched,
                                                   std::uint64_t bytes);
/// Follows values through the blocks it is called for. `rules`: see origins.h; only tests change
/// them.
std::unique_ptr<OriginTracer> make_origins(std::vector<std::uint64_t> watched,
                                           std::uint32_t rules = ~0u);
/// Records the phases of all blocks by step, and the steps of the `watched` blocks' instructions.
/// Blocks take turns among so many multiprocessors.
std::unique_ptr<BlockRecorder> make_block_recorder(std::vector<std::uint64_t> watched,
                                                   std::uint32_t multiprocessors);
/// Records the values that source line `line` leaves in registers, up to so many bytes.
std::unique_ptr<ValueRecorder> make_value_recorder(std::int32_t line, std::uint64_t bytes);
/// Reports races, uninitialised reads and reliance on lockstep to Scene::faults. `all_blocks`: it
/// is called for every block of every launch.
std::unique_ptr<Observer> make_race_checker(bool all_blocks, bool tell_never_written);
/// Reports reads of unset elements in a thread's own arrays, shared arrays accessed through another
/// one's name, shuffles from absent lanes, and masks that do not name their own lane.
std::unique_ptr<Observer> make_place_checker();

}  // namespace simulator

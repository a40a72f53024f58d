// The cache model's view of a run up to a cursor: the sectors that the step requests, the levels
// that answer, and each sector's last answer. The layout of "Levels"; knows no pixel.
#pragma once

#include <cstdint>
#include <vector>

#include "app/views/memory_heat.h"
#include "app/views/moment.h"
#include "lab/levels/levels.h"

namespace app {

// The place of a requested sector: an array (index in LevelsOfRun::arrays; -1: none known) and the
// sector's index in it.
struct AskedPlace {
    int array = -1;
    std::uint64_t sector = 0;
};

// Made once for a run and the requested size.
struct LevelsOfRun {
    lab::CacheRoom room;
    lab::Levels levels;
    std::vector<HeatArray> arrays;   // arrays that loads access, by address: their sectors alone
    std::vector<AskedPlace> places;  // by ask
};

/// Made once and kept with the run.
const LevelsOfRun& levels_of_run(const lab::Run&, const lab::Settings& asked);

// The load at the cursor, or the nearest load.
struct LevelsNow {
    const LevelsOfRun* all = nullptr;
    Shown shown{};
    std::size_t end = 0;                  // index of the first request after the step
    lab::LevelSums until{}, step{};       // sums up to here; sums of the step alone
    std::uint64_t most = 0;               // sectors between repeated requests of the step: the most
    std::vector<std::uint32_t> events{};  // of the step, ascending
    explicit operator bool() const { return all && bool(shown); }
    bool is_now(const lab::SectorAsked&) const;
};
LevelsNow levels_now(const lab::Run&, const lab::Settings& asked, const Cursor&);

// Some neighbouring sectors that share a cell, with the last answer to any of them.
struct LevelCell {
    int sectors = 0;  // that loads ask for at any time
    std::uint32_t asked = 0;
    bool now = false;
    lab::SectorAsked last{};  // where asked > 0
};
/// The cells of an array, row by row; cells without a sector are empty.
std::vector<LevelCell> level_cells(const LevelsNow&, const HeatGrid&, std::size_t array);

/// Whether a step loads from global memory.
bool loads_sectors(const simulator::Step&);
/// Number of sectors that a step's loads request and that earlier loads requested too.
std::uint64_t asked_before(const lab::Run&, int step);
/// The middle one of the steps with most such sectors; -1: no step has any.
int fullest_step(const lab::Run&);

}  // namespace app

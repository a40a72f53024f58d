// What the model of caches says of a run up to a cursor: which sectors the step asks for, who
// answers, and what each sector's last answer was. The layout of "Levels"; knows no pixel.
#pragma once

#include <cstdint>
#include <vector>

#include "app/views/memory_heat.h"
#include "app/views/moment.h"
#include "lab/levels/levels.h"

namespace app {

// One ask's place: an array (into LevelsOfRun::arrays, -1 where none is known), and which of its
// sectors.
struct AskedPlace {
    int array = -1;
    std::uint64_t sector = 0;
};

// Made once for a run and the size that was asked for.
struct LevelsOfRun {
    lab::CacheRoom room;
    lab::Levels levels;
    std::vector<HeatArray> arrays;   // those that loads ask for, by address: their sectors alone
    std::vector<AskedPlace> places;  // by ask
};

/// Kept with the run.
const LevelsOfRun& levels_of_run(const lab::Run&, const lab::Settings& asked);

// A load at the cursor, the nearest one where the step is none.
struct LevelsNow {
    const LevelsOfRun* all = nullptr;
    Shown shown{};
    std::size_t end = 0;                  // asks up to here
    lab::LevelSums until{}, step{};       // of them; of the step's own
    std::uint64_t most = 0;               // sectors between, of those of the step asked for before
    std::vector<std::uint32_t> events{};  // of the step, ascending
    explicit operator bool() const { return all && bool(shown); }
    bool is_now(const lab::SectorAsked&) const;
};
LevelsNow levels_now(const lab::Run&, const lab::Settings& asked, const Cursor&);

// Some neighbouring sectors, as one cell shows them: the last answer that one of them had.
struct LevelCell {
    int sectors = 0;  // that loads ask for at any time
    std::uint32_t asked = 0;
    bool now = false;
    lab::SectorAsked last{};  // where asked > 0
};
/// Of one array, row by row; those without a sector stay empty.
std::vector<LevelCell> level_cells(const LevelsNow&, const HeatGrid&, std::size_t array);

/// Whether a step asks global memory for something by loads.
bool loads_sectors(const simulator::Step&);
/// Sectors that a step's loads ask for, and that loads asked for before.
std::uint64_t asked_before(const lab::Run&, int step);
/// The middle one of the steps with most of them; -1 where none has any.
int fullest_step(const lab::Run&);

}  // namespace app

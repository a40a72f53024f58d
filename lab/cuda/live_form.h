// How an array is shown while a GPU computes it: as bars or cells, and in which turns its plan is
// played. Knows no GPU and no display.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "lab/plan.h"

namespace lab::cuda {

struct LiveForm {
    int columns = 0, rows = 0;
    bool bars = false;       // a bar for each element, `rows` pixels high; else a cell each
    std::uint64_t each = 1;  // elements of a cell: it shows the one that is the farthest from zero
    bool operator==(const LiveForm&) const = default;
};
/// `shape`: as a matrix or planes, x fastest; 0 or one row: none. Up to 1024 elements of a row are
/// bars; more are cells in rows of a power of two; beyond 2048 rows of 2048 a cell has several.
LiveForm live_form(std::uint64_t count, Dim3 shape);

/// "u32": the element's type in the names of kernels/live_array.cu; empty where they have none.
std::string live_type(Type);

// A plan that is played over and over, launch by launch. After the last launch its result stays for
// some turns; then the arrays get their first contents.
class LiveTurns {
public:
    enum class Turn : std::uint8_t { launch, rest, reset };
    static constexpr std::size_t rests = 2;
    explicit LiveTurns(std::size_t launches) : launches_(launches) {}
    Turn next();
    /// Launches since the last reset.
    std::size_t played() const { return at_ < launches_ ? at_ : launches_; }
    std::size_t launches() const { return launches_; }
    void reset() { at_ = 0; }

private:
    std::size_t launches_, at_ = 0;
};

/// The steps that each turn of the plan plays: a timed launch, after the other timed steps before
/// it. Steps after the last launch belong to it.
std::vector<std::vector<std::size_t>> live_steps(const Plan&);

}  // namespace lab::cuda

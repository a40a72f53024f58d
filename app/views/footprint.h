// Which points of a field a block reads and writes in one launch, from its trace: its own points,
// its halo, and what one lane loads for one point. The layout step of the field view; knows no
// pixels.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "lab/run.h"

namespace app {

struct Voxel {
    int x = 0, y = 0, z = 0;
    auto operator<=>(const Voxel&) const = default;
};

// A plane of a box, across `axis`; columns and rows are the two other axes, in order x, y, z.
struct Plane {
    lab::Dim3 shape;
    int axis = 2, slice = 0;
    int columns() const { return static_cast<int>(axis == 0 ? shape.y : shape.x); }
    int rows() const { return static_cast<int>(axis == 2 ? shape.y : shape.z); }
    int depth() const {
        return static_cast<int>(axis == 0 ? shape.x : axis == 1 ? shape.y : shape.z);
    }
    int depth_of(Voxel v) const { return axis == 0 ? v.x : axis == 1 ? v.y : v.z; }
    int column_of(Voxel v) const { return axis == 0 ? v.y : v.x; }
    int row_of(Voxel v) const { return axis == 2 ? v.y : v.z; }
    std::size_t index(int column, int row) const;  // index into values, x fastest
};

// Arrays that hold points of a field. Each is a whole field, or for one launch a part of it: it may
// be shorter than the field or begin elsewhere in it.
struct FieldArrays {
    lab::Dim3 shape;
    std::set<int> whole{};                                  // arrays of the trace
    std::map<std::pair<int, int>, std::int64_t> further{};  // by launch and array: field offset
};

// What the block does with each point of the field in the whole launch.
struct Footprint {
    // A stray is no neighbour of an own point: past a face lies a point of another row.
    static constexpr std::uint8_t is_read = 1, is_written = 2, is_stray = 4;
    // flags, x fastest; empty where the field has more than 2^24 points
    std::vector<std::uint8_t> points;
    std::vector<std::uint16_t> loaded;    // loads of each point
    std::uint64_t read = 0, written = 0;  // points
    std::uint64_t loads = 0, stores = 0;  // by lanes, of field elements only
    std::uint64_t kept = 0;           // stores that write a point of the box's faces back unchanged
    std::uint64_t shared = 0;         // values that lanes load from and store to shared memory
    std::uint32_t barriers = 0;       // barriers that the block's first warp reaches
    int most_own = 0, most_halo = 0;  // most loads of one point: own, halo
    Voxel first, last;                // corners of the box around the own points
    /// Points that the block makes. A kernel may store one many times: it makes it once.
    std::uint64_t made() const { return written > kept ? written - kept : 0; }
    std::uint8_t of(std::size_t element) const {
        return element < points.size() ? points[element] : std::uint8_t{0};
    }
    int loads_of(std::size_t element) const {
        return element < loaded.size() ? loaded[element] : 0;
    }
};

/// Whether a point lies on a face of the box.
bool at_face(Voxel, lab::Dim3 shape);

Footprint footprint_of(const simulator::Trace&, const FieldArrays&, int launch,
                       std::uint64_t block);

// A point that a lane computed, and the points that the lane loaded since the one before.
struct Made {
    Voxel point;
    std::vector<Voxel> loaded{};
    int shared_loads = 0;         // from shared memory, since then
    std::vector<int> brought{};   // points of each load, along x
    std::vector<Voxel> before{};  // points loaded for earlier points
    std::vector<Voxel> kept{};    // those of `before` that this point came from: see kept_for()
    int stored = 1;               // points that the store writes along x
    bool is_stray(std::size_t load, lab::Dim3 shape) const;
};

/// The point that `lane` wrote with `store`; nullopt where the lane is off or writes no field
/// element.
std::optional<Made> made_by(const simulator::Trace&, const FieldArrays&,
                            const simulator::Event& store, int lane);

/// Points that the value written by `store` came from and that the lane had loaded for earlier
/// points: they stayed in registers. In the order of their loads.
std::vector<Voxel> kept_for(const simulator::Flow&, lab::Dim3 shape, const simulator::Event& store,
                            int lane, const Made&);

/// The point of the field at a lane's address; nullopt where no array of the field contains it.
std::optional<Voxel> voxel_at(const simulator::Trace&, const FieldArrays&, const simulator::Event&,
                              simulator::Address);

}  // namespace app

// Which points of a field a block reads and writes in one launch, from its trace: what is its own,
// what is halo, and what one lane loads for one point. The layout step of the field view; knows no
// pixels.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "lab/run.h"

namespace app {

struct Voxel {
    int x = 0, y = 0, z = 0;
    auto operator<=>(const Voxel&) const = default;
};

// A plane of a box: columns and rows are the two axes beside `axis`, in order x, y, z.
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
    std::size_t index(int column, int row) const;  // into values with x fastest
};

// A field, and what else holds points of it: arrays of a launch that are shorter, or stand
// elsewhere, and how many elements further on their points are in the field.
struct FieldArrays {
    lab::Dim3 shape;
    std::map<std::pair<int, int>, std::int64_t> further{};  // by launch and array of the trace
    FieldArrays(lab::Dim3 box) : shape(box) {}              // an array as long as it is one
};

// What the block does with each point of the field, in the whole launch.
struct Footprint {
    // A stray is read by nobody's neighbour: past a face the next address is another row's.
    static constexpr std::uint8_t is_read = 1, is_written = 2, is_stray = 4;
    // flags, x fastest; empty where the field is too big to look at whole
    std::vector<std::uint8_t> points;
    std::vector<std::uint16_t> loaded;    // how often, by point
    std::uint64_t read = 0, written = 0;  // points
    std::uint64_t loads = 0, stores = 0;  // of lanes, field elements only
    std::uint64_t kept = 0;    // of those stores: points of the box's faces, written back unchanged
    std::uint64_t shared = 0;  // values that lanes load from and store to shared memory
    std::uint32_t barriers = 0;       // that its first warp comes to
    int most_own = 0, most_halo = 0;  // loads of one point that it writes, that it only reads
    Voxel first, last;                // of a box around the points that it writes
    std::uint64_t made() const { return stores - kept; }
    std::uint8_t of(std::size_t element) const {
        return element < points.size() ? points[element] : std::uint8_t{0};
    }
    int loads_of(std::size_t element) const {
        return element < loaded.size() ? loaded[element] : 0;
    }
};

/// Whether a point lies in one of the box's faces.
bool at_face(Voxel, lab::Dim3 shape);

Footprint footprint_of(const simulator::Trace&, const FieldArrays&, int launch,
                       std::uint64_t block);

// One point that a lane made, and the points that it loaded since the one before.
struct Made {
    Voxel point;
    std::vector<Voxel> loaded{};
    int shared_loads = 0;         // of shared memory, since then
    std::vector<int> brought{};   // by each load: points, along x
    std::vector<Voxel> before{};  // that it loaded for points before this one
    std::vector<Voxel> kept{};    // of those the ones that this one came from: see kept_for()
    int stored = 1;               // points that the store writes, along x
    bool is_stray(std::size_t load, lab::Dim3 shape) const;
};

/// What `lane` of the warp of `store` made with this store; nullopt where the lane is off or stores
/// elsewhere.
std::optional<Made> made_by(const simulator::Trace&, const FieldArrays&,
                            const simulator::Event& store, int lane);

/// What the value that `store` wrote for `lane` came from, of points that the lane had loaded for
/// others before: they stood in registers. In the order in which they were loaded.
std::vector<Voxel> kept_for(const simulator::Flow&, lab::Dim3 shape, const simulator::Event& store,
                            int lane, const Made&);

/// The point of the field that a lane's address means; nullopt where no array of the field's has
/// it.
std::optional<Voxel> voxel_at(const simulator::Trace&, const FieldArrays&, const simulator::Event&,
                              simulator::Address);

}  // namespace app

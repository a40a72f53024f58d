// A matrix product as one block makes it: the part of each matrix that it has loaded by a step, the
// tile that it loads now, and the products per load. The layout of "Tiles"; knows no pixel.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lab/run.h"

namespace app {

// A part of a matrix; right and bottom are exclusive.
struct TileBox {
    int left = 0, top = 0, right = 0, bottom = 0;
    bool empty() const { return right <= left || bottom <= top; }
    std::int64_t count() const { return std::int64_t{right - left} * (bottom - top); }
    void take(int column, int row);
    void take(const TileBox&);
    bool operator==(const TileBox&) const = default;
};

// Neighbouring numbers of a matrix, row by row, that the same number of lanes move.
struct TileRun {
    std::uint32_t first = 0, length = 0, lanes = 0;
};

// Loads or stores of a matrix by lanes of the block in one step.
struct TileTouch {
    int step = 0;  // index in Run::steps
    TileBox box;
    std::uint64_t lanes = 0;  // numbers that lanes move, counted for each lane
    std::uint64_t loads = 0;  // the loads for them: one of 16 bytes brings four floats
    std::vector<TileRun> runs;
};

// Numbers that lanes have moved up to a step.
struct TileSums {
    std::uint64_t memory = 0;  // from or to global memory
    std::uint64_t loads = 0;   // the loads or stores that moved these
    std::uint64_t shared = 0;  // read from the shared array that holds them
    std::uint64_t requests = 0, wavefronts = 0, ideal = 0;  // of the shared reads
    int widest = 0;  // bytes a lane, in the widest shared read
    TileSums& operator+=(const TileSums& other) {
        memory += other.memory, loads += other.loads, shared += other.shared;
        requests += other.requests, wavefronts += other.wavefronts, ideal += other.ideal;
        widest = std::max(widest, other.widest);
        return *this;
    }
};

struct ProductMatrix {
    int array = -1;  // index in Trace::arrays
    std::string name;
    int rows = 0, columns = 0;
    TileBox all;                     // all that the block ever accesses
    std::vector<TileTouch> touches;  // by step
    std::vector<int> kept_in;        // shared arrays that its numbers are stored to
    std::vector<TileSums> sums;      // after each step

    TileSums at(int step) const;
    /// The part being loaded at a step: with a shared array, all loads of the barrier interval,
    /// else the step's. Empty before the first.
    TileBox tile_at(const lab::Run&, int step) const;
    /// By number, row by row: how often lanes moved it up to a step.
    std::vector<std::uint32_t> moved(int step) const;
};

struct Product {
    std::array<ProductMatrix, 3> of;  // a, b and c: c has a's rows and b's columns
    std::int64_t inner = 0;           // products in the sum of each number of c

    const ProductMatrix& a() const { return of[0]; }
    const ProductMatrix& b() const { return of[1]; }
    const ProductMatrix& c() const { return of[2]; }
    /// Products that the shown block makes.
    double products() const { return double(c().all.count()) * double(inner); }
    /// Products per number that a lane loads, or reads from shared memory, over the whole block; 0
    /// where none does.
    double for_each_load(const ProductMatrix&) const;
    double for_each_read(const ProductMatrix&) const;
    /// The part of the block's reads that lanes have done by a step, 0 to 1: reads of tiles, or of
    /// memory for a matrix without a tile. The smaller part of a and b.
    double share_read(int step) const;
    int steps() const { return int(c().sums.size()); }
};

/// Kept with the run. nullptr where the run multiplies no matrices.
const Product* product_of(const lab::Run&);

/// Whether a load brings several numbers.
inline bool loads_several(const Product& product, const ProductMatrix& matrix) {
    const TileSums all = matrix.at(product.steps());
    return all.loads < all.memory;
}

}  // namespace app

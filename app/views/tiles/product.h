// A product of matrices as one block makes it: which part of each matrix it has brought by a step,
// which tile it brings now, and how many products a load serves. The layout of "Tiles"; knows no
// pixel.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lab/run.h"

namespace app {

// Numbers of a matrix, from its first row and column to behind its last.
struct TileBox {
    int left = 0, top = 0, right = 0, bottom = 0;
    bool empty() const { return right <= left || bottom <= top; }
    std::int64_t count() const { return std::int64_t{right - left} * (bottom - top); }
    void take(int column, int row);
    void take(const TileBox&);
    bool operator==(const TileBox&) const = default;
};

// Neighbouring numbers of a matrix, row by row, that equally many lanes move.
struct TileRun {
    std::uint32_t first = 0, length = 0, lanes = 0;
};

// What lanes of the block load or store of a matrix in one step.
struct TileTouch {
    int step = 0;  // of Run::steps
    TileBox box;
    std::uint64_t lanes = 0;  // numbers that lanes move, each lane's by itself
    std::uint64_t loads = 0;  // in which they do: of 16 bytes one for four floats
    std::vector<TileRun> runs;
};

// Numbers that lanes have moved up to a step.
struct TileSums {
    std::uint64_t memory = 0;  // from or to global memory
    std::uint64_t loads = 0;   // in which they were moved there
    std::uint64_t shared = 0;  // read from the shared array that it was put into
    std::uint64_t requests = 0, wavefronts = 0, ideal = 0;  // of those reads
    int widest = 0;  // bytes that a lane asks for in the widest of them
    TileSums& operator+=(const TileSums& other) {
        memory += other.memory, loads += other.loads, shared += other.shared;
        requests += other.requests, wavefronts += other.wavefronts, ideal += other.ideal;
        widest = std::max(widest, other.widest);
        return *this;
    }
};

struct ProductMatrix {
    int array = -1;  // into Trace::arrays
    std::string name;
    int rows = 0, columns = 0;
    TileBox all;                     // that the block ever touches
    std::vector<TileTouch> touches;  // by step
    std::vector<int> kept_in;        // shared arrays that its numbers are put into
    std::vector<TileSums> sums;      // after each step

    TileSums at(int step) const;
    /// What is brought at a step: where barriers part the loads, all of that interval; none before
    /// the first.
    TileBox tile_at(const lab::Run&, int step) const;
    /// How often lanes moved each number up to a step, row by row.
    std::vector<std::uint32_t> moved(int step) const;
};

struct Product {
    std::array<ProductMatrix, 3> of;  // a, b and c: c has a's rows and b's columns
    std::int64_t inner = 0;           // products that a number of c is the sum of

    const ProductMatrix& a() const { return of[0]; }
    const ProductMatrix& b() const { return of[1]; }
    const ProductMatrix& c() const { return of[2]; }
    /// Of the shown block.
    double products() const { return double(c().all.count()) * double(inner); }
    /// For how many products each number serves that a lane loads, or reads from shared memory; 0
    /// where none does. At the end of the block.
    double for_each_load(const ProductMatrix&) const;
    double for_each_read(const ProductMatrix&) const;
    /// How much of what the block's products need lanes have read by a step, 0 to 1: from the
    /// tiles, or from memory where a matrix has none; of the matrix that is behind.
    double share_read(int step) const;
    int steps() const { return int(c().sums.size()); }
};

/// Kept with the run. nullptr where it multiplies no matrices.
const Product* product_of(const lab::Run&);

/// Whether a load brings several numbers.
inline bool loads_several(const Product& product, const ProductMatrix& matrix) {
    const TileSums all = matrix.at(product.steps());
    return all.loads < all.memory;
}

}  // namespace app

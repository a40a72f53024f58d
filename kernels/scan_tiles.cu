// Running totals with tiles of cooperative groups: the header cooperative_groups.h comes with CUDA.
// A tile is a part of a block; here it has 32 lanes, which is a warp. Whole warps, one block: each
// block scans an array of n numbers.
#include <cooperative_groups.h>
#include <cooperative_groups/scan.h>

namespace groups = cooperative_groups;

// The operation that joins two numbers, and its neutral element.
struct Sum {
    static __device__ float nothing() { return 0; }
    template <class Real> __device__ Real operator()(Real a, Real b) const { return a + b; }
};
struct Max {
    static __device__ float nothing() { return __int_as_float(0xff800000); }  // minus infinity
    template <class Real> __device__ Real operator()(Real a, Real b) const { return max(a, b); }
};

// Tiles of 32 lanes, one block: each scans its 32 numbers, the first scans the tiles' sums.
template <class Real, class Op, bool Exclusive>
__global__ void scan_tiles(const Real* __restrict__ numbers, Real* __restrict__ totals,
                           int n, int stride, int offset)
{
    __shared__ Real tile_sums[32];
    auto block = groups::this_thread_block();
    auto tile = groups::tiled_partition<32>(block);
    int t = block.thread_rank(), rank = tile.thread_rank(), number = tile.meta_group_rank();
    int i = blockIdx.x * n + t;
    Real own = t < n ? numbers[i * stride + offset] : Op::nothing();
    Real total = groups::inclusive_scan(tile, own, Op());
    if (rank == 31)
        tile_sums[number] = total;
    block.sync();                   // every tile's sum is in place before the first tile reads them
    if (number == 0) {
        Real sum = rank < tile.meta_group_size() ? tile_sums[rank] : Op::nothing();
        tile_sums[rank] = groups::inclusive_scan(tile, sum, Op());
    }
    block.sync();                   // every tile can read the total left of it
    Real before = number > 0 ? tile_sums[number - 1] : Op::nothing();
    if (Exclusive) {
        total = tile.shfl_up(total, 1);
        if (rank == 0)
            total = Op::nothing();
    }
    if (t < n)
        totals[i] = Op()(before, total);
}

// For floats and doubles, sums and largest numbers, inclusive and exclusive.
template __global__ void scan_tiles<float, Sum, false>(const float*, float*, int, int, int);
template __global__ void scan_tiles<float, Sum, true>(const float*, float*, int, int, int);
template __global__ void scan_tiles<float, Max, false>(const float*, float*, int, int, int);
template __global__ void scan_tiles<float, Max, true>(const float*, float*, int, int, int);
template __global__ void scan_tiles<double, Sum, false>(const double*, double*, int, int, int);
template __global__ void scan_tiles<double, Sum, true>(const double*, double*, int, int, int);
template __global__ void scan_tiles<double, Max, false>(const double*, double*, int, int, int);
template __global__ void scan_tiles<double, Max, true>(const double*, double*, int, int, int);

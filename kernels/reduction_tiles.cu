// Adding many numbers with groups of threads that have names: the header cooperative_groups.h comes
// with CUDA. A tile is a part of a block; here it has 32 lanes, which is a warp. Whole warps only.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

namespace groups = cooperative_groups;

// Tiles of 32 lanes add up among themselves; shared memory holds their sums. reduce(tile, ...)
// gives the sum to every lane: five shuffles, each with the lane whose number differs by a bit.
template <class Real>
__global__ void reduce_tiles(const Real* __restrict__ numbers, Real* __restrict__ sums,
                             int n, int stride, int offset)
{
    __shared__ Real tile_sums[32];
    auto block = groups::this_thread_block();
    auto tile = groups::tiled_partition<32>(block);
    int rank = tile.thread_rank(), threads = block.size();
    Real sum = 0;
    int step = gridDim.x * threads;
    for (int i = blockIdx.x * threads + block.thread_rank(); i < n; i += step)
        sum += numbers[i * stride + offset];
    sum = groups::reduce(tile, sum, groups::plus<Real>());
    if (rank == 0)
        tile_sums[tile.meta_group_rank()] = sum;
    block.sync();                   // every tile's sum is in place before the first tile reads them
    if (tile.meta_group_rank() == 0) {
        sum = rank < tile.meta_group_size() ? tile_sums[rank] : Real(0);
        sum = groups::reduce(tile, sum, groups::plus<Real>());
        if (rank == 0)
            sums[blockIdx.x] = sum;
    }
}

template __global__ void reduce_tiles<float>(const float*, float*, int, int, int);
template __global__ void reduce_tiles<double>(const double*, double*, int, int, int);

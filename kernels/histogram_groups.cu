// Counts how many numbers fall into each bin, with groups of lanes: the header cooperative_groups.h
// comes with CUDA. Lanes with equal numbers form a group, and one of them adds for all.
#include <cooperative_groups.h>

namespace groups = cooperative_groups;

extern __shared__ unsigned own[];       // the block's bins

// labeled_partition groups the lanes that have the same label, here the same number. It asks for
// them by __match_any_sync. The first lane of each group adds once, so no two lanes of a warp add
// to one bin.
__global__ void histogram_groups(const unsigned* __restrict__ numbers, unsigned* bins, int n,
                                 int count, unsigned weight)
{
    #pragma unroll 1
    for (int k = threadIdx.x; k < count; k += blockDim.x)
        own[k] = 0;
    __syncthreads();                    // every bin is empty before a number is counted
    int threads = gridDim.x * blockDim.x;
    // Not unrolled, so that its rounds can be counted.
    #pragma unroll 1
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += threads) {
        unsigned number = numbers[i];
        auto together = groups::coalesced_threads();
        auto equal = groups::labeled_partition(together, number);
        if (equal.thread_rank() == 0)
            atomicAdd(&own[number], equal.size() * weight);
    }
    __syncthreads();                    // every number of the block is counted
    #pragma unroll 1
    for (int bin = threadIdx.x; bin < count; bin += blockDim.x)
        if (own[bin] > 0)
            atomicAdd(&bins[bin], own[bin]);
}

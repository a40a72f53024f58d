// Counts how many numbers fall into each bin. First every thread adds to the bins of all, in global
// memory. Then each block has bins of its own in shared memory, and adds them to those of all at
// its end. Then a block counts many numbers before that end. Then each warp has a copy of the bins.
// Then lanes of a warp have copies, so that equal numbers go to different addresses. Last, each
// thread has 16 numbers in flight. Every number is below the number of bins, and adds `weight` to
// its bin. With `one` it adds the constant 1: from compute capability 8.0 on, the hardware then
// counts equal lanes in shared memory at once.

extern __shared__ unsigned own[];       // the block's bins, all copies of them

// Lanes whose numbers are equal add to one bin, one after the other.
__global__ void histogram_global(const unsigned* __restrict__ numbers, unsigned* bins, int n,
                                 unsigned weight)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(&bins[numbers[i]], weight);
}

// Sets the block's bins to 0, by all its threads.
__device__ void empty(int all)
{
    #pragma unroll 1
    for (int k = threadIdx.x; k < all; k += blockDim.x)
        own[k] = 0;
    __syncthreads();                    // every bin is empty before a number is counted
}

// Adds the block's bins to those of all: neighbouring threads add to neighbouring bins.
__device__ void add_to_all(unsigned* bins, int count)
{
    __syncthreads();                    // every number of the block is counted
    #pragma unroll 1
    for (int bin = threadIdx.x; bin < count; bin += blockDim.x)
        if (own[bin] > 0)
            atomicAdd(&bins[bin], own[bin]);
}

// A block counts one number a thread in bins of its own.
template <bool one>
__global__ void histogram_shared(const unsigned* __restrict__ numbers, unsigned* bins, int n,
                                 int count, unsigned weight)
{
    empty(count);
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(&own[numbers[i]], one ? 1u : weight);
    add_to_all(bins, count);
}

// A grid of fixed size: the block's bins are added up once for many numbers.
template <bool one>
__global__ void histogram_many(const unsigned* __restrict__ numbers, unsigned* bins, int n,
                               int count, unsigned weight)
{
    empty(count);
    int threads = gridDim.x * blockDim.x;
    // Not unrolled, so that its rounds can be counted.
    #pragma unroll 1
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += threads)
        atomicAdd(&own[numbers[i]], one ? 1u : weight);
    add_to_all(bins, count);
}

// Each warp has a copy of the bins, one copy after the other: no two warps add to the same bin.
template <bool one>
__global__ void histogram_per_warp(const unsigned* __restrict__ numbers, unsigned* bins, int n,
                                   int count, unsigned weight)
{
    int copies = (blockDim.x + 31) / 32;
    empty(copies * count);
    unsigned* mine = own + threadIdx.x / 32 * count;
    int threads = gridDim.x * blockDim.x;
    #pragma unroll 1
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += threads)
        atomicAdd(&mine[numbers[i]], one ? 1u : weight);
    __syncthreads();                    // every number of the block is counted
    #pragma unroll 1
    for (int bin = threadIdx.x; bin < count; bin += blockDim.x) {
        unsigned sum = 0;
        #pragma unroll 1
        for (int copy = 0; copy < copies; ++copy)
            sum += own[copy * count + bin];
        if (sum > 0)
            atomicAdd(&bins[bin], sum);
    }
}

// The copies of a bin are side by side. Lanes begin with different copies, so that they read from
// different banks.
__device__ void add_copies_to_all(unsigned* bins, int count, int copies)
{
    __syncthreads();                    // every number of the block is counted
    #pragma unroll 1
    for (int bin = threadIdx.x; bin < count; bin += blockDim.x) {
        unsigned sum = 0;
        int copy = threadIdx.x % 32 * copies / 32;
        #pragma unroll 1
        for (int k = 0; k < copies; ++k) {
            sum += own[bin * copies + copy];
            copy = copy + 1 < copies ? copy + 1 : 0;
        }
        if (sum > 0)
            atomicAdd(&bins[bin], sum);
    }
}

// Neighbouring lanes count in different copies. Where all numbers are equal, at most 32 / copies
// lanes add to one address.
template <bool one>
__global__ void histogram_per_lane(const unsigned* __restrict__ numbers, unsigned* bins, int n,
                                   int count, int copies, unsigned weight)
{
    empty(copies * count);
    unsigned* mine = own + threadIdx.x % 32 % copies;
    int threads = gridDim.x * blockDim.x;
    #pragma unroll 1
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += threads)
        atomicAdd(&mine[numbers[i] * copies], one ? 1u : weight);
    add_copies_to_all(bins, count, copies);
}

// Four loads of 16 bytes are in flight before one is counted. numbers begins at a multiple of 16.
template <bool one>
__global__ void histogram_wide(const unsigned* __restrict__ numbers, unsigned* bins, int n,
                               int count, int copies, unsigned weight)
{
    empty(copies * count);
    unsigned* mine = own + threadIdx.x % 32 % copies;
    const uint4* fours = reinterpret_cast<const uint4*>(numbers);
    int thread = blockIdx.x * blockDim.x + threadIdx.x;
    int threads = gridDim.x * blockDim.x;
    int rounds = n / (16 * threads);
    #pragma unroll 1
    for (int round = 0; round < rounds; ++round) {
        uint4 four[4];
        #pragma unroll
        for (int k = 0; k < 4; ++k)
            four[k] = fours[(4 * round + k) * threads + thread];
        #pragma unroll
        for (int k = 0; k < 4; ++k) {
            atomicAdd(&mine[four[k].x * copies], one ? 1u : weight);
            atomicAdd(&mine[four[k].y * copies], one ? 1u : weight);
            atomicAdd(&mine[four[k].z * copies], one ? 1u : weight);
            atomicAdd(&mine[four[k].w * copies], one ? 1u : weight);
        }
    }
    // Fewer than 16 numbers for each thread are left.
    #pragma unroll 1
    for (int i = 16 * rounds * threads + thread; i < n; i += threads)
        atomicAdd(&mine[numbers[i] * copies], one ? 1u : weight);
    add_copies_to_all(bins, count, copies);
}

template __global__ void histogram_shared<false>(const unsigned*, unsigned*, int, int, unsigned);
template __global__ void histogram_many<false>(const unsigned*, unsigned*, int, int, unsigned);
template __global__ void histogram_per_warp<false>(const unsigned*, unsigned*, int, int, unsigned);
template __global__ void histogram_per_lane<false>(const unsigned*, unsigned*, int, int, int, unsigned);
template __global__ void histogram_wide<false>(const unsigned*, unsigned*, int, int, int, unsigned);
template __global__ void histogram_shared<true>(const unsigned*, unsigned*, int, int, unsigned);
template __global__ void histogram_many<true>(const unsigned*, unsigned*, int, int, unsigned);
template __global__ void histogram_per_warp<true>(const unsigned*, unsigned*, int, int, unsigned);
template __global__ void histogram_per_lane<true>(const unsigned*, unsigned*, int, int, int, unsigned);
template __global__ void histogram_wide<true>(const unsigned*, unsigned*, int, int, int, unsigned);

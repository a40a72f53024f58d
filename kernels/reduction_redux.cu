// Adding many whole numbers: one instruction adds up a warp, where shuffles take five rounds.
// Needs compute capability 8.0 or above: redux.sync is an instruction of these GPUs.

// Warps add up by one instruction each; shared memory holds their sums. Whole warps only. An
// unsigned int has room for 2^28 digits.
__global__ void reduce_redux(const unsigned* __restrict__ numbers, unsigned* __restrict__ sums,
                             int n, int stride, int offset)
{
    __shared__ unsigned warp_sums[32];
    int t = threadIdx.x, threads = blockDim.x;
    unsigned sum = 0;
    int step = gridDim.x * threads;
    for (int i = blockIdx.x * threads + t; i < n; i += step)
        sum += numbers[i * stride + offset];
    sum = __reduce_add_sync(~0u, sum);  // every lane gets the sum of all 32
    if (t % 32 == 0)
        warp_sums[t / 32] = sum;
    __syncthreads();                // every warp's sum is in place before the first warp reads them
    if (t < 32) {
        sum = __reduce_add_sync(~0u, t < threads / 32 ? warp_sums[t] : 0);
        if (t == 0)
            sums[blockIdx.x] = sum;
    }
}

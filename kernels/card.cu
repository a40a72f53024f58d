// Numbers are advanced along a sequence of random numbers. All launches do the same work with
// different grids: a thread for each number, 16 384 threads for each multiprocessor, as many blocks
// as the card has room for at once, and one block more. A block that has no room waits until
// another one has ended.

// A thread for each number: the grid follows n. A round needs the one before it.
__global__ void advance_one(const unsigned* __restrict__ numbers, unsigned* __restrict__ later,
                            int n, int rounds)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned x = numbers[i];
    // Not unrolled, so that its rounds can be counted.
    #pragma unroll 1
    for (int round = 0; round < rounds; ++round)
        x = x * 1664525u + 1013904223u;
    later[i] = x;
}

// Any grid: each thread takes its number, then those that are a grid further on.
__global__ void advance_all(const unsigned* __restrict__ numbers, unsigned* __restrict__ later,
                            int n, int rounds)
{
    int step = gridDim.x * blockDim.x;
    #pragma unroll 1
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step) {
        unsigned x = numbers[i];
        // Not unrolled, so that its rounds can be counted.
        #pragma unroll 1
        for (int round = 0; round < rounds; ++round)
            x = x * 1664525u + 1013904223u;
        later[i] = x;
    }
}

// The average of a z^2 + b z + c over many normal numbers z, which another kernel has made. All
// values have to be added in one place. First every thread adds to one sum. Then it adds to a
// slot of its block, and one block adds the slots. Then a block adds in shared memory, and only
// one of its threads adds to the sum. Then warps add by shuffles. Then each thread adds many
// numbers in a register first. Last, it has 16 numbers in flight.
// The host divides the sum by n.

// In masks of shuffles ~0u stands for all 32 lanes.

// ---- The numbers.

// Philox-4x32-10 (Salmon, Moraes, Dror, Shaw, SC 2011): four random words from a counter.
__device__ uint4 random_words(unsigned counter, unsigned seed)
{
    unsigned key = seed, other_key = 0;
    uint4 c = {counter, 0, 0, 0};
    #pragma unroll
    for (int round = 0; round < 10; ++round) {
        unsigned left = 0xD2511F53, right = 0xCD9E8D57;
        c = {__umulhi(right, c.z) ^ c.y ^ key, right * c.z,
             __umulhi(left, c.x) ^ c.w ^ other_key, left * c.x};
        key += 0x9E3779B9;
        other_key += 0xBB67AE85;
    }
    return c;
}

// A float from 1 to below 2, in steps of 2^-23: the word's upper 23 bits become the mantissa.
__device__ float from_one_to_two(unsigned word)
{
    return __uint_as_float(0x3F800000 | word >> 9);
}

// Two normal numbers from two random words (Box, Muller, 1958), by functions of the hardware.
__device__ float2 normal_pair(unsigned a, unsigned b)
{
    float chance = 2 - from_one_to_two(a);                          // above 0, up to 1
    float angle = 6.2831853f * from_one_to_two(b) - 9.4247780f;     // from -pi to pi
    // Near 0 the error of __logf may exceed the logarithm, so a negative result becomes 0.
    float radius = sqrtf(fmaxf(-2 * __logf(chance), 0));
    return {radius * __cosf(angle), radius * __sinf(angle)};
}

// Each thread makes four numbers.
__global__ void make_normals(float* numbers, int n, unsigned seed)
{
    int i = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
    uint4 words = random_words(i / 4, seed);
    float2 first = normal_pair(words.x, words.y), second = normal_pair(words.z, words.w);
    if (i < n)
        numbers[i] = first.x;
    if (i + 1 < n)
        numbers[i + 1] = first.y;
    if (i + 2 < n)
        numbers[i + 2] = second.x;
    if (i + 3 < n)
        numbers[i + 3] = second.y;
}

// ---- The sum.

// In double: a sum of floats stops growing once it is 2^24 times as large as the next value.
__device__ double value_of(double z, double a, double b, double c)
{
    return (a * z + b) * z + c;
}

// All threads of all blocks add to one sum.
__global__ void average_one_sum(const float* __restrict__ numbers, double* sum, int n, double a,
                                double b, double c)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(sum, value_of(numbers[i], a, b, c));
}

// The threads of a block add to the slot of their block: blocks no longer wait for each other.
__global__ void average_slots(const float* __restrict__ numbers, double* slots, int n, double a,
                              double b, double c)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(&slots[blockIdx.x], value_of(numbers[i], a, b, c));
}

extern __shared__ double part[];        // one sum a thread, or one a warp

// Adds all part[t] of a block of any size into part[0].
__device__ void add_parts()
{
    int t = threadIdx.x;
    __syncthreads();                    // every part is in place before a partner reads it
    #pragma unroll 1
    for (int left = blockDim.x; left > 1;) {
        int half = (left + 1) / 2;
        if (t + half < left)
            part[t] += part[t + half];
        left = half;
        __syncthreads();                // every sum of this round is in place
    }
}

// One block adds all slots.
__global__ void add_slots(const double* __restrict__ slots, double* sum, int count)
{
    double share = 0;
    #pragma unroll 1
    for (int i = threadIdx.x; i < count; i += blockDim.x)
        share += slots[i];
    part[threadIdx.x] = share;
    add_parts();
    if (threadIdx.x == 0)
        *sum = part[0];
}

// A block adds in shared memory, and one of its threads adds to the sum.
__global__ void average_tree(const float* __restrict__ numbers, double* sum, int n, double a,
                             double b, double c)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    part[threadIdx.x] = i < n ? value_of(numbers[i], a, b, c) : 0;
    add_parts();
    if (threadIdx.x == 0)
        atomicAdd(sum, part[0]);
}

// Lane 0 has the sum of all lanes of its warp.
__device__ double sum_of_warp(double value)
{
    #pragma unroll 1
    for (int d = 16; d > 0; d /= 2)
        value += __shfl_down_sync(~0u, value, d);
    return value;
}

// Warps add by shuffles, and the first warp adds their sums. Thread 0 has the sum of the block.
__device__ double sum_of_block(double value)
{
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32, warps = blockDim.x / 32;
    value = sum_of_warp(value);
    if (lane == 0)
        part[warp] = value;
    __syncthreads();                    // the sum of every warp is in place
    if (warp == 0)
        value = sum_of_warp(lane < warps ? part[lane] : 0);
    return value;
}

// The same by shuffles, for blocks of whole warps: one barrier.
__global__ void average_shuffle(const float* __restrict__ numbers, double* sum, int n, double a,
                                double b, double c)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    double value = sum_of_block(i < n ? value_of(numbers[i], a, b, c) : 0);
    if (threadIdx.x == 0)
        atomicAdd(sum, value);
}

// A grid of fixed size: each thread adds many numbers in a register first.
__global__ void average_many(const float* __restrict__ numbers, double* sum, int n, double a,
                             double b, double c)
{
    double share = 0;
    int threads = gridDim.x * blockDim.x;
    // Four loads are in flight at a time.
    #pragma unroll 4
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += threads)
        share += value_of(numbers[i], a, b, c);
    double value = sum_of_block(share);
    if (threadIdx.x == 0)
        atomicAdd(sum, value);
}

// The sum of the values of four numbers.
__device__ double value_of(float4 z, double a, double b, double c)
{
    return value_of(z.x, a, b, c) + value_of(z.y, a, b, c) + value_of(z.z, a, b, c)
         + value_of(z.w, a, b, c);
}

// Four loads of 16 bytes are in flight before one is used. numbers begins at a multiple of 16.
__global__ void average_wide(const float* __restrict__ numbers, double* sum, int n, double a,
                             double b, double c)
{
    const float4* fours = reinterpret_cast<const float4*>(numbers);
    int threads = gridDim.x * blockDim.x, wides = n / 4;
    int first = blockIdx.x * blockDim.x + threadIdx.x, i = first;
    double share = 0;
    #pragma unroll 1
    for (; i + 3 * threads < wides; i += 4 * threads) {
        float4 four[4];
        for (int k = 0; k < 4; ++k)
            four[k] = fours[i + k * threads];
        for (int k = 0; k < 4; ++k)
            share += value_of(four[k], a, b, c);
    }
    // Fewer than four loads for each thread are left, then fewer numbers than one load brings.
    #pragma unroll 1
    for (; i < wides; i += threads)
        share += value_of(fours[i], a, b, c);
    int last = 4 * wides + first;
    if (last < n)
        share += value_of(numbers[last], a, b, c);
    double value = sum_of_block(share);
    if (threadIdx.x == 0)
        atomicAdd(sum, value);
}

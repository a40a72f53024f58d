// Pi by chance: points fall anywhere on a square, and the share of points within a quarter of a
// circle is pi / 4. First the points come from memory: from the host, or from a kernel that makes
// them. Then each thread makes its own point. Then hits are counted in four ways: one counter for
// all, one for each block, a ballot of the warp, a barrier that counts. Then a thread counts many
// points in a register before it adds. Then its generator has a state, and needs one multiplication
// a number. Last, one word is a whole point, without floats.

// Whether a point lies in the circle around the corner. Its distance is below 1 where the square of
// the distance is below 1, so no root is needed.
__device__ bool inside(float x, float y)
{
    return fmaf(x, x, y * y) < 1;       // x * x + y * y
}

// Points from memory, one a thread: every hit adds one to the counter of all.
__global__ void pi_points(const float* __restrict__ x, const float* __restrict__ y, unsigned* hits,
                          int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && inside(x[i], y[i]))
        atomicAdd(hits, 1u);
}

// Philox-2x32-10 (Salmon, Moraes, Dror, Shaw, SC 2011): ten rounds of multiplying and mixing make
// two random words from two counters. There is no state: equal counters give equal words.
__device__ uint2 random_words(unsigned number, unsigned stream, unsigned seed)
{
    uint2 words = {number, stream};
    #pragma unroll
    for (int round = 0; round < 10; ++round) {
        words = {__umulhi(0xD256D193, words.x) ^ seed ^ words.y, 0xD256D193 * words.x};
        seed += 0x9E3779B9;
    }
    return words;
}

// A float from 0 to below 1, in steps of 2^-23: the word's upper 23 bits become the mantissa.
__device__ float below_one(unsigned word)
{
    return __uint_as_float(0x3F800000 | word >> 9) - 1;
}

// Whether point `number` of a stream is a hit.
__device__ bool hit(unsigned number, unsigned stream, unsigned seed)
{
    uint2 words = random_words(number, stream, seed);
    float x = below_one(words.x);
    float y = below_one(words.y);
    return inside(x, y);
}

// Writes the points that pi_points reads. The streams of neighbouring threads are `apart` from each
// other: 1, or 0 where all threads have the same stream.
__global__ void make_points(float* __restrict__ x, float* __restrict__ y, int n, unsigned seed,
                            unsigned apart)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    uint2 words = random_words(0, i * apart, seed);
    x[i] = below_one(words.x);
    y[i] = below_one(words.y);
}

// Each thread makes its own point, and reads nothing.
__global__ void pi_drawn(unsigned* hits, int n, unsigned seed, unsigned apart)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && hit(0, i * apart, seed))
        atomicAdd(hits, 1u);
}

// A counter for each block, in shared memory. One thread adds it to the counter of all.
__global__ void pi_shared(unsigned* hits, int n, unsigned seed, unsigned apart)
{
    __shared__ unsigned of_block;
    if (threadIdx.x == 0)
        of_block = 0;
    __syncthreads();                    // the counter is 0 before a hit is counted
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && hit(0, i * apart, seed))
        atomicAdd(&of_block, 1u);
    __syncthreads();                    // every hit of the block is counted
    if (threadIdx.x == 0)
        atomicAdd(hits, of_block);
}

// A ballot collects the hits of a warp's lanes, and one lane counts and adds them.
__global__ void pi_ballot(unsigned* hits, int n, unsigned seed, unsigned apart)
{
    __shared__ unsigned of_block;
    if (threadIdx.x == 0)
        of_block = 0;
    __syncthreads();                    // the counter is 0 before hits are counted
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned hands = __ballot_sync(~0u, i < n && hit(0, i * apart, seed));
    if (threadIdx.x % 32 == 0)
        atomicAdd(&of_block, __popc(hands));
    __syncthreads();                    // every warp has counted
    if (threadIdx.x == 0)
        atomicAdd(hits, of_block);
}

// The barrier itself counts: it tells every thread of the block how many hits there are.
__global__ void pi_barrier(unsigned* hits, int n, unsigned seed, unsigned apart)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned of_block = __syncthreads_count(i < n && hit(0, i * apart, seed));
    if (threadIdx.x == 0)
        atomicAdd(hits, of_block);
}

// Adds the counts of all threads: within a block in shared memory, then one sum for the block.
__device__ void add_up(unsigned* hits, unsigned mine)
{
    __shared__ unsigned of_block;
    if (threadIdx.x == 0)
        of_block = 0;
    __syncthreads();                    // the sum is 0 before a thread adds
    atomicAdd(&of_block, mine);
    __syncthreads();                    // every thread has added
    if (threadIdx.x == 0)
        atomicAdd(hits, of_block);
}

// A grid of fixed size: each thread counts many points in a register, and adds once.
template <bool root>
__global__ void pi_many(unsigned* hits, int n, unsigned seed, unsigned apart)
{
    int first = blockIdx.x * blockDim.x + threadIdx.x, threads = gridDim.x * blockDim.x;
    unsigned mine = 0, number = 0;
    #pragma unroll 4
    for (int i = first; i < n; i += threads, ++number) {
        uint2 words = random_words(number, first * apart, seed);
        float x = below_one(words.x);
        float y = below_one(words.y);
        if (root ? sqrtf(fmaf(x, x, y * y)) < 1 : inside(x, y))
            ++mine;
    }
    add_up(hits, mine);
}
template __global__ void pi_many<false>(unsigned*, int, unsigned, unsigned);
template __global__ void pi_many<true>(unsigned*, int, unsigned, unsigned);

// MWC64X (Thomas, 2011): multiply with carry. `low` and `carry` are the state, 64 bits a thread. A
// number needs one multiplication.
struct Carried {
    unsigned low, carry;
    static constexpr unsigned factor = 4294883355;

    // Begins anywhere in the cycle, by the stream's words; never at its two fixed points.
    __device__ Carried(unsigned stream, unsigned seed)
    {
        uint2 words = random_words(0, stream, seed);
        low = words.x;
        carry = 1 + __umulhi(words.y, factor - 2);
    }
    __device__ unsigned next()
    {
        unsigned word = low ^ carry;
        unsigned long long product = 1ull * factor * low + carry;
        low = unsigned(product);
        carry = unsigned(product >> 32);
        return word;
    }
};

// As pi_many, with a generator for each thread that keeps a state.
__global__ void pi_state(unsigned* hits, int n, unsigned seed, unsigned apart)
{
    int first = blockIdx.x * blockDim.x + threadIdx.x, threads = gridDim.x * blockDim.x;
    Carried random(first * apart, seed);
    unsigned mine = 0;
    #pragma unroll 8
    for (int i = first; i < n; i += threads) {
        float x = below_one(random.next());
        float y = below_one(random.next());
        if (inside(x, y))
            ++mine;
    }
    add_up(hits, mine);
}

// One word is a point: 16 bits a coordinate, for the middle of one of 2^16 parts. The square of x +
// 1/2 is x (x + 1) + 1/4. So a point is a hit where the sum of two such products is below 2^32,
// that is, where it does not wrap.
__device__ bool inside(unsigned word)
{
    unsigned x = word >> 16, y = word & 0xffff;
    unsigned square = x * (x + 1);
    return square + y * (y + 1) >= square;
}

__global__ void pi_word(unsigned* hits, int n, unsigned seed, unsigned apart)
{
    int first = blockIdx.x * blockDim.x + threadIdx.x, threads = gridDim.x * blockDim.x;
    Carried random(first * apart, seed);
    unsigned mine = 0;
    #pragma unroll 8
    for (int i = first; i < n; i += threads)
        if (inside(random.next()))
            ++mine;
    add_up(hits, mine);
}

// Points from memory, many a thread: counts the points that a library has made.
__global__ void pi_points_many(const float* __restrict__ x, const float* __restrict__ y,
                               unsigned* hits, int n)
{
    int first = blockIdx.x * blockDim.x + threadIdx.x, threads = gridDim.x * blockDim.x;
    unsigned mine = 0;
    // Four loads of each array are in flight.
    #pragma unroll 4
    for (int i = first; i < n; i += threads)
        if (inside(x[i], y[i]))
            ++mine;
    add_up(hits, mine);
}

// The board that a window shows while the points fall. Each thread throws `points` more of its own,
// and marks the cell of each: 1 in the circle, 0.4 outside. Several points may hit one cell at the
// same time. The atomic exchange keeps the mark of one of them.
__global__ void pi_board(unsigned* __restrict__ thrown, float* board, int side, int points,
                         unsigned seed, unsigned apart)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned number = thrown[i];
    #pragma unroll 1
    for (int k = 0; k < points; ++k) {
        uint2 words = random_words(number + k, i * apart, seed);
        float x = below_one(words.x);
        float y = below_one(words.y);
        atomicExch(&board[int(y * side) * side + int(x * side)], inside(x, y) ? 1 : 0.4f);
    }
    thrown[i] = number + points;
}

// Pi by chance: points fall anywhere on a square, and the share of them that lies within a quarter
// of a circle is pi / 4. First the points come from the host, and from a kernel that makes them in
// memory; then each thread makes its own. Then their hits meet: at one counter for all, at one for
// each block, by a ballot of the warp, by a barrier that counts. Then a thread counts many points
// in a register before it meets anybody; then its generator has a state, and multiplies once for a
// number; last one word is a whole point, and no float is left.

// Whether a point lies in the circle around the corner. Its distance is below 1 where the square of
// it is, so no root is needed.
__device__ bool inside(float x, float y)
{
    return fmaf(x, x, y * y) < 1;       // x * x + y * y
}

// Points of memory, a thread each: every hit adds one to the counter of all.
__global__ void pi_points(const float* __restrict__ x, const float* __restrict__ y, unsigned* hits,
                          int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && inside(x[i], y[i]))
        atomicAdd(hits, 1u);
}

// Philox-2x32-10 (Salmon, Moraes, Dror, Shaw, SC 2011): ten rounds of multiplying and mixing make
// two random words of two counters. There is no state: who asks for the same gets the same.
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

// From 0 to below 1, in steps of 2^-23: the upper bits of the word are those of a float.
__device__ float below_one(unsigned word)
{
    return __uint_as_float(0x3F800000 | word >> 9) - 1;
}

// Point `number` of a stream, and whether it is a hit.
__device__ bool hit(unsigned number, unsigned stream, unsigned seed)
{
    uint2 words = random_words(number, stream, seed);
    float x = below_one(words.x);
    float y = below_one(words.y);
    return inside(x, y);
}

// Writes what pi_points reads. The streams of threads are `apart` from each other: 1, or 0, where
// all have the same.
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

// The thread makes its point itself, and nothing is read.
__global__ void pi_drawn(unsigned* hits, int n, unsigned seed, unsigned apart)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && hit(0, i * apart, seed))
        atomicAdd(hits, 1u);
}

// A counter for each block, in shared memory; one thread adds it to that of all.
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

// A warp's lanes hold up their hands, and one of them counts the hands and adds.
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

// The barrier itself counts: it tells every thread of the block how many of them hit.
__global__ void pi_barrier(unsigned* hits, int n, unsigned seed, unsigned apart)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned of_block = __syncthreads_count(i < n && hit(0, i * apart, seed));
    if (threadIdx.x == 0)
        atomicAdd(hits, of_block);
}

// What each thread counted for itself: all of a block in shared memory, then one for the block.
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

// MWC64X (Thomas, 2011): multiply with carry. Product and carry are the state, 64 bits a thread,
// and a number takes one multiplication.
struct Carried {
    unsigned low, carry;
    static constexpr unsigned factor = 4294883355;

    // Anywhere in its cycle: the words of a stream say where. Never at its two ends.
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

// As pi_many, from a generator of its own for each thread.
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

// One word is a point: 16 bits for each coordinate, which stand for the middle of one of 2^16
// parts. The square of x + 1/2 is x (x + 1) + 1/4, so a point hits where the sum of two such
// products is below 2^32: where it does not wrap.
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

// Points of memory, many a thread: what counts behind a library that made them.
__global__ void pi_points_many(const float* __restrict__ x, const float* __restrict__ y,
                               unsigned* hits, int n)
{
    int first = blockIdx.x * blockDim.x + threadIdx.x, threads = gridDim.x * blockDim.x;
    unsigned mine = 0;
    // Four loads of each array are under way.
    #pragma unroll 4
    for (int i = first; i < n; i += threads)
        if (inside(x[i], y[i]))
            ++mine;
    add_up(hits, mine);
}

// The board that a window shows while the points fall: each thread throws `points` more of its own,
// and marks the cell where each fell, by 1 in the circle and by less outside. Several may fall on
// one cell at a time, so the mark is exchanged: one of them stays.
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

// A recurrence: v_n = s_n v_(n-1) + u_n, and the first v is its u. A step is a pair (s, u). Two
// steps in a row are a pair again, so pairs scan as sums do. First one block by Hillis and Steele,
// with an array of n steps for each block. Then one array over all blocks: blocks in a chain, with
// scans in shared memory and by shuffles, then blocks that look back.
#include <cuda/atomic>

// Memory orders: when other blocks see the writes of this block, and this block theirs.
inline constexpr auto acquire = cuda::memory_order_acquire, release = cuda::memory_order_release,
                      relaxed = cuda::memory_order_relaxed;

// A step: x becomes s x + u.
template <class Real>
struct Pair {
    Real s, u;
};

// Two steps as one: s2 (s1 x + u1) + u2. As with sums, it does not matter which neighbours are
// joined first. The order of the two steps does matter.
template <class Real>
__device__ Pair<Real> joined(Pair<Real> first, Pair<Real> second)
{
    return {second.s * first.s, second.s * first.u + second.u};
}

// Step i. Past the last step, a step that changes nothing.
template <class Real>
__device__ Pair<Real> step(const Real* __restrict__ s, const Real* __restrict__ u, int i,
                           bool there)
{
    return there ? Pair<Real>{s[i], u[i]} : Pair<Real>{1, 0};
}

// The block's dynamic shared memory as numbers of one type, as many as the launch gave room for.
template <class Real>
__device__ Real* block_memory()
{
    extern __shared__ __align__(8) unsigned char part[];  // bytes, aligned for the widest type
    return reinterpret_cast<Real*>(part);
}

// Hillis and Steele, one block: in each round a thread joins the pair d places to its left. In the
// end its own pair stands for all steps up to its place.
template <class Real>
__global__ void recur_block(const Real* __restrict__ s, const Real* __restrict__ u,
                            Real* __restrict__ v, int n)
{
    Real* all_s = block_memory<Real>();
    Real* all_u = all_s + blockDim.x;
    int t = threadIdx.x, threads = blockDim.x;
    int i = blockIdx.x * n + t;
    Pair<Real> own = step(s, u, i, t < n);
    all_s[t] = own.s;
    all_u[t] = own.u;
    __syncthreads();                // every pair is in place before a neighbour reads it
    // Not unrolled, so that the rounds can be counted.
    #pragma unroll 1
    for (int d = 1; d < threads; d *= 2) {
        if (t >= d)
            own = joined({all_s[t - d], all_u[t - d]}, own);
        __syncthreads();            // all threads have read before a new pair is written
        all_s[t] = own.s;
        all_u[t] = own.u;
        __syncthreads();            // every pair of this round is in place
    }
    if (t < n)
        v[i] = own.u;
}

// Scan within a warp: five rounds, each with a shuffle for s and a shuffle for u.
template <class Real>
__device__ Pair<Real> warp_scan(Pair<Real> own)
{
    int lane = threadIdx.x % 32;
    for (int d = 1; d < 32; d *= 2) {
        Pair<Real> left = {__shfl_up_sync(~0u, own.s, d), __shfl_up_sync(~0u, own.u, d)};
        if (lane >= d)
            own = joined(left, own);
    }
    return own;
}

// Scan of a block of whole warps: each warp scans its 32 pairs, then the first warp scans the pairs
// of the warps. Every thread gets the pair of all steps up to its own.
template <class Real>
__device__ Pair<Real> block_scan(Pair<Real> own)
{
    __shared__ Real warp_s[32], warp_u[32];
    int t = threadIdx.x, lane = t % 32, warp = t / 32, warps = blockDim.x / 32;
    own = warp_scan(own);
    if (lane == 31) {
        warp_s[warp] = own.s;
        warp_u[warp] = own.u;
    }
    __syncthreads();                // every warp's pair is in place before the first warp reads it
    if (warp == 0) {
        Pair<Real> of_warp = {1, 0};
        if (lane < warps)
            of_warp = {warp_s[lane], warp_u[lane]};
        of_warp = warp_scan(of_warp);
        warp_s[lane] = of_warp.s;
        warp_u[lane] = of_warp.u;
    }
    __syncthreads();                // every warp can read the pair left of it
    if (warp > 0)
        own = joined({warp_s[warp - 1], warp_u[warp - 1]}, own);
    return own;
}

// Blocks in a chain: each scans its own steps, then waits until the block before it has published
// its last number. `done` counts the blocks that have published.
template <class Real>
__global__ void recur_chain(const Real* __restrict__ s, const Real* __restrict__ u,
                            Real* __restrict__ v, int n, Real* so_far, int* ticket, int* done)
{
    __shared__ int block;
    __shared__ Real before;
    int t = threadIdx.x, threads = blockDim.x;
    // Blocks start in any order. The first to start takes the first steps, so no wait is endless.
    if (t == 0)
        block = atomicAdd(ticket, 1);
    __syncthreads();                // all threads know which steps are theirs
    int i = block * threads + t;
    Pair<Real> own = block_scan(step(s, u, i, i < n));
    if (t == threads - 1) {
        cuda::atomic_ref<int, cuda::thread_scope_device> said(*done);
        // Acquire: the number of the block before is read after `done` has counted that block.
        while (said.load(acquire) < block) {
        }
        before = block > 0 ? *so_far : Real(0);
        *so_far = block > 0 ? own.s * before + own.u : own.u;
        // Release: this number is in place before `done` counts this block.
        said.store(block + 1, release);
    }
    __syncthreads();                // all threads know the number that the block begins with
    // The first block has no number before it, and 0 times an overflowed s would be NaN.
    if (i < n)
        v[i] = block > 0 ? own.s * before + own.u : own.u;
}

// What a block has published of its steps for the blocks after it.
enum Said : unsigned { nothing_yet, its_own_steps, all_so_far };

// A word that other blocks read: a Said in the upper half, 32 bits of a number in the lower. Both
// arrive together, so no other order is needed. A pair of floats takes two words, of doubles four.
using Word = unsigned long long;
using Atomic = cuda::atomic_ref<Word, cuda::thread_scope_device>;

template <class Real>
__device__ void say(Word* words, int block, Said how_much, Pair<Real> pair)
{
    constexpr int parts = sizeof pair / 4;
    unsigned bits[parts];
    memcpy(bits, &pair, sizeof pair);
    for (int p = 0; p < parts; ++p)
        Atomic(words[block * parts + p]).store(Word(how_much) << 32 | bits[p], relaxed);
}

// Waits until a block has published. Words with the same Said are parts of one pair.
template <class Real>
__device__ Said hear(Word* words, int block, Pair<Real>* pair)
{
    constexpr int parts = sizeof *pair / 4;
    unsigned bits[parts], how_much;
    bool alike;
    do {
        alike = true;
        for (int p = 0; p < parts; ++p) {
            Word word = Atomic(words[block * parts + p]).load(relaxed);
            bits[p] = unsigned(word);
            if (p == 0)
                how_much = unsigned(word >> 32);
            alike = alike && how_much == unsigned(word >> 32);
        }
    } while (how_much == nothing_yet || !alike);
    memcpy(pair, bits, sizeof *pair);
    return Said(how_much);
}

// All steps left of a block, found by one whole warp; lane 0 gets them. Each lane reads one of the
// 32 blocks before it. If none of them knows all so far, the warp goes on with the 32 before those.
template <class Real>
__device__ Pair<Real> look_back(Word* words, int block)
{
    int lane = threadIdx.x % 32;
    Pair<Real> before;
    for (int nearest = block - 1; ; nearest -= 32) {
        Said how_much = nothing_yet;
        Pair<Real> part = {1, 0};
        if (lane <= nearest)
            how_much = hear(words, nearest - lane, &part);
        unsigned known = __ballot_sync(~0u, how_much == all_so_far);
        // Nothing left of the nearest block with all_so_far is joined: that block includes it.
        int last = known != 0 ? __ffs(known) - 1 : 31;
        for (int d = 1; d < 32; d *= 2) {
            Pair<Real> left = {__shfl_down_sync(~0u, part.s, d), __shfl_down_sync(~0u, part.u, d)};
            if (lane + d <= last)
                part = joined(left, part);
        }
        before = nearest == block - 1 ? part : joined(part, before);
        if (known != 0)
            return before;
    }
}

// Decoupled look-back: each block publishes the pair of its own steps at once. A block joins these
// pairs back to the nearest block with all_so_far, so no block waits for a chain.
template <class Real>
__global__ void recur_look_back(const Real* __restrict__ s, const Real* __restrict__ u,
                                Real* __restrict__ v, int n, int* ticket, Word* words)
{
    __shared__ int block;
    __shared__ Pair<Real> of_block;
    __shared__ Real before;
    int t = threadIdx.x, threads = blockDim.x;
    // The first block to start takes the first steps: every block that is read has started.
    if (t == 0)
        block = atomicAdd(ticket, 1);
    __syncthreads();                // all threads know which steps are theirs
    int i = block * threads + t;
    Pair<Real> own = block_scan(step(s, u, i, i < n));
    if (t == threads - 1) {
        of_block = own;
        before = 0;                 // unless the first warp finds a number
        // The first block knows all so far from the start.
        say(words, block, block > 0 ? its_own_steps : all_so_far, own);
    }
    __syncthreads();                // the first warp can read the pair of the block
    if (block > 0 && t < 32) {
        Pair<Real> left = look_back<Real>(words, block);
        if (t == 0) {
            say(words, block, all_so_far, joined(left, of_block));
            before = left.u;
        }
    }
    __syncthreads();                // all threads know the number that the block begins with
    if (i < n)
        v[i] = block > 0 ? own.s * before + own.u : own.u;
}

// Blocks of any size in a chain: each scans its own steps in shared memory, then waits until the
// block before it has published its last number. `done` counts the blocks that have published.
template <class Real>
__global__ void recur_any_blocks(const Real* __restrict__ s, const Real* __restrict__ u,
                                 Real* __restrict__ v, int n, Real* so_far, int* ticket, int* done)
{
    Real* all_s = block_memory<Real>();
    Real* all_u = all_s + blockDim.x;
    __shared__ int block;
    __shared__ Real before;
    int t = threadIdx.x, threads = blockDim.x;
    // Blocks start in any order. The first to start takes the first steps, so no wait is endless.
    if (t == 0)
        block = atomicAdd(ticket, 1);
    __syncthreads();                // all threads know which steps are theirs
    int i = block * threads + t;
    Pair<Real> own = step(s, u, i, i < n);
    all_s[t] = own.s;
    all_u[t] = own.u;
    __syncthreads();                // every pair is in place before a neighbour reads it
    #pragma unroll 1
    for (int d = 1; d < threads; d *= 2) {
        if (t >= d)
            own = joined({all_s[t - d], all_u[t - d]}, own);
        __syncthreads();            // all threads have read before a new pair is written
        all_s[t] = own.s;
        all_u[t] = own.u;
        __syncthreads();            // every pair of this round is in place
    }
    if (t == threads - 1) {
        cuda::atomic_ref<int, cuda::thread_scope_device> said(*done);
        // Acquire: the number of the block before is read after `done` has counted that block.
        while (said.load(acquire) < block) {
        }
        before = block > 0 ? *so_far : Real(0);
        *so_far = block > 0 ? own.s * before + own.u : own.u;
        // Release: this number is in place before `done` counts this block.
        said.store(block + 1, release);
    }
    __syncthreads();                // all threads know the number that the block begins with
    // The first block has no number before it, and 0 times an overflowed s would be NaN.
    if (i < n)
        v[i] = block > 0 ? own.s * before + own.u : own.u;
}

template __global__ void recur_block<float>(const float*, const float*, float*, int);
template __global__ void recur_block<double>(const double*, const double*, double*, int);
template __global__ void recur_chain<float>(const float*, const float*, float*, int, float*, int*, int*);
template __global__ void recur_chain<double>(const double*, const double*, double*, int, double*, int*, int*);
template __global__ void recur_look_back<float>(const float*, const float*, float*, int, int*, Word*);
template __global__ void recur_look_back<double>(const double*, const double*, double*, int, int*, Word*);
template __global__ void recur_any_blocks<float>(const float*, const float*, float*, int, float*, int*, int*);
template __global__ void recur_any_blocks<double>(const double*, const double*, double*, int, double*, int*, int*);

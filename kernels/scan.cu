// Running totals: every place gets the total of all numbers up to it.
// All kernels but the last read number i at numbers[i * stride + offset]; 1 and 0 is a plain array.
// Kernels of one block scan an array of n numbers in each block, so there are as many arrays as
// blocks.
// An inclusive total includes its own number, an exclusive total does not.
// One block: Hillis and Steele; a tree up and down (Blelloch); the same with padding; warps by
// shuffles. Many blocks: a chain; three kernels; decoupled look-back (Merrill and Garland,
// "Single-pass Parallel Prefix Scan with Decoupled Look-back", 2016).
#include <cuda/atomic>

// Memory orders: when other blocks see the writes of this block, and this block theirs.
inline constexpr auto acquire = cuda::memory_order_acquire, release = cuda::memory_order_release;
inline constexpr auto relaxed = cuda::memory_order_relaxed;

// The operation that joins two numbers, and its neutral element.
struct Sum {
    static __device__ float nothing() { return 0; }
    template <class Real> static __device__ Real join(Real a, Real b) { return a + b; }
};
struct Max {
    static __device__ float nothing() { return __int_as_float(0xff800000); }  // minus infinity
    template <class Real> static __device__ Real join(Real a, Real b) { return max(a, b); }
};

// The block's dynamic shared memory as numbers of one type, as many as the launch gave room for.
template <class Real>
__device__ Real* block_memory()
{
    extern __shared__ __align__(8) unsigned char part[];  // bytes, aligned for the widest type
    return reinterpret_cast<Real*>(part);
}

// Hillis and Steele, one block: in each round a thread joins the total d places to its left.
template <class Real, class Op, bool Exclusive>
__global__ void scan_hillis(const Real* __restrict__ numbers, Real* __restrict__ totals,
                            int n, int stride, int offset)
{
    Real* part = block_memory<Real>();
    int t = threadIdx.x, threads = blockDim.x;
    int i = blockIdx.x * n + t;
    part[t] = t < n ? numbers[i * stride + offset] : Op::nothing();
    __syncthreads();                // every number is in place before a neighbour reads it
    // Not unrolled in this and the next kernels, so that the rounds can be counted.
    #pragma unroll 1
    for (int d = 1; d < threads; d *= 2) {
        Real left = t >= d ? part[t - d] : Op::nothing();
        __syncthreads();            // all threads have read before a new total is written
        if (t >= d)
            part[t] = Op::join(left, part[t]);
        __syncthreads();            // every total of this round is in place
    }
    if (t < n)
        totals[i] = !Exclusive ? part[t] : t > 0 ? part[t - 1] : Op::nothing();
}

// Blelloch, one block: a tree of sums up, then down. On the way down each sum gives its two halves
// the total left of them. Far fewer joins than Hillis and Steele, in twice the rounds.
template <class Real, class Op, bool Exclusive>
__global__ void scan_blelloch(const Real* __restrict__ numbers, Real* __restrict__ totals,
                              int n, int stride, int offset)
{
    Real* part = block_memory<Real>();
    int t = threadIdx.x, threads = blockDim.x, last = threads - 1;
    int i = blockIdx.x * n + t;
    part[t] = t < n ? numbers[i * stride + offset] : Op::nothing();
    __syncthreads();                // every number is in place before a neighbour reads it
    #pragma unroll 1
    for (int d = 1; d <= last; d *= 2) {
        int right = 2 * d * (t + 1) - 1;
        if (right <= last)
            part[right] = Op::join(part[right - d], part[right]);
        __syncthreads();            // every sum of this round is in place
    }
    if (t == 0) {
        part[last + 1] = part[last];
        part[last] = Op::nothing();
    }
    __syncthreads();                // the whole block has nothing to its left
    #pragma unroll 1
    for (int d = threads / 2; d > 0; d /= 2) {
        int right = 2 * d * (t + 1) - 1;
        if (right <= last) {
            Real left = part[right - d], before = part[right];
            part[right - d] = before;
            part[right] = Op::join(before, left);
        }
        __syncthreads();            // both halves know the total left of them
    }
    if (t < n)
        totals[i] = Exclusive ? part[t] : part[t + 1];
}

// The place of number i where one place in 33 stays empty: distances of 2^k no longer share a bank.
__device__ unsigned padded(unsigned i) { return i + i / 32; }

// Blelloch's two trees with an empty place after every 32 numbers.
template <class Real, class Op, bool Exclusive>
__global__ void scan_padded(const Real* __restrict__ numbers, Real* __restrict__ totals,
                            int n, int stride, int offset)
{
    Real* part = block_memory<Real>();
    int t = threadIdx.x, threads = blockDim.x, last = threads - 1;
    int i = blockIdx.x * n + t;
    part[padded(t)] = t < n ? numbers[i * stride + offset] : Op::nothing();
    __syncthreads();                // every number is in place before a neighbour reads it
    #pragma unroll 1
    for (int d = 1; d <= last; d *= 2) {
        int right = 2 * d * (t + 1) - 1;
        if (right <= last)
            part[padded(right)] = Op::join(part[padded(right - d)], part[padded(right)]);
        __syncthreads();            // every sum of this round is in place
    }
    if (t == 0) {
        part[padded(last + 1)] = part[padded(last)];
        part[padded(last)] = Op::nothing();
    }
    __syncthreads();                // the whole block has nothing to its left
    #pragma unroll 1
    for (int d = threads / 2; d > 0; d /= 2) {
        int right = 2 * d * (t + 1) - 1;
        if (right <= last) {
            Real left = part[padded(right - d)], before = part[padded(right)];
            part[padded(right - d)] = before;
            part[padded(right)] = Op::join(before, left);
        }
        __syncthreads();            // both halves know the total left of them
    }
    if (t < n)
        totals[i] = part[padded(Exclusive ? t : t + 1)];
}

// Running totals within a warp: five rounds of shuffles, and no shared memory.
template <class Op, class Real>
__device__ Real warp_scan(Real total)
{
    int lane = threadIdx.x % 32;
    for (int d = 1; d < 32; d *= 2) {
        Real left = __shfl_up_sync(~0u, total, d);
        if (lane >= d)
            total = Op::join(left, total);
    }
    return total;
}

// Whole warps by shuffles, one block: each scans its 32 numbers, the first scans the warps' sums.
template <class Real, class Op, bool Exclusive>
__global__ void scan_shuffle(const Real* __restrict__ numbers, Real* __restrict__ totals,
                             int n, int stride, int offset)
{
    __shared__ Real warp_sums[32];
    int t = threadIdx.x, threads = blockDim.x, lane = t % 32, warp = t / 32;
    int i = blockIdx.x * n + t;
    Real total = warp_scan<Op>(t < n ? numbers[i * stride + offset] : Op::nothing());
    if (lane == 31)
        warp_sums[warp] = total;
    __syncthreads();                // every warp's sum is in place before the first warp reads them
    if (warp == 0)
        warp_sums[t] = warp_scan<Op>(t < threads / 32 ? warp_sums[t] : Op::nothing());
    __syncthreads();                // every warp can read the total left of it
    Real before = warp > 0 ? warp_sums[warp - 1] : Op::nothing();
    if (Exclusive) {
        total = __shfl_up_sync(~0u, total, 1);
        if (lane == 0)
            total = Op::nothing();
    }
    if (t < n)
        totals[i] = Op::join(before, total);
}

// Scan of one block for the kernels below: leaves the inclusive total of thread t in part[t].
template <class Op, bool Shuffle, class Real>
__device__ void scan_block(Real* part, Real number)
{
    int t = threadIdx.x, threads = blockDim.x;
    if (Shuffle) {
        __shared__ Real warp_sums[32];
        Real total = warp_scan<Op>(number);
        if (t % 32 == 31)
            warp_sums[t / 32] = total;
        __syncthreads();            // every warp's sum is in place before the first warp reads them
        if (t < 32)
            warp_sums[t] = warp_scan<Op>(t < threads / 32 ? warp_sums[t] : Op::nothing());
        __syncthreads();            // every warp can read the total left of it
        part[t] = t < 32 ? total : Op::join(warp_sums[t / 32 - 1], total);
    } else {
        part[t] = number;
        #pragma unroll 1
        for (int d = 1; d < threads; d *= 2) {
            __syncthreads();        // every total of the round before is in place
            Real left = t >= d ? part[t - d] : Op::nothing();
            __syncthreads();        // all threads have read before a new total is written
            if (t >= d)
                part[t] = Op::join(left, part[t]);
        }
    }
    __syncthreads();                // any thread may read any total
}

// Blocks in a chain: each scans its own numbers, then waits until the block before it has published
// its total so far. `done` counts the blocks that have published.
template <class Real, class Op, bool Exclusive, bool Shuffle>
__global__ void scan_chain(const Real* __restrict__ numbers, Real* __restrict__ totals,
                           int n, int stride, int offset, Real* so_far, int* ticket, int* done)
{
    Real* part = block_memory<Real>();
    __shared__ int block;
    __shared__ Real before;
    int t = threadIdx.x, threads = blockDim.x;
    // Blocks start in any order. The first to start takes the first numbers, so no wait is endless.
    if (t == 0)
        block = atomicAdd(ticket, 1);
    __syncthreads();                // all threads know which numbers are theirs
    int i = block * threads + t;
    scan_block<Op, Shuffle>(part, i < n ? numbers[i * stride + offset] : Op::nothing());
    if (t == 0) {
        cuda::atomic_ref<int, cuda::thread_scope_device> said(*done);
        // Acquire: the sum of the block before is read after `done` has counted that block.
        while (said.load(acquire) < block) {
        }
        before = block > 0 ? *so_far : Op::nothing();
        *so_far = Op::join(before, part[threads - 1]);
        // Release: this sum is in place before `done` counts this block.
        said.store(block + 1, release);
    }
    __syncthreads();                // all threads know the total left of the block
    if (i < n)
        totals[i] = !Exclusive ? Op::join(before, part[t])
                               : t > 0 ? Op::join(before, part[t - 1]) : before;
}

// First of three kernels: every block scans its own numbers and stores their total.
template <class Real, class Op, bool Exclusive, bool Shuffle>
__global__ void scan_blocks(const Real* __restrict__ numbers, Real* __restrict__ totals,
                            Real* __restrict__ sums, int n, int stride, int offset)
{
    Real* part = block_memory<Real>();
    int t = threadIdx.x, threads = blockDim.x;
    int i = blockIdx.x * threads + t;
    scan_block<Op, Shuffle>(part, i < n ? numbers[i * stride + offset] : Op::nothing());
    if (t == 0)
        sums[blockIdx.x] = part[threads - 1];
    if (i < n)
        totals[i] = !Exclusive ? part[t] : t > 0 ? part[t - 1] : Op::nothing();
}

// Last of three kernels, after a scan of the sums: every block joins the total left of it.
template <class Real, class Op>
__global__ void join_before(const Real* __restrict__ before, Real* __restrict__ totals, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        totals[i] = Op::join(before[blockIdx.x], totals[i]);
}

// What a block has published of its numbers for the blocks after it.
enum Said : unsigned { nothing_yet, its_own_sum, total_so_far };

// A word that other blocks read: a Said in the upper half, 32 bits of a number in the lower. Both
// arrive together, so no other order is needed. A double takes two words.
using Word = unsigned long long;
using Atomic = cuda::atomic_ref<Word, cuda::thread_scope_device>;

template <class Real>
__device__ void say(Word* words, int block, Said how_much, Real number)
{
    constexpr int parts = sizeof(Real) / 4;
    unsigned half[parts];
    memcpy(half, &number, sizeof number);
    for (int p = 0; p < parts; ++p)
        Atomic(words[block * parts + p]).store(Word(how_much) << 32 | half[p], relaxed);
}

// Waits until a block has published. Two words with the same Said are parts of one number.
template <class Real>
__device__ Said hear(Word* words, int block, Real* number)
{
    constexpr int parts = sizeof(Real) / 4;
    Word first, last;
    do {
        first = Atomic(words[block * parts]).load(relaxed);
        last = parts == 1 ? first : Atomic(words[block * parts + 1]).load(relaxed);
    } while (first >> 32 == nothing_yet || first >> 32 != last >> 32);
    unsigned half[2] = {unsigned(first), unsigned(last)};
    memcpy(number, half, sizeof *number);
    return Said(first >> 32);
}

// The total of all numbers left of a block, found by one whole warp. Each lane reads one of the 32
// blocks before it; while none has a total_so_far, they go on with the 32 before those.
template <class Op, class Real>
__device__ Real look_back(Word* words, int block)
{
    int lane = threadIdx.x % 32;
    Real before = Op::nothing();
    for (int other = block - 1 - lane; ; other -= 32) {
        Said how_much = total_so_far;   // nothing is left of the first block: a known total
        Real part = Op::nothing();
        if (other >= 0)
            how_much = hear(words, other, &part);
        unsigned totals = __ballot_sync(~0u, how_much == total_so_far);
        if (totals != 0 && lane >= __ffs(totals))
            part = Op::nothing();       // left of the nearest total, which includes it
        for (int d = 1; d < 32; d *= 2)
            part = Op::join(__shfl_down_sync(~0u, part, d), part);
        before = Op::join(part, before);    // in lane 0; the furthest block comes first
        if (totals != 0)
            return before;
    }
}

// Decoupled look-back: each block publishes the sum of its own numbers at once. A block joins these
// sums back to the nearest block with a known total, so no block waits for a chain.
template <class Real, class Op, bool Exclusive>
__global__ void scan_look_back(const Real* __restrict__ numbers, Real* __restrict__ totals,
                               int n, int stride, int offset, int* ticket, Word* words)
{
    Real* part = block_memory<Real>();
    __shared__ int block;
    __shared__ Real before;
    int t = threadIdx.x, threads = blockDim.x;
    // The first block to start takes the first numbers: every block that is read has started.
    if (t == 0)
        block = atomicAdd(ticket, 1);
    __syncthreads();                // all threads know which numbers are theirs
    int i = block * threads + t;
    scan_block<Op, true>(part, i < n ? numbers[i * stride + offset] : Op::nothing());
    Real sum = part[threads - 1];
    if (t < 32) {
        if (t == 0)
            say(words, block, its_own_sum, sum);
        Real left = look_back<Op, Real>(words, block);
        if (t == 0) {
            say(words, block, total_so_far, Op::join(left, sum));
            before = left;
        }
    }
    __syncthreads();                // all threads know the total left of the block
    if (i < n)
        totals[i] = !Exclusive ? Op::join(before, part[t])
                               : t > 0 ? Op::join(before, part[t - 1]) : before;
}

// One wide load and one wide store. Past the end a load gives 0, and a store writes nothing.
template <class Wide, class Real>
__device__ void load(const Real* __restrict__ from, int n, int i, Real* to)
{
    constexpr int width = sizeof(Wide) / sizeof(Real);
    if (i + width <= n)
        *reinterpret_cast<Wide*>(to) = *reinterpret_cast<const Wide*>(from + i);
    else
        for (int k = 0; k < width; ++k) to[k] = i + k < n ? from[i + k] : Real(0);
}
template <class Wide, class Real>
__device__ void store(Real* __restrict__ to, int n, int i, const Real* from)
{
    constexpr int width = sizeof(Wide) / sizeof(Real);
    if (i + width <= n)
        *reinterpret_cast<Wide*>(to + i) = *reinterpret_cast<const Wide*>(from);
    else
        for (int k = 0; k < width && i + k < n; ++k) to[i + k] = from[k];
}

// The same with four loads of 16 bytes a thread: a published word stands for 16 times as many
// floats. A warp scans four rows of neighbouring numbers. Arrays begin at multiples of 16 bytes.
template <class Real, class Wide, class Op, bool Exclusive>
__global__ void scan_wide(const Real* __restrict__ numbers, Real* __restrict__ totals, int n,
                          int* ticket, Word* words)
{
    constexpr int rows = 4, width = sizeof(Wide) / sizeof(Real);
    __shared__ Real warp_sums[32];
    __shared__ int block;
    int t = threadIdx.x, lane = t % 32, warp = t / 32, warps = blockDim.x / 32;
    if (t == 0)
        block = atomicAdd(ticket, 1);
    __syncthreads();                // all threads know which numbers are theirs
    int first = ((block * warps + warp) * rows * 32 + lane) * width;
    alignas(Wide) Real own[rows][width];
    Real sum = Op::nothing();
    for (int r = 0; r < rows; ++r)
        load<Wide>(numbers, n, first + r * 32 * width, own[r]);
    for (int r = 0; r < rows; ++r) {
        Real last = own[r][0];
        for (int k = 1; k < width; ++k)
            last = Op::join(last, own[r][k]);
        Real end = warp_scan<Op>(last), left = __shfl_up_sync(~0u, end, 1);
        left = lane > 0 ? Op::join(sum, left) : sum;
        for (int k = 0; k < width; ++k) {
            Real next = Op::join(left, own[r][k]);
            own[r][k] = Exclusive ? left : next;
            left = next;
        }
        sum = Op::join(sum, __shfl_sync(~0u, end, 31));
    }
    if (lane == 0)
        warp_sums[warp] = sum;
    __syncthreads();                // every warp's sum is in place before the first warp reads them
    if (warp == 0) {
        Real end = warp_scan<Op>(lane < warps ? warp_sums[lane] : Op::nothing());
        if (lane == 31)
            say(words, block, its_own_sum, end);
        Real before = __shfl_sync(~0u, look_back<Op, Real>(words, block), 0);
        if (lane == 31)
            say(words, block, total_so_far, Op::join(before, end));
        end = __shfl_up_sync(~0u, end, 1);
        warp_sums[lane] = lane > 0 ? Op::join(before, end) : before;
    }
    __syncthreads();                // every warp can read the total left of it
    Real before = warp_sums[warp];
    for (int r = 0; r < rows; ++r) {
        for (int k = 0; k < width; ++k)
            own[r][k] = Op::join(before, own[r][k]);
        store<Wide>(totals, n, first + r * 32 * width, own[r]);
    }
}

// Every kernel for floats and doubles, sums and largest numbers, inclusive and exclusive.
template __global__ void scan_hillis<float, Sum, false>(const float*, float*, int, int, int);
template __global__ void scan_blelloch<float, Sum, false>(const float*, float*, int, int, int);
template __global__ void scan_padded<float, Sum, false>(const float*, float*, int, int, int);
template __global__ void scan_shuffle<float, Sum, false>(const float*, float*, int, int, int);
template __global__ void scan_chain<float, Sum, false, false>(const float*, float*, int, int, int, float*, int*, int*);
template __global__ void scan_blocks<float, Sum, false, false>(const float*, float*, float*, int, int, int);
template __global__ void scan_chain<float, Sum, false, true>(const float*, float*, int, int, int, float*, int*, int*);
template __global__ void scan_blocks<float, Sum, false, true>(const float*, float*, float*, int, int, int);
template __global__ void scan_hillis<float, Sum, true>(const float*, float*, int, int, int);
template __global__ void scan_blelloch<float, Sum, true>(const float*, float*, int, int, int);
template __global__ void scan_padded<float, Sum, true>(const float*, float*, int, int, int);
template __global__ void scan_shuffle<float, Sum, true>(const float*, float*, int, int, int);
template __global__ void scan_chain<float, Sum, true, false>(const float*, float*, int, int, int, float*, int*, int*);
template __global__ void scan_blocks<float, Sum, true, false>(const float*, float*, float*, int, int, int);
template __global__ void scan_chain<float, Sum, true, true>(const float*, float*, int, int, int, float*, int*, int*);
template __global__ void scan_blocks<float, Sum, true, true>(const float*, float*, float*, int, int, int);
template __global__ void join_before<float, Sum>(const float*, float*, int);
template __global__ void scan_hillis<float, Max, false>(const float*, float*, int, int, int);
template __global__ void scan_blelloch<float, Max, false>(const float*, float*, int, int, int);
template __global__ void scan_padded<float, Max, false>(const float*, float*, int, int, int);
template __global__ void scan_shuffle<float, Max, false>(const float*, float*, int, int, int);
template __global__ void scan_chain<float, Max, false, false>(const float*, float*, int, int, int, float*, int*, int*);
template __global__ void scan_blocks<float, Max, false, false>(const float*, float*, float*, int, int, int);
template __global__ void scan_chain<float, Max, false, true>(const float*, float*, int, int, int, float*, int*, int*);
template __global__ void scan_blocks<float, Max, false, true>(const float*, float*, float*, int, int, int);
template __global__ void scan_hillis<float, Max, true>(const float*, float*, int, int, int);
template __global__ void scan_blelloch<float, Max, true>(const float*, float*, int, int, int);
template __global__ void scan_padded<float, Max, true>(const float*, float*, int, int, int);
template __global__ void scan_shuffle<float, Max, true>(const float*, float*, int, int, int);
template __global__ void scan_chain<float, Max, true, false>(const float*, float*, int, int, int, float*, int*, int*);
template __global__ void scan_blocks<float, Max, true, false>(const float*, float*, float*, int, int, int);
template __global__ void scan_chain<float, Max, true, true>(const float*, float*, int, int, int, float*, int*, int*);
template __global__ void scan_blocks<float, Max, true, true>(const float*, float*, float*, int, int, int);
template __global__ void join_before<float, Max>(const float*, float*, int);
template __global__ void scan_hillis<double, Sum, false>(const double*, double*, int, int, int);
template __global__ void scan_blelloch<double, Sum, false>(const double*, double*, int, int, int);
template __global__ void scan_padded<double, Sum, false>(const double*, double*, int, int, int);
template __global__ void scan_shuffle<double, Sum, false>(const double*, double*, int, int, int);
template __global__ void scan_chain<double, Sum, false, false>(const double*, double*, int, int, int, double*, int*, int*);
template __global__ void scan_blocks<double, Sum, false, false>(const double*, double*, double*, int, int, int);
template __global__ void scan_chain<double, Sum, false, true>(const double*, double*, int, int, int, double*, int*, int*);
template __global__ void scan_blocks<double, Sum, false, true>(const double*, double*, double*, int, int, int);
template __global__ void scan_hillis<double, Sum, true>(const double*, double*, int, int, int);
template __global__ void scan_blelloch<double, Sum, true>(const double*, double*, int, int, int);
template __global__ void scan_padded<double, Sum, true>(const double*, double*, int, int, int);
template __global__ void scan_shuffle<double, Sum, true>(const double*, double*, int, int, int);
template __global__ void scan_chain<double, Sum, true, false>(const double*, double*, int, int, int, double*, int*, int*);
template __global__ void scan_blocks<double, Sum, true, false>(const double*, double*, double*, int, int, int);
template __global__ void scan_chain<double, Sum, true, true>(const double*, double*, int, int, int, double*, int*, int*);
template __global__ void scan_blocks<double, Sum, true, true>(const double*, double*, double*, int, int, int);
template __global__ void join_before<double, Sum>(const double*, double*, int);
template __global__ void scan_hillis<double, Max, false>(const double*, double*, int, int, int);
template __global__ void scan_blelloch<double, Max, false>(const double*, double*, int, int, int);
template __global__ void scan_padded<double, Max, false>(const double*, double*, int, int, int);
template __global__ void scan_shuffle<double, Max, false>(const double*, double*, int, int, int);
template __global__ void scan_chain<double, Max, false, false>(const double*, double*, int, int, int, double*, int*, int*);
template __global__ void scan_blocks<double, Max, false, false>(const double*, double*, double*, int, int, int);
template __global__ void scan_chain<double, Max, false, true>(const double*, double*, int, int, int, double*, int*, int*);
template __global__ void scan_blocks<double, Max, false, true>(const double*, double*, double*, int, int, int);
template __global__ void scan_hillis<double, Max, true>(const double*, double*, int, int, int);
template __global__ void scan_blelloch<double, Max, true>(const double*, double*, int, int, int);
template __global__ void scan_padded<double, Max, true>(const double*, double*, int, int, int);
template __global__ void scan_shuffle<double, Max, true>(const double*, double*, int, int, int);
template __global__ void scan_chain<double, Max, true, false>(const double*, double*, int, int, int, double*, int*, int*);
template __global__ void scan_blocks<double, Max, true, false>(const double*, double*, double*, int, int, int);
template __global__ void scan_chain<double, Max, true, true>(const double*, double*, int, int, int, double*, int*, int*);
template __global__ void scan_blocks<double, Max, true, true>(const double*, double*, double*, int, int, int);
template __global__ void join_before<double, Max>(const double*, double*, int);
template __global__ void scan_look_back<float, Sum, false>(const float*, float*, int, int, int, int*, Word*);
template __global__ void scan_look_back<float, Sum, true>(const float*, float*, int, int, int, int*, Word*);
template __global__ void scan_look_back<float, Max, false>(const float*, float*, int, int, int, int*, Word*);
template __global__ void scan_look_back<float, Max, true>(const float*, float*, int, int, int, int*, Word*);
template __global__ void scan_look_back<double, Sum, false>(const double*, double*, int, int, int, int*, Word*);
template __global__ void scan_look_back<double, Sum, true>(const double*, double*, int, int, int, int*, Word*);
template __global__ void scan_look_back<double, Max, false>(const double*, double*, int, int, int, int*, Word*);
template __global__ void scan_look_back<double, Max, true>(const double*, double*, int, int, int, int*, Word*);
template __global__ void scan_wide<float, float4, Sum, false>(const float*, float*, int, int*, Word*);
template __global__ void scan_wide<float, float4, Sum, true>(const float*, float*, int, int*, Word*);
template __global__ void scan_wide<float, float4, Max, false>(const float*, float*, int, int*, Word*);
template __global__ void scan_wide<float, float4, Max, true>(const float*, float*, int, int*, Word*);
template __global__ void scan_wide<double, double2, Sum, false>(const double*, double*, int, int*, Word*);
template __global__ void scan_wide<double, double2, Sum, true>(const double*, double*, int, int*, Word*);
template __global__ void scan_wide<double, double2, Max, false>(const double*, double*, int, int*, Word*);
template __global__ void scan_wide<double, double2, Max, true>(const double*, double*, int, int*, Word*);

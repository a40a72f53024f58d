// Running totals: every place gets what all numbers up to it make together.
// Number i is read at numbers[i * stride + offset]; 1 and 0 is the ordinary array.
// An inclusive total counts the number at its own place, an exclusive one stops before it.
#include <cuda/atomic>

// In which order other blocks see what this one wrote, and this one what they did.
inline constexpr auto acquire = cuda::memory_order_acquire, release = cuda::memory_order_release;

// What joins two numbers, and the number that changes nothing when joined.
struct Sum {
    static __device__ float nothing() { return 0; }
    template <class Real>
    static __device__ Real join(Real a, Real b) { return a + b; }
};
struct Max {
    static __device__ float nothing() { return __int_as_float(0xff800000); }  // minus infinity
    template <class Real>
    static __device__ Real join(Real a, Real b) { return max(a, b); }
};

// The block's dynamic shared memory as numbers of one type, as many as the launch gave room for.
template <class Real>
__device__ Real* block_memory()
{
    extern __shared__ __align__(8) unsigned char part[];  // bytes, aligned for the widest type
    return reinterpret_cast<Real*>(part);
}

// Hillis and Steele, one block: every round each thread joins what stands d places to its left.
template <class Real, class Op, bool Exclusive>
__global__ void scan_hillis(const Real* __restrict__ numbers, Real* __restrict__ totals,
                            int n, int stride, int offset)
{
    Real* part = block_memory<Real>();
    int t = threadIdx.x, threads = blockDim.x;
    part[t] = t < n ? numbers[t * stride + offset] : Op::nothing();
    __syncthreads();                // every number is in place before a neighbour reads it
    // Not unrolled in this and the next kernels, so that the rounds can be counted.
    #pragma unroll 1
    for (int d = 1; d < threads; d *= 2) {
        Real left = t >= d ? part[t - d] : Op::nothing();
        __syncthreads();            // everyone has read, before anyone writes a new total
        if (t >= d)
            part[t] = Op::join(left, part[t]);
        __syncthreads();            // every total of this round is in place
    }
    if (t < n)
        totals[t] = !Exclusive ? part[t] : t > 0 ? part[t - 1] : Op::nothing();
}

// Blelloch, one block: a tree of sums up, then down again, where each sum hands its right half what
// stands to the left. Far fewer joins than Hillis and Steele, in twice the rounds.
template <class Real, class Op, bool Exclusive>
__global__ void scan_blelloch(const Real* __restrict__ numbers, Real* __restrict__ totals,
                              int n, int stride, int offset)
{
    Real* part = block_memory<Real>();
    int t = threadIdx.x, threads = blockDim.x, last = threads - 1;
    part[t] = t < n ? numbers[t * stride + offset] : Op::nothing();
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
    __syncthreads();                // nothing stands left of the whole
    #pragma unroll 1
    for (int d = threads / 2; d > 0; d /= 2) {
        int right = 2 * d * (t + 1) - 1;
        if (right <= last) {
            Real left = part[right - d], before = part[right];
            part[right - d] = before;
            part[right] = Op::join(before, left);
        }
        __syncthreads();            // both halves know what stands left of them
    }
    if (t < n)
        totals[t] = Exclusive ? part[t] : part[t + 1];
}

// Place of number i when one place in 33 stays empty: powers of two no longer meet in one bank.
__device__ unsigned padded(unsigned i) { return i + i / 32; }

// Blelloch's two trees with an empty place after every 32 numbers.
template <class Real, class Op, bool Exclusive>
__global__ void scan_padded(const Real* __restrict__ numbers, Real* __restrict__ totals,
                            int n, int stride, int offset)
{
    Real* part = block_memory<Real>();
    int t = threadIdx.x, threads = blockDim.x, last = threads - 1;
    part[padded(t)] = t < n ? numbers[t * stride + offset] : Op::nothing();
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
    __syncthreads();                // nothing stands left of the whole
    #pragma unroll 1
    for (int d = threads / 2; d > 0; d /= 2) {
        int right = 2 * d * (t + 1) - 1;
        if (right <= last) {
            Real left = part[padded(right - d)], before = part[padded(right)];
            part[padded(right - d)] = before;
            part[padded(right)] = Op::join(before, left);
        }
        __syncthreads();            // both halves know what stands left of them
    }
    if (t < n)
        totals[t] = part[padded(Exclusive ? t : t + 1)];
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

// Warps by shuffles, one block: each warp scans its 32 numbers, the first scans the warps' sums.
template <class Real, class Op, bool Exclusive>
__global__ void scan_shuffle(const Real* __restrict__ numbers, Real* __restrict__ totals,
                             int n, int stride, int offset)
{
    __shared__ Real warp_sums[32];
    int t = threadIdx.x, threads = blockDim.x, lane = t % 32, warp = t / 32;
    Real total = warp_scan<Op>(t < n ? numbers[t * stride + offset] : Op::nothing());
    if (lane == 31)
        warp_sums[warp] = total;
    __syncthreads();                // every warp's sum is in place before the first warp reads them
    if (warp == 0)
        warp_sums[t] = warp_scan<Op>(t < threads / 32 ? warp_sums[t] : Op::nothing());
    __syncthreads();                // every warp can read what stands left of it
    Real before = warp > 0 ? warp_sums[warp - 1] : Op::nothing();
    if (Exclusive) {
        total = __shfl_up_sync(~0u, total, 1);
        if (lane == 0)
            total = Op::nothing();
    }
    if (t < n)
        totals[t] = Op::join(before, total);
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
        __syncthreads();            // every warp can read what stands left of it
        part[t] = t < 32 ? total : Op::join(warp_sums[t / 32 - 1], total);
    } else {
        part[t] = number;
        #pragma unroll 1
        for (int d = 1; d < threads; d *= 2) {
            __syncthreads();        // every total of the round before is in place
            Real left = t >= d ? part[t - d] : Op::nothing();
            __syncthreads();        // everyone has read, before anyone writes a new total
            if (t >= d)
                part[t] = Op::join(left, part[t]);
        }
    }
    __syncthreads();                // anyone may read any total
}

// Blocks in a chain: each scans its own numbers, then waits for the block before it to say what
// stands to the left. `done` counts the blocks that have said it.
template <class Real, class Op, bool Exclusive, bool Shuffle>
__global__ void scan_chain(const Real* __restrict__ numbers, Real* __restrict__ totals,
                           int n, int stride, int offset, Real* so_far, int* ticket, int* done)
{
    Real* part = block_memory<Real>();
    __shared__ int block;
    __shared__ Real before;
    int t = threadIdx.x, threads = blockDim.x;
    // Blocks start in any order: the first to start takes the first numbers, so none waits in vain.
    if (t == 0)
        block = atomicAdd(ticket, 1);
    __syncthreads();                // all threads know which numbers are theirs
    int i = block * threads + t;
    scan_block<Op, Shuffle>(part, i < n ? numbers[i * stride + offset] : Op::nothing());
    if (t == 0) {
        cuda::atomic_ref<int, cuda::thread_scope_device> said(*done);
        // Acquire: the other block's sum is read after its word that it is there.
        while (said.load(acquire) < block) {
        }
        before = block > 0 ? *so_far : Op::nothing();
        *so_far = Op::join(before, part[threads - 1]);
        // Release: this sum is in place before the word that it is there.
        said.store(block + 1, release);
    }
    __syncthreads();                // all threads know what stands left of the block
    if (i < n)
        totals[i] = !Exclusive ? Op::join(before, part[t])
                               : t > 0 ? Op::join(before, part[t - 1]) : before;
}

// First of three kernels: every block scans its own numbers and leaves what they make together.
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

// Last of three kernels, after the sums were scanned too: every block joins what stands left of it.
template <class Real, class Op>
__global__ void join_before(const Real* __restrict__ before, Real* __restrict__ totals, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        totals[i] = Op::join(before[blockIdx.x], totals[i]);
}

// Every kernel for floats and doubles, sums and largest numbers, inclusive and exclusive.
template __global__ void scan_hillis<float, Sum, false>(const float*, float*, int, int, int);
template __global__ void scan_blelloch<float, Sum, false>(const float*, float*, int, int, int);
template __global__ void scan_padded<float, Sum, false>(const float*, float*, int, int, int);
template __global__ void scan_shuffle<float, Sum, false>(const float*, float*, int, int, int);
template __global__ void scan_chain<float, Sum, false, false>(
    const float*, float*, int, int, int, float*, int*, int*);
template __global__ void scan_blocks<float, Sum, false, false>(
    const float*, float*, float*, int, int, int);
template __global__ void scan_chain<float, Sum, false, true>(
    const float*, float*, int, int, int, float*, int*, int*);
template __global__ void scan_blocks<float, Sum, false, true>(
    const float*, float*, float*, int, int, int);
template __global__ void scan_hillis<float, Sum, true>(const float*, float*, int, int, int);
template __global__ void scan_blelloch<float, Sum, true>(const float*, float*, int, int, int);
template __global__ void scan_padded<float, Sum, true>(const float*, float*, int, int, int);
template __global__ void scan_shuffle<float, Sum, true>(const float*, float*, int, int, int);
template __global__ void scan_chain<float, Sum, true, false>(
    const float*, float*, int, int, int, float*, int*, int*);
template __global__ void scan_blocks<float, Sum, true, false>(
    const float*, float*, float*, int, int, int);
template __global__ void scan_chain<float, Sum, true, true>(
    const float*, float*, int, int, int, float*, int*, int*);
template __global__ void scan_blocks<float, Sum, true, true>(
    const float*, float*, float*, int, int, int);
template __global__ void join_before<float, Sum>(const float*, float*, int);
template __global__ void scan_hillis<float, Max, false>(const float*, float*, int, int, int);
template __global__ void scan_blelloch<float, Max, false>(const float*, float*, int, int, int);
template __global__ void scan_padded<float, Max, false>(const float*, float*, int, int, int);
template __global__ void scan_shuffle<float, Max, false>(const float*, float*, int, int, int);
template __global__ void scan_chain<float, Max, false, false>(
    const float*, float*, int, int, int, float*, int*, int*);
template __global__ void scan_blocks<float, Max, false, false>(
    const float*, float*, float*, int, int, int);
template __global__ void scan_chain<float, Max, false, true>(
    const float*, float*, int, int, int, float*, int*, int*);
template __global__ void scan_blocks<float, Max, false, true>(
    const float*, float*, float*, int, int, int);
template __global__ void scan_hillis<float, Max, true>(const float*, float*, int, int, int);
template __global__ void scan_blelloch<float, Max, true>(const float*, float*, int, int, int);
template __global__ void scan_padded<float, Max, true>(const float*, float*, int, int, int);
template __global__ void scan_shuffle<float, Max, true>(const float*, float*, int, int, int);
template __global__ void scan_chain<float, Max, true, false>(
    const float*, float*, int, int, int, float*, int*, int*);
template __global__ void scan_blocks<float, Max, true, false>(
    const float*, float*, float*, int, int, int);
template __global__ void scan_chain<float, Max, true, true>(
    const float*, float*, int, int, int, float*, int*, int*);
template __global__ void scan_blocks<float, Max, true, true>(
    const float*, float*, float*, int, int, int);
template __global__ void join_before<float, Max>(const float*, float*, int);
template __global__ void scan_hillis<double, Sum, false>(const double*, double*, int, int, int);
template __global__ void scan_blelloch<double, Sum, false>(const double*, double*, int, int, int);
template __global__ void scan_padded<double, Sum, false>(const double*, double*, int, int, int);
template __global__ void scan_shuffle<double, Sum, false>(const double*, double*, int, int, int);
template __global__ void scan_chain<double, Sum, false, false>(
    const double*, double*, int, int, int, double*, int*, int*);
template __global__ void scan_blocks<double, Sum, false, false>(
    const double*, double*, double*, int, int, int);
template __global__ void scan_chain<double, Sum, false, true>(
    const double*, double*, int, int, int, double*, int*, int*);
template __global__ void scan_blocks<double, Sum, false, true>(
    const double*, double*, double*, int, int, int);
template __global__ void scan_hillis<double, Sum, true>(const double*, double*, int, int, int);
template __global__ void scan_blelloch<double, Sum, true>(const double*, double*, int, int, int);
template __global__ void scan_padded<double, Sum, true>(const double*, double*, int, int, int);
template __global__ void scan_shuffle<double, Sum, true>(const double*, double*, int, int, int);
template __global__ void scan_chain<double, Sum, true, false>(
    const double*, double*, int, int, int, double*, int*, int*);
template __global__ void scan_blocks<double, Sum, true, false>(
    const double*, double*, double*, int, int, int);
template __global__ void scan_chain<double, Sum, true, true>(
    const double*, double*, int, int, int, double*, int*, int*);
template __global__ void scan_blocks<double, Sum, true, true>(
    const double*, double*, double*, int, int, int);
template __global__ void join_before<double, Sum>(const double*, double*, int);
template __global__ void scan_hillis<double, Max, false>(const double*, double*, int, int, int);
template __global__ void scan_blelloch<double, Max, false>(const double*, double*, int, int, int);
template __global__ void scan_padded<double, Max, false>(const double*, double*, int, int, int);
template __global__ void scan_shuffle<double, Max, false>(const double*, double*, int, int, int);
template __global__ void scan_chain<double, Max, false, false>(
    const double*, double*, int, int, int, double*, int*, int*);
template __global__ void scan_blocks<double, Max, false, false>(
    const double*, double*, double*, int, int, int);
template __global__ void scan_chain<double, Max, false, true>(
    const double*, double*, int, int, int, double*, int*, int*);
template __global__ void scan_blocks<double, Max, false, true>(
    const double*, double*, double*, int, int, int);
template __global__ void scan_hillis<double, Max, true>(const double*, double*, int, int, int);
template __global__ void scan_blelloch<double, Max, true>(const double*, double*, int, int, int);
template __global__ void scan_padded<double, Max, true>(const double*, double*, int, int, int);
template __global__ void scan_shuffle<double, Max, true>(const double*, double*, int, int, int);
template __global__ void scan_chain<double, Max, true, false>(
    const double*, double*, int, int, int, double*, int*, int*);
template __global__ void scan_blocks<double, Max, true, false>(
    const double*, double*, double*, int, int, int);
template __global__ void scan_chain<double, Max, true, true>(
    const double*, double*, int, int, int, double*, int*, int*);
template __global__ void scan_blocks<double, Max, true, true>(
    const double*, double*, double*, int, int, int);
template __global__ void join_before<double, Max>(const double*, double*, int);

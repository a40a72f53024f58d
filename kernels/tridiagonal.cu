// Systems of n equations, each with three neighbouring unknowns:
//     a[i] x[i - 1] + b[i] x[i] + c[i] x[i + 1] = d[i]
// Parallel cyclic reduction replaces both neighbours in an equation: those at distance 1, then 2, 4
// and so on, until none is left. First it solves one system of up to 128 unknowns in arrays of
// fixed size. Then a system has any size; a block solves each of many systems; a warp solves each,
// by shuffles; systems are interleaved in memory. Then one thread solves a whole system by Thomas's
// algorithm, with either order of memory. Last, a thread has four unknowns in registers. An int can
// hold the number of all unknowns of all systems.

// lower x[i - apart] + x[i] + upper x[i + apart] = right
template <class Real>
struct Equation {
    Real lower, upper, right;
};

// Divided by b. The first unknown has no neighbour before it, the last has none after it.
template <class Real>
__device__ Equation<Real> divided(Real a, Real b, Real c, Real d, bool first, bool last)
{
    Real scale = 1 / b;
    return {first ? 0 : a * scale, last ? 0 : c * scale, d * scale};
}

// Replaces x[i - apart] and x[i + apart] by what their own equations say of them. The new
// neighbours are twice as far away.
template <class Real>
__device__ Equation<Real> joined(Equation<Real> own, Equation<Real> before, Equation<Real> after)
{
    Real scale = 1 / (1 - own.lower * before.upper - own.upper * after.lower);
    return {-own.lower * before.lower * scale, -own.upper * after.upper * scale,
            (own.right - own.lower * before.right - own.upper * after.right) * scale};
}

// One system of up to 128 unknowns, a thread each, in arrays whose size the compiler knows. At most
// `steps` rounds are made.
template <class Real>
__global__ void pcr_fixed(const Real* __restrict__ a, const Real* __restrict__ b,
                          const Real* __restrict__ c, const Real* __restrict__ d,
                          Real* __restrict__ x, int n, int steps)
{
    __shared__ Real lower[128], upper[128], right[128];
    int i = threadIdx.x;
    Equation<Real> own = divided(a[i], b[i], c[i], d[i], i == 0, i == n - 1);
    // Not unrolled, so that the rounds can be counted.
    #pragma unroll 1
    for (int apart = 1; apart < n && steps > 0; apart *= 2, --steps) {
        lower[i] = own.lower;
        upper[i] = own.upper;
        right[i] = own.right;
        __syncthreads();            // every equation is in place before a neighbour reads it
        Equation<Real> before = {}, after = {};
        if (i >= apart)
            before = {lower[i - apart], upper[i - apart], right[i - apart]};
        if (i + apart < n)
            after = {lower[i + apart], upper[i + apart], right[i + apart]};
        own = joined(own, before, after);
        __syncthreads();            // all have read: equations may be overwritten
    }
    x[i] = own.right;
}

// The block's dynamic shared memory as numbers of one type, as many as the launch gave room for.
template <class Real>
__device__ Real* block_memory()
{
    extern __shared__ __align__(8) unsigned char part[];  // bytes, aligned for the widest type
    return reinterpret_cast<Real*>(part);
}

// The same for any n up to the threads of a block. The launch sets the size of the shared memory.
template <class Real>
__global__ void pcr_dynamic(const Real* __restrict__ a, const Real* __restrict__ b,
                            const Real* __restrict__ c, const Real* __restrict__ d,
                            Real* __restrict__ x, int n, int steps)
{
    Real* lower = block_memory<Real>();
    Real* upper = lower + n;
    Real* right = upper + n;
    int i = threadIdx.x;
    Equation<Real> own = divided(a[i], b[i], c[i], d[i], i == 0, i == n - 1);
    #pragma unroll 1
    for (int apart = 1; apart < n && steps > 0; apart *= 2, --steps) {
        lower[i] = own.lower;
        upper[i] = own.upper;
        right[i] = own.right;
        __syncthreads();            // every equation is in place before a neighbour reads it
        Equation<Real> before = {}, after = {};
        if (i >= apart)
            before = {lower[i - apart], upper[i - apart], right[i - apart]};
        if (i + apart < n)
            after = {lower[i + apart], upper[i + apart], right[i + apart]};
        own = joined(own, before, after);
        __syncthreads();            // all have read: equations may be overwritten
    }
    x[i] = own.right;
}

// The rounds of a block, one equation a thread. Returns the unknown of this thread.
template <class Real>
__device__ Real solved_by_block(Equation<Real> own, int steps)
{
    int i = threadIdx.x, n = blockDim.x;
    Real* lower = block_memory<Real>();
    Real* upper = lower + n;
    Real* right = upper + n;
    #pragma unroll 1
    for (int apart = 1; apart < n && steps > 0; apart *= 2, --steps) {
        lower[i] = own.lower;
        upper[i] = own.upper;
        right[i] = own.right;
        __syncthreads();            // every equation is in place before a neighbour reads it
        Equation<Real> before = {}, after = {};
        if (i >= apart)
            before = {lower[i - apart], upper[i - apart], right[i - apart]};
        if (i + apart < n)
            after = {lower[i + apart], upper[i + apart], right[i + apart]};
        own = joined(own, before, after);
        __syncthreads();            // all have read: equations may be overwritten
    }
    return own.right;
}

// Many systems, one after the other in memory. Each block solves one.
template <class Real>
__global__ void pcr_blocks(const Real* __restrict__ a, const Real* __restrict__ b,
                           const Real* __restrict__ c, const Real* __restrict__ d,
                           Real* __restrict__ x, int n, int steps)
{
    int i = threadIdx.x, at = blockIdx.x * n + i;
    Equation<Real> own = divided(a[at], b[at], c[at], d[at], i == 0, i == n - 1);
    x[at] = solved_by_block(own, steps);
}

// The equation of the lane `apart` before this one, or after it where `apart` is negative. Past
// either end of the warp it is a lane from the other end.
template <class Real>
__device__ Equation<Real> of_lane_before(Equation<Real> own, int apart)
{
    int lane = threadIdx.x - apart;  // the shuffle takes it modulo 32
    return {__shfl_sync(~0u, own.lower, lane), __shfl_sync(~0u, own.upper, lane),
            __shfl_sync(~0u, own.right, lane)};
}

// A warp solves a system without a barrier. Lane i has the equations i, i + 32 and so on,
// `own_count` in all. The lanes exchange them by shuffles.
template <class Real, int own_count>
__global__ void pcr_shuffles(const Real* __restrict__ a, const Real* __restrict__ b,
                             const Real* __restrict__ c, const Real* __restrict__ d,
                             Real* __restrict__ x, int n, int systems, int steps)
{
    int lane = threadIdx.x % 32, system = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    if (system >= systems)
        return;                     // whole warps leave
    Equation<Real> own[own_count], before[own_count], after[own_count];
    for (int k = 0; k < own_count; ++k) {
        int i = lane + 32 * k, at = system * n + i;
        own[k] = {};
        if (i < n)
            own[k] = divided(a[at], b[at], c[at], d[at], i == 0, i == n - 1);
    }
    #pragma unroll 1
    for (int apart = 1; apart < 32 && apart < n && steps > 0; apart *= 2, --steps) {
        for (int k = 0; k < own_count; ++k) {
            before[k] = of_lane_before(own[k], apart);
            after[k] = of_lane_before(own[k], -apart);
        }
        // A lane that wrapped around needs the equation 32 before: before[k - 1] has it.
        for (int k = own_count - 1; k >= 0; --k)
            if (lane < apart)
                before[k] = k > 0 ? before[k - 1] : Equation<Real>();
        for (int k = 0; k < own_count; ++k)
            if (lane + apart >= 32)
                after[k] = k + 1 < own_count ? after[k + 1] : Equation<Real>();
        for (int k = 0; k < own_count; ++k)
            own[k] = joined(own[k], before[k], after[k]);
    }
    // From distance 32 on, both neighbours of an equation are in the same lane.
    #pragma unroll
    for (int apart = 1; apart < own_count; apart *= 2) {
        for (int k = 0; k < own_count; ++k) {
            before[k] = k >= apart ? own[k - apart] : Equation<Real>();
            after[k] = k + apart < own_count ? own[k + apart] : Equation<Real>();
        }
        for (int k = 0; k < own_count && steps > 0; ++k)
            own[k] = joined(own[k], before[k], after[k]);
        --steps;
    }
    for (int k = 0; k < own_count; ++k)
        if (lane + 32 * k < n)
            x[system * n + lane + 32 * k] = own[k].right;
}

// Interleaved systems: first come all first equations, then all second ones. A block solves one
// system, and reads numbers that are `systems` apart.
template <class Real>
__global__ void pcr_interleaved(const Real* __restrict__ a, const Real* __restrict__ b,
                                const Real* __restrict__ c, const Real* __restrict__ d,
                                Real* __restrict__ x, int n, int systems, int steps)
{
    int i = threadIdx.x, at = i * systems + blockIdx.x;
    Equation<Real> own = divided(a[at], b[at], c[at], d[at], i == 0, i == n - 1);
    x[at] = solved_by_block(own, steps);
}

// Thomas's algorithm, one thread a system. On the way down each equation eliminates the unknown
// before it, on the way up the unknown after it. Systems lie one after the other in memory.
template <class Real>
__global__ void thomas(const Real* __restrict__ a, const Real* __restrict__ b,
                       const Real* __restrict__ c, const Real* __restrict__ d,
                       Real* __restrict__ x, Real* __restrict__ upper, int n, int systems)
{
    int system = blockIdx.x * blockDim.x + threadIdx.x;
    if (system >= systems)
        return;
    int i = system * n;
    Real above = 0, known = 0;
    // Unrolled by four, so that the next equations can load before this one is solved.
    #pragma unroll 4
    for (int k = 0; k < n; ++k, ++i) {
        Real lower = k == 0 ? Real(0) : a[i];
        Real scale = 1 / (b[i] - lower * above);
        above = c[i] * scale;
        known = (d[i] - lower * known) * scale;
        upper[i] = above;
        x[i] = known;
    }
    i -= 2;
    #pragma unroll 4
    for (int k = 1; k < n; ++k, --i) {
        known = x[i] - upper[i] * known;
        x[i] = known;
    }
}

// The same for interleaved systems: neighbouring threads read neighbouring numbers.
template <class Real>
__global__ void thomas_interleaved(const Real* __restrict__ a, const Real* __restrict__ b,
                                   const Real* __restrict__ c, const Real* __restrict__ d,
                                   Real* __restrict__ x, Real* __restrict__ upper, int n,
                                   int systems)
{
    int system = blockIdx.x * blockDim.x + threadIdx.x;
    if (system >= systems)
        return;
    int i = system;
    Real above = 0, known = 0;
    #pragma unroll 4
    for (int k = 0; k < n; ++k, i += systems) {
        Real lower = k == 0 ? Real(0) : a[i];
        Real scale = 1 / (b[i] - lower * above);
        above = c[i] * scale;
        known = (d[i] - lower * known) * scale;
        upper[i] = above;
        x[i] = known;
    }
    i -= 2 * systems;
    #pragma unroll 4
    for (int k = 1; k < n; ++k, i -= systems) {
        known = x[i] - upper[i] * known;
        x[i] = known;
    }
}

// Four neighbouring numbers, read in loads of 16 bytes.
template <class Real>
struct alignas(16) Four {
    Real at[4];
};
template <class Real>
__device__ Four<Real> four_of(const Real* numbers, int at)
{
    return *reinterpret_cast<const Four<Real>*>(numbers + at);
}

// Four equations of a thread. Each keeps its own unknown, the last of the thread before and the
// last of this thread. The fourth keeps the first of the next thread instead.
template <class Real>
__device__ void thomas_of_four(const Four<Real>& a, const Four<Real>& b, const Four<Real>& c,
                               const Four<Real>& d, Equation<Real> own[4])
{
    own[0] = divided(a.at[0], b.at[0], c.at[0], d.at[0], false, false);
    #pragma unroll
    for (int k = 1; k < 4; ++k) {
        Real scale = 1 / (b.at[k] - a.at[k] * own[k - 1].upper);
        own[k] = {-a.at[k] * own[k - 1].lower * scale, c.at[k] * scale,
                  (d.at[k] - a.at[k] * own[k - 1].right) * scale};
    }
    #pragma unroll
    for (int k = 1; k >= 0; --k)
        own[k] = {own[k].lower - own[k].upper * own[k + 1].lower,
                  -own[k].upper * own[k + 1].upper,
                  own[k].right - own[k].upper * own[k + 1].right};
}

// A block solves a system, four unknowns a thread. Each thread reduces them to one equation in its
// registers, and the block solves these. The other three unknowns follow from the result.
template <class Real>
__global__ void pcr_of_four(const Real* __restrict__ a, const Real* __restrict__ b,
                            const Real* __restrict__ c, const Real* __restrict__ d,
                            Real* __restrict__ x, int n, int steps)
{
    int i = threadIdx.x, threads = blockDim.x, at = blockIdx.x * n + 4 * i;
    Four<Real> lower = four_of(a, at), upper = four_of(c, at), found;
    if (i == 0)
        lower.at[0] = 0;
    if (i == threads - 1)
        upper.at[3] = 0;
    Equation<Real> own[4];
    thomas_of_four(lower, four_of(b, at), upper, four_of(d, at), own);
    Real* shared = block_memory<Real>();
    shared[i] = own[0].lower;
    shared[threads + i] = own[0].upper;
    shared[2 * threads + i] = own[0].right;
    __syncthreads();                // the first equation of every thread is in place
    Equation<Real> next = {};
    if (i + 1 < threads)
        next = {shared[i + 1], shared[threads + i + 1], shared[2 * threads + i + 1]};
    __syncthreads();                // all have read: the rounds may use the memory
    Real scale = 1 / (1 - own[3].upper * next.lower);
    own[3] = {own[3].lower * scale, -own[3].upper * next.upper * scale,
              (own[3].right - own[3].upper * next.right) * scale};
    found.at[3] = solved_by_block(own[3], steps);
    shared[i] = found.at[3];
    __syncthreads();                // the last unknown of every thread is in place
    Real before = i > 0 ? shared[i - 1] : Real(0);
    #pragma unroll
    for (int k = 0; k < 3; ++k)
        found.at[k] = own[k].right - own[k].lower * before - own[k].upper * found.at[3];
    *reinterpret_cast<Four<Real>*>(x + at) = found;
}

template __global__ void pcr_fixed<float>(
    const float*, const float*, const float*, const float*, float*, int, int);
template __global__ void pcr_fixed<double>(
    const double*, const double*, const double*, const double*, double*, int, int);
template __global__ void pcr_dynamic<float>(
    const float*, const float*, const float*, const float*, float*, int, int);
template __global__ void pcr_dynamic<double>(
    const double*, const double*, const double*, const double*, double*, int, int);
template __global__ void pcr_blocks<float>(
    const float*, const float*, const float*, const float*, float*, int, int);
template __global__ void pcr_blocks<double>(
    const double*, const double*, const double*, const double*, double*, int, int);
template __global__ void pcr_shuffles<float, 1>(
    const float*, const float*, const float*, const float*, float*, int, int, int);
template __global__ void pcr_shuffles<float, 2>(
    const float*, const float*, const float*, const float*, float*, int, int, int);
template __global__ void pcr_shuffles<float, 4>(
    const float*, const float*, const float*, const float*, float*, int, int, int);
template __global__ void pcr_shuffles<float, 8>(
    const float*, const float*, const float*, const float*, float*, int, int, int);
template __global__ void pcr_shuffles<double, 1>(
    const double*, const double*, const double*, const double*, double*, int, int, int);
template __global__ void pcr_shuffles<double, 2>(
    const double*, const double*, const double*, const double*, double*, int, int, int);
template __global__ void pcr_shuffles<double, 4>(
    const double*, const double*, const double*, const double*, double*, int, int, int);
template __global__ void pcr_shuffles<double, 8>(
    const double*, const double*, const double*, const double*, double*, int, int, int);
template __global__ void pcr_interleaved<float>(
    const float*, const float*, const float*, const float*, float*, int, int, int);
template __global__ void pcr_interleaved<double>(
    const double*, const double*, const double*, const double*, double*, int, int, int);
template __global__ void thomas<float>(
    const float*, const float*, const float*, const float*, float*, float*, int, int);
template __global__ void thomas<double>(
    const double*, const double*, const double*, const double*, double*, double*, int, int);
template __global__ void thomas_interleaved<float>(
    const float*, const float*, const float*, const float*, float*, float*, int, int);
template __global__ void thomas_interleaved<double>(
    const double*, const double*, const double*, const double*, double*, double*, int, int);
template __global__ void pcr_of_four<float>(
    const float*, const float*, const float*, const float*, float*, int, int);
template __global__ void pcr_of_four<double>(
    const double*, const double*, const double*, const double*, double*, int, int);

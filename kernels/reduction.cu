// Adding many numbers: a tree in shared memory, then faster ways, one idea at a time.
// All but the wide loads read number i at numbers[i * stride + offset]; 1 and 0 is a plain array.
// An int holds n plus a step of the whole grid. The first three kernels need blocks of 2^k threads.

// The block's dynamic shared memory as numbers of one type, as many as the launch gave room for.
template <class Real>
__device__ Real* block_memory()
{
    extern __shared__ __align__(8) unsigned char part[];  // bytes, aligned for the widest type
    return reinterpret_cast<Real*>(part);
}

// Sum over the 32 lanes of a warp, complete in lane 0: each round takes the sum `d` lanes up.
template <class Real>
__device__ Real warp_sum(Real sum)
{
    for (int d = 16; d > 0; d /= 2)
        sum += __shfl_down_sync(~0u, sum, d);
    return sum;
}

// Neighbours first: threads whose number is a multiple of 2, 4, 8... add the sum beside theirs.
template <class Real>
__global__ void reduce_interleaved(const Real* __restrict__ numbers, Real* __restrict__ sums,
                                   int n, int stride, int offset)
{
    Real* part = block_memory<Real>();
    int t = threadIdx.x, threads = blockDim.x;
    int i = blockIdx.x * threads + t;
    part[t] = i < n ? numbers[i * stride + offset] : Real(0);
    __syncthreads();                // every number is in place before a neighbour reads it
    // Not unrolled in this and the next kernels, so that the rounds can be counted.
    #pragma unroll 1
    for (int d = 1; d < threads; d *= 2) {
        if (t % (2 * d) == 0)
            part[t] += part[t + d];
        __syncthreads();            // every sum of this round is in place
    }
    if (t == 0)
        sums[blockIdx.x] = part[0];
}

// The same sums by the first threads: whole warps work or rest, but sums lie 2, 4, 8... apart.
template <class Real>
__global__ void reduce_strided(const Real* __restrict__ numbers, Real* __restrict__ sums,
                               int n, int stride, int offset)
{
    Real* part = block_memory<Real>();
    int t = threadIdx.x, threads = blockDim.x;
    int i = blockIdx.x * threads + t;
    part[t] = i < n ? numbers[i * stride + offset] : Real(0);
    __syncthreads();                // every number is in place before a neighbour reads it
    #pragma unroll 1
    for (int d = 1; d < threads; d *= 2) {
        int left = 2 * d * t;
        if (left < threads)
            part[left] += part[left + d];
        __syncthreads();            // every sum of this round is in place
    }
    if (t == 0)
        sums[blockIdx.x] = part[0];
}

// Far partners first: the lower half adds the upper half, and sums stay side by side (2^k threads).
template <class Real, bool Shuffle>
__global__ void reduce_sequential(const Real* __restrict__ numbers, Real* __restrict__ sums,
                                  int n, int stride, int offset)
{
    Real* part = block_memory<Real>();
    int t = threadIdx.x, threads = blockDim.x;
    int i = blockIdx.x * threads + t;
    part[t] = i < n ? numbers[i * stride + offset] : Real(0);
    __syncthreads();                // every number is in place before a partner reads it
    #pragma unroll 1
    for (int d = threads / 2; d > (Shuffle ? 16 : 0); d /= 2) {
        if (t < d)
            part[t] += part[t + d];
        __syncthreads();            // every sum of this round is in place
    }
    if (Shuffle && t < 32)
        part[t] = warp_sum(part[t]);
    if (t == 0)
        sums[blockIdx.x] = part[0];
}

// Any block size: halves are rounded up, so that the middle sum of an odd count waits for a round.
template <class Real, bool Shuffle>
__global__ void reduce_any_block(const Real* __restrict__ numbers, Real* __restrict__ sums,
                                 int n, int stride, int offset)
{
    Real* part = block_memory<Real>();
    int t = threadIdx.x, threads = blockDim.x;
    int i = blockIdx.x * threads + t;
    part[t] = i < n ? numbers[i * stride + offset] : Real(0);
    __syncthreads();                // every number is in place before a partner reads it
    int left = threads;
    #pragma unroll 1
    while (left > (Shuffle ? 32 : 1)) {
        int half = (left + 1) / 2;
        if (t < left - half)
            part[t] += part[t + half];
        __syncthreads();            // every sum of this round is in place
        left = half;
    }
    if (Shuffle && t < 32)
        part[t] = warp_sum(t < left ? part[t] : Real(0));
    if (t == 0)
        sums[blockIdx.x] = part[0];
}

// Each thread first adds its share of all numbers in a register: two launches are enough for any n.
template <class Real, bool Shuffle>
__global__ void reduce_many_each(const Real* __restrict__ numbers, Real* __restrict__ sums,
                                 int n, int stride, int offset)
{
    Real* part = block_memory<Real>();
    int t = threadIdx.x, threads = blockDim.x;
    Real sum = 0;
    int step = gridDim.x * threads;
    for (int i = blockIdx.x * threads + t; i < n; i += step)
        sum += numbers[i * stride + offset];
    part[t] = sum;
    __syncthreads();                // every thread's sum is in place before a partner reads it
    int left = threads;
    #pragma unroll 1
    while (left > (Shuffle ? 32 : 1)) {
        int half = (left + 1) / 2;
        if (t < left - half)
            part[t] += part[t + half];
        __syncthreads();            // every sum of this round is in place
        left = half;
    }
    if (Shuffle && t < 32)
        part[t] = warp_sum(t < left ? part[t] : Real(0));
    if (t == 0)
        sums[blockIdx.x] = part[0];
}

// Warps add up among themselves by shuffles; shared memory holds their sums. Whole warps only.
template <class Real>
__global__ void reduce_shuffle(const Real* __restrict__ numbers, Real* __restrict__ sums,
                               int n, int stride, int offset)
{
    __shared__ Real warp_sums[32];
    int t = threadIdx.x, threads = blockDim.x;
    Real sum = 0;
    int step = gridDim.x * threads;
    for (int i = blockIdx.x * threads + t; i < n; i += step)
        sum += numbers[i * stride + offset];
    sum = warp_sum(sum);
    if (t % 32 == 0)
        warp_sums[t / 32] = sum;
    __syncthreads();                // every warp's sum is in place before the first warp reads them
    if (t < 32) {
        sum = warp_sum(t < threads / 32 ? warp_sums[t] : Real(0));
        if (t == 0)
            sums[blockIdx.x] = sum;
    }
}

// Sums of the numbers that one load of 16 bytes brings.
__device__ float sum_of(float4 four) { return (four.x + four.y) + (four.z + four.w); }
__device__ double sum_of(double2 two) { return two.x + two.y; }

// Loads of 16 bytes, whole warps, one atomic add a block. numbers begins at a multiple of 16 bytes.
template <class Real, class Wide>
__global__ void reduce_wide(const Real* __restrict__ numbers, Real* total, int n)
{
    __shared__ Real warp_sums[32];
    int t = threadIdx.x, threads = blockDim.x;
    int first = blockIdx.x * threads + t;
    int width = sizeof(Wide) / sizeof(Real);
    Real sum = 0;
    int step = gridDim.x * threads;
    for (int i = first; i < n / width; i += step)
        sum += sum_of(reinterpret_cast<const Wide*>(numbers)[i]);
    int last = n / width * width + first;
    if (last < n)
        sum += numbers[last];
    sum = warp_sum(sum);
    if (t % 32 == 0)
        warp_sums[t / 32] = sum;
    __syncthreads();                // every warp's sum is in place before the first warp reads them
    if (t < 32) {
        sum = warp_sum(t < threads / 32 ? warp_sums[t] : Real(0));
        if (t == 0)
            atomicAdd(total, sum);
    }
}

// Operations, each with its neutral element: joined to any number, it gives that number again.
struct Add {
    template <class Number> static __device__ Number nothing() { return 0; }
    template <class Number> static __device__ Number join(Number a, Number b) { return a + b; }
};
struct Multiply {
    template <class Number> static __device__ Number nothing() { return 1; }
    template <class Number> static __device__ Number join(Number a, Number b) { return a * b; }
};
struct And {
    template <class Number> static __device__ Number nothing() { return ~Number(0); }
    template <class Number> static __device__ Number join(Number a, Number b) { return a & b; }
};
struct Or {
    template <class Number> static __device__ Number nothing() { return 0; }
    template <class Number> static __device__ Number join(Number a, Number b) { return a | b; }
};
struct Min {  // plus infinity
    template <class Number> static __device__ Number nothing()
    {
        return __int_as_float(0x7f800000);
    }
    template <class Number> static __device__ Number join(Number a, Number b) { return min(a, b); }
};
struct Max {  // minus infinity
    template <class Number> static __device__ Number nothing()
    {
        return __int_as_float(0xff800000);
    }
    template <class Number> static __device__ Number join(Number a, Number b) { return max(a, b); }
};

// The tree for any block size and any operation whose numbers may change order and brackets. Places
// past the last number get the neutral element.
template <class Number, class Op>
__global__ void reduce_any_operation(const Number* __restrict__ numbers,
                                     Number* __restrict__ results, int n, int stride, int offset)
{
    Number* part = block_memory<Number>();
    int t = threadIdx.x, threads = blockDim.x;
    int i = blockIdx.x * threads + t;
    part[t] = i < n ? numbers[i * stride + offset] : Op::template nothing<Number>();
    __syncthreads();                // every number is in place before a partner reads it
    #pragma unroll 1
    for (int left = threads; left > 1;) {
        int half = (left + 1) / 2;
        if (t < left - half)
            part[t] = Op::join(part[t], part[t + half]);
        __syncthreads();            // every result of this round is in place
        left = half;
    }
    if (t == 0)
        results[blockIdx.x] = part[0];
}

template __global__ void reduce_interleaved<float>(const float*, float*, int, int, int);
template __global__ void reduce_interleaved<double>(const double*, double*, int, int, int);
template __global__ void reduce_strided<float>(const float*, float*, int, int, int);
template __global__ void reduce_strided<double>(const double*, double*, int, int, int);
template __global__ void reduce_sequential<float, false>(const float*, float*, int, int, int);
template __global__ void reduce_sequential<float, true>(const float*, float*, int, int, int);
template __global__ void reduce_sequential<double, false>(const double*, double*, int, int, int);
template __global__ void reduce_sequential<double, true>(const double*, double*, int, int, int);
template __global__ void reduce_any_block<float, false>(const float*, float*, int, int, int);
template __global__ void reduce_any_block<float, true>(const float*, float*, int, int, int);
template __global__ void reduce_any_block<double, false>(const double*, double*, int, int, int);
template __global__ void reduce_any_block<double, true>(const double*, double*, int, int, int);
template __global__ void reduce_many_each<float, false>(const float*, float*, int, int, int);
template __global__ void reduce_many_each<float, true>(const float*, float*, int, int, int);
template __global__ void reduce_many_each<double, false>(const double*, double*, int, int, int);
template __global__ void reduce_many_each<double, true>(const double*, double*, int, int, int);
template __global__ void reduce_shuffle<float>(const float*, float*, int, int, int);
template __global__ void reduce_shuffle<double>(const double*, double*, int, int, int);
template __global__ void reduce_wide<float, float4>(const float*, float*, int);
template __global__ void reduce_wide<double, double2>(const double*, double*, int);
template __global__ void reduce_any_operation<float, Add>(const float*, float*, int, int, int);
template __global__ void reduce_any_operation<float, Min>(const float*, float*, int, int, int);
template __global__ void reduce_any_operation<float, Max>(const float*, float*, int, int, int);
template __global__ void reduce_any_operation<double, Add>(const double*, double*, int, int, int);
template __global__ void reduce_any_operation<double, Min>(const double*, double*, int, int, int);
template __global__ void reduce_any_operation<double, Max>(const double*, double*, int, int, int);
template __global__ void reduce_any_operation<unsigned, Multiply>(
    const unsigned*, unsigned*, int, int, int);
template __global__ void reduce_any_operation<unsigned, And>(
    const unsigned*, unsigned*, int, int, int);
template __global__ void reduce_any_operation<unsigned, Or>(
    const unsigned*, unsigned*, int, int, int);
template __global__ void reduce_any_operation<unsigned long long, Multiply>(
    const unsigned long long*, unsigned long long*, int, int, int);
template __global__ void reduce_any_operation<unsigned long long, And>(
    const unsigned long long*, unsigned long long*, int, int, int);
template __global__ void reduce_any_operation<unsigned long long, Or>(
    const unsigned long long*, unsigned long long*, int, int, int);

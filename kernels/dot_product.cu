// The dot product of a and b: a_0 b_0 + a_1 b_1 + ... First the device multiplies, and the host
// adds. Then each block adds its products in a tree, and the host or an atomic adds the sums of
// blocks. Then a grid of fixed size has threads that add many products in a register first. Then
// warps add by shuffles. Last, loads have 16 bytes. An int holds n plus a step of the whole grid.

// One product a thread, each written to memory. For the sum the host has to fetch n numbers.
template <class Real>
__global__ void dot_products(const Real* __restrict__ a, const Real* __restrict__ b,
                             Real* __restrict__ v, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        v[i] = a[i] * b[i];
}

// The block's dynamic shared memory as numbers of one type, as many as the launch gave room for.
template <class Real>
__device__ Real* block_memory()
{
    extern __shared__ __align__(8) unsigned char part[];  // bytes, aligned for the widest type
    return reinterpret_cast<Real*>(part);
}

// The sum of the shares of all threads of a block, of any size. Thread 0 gets it.
template <class Real>
__device__ Real tree_sum(Real share)
{
    Real* part = block_memory<Real>();
    int t = threadIdx.x;
    part[t] = share;
    __syncthreads();                // every share is in place before a partner reads it
    // Not unrolled, so that the rounds can be counted.
    #pragma unroll 1
    for (int left = blockDim.x; left > 1;) {
        int half = (left + 1) / 2;
        if (t + half < left)
            part[t] += part[t + half];
        __syncthreads();            // every sum of this round is in place
        left = half;
    }
    return part[0];
}

// One product a thread. A block adds its products in shared memory, then adds one sum to the total.
template <class Real>
__global__ void dot_tree(const Real* __restrict__ a, const Real* __restrict__ b, Real* sum, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    Real of_block = tree_sum(i < n ? a[i] * b[i] : Real(0));
    if (threadIdx.x == 0)
        atomicAdd(sum, of_block);
}

// A grid of fixed size: each thread first adds many products in a register. Then comes the tree.
template <class Real>
__global__ void dot_grid_stride(const Real* __restrict__ a, const Real* __restrict__ b, Real* sum,
                                int n)
{
    Real share = 0;
    int threads = gridDim.x * blockDim.x;
    #pragma unroll 1
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += threads)
        share += a[i] * b[i];
    Real of_block = tree_sum(share);
    if (threadIdx.x == 0)
        atomicAdd(sum, of_block);
}

// Sum over the 32 lanes of a warp, complete in lane 0: each round takes the sum `d` lanes up.
template <class Real>
__device__ Real warp_sum(Real sum)
{
    for (int d = 16; d > 0; d /= 2)
        sum += __shfl_down_sync(~0u, sum, d);
    return sum;
}

// The sum of a block of whole warps. Thread 0 gets it.
template <class Real>
__device__ Real shuffle_sum(Real share)
{
    __shared__ Real warp_sums[32];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32, warps = blockDim.x / 32;
    Real sum = warp_sum(share);
    if (lane == 0)
        warp_sums[warp] = sum;
    __syncthreads();                // every warp's sum is in place before the first warp reads them
    if (warp == 0)
        sum = warp_sum(lane < warps ? warp_sums[lane] : Real(0));
    return sum;
}

// The tree by shuffles: one barrier, and shared memory for one sum a warp.
template <class Real>
__global__ void dot_shuffle(const Real* __restrict__ a, const Real* __restrict__ b, Real* sum,
                            int n)
{
    Real share = 0;
    int threads = gridDim.x * blockDim.x;
    #pragma unroll 1
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += threads)
        share += a[i] * b[i];
    Real of_block = shuffle_sum(share);
    if (threadIdx.x == 0)
        atomicAdd(sum, of_block);
}

// The sum of the products of two loads of 16 bytes.
__device__ float dot(float4 a, float4 b) { return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }
__device__ double dot(double2 a, double2 b) { return a.x * b.x + a.y * b.y; }

// Loads of 16 bytes, four of a and four of b in flight. a and b begin at multiples of 16 bytes.
template <class Real, class Wide>
__global__ void dot_wide(const Real* __restrict__ a, const Real* __restrict__ b, Real* sum, int n)
{
    constexpr int width = sizeof(Wide) / sizeof(Real), at_once = 4;
    const Wide* wide_a = reinterpret_cast<const Wide*>(a);
    const Wide* wide_b = reinterpret_cast<const Wide*>(b);
    int threads = gridDim.x * blockDim.x, wides = n / width;
    int first = blockIdx.x * blockDim.x + threadIdx.x, i = first;
    Real share = 0;
    #pragma unroll 1
    for (; i + (at_once - 1) * threads < wides; i += at_once * threads) {
        Wide left[at_once], right[at_once];
        for (int k = 0; k < at_once; ++k) {
            left[k] = wide_a[i + k * threads];
            right[k] = wide_b[i + k * threads];
        }
        for (int k = 0; k < at_once; ++k)
            share += dot(left[k], right[k]);
    }
    // Fewer than four loads for each thread are left, then fewer numbers than one load brings.
    #pragma unroll 1
    for (; i < wides; i += threads)
        share += dot(wide_a[i], wide_b[i]);
    int last = wides * width + first;
    if (last < n)
        share += a[last] * b[last];
    Real of_block = shuffle_sum(share);
    if (threadIdx.x == 0)
        atomicAdd(sum, of_block);
}

// One product a thread. A block adds its products in shared memory, and leaves the sum for the
// host.
template <class Real>
__global__ void dot_block_sums(const Real* __restrict__ a, const Real* __restrict__ b,
                               Real* __restrict__ sums, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    Real of_block = tree_sum(i < n ? a[i] * b[i] : Real(0));
    if (threadIdx.x == 0)
        sums[blockIdx.x] = of_block;
}

template __global__ void dot_products<float>(const float*, const float*, float*, int);
template __global__ void dot_products<double>(const double*, const double*, double*, int);
template __global__ void dot_tree<float>(const float*, const float*, float*, int);
template __global__ void dot_tree<double>(const double*, const double*, double*, int);
template __global__ void dot_grid_stride<float>(const float*, const float*, float*, int);
template __global__ void dot_grid_stride<double>(const double*, const double*, double*, int);
template __global__ void dot_shuffle<float>(const float*, const float*, float*, int);
template __global__ void dot_shuffle<double>(const double*, const double*, double*, int);
template __global__ void dot_wide<float, float4>(const float*, const float*, float*, int);
template __global__ void dot_wide<double, double2>(const double*, const double*, double*, int);
template __global__ void dot_block_sums<float>(const float*, const float*, float*, int);
template __global__ void dot_block_sums<double>(const double*, const double*, double*, int);

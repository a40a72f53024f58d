// Adding two vectors: five ways, which differ in which thread reads which elements.

// One thread for one element; threads past the end do nothing.
__global__ void add_one_each(const float* __restrict__ a, const float* __restrict__ b,
                             float* __restrict__ sum, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        sum[i] = a[i] + b[i];
}

// Any number of threads: after each element a thread moves on by the width of the grid.
__global__ void add_grid_stride(const float* __restrict__ a, const float* __restrict__ b,
                                float* __restrict__ sum, int n)
{
    int step = gridDim.x * blockDim.x;  // an int holds n and a step beyond it
    // Not unrolled, so that one turn of the loop is one step of the picture.
    #pragma unroll 1
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step)
        sum[i] = a[i] + b[i];
}

// Four elements a thread in one load of 16 bytes; the last one to three elements go one by one.
__global__ void add_four_wide(const float* __restrict__ a, const float* __restrict__ b,
                              float* __restrict__ sum, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int fours = n / 4;
    if (i < fours) {
        float4 x = reinterpret_cast<const float4*>(a)[i];
        float4 y = reinterpret_cast<const float4*>(b)[i];
        reinterpret_cast<float4*>(sum)[i] = make_float4(x.x + y.x, x.y + y.y, x.z + y.z, x.w + y.w);
    }
    int last = 4 * fours + i;
    if (last < n)
        sum[last] = a[last] + b[last];
}

// Neighbouring threads read `stride` elements apart, like one field of an array of structures.
__global__ void add_strided(const float* __restrict__ a, const float* __restrict__ b,
                            float* __restrict__ sum, int n, int stride)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        sum[i * stride] = a[i * stride] + b[i * stride];
}

// All threads move up by `offset` elements, so that a warp no longer begins where a sector begins.
__global__ void add_offset(const float* __restrict__ a, const float* __restrict__ b,
                           float* __restrict__ sum, int n, int offset)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        sum[i + offset] = a[i + offset] + b[i + offset];
}

// Sums of a block, one way after another: what the tests of data flow draw trees from.

__global__ void reduce_interleaved(const float* input, float* sums)
{
    extern __shared__ float part[];
    int t = threadIdx.x;
    part[t] = input[blockIdx.x * blockDim.x + t];
    __syncthreads();
    for (int stride = 1; stride < blockDim.x; stride *= 2) {
        if (t % (2 * stride) == 0)
            part[t] += part[t + stride];
        __syncthreads();
    }
    if (t == 0)
        sums[blockIdx.x] = part[0];
}

__global__ void reduce_strided(const float* input, float* sums)
{
    extern __shared__ float part[];
    int t = threadIdx.x;
    part[t] = input[blockIdx.x * blockDim.x + t];
    __syncthreads();
    for (int stride = 1; stride < blockDim.x; stride *= 2) {
        int i = 2 * stride * t;
        if (i < blockDim.x)
            part[i] += part[i + stride];
        __syncthreads();
    }
    if (t == 0)
        sums[blockIdx.x] = part[0];
}

__global__ void reduce_sequential(const float* input, float* sums)
{
    extern __shared__ float part[];
    int t = threadIdx.x;
    part[t] = input[blockIdx.x * blockDim.x + t];
    __syncthreads();
    for (int stride = blockDim.x / 2; stride > 0; stride /= 2) {
        if (t < stride)
            part[t] += part[t + stride];
        __syncthreads();
    }
    if (t == 0)
        sums[blockIdx.x] = part[0];
}

// The running sum stays in a register: the tree must look the same.
__global__ void reduce_register(const float* input, float* sums)
{
    extern __shared__ float part[];
    int t = threadIdx.x, first = 2 * blockIdx.x * blockDim.x + t;
    float mine = input[first] + input[first + blockDim.x];
    part[t] = mine;
    __syncthreads();
    for (int stride = blockDim.x / 2; stride > 0; stride /= 2) {
        if (t < stride)
            part[t] = mine = mine + part[t + stride];
        __syncthreads();
    }
    if (t == 0)
        sums[blockIdx.x] = mine;
}

// The same with one load, so that the first value is a copy and not a sum.
__global__ void reduce_single(const float* input, float* sums)
{
    extern __shared__ float part[];
    int t = threadIdx.x;
    float mine = input[t];
    part[t] = mine;
    __syncthreads();
    for (int stride = blockDim.x / 2; stride > 0; stride /= 2) {
        if (t < stride)
            part[t] = mine = mine + part[t + stride];
        __syncthreads();
    }
    if (t == 0)
        sums[0] = mine;
}

// Exchange and add: both old values sit in registers when the cells change.
__global__ void reduce_swap(const float* input, float* sums)
{
    extern __shared__ float part[];
    int low = threadIdx.x, high = low + blockDim.x;
    part[low] = input[low];
    part[high] = input[high];
    __syncthreads();
    float x = part[low], y = part[high];
    part[low] = y;
    part[high] = x + y;
    __syncthreads();
    sums[low] = part[high];
    sums[high] = part[low];
}

__global__ void reduce_max(const float* input, float* sums)
{
    extern __shared__ float part[];
    int t = threadIdx.x;
    part[t] = input[t];
    __syncthreads();
    for (int stride = blockDim.x / 2; stride > 0; stride /= 2) {
        if (t < stride)
            part[t] = fmaxf(part[t], part[t + stride]);
        __syncthreads();
    }
    if (t == 0)
        sums[0] = part[0];
}

// Old style: the last steps have no barrier and rely on lanes in lockstep.
__global__ void reduce_volatile(const float* input, float* sums)
{
    extern __shared__ float part[];
    int t = threadIdx.x;
    part[t] = input[t];
    __syncthreads();
    if (t < 32)
        part[t] += part[t + 32];
    __syncthreads();
    if (t < 16) {
        volatile float* tail = part;
        tail[t] += tail[t + 16];
        tail[t] += tail[t + 8];
        tail[t] += tail[t + 4];
        tail[t] += tail[t + 2];
        tail[t] += tail[t + 1];
    }
    if (t == 0)
        sums[0] = part[0];
}

__global__ void gridstride(const float* input, float* sums, int n)
{
    extern __shared__ float part[];
    int t = threadIdx.x;
    float mine = 0;
    for (int i = blockIdx.x * blockDim.x + t; i < n; i += gridDim.x * blockDim.x)
        mine += input[i];
    part[t] = mine;
    __syncthreads();
    for (int stride = blockDim.x / 2; stride > 0; stride /= 2) {
        if (t < stride)
            part[t] += part[t + stride];
        __syncthreads();
    }
    if (t == 0)
        sums[blockIdx.x] = part[0];
}

__global__ void atomic_sum(const float* input, float* total)
{
    atomicAdd(total, input[blockIdx.x * blockDim.x + threadIdx.x]);
}

// A function that is called, not inlined.
__device__ __noinline__ float together(float a, float b)
{
    return a + b;
}

__global__ void reduce_called(const float* input, float* sums)
{
    extern __shared__ float part[];
    int t = threadIdx.x;
    part[t] = input[t];
    __syncthreads();
    for (int stride = blockDim.x / 2; stride > 0; stride /= 2) {
        if (t < stride)
            part[t] = together(part[t], part[t + stride]);
        __syncthreads();
    }
    if (t == 0)
        sums[0] = part[0];
}

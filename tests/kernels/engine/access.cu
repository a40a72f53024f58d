// Patterns of access whose counts are known from theory.
__global__ void copy_strided(const float* in, float* out, int stride, int offset) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i * stride + offset];
}
__global__ void copy_doubles(const double* in, double* out) { out[threadIdx.x] = in[threadIdx.x]; }
__global__ void copy_fours(const float4* in, float4* out) { out[threadIdx.x] = in[threadIdx.x]; }
__global__ void copy_bytes(const signed char* in, short* out, const unsigned short* narrow,
                           int* wide) {
    out[threadIdx.x] = in[threadIdx.x];
    wide[threadIdx.x] = narrow[threadIdx.x];
}
__global__ void copy_some(const float* in, float* out, unsigned lanes) {
    if (lanes >> threadIdx.x & 1) out[threadIdx.x] = in[threadIdx.x];
}
__global__ void gather(const float* in, const int* from, float* out) {
    out[threadIdx.x] = in[from[threadIdx.x]];
}

// Shared memory: word `index[t]` is read by each thread, in units of 4, 8 or 16 bytes.
__global__ void shared_words(const int* index, float* out) {
    __shared__ float cells[2048];
    out[threadIdx.x] = cells[index[threadIdx.x]];
}
__global__ void shared_doubles(const int* index, double* out) {
    __shared__ double cells[1024];
    out[threadIdx.x] = cells[index[threadIdx.x]];
}
__global__ void shared_fours(const int* index, float4* out) {
    __shared__ float4 cells[512];
    out[threadIdx.x] = cells[index[threadIdx.x]];
}
__global__ void store_words(const int* index, float* in) {
    __shared__ float cells[2048];
    cells[index[threadIdx.x]] = in[threadIdx.x];
    __syncthreads();
    in[threadIdx.x] = cells[index[31 - threadIdx.x]];
}
__global__ void store_doubles(const int* index, double* in) {
    __shared__ double cells[1024];
    cells[index[threadIdx.x]] = in[threadIdx.x];
    __syncthreads();
    in[threadIdx.x] = cells[index[31 - threadIdx.x]];
}
__global__ void store_fours(const int* index, float4* in) {
    __shared__ float4 cells[512];
    cells[index[threadIdx.x]] = in[threadIdx.x];
    __syncthreads();
    in[threadIdx.x] = cells[index[31 - threadIdx.x]];
}

// An array that a variable indexes lives in local memory.
__global__ void local_array(const int* index, int* out) {
    int cells[8];
#pragma unroll
    for (int i = 0; i < 8; ++i) cells[i] = i * i + threadIdx.x;
    out[threadIdx.x] = cells[index[threadIdx.x]];
}

// Atomics: every thread adds to the cell that `cell` names.
__global__ void add_to(const int* cell, int* sums, int* olds) {
    olds[threadIdx.x] = atomicAdd(&sums[cell[threadIdx.x]], 1 + threadIdx.x);
}
__global__ void add_in_shared(const int* cell, int* sums) {
    __shared__ int part[32];
    part[threadIdx.x] = 0;
    __syncthreads();
    atomicAdd(&part[cell[threadIdx.x]], 1);
    __syncthreads();
    sums[threadIdx.x] = part[threadIdx.x];
}

// One pointer that leads to shared memory for some lanes and to global memory for others.
__device__ __noinline__ float pick(const float* a, const float* b, bool first) {
    const float* chosen = first ? a : b;
    return *(volatile const float*)chosen;
}
__global__ void mixed_spaces(const float* in, float* out) {
    __shared__ float part[32];
    part[threadIdx.x] = 100 + threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = pick(part + threadIdx.x, in + threadIdx.x, threadIdx.x % 2 == 0);
}

__constant__ float factors[4] = {1, 10, 100, 1000};
__device__ int launches = 5;
__device__ int* where = &launches;
__global__ void module_variables(float* out) {
    out[threadIdx.x] = factors[threadIdx.x % 4];
    if (threadIdx.x == 0) out[32] = ++*where;
}
__global__ void second_kernel(float* out) { out[0] = launches; }

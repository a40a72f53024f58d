// The reduction in shared memory three ways, of 256 numbers a block.
extern __shared__ float part[];
__global__ void reduce_interleaved(const float* in, float* out) {
    int t = threadIdx.x;
    part[t] = in[blockIdx.x * blockDim.x + t];
    __syncthreads();
#pragma unroll 1
    for (int d = 1; d < blockDim.x; d *= 2) {
        if (t % (2 * d) == 0) {
            part[t] += part[t + d];
        }
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = part[0];
}
__global__ void reduce_strided(const float* in, float* out) {
    int t = threadIdx.x;
    part[t] = in[blockIdx.x * blockDim.x + t];
    __syncthreads();
#pragma unroll 1
    for (int d = 1; d < blockDim.x; d *= 2) {
        int i = 2 * d * t;
        if (i < blockDim.x) {
            part[i] += part[i + d];
        }
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = part[0];
}
__global__ void reduce_sequential(const float* in, float* out) {
    int t = threadIdx.x;
    part[t] = in[blockIdx.x * blockDim.x + t];
    __syncthreads();
#pragma unroll 1
    for (int d = blockDim.x / 2; d > 0; d /= 2) {
        if (t < d) {
            part[t] += part[t + d];
        }
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = part[0];
}
__global__ void reduce_shuffle(const float* in, float* out, int n) {
    float sum = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        sum += in[i];
#pragma unroll 1
    for (int d = 16; d > 0; d /= 2) sum += __shfl_down_sync(~0u, sum, d);
    if (threadIdx.x % 32 == 0) atomicAdd(out, sum);
}

// Sums of warps by shuffles, then of the block through shared memory given at the launch.
__global__ void block_sums(const float* numbers, float* sums, int n) {
    extern __shared__ float of_warp[];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = i < n ? numbers[i] : 0;
    for (int step = 16; step > 0; step /= 2) sum += __shfl_down_sync(0xFFFFFFFF, sum, step);
    if (threadIdx.x % 32 == 0) of_warp[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x > 0) return;
    for (int warp = 1; warp < blockDim.x / 32; ++warp) sum += of_warp[warp];
    sums[blockIdx.x] = sum;
}

__global__ void by_thread(const float* in, float* sums, int rows, int columns) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    float sum = 0;
    for (int k = 0; k < columns; ++k) sum += in[row * columns + k];
    sums[row] = sum;
}

__global__ void by_warp(const float* in, float* sums, int rows, int columns) {
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    if (row >= rows) return;
    float sum = 0;
    for (int k = lane; k < columns; k += 32) sum += in[row * columns + k];
    for (int o = 16; o > 0; o /= 2) sum += __shfl_down_sync(~0u, sum, o);
    if (lane == 0) sums[row] = sum;
}

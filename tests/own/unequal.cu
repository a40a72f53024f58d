// Three kernels that take the same. At one grid the second does a part of the work of the others.
constexpr int columns = 32;

__global__ void sum_by_thread(const float* rows, float* sums, int n) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= n) return;
    float sum = 0;
    for (int k = 0; k < columns; ++k) sum += rows[row * columns + k];
    sums[row] = sum;
}

__global__ void sum_by_warp(const float* rows, float* sums, int n) {
    const int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    if (row >= n) return;
    float sum = rows[row * columns + lane];
    for (int apart = 16; apart > 0; apart /= 2) sum += __shfl_xor_sync(~0u, sum, apart);
    if (lane == 0) sums[row] = sum;
}

__global__ void sum_from_the_end(const float* rows, float* sums, int n) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= n) return;
    float sum = 0;
    for (int k = columns - 1; k >= 0; --k) sum += rows[row * columns + k];
    sums[row] = sum;
}

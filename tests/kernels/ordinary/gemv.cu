// A matrix times a vector, a warp for each row: lanes walk along the row, shuffles add them up.
__global__ void gemv(const float* matrix, const float* x, float* y, int rows, int columns)
{
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    if (row >= rows)
        return;
    float sum = 0;
    for (int c = lane; c < columns; c += 32)
        sum += matrix[row * columns + c] * x[c];
    for (int d = 16; d > 0; d /= 2)
        sum += __shfl_xor_sync(~0u, sum, d);
    if (lane == 0)
        y[row] = sum;
}

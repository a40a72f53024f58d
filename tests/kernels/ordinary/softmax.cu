// Softmax of every row, a block for each: the largest, then the sum, through shuffles and shared
// memory.
__device__ float block_wide(float value, bool add, float* room)
{
    for (int d = 16; d > 0; d /= 2) {
        float other = __shfl_xor_sync(~0u, value, d);
        value = add ? value + other : fmaxf(value, other);
    }
    __syncthreads();                // nobody reads the last result any more
    if (threadIdx.x % 32 == 0)
        room[threadIdx.x / 32] = value;
    __syncthreads();                // every warp's value is in place
    for (int w = 0; w < blockDim.x / 32; ++w) {
        float other = room[w];
        value = w == 0 ? other : add ? value + other : fmaxf(value, other);
    }
    return value;
}

__global__ void softmax(const float* in, float* out, int columns)
{
    __shared__ float room[32];
    const float* row = in + blockIdx.x * columns;
    float top = -1e30f, sum = 0;
    for (int c = threadIdx.x; c < columns; c += blockDim.x)
        top = fmaxf(top, row[c]);
    top = block_wide(top, false, room);
    for (int c = threadIdx.x; c < columns; c += blockDim.x)
        sum += expf(row[c] - top);
    sum = block_wide(sum, true, room);
    for (int c = threadIdx.x; c < columns; c += blockDim.x)
        out[blockIdx.x * columns + c] = expf(row[c] - top) / sum;
}

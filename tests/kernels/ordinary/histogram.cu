// How often every byte value occurs, counted in global memory and, block by block, in shared
// memory.
__global__ void histogram_global(const unsigned char* bytes, unsigned* counts, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(&counts[bytes[i]], 1u);
}

// A histogram of the block's own, added to the whole at the end.
__global__ void histogram_shared(const unsigned char* bytes, unsigned* counts, int n)
{
    __shared__ unsigned mine[256];
    for (int value = threadIdx.x; value < 256; value += blockDim.x)
        mine[value] = 0;
    __syncthreads();                // all counts are zero
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&mine[bytes[i]], 1u);
    __syncthreads();                // the block has counted
    for (int value = threadIdx.x; value < 256; value += blockDim.x)
        if (mine[value] > 0)
            atomicAdd(&counts[value], mine[value]);
}

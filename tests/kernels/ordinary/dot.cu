// The dot product of two vectors: products of a thread, a tree in the block, one atomic add a
// block.
__global__ void dot(const float* x, const float* y, float* sum, int n)
{
    __shared__ float part[128];
    int t = threadIdx.x;
    float mine = 0;
    for (int i = blockIdx.x * blockDim.x + t; i < n; i += gridDim.x * blockDim.x)
        mine += x[i] * y[i];
    part[t] = mine;
    __syncthreads();                // every thread's sum is in place
    for (int d = blockDim.x / 2; d > 0; d /= 2) {
        if (t < d)
            part[t] += part[t + d];
        __syncthreads();            // every sum of this round is in place
    }
    if (t == 0)
        atomicAdd(sum, part[0]);
}

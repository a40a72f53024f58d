// The sum of all numbers in one launch: the block that is last to finish adds what the others left.
__device__ unsigned finished = 0;

__global__ void last_block(const float* numbers, volatile float* sums, float* total, int n)
{
    __shared__ float part[64];
    __shared__ bool last;
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    part[t] = i < n ? numbers[i] : 0;
    __syncthreads();                // every number is in place
    for (int d = blockDim.x / 2; d > 0; d /= 2) {
        if (t < d)
            part[t] += part[t + d];
        __syncthreads();            // every sum of this round is in place
    }
    if (t == 0) {
        sums[blockIdx.x] = part[0];
        __threadfence();            // the sum is seen before the count
        last = atomicInc(&finished, gridDim.x - 1) == gridDim.x - 1;
    }
    __syncthreads();                // all know whether theirs is the last block
    if (last && t == 0) {
        float sum = 0;
        for (int b = 0; b < gridDim.x; ++b)
            sum += sums[b];
        *total = sum;
    }
}

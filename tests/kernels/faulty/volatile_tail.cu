// A block's sum whose last steps are one warp's, in the style of old: volatile, and no word to the
// warp. It relies on lanes running in step, which no GPU since Volta promises.
__global__ void volatile_tail(const int* numbers, int* sums)
{
    __shared__ volatile int part[128];
    int t = threadIdx.x;
    part[t] = numbers[blockIdx.x * blockDim.x + t];
    __syncthreads();                // every number is in place
    if (t < 64)
        part[t] += part[t + 64];
    __syncthreads();                // 64 sums are in place
    if (t < 32) {
        part[t] += part[t + 32];
        part[t] += part[t + 16];
        part[t] += part[t + 8];
        part[t] += part[t + 4];
        part[t] += part[t + 2];
        part[t] += part[t + 1];
    }
    if (t == 0)
        sums[blockIdx.x] = part[0];
}

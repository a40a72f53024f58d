// A block's sum whose last steps are one warp's, with a word to the warp between reading and
// writing.
__global__ void warp_tail(const int* numbers, int* sums)
{
    __shared__ int part[128];
    int t = threadIdx.x;
    part[t] = numbers[blockIdx.x * blockDim.x + t];
    __syncthreads();                // every number is in place
    if (t < 64)
        part[t] += part[t + 64];
    __syncthreads();                // 64 sums are in place
    if (t < 32) {
        int sum = part[t];
        for (int d = 32; d > 0; d /= 2) {
            sum += part[t + d];
            __syncwarp();           // every lane has read
            part[t] = sum;
            __syncwarp();           // every lane has written
        }
    }
    if (t == 0)
        sums[blockIdx.x] = part[0];
}

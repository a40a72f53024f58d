// The Haar wavelet of one block's numbers: sums go on to the next round, differences stay.
__global__ void wavelet(const float* in, float* out)
{
    __shared__ float sums[256];
    int t = threadIdx.x, n = 2 * blockDim.x;
    sums[t] = in[blockIdx.x * n + t];
    sums[t + blockDim.x] = in[blockIdx.x * n + t + blockDim.x];
    __syncthreads();                // every number is in place
    for (int length = blockDim.x; length > 0; length /= 2) {
        float a = 0, b = 0;
        if (t < length) {
            a = sums[2 * t];
            b = sums[2 * t + 1];
        }
        __syncthreads();            // everyone has read
        if (t < length) {
            sums[t] = (a + b) * 0.5f;
            out[blockIdx.x * n + length + t] = (a - b) * 0.5f;
        }
        __syncthreads();            // this round's sums are in place
    }
    if (t == 0)
        out[blockIdx.x * n] = sums[0];
}

// The largest number and where it stands, by branches; of equals the first counts.
__global__ void largest(const float* numbers, float* value, int* place, int n)
{
    __shared__ float best[128];
    __shared__ int at[128];
    int t = threadIdx.x;
    best[t] = -1e30f;
    at[t] = -1;
    for (int i = t; i < n; i += blockDim.x) {
        if (numbers[i] > best[t]) {
            best[t] = numbers[i];
            at[t] = i;
        }
    }
    __syncthreads();                // every thread's best is in place
    for (int d = blockDim.x / 2; d > 0; d /= 2) {
        if (t < d) {
            bool better = best[t + d] > best[t] || (best[t + d] == best[t] && at[t + d] < at[t]);
            if (better) {
                best[t] = best[t + d];
                at[t] = at[t + d];
            }
        }
        __syncthreads();            // this round is decided
    }
    if (t == 0) {
        *value = best[0];
        *place = at[0];
    }
}

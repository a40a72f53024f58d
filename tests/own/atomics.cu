// Counts how often each value occurs: many threads, few bins.
__global__ void count_values(const int* values, unsigned int* bins, int n, int num_bins) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&bins[values[i] % num_bins], 1u);
}

__global__ void doubled(const float* numbers, float* twice, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        twice[i] = 2 * numbers[i];
}
__global__ void tripled(const float* numbers, float* twice, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        twice[i] = 3 * numbers[i];
}
__global__ void unguarded(const float* numbers, float* twice, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    twice[i] = 2 * numbers[i];
}

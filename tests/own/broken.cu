// Does not compile: line 4 speaks of a variable that nobody declared.
__global__ void broken(float* numbers, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) numbers[i] = factor * numbers[i];
}

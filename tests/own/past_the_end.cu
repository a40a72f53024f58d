// Forgets to ask whether there is an element for this thread.
__global__ void squares(float* numbers, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    numbers[i] = static_cast<float>(i) * static_cast<float>(i);
}

// Two ways to add, which take the same, and a kernel that takes something else.
__global__ void add_each(const float* a, const float* b, float* sums, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) sums[i] = a[i] + b[i];
}

__global__ void add_strided(const float* a, const float* b, float* sums, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        sums[i] = a[i] + b[i];
}

__global__ void transpose(const float* from, float* to, int width, int height) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height) to[x * height + y] = from[y * width + x];
}

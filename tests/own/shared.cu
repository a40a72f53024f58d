// Each block turns its part round, through shared memory that the kernel declares; its length tells
// how many threads a block should have.
constexpr int block = 128;

__global__ void reversed(const int* __restrict__ from, int* to, int count) {
    __shared__ int part[block];
    const int start = blockIdx.x * block, size = min(block, count - start);
    const int t = threadIdx.x;
    if (t < size) part[t] = from[start + t];
    __syncthreads();
    if (t < size) to[start + t] = part[size - 1 - t];
}

// The product of two square matrices, tile by tile through shared memory, in several types.
template <class T>
__global__ void matmul(const T* a, const T* b, T* c, int n)
{
    constexpr int side = 8;
    __shared__ T tile_a[side][side], tile_b[side][side];
    int x = threadIdx.x, y = threadIdx.y;
    int row = blockIdx.y * side + y, column = blockIdx.x * side + x;
    T sum = 0;
    for (int k = 0; k < n; k += side) {
        tile_a[y][x] = row < n && k + x < n ? a[row * n + k + x] : T(0);
        tile_b[y][x] = k + y < n && column < n ? b[(k + y) * n + column] : T(0);
        __syncthreads();            // both tiles are complete
        for (int i = 0; i < side; ++i)
            sum += tile_a[y][i] * tile_b[i][x];
        __syncthreads();            // nobody reads these tiles any more
    }
    if (row < n && column < n)
        c[row * n + column] = sum;
}
template __global__ void matmul(const float*, const float*, float*, int);
template __global__ void matmul(const double*, const double*, double*, int);
template __global__ void matmul(const int*, const int*, int*, int);
template __global__ void matmul(const long long*, const long long*, long long*, int);

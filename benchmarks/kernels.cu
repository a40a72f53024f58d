// Kernels that stress different parts of the simulator: streaming, divergence, barriers, shuffles,
// stencils, shared memory, registers. simulator_speed.cpp says at which sizes they run.
extern __shared__ float part[];

__global__ void vector_add(const float* a, const float* b, float* c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = a[i] + b[i];
}

__global__ void reduce_interleaved(const float* in, float* out) {
    int t = threadIdx.x;
    part[t] = in[blockIdx.x * blockDim.x + t];
    __syncthreads();
    for (int d = 1; d < blockDim.x; d *= 2) {
        if (t % (2 * d) == 0) part[t] += part[t + d];
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = part[0];
}

__global__ void reduce_sequential(const float* in, float* out) {
    int t = threadIdx.x;
    part[t] = in[blockIdx.x * blockDim.x + t];
    for (int d = blockDim.x / 2; d > 0; d /= 2) {
        __syncthreads();
        if (t < d) part[t] += part[t + d];
    }
    if (t == 0) out[blockIdx.x] = part[0];
}

__global__ void reduce_shuffle(const float* in, float* out, int n) {
    __shared__ float sums[32];
    float sum = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        sum += in[i];
    }
    for (int d = 16; d > 0; d /= 2) sum += __shfl_down_sync(~0u, sum, d);
    if (threadIdx.x % 32 == 0) sums[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x >= 32) return;
    sum = threadIdx.x < blockDim.x / 32 ? sums[threadIdx.x] : 0;
    for (int d = 16; d > 0; d /= 2) sum += __shfl_xor_sync(~0u, sum, d);
    if (threadIdx.x == 0) atomicAdd(out, sum);
}

__device__ bool inside(int i, int j, int k, int nx, int ny, int nz) {
    return i > 0 && i < nx - 1 && j > 0 && j < ny - 1 && k > 0 && k < nz - 1;
}

__device__ float neighbours(const float* u, int at, int row, int layer) {
    return u[at - 1] + u[at + 1] + u[at - row] + u[at + row] + u[at - layer] + u[at + layer];
}

__global__ void laplace_marching(int nx, int ny, int nz, const float* u, float* next) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
    if (i >= nx || j >= ny) return;
    for (int k = 0; k < nz; ++k) {
        int at = i + nx * (j + ny * k);
        next[at] =
            inside(i, j, k, nx, ny, nz) ? neighbours(u, at, nx, nx * ny) * (1 / 6.0f) : u[at];
    }
}

__global__ void laplace_points(int nx, int ny, int nz, const float* u, float* next) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
    int k = blockIdx.z * blockDim.z + threadIdx.z;
    if (i >= nx || j >= ny || k >= nz) return;
    int at = i + nx * (j + ny * k);
    next[at] = inside(i, j, k, nx, ny, nz) ? neighbours(u, at, nx, nx * ny) * (1 / 6.0f) : u[at];
}

template <int Tile>
__global__ void multiply_tiled(const float* a, const float* b, float* c, int n) {
    __shared__ float a_tile[Tile][Tile], b_tile[Tile][Tile + 1];
    int x = threadIdx.x, y = threadIdx.y;
    int row = blockIdx.y * Tile + y, column = blockIdx.x * Tile + x;
    float sum = 0;
    for (int first = 0; first < n; first += Tile) {
        a_tile[y][x] = a[row * n + first + x];
        b_tile[y][x] = b[(first + y) * n + column];
        __syncthreads();
#pragma unroll
        for (int k = 0; k < Tile; ++k) sum += a_tile[y][k] * b_tile[k][x];
        __syncthreads();
    }
    c[row * n + column] = sum;
}
template __global__ void multiply_tiled<16>(const float*, const float*, float*, int);
template __global__ void multiply_tiled<32>(const float*, const float*, float*, int);

__global__ void multiply_naive(const float* a, const float* b, float* c, int m, int n, int inner) {
    int row = blockIdx.y * blockDim.y + threadIdx.y, column = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= m || column >= n) return;
    float sum = 0;
    for (int k = 0; k < inner; ++k) sum += a[row * inner + k] * b[k * n + column];
    c[row * n + column] = sum;
}

// A block of 256 threads makes 128 x 128 results, 8 x 8 each in registers.
__global__ void __launch_bounds__(256)
    multiply_registers(int, int n, int inner, const float* a, const float* b, float* c) {
    __shared__ float a_tile[8][128], b_tile[8][128];
    int t = threadIdx.x, row = t / 16 * 8, column = t % 16 * 8;
    a += blockIdx.y * 128 * inner;
    b += blockIdx.x * 128;
    c += blockIdx.y * 128 * n + blockIdx.x * 128;
    float sums[8][8] = {};
    for (int first = 0; first < inner; first += 8) {
        float4 four = *(const float4*)&a[t / 2 * inner + first + t % 2 * 4];
        const float values[4] = {four.x, four.y, four.z, four.w};
#pragma unroll
        for (int k = 0; k < 4; ++k) a_tile[t % 2 * 4 + k][t / 2] = values[k];
        *(float4*)&b_tile[t / 32][t % 32 * 4] =
            *(const float4*)&b[(first + t / 32) * n + t % 32 * 4];
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 8; ++k) {
#pragma unroll
            for (int i = 0; i < 8; ++i) {
#pragma unroll
                for (int j = 0; j < 8; ++j)
                    sums[i][j] += a_tile[k][row + i] * b_tile[k][column + j];
            }
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 8; ++i) {
#pragma unroll
        for (int j = 0; j < 8; ++j) c[(row + i) * n + column + j] = sums[i][j];
    }
}

// Kernels whose picture is a matrix, an index or a vote.

template <int Tile>
__global__ void matmul(const float* A, const float* B, float* C, int n)
{
    __shared__ float a[Tile][Tile], b[Tile][Tile + 1];
    int row = blockIdx.y * Tile + threadIdx.y, column = blockIdx.x * Tile + threadIdx.x;
    float sum = 0;
    for (int k = 0; k < n; k += Tile) {
        a[threadIdx.y][threadIdx.x] = A[row * n + k + threadIdx.x];
        b[threadIdx.y][threadIdx.x] = B[(k + threadIdx.y) * n + column];
        __syncthreads();
        for (int i = 0; i < Tile; i++)
            sum += a[threadIdx.y][i] * b[i][threadIdx.x];
        __syncthreads();
    }
    C[row * n + column] = sum;
}

template __global__ void matmul<4>(const float*, const float*, float*, int);
template __global__ void matmul<16>(const float*, const float*, float*, int);

__global__ void laplace(const float* from, float* to, int nx, int ny)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    int i = y * nx + x;
    if (x == 0 || x == nx - 1 || y == 0 || y == ny - 1)
        to[i] = from[i];
    else
        to[i] = 0.25f * (from[i - 1] + from[i + 1] + from[i - nx] + from[i + nx]);
}

__global__ void transpose(const float* from, float* to)
{
    __shared__ float tile[4][5];
    tile[threadIdx.y][threadIdx.x] = from[threadIdx.y * 4 + threadIdx.x];
    __syncthreads();
    to[threadIdx.y * 4 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}

__global__ void histogram(const unsigned* input, unsigned* output)
{
    __shared__ unsigned bins[8];
    int t = threadIdx.x;
    if (t < 8)
        bins[t] = 0;
    __syncthreads();
    atomicAdd(&bins[input[t] & 7], 1u);
    __syncthreads();
    if (t < 8)
        atomicAdd(&output[t], bins[t]);
}

__global__ void gather(const float* values, const int* order, float* output)
{
    output[threadIdx.x] = values[order[threadIdx.x]];
}

__global__ void compact(const unsigned* input, unsigned* output)
{
    int t = threadIdx.x;
    unsigned mine = input[t];
    bool keep = mine % 3 == 0;
    unsigned kept = __ballot_sync(~0u, keep);
    if (keep)
        output[__popc(kept & ((1u << t) - 1))] = mine;
}

__global__ void vector_sum(const float4* input, float* output)
{
    float4 v = input[threadIdx.x];
    output[threadIdx.x] = v.x + v.y + v.z + v.w;
}

// Bytes in, words out: cells are read in another width than they were given.
__global__ void widen(const unsigned* words, unsigned char* bytes, unsigned* again)
{
    __shared__ unsigned char part[64];
    int t = threadIdx.x;
    part[t] = bytes[t];
    __syncthreads();
    if (t < 4)
        again[t] = reinterpret_cast<unsigned*>(part)[t] + words[t];
}

// Four values a thread in a local array, then a scan over the block.
__global__ void thread_scan(const float* input, float* output)
{
    __shared__ float s[32];
    int t = threadIdx.x;
    float v[4];
    for (int k = 0; k < 4; k++)
        v[k] = input[4 * t + k];
    for (int k = 1; k < 4; k++)
        v[k] += v[k - 1];
    s[t] = v[3];
    for (int reach = 1; reach < blockDim.x; reach *= 2) {
        __syncthreads();
        float left = t >= reach ? s[t - reach] : 0;
        __syncthreads();
        s[t] += left;
    }
    __syncthreads();
    float before = t ? s[t - 1] : 0;
    for (int k = 0; k < 4; k++)
        output[4 * t + k] = v[k] + before;
}

// An array that the compiler must index: it lands in local memory.
__global__ void local_array(const float* input, float* output, const int* order)
{
    float v[8];
    for (int k = 0; k < 8; k++)
        v[k] = input[8 * threadIdx.x + k];
    output[threadIdx.x] = v[order[threadIdx.x]];
}

// Turning a matrix of n by n floats over its diagonal: the element in row y and column x goes to
// row x and column y. First a copy, which turns nothing, to compare with. Then one kernel reads
// along rows and writes down columns, and one does the reverse. With a tile in shared memory both
// go along rows. Then the tile is one column wider, against bank conflicts. Last, a load has up to
// four floats. Blocks have 32 columns and `rows` rows of threads.

// Row to row: nothing is turned.
template <int rows>
__global__ void transpose_copy(const float* __restrict__ in, float* __restrict__ out, int n)
{
    int x = blockIdx.x * 32 + threadIdx.x;
    int y = blockIdx.y * 32 + threadIdx.y;
    int last = n - 1;
    float value[32 / rows];
    // Here and below: no test of x and y comes between the loads of a thread, so they can be in
    // flight together. Past the edge a thread reads the last element again, and writes nothing.
    #pragma unroll
    for (int k = 0; k < 32; k += rows)
        value[k / rows] = in[min(y + k, last) * n + min(x, last)];
    #pragma unroll
    for (int k = 0; k < 32; k += rows)
        if (x < n && y + k < n)
            out[(y + k) * n + x] = value[k / rows];
}

// Neighbouring threads read along a row, and write down a column.
template <int rows>
__global__ void transpose_write_columns(const float* __restrict__ in, float* __restrict__ out,
                                        int n)
{
    int x = blockIdx.x * 32 + threadIdx.x;
    int y = blockIdx.y * 32 + threadIdx.y;
    int last = n - 1;
    float value[32 / rows];
    #pragma unroll
    for (int k = 0; k < 32; k += rows)
        value[k / rows] = in[min(y + k, last) * n + min(x, last)];
    #pragma unroll
    for (int k = 0; k < 32; k += rows)
        if (x < n && y + k < n)
            out[x * n + y + k] = value[k / rows];
}

// The other way around: neighbouring threads read down a column, and write along a row.
template <int rows>
__global__ void transpose_read_columns(const float* __restrict__ in, float* __restrict__ out, int n)
{
    int x = blockIdx.x * 32 + threadIdx.x;
    int y = blockIdx.y * 32 + threadIdx.y;
    int last = n - 1;
    float value[32 / rows];
    #pragma unroll
    for (int k = 0; k < 32; k += rows)
        value[k / rows] = in[min(x, last) * n + min(y + k, last)];
    #pragma unroll
    for (int k = 0; k < 32; k += rows)
        if (x < n && y + k < n)
            out[(y + k) * n + x] = value[k / rows];
}

// A block turns 32 by 32 elements in shared memory, and reads and writes memory along rows.
template <int rows>
__global__ void transpose_tile(const float* __restrict__ in, float* __restrict__ out, int n)
{
    __shared__ float tile[32][32];
    int tx = threadIdx.x, ty = threadIdx.y;
    int x = blockIdx.x * 32 + tx;
    int y = blockIdx.y * 32 + ty;
    int last = n - 1;
    float value[32 / rows];
    #pragma unroll
    for (int k = 0; k < 32; k += rows)
        value[k / rows] = in[min(y + k, last) * n + min(x, last)];
    #pragma unroll
    for (int k = 0; k < 32; k += rows)
        tile[ty + k][tx] = value[k / rows];
    __syncthreads();            // the whole tile is in place
    // On the other side of the diagonal.
    x = blockIdx.y * 32 + tx;
    y = blockIdx.x * 32 + ty;
    #pragma unroll
    for (int k = 0; k < 32; k += rows)
        value[k / rows] = tile[tx][ty + k];
    #pragma unroll
    for (int k = 0; k < 32; k += rows)
        if (x < n && y + k < n)
            out[(y + k) * n + x] = value[k / rows];
}

// The same, but rows of the tile are 33 floats apart: elements of a column lie in 32 banks.
template <int rows>
__global__ void transpose_padded(const float* __restrict__ in, float* __restrict__ out, int n)
{
    __shared__ float tile[32][33];
    int tx = threadIdx.x, ty = threadIdx.y;
    int x = blockIdx.x * 32 + tx;
    int y = blockIdx.y * 32 + ty;
    int last = n - 1;
    float value[32 / rows];
    #pragma unroll
    for (int k = 0; k < 32; k += rows)
        value[k / rows] = in[min(y + k, last) * n + min(x, last)];
    #pragma unroll
    for (int k = 0; k < 32; k += rows)
        tile[ty + k][tx] = value[k / rows];
    __syncthreads();            // the whole tile is in place
    // On the other side of the diagonal.
    x = blockIdx.y * 32 + tx;
    y = blockIdx.x * 32 + ty;
    #pragma unroll
    for (int k = 0; k < 32; k += rows)
        value[k / rows] = tile[tx][ty + k];
    #pragma unroll
    for (int k = 0; k < 32; k += rows)
        if (x < n && y + k < n)
            out[(y + k) * n + x] = value[k / rows];
}

// Neighbouring floats of a row that one load brings: 4 are 16 bytes.
template <int width>
struct alignas(4 * width) Floats {
    float at[width];
};

// `width` tiles below each other, so that a thread has as many loads as before. With each load a
// warp reads `width` rows of 32 floats. n is a multiple of `width`.
template <int rows, int width>
__global__ void transpose_wide(const float* __restrict__ in, float* __restrict__ out, int n)
{
    using Load = Floats<width>;
    __shared__ float tile[width][32][33];
    int left = blockIdx.x * 32, top = blockIdx.y * 32 * width;
    int column = threadIdx.x % (32 / width) * width;
    int first = threadIdx.y * width + threadIdx.x / (32 / width);
    Load value[32 / rows];
    #pragma unroll
    for (int k = 0; k < 32; k += rows) {
        int x = min(left + column, n - width);
        int y = min(top + first + k * width, n - 1);
        value[k / rows] = *reinterpret_cast<const Load*>(in + y * n + x);
    }
    #pragma unroll
    for (int k = 0; k < 32; k += rows) {
        int t = (first + k * width) / 32, row = (first + k * width) % 32;
        #pragma unroll
        for (int j = 0; j < width; ++j)
            tile[t][row][column + j] = value[k / rows].at[j];
    }
    __syncthreads();            // all tiles are in place
    #pragma unroll
    for (int k = 0; k < 32; k += rows) {
        int t = (first + k * width) / 32, row = (first + k * width) % 32;
        #pragma unroll
        for (int j = 0; j < width; ++j)
            value[k / rows].at[j] = tile[t][column + j][row];
    }
    #pragma unroll
    for (int k = 0; k < 32; k += rows) {
        int t = (first + k * width) / 32, row = (first + k * width) % 32;
        int x = top + 32 * t + column;
        int y = left + row;
        if (x < n && y < n)
            *reinterpret_cast<Load*>(out + y * n + x) = value[k / rows];
    }
}

template __global__ void transpose_copy<4>(const float*, float*, int);
template __global__ void transpose_copy<8>(const float*, float*, int);
template __global__ void transpose_copy<16>(const float*, float*, int);
template __global__ void transpose_copy<32>(const float*, float*, int);
template __global__ void transpose_write_columns<4>(const float*, float*, int);
template __global__ void transpose_write_columns<8>(const float*, float*, int);
template __global__ void transpose_write_columns<16>(const float*, float*, int);
template __global__ void transpose_write_columns<32>(const float*, float*, int);
template __global__ void transpose_read_columns<4>(const float*, float*, int);
template __global__ void transpose_read_columns<8>(const float*, float*, int);
template __global__ void transpose_read_columns<16>(const float*, float*, int);
template __global__ void transpose_read_columns<32>(const float*, float*, int);
template __global__ void transpose_tile<4>(const float*, float*, int);
template __global__ void transpose_tile<8>(const float*, float*, int);
template __global__ void transpose_tile<16>(const float*, float*, int);
template __global__ void transpose_tile<32>(const float*, float*, int);
template __global__ void transpose_padded<4>(const float*, float*, int);
template __global__ void transpose_padded<8>(const float*, float*, int);
template __global__ void transpose_padded<16>(const float*, float*, int);
template __global__ void transpose_padded<32>(const float*, float*, int);
template __global__ void transpose_wide<4, 1>(const float*, float*, int);
template __global__ void transpose_wide<4, 2>(const float*, float*, int);
template __global__ void transpose_wide<4, 4>(const float*, float*, int);
template __global__ void transpose_wide<8, 1>(const float*, float*, int);
template __global__ void transpose_wide<8, 2>(const float*, float*, int);
template __global__ void transpose_wide<8, 4>(const float*, float*, int);
template __global__ void transpose_wide<16, 1>(const float*, float*, int);
template __global__ void transpose_wide<16, 2>(const float*, float*, int);
template __global__ void transpose_wide<16, 4>(const float*, float*, int);
template __global__ void transpose_wide<32, 1>(const float*, float*, int);
template __global__ void transpose_wide<32, 2>(const float*, float*, int);
template __global__ void transpose_wide<32, 4>(const float*, float*, int);

// The transpose of a matrix: rows in, columns out, both coalesced, by way of a tile with a padded
// row.
template <int Tile>
__global__ void transpose(const float* in, float* out, int width, int height)
{
    __shared__ float tile[Tile][Tile + 1];
    int x = blockIdx.x * Tile + threadIdx.x;
    for (int j = threadIdx.y; j < Tile; j += blockDim.y) {
        int y = blockIdx.y * Tile + j;
        if (x < width && y < height)
            tile[j][threadIdx.x] = in[y * width + x];
    }
    __syncthreads();                // the tile is complete
    int to = blockIdx.y * Tile + threadIdx.x;
    for (int j = threadIdx.y; j < Tile; j += blockDim.y) {
        int row = blockIdx.x * Tile + j;
        if (to < height && row < width)
            out[row * height + to] = tile[threadIdx.x][j];
    }
}
template __global__ void transpose<16>(const float*, float*, int, int);
template __global__ void transpose<32>(const float*, float*, int, int);

// One step of heat in a plane: every inner point becomes the mean of itself and its four
// neighbours.
__global__ void stencil_2d(const double* now, double* next, int width, int height)
{
    __shared__ double tile[10][18];
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    int threads = blockDim.x * blockDim.y, t = threadIdx.y * blockDim.x + threadIdx.x;
    for (int i = t; i < 10 * 18; i += threads) {
        int column = (int)blockIdx.x * 16 + i % 18 - 1, row = (int)blockIdx.y * 8 + i / 18 - 1;
        bool there = column >= 0 && column < width && row >= 0 && row < height;
        tile[i / 18][i % 18] = there ? now[row * width + column] : 0.0;
    }
    __syncthreads();                // the tile and its halo are complete
    if (x > 0 && x < width - 1 && y > 0 && y < height - 1) {
        int j = threadIdx.y + 1, i = threadIdx.x + 1;
        next[y * width + x] =
            (tile[j][i] + tile[j - 1][i] + tile[j + 1][i] + tile[j][i - 1] + tile[j][i + 1]) * 0.2;
    }
}

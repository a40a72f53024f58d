// A box of points in three dimensions, each the mean of its neighbours along x.
__global__ void smooth(const float* from, float* to, int nx, int ny, int nz) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y,
              z = blockIdx.z * blockDim.z + threadIdx.z;
    if (x >= nx || y >= ny || z >= nz) return;
    const int at = x + nx * (y + ny * z);
    const float left = x > 0 ? from[at - 1] : 0, right = x + 1 < nx ? from[at + 1] : 0;
    to[at] = 0.5f * (left + right);
}

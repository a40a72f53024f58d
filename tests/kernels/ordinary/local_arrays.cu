// The median of the nine points around each point: a thread sorts them in an array of its own.
__global__ void local_arrays(const float* in, float* out, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height)
        return;
    float near[9];
    int count = 0;
    for (int dy = -1; dy <= 1; ++dy) {
        for (int dx = -1; dx <= 1; ++dx) {
            int column = x + dx, row = y + dy;
            if (column < 0 || column >= width || row < 0 || row >= height)
                continue;
            float value = in[row * width + column];
            int at = count++;
            while (at > 0 && near[at - 1] > value) {
                near[at] = near[at - 1];
                --at;
            }
            near[at] = value;
        }
    }
    out[y * width + x] = near[count / 2];
}

// Where a grey picture changes, by Sobel: whole numbers, clamped at the border and to a byte.
__global__ void edges(const unsigned char* in, unsigned char* out, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height)
        return;
    int left = max(x - 1, 0), right = min(x + 1, width - 1);
    const unsigned char* above = in + max(y - 1, 0) * width;
    const unsigned char* here = in + y * width;
    const unsigned char* under = in + min(y + 1, height - 1) * width;
    int across = above[right] + 2 * here[right] + under[right]
               - above[left] - 2 * here[left] - under[left];
    int down = under[left] + 2 * under[x] + under[right]
             - above[left] - 2 * above[x] - above[right];
    out[y * width + x] = min(255, abs(across) + abs(down));
}

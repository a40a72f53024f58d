// How many steps each point of the plane stays near the origin: neighbours leave the loop at their
// own time.
__global__ void mandelbrot(int* steps, int width, int height, float left, float top, float pixel)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height)
        return;
    float c_re = left + x * pixel, c_im = top + y * pixel;
    float re = 0, im = 0;
    int n = 0;
    while (n < 100 && re * re + im * im <= 4) {
        float next = re * re - im * im + c_re;
        im = 2 * re * im + c_im;
        re = next;
        ++n;
    }
    steps[y * width + x] = n;
}

// y = a * x + y with as many threads as there happen to be: each goes on by the width of the grid.
__global__ void saxpy(float a, const float* x, float* y, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        y[i] = a * x[i] + y[i];
}

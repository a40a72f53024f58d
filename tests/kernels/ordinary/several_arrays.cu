// Two arrays of different types in one piece of dynamic shared memory.
__global__ void several_arrays(const double* weights, const short* levels, double* out, int n)
{
    extern __shared__ double memory[];
    double* heavy = memory;
    short* light = (short*)(memory + n);
    int t = threadIdx.x;
    if (t < n) {
        heavy[t] = weights[t];
        light[n - 1 - t] = levels[t];
    }
    __syncthreads();                // both arrays are complete
    if (t < n)
        out[t] = heavy[n - 1 - t] * light[t] + light[(t + 1) % n];
}

// Functions of the mathematical library, in single and in double precision.
__global__ void mathematics(const float* in, float* out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float x = in[i];
    float* mine = out + 10 * i;
    mine[0] = sinf(x);
    mine[1] = cosf(x);
    mine[2] = tanf(x);
    mine[3] = expf(x);
    mine[4] = log1pf(fabsf(x));
    mine[5] = powf(fabsf(x), 1.5f);
    mine[6] = atan2f(x, 2);
    mine[7] = cbrtf(x);
    mine[8] = fmodf(x, 0.7f);
    mine[9] = floorf(x) + ceilf(x) + rintf(x) + truncf(x);
}

__global__ void precise(const double* in, double* out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    double x = in[i];
    double* mine = out + 6 * i;
    mine[0] = sin(x);
    mine[1] = exp(x);
    mine[2] = log(fabs(x) + 1);
    mine[3] = sqrt(fabs(x));
    mine[4] = 1 / (x * x + 1);
    mine[5] = pow(fabs(x) + 0.5, 0.75);
}

// The quick ones of the hardware.
__global__ void quick(const float* in, float* out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float x = in[i];
    float* mine = out + 6 * i;
    mine[0] = __sinf(x);
    mine[1] = __cosf(x);
    mine[2] = __expf(x);
    mine[3] = __logf(fabsf(x) + 1);
    mine[4] = __fdividef(x, 3);
    mine[5] = rsqrtf(fabsf(x) + 1);
}

// Solves a tridiagonal system by parallel cyclic reduction: every round, each equation gets rid of
// its neighbours `d` places away and meets those twice as far.
__global__ void tridiagonal(const float* below, const float* middle, const float* above,
                            const float* right, float* x)
{
    extern __shared__ float rows[];
    int n = blockDim.x, t = threadIdx.x;
    float *a = rows, *b = a + n, *c = b + n, *d = c + n;
    a[t] = t > 0 ? below[t] : 0;
    b[t] = middle[t];
    c[t] = t < n - 1 ? above[t] : 0;
    d[t] = right[t];
    __syncthreads();                // all equations are in place
    for (int far = 1; far < n; far *= 2) {
        int low = max(t - far, 0), high = min(t + far, n - 1);
        float up = t - far >= 0 ? -a[t] / b[low] : 0;
        float down = t + far < n ? -c[t] / b[high] : 0;
        float new_a = up * a[low], new_c = down * c[high];
        float new_b = b[t] + up * c[low] + down * a[high];
        float new_d = d[t] + up * d[low] + down * d[high];
        __syncthreads();            // everyone has read
        a[t] = new_a;
        b[t] = new_b;
        c[t] = new_c;
        d[t] = new_d;
        __syncthreads();            // everyone has written
    }
    x[t] = d[t] / b[t];
}

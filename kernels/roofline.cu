// The operations of a kernel for each byte that must move decide which roof limits it: the rate of
// memory, or the rate of multiply-adds. First an addition and a sweep over neighbours, which have
// few. Then a polynomial, which has two for each of its terms: one term a turn of the loop, eight
// terms a turn, four numbers a thread; last in double precision. A multiply-add is one instruction,
// and counts as two operations.

// One operation for 12 bytes: two floats are read, one is written.
__global__ void add(const float* __restrict__ a, const float* __restrict__ b,
                    float* __restrict__ sum, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        sum[i] = a[i] + b[i];
}

// The array is a ring: after its last point comes the first.
__device__ int around(int i, int n)
{
    return i < 0 ? i + n : i < n ? i : i - n;
}

// Six operations for 8 bytes: the mean of six neighbours in a box, whose rows lie one after the
// other. Each point is loaded six times, and caches can answer five of the loads.
__global__ void sweep(const float* __restrict__ heat, float* __restrict__ next, int n, int row,
                      int plane)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float along = heat[around(i - 1, n)] + heat[around(i + 1, n)];
    float rows = heat[around(i - row, n)] + heat[around(i + row, n)];
    float planes = heat[around(i - plane, n)] + heat[around(i + plane, n)];
    next[i] = (along + rows + planes) * (1 / 6.f);
}

// Two operations a term for 8 bytes a number: 1 + x + x^2 + ... by Horner's rule.
__global__ void polynomial(const float* __restrict__ numbers, float* __restrict__ values, int n,
                           int terms)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float x = numbers[i], value = 1;
    // Not unrolled, so that the cost of the loop itself can be counted.
    #pragma unroll 1
    for (int term = 0; term < terms; ++term)
        value = value * x + 1;
    values[i] = value;
}

// Eight terms a turn: they share the cost of the loop itself.
__global__ void polynomial_unrolled(const float* __restrict__ numbers, float* __restrict__ values,
                                    int n, int terms)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float x = numbers[i], value = 1;
    #pragma unroll 8
    for (int term = 0; term < terms; ++term)
        value = value * x + 1;
    values[i] = value;
}

// Four numbers a thread, a block apart: four chains of
// multiply-adds that do not wait for each other.
template <class Real>
__global__ void polynomial_four(const Real* __restrict__ numbers, Real* __restrict__ values, int n,
                                int terms)
{
    int first = 4 * blockIdx.x * blockDim.x + threadIdx.x;
    Real x[4], value[4];
    // Past the end a thread computes the last number again, and does not store it.
    for (int k = 0; k < 4; ++k) {
        x[k] = numbers[min(first + k * int(blockDim.x), n - 1)];
        value[k] = 1;
    }
    #pragma unroll 8
    for (int term = 0; term < terms; ++term)
        for (int k = 0; k < 4; ++k)
            value[k] = value[k] * x[k] + 1;
    for (int k = 0; k < 4; ++k)
        if (first + k * int(blockDim.x) < n)
            values[first + k * int(blockDim.x)] = value[k];
}
template __global__ void polynomial_four<float>(const float*, float*, int, int);
template __global__ void polynomial_four<double>(const double*, double*, int, int);

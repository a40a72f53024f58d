// Arithmetic of 64 bits: products, quotients, remainders, high halves, shifts.
__global__ void wide_integers(const long long* a, const long long* b, long long* out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    long long x = a[i], y = b[i];
    unsigned long long u = x, v = y;
    long long* mine = out + 8 * i;
    mine[0] = x * y;
    mine[1] = x / y;
    mine[2] = x % y;
    mine[3] = u / v;
    mine[4] = u % v;
    mine[5] = __umul64hi(u, v);
    mine[6] = (x >> (y & 63)) ^ (x << (y & 31));
    mine[7] = x < y ? x - y : llabs(y);
}

// The greatest common divisor, each thread in as many steps as its pair needs.
__global__ void divisor(const unsigned* a, const unsigned* b, unsigned* out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned x = a[i], y = b[i];
    while (y != 0) {
        unsigned rest = x % y;
        x = y;
        y = rest;
    }
    out[i] = x;
}

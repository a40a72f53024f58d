// Fibonacci numbers modulo a prime, as powers of a matrix of two rows: squares along the bits.
struct Matrix {
    unsigned long long a, b, c, d;
};

__device__ Matrix product(Matrix x, Matrix y, unsigned long long modulus)
{
    return {(x.a * y.a + x.b * y.c) % modulus, (x.a * y.b + x.b * y.d) % modulus,
            (x.c * y.a + x.d * y.c) % modulus, (x.c * y.b + x.d * y.d) % modulus};
}

__global__ void matrix_power(const unsigned* exponents, unsigned long long* results,
                             unsigned long long modulus, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    Matrix result = {1, 0, 0, 1}, step = {1, 1, 1, 0};
    for (unsigned e = exponents[i]; e > 0; e /= 2) {
        if (e % 2)
            result = product(result, step, modulus);
        step = product(step, step, modulus);
    }
    results[i] = result.b;
}

// Marks what is no prime: each thread strikes the multiples of one number. All strikes write the
// same.
__global__ void sieve(char* struck, int n)
{
    int p = blockIdx.x * blockDim.x + threadIdx.x + 2;
    if (p * p > n)
        return;
    for (int multiple = p * p; multiple <= n; multiple += p)
        struck[multiple] = 1;
}

#include <cstdio>

// Every third thread prints its number, then the first of each block prints that it is done.
__global__ void tell(const float* numbers, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && i % 3 == 0)
        printf("number %d is %.1f\n", i, numbers[i]);
    if (threadIdx.x == 0)
        printf("block %d is done\n", blockIdx.x);
}

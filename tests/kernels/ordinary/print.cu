// Some threads say who they are and what they hold.
#include <cstdio>

__global__ void print(const float* numbers, int n)
{
    int i = threadIdx.x;
    if (i < n && i % 2 == 0)
        printf("thread %d of block %u holds %.2f, %s and %lld%%\n", i, blockIdx.x, numbers[i],
               numbers[i] < 0 ? "below zero" : "not below zero", 1234567890123LL);
}

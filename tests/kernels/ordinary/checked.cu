// The root of every number, where an assertion holds that there is one.
#include <cassert>

__global__ void checked(const float* numbers, float* roots, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    assert(numbers[i] >= 0);
    roots[i] = sqrtf(numbers[i]);
}

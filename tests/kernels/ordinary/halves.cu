// Numbers of sixteen bits: converted, multiplied and added one by one and in pairs.
#include <cuda_fp16.h>

__global__ void halves(const float* a, const float* b, float* out, float* pairs, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    __half x = __float2half(a[i]), y = __float2half(b[i]);
    out[i] = __half2float(__hfma(x, y, __hadd(x, y)));
    __half2 both = __hmul2(__halves2half2(x, y), __half2half2(y));
    pairs[i] = __low2float(both) + __high2float(both);
}

// Halves that threads add to one place, alone and in pairs; comparisons and conversions of them;
// atomics whose scope is named.
#include <cuda_fp16.h>

__global__ void half_sums(__half* one, __half2* pair, float* out, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    atomicAdd(one, __float2half(1.0f));
    atomicAdd(pair, __floats2half2_rn(1.0f, 0.5f));
    const __half h = __float2half(i * 0.25f);
    const __half2 both = __halves2half2(h, __float2half(2.0f));
    const __half2 product = __hfma2(both, both, __float2half2_rn(1.0f));
    out[4 * i] = __half2float(__hadd(h, __hneg(__float2half(1.0f))));
    out[4 * i + 1] = __low2float(product) + __high2float(product);
    out[4 * i + 2] = __hlt(h, __float2half(2.0f)) ? __half2float(__habs(h)) : -1.0f;
    out[4 * i + 3] = __half2float(__int2half_rn(__half2int_rz(h) + 1));
}

__global__ void half_functions(const float* in, float* out, int n)
{
    const int i = threadIdx.x;
    if (i >= n)
        return;
    const __half h = __float2half(in[i]);
    out[6 * i] = __half2float(hexp(h));
    out[6 * i + 1] = __half2float(hlog(h));
    out[6 * i + 2] = __half2float(hsqrt(h));
    out[6 * i + 3] = __half2float(hrcp(h));
    out[6 * i + 4] = __half2float(hsin(h));
    out[6 * i + 5] = __half2float(__hdiv(h, __float2half(3.0f)));
}

__global__ void scoped(unsigned* counts)
{
    atomicAdd_block(counts + blockIdx.x, 2u);
    atomicAdd_system(counts + 8, 1u);
    atomicMax_system(counts + 9, threadIdx.x);
    atomicCAS_block(counts + 10 + blockIdx.x, 0u, threadIdx.x + 1);
}

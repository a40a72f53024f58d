// The discrete Fourier transform of one block's numbers, radix two, in shared memory.
__global__ void fourier(const float2* in, float2* out, int bits)
{
    extern __shared__ float2 points[];
    int n = 1 << bits, t = threadIdx.x;
    for (int i = t; i < n; i += blockDim.x)
        points[__brev(i) >> (32 - bits)] = in[blockIdx.x * n + i];
    for (int half = 1; half < n; half *= 2) {
        __syncthreads();            // the last round's butterflies are done
        for (int k = t; k < n / 2; k += blockDim.x) {
            int place = k % half, first = k / half * 2 * half + place;
            float sine, cosine;
            sincospif(-(float)place / half, &sine, &cosine);
            float2 a = points[first], b = points[first + half];
            float2 turned = make_float2(b.x * cosine - b.y * sine, b.x * sine + b.y * cosine);
            points[first] = make_float2(a.x + turned.x, a.y + turned.y);
            points[first + half] = make_float2(a.x - turned.x, a.y - turned.y);
        }
    }
    __syncthreads();                // the last butterflies are done
    for (int i = t; i < n; i += blockDim.x)
        out[blockIdx.x * n + i] = points[i];
}

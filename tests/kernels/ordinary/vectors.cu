// Loads and stores of two and four values at once, of several widths.
__global__ void vectors(const float4* quads, const double2* pairs, const uchar4* colours,
                        float* sums, uchar4* inverted, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float4 q = quads[i];
    double2 p = pairs[i];
    uchar4 c = colours[i];
    sums[i] = q.x + q.y + q.z + q.w + float(p.x * p.y) + c.x;
    inverted[i] = make_uchar4(255 - c.x, 255 - c.y, 255 - c.z, c.w);
}

// Sixteen-bit pairs and signed bytes, widened and narrowed.
__global__ void narrow(const short2* pairs, const char* bytes, short* sums, char* halves, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        sums[i] = pairs[i].x + pairs[i].y + bytes[i];
        halves[i] = bytes[i] / 2;
    }
}

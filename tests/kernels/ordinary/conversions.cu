// From type to type and back: rounding, clamping, bits as they are.
__global__ void conversions(const float* in, int* whole, double* wide, float* back, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float x = in[i];
    int* mine = whole + 8 * i;
    mine[0] = (int)x;
    mine[1] = __float2int_rn(x);
    mine[2] = __float2int_ru(x);
    mine[3] = __float2int_rd(x);
    mine[4] = (int)(unsigned char)(int)x;
    mine[5] = (int)(short)(int)x;
    mine[6] = __float_as_int(x);
    mine[7] = (int)__float2uint_rz(x);
    wide[i] = (double)x + (double)(long long)(x * 1e6f);
    back[i] = (float)wide[i] + (float)(unsigned)mine[6] + __int_as_float(mine[6]);
}

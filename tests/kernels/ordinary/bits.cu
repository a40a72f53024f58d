// Counting, finding, turning and picking bits and bytes.
__global__ void bits(const unsigned* in, unsigned* out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned x = in[i], y = in[(i + 1) % n];
    unsigned* mine = out + 8 * i;
    mine[0] = __popc(x) + 100 * __popcll((unsigned long long)x << 32 | y);
    mine[1] = __clz(x) + 100 * __ffs(y);
    mine[2] = __brev(x);
    mine[3] = __byte_perm(x, y, 0x5140);
    mine[4] = __funnelshift_l(x, y, x & 31);
    mine[5] = __umulhi(x, y);
    mine[6] = (x & ~y) | (~x & y & 0xff00ff00u);
    mine[7] = (x >> (y % 32)) + ((int)x >> (y % 32));
}

// Encrypts pairs of words with TEA and a key in constant memory.
__constant__ unsigned key[4] = {0x01234567, 0x89abcdef, 0xfedcba98, 0x76543210};

__global__ void cipher(uint2* words, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned a = words[i].x, b = words[i].y, sum = 0;
    for (int round = 0; round < 32; ++round) {
        sum += 0x9e3779b9u;
        a += ((b << 4) + key[0]) ^ (b + sum) ^ ((b >> 5) + key[1]);
        b += ((a << 4) + key[2]) ^ (a + sum) ^ ((a >> 5) + key[3]);
    }
    words[i] = make_uint2(a, b);
}

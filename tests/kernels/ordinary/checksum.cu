// The CRC-32 of every line of bytes, with a table that the kernel's block makes first.
__global__ void checksum(const unsigned char* lines, int length, unsigned* sums, int n)
{
    __shared__ unsigned table[256];
    for (unsigned value = threadIdx.x; value < 256; value += blockDim.x) {
        unsigned rest = value;
        for (int bit = 0; bit < 8; ++bit)
            rest = rest & 1 ? rest >> 1 ^ 0xedb88320u : rest >> 1;
        table[value] = rest;
    }
    __syncthreads();                // the table is complete
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned sum = ~0u;
    for (int k = 0; k < length; ++k)
        sum = table[(sum ^ lines[i * length + k]) & 255] ^ sum >> 8;
    sums[i] = ~sum;
}

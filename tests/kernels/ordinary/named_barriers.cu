// The two halves of a block add up numbers of their own, each half with a barrier of its own.
__global__ void named_barriers(const int* numbers, int* sums)
{
    __shared__ int part[128];
    int t = threadIdx.x, half = t / 64, place = t % 64;
    part[t] = numbers[blockIdx.x * 128 + t];
    for (int d = 32; d > 0; d /= 2) {
        // This half's sums are in place.
        asm volatile("bar.sync %0, 64;" :: "r"(1 + half) : "memory");
        if (place < d)
            part[t] += part[t + d];
    }
    if (place == 0)
        sums[2 * blockIdx.x + half] = part[t];
}

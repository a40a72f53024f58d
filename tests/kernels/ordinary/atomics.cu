// Every atomic operation on one cell each, by all threads.
__global__ void atomics(int* cells, unsigned* unsigned_cells, float* real, unsigned long long*
                        wide, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    atomicAdd(&cells[0], i);
    atomicSub(&cells[1], i);
    atomicMax(&cells[2], i * 7 % 31);
    atomicMin(&cells[3], -(i * 11 % 37));
    atomicAnd(&cells[4], ~(1 << i % 8));
    atomicOr(&cells[5], 1 << i % 16);
    atomicXor(&cells[6], i);
    atomicInc(&unsigned_cells[0], 9);
    atomicDec(&unsigned_cells[1], 6);
    atomicMax(&unsigned_cells[2], 0x80000000u + i);
    atomicAdd(real, 0.5f);
    atomicMax(wide, 1ull << i % 40);
}

// Threads of all warps take turns by a lock, and add to numbers that no atomic guards.
__global__ void spin_lock(int* lock, int* total, int* visits, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    bool done = false;
    while (!done) {
        if (atomicCAS(lock, 0, 1) == 0) {
            __threadfence();        // what the last holder wrote is seen from here on
            *(volatile int*)total = *(volatile int*)total + i;
            *(volatile int*)visits = *(volatile int*)visits + 1;
            __threadfence();        // and what this one wrote, before the lock opens
            atomicExch(lock, 0);
            done = true;
        }
    }
}

// Adds doubles by comparing and swapping their bits until nobody came between.
__global__ void add_by_swap(const double* numbers, double* sum, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned long long* bits = (unsigned long long*)sum;
    unsigned long long seen = *(volatile unsigned long long*)bits, assumed;
    do {
        assumed = seen;
        double more = __longlong_as_double(assumed) + numbers[i];
        seen = atomicCAS(bits, assumed, __double_as_longlong(more));
    } while (seen != assumed);
}

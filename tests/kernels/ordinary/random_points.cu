// Estimates pi: each thread throws points with a generator of its own and counts those in the
// circle.
__global__ void random_points(unsigned seed, int throws, unsigned long long* inside)
{
    unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned state = seed ^ thread * 2654435761u;
    int mine = 0;
    for (int i = 0; i < throws; ++i) {
        state = state * 1664525u + 1013904223u;
        float x = (state >> 8) * (1.0f / 16777216);
        state = state * 1664525u + 1013904223u;
        float y = (state >> 8) * (1.0f / 16777216);
        if (x * x + y * y < 1)
            ++mine;
    }
    for (int d = 16; d > 0; d /= 2)
        mine += __shfl_down_sync(~0u, mine, d);
    if (threadIdx.x % 32 == 0)
        atomicAdd(inside, (unsigned long long)mine);
}

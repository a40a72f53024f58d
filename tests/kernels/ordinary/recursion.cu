// A function that calls itself: what the simulator does not run, and says so.
__device__ __noinline__ unsigned ways(unsigned steps)
{
    return steps < 2 ? 1 : ways(steps - 1) + ways(steps - 2);
}

__global__ void recursion(unsigned* counts, int n)
{
    int i = threadIdx.x;
    if (i < n)
        counts[i] = ways(i);
}

// A kernel beside it that does not.
__global__ void no_recursion(unsigned* counts, int n)
{
    int i = threadIdx.x;
    if (i < n)
        counts[i] = i;
}

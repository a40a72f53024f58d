// Running totals within each warp, by shuffles from the lanes to the left.
__global__ void warp_scan(const int* numbers, int* totals, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
    int sum = i < n ? numbers[i] : 0;
    for (int d = 1; d < 32; d *= 2) {
        int left = __shfl_up_sync(~0u, sum, d);
        if (lane >= d)
            sum += left;
    }
    if (i < n)
        totals[i] = sum;
}

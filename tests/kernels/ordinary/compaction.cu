// Keeps the positive numbers. A warp asks once for room for all that its lanes keep.
__global__ void compaction(const float* in, float* kept, int* count, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
    float number = i < n ? in[i] : 0;
    unsigned keepers = __ballot_sync(~0u, number > 0);
    if (number > 0) {
        int leader = __ffs(keepers) - 1, first = 0;
        if (lane == leader)
            first = atomicAdd(count, __popc(keepers));
        first = __shfl_sync(keepers, first, leader);
        kept[first + __popc(keepers & ((1u << lane) - 1))] = number;
    }
}

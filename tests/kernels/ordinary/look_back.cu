// Running totals over all blocks in one launch: each block waits for the total of the block before
// it. flags: 0 until the total of that block stands in totals.
__global__ void look_back(const int* numbers, int* out, volatile int* totals, volatile int* flags,
                          int* tickets, int n)
{
    __shared__ int part[128];
    __shared__ int block, before;
    int t = threadIdx.x;
    if (t == 0)
        block = atomicAdd(tickets, 1);
    __syncthreads();                // blocks are numbered in the order in which they start
    int i = block * blockDim.x + t;
    part[t] = i < n ? numbers[i] : 0;
    __syncthreads();                // every number is in place
    for (int d = 1; d < blockDim.x; d *= 2) {
        int left = t >= d ? part[t - d] : 0;
        __syncthreads();            // everyone has read
        part[t] += left;
        __syncthreads();            // everyone has written
    }
    if (t == blockDim.x - 1) {
        int sum = 0;
        if (block > 0) {
            while (flags[block - 1] == 0) {
            }
            __threadfence();        // the flag is read before the total
            sum = totals[block - 1];
        }
        before = sum;
        totals[block] = sum + part[t];
        __threadfence();            // the total is seen before the flag
        flags[block] = 1;
    }
    __syncthreads();                // what stands before this block is known
    if (i < n)
        out[i] = before + part[t];
}

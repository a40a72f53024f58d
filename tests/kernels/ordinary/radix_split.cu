// Sorts a block's keys by their lowest bits, one at a time: zeros move to the front, ones behind
// them.
__global__ void radix_split(unsigned* keys, int bits)
{
    __shared__ unsigned here[256];
    __shared__ int ones_before[8];
    int t = threadIdx.x, lane = t % 32, warp = t / 32, warps = blockDim.x / 32;
    here[t] = keys[blockIdx.x * blockDim.x + t];
    for (int bit = 0; bit < bits; ++bit) {
        __syncthreads();            // keys stand where the last bit put them
        unsigned key = here[t];
        bool one = key >> bit & 1;
        unsigned ones = __ballot_sync(~0u, one);
        if (lane == 0)
            ones_before[warp] = __popc(ones);
        __syncthreads();            // every warp has counted, and every key is read
        int before = __popc(ones & ((1u << lane) - 1)), all = 0;
        for (int w = 0; w < warps; ++w) {
            if (w < warp)
                before += ones_before[w];
            all += ones_before[w];
        }
        int to = one ? blockDim.x - all + before : t - before;
        here[to] = key;
    }
    __syncthreads();                // the last keys are in place
    keys[blockIdx.x * blockDim.x + t] = here[t];
}

// How long a load takes: a chain of loads, each at the place that the load before brought. One warp
// walks, and all its lanes read the same number. So nothing hides the wait for an answer, and the
// time of the kernel divided by its loads is the latency of one load. The chain lies in shared,
// constant and local memory, and in global memory: near in the L1, then in the L2, then far.

constexpr unsigned kept = 256;  // numbers of a chain in shared, constant or local memory
constexpr unsigned jump = 33;   // from a place to the next, there
constexpr unsigned line = 32;   // numbers in a line of 128 bytes: each load is in another line

__constant__ unsigned constant_chain[kept];

// The chain in global memory, in a kernel of its own: one number in each line is used.
__global__ void link(unsigned* chain, unsigned lines)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < lines)
        chain[i * line] = (i + 1) % lines * line;
}

__global__ void walk_shared(unsigned* ends, int loads)
{
    __shared__ unsigned chain[kept];
    for (unsigned i = threadIdx.x; i < kept; i += blockDim.x)
        chain[i] = (i + jump) % kept;
    __syncthreads();                // the chain is whole
    unsigned at = 0;
    #pragma unroll 1
    for (int load = 0; load < loads; ++load)
        at = chain[at];
    ends[threadIdx.x] = at;
}

__global__ void walk_constant(unsigned* ends, int loads)
{
    unsigned at = 0;
    #pragma unroll 1
    for (int load = 0; load < loads; ++load)
        at = constant_chain[at];
    ends[threadIdx.x] = at;
}

// Each lane has a chain of its own. The same place of all lanes lies in one line.
__global__ void walk_local(unsigned* ends, int loads)
{
    unsigned chain[kept];
    #pragma unroll 1
    for (unsigned i = 0; i < kept; ++i)
        chain[i] = (i + jump) % kept;
    unsigned at = 0;
    #pragma unroll 1
    for (int load = 0; load < loads; ++load)
        at = chain[at];
    ends[threadIdx.x] = at;
}

// An ordinary load: the L1 answers where it still has the line.
__global__ void walk_global(const unsigned* chain, unsigned* ends, int loads)
{
    unsigned at = 0;
    #pragma unroll 1
    for (int load = 0; load < loads; ++load)
        at = chain[at];
    ends[threadIdx.x] = at;
}

// A load that does not ask the L1: the L2 answers, or the memory behind it.
__global__ void walk_past_l1(const unsigned* chain, unsigned* ends, int loads)
{
    unsigned at = 0;
    #pragma unroll 1
    for (int load = 0; load < loads; ++load)
        at = __ldcg(&chain[at]);
    ends[threadIdx.x] = at;
}

// The same chain through a texture object. The texture unit finds the place of a texel, and asks
// the L1.
__global__ void walk_texture(cudaTextureObject_t chain, unsigned* ends, int loads)
{
    unsigned at = 0;
    #pragma unroll 1
    for (int load = 0; load < loads; ++load)
        at = tex1Dfetch<unsigned>(chain, at);
    ends[threadIdx.x] = at;
}

// A small table that every thread reads again and again: where does it lie, and what does a read
// cost? Each thread makes a checksum of the numbers in the order in which it reads them, beginning
// with its own number. First all of them are in its registers; then the compiler does not know the
// index, which sends the array to local memory; then one copy serves a block, in shared memory, and
// one serves all: in constant memory, in global memory, and there by the read-only way.

constexpr int most_numbers = 256;

// Of the checksum FNV-1a, which takes a number at a time.
constexpr unsigned prime = 16777619;

// Which number a lane reads in turn k: with `apart` 0 all read the same, with 1 neighbours.
template <int size>
__device__ int taken(int k, int apart) { return (k + threadIdx.x * apart) % size; }

// Every index is known when it is compiled, so that each number can be a register, which no lane
// has to fetch.
template <int size>
__global__ void sum_registers(const unsigned* __restrict__ table, unsigned* __restrict__ sums,
                              int n, int times)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned own[size], sum = i;
    #pragma unroll
    for (int k = 0; k < size; ++k)
        own[k] = table[k];
    #pragma unroll 1
    for (int time = 0; time < times; ++time)
        #pragma unroll
        for (int k = 0; k < size; ++k)
            sum = (sum ^ own[k]) * prime;
    sums[i] = sum;
}
template __global__ void sum_registers<32>(const unsigned*, unsigned*, int, int);
template __global__ void sum_registers<64>(const unsigned*, unsigned*, int, int);
template __global__ void sum_registers<128>(const unsigned*, unsigned*, int, int);

// The same array, and an index that nobody knows before it runs: registers have no index, so the
// array lies in local memory, which is the thread's own part of the card's memory.
template <int size>
__global__ void sum_local(const unsigned* __restrict__ table, unsigned* __restrict__ sums, int n,
                          int times, int apart)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned own[size], sum = i;
    #pragma unroll
    for (int k = 0; k < size; ++k)
        own[k] = table[k];
    // Not unrolled, so that its turns can be counted, here and below.
    #pragma unroll 1
    for (int time = 0; time < times; ++time)
        #pragma unroll 1
        for (int k = 0; k < size; ++k)
            sum = (sum ^ own[taken<size>(k, apart)]) * prime;
    sums[i] = sum;
}
template __global__ void sum_local<32>(const unsigned*, unsigned*, int, int, int);
template __global__ void sum_local<64>(const unsigned*, unsigned*, int, int, int);
template __global__ void sum_local<128>(const unsigned*, unsigned*, int, int, int);
template __global__ void sum_local<256>(const unsigned*, unsigned*, int, int, int);

// One copy for the block, in its multiprocessor's own memory.
template <int size>
__global__ void sum_shared(const unsigned* __restrict__ table, unsigned* __restrict__ sums, int n,
                           int times, int apart)
{
    __shared__ unsigned kept[size];
    #pragma unroll 1
    for (int k = threadIdx.x; k < size; k += blockDim.x)
        kept[k] = table[k];
    __syncthreads();                    // every number is in place
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned sum = i;
    #pragma unroll 1
    for (int time = 0; time < times; ++time)
        #pragma unroll 1
        for (int k = 0; k < size; ++k)
            sum = (sum ^ kept[taken<size>(k, apart)]) * prime;
    sums[i] = sum;
}
template __global__ void sum_shared<32>(const unsigned*, unsigned*, int, int, int);
template __global__ void sum_shared<64>(const unsigned*, unsigned*, int, int, int);
template __global__ void sum_shared<128>(const unsigned*, unsigned*, int, int, int);
template __global__ void sum_shared<256>(const unsigned*, unsigned*, int, int, int);

// The host puts them here before the launch.
__constant__ unsigned constant_table[most_numbers];

// One copy for all, behind a cache that gives one address at a time to all lanes that want it.
template <int size>
__global__ void sum_constant(unsigned* __restrict__ sums, int n, int times, int apart)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned sum = i;
    #pragma unroll 1
    for (int time = 0; time < times; ++time)
        #pragma unroll 1
        for (int k = 0; k < size; ++k)
            sum = (sum ^ constant_table[taken<size>(k, apart)]) * prime;
    sums[i] = sum;
}
template __global__ void sum_constant<32>(unsigned*, int, int, int);
template __global__ void sum_constant<64>(unsigned*, int, int, int);
template __global__ void sum_constant<128>(unsigned*, int, int, int);
template __global__ void sum_constant<256>(unsigned*, int, int, int);

// One copy for all, in global memory. As far as the compiler knows, somebody may write it.
template <int size>
__global__ void sum_global(const unsigned* table, unsigned* sums, int n, int times, int apart)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned sum = i;
    #pragma unroll 1
    for (int time = 0; time < times; ++time)
        #pragma unroll 1
        for (int k = 0; k < size; ++k)
            sum = (sum ^ table[taken<size>(k, apart)]) * prime;
    sums[i] = sum;
}
template __global__ void sum_global<32>(const unsigned*, unsigned*, int, int, int);
template __global__ void sum_global<64>(const unsigned*, unsigned*, int, int, int);
template __global__ void sum_global<128>(const unsigned*, unsigned*, int, int, int);
template __global__ void sum_global<256>(const unsigned*, unsigned*, int, int, int);

// The same, with the promise that nobody writes it while the kernel runs: the read-only way.
template <int size>
__global__ void sum_read_only(const unsigned* table, unsigned* sums, int n, int times, int apart)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned sum = i;
    #pragma unroll 1
    for (int time = 0; time < times; ++time)
        #pragma unroll 1
        for (int k = 0; k < size; ++k)
            sum = (sum ^ __ldg(&table[taken<size>(k, apart)])) * prime;
    sums[i] = sum;
}
template __global__ void sum_read_only<32>(const unsigned*, unsigned*, int, int, int);
template __global__ void sum_read_only<64>(const unsigned*, unsigned*, int, int, int);
template __global__ void sum_read_only<128>(const unsigned*, unsigned*, int, int, int);
template __global__ void sum_read_only<256>(const unsigned*, unsigned*, int, int, int);

// A small table that every thread reads again and again: where does it lie, and what does a read
// cost? Each thread makes a checksum of the numbers in the order in which it reads them, beginning
// with its own number. First the table is in the thread's registers. Then an index that is known
// only at run time sends the array to local memory. Then one copy serves a block, in shared memory.
// Then one copy serves all: in constant memory, in global memory, then there by the read-only way.
//
// All kernels have one loop. A turn of it is 32 reads, written out, so a read is a load, an
// exclusive or and a multiplication. With registers a read has no load.

constexpr int most_numbers = 256;

// The reads of a turn. They are neighbours from the lane's place on. Their offsets stand in the
// instructions, so only the first needs an index.
constexpr int turn_reads = 32;

// The prime of the checksum FNV-1a, which takes one number at a time.
constexpr unsigned prime = 16777619;

// Where a lane begins: with `apart` 0 all lanes at the same number, with 1 at neighbours. A lane
// that begins after the first reads up to 31 numbers past the last, so each table has 32 more.
template <int size>
__device__ int first_place(int apart) { return threadIdx.x * apart % size; }

// Where the next turn begins. `step` is 32. If it were a constant, a table of 32 would be read from
// the same place in each turn, and the compiler would keep it in registers in all kernels.
template <int size>
__device__ int next_place(int at, int step) { return (at + step) & (size - 1); }

// The compiler knows every index, so each number can be a register.
// A read of a register needs no load.
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
    // The loop is not unrolled, here and below. Only the reads of a turn are written out.
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

// The same array, but its index is known only at run time. Registers have no index, so the array
// lies in local memory, which is the thread's own part of the card's memory.
template <int size>
__global__ void sum_local(const unsigned* __restrict__ table, unsigned* __restrict__ sums, int n,
                          int times, int apart, int step)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned own[size + turn_reads], sum = i;
    #pragma unroll
    for (int k = 0; k < size; ++k)
        own[k] = table[k];
    if (apart > 0)                      // else no lane reads past the last number
        #pragma unroll
        for (int k = size; k < size + turn_reads; ++k)
            own[k] = table[k];
    int at = first_place<size>(apart);
    #pragma unroll 1
    for (int turn = 0; turn < times * size / turn_reads; ++turn) {
        #pragma unroll
        for (int k = 0; k < turn_reads; ++k)
            sum = (sum ^ own[at + k]) * prime;
        at = next_place<size>(at, step);
    }
    sums[i] = sum;
}
template __global__ void sum_local<32>(const unsigned*, unsigned*, int, int, int, int);
template __global__ void sum_local<64>(const unsigned*, unsigned*, int, int, int, int);
template __global__ void sum_local<128>(const unsigned*, unsigned*, int, int, int, int);
template __global__ void sum_local<256>(const unsigned*, unsigned*, int, int, int, int);

// One copy for the block, in its multiprocessor's own memory.
template <int size>
__global__ void sum_shared(const unsigned* __restrict__ table, unsigned* __restrict__ sums, int n,
                           int times, int apart, int step)
{
    __shared__ unsigned kept[size + turn_reads];
    #pragma unroll 1
    for (int k = threadIdx.x; k < size + turn_reads; k += blockDim.x)
        kept[k] = table[k];
    __syncthreads();                    // every number is in place
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned sum = i;
    int at = first_place<size>(apart);
    #pragma unroll 1
    for (int turn = 0; turn < times * size / turn_reads; ++turn) {
        #pragma unroll
        for (int k = 0; k < turn_reads; ++k)
            sum = (sum ^ kept[at + k]) * prime;
        at = next_place<size>(at, step);
    }
    sums[i] = sum;
}
template __global__ void sum_shared<32>(const unsigned*, unsigned*, int, int, int, int);
template __global__ void sum_shared<64>(const unsigned*, unsigned*, int, int, int, int);
template __global__ void sum_shared<128>(const unsigned*, unsigned*, int, int, int, int);
template __global__ void sum_shared<256>(const unsigned*, unsigned*, int, int, int, int);

// The host puts them here before the launch.
__constant__ unsigned constant_table[most_numbers + turn_reads];

// One copy for all, behind a cache that serves one address at a time, to all lanes that read it.
template <int size>
__global__ void sum_constant(unsigned* __restrict__ sums, int n, int times, int apart, int step)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned sum = i;
    int at = first_place<size>(apart);
    #pragma unroll 1
    for (int turn = 0; turn < times * size / turn_reads; ++turn) {
        #pragma unroll
        for (int k = 0; k < turn_reads; ++k)
            sum = (sum ^ constant_table[at + k]) * prime;
        at = next_place<size>(at, step);
    }
    sums[i] = sum;
}
template __global__ void sum_constant<32>(unsigned*, int, int, int, int);
template __global__ void sum_constant<64>(unsigned*, int, int, int, int);
template __global__ void sum_constant<128>(unsigned*, int, int, int, int);
template __global__ void sum_constant<256>(unsigned*, int, int, int, int);

// One copy for all, in global memory. As far as the compiler knows, another thread may write it.
template <int size>
__global__ void sum_global(const unsigned* table, unsigned* sums, int n, int times, int apart,
                           int step)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned sum = i;
    int at = first_place<size>(apart);
    #pragma unroll 1
    for (int turn = 0; turn < times * size / turn_reads; ++turn) {
        #pragma unroll
        for (int k = 0; k < turn_reads; ++k)
            sum = (sum ^ table[at + k]) * prime;
        at = next_place<size>(at, step);
    }
    sums[i] = sum;
}
template __global__ void sum_global<32>(const unsigned*, unsigned*, int, int, int, int);
template __global__ void sum_global<64>(const unsigned*, unsigned*, int, int, int, int);
template __global__ void sum_global<128>(const unsigned*, unsigned*, int, int, int, int);
template __global__ void sum_global<256>(const unsigned*, unsigned*, int, int, int, int);

// The same, with the promise that nothing writes the table while the kernel runs: the read-only
// way. const and __restrict__ promise that for all loads, `__ldg(&table[at + k])` for one load.
template <int size>
__global__ void sum_read_only(const unsigned* __restrict__ table, unsigned* __restrict__ sums,
                              int n, int times, int apart, int step)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned sum = i;
    int at = first_place<size>(apart);
    #pragma unroll 1
    for (int turn = 0; turn < times * size / turn_reads; ++turn) {
        #pragma unroll
        for (int k = 0; k < turn_reads; ++k)
            sum = (sum ^ table[at + k]) * prime;
        at = next_place<size>(at, step);
    }
    sums[i] = sum;
}
template __global__ void sum_read_only<32>(const unsigned*, unsigned*, int, int, int, int);
template __global__ void sum_read_only<64>(const unsigned*, unsigned*, int, int, int, int);
template __global__ void sum_read_only<128>(const unsigned*, unsigned*, int, int, int, int);
template __global__ void sum_read_only<256>(const unsigned*, unsigned*, int, int, int, int);

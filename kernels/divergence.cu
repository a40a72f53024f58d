// Branches of a warp: a thread takes one of up to 32 ways, and each way has code of its own. First
// the way follows the lane, so a warp runs all ways, one after the other. Then the way follows the
// warp, and each warp runs one. Then the ways differ in numbers alone, and one code serves all.
// Last an `if` is so short that the compiler selects one of two results, and no lane branches.

constexpr int written_out = 8;  // steps of a round

// The numbers of a way. Multiplying by an odd number loses nothing.
__device__ unsigned mark_of(unsigned way) { return way + 1; }
__device__ unsigned factor_of(unsigned way) { return 16777619u + 2 * way; }

// The code of one way, with its numbers in the instructions. A round reads a number that is the
// same for all threads, and takes eight steps. Each step needs the one before.
#define WAY(way)                                           \
    case way:                                              \
        _Pragma("unroll 1")                                \
        for (int round = 0; round < rounds; ++round) {     \
            x += of_round[round];                     \
            _Pragma("unroll")                              \
            for (int step = 0; step < written_out; ++step) \
                x = (x ^ mark_of(way)) * factor_of(way);   \
        }                                                  \
        break;

// `alike` neighbouring threads take the same way. With 1 the lanes of a warp take different ways,
// and the warp runs each of them with the other lanes off. With 32 all its lanes take one way.
template <int alike>
__global__ void take_ways(const unsigned* numbers, const unsigned* __restrict__ of_round,
                          unsigned* results, int n, int ways, int rounds)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned x = numbers[i];
    switch (i / alike % ways) {
        WAY(0)
        WAY(1)
        WAY(2)
        WAY(3)
        WAY(4)
        WAY(5)
        WAY(6)
        WAY(7)
        WAY(8)
        WAY(9)
        WAY(10)
        WAY(11)
        WAY(12)
        WAY(13)
        WAY(14)
        WAY(15)
        WAY(16)
        WAY(17)
        WAY(18)
        WAY(19)
        WAY(20)
        WAY(21)
        WAY(22)
        WAY(23)
        WAY(24)
        WAY(25)
        WAY(26)
        WAY(27)
        WAY(28)
        WAY(29)
        WAY(30)
        WAY(31)
    }
    results[i] = x;
}
template __global__ void take_ways<1>(const unsigned*, const unsigned*, unsigned*, int, int,
                                       int);
template __global__ void take_ways<32>(const unsigned*, const unsigned*, unsigned*, int, int,
                                        int);

// The numbers of a way are values, and all lanes run the same code. No branch is left.
__global__ void way_as_number(const unsigned* numbers, const unsigned* __restrict__ of_round,
                              unsigned* results, int n, int ways, int rounds)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned x = numbers[i];
    unsigned mark = mark_of(i % ways), factor = factor_of(i % ways);
    #pragma unroll 1
    for (int round = 0; round < rounds; ++round) {
        x += of_round[round];
        #pragma unroll
        for (int step = 0; step < written_out; ++step)
            x = (x ^ mark) * factor;
    }
    results[i] = x;
}

// Odd numbers and even ones: every lane computes both results and keeps one of them.
__global__ void short_way(const unsigned* numbers, const unsigned* __restrict__ of_round,
                          unsigned* results, int n, int rounds)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned x = numbers[i];
    #pragma unroll 1
    for (int round = 0; round < rounds; ++round) {
        x += of_round[round];
        #pragma unroll
        for (int step = 0; step < written_out; ++step)
            if (x & 1)
                x = (x ^ x >> 16) * factor_of(0);
            else
                x = x * factor_of(0) + mark_of(0);
    }
    results[i] = x;
}

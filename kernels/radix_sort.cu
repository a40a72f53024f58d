// Sorts whole numbers digit by digit, from the lowest. Each pass keeps the order of the pass before
// among keys with equal digits, so the last pass leaves all keys in order.
// First one warp and one bit a pass: a ballot gives each key its place. Then one block, by running
// totals of the ones. Then digits of several bits, by totals of each digit's count. Then many
// blocks in three kernels a pass: count, scan, scatter. Then each block orders its keys before it
// scatters them. Then eight bits a pass and 16 keys a thread. Last, all digits are counted once,
// and each pass is one kernel whose blocks look back.
// Where a block has fewer keys, ~0u stands for the missing ones, which end after all others.
#include <cuda/atomic>

inline constexpr auto relaxed = cuda::memory_order_relaxed;
extern __shared__ unsigned room[];      // the block's keys

__device__ unsigned lanes_below() { return (1u << threadIdx.x % 32) - 1; }

// Each warp sorts one array of n <= 32 keys. In a pass keys with a 0 come before keys with a 1, and
// both keep their order.
__global__ void sort_warp(const unsigned* __restrict__ keys, unsigned* __restrict__ sorted, int n,
                          int arrays, int key_bits)
{
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    int array = blockIdx.x * (blockDim.x / 32) + warp;
    if (array >= arrays)
        return;
    unsigned* mine = room + 32 * warp;
    unsigned key = lane < n ? keys[array * n + lane] : ~0u;
    // Not unrolled in this and the next kernels, so that the passes can be counted.
    #pragma unroll 1
    for (int bit = 0; bit < key_bits; ++bit) {
        unsigned one = key >> bit & 1;
        unsigned ones = __ballot_sync(~0u, one);
        unsigned place = one ? __popc(~ones) + __popc(ones & lanes_below())
                             : __popc(~ones & lanes_below());
        mine[place] = key;
        __syncwarp();                   // every key of the warp is in its place
        key = mine[lane];
        __syncwarp();                   // every lane has its key before a place is written again
    }
    if (lane < n)
        sorted[array * n + lane] = key;
}

// Running totals within a warp: each lane gets the sum of its number and all before it.
__device__ unsigned warp_scan(unsigned total)
{
    int lane = threadIdx.x % 32;
    for (int d = 1; d < 32; d *= 2) {
        unsigned left = __shfl_up_sync(~0u, total, d);
        if (lane >= d)
            total += left;
    }
    return total;
}

// The same within a block. `all` gets the sum of all its threads.
__device__ unsigned scan_block(unsigned number, unsigned* all)
{
    __shared__ unsigned warp_sums[32];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32, warps = blockDim.x / 32;
    unsigned total = warp_scan(number);
    __syncthreads();                    // sums of an earlier call are read
    if (lane == 31)
        warp_sums[warp] = total;
    __syncthreads();                    // every warp's sum is in place before the first warp reads
    if (warp == 0)
        warp_sums[lane] = warp_scan(lane < warps ? warp_sums[lane] : 0);
    __syncthreads();                    // every warp can read the sum left of it
    *all = warp_sums[warps - 1];
    return warp > 0 ? warp_sums[warp - 1] + total : total;
}

// One block sorts an array, a key a thread and a bit a pass: the running total of ones gives every
// key its place.
__global__ void sort_bits(const unsigned* __restrict__ keys, unsigned* __restrict__ sorted, int n,
                          int key_bits)
{
    int t = threadIdx.x, threads = blockDim.x;
    unsigned key = t < n ? keys[blockIdx.x * n + t] : ~0u;
    #pragma unroll 1
    for (int bit = 0; bit < key_bits; ++bit) {
        unsigned one = key >> bit & 1, all;
        unsigned before = scan_block(one, &all) - one;
        unsigned place = one ? threads - all + before : t - before;
        room[place] = key;
        __syncthreads();                // every key is in its place
        key = room[t];                  // the next scan waits until all have read
    }
    if (t < n)
        sorted[blockIdx.x * n + t] = key;
}

__device__ unsigned digit_of(unsigned key, int shift, int bits)
{
    return key >> shift & ((1u << bits) - 1);
}

// The lanes of the warp with the same digit, by a ballot for each of its bits.
__device__ unsigned alike(unsigned digit, int bits)
{
    unsigned same = ~0u;
    for (int bit = 0; bit < bits; ++bit) {
        unsigned one = digit >> bit & 1;
        unsigned ones = __ballot_sync(~0u, one);
        same &= one ? ones : ~ones;
    }
    return same;
}

// The place of the thread's key in its block, in order of digits of up to 4 bits. `count` is
// ordered by digit, then by warp, and keeps its running totals: where each digit begins.
__device__ unsigned place_in_block(unsigned digit, int bits, unsigned* count)
{
    int t = threadIdx.x, warp = t / 32, warps = blockDim.x / 32;
    unsigned same = alike(digit, bits), rank = __popc(same & lanes_below());
    bool counts = t < warps << bits;    // at most 16 counts a warp: half of its threads
    if (counts)
        count[t] = 0;
    __syncthreads();                    // every count is 0 before a warp stores its own
    if (rank == 0)
        count[digit * warps + warp] = __popc(same);
    __syncthreads();                    // every warp's keys are counted
    unsigned own = counts ? count[t] : 0, all;
    unsigned before = scan_block(own, &all) - own;
    if (counts)
        count[t] = before;
    __syncthreads();                    // every key can read the count before it
    return count[digit * warps + warp] + rank;
}

// As sort_bits, with digits of several bits: `bits` times fewer passes.
__global__ void sort_digits(const unsigned* __restrict__ keys, unsigned* __restrict__ sorted, int n,
                            int key_bits, int bits)
{
    __shared__ unsigned count[512];
    int t = threadIdx.x;
    unsigned key = t < n ? keys[blockIdx.x * n + t] : ~0u;
    #pragma unroll 1
    for (int shift = 0; shift < key_bits; shift += bits) {
        unsigned place = place_in_block(digit_of(key, shift, bits), bits, count);
        room[place] = key;
        __syncthreads();                // every key is in its place
        key = room[t];                  // the next pass has barriers before it writes again
    }
    if (t < n)
        sorted[blockIdx.x * n + t] = key;
}

// First of three kernels of a pass: every block counts its digits. Counts of one digit stand block
// by block.
__global__ void count_digits(const unsigned* __restrict__ keys, unsigned* __restrict__ counts,
                             int n, int shift, int bits)
{
    __shared__ unsigned own[16];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    if (t < 16)
        own[t] = 0;
    __syncthreads();                    // every count is 0 before a key is counted
    if (i < n)
        atomicAdd(&own[digit_of(keys[i], shift, bits)], 1u);
    __syncthreads();                    // every key of the block is counted
    if (t < 1 << bits)
        counts[t * gridDim.x + blockIdx.x] = own[t];
}

// Second of three kernels: a block for each digit. Each count becomes the sum of the counts of the
// blocks before, and `totals` gets the number of keys with the digit.
__global__ void scan_counts(unsigned* __restrict__ counts, unsigned* __restrict__ totals,
                            int blocks)
{
    unsigned* row = counts + blockIdx.x * blocks;
    unsigned before = 0;
    #pragma unroll 1
    for (int first = 0; first < blocks; first += blockDim.x) {
        int i = first + threadIdx.x;
        unsigned own = i < blocks ? row[i] : 0, all;
        unsigned here = scan_block(own, &all) - own;
        if (i < blocks)
            row[i] = before + here;
        before += all;
    }
    if (threadIdx.x == 0)
        totals[blockIdx.x] = before;
}

// How far the keys of each digit move from their places in the block: past all smaller digits, and
// past the same digit in the blocks before.
__device__ void find_ways(unsigned* way, const unsigned* __restrict__ before,
                          const unsigned* __restrict__ totals, int bits, const unsigned* count)
{
    int t = threadIdx.x, warps = blockDim.x / 32;
    if (t < 32) {
        unsigned own = t < 1 << bits ? totals[t] : 0;
        unsigned smaller = warp_scan(own) - own;
        if (t < 1 << bits)
            way[t] = smaller + before[t * gridDim.x + blockIdx.x] - count[t * warps];
    }
    __syncthreads();                    // every digit's way is known
}

// Last of three kernels: every key goes straight to its place.
__global__ void scatter_digits(const unsigned* __restrict__ keys, unsigned* __restrict__ sorted,
                               const unsigned* __restrict__ before,
                               const unsigned* __restrict__ totals, int n, int shift, int bits)
{
    __shared__ unsigned count[512], way[16];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned key = i < n ? keys[i] : ~0u, digit = digit_of(key, shift, bits);
    unsigned place = place_in_block(digit, bits, count);
    find_ways(way, before, totals, bits, count);
    if (i < n)
        sorted[way[digit] + place] = key;
}

// The same, but the block's keys are put in order first. Then neighbouring threads have
// neighbouring keys of a digit, and write to neighbouring places.
__global__ void scatter_in_order(const unsigned* __restrict__ keys, unsigned* __restrict__ sorted,
                                 const unsigned* __restrict__ before,
                                 const unsigned* __restrict__ totals, int n, int shift, int bits)
{
    __shared__ unsigned count[512], way[16];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    unsigned key = i < n ? keys[i] : ~0u;
    room[place_in_block(digit_of(key, shift, bits), bits, count)] = key;
    find_ways(way, before, totals, bits, count);    // its barrier waits for the keys too
    key = room[t];
    if (i < n)
        sorted[way[digit_of(key, shift, bits)] + t] = key;
}

// From here on a thread has 16 keys, and a digit 8 bits.
constexpr int many = 16, digits = 256;
__device__ unsigned byte_of(unsigned key, int shift) { return key >> shift & 255; }

// The place of the thread's first key. A warp's keys are neighbours, 32 in each of 16 loads.
__device__ int first_key(int block)
{
    int warp = block * (blockDim.x / 32) + threadIdx.x / 32;
    return warp * (32 * many) + threadIdx.x % 32;
}

__device__ void load_keys(const unsigned* __restrict__ keys, int n, int i, unsigned* own)
{
    #pragma unroll
    for (int k = 0; k < many; ++k)
        own[k] = i + 32 * k < n ? keys[i + 32 * k] : ~0u;
}

// First of three kernels with 16 keys a thread.
__global__ void count_eight(const unsigned* __restrict__ keys, unsigned* __restrict__ counts, int n,
                            int shift)
{
    __shared__ unsigned count[digits];
    unsigned own[many];
    int i = first_key(blockIdx.x);
    load_keys(keys, n, i, own);
    #pragma unroll 1
    for (int digit = threadIdx.x; digit < digits; digit += blockDim.x)
        count[digit] = 0;
    __syncthreads();                    // every count is 0 before a key is counted
    #pragma unroll
    for (int k = 0; k < many; ++k)
        if (i + 32 * k < n)
            atomicAdd(&count[byte_of(own[k], shift)], 1u);
    __syncthreads();                    // every key of the block is counted
    #pragma unroll 1
    for (int digit = threadIdx.x; digit < digits; digit += blockDim.x)
        counts[digit * gridDim.x + blockIdx.x] = count[digit];
}

// The warp counts its keys by digit, 32 at a time. place: how many keys before it have its digit.
template <bool Match>
__device__ void place_in_warp(const unsigned* own, int shift, unsigned* count, unsigned* place)
{
    for (int digit = threadIdx.x % 32; digit < digits; digit += 32)
        count[digit] = 0;
    __syncwarp();                       // every count is 0 before a key is counted
    #pragma unroll
    for (int k = 0; k < many; ++k) {
        unsigned digit = byte_of(own[k], shift);
        unsigned same = Match ? __match_any_sync(~0u, digit) : alike(digit, 8);
        unsigned before = count[digit], rank = __popc(same & lanes_below());
        __syncwarp();                   // all lanes have read before one lane counts
        if (rank == 0)
            count[digit] = before + __popc(same);
        __syncwarp();                   // these keys are counted before the next 32
        place[k] = before + rank;
    }
}

// Each warp's count becomes the sum of the warps before it. Returns the digit's sum in the block.
__device__ unsigned add_up_warps(unsigned digit)
{
    unsigned sum = 0;
    #pragma unroll 4
    for (int warp = 0; warp < blockDim.x / 32; ++warp) {
        unsigned own = room[warp * digits + digit];
        room[warp * digits + digit] = sum;
        sum += own;
    }
    return sum;
}

// For each digit, from its count in the block: where it begins in the block, and how far from there
// it begins among all keys.
__device__ void find_begins(const unsigned* count, const unsigned* __restrict__ totals,
                            unsigned* begin, unsigned* way)
{
    unsigned here = 0, in_all = 0;      // of the digits before
    #pragma unroll 1
    for (int first = 0; first < digits; first += blockDim.x) {
        int digit = first + threadIdx.x;
        unsigned own = digit < digits ? count[digit] : 0, own_all;
        unsigned total = digit < digits ? totals[digit] : 0, total_all;
        unsigned starts = here + scan_block(own, &own_all) - own;
        unsigned starts_in_all = in_all + scan_block(total, &total_all) - total;
        if (digit < digits) {
            begin[digit] = starts;
            way[digit] = starts_in_all - starts;
        }
        here += own_all;
        in_all += total_all;
    }
}

// Puts the block's keys in order: then all keys of a digit are side by side.
__device__ void put_in_order(const unsigned* own, unsigned* place, const unsigned* begin, int shift)
{
    unsigned* count = room + threadIdx.x / 32 * digits;
    __syncthreads();                    // every digit's begin and way are known
    #pragma unroll
    for (int k = 0; k < many; ++k) {
        unsigned digit = byte_of(own[k], shift);
        place[k] += begin[digit] + count[digit];
    }
    __syncthreads();                    // all counts are read: keys may overwrite them
    #pragma unroll
    for (int k = 0; k < many; ++k)
        room[place[k]] = own[k];
    __syncthreads();                    // the block's keys are in order
}

// Last of three kernels with 16 keys a thread.
template <bool Match>
__global__ void scatter_eight(const unsigned* __restrict__ keys, unsigned* __restrict__ sorted,
                              const unsigned* __restrict__ before,
                              const unsigned* __restrict__ totals, int n, int shift)
{
    __shared__ unsigned count[digits], begin[digits], way[digits];
    unsigned own[many], place[many];
    load_keys(keys, n, first_key(blockIdx.x), own);
    place_in_warp<Match>(own, shift, room + threadIdx.x / 32 * digits, place);
    __syncthreads();                    // every warp has counted its keys
    // A thread has the same digits in all loops that follow.
    #pragma unroll 1
    for (int digit = threadIdx.x; digit < digits; digit += blockDim.x)
        count[digit] = add_up_warps(digit);
    find_begins(count, totals, begin, way);
    #pragma unroll 1
    for (int digit = threadIdx.x; digit < digits; digit += blockDim.x)
        way[digit] += before[digit * gridDim.x + blockIdx.x];
    int left = n - int(blockIdx.x * blockDim.x) * many;
    put_in_order(own, place, begin, shift);
    #pragma unroll
    for (int k = 0; k < many; ++k) {
        int i = k * blockDim.x + threadIdx.x;
        unsigned key = room[i];
        if (i < left)
            sorted[way[byte_of(key, shift)] + i] = key;
    }
}

// Before all passes: counts the digits of all passes at once. No pass changes these counts.
__global__ void count_all(const unsigned* __restrict__ keys, unsigned* totals, int n, int passes)
{
    __shared__ unsigned count[4 * digits];
    #pragma unroll 1
    for (int k = threadIdx.x; k < passes * digits; k += blockDim.x)
        count[k] = 0;
    __syncthreads();                    // every count is 0 before a key is counted
    #pragma unroll 1
    for (int i = first_key(blockIdx.x); i < n; i += gridDim.x * blockDim.x * many) {
        unsigned own[many];
        load_keys(keys, n, i, own);
        #pragma unroll 1
        for (int pass = 0; pass < passes; ++pass)
            #pragma unroll
            for (int k = 0; k < many; ++k)
                if (i + 32 * k < n)
                    atomicAdd(&count[pass * digits + byte_of(own[k], 8 * pass)], 1u);
    }
    __syncthreads();                    // every key of the block is counted
    #pragma unroll 1
    for (int k = threadIdx.x; k < passes * digits; k += blockDim.x)
        if (count[k] > 0)
            atomicAdd(&totals[k], count[k]);
}

// What a block has published of one digit: a count of up to 30 bits, and a Said above it.
enum Said : unsigned { nothing_yet, its_own, all_so_far };
using Word = unsigned;
using Atomic = cuda::atomic_ref<Word, cuda::thread_scope_device>;

__device__ void say(Word* words, int block, int digit, Said what, unsigned count)
{
    Atomic(words[block * digits + digit]).store(what << 30 | count, relaxed);
}

// How many keys of the blocks before have this digit: adds counts back to a block with all_so_far.
__device__ unsigned look_back(Word* words, int block, int digit)
{
    unsigned before = 0, what = nothing_yet;
    while (block > 0 && what != all_so_far) {
        Word word = Atomic(words[(block - 1) * digits + digit]).load(relaxed);
        what = word >> 30;
        if (what != nothing_yet) {
            before += word & ((1u << 30) - 1);
            --block;
        }
    }
    return before;
}

// A pass in one kernel: each block publishes its count of each digit, and reads those before it.
template <bool Match>
__global__ void sweep(const unsigned* __restrict__ keys, unsigned* __restrict__ sorted,
                      const unsigned* __restrict__ totals, int* tickets, Word* words, int n,
                      int pass)
{
    __shared__ unsigned count[digits], begin[digits], way[digits];
    __shared__ int block;
    unsigned own[many], place[many];
    // The first block to start takes the first keys: every block that is read has started.
    if (threadIdx.x == 0)
        block = atomicAdd(&tickets[pass], 1);
    __syncthreads();                    // all threads know which keys are theirs
    int shift = 8 * pass;
    load_keys(keys, n, first_key(block), own);
    place_in_warp<Match>(own, shift, room + threadIdx.x / 32 * digits, place);
    __syncthreads();                    // every warp has counted its keys
    // A thread has the same digits in all loops that follow.
    #pragma unroll 1
    for (int digit = threadIdx.x; digit < digits; digit += blockDim.x) {
        count[digit] = add_up_warps(digit);
        say(words, block, digit, its_own, count[digit]);
    }
    find_begins(count, totals + pass * digits, begin, way);
    #pragma unroll 1
    for (int digit = threadIdx.x; digit < digits; digit += blockDim.x) {
        unsigned before = look_back(words, block, digit);
        say(words, block, digit, all_so_far, before + count[digit]);
        way[digit] += before;
    }
    int left = n - block * int(blockDim.x) * many;
    put_in_order(own, place, begin, shift);
    #pragma unroll
    for (int k = 0; k < many; ++k) {
        int i = k * blockDim.x + threadIdx.x;
        unsigned key = room[i];
        if (i < left)
            sorted[way[byte_of(key, shift)] + i] = key;
    }
}

template __global__ void scatter_eight<false>(const unsigned*, unsigned*, const unsigned*, const unsigned*, int, int);
template __global__ void scatter_eight<true>(const unsigned*, unsigned*, const unsigned*, const unsigned*, int, int);
template __global__ void sweep<false>(const unsigned*, unsigned*, const unsigned*, int*, Word*, int, int);
template __global__ void sweep<true>(const unsigned*, unsigned*, const unsigned*, int*, Word*, int, int);

// Bug hunt: thirteen programs with one bug each, and below each broken kernel its cure. All are
// bugs that were seen in notes and exercises of courses. All compile without a warning, and many
// give the right answer in one order or on one machine.
// The bugs: one element past the end, a running sum that is read while it grows, a neighbour's slot
// that is overwritten, a scatter over keys that are not read yet, a return before a barrier, a
// barrier in an if, memory that was never zeroed, a slot of two blocks, a tile without a barrier, a
// shuffle from a lane that has left, a product that is too large for an int. The last two are in
// the host code: results that are copied before they are there, and a launch that does not fit.

// The sum of the block's numbers up to the thread's own, included, by doubling distances. `part`
// has room for a number of each thread.
__device__ int sum_up_to(int* part, int own)
{
    int t = threadIdx.x, threads = blockDim.x;
    part[t] = own;
    __syncthreads();                // every number is in place
    #pragma unroll 1
    for (int d = 1; d < threads; d *= 2) {
        int left = t >= d ? part[t - d] : 0;
        __syncthreads();            // every sum is read before it grows
        part[t] += left;
        __syncthreads();            // every sum has grown before it is read
    }
    return part[t];
}

// ---- 1. Each number gets the sum of all numbers before it: its left neighbour's sum, moved on by
// one place. The last sum moves past the end.
__global__ void shift_broken(const int* __restrict__ numbers, int* __restrict__ sums, int n)
{
    __shared__ int part[1024];
    int t = threadIdx.x;
    int sum = sum_up_to(part, t < n ? numbers[t] : 0);
    if (t == 0)
        sums[0] = 0;
    if (t < n)
        sums[t + 1] = sum;
}

__global__ void shift_cured(const int* __restrict__ numbers, int* __restrict__ sums, int n)
{
    __shared__ int part[1024];
    int t = threadIdx.x;
    int sum = sum_up_to(part, t < n ? numbers[t] : 0);
    if (t == 0)
        sums[0] = 0;
    if (t + 1 < n)                  // the sum of all has no place here
        sums[t + 1] = sum;
}

// ---- 2. One block goes through all numbers. One variable holds the sum so far: all threads read
// it, and the last thread adds to it.
__global__ void running_broken(const int* __restrict__ numbers, int* __restrict__ sums, int n)
{
    __shared__ int part[1024];
    __shared__ int before;
    int t = threadIdx.x, threads = blockDim.x;
    if (t == 0)
        before = 0;
    #pragma unroll 1
    for (int first = 0; first < n; first += threads) {
        int i = first + t;
        int sum = sum_up_to(part, i < n ? numbers[i] : 0);
        if (i < n)
            sums[i] = before + sum;
        if (t == threads - 1)
            before += sum;
        __syncthreads();            // it has grown before it is read again
    }
}

__global__ void running_cured(const int* __restrict__ numbers, int* __restrict__ sums, int n)
{
    __shared__ int part[1024];
    __shared__ int before;
    int t = threadIdx.x, threads = blockDim.x;
    if (t == 0)
        before = 0;
    #pragma unroll 1
    for (int first = 0; first < n; first += threads) {
        int i = first + t;
        int sum = sum_up_to(part, i < n ? numbers[i] : 0);
        if (i < n)
            sums[i] = before + sum;
        __syncthreads();            // all have read it before it grows
        if (t == threads - 1)
            before += sum;
        __syncthreads();            // it has grown before it is read again
    }
}

// ---- 3. v[i] = s[i] v[i - 1] + u[i] by doubling distances: each thread joins its pair with the
// pair d places before, which changes in the same round.
__global__ void recurrence_broken(const int* __restrict__ s, const int* __restrict__ u,
                                  int* __restrict__ v, int n)
{
    __shared__ int factor[1024], term[1024];
    int t = threadIdx.x, threads = blockDim.x;
    factor[t] = t < n ? s[t] : 1;
    term[t] = t < n ? u[t] : 0;
    __syncthreads();                // every pair is in place
    #pragma unroll 1
    for (int d = 1; d < threads; d *= 2) {
        if (t >= d) {
            term[t] += factor[t] * term[t - d];
            factor[t] *= factor[t - d];
        }
        __syncthreads();            // every pair of this round is in place
    }
    if (t < n)
        v[t] = term[t];
}

__global__ void recurrence_cured(const int* __restrict__ s, const int* __restrict__ u,
                                 int* __restrict__ v, int n)
{
    __shared__ int factor[1024], term[1024];
    int t = threadIdx.x, threads = blockDim.x;
    factor[t] = t < n ? s[t] : 1;
    term[t] = t < n ? u[t] : 0;
    __syncthreads();                // every pair is in place
    #pragma unroll 1
    for (int d = 1; d < threads; d *= 2) {
        int left_factor = t >= d ? factor[t - d] : 1;
        int left_term = t >= d ? term[t - d] : 0;
        __syncthreads();            // every pair is read before it changes
        term[t] += factor[t] * left_term;
        factor[t] *= left_factor;
        __syncthreads();            // every pair of this round is in place
    }
    if (t < n)
        v[t] = term[t];
}

// ---- 4. Even keys first, then odd keys, both in the order in which they stood. Each key is
// written to its place, where another key stands.
__global__ void scatter_broken(int* keys, int n)
{
    __shared__ int part[1024];
    int t = threadIdx.x;
    int odd = t < n ? keys[t] % 2 : 0;
    int odds = sum_up_to(part, odd);
    int evens = n - part[blockDim.x - 1];
    int place = odd ? evens + odds - 1 : t - odds;
    if (t < n)
        keys[place] = keys[t];
}

__global__ void scatter_cured(const int* __restrict__ keys, int* __restrict__ sorted, int n)
{
    __shared__ int part[1024];
    int t = threadIdx.x;
    int odd = t < n ? keys[t] % 2 : 0;
    int odds = sum_up_to(part, odd);
    int evens = n - part[blockDim.x - 1];
    int place = odd ? evens + odds - 1 : t - odds;
    if (t < n)
        sorted[place] = keys[t];    // no thread reads there
}

// ---- 5. The sum of each number and the one before it in its block. Threads without a number
// return, and the others wait at a barrier.
__global__ void pairs_broken(const int* __restrict__ numbers, int* __restrict__ sums, int n)
{
    __shared__ int part[1024];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    if (i >= n)
        return;
    part[t] = numbers[i];
    __syncthreads();                // every number is in place, if its thread is there
    sums[i] = part[t] + (t > 0 ? part[t - 1] : 0);
}

__global__ void pairs_cured(const int* __restrict__ numbers, int* __restrict__ sums, int n)
{
    __shared__ int part[1024];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    part[t] = i < n ? numbers[i] : 0;
    __syncthreads();                // every thread of the block comes here
    if (i < n)
        sums[i] = part[t] + (t > 0 ? part[t - 1] : 0);
}

// ---- 6. A tree: each round has half as many threads that add. Only they come to the barrier.
__global__ void tree_broken(const int* __restrict__ numbers, int* __restrict__ sums, int n)
{
    __shared__ int part[1024];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    part[t] = i < n ? numbers[i] : 0;
    __syncthreads();                // every number is in place
    #pragma unroll 1
    for (int left = blockDim.x; left > 1;) {
        int half = (left + 1) / 2;
        if (t + half < left) {
            part[t] += part[t + half];
            __syncthreads();
        }
        left = half;
    }
    if (t == 0)
        sums[blockIdx.x] = part[0];
}

__global__ void tree_cured(const int* __restrict__ numbers, int* __restrict__ sums, int n)
{
    __shared__ int part[1024];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    part[t] = i < n ? numbers[i] : 0;
    __syncthreads();                // every number is in place
    #pragma unroll 1
    for (int left = blockDim.x; left > 1;) {
        int half = (left + 1) / 2;
        if (t + half < left)
            part[t] += part[t + half];
        __syncthreads();            // every thread of the block, whether it added or not
        left = half;
    }
    if (t == 0)
        sums[blockIdx.x] = part[0];
}

// ---- 7. Eight sums: each number adds to the sum of its remainder. The host has to set the sums to
// 0 before the launch.
__global__ void add_by_remainder(const int* __restrict__ numbers, int* __restrict__ sums, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(&sums[numbers[i] % 8], numbers[i]);
}

// ---- 8. Few blocks go through all numbers, round by round. Each sum of a round has a slot.
__global__ void slots_broken(const int* __restrict__ numbers, int* __restrict__ slots, int n)
{
    __shared__ int part[1024];
    int t = threadIdx.x, threads = blockDim.x, round = 0;
    #pragma unroll 1
    for (int first = blockIdx.x * threads; first < n; first += gridDim.x * threads) {
        int i = first + t;
        int sum = sum_up_to(part, i < n ? numbers[i] : 0);
        if (t == threads - 1)
            slots[blockIdx.x + round] = sum;
        ++round;
    }
}

__global__ void slots_cured(const int* __restrict__ numbers, int* __restrict__ slots, int n)
{
    __shared__ int part[1024];
    int t = threadIdx.x, threads = blockDim.x, round = 0;
    #pragma unroll 1
    for (int first = blockIdx.x * threads; first < n; first += gridDim.x * threads) {
        int i = first + t;
        int sum = sum_up_to(part, i < n ? numbers[i] : 0);
        if (t == threads - 1)
            slots[round * gridDim.x + blockIdx.x] = sum;  // of this round and this block alone
        ++round;
    }
}

// ---- 9. A row for each block, as wide as it has threads, is reversed: each thread reads what
// another wrote.
__global__ void mirror_broken(const int* __restrict__ numbers, int* __restrict__ mirrored)
{
    __shared__ int row[1024];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    row[t] = numbers[i];
    mirrored[i] = row[blockDim.x - 1 - t];
}

__global__ void mirror_cured(const int* __restrict__ numbers, int* __restrict__ mirrored)
{
    __shared__ int row[1024];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    row[t] = numbers[i];
    __syncthreads();                // the whole row is in place
    mirrored[i] = row[blockDim.x - 1 - t];
}

// ---- 10. A sum for each warp, by shuffles. In the last warp lanes without a number have left.
__global__ void shuffle_broken(const int* __restrict__ numbers, int* __restrict__ sums, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int sum = numbers[i];
    #pragma unroll 1
    for (int d = 16; d > 0; d /= 2)
        sum += __shfl_down_sync(~0u, sum, d);
    if (threadIdx.x % 32 == 0)
        sums[i / 32] = sum;
}

__global__ void shuffle_cured(const int* __restrict__ numbers, int* __restrict__ sums, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int sum = i < n ? numbers[i] : 0;  // a lane without a number stays, and has 0
    #pragma unroll 1
    for (int d = 16; d > 0; d /= 2)
        sum += __shfl_down_sync(~0u, sum, d);
    if (threadIdx.x % 32 == 0 && i < n)
        sums[i / 32] = sum;
}

// ---- 11. All numbers in another order, each once: the step is a prime, and n no multiple of it.
constexpr int step = 15485863;

__global__ void steps_broken(const int* __restrict__ numbers, int* __restrict__ taken, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int place = i * step % n;
    taken[i] = numbers[place];
}

// With size_t the product has 64 bits: an int holds no more than 2 147 483 647.
__global__ void steps_cured(const int* __restrict__ numbers, int* __restrict__ taken, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    size_t place = size_t(i) * step % n;
    taken[i] = numbers[place];
}

// ---- 12 and 13. Each number twice. This kernel is right. The bug is in the host
// code: it copies the results before they are there, or launches a block that is too
// large, and does not check for an error.
__global__ void twice(const int* __restrict__ numbers, int* __restrict__ doubled, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        doubled[i] = 2 * numbers[i];
}

// The price of an option on two shares, by chance. Each thread takes both shares through one
// possible year, and the mean of all payoffs is the price. First the random numbers are made
// beforehand and read, two for each step. The numbers of a step lie side by side, or each thread
// has its own in a row, as on a CPU. Then the time to make them counts too. Then the thread draws
// the same numbers itself, from path and step alone, and reads none. Then it draws them from a
// generator with a state, which another kernel sets up. Last cuRAND makes the numbers: its state is
// set up where it is used, or by another kernel.
#include <curand_kernel.h>

constexpr float rho = .5f;              // the correlation of the second share with the first
constexpr float alone = .8660254038f;   // the second share's own part: the root of 1 - rho^2
constexpr float width = .1f;            // it pays if both shares end this close to their start
constexpr float discounted = .951229425f;   // 1 a year later is worth exp(-.05) now

// Both shares, which begin at 1.
struct Shares {
    float first = 1, second = 1;

    // One step in time: a certain growth, and the effect of two normal numbers.
    __device__ void step(float z1, float z2, float growth, float spread)
    {
        first *= growth + spread * z1;
        second *= growth + spread * (rho * z1 + alone * z2);
    }
    __device__ float payoff() const
    {
        bool both = fabsf(first - 1) < width && fabsf(second - 1) < width;
        return both ? discounted : 0;
    }
};

// Philox-4x32-10 (Salmon, Moraes, Dror, Shaw, SC 2011): ten rounds of multiplying and mixing make
// four random words from path and call. There is no state: equal arguments give equal words.
__device__ uint4 random_words(unsigned path, unsigned call, unsigned seed)
{
    unsigned key = seed, other_key = 0;
    uint4 c = {path, call, 0, 0};
    #pragma unroll
    for (int round = 0; round < 10; ++round) {
        unsigned left = 0xD2511F53, right = 0xCD9E8D57;
        c = {__umulhi(right, c.z) ^ c.y ^ key, right * c.z,
             __umulhi(left, c.x) ^ c.w ^ other_key, left * c.x};
        key += 0x9E3779B9;
        other_key += 0xBB67AE85;
    }
    return c;
}

// A float from 1 to below 2, in steps of 2^-23: the word's upper 23 bits become the mantissa.
__device__ float from_one_to_two(unsigned word)
{
    return __uint_as_float(0x3F800000 | word >> 9);
}

// Two normal numbers from two random words (Box, Muller, 1958), by functions of the hardware.
__device__ float2 normal_pair(unsigned a, unsigned b)
{
    float chance = 2 - from_one_to_two(a);                          // above 0, up to 1
    float angle = 6.2831853f * from_one_to_two(b) - 9.4247780f;     // from -pi to pi
    // Near 0 the error of __logf may exceed the logarithm, so a negative result becomes 0.
    float radius = sqrtf(fmaxf(-2 * __logf(chance), 0));
    return {radius * __cosf(angle), radius * __sinf(angle)};
}

// Neighbouring lanes read neighbouring numbers: those of one step of all paths lie side by side.
__global__ void option_coalesced(const float* __restrict__ numbers, float* first, float* second,
                                 float* payoffs, int paths, int steps, float growth, float spread)
{
    int path = blockIdx.x * blockDim.x + threadIdx.x;
    if (path >= paths)
        return;
    Shares shares;
    // The loads of four steps are in flight at a time.
    #pragma unroll 4
    for (int k = 0; k < 2 * steps; k += 2)
        shares.step(numbers[k * paths + path], numbers[(k + 1) * paths + path], growth, spread);
    first[path] = shares.first;
    second[path] = shares.second;
    payoffs[path] = shares.payoff();
}

// Each thread has its own numbers in a row, and neighbouring lanes read far from each other.
__global__ void option_strided(const float* __restrict__ numbers, float* first, float* second,
                               float* payoffs, int paths, int steps, float growth, float spread)
{
    int path = blockIdx.x * blockDim.x + threadIdx.x;
    if (path >= paths)
        return;
    Shares shares;
    int row = 2 * steps * path;
    // The loads of four steps are in flight at a time.
    #pragma unroll 4
    for (int k = 0; k < 2 * steps; k += 2)
        shares.step(numbers[row + k], numbers[row + k + 1], growth, spread);
    first[path] = shares.first;
    second[path] = shares.second;
    payoffs[path] = shares.payoff();
}

// Writes the numbers for the two kernels above. A thread's four words are enough for two steps.
template <bool in_rows>
__global__ void make_numbers(float* numbers, int paths, int steps, unsigned seed)
{
    int path = blockIdx.x * blockDim.x + threadIdx.x;
    if (path >= paths)
        return;
    int start = in_rows ? 2 * steps * path : path;
    int apart = in_rows ? 1 : paths;
    #pragma unroll 1
    for (int step = 0; step < steps; step += 2) {
        uint4 words = random_words(path, step / 2, seed);
        float2 here = normal_pair(words.x, words.y);
        float2 next = normal_pair(words.z, words.w);
        float* to = numbers + start + 2 * step * apart;
        to[0] = here.x;
        to[apart] = here.y;
        if (step + 1 < steps) {
            to[2 * apart] = next.x;
            to[3 * apart] = next.y;
        }
    }
}
template __global__ void make_numbers<false>(float*, int, int, unsigned);
template __global__ void make_numbers<true>(float*, int, int, unsigned);

// Each thread draws the same numbers where it needs them, and reads none.
__global__ void option_drawn(float* first, float* second, float* payoffs, int paths, int steps,
                             float growth, float spread, unsigned seed)
{
    int path = blockIdx.x * blockDim.x + threadIdx.x;
    if (path >= paths)
        return;
    Shares shares;
    #pragma unroll 1
    for (int step = 0; step < steps; step += 2) {
        uint4 words = random_words(path, step / 2, seed);
        float2 here = normal_pair(words.x, words.y);
        float2 next = normal_pair(words.z, words.w);
        shares.step(here.x, here.y, growth, spread);
        if (step + 1 < steps)
            shares.step(next.x, next.y, growth, spread);
    }
    first[path] = shares.first;
    second[path] = shares.second;
    payoffs[path] = shares.payoff();
}

// Xorwow (Marsaglia, 2003): five words that are shifted and mixed, and a sixth that counts on. Each
// number depends on the one before it, so the state has to be kept.
struct Xorwow {
    unsigned v, w, x, y, z, count;

    __device__ unsigned next()
    {
        unsigned t = v ^ v >> 2;
        v = w, w = x, x = y, y = z;
        z = z ^ z << 4 ^ t ^ t << 1;
        count += 362437;
        return z + count;
    }
};

// A random first state for each path. The words of one kind lie side by side.
__global__ void make_states(unsigned* states, int paths, unsigned seed)
{
    int path = blockIdx.x * blockDim.x + threadIdx.x;
    if (path >= paths)
        return;
    uint4 a = random_words(path, 0, seed), b = random_words(path, 1, seed);
    states[path] = a.x;
    states[paths + path] = a.y;
    states[2 * paths + path] = a.z;
    states[3 * paths + path] = a.w;
    states[4 * paths + path] = b.x;
    states[5 * paths + path] = b.y;
}

// Each thread loads its state, draws from it, and stores it for the next launch.
__global__ void option_states(unsigned* states, float* first, float* second, float* payoffs,
                              int paths, int steps, float growth, float spread)
{
    int path = blockIdx.x * blockDim.x + threadIdx.x;
    if (path >= paths)
        return;
    Shares shares;
    unsigned* at = states + path;
    Xorwow random = {at[0], at[paths], at[2 * paths], at[3 * paths], at[4 * paths], at[5 * paths]};
    #pragma unroll 1
    for (int step = 0; step < steps; ++step) {
        unsigned a = random.next(), b = random.next();
        float2 normal = normal_pair(a, b);
        shares.step(normal.x, normal.y, growth, spread);
    }
    at[0] = random.v;
    at[paths] = random.w;
    at[2 * paths] = random.x;
    at[3 * paths] = random.y;
    at[4 * paths] = random.z;
    at[5 * paths] = random.count;
    first[path] = shares.first;
    second[path] = shares.second;
    payoffs[path] = shares.payoff();
}

// The same by cuRAND. Its Philox makes the same rounds from other counters. The path is the
// subsequence, so no two threads draw the same numbers.
__global__ void option_curand(float* first, float* second, float* payoffs, int paths, int steps,
                              float growth, float spread, unsigned seed)
{
    int path = blockIdx.x * blockDim.x + threadIdx.x;
    if (path >= paths)
        return;
    Shares shares;
    curandStatePhilox4_32_10_t random;
    curand_init(seed, path, 0, &random);        // seed, subsequence, offset
    #pragma unroll 1
    for (int step = 0; step < steps; step += 2) {
        float4 normal = curand_normal4(&random);
        shares.step(normal.x, normal.y, growth, spread);
        if (step + 1 < steps)
            shares.step(normal.z, normal.w, growth, spread);
    }
    first[path] = shares.first;
    second[path] = shares.second;
    payoffs[path] = shares.payoff();
}

// The states of all paths, for any number of launches.
__global__ void make_curand_states(curandStatePhilox4_32_10_t* states, int paths, unsigned seed)
{
    int path = blockIdx.x * blockDim.x + threadIdx.x;
    if (path < paths)
        curand_init(seed, path, 0, &states[path]);
}

// Each thread loads its state of 64 bytes, draws from it, and stores it for the next launch.
__global__ void option_curand_states(curandStatePhilox4_32_10_t* states, float* first,
                                     float* second, float* payoffs, int paths, int steps,
                                     float growth, float spread)
{
    int path = blockIdx.x * blockDim.x + threadIdx.x;
    if (path >= paths)
        return;
    Shares shares;
    curandStatePhilox4_32_10_t random = states[path];
    #pragma unroll 1
    for (int step = 0; step < steps; step += 2) {
        float4 normal = curand_normal4(&random);
        shares.step(normal.x, normal.y, growth, spread);
        if (step + 1 < steps)
            shares.step(normal.z, normal.w, growth, spread);
    }
    states[path] = random;
    first[path] = shares.first;
    second[path] = shares.second;
    payoffs[path] = shares.payoff();
}

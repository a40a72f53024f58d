// Sums and prefix sums by shuffles: lanes' registers are the cells of the picture.

__global__ void shuffle_down(const float* input, float* sums)
{
    float mine = input[threadIdx.x];
    for (int reach = 16; reach > 0; reach /= 2)
        mine += __shfl_down_sync(~0u, mine, reach);
    if (threadIdx.x == 0)
        sums[0] = mine;
}

// The loop is not unrolled, because its length is not known.
__global__ void shuffle_rolled(const float* input, float* sums, int width)
{
    float mine = input[threadIdx.x];
    for (int reach = width / 2; reach > 0; reach /= 2)
        mine += __shfl_down_sync(~0u, mine, reach);
    if (threadIdx.x == 0)
        sums[0] = mine;
}

__global__ void shuffle_xor(const float* input, float* sums)
{
    float mine = input[threadIdx.x];
    for (int reach = 16; reach > 0; reach /= 2)
        mine += __shfl_xor_sync(~0u, mine, reach);
    if (threadIdx.x == 0)
        sums[0] = mine;
}

// Values made from the thread index: nothing is loaded.
__global__ void shuffle_tid(float* sums)
{
    float mine = (threadIdx.x + 1) * 0.5f;
    for (int reach = 16; reach > 0; reach /= 2)
        mine += __shfl_xor_sync(~0u, mine, reach);
    sums[threadIdx.x] = mine;
}

__global__ void two_level(const float* input, float* sums)
{
    __shared__ float warp_sums[32];
    int t = threadIdx.x;
    float mine = input[blockIdx.x * blockDim.x + t];
    for (int reach = 16; reach > 0; reach /= 2)
        mine += __shfl_down_sync(~0u, mine, reach);
    if (t % 32 == 0)
        warp_sums[t / 32] = mine;
    __syncthreads();
    if (t < 32) {
        mine = t < blockDim.x / 32 ? warp_sums[t] : 0;
        for (int reach = 16; reach > 0; reach /= 2)
            mine += __shfl_down_sync(~0u, mine, reach);
        if (t == 0)
            sums[blockIdx.x] = mine;
    }
}

__global__ void scan_shuffle(const int* input, int* output)
{
    int t = threadIdx.x, lane = t % 32;
    int mine = input[t];
    for (int reach = 1; reach < 32; reach *= 2) {
        int left = __shfl_up_sync(~0u, mine, reach);
        if (lane >= reach)
            mine += left;
    }
    output[t] = mine;
}

// Parallel cyclic reduction of 32 equations, in double: every value takes two shuffles.
__global__ void pcr_shuffle(const double* below, const double* diagonal, const double* above,
                            double* right)
{
    int t = threadIdx.x;
    double scale = 1.0 / diagonal[t];
    double a = below[t] * scale;
    double c = above[t] * scale;
    double d = right[t] * scale;
    for (int reach = 1; reach < 32; reach *= 2) {
        double a_up = __shfl_up_sync(~0u, a, reach);
        double c_up = __shfl_up_sync(~0u, c, reach);
        double d_up = __shfl_up_sync(~0u, d, reach);
        double a_down = __shfl_down_sync(~0u, a, reach);
        double c_down = __shfl_down_sync(~0u, c, reach);
        double d_down = __shfl_down_sync(~0u, d, reach);
        if (t < reach)
            a_up = c_up = d_up = 0;
        if (t + reach > 31)
            a_down = c_down = d_down = 0;
        double again = 1.0 / (1.0 - a * c_up - c * a_down);
        d = again * (d - a * d_up - c * d_down);
        a = -again * a * a_up;
        c = -again * c * c_down;
    }
    right[t] = d;
}

__global__ void bitonic_warp(unsigned* data)
{
    int t = threadIdx.x;
    unsigned mine = data[t];
    for (int size = 2; size <= 32; size *= 2)
        for (int reach = size / 2; reach > 0; reach /= 2) {
            unsigned other = __shfl_xor_sync(~0u, mine, reach);
            bool low = ((t & size) == 0) == ((t & reach) == 0);
            mine = low ? min(mine, other) : max(mine, other);
        }
    data[t] = mine;
}

// Monte Carlo without a single load: nothing flows but the counts.
__global__ void find_pi(unsigned* hits, int tries)
{
    unsigned state = threadIdx.x * 747796405u + 2891336453u, inside = 0;
    for (int i = 0; i < tries; i++) {
        state = state * 1664525u + 1013904223u;
        float x = (state >> 8) * (1.f / 16777216);
        state = state * 1664525u + 1013904223u;
        float y = (state >> 8) * (1.f / 16777216);
        inside += x * x + y * y < 1;
    }
    for (int reach = 16; reach > 0; reach /= 2)
        inside += __shfl_xor_sync(~0u, inside, reach);
    if (threadIdx.x == 0)
        hits[0] = inside;
}

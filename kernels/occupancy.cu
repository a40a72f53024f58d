// Accounts grow month by month, by interest and a deposit. A month needs the result of the month
// before, so each multiply-add of an account waits for the one before it. Accounts do not depend on
// each other. Two things fill the latency: more warps, or more accounts in each thread (1, 2, 4, 8,
// 32). More accounts take more registers, and leave room for fewer warps. The last kernel has 32
// accounts in as few registers as full occupancy allows.

// A thread computes `at_once` accounts together, through all years. They are far apart in memory,
// so that the lanes of a warp read neighbours. The compiler spills to local memory what does not
// fit in `most` registers a thread.
template <int at_once, int most>
__global__ void __maxnreg__(most) savings(const float* __restrict__ start, float* __restrict__ end,
                                          int n, int years, float growth, float deposit)
{
    int groups = (n + at_once - 1) / at_once;
    int step = gridDim.x * blockDim.x;
    #pragma unroll 1
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < groups; i += step) {
        float money[at_once];
        // Past the end a thread computes the last account again, and does not store it.
        #pragma unroll
        for (int k = 0; k < at_once; ++k)
            money[k] = start[min(i + k * groups, n - 1)];
        // Twelve months are written out, so that the loop itself is a small part of the work.
        #pragma unroll 1
        for (int year = 0; year < years; ++year)
            #pragma unroll
            for (int month = 0; month < 12; ++month)
                #pragma unroll
                for (int k = 0; k < at_once; ++k)
                    money[k] = money[k] * growth + deposit;
        #pragma unroll
        for (int k = 0; k < at_once; ++k)
            if (i + k * groups < n)
                end[i + k * groups] = money[k];
    }
}
template __global__ void savings<1, 255>(const float*, float*, int, int, float, float);
template __global__ void savings<2, 255>(const float*, float*, int, int, float, float);
template __global__ void savings<4, 255>(const float*, float*, int, int, float, float);
template __global__ void savings<8, 255>(const float*, float*, int, int, float, float);
template __global__ void savings<32, 255>(const float*, float*, int, int, float, float);
template __global__ void savings<32, 32>(const float*, float*, int, int, float, float);

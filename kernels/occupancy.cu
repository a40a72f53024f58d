// Accounts that grow month by month, by interest and a deposit. No month of an account can begin
// before the last one is done, so that each multiply-add waits for the one before; accounts wait
// for nobody. There are two ways to have something else to do meanwhile: more warps, or more
// accounts at a time in each thread: one, two, four, eight, thirty-two. Those take more registers,
// and leave room for fewer warps; last the same in no more registers than all warps leave it.

// `at_once` accounts of a thread go through all years together. They stand far apart in memory, so
// that those of a warp's lanes are neighbours. What has no room in `most` registers a thread goes
// to local memory, and comes back.
template <int at_once, int most>
__global__ void __maxnreg__(most) savings(const float* __restrict__ start, float* __restrict__ end,
                                          int n, int years, float growth, float deposit)
{
    int groups = (n + at_once - 1) / at_once;
    int step = gridDim.x * blockDim.x;
    #pragma unroll 1
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < groups; i += step) {
        float money[at_once];
        // Past the end the last account is taken again, and not kept.
        #pragma unroll
        for (int k = 0; k < at_once; ++k)
            money[k] = start[min(i + k * groups, n - 1)];
        // Twelve months stand in a row, so that the loop around them is little of the work.
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

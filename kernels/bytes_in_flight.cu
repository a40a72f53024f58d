// Reading n floats with more and more bytes in flight. Every thread adds its own floats and writes
// one sum, so it mostly waits for loads. First one load a round: no load begins before the last
// one is added. Then 2, 4 and 8 loads a round, which are in flight together. Then one load of 16
// bytes, and four of them.
// A warp has 128, 256, 512 and 1024 bytes in flight at once, then 512 and 2048.

// `loads` floats a round, a whole grid apart.
template <int loads>
__global__ void read_floats(const float* __restrict__ numbers, float* __restrict__ sums, int n)
{
    int first = blockIdx.x * blockDim.x + threadIdx.x;
    int step = gridDim.x * blockDim.x;
    float sum = 0;
    // Not unrolled: a round has as many loads as are written here, and no more.
    #pragma unroll 1
    for (int i = first; i < n; i += loads * step) {
        float value[loads];
        // No branch separates the loads of a round, so all are in flight before the thread waits.
        // Past the end it reads the last float again, and does not add it.
        #pragma unroll
        for (int k = 0; k < loads; ++k)
            value[k] = numbers[min(i + k * step, n - 1)];
        #pragma unroll
        for (int k = 0; k < loads; ++k)
            sum += i + k * step < n ? value[k] : 0;
    }
    sums[first] = sum;
}

// The same with four floats a load: 16 bytes, which begin at a multiple of 16.
template <int loads>
__global__ void read_wide(const float* __restrict__ numbers, float* __restrict__ sums, int n)
{
    const float4* fours = reinterpret_cast<const float4*>(numbers);
    int first = blockIdx.x * blockDim.x + threadIdx.x;
    int step = gridDim.x * blockDim.x;
    int last = n / 4 - 1;
    float sum = 0;
    #pragma unroll 1
    for (int i = first; i <= last; i += loads * step) {
        float4 value[loads];
        #pragma unroll
        for (int k = 0; k < loads; ++k)
            value[k] = fours[min(i + k * step, last)];
        #pragma unroll
        for (int k = 0; k < loads; ++k) {
            float four = value[k].x + value[k].y + value[k].z + value[k].w;
            sum += i + k * step <= last ? four : 0;
        }
    }
    // Where n is no multiple of 4, up to three floats are left.
    #pragma unroll 1
    for (int i = 4 * (last + 1) + first; i < n; i += step)
        sum += numbers[i];
    sums[first] = sum;
}

template __global__ void read_floats<1>(const float*, float*, int);
template __global__ void read_floats<2>(const float*, float*, int);
template __global__ void read_floats<4>(const float*, float*, int);
template __global__ void read_floats<8>(const float*, float*, int);
template __global__ void read_wide<1>(const float*, float*, int);
template __global__ void read_wide<4>(const float*, float*, int);

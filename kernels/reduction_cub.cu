// Adding many numbers with a part of the library CUB that works inside a kernel: cub::BlockReduce.
// CUB comes with the CUDA toolkit. A block's size is an argument of the template, so each size is a
// kernel of its own.
#include <cub/block/block_reduce.cuh>

// The block's threads give their sums to CUB, which adds them: by shuffles in each warp, then
// through shared memory. TempStorage is the shared memory for it. Only thread 0 gets the sum.
template <class Real, int Threads>
__global__ void reduce_block_reduce(const Real* __restrict__ numbers, Real* __restrict__ sums,
                                    int n, int stride, int offset)
{
    using BlockReduce = cub::BlockReduce<Real, Threads>;
    __shared__ typename BlockReduce::TempStorage storage;
    Real sum = 0;
    int step = gridDim.x * Threads;
    for (int i = blockIdx.x * Threads + threadIdx.x; i < n; i += step)
        sum += numbers[i * stride + offset];
    sum = BlockReduce(storage).Sum(sum);
    if (threadIdx.x == 0)
        sums[blockIdx.x] = sum;
}

template __global__ void reduce_block_reduce<float, 32>(const float*, float*, int, int, int);
template __global__ void reduce_block_reduce<float, 64>(const float*, float*, int, int, int);
template __global__ void reduce_block_reduce<float, 100>(const float*, float*, int, int, int);
template __global__ void reduce_block_reduce<float, 128>(const float*, float*, int, int, int);
template __global__ void reduce_block_reduce<float, 192>(const float*, float*, int, int, int);
template __global__ void reduce_block_reduce<float, 256>(const float*, float*, int, int, int);
template __global__ void reduce_block_reduce<float, 512>(const float*, float*, int, int, int);
template __global__ void reduce_block_reduce<float, 1024>(const float*, float*, int, int, int);
template __global__ void reduce_block_reduce<double, 32>(const double*, double*, int, int, int);
template __global__ void reduce_block_reduce<double, 64>(const double*, double*, int, int, int);
template __global__ void reduce_block_reduce<double, 100>(const double*, double*, int, int, int);
template __global__ void reduce_block_reduce<double, 128>(const double*, double*, int, int, int);
template __global__ void reduce_block_reduce<double, 192>(const double*, double*, int, int, int);
template __global__ void reduce_block_reduce<double, 256>(const double*, double*, int, int, int);
template __global__ void reduce_block_reduce<double, 512>(const double*, double*, int, int, int);
template __global__ void reduce_block_reduce<double, 1024>(const double*, double*, int, int, int);

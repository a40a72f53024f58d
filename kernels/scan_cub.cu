// Running totals with a part of the library CUB that works inside a kernel: cub::BlockScan. CUB
// comes with the CUDA toolkit. A block's size is an argument of the template, so each size is a
// kernel of its own. Each block scans an array of n numbers.
#include <cub/block/block_scan.cuh>

// The operation that joins two numbers, and its neutral element.
struct Sum {
    static __device__ float nothing() { return 0; }
    template <class Real> __device__ Real operator()(Real a, Real b) const { return a + b; }
};
struct Max {
    static __device__ float nothing() { return __int_as_float(0xff800000); }  // minus infinity
    template <class Real> __device__ Real operator()(Real a, Real b) const { return max(a, b); }
};

// The block's threads give their numbers to CUB, and each gets its running total. TempStorage is
// the shared memory that CUB needs.
template <class Real, class Op, bool Exclusive, int Threads>
__global__ void scan_block_scan(const Real* __restrict__ numbers, Real* __restrict__ totals,
                                int n, int stride, int offset)
{
    using BlockScan = cub::BlockScan<Real, Threads>;
    __shared__ typename BlockScan::TempStorage storage;
    int t = threadIdx.x;
    int i = blockIdx.x * n + t;
    Real total = t < n ? numbers[i * stride + offset] : Op::nothing();
    if constexpr (Exclusive)
        BlockScan(storage).ExclusiveScan(total, total, Real(Op::nothing()), Op());
    else
        BlockScan(storage).InclusiveScan(total, total, Op());
    if (t < n)
        totals[i] = total;
}

// For floats and doubles, sums and largest numbers, inclusive and exclusive, and each block size.
template __global__ void scan_block_scan<float, Sum, false, 32>(const float*, float*, int, int, int);
template __global__ void scan_block_scan<float, Sum, false, 64>(const float*, float*, int, int, int);
template __global__ void scan_block_scan<float, Sum, false, 128>(const float*, float*, int, int, int);
template __global__ void scan_block_scan<float, Sum, false, 192>(const float*, float*, int, int, int);
template __global__ void scan_block_scan<float, Sum, false, 256>(const float*, float*, int, int, int);
template __global__ void scan_block_scan<float, Sum, false, 512>(const float*, float*, int, int, int);
template __global__ void scan_block_scan<float, Sum, false, 1024>(const float*, float*, int, int, int);
template __global__ void scan_block_scan<float, Sum, true, 32>(const float*, float*, int, int, int);
template __global__ void scan_block_scan<float, Sum, true, 64>(const float*, float*, int, int, int);
template __global__ void scan_block_scan<float, Sum, true, 128>(const float*, float*, int, int, int);
template __global__ void scan_block_scan<float, Sum, true, 192>(const float*, float*, int, int, int);
template __global__ void scan_block_scan<float, Sum, true, 256>(const float*, float*, int, int, int);
template __global__ void scan_block_scan<float, Sum, true, 512>(const float*, float*, int, int, int);
template __global__ void scan_block_scan<float, Sum, true, 1024>(const float*, float*, int, int, int);
template __global__ void scan_block_scan<float, Max, false, 32>(const float*, float*, int, int, int);
template __global__ void scan_block_scan<float, Max, false, 64>(const float*, float*, int, int, int);
template __global__ void scan_block_scan<float, Max, false, 128>(const float*, float*, int, int, int);
template __global__ void scan_block_scan<float, Max, false, 192>(const float*, float*, int, int, int);
template __global__ void scan_block_scan<float, Max, false, 256>(const float*, float*, int, int, int);
template __global__ void scan_block_scan<float, Max, false, 512>(const float*, float*, int, int, int);
template __global__ void scan_block_scan<float, Max, false, 1024>(const float*, float*, int, int, int);
template __global__ void scan_block_scan<float, Max, true, 32>(const float*, float*, int, int, int);
template __global__ void scan_block_scan<float, Max, true, 64>(const float*, float*, int, int, int);
template __global__ void scan_block_scan<float, Max, true, 128>(const float*, float*, int, int, int);
template __global__ void scan_block_scan<float, Max, true, 192>(const float*, float*, int, int, int);
template __global__ void scan_block_scan<float, Max, true, 256>(const float*, float*, int, int, int);
template __global__ void scan_block_scan<float, Max, true, 512>(const float*, float*, int, int, int);
template __global__ void scan_block_scan<float, Max, true, 1024>(const float*, float*, int, int, int);
template __global__ void scan_block_scan<double, Sum, false, 32>(const double*, double*, int, int, int);
template __global__ void scan_block_scan<double, Sum, false, 64>(const double*, double*, int, int, int);
template __global__ void scan_block_scan<double, Sum, false, 128>(const double*, double*, int, int, int);
template __global__ void scan_block_scan<double, Sum, false, 192>(const double*, double*, int, int, int);
template __global__ void scan_block_scan<double, Sum, false, 256>(const double*, double*, int, int, int);
template __global__ void scan_block_scan<double, Sum, false, 512>(const double*, double*, int, int, int);
template __global__ void scan_block_scan<double, Sum, false, 1024>(const double*, double*, int, int, int);
template __global__ void scan_block_scan<double, Sum, true, 32>(const double*, double*, int, int, int);
template __global__ void scan_block_scan<double, Sum, true, 64>(const double*, double*, int, int, int);
template __global__ void scan_block_scan<double, Sum, true, 128>(const double*, double*, int, int, int);
template __global__ void scan_block_scan<double, Sum, true, 192>(const double*, double*, int, int, int);
template __global__ void scan_block_scan<double, Sum, true, 256>(const double*, double*, int, int, int);
template __global__ void scan_block_scan<double, Sum, true, 512>(const double*, double*, int, int, int);
template __global__ void scan_block_scan<double, Sum, true, 1024>(const double*, double*, int, int, int);
template __global__ void scan_block_scan<double, Max, false, 32>(const double*, double*, int, int, int);
template __global__ void scan_block_scan<double, Max, false, 64>(const double*, double*, int, int, int);
template __global__ void scan_block_scan<double, Max, false, 128>(const double*, double*, int, int, int);
template __global__ void scan_block_scan<double, Max, false, 192>(const double*, double*, int, int, int);
template __global__ void scan_block_scan<double, Max, false, 256>(const double*, double*, int, int, int);
template __global__ void scan_block_scan<double, Max, false, 512>(const double*, double*, int, int, int);
template __global__ void scan_block_scan<double, Max, false, 1024>(const double*, double*, int, int, int);
template __global__ void scan_block_scan<double, Max, true, 32>(const double*, double*, int, int, int);
template __global__ void scan_block_scan<double, Max, true, 64>(const double*, double*, int, int, int);
template __global__ void scan_block_scan<double, Max, true, 128>(const double*, double*, int, int, int);
template __global__ void scan_block_scan<double, Max, true, 192>(const double*, double*, int, int, int);
template __global__ void scan_block_scan<double, Max, true, 256>(const double*, double*, int, int, int);
template __global__ void scan_block_scan<double, Max, true, 512>(const double*, double*, int, int, int);
template __global__ void scan_block_scan<double, Max, true, 1024>(const double*, double*, int, int, int);

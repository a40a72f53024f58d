// CUB's way to do the work of a ladder: one function a call, in a module that the program opens
// where there is a GPU (lab/cuda/libraries.h). Each is called twice: without scratch it says how
// many bytes of scratch it needs, with scratch it does the work, on a stream.
#include "built_for.h"

#include <cub/cub.cuh>
#include <cuda/functional>
#include <cuda/std/functional>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/transform_output_iterator.h>

#include <cmath>
#include <cstdint>

namespace call {

// The words of a call: addresses, whole numbers, reals as the bits of a double.
struct Words {
    const std::uint64_t* word;
    template <class T>
    T* array(int i) const { return reinterpret_cast<T*>(word[i]); }
    int whole(int i) const { return static_cast<int>(word[i]); }
    double real(int i) const
    {
        union { std::uint64_t bits; double value; } both{word[i]};
        return both.value;
    }
};

// Where a call does its work.
struct Place {
    void* scratch;
    std::size_t* bytes;
    cudaStream_t stream;
};

const char* said(cudaError_t error)
{
    return error == cudaSuccess ? nullptr : cudaGetErrorString(error);
}

// numbers, sum, n
template <class Real>
const char* sum(Words at, Place place)
{
    return said(cub::DeviceReduce::Sum(place.scratch, *place.bytes, at.array<const Real>(0),
                                       at.array<Real>(1), at.whole(2), place.stream));
}

// numbers, totals, n
template <class Real, class Operation>
const char* inclusive(Words at, Place place)
{
    return said(cub::DeviceScan::InclusiveScan(place.scratch, *place.bytes,
                                               at.array<const Real>(0), at.array<Real>(1),
                                               Operation(), at.whole(2), place.stream));
}

// The first total is `nothing`: 0, or a number below all others.
template <class Real, class Operation>
const char* exclusive(Words at, Place place, Real nothing)
{
    return said(cub::DeviceScan::ExclusiveScan(place.scratch, *place.bytes,
                                               at.array<const Real>(0), at.array<Real>(1),
                                               Operation(), nothing, at.whole(2), place.stream));
}

// CUB has special code for the operations of CUDA's own library.
using Added = cuda::std::plus<>;
using Largest = cuda::maximum<>;

// (a z + b) z + c of a float, in double.
struct Polynomial {
    double a, b, c;
    __device__ double operator()(float z) const { return (a * z + b) * z + c; }
};

// The product at a place of two arrays.
template <class Real>
struct Product {
    const Real *a, *b;
    __device__ Real operator()(int i) const { return a[i] * b[i]; }
};

// a, b, sum, n
template <class Real>
const char* dot(Words at, Place place)
{
    const Product<Real> product{at.array<const Real>(0), at.array<const Real>(1)};
    return said(cub::DeviceReduce::TransformReduce(
        place.scratch, *place.bytes, thrust::counting_iterator<int>(0), at.array<Real>(2),
        at.whole(3), Added(), product, Real(0), place.stream));
}

// v -> s v + u, and one such step after another.
template <class Real>
struct Step {
    Real s, u;
};
template <class Real>
struct StepAt {
    const Real *s, *u;
    __device__ Step<Real> operator()(int i) const { return {s[i], u[i]}; }
};
template <class Real>
struct Joined {
    __device__ Step<Real> operator()(Step<Real> first, Step<Real> then) const
    {
        return {then.s * first.s, then.s * first.u + then.u};
    }
};
template <class Real>
struct Value {
    __device__ Real operator()(Step<Real> step) const { return step.u; }
};

// s, u, v, n
template <class Real>
const char* recurrence(Words at, Place place)
{
    const auto steps = thrust::make_transform_iterator(
        thrust::counting_iterator<int>(0),
        StepAt<Real>{at.array<const Real>(0), at.array<const Real>(1)});
    const auto values = thrust::make_transform_output_iterator(at.array<Real>(2), Value<Real>());
    return said(cub::DeviceScan::InclusiveScan(place.scratch, *place.bytes, steps, values,
                                               Joined<Real>(), at.whole(3), place.stream));
}

}  // namespace call

using namespace call;

extern "C" {

const char* cub_sum_f32(Words at, void* scratch, std::size_t* bytes, cudaStream_t stream)
{
    return sum<float>(at, {scratch, bytes, stream});
}
const char* cub_sum_f64(Words at, void* scratch, std::size_t* bytes, cudaStream_t stream)
{
    return sum<double>(at, {scratch, bytes, stream});
}

const char* cub_inclusive_sum_f32(Words at, void* scratch, std::size_t* bytes, cudaStream_t stream)
{
    return inclusive<float, Added>(at, {scratch, bytes, stream});
}
const char* cub_inclusive_sum_f64(Words at, void* scratch, std::size_t* bytes, cudaStream_t stream)
{
    return inclusive<double, Added>(at, {scratch, bytes, stream});
}
const char* cub_inclusive_max_f32(Words at, void* scratch, std::size_t* bytes, cudaStream_t stream)
{
    return inclusive<float, Largest>(at, {scratch, bytes, stream});
}
const char* cub_inclusive_max_f64(Words at, void* scratch, std::size_t* bytes, cudaStream_t stream)
{
    return inclusive<double, Largest>(at, {scratch, bytes, stream});
}
const char* cub_exclusive_sum_f32(Words at, void* scratch, std::size_t* bytes, cudaStream_t stream)
{
    return exclusive<float, Added>(at, {scratch, bytes, stream}, 0);
}
const char* cub_exclusive_sum_f64(Words at, void* scratch, std::size_t* bytes, cudaStream_t stream)
{
    return exclusive<double, Added>(at, {scratch, bytes, stream}, 0);
}
const char* cub_exclusive_max_f32(Words at, void* scratch, std::size_t* bytes, cudaStream_t stream)
{
    return exclusive<float, Largest>(at, {scratch, bytes, stream}, -INFINITY);
}
const char* cub_exclusive_max_f64(Words at, void* scratch, std::size_t* bytes, cudaStream_t stream)
{
    return exclusive<double, Largest>(at, {scratch, bytes, stream}, -INFINITY);
}

// numbers from 0 to bins - 1, bins, n, how many bins
const char* cub_histogram_u32(Words at, void* scratch, std::size_t* bytes, cudaStream_t stream)
{
    return said(cub::DeviceHistogram::HistogramEven(
        scratch, *bytes, at.array<const unsigned>(0), at.array<unsigned>(1), at.whole(3) + 1, 0,
        at.whole(3), at.whole(2), stream));
}

// numbers, sum, n, a, b, c
const char* cub_average_f32(Words at, void* scratch, std::size_t* bytes, cudaStream_t stream)
{
    const Polynomial polynomial{at.real(3), at.real(4), at.real(5)};
    return said(cub::DeviceReduce::TransformReduce(
        scratch, *bytes, at.array<const float>(0), at.array<double>(1), at.whole(2),
        Added(), polynomial, 0.0, stream));
}

const char* cub_dot_f32(Words at, void* scratch, std::size_t* bytes, cudaStream_t stream)
{
    return dot<float>(at, {scratch, bytes, stream});
}
const char* cub_dot_f64(Words at, void* scratch, std::size_t* bytes, cudaStream_t stream)
{
    return dot<double>(at, {scratch, bytes, stream});
}

const char* cub_recurrence_f32(Words at, void* scratch, std::size_t* bytes, cudaStream_t stream)
{
    return recurrence<float>(at, {scratch, bytes, stream});
}
const char* cub_recurrence_f64(Words at, void* scratch, std::size_t* bytes, cudaStream_t stream)
{
    return recurrence<double>(at, {scratch, bytes, stream});
}

// keys, sorted, n, bits of a key
const char* cub_sort_u32(Words at, void* scratch, std::size_t* bytes, cudaStream_t stream)
{
    return said(cub::DeviceRadixSort::SortKeys(scratch, *bytes, at.array<const unsigned>(0),
                                               at.array<unsigned>(1), at.whole(2), 0, at.whole(3),
                                               stream));
}

}  // extern "C"

WARPLENS_BUILT_FOR(cub)

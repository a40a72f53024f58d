// What CUB does where a lesson has a ladder: a function for each call, in a module that the program
// opens where there is a GPU (lab/cuda/libraries.h). Each is called twice: without scratch it says
// how many bytes of it the call needs, with scratch it does the work, on a stream.
#include <cub/cub.cuh>

#include <cstdint>

namespace {

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

template <class Real>
struct Largest {
    __device__ Real operator()(Real a, Real b) const { return a < b ? b : a; }
    static Real nothing() { return Real(-1) / Real(0); }
};

template <class Real>
struct Added {
    __device__ Real operator()(Real a, Real b) const { return a + b; }
    static Real nothing() { return 0; }
};

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

template <class Real, class Operation>
const char* exclusive(Words at, Place place)
{
    return said(cub::DeviceScan::ExclusiveScan(
        place.scratch, *place.bytes, at.array<const Real>(0), at.array<Real>(1), Operation(),
        Operation::nothing(), at.whole(2), place.stream));
}

// (a z + b) z + c of a float, in double.
struct Polynomial {
    double a, b, c;
    __device__ double operator()(float z) const { return (a * z + b) * z + c; }
};

}  // namespace

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
    return inclusive<float, Added<float>>(at, {scratch, bytes, stream});
}
const char* cub_inclusive_sum_f64(Words at, void* scratch, std::size_t* bytes, cudaStream_t stream)
{
    return inclusive<double, Added<double>>(at, {scratch, bytes, stream});
}
const char* cub_inclusive_max_f32(Words at, void* scratch, std::size_t* bytes, cudaStream_t stream)
{
    return inclusive<float, Largest<float>>(at, {scratch, bytes, stream});
}
const char* cub_inclusive_max_f64(Words at, void* scratch, std::size_t* bytes, cudaStream_t stream)
{
    return inclusive<double, Largest<double>>(at, {scratch, bytes, stream});
}
const char* cub_exclusive_sum_f32(Words at, void* scratch, std::size_t* bytes, cudaStream_t stream)
{
    return exclusive<float, Added<float>>(at, {scratch, bytes, stream});
}
const char* cub_exclusive_sum_f64(Words at, void* scratch, std::size_t* bytes, cudaStream_t stream)
{
    return exclusive<double, Added<double>>(at, {scratch, bytes, stream});
}
const char* cub_exclusive_max_f32(Words at, void* scratch, std::size_t* bytes, cudaStream_t stream)
{
    return exclusive<float, Largest<float>>(at, {scratch, bytes, stream});
}
const char* cub_exclusive_max_f64(Words at, void* scratch, std::size_t* bytes, cudaStream_t stream)
{
    return exclusive<double, Largest<double>>(at, {scratch, bytes, stream});
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
        Added<double>(), polynomial, 0.0, stream));
}

}  // extern "C"

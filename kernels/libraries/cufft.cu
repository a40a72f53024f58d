// cuFFT's way to do the work of a ladder, as cublas.cu has it for cuBLAS: a function in a module of
// its own. The program calls it twice: without scratch it says how many bytes of scratch the call
// needs, with scratch it does the work, on a stream.
#include "built_for.h"

#include <cufft.h>

#include <cstddef>
#include <cstdint>
#include <map>

namespace {

// The library has error codes, but no texts for them.
const char* said(cufftResult result)
{
    switch (result) {
        case CUFFT_SUCCESS: return nullptr;
        case CUFFT_ALLOC_FAILED: return "cuFFT found no memory";
        case CUFFT_EXEC_FAILED: return "cuFFT's kernel did not begin";
        case CUFFT_INVALID_SIZE: return "cuFFT knows no transform of this size";
        default: return "cuFFT failed";
    }
}
const char* said(cudaError_t error)
{
    return error == cudaSuccess ? nullptr : cudaGetErrorString(error);
}

// The least even size of at least `numbers` whose prime factors are 2, 3, 5 and 7.
int size_for(int numbers)
{
    for (int size = numbers + numbers % 2;; size += 2) {
        int left = size;
        for (int factor : {2, 3, 5, 7})
            while (left % factor == 0)
                left /= factor;
        if (left == 1)
            return size;
    }
}

// The transforms of one size: forward for signal and filter at once, and back. Creating them takes
// time and memory, so that is done before a call is timed. They stay, as graphs of calls need them.
struct Transforms {
    std::size_t room = 0;  // of their work area, bytes
    cufftHandle there = 0, back = 0;
    cufftResult made = CUFFT_SUCCESS;
};

// From one array to the next, floats: real numbers lie in the memory of their spectrum.
int apart(int points) { return points + 2; }

cufftResult make(Transforms& of, int points)
{
    int reals[] = {apart(points)}, spectrum[] = {apart(points) / 2};
    std::size_t room_there = 0, room_back = 0;
    for (cufftHandle* plan : {&of.there, &of.back}) {
        if (cufftResult failed = cufftCreate(plan))
            return failed;
        if (cufftResult failed = cufftSetAutoAllocation(*plan, 0))
            return failed;
    }
    if (cufftResult failed = cufftMakePlanMany(of.there, 1, &points, reals, 1, reals[0], spectrum, 1,
                                               spectrum[0], CUFFT_R2C, 2, &room_there))
        return failed;
    if (cufftResult failed = cufftMakePlanMany(of.back, 1, &points, spectrum, 1, spectrum[0], reals,
                                               1, reals[0], CUFFT_C2R, 1, &room_back))
        return failed;
    of.room = room_there > room_back ? room_there : room_back;
    return CUFFT_SUCCESS;
}

Transforms& transforms_of(int points)
{
    static std::map<int, Transforms> all;
    auto [found, added] = all.try_emplace(points);
    if (added)
        found->second.made = make(found->second, points);
    return found->second;
}

// Multiplies the signal's spectrum by the filter's, which follows it, and divides by the points.
__global__ void multiply(float2* spectrum, int count, float scale)
{
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k >= count)
        return;
    float2 a = spectrum[k], b = spectrum[count + k];
    spectrum[k] = {(a.x * b.x - a.y * b.y) * scale, (a.x * b.y + a.y * b.x) * scale};
}

// Copies signal and filter one after the other, each with zeros up to its end.
cudaError_t pad(float* both, int points, const std::uint64_t* word, cudaStream_t stream)
{
    std::size_t each = sizeof(float) * static_cast<std::size_t>(apart(points));
    if (cudaError_t failed = cudaMemsetAsync(both, 0, 2 * each, stream))
        return failed;
    for (int k : {0, 1})
        if (cudaError_t failed = cudaMemcpyAsync(
                both + k * apart(points), reinterpret_cast<const float*>(word[k]),
                sizeof(float) * word[3 + k], cudaMemcpyDeviceToDevice, stream))
            return failed;
    return cudaSuccess;
}

}  // namespace

extern "C" {

// signal, filter, out, n, m
const char* cufft_convolve_f32(const std::uint64_t* word, void* scratch, std::size_t* bytes,
                               cudaStream_t stream)
{
    int outputs = static_cast<int>(word[3] + word[4]) - 1, points = size_for(outputs);
    Transforms& of = transforms_of(points);
    std::size_t reals = sizeof(float) * 2 * static_cast<std::size_t>(apart(points));
    reals = (reals + 255) / 256 * 256;
    *bytes = reals + of.room;
    if (of.made != CUFFT_SUCCESS || !scratch)
        return said(of.made);
    auto* both = static_cast<float*>(scratch);
    for (cufftHandle plan : {of.there, of.back}) {
        if (cufftResult failed = cufftSetStream(plan, stream))
            return said(failed);
        if (cufftResult failed = cufftSetWorkArea(plan, static_cast<char*>(scratch) + reals))
            return said(failed);
    }
    if (cudaError_t failed = pad(both, points, word, stream))
        return said(failed);
    auto* spectrum = reinterpret_cast<cufftComplex*>(both);
    if (cufftResult failed = cufftExecR2C(of.there, both, spectrum))
        return said(failed);
    int count = apart(points) / 2;
    multiply<<<(count + 255) / 256, 256, 0, stream>>>(spectrum, count, 1.0f / points);
    if (cudaError_t failed = cudaGetLastError())
        return said(failed);
    if (cufftResult failed = cufftExecC2R(of.back, spectrum, both))
        return said(failed);
    return said(cudaMemcpyAsync(reinterpret_cast<void*>(word[2]), both,
                                sizeof(float) * static_cast<std::size_t>(outputs),
                                cudaMemcpyDeviceToDevice, stream));
}

}  // extern "C"

WARPLENS_BUILT_FOR(cufft)

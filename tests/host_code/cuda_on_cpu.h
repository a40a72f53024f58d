// Enough of CUDA's runtime to run an exported program's host side without a GPU: one thread after
// the other, so for kernels without barriers and shuffles. Launches are rewritten to run_grid().
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>

#define __global__
#define __device__
#define __host__

using std::max;
using std::min;

struct dim3 {
    unsigned x, y, z;
    dim3(unsigned x_ = 1, unsigned y_ = 1, unsigned z_ = 1) : x(x_), y(y_), z(z_) {}
};
struct float4 {
    float x, y, z, w;
};
inline float4 make_float4(float x, float y, float z, float w) { return {x, y, z, w}; }
inline dim3 threadIdx, blockIdx, blockDim, gridDim;

enum cudaError_t { cudaSuccess, cudaErrorInvalidValue };
enum cudaMemcpyKind { cudaMemcpyHostToDevice, cudaMemcpyDeviceToHost, cudaMemcpyDeviceToDevice };
enum cudaFuncAttribute { cudaFuncAttributeMaxDynamicSharedMemorySize };
enum { cudaEventDisableTiming, cudaStreamCaptureModeThreadLocal };
using cudaEvent_t = int;
using cudaStream_t = int;
using cudaGraph_t = int;
using cudaGraphExec_t = int;
struct cudaDeviceProp {
    char name[256];
};

inline const char* cudaGetErrorString(cudaError_t) { return "an error"; }
inline cudaError_t cudaGetLastError() { return cudaSuccess; }
inline cudaError_t cudaDeviceSynchronize() { return cudaSuccess; }
// What nobody filled must not look like zeros.
template <class T>
cudaError_t cudaMalloc(T** to, std::size_t bytes) {
    *to = static_cast<T*>(std::aligned_alloc(256, (bytes + 256) / 256 * 256));
    std::memset(static_cast<void*>(*to), 0xCD, bytes);
    return cudaSuccess;
}
template <class T>
cudaError_t cudaMallocManaged(T** to, std::size_t bytes) {
    return cudaMalloc(to, bytes);
}
template <class T>
cudaError_t cudaMallocHost(T** to, std::size_t bytes) {
    return cudaMalloc(to, bytes);
}
inline cudaError_t cudaMemcpy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind) {
    std::memcpy(to, from, bytes);
    return cudaSuccess;
}
inline cudaError_t cudaMemcpyAsync(void* to, const void* from, std::size_t bytes,
                                   cudaMemcpyKind way, cudaStream_t = 0) {
    return cudaMemcpy(to, from, bytes, way);
}
inline cudaError_t cudaMemset(void* to, int value, std::size_t bytes) {
    std::memset(to, value, bytes);
    return cudaSuccess;
}
inline cudaError_t cudaFree(void* memory) {
    std::free(memory);
    return cudaSuccess;
}
// There is one memory here, and nothing moves.
#define CUDART_VERSION 13000
enum cudaMemLocationType { cudaMemLocationTypeDevice, cudaMemLocationTypeHost };
enum cudaMemoryAdvise { cudaMemAdviseSetReadMostly };
struct cudaMemLocation {
    cudaMemLocationType type;
    int id;
};
inline cudaError_t cudaMemPrefetchAsync(const void*, std::size_t, cudaMemLocation, unsigned,
                                        cudaStream_t) {
    return cudaSuccess;
}
inline cudaError_t cudaMemAdvise(const void*, std::size_t, cudaMemoryAdvise, cudaMemLocation) {
    return cudaSuccess;
}
inline cudaError_t cudaFreeHost(void* memory) { return cudaFree(memory); }
template <class Kernel>
cudaError_t cudaFuncSetAttribute(Kernel, cudaFuncAttribute, int) {
    return cudaSuccess;
}
inline cudaError_t cudaEventCreate(cudaEvent_t* made) { return *made = 0, cudaSuccess; }
inline cudaError_t cudaEventCreateWithFlags(cudaEvent_t*, int) { return cudaSuccess; }
// A graph is run while it is recorded, and not again.
inline cudaError_t cudaStreamCreate(cudaStream_t* made) { return *made = 0, cudaSuccess; }
inline cudaError_t cudaStreamDestroy(cudaStream_t) { return cudaSuccess; }
inline cudaError_t cudaStreamWaitEvent(cudaStream_t, cudaEvent_t, int) { return cudaSuccess; }
inline cudaError_t cudaStreamBeginCapture(cudaStream_t, int) { return cudaSuccess; }
inline cudaError_t cudaStreamEndCapture(cudaStream_t, cudaGraph_t* made) {
    return *made = 0, cudaSuccess;
}
inline cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t* made, cudaGraph_t, int) {
    return *made = 0, cudaSuccess;
}
inline cudaError_t cudaGraphLaunch(cudaGraphExec_t, cudaStream_t) { return cudaSuccess; }
inline cudaError_t cudaGraphExecDestroy(cudaGraphExec_t) { return cudaSuccess; }
inline cudaError_t cudaGraphDestroy(cudaGraph_t) { return cudaSuccess; }
inline cudaError_t cudaEventRecord(cudaEvent_t, cudaStream_t = 0) { return cudaSuccess; }
inline cudaError_t cudaEventSynchronize(cudaEvent_t) { return cudaSuccess; }
inline cudaError_t cudaEventDestroy(cudaEvent_t) { return cudaSuccess; }
inline cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t, cudaEvent_t) {
    *milliseconds = 1;
    return cudaSuccess;
}
inline cudaError_t cudaGetDeviceProperties(cudaDeviceProp* device, int) {
    std::strcpy(device->name, "a processor");
    return cudaSuccess;
}

template <class Body>
void each_place(dim3 shape, dim3& place, Body body) {
    for (place.z = 0; place.z < shape.z; ++place.z)
        for (place.y = 0; place.y < shape.y; ++place.y)
            for (place.x = 0; place.x < shape.x; ++place.x) body();
}
template <class Body>
void run_grid(Body body, dim3 grid, dim3 block, std::size_t = 0, cudaStream_t = 0) {
    gridDim = grid;
    blockDim = block;
    each_place(grid, blockIdx, [&] { each_place(block, threadIdx, body); });
}

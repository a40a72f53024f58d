// Checks of CUDA's calls and the choice of a device, under the names that course programs use.
// Warplens adds this file where a program includes it and has none beside itself.
#pragma once

#include <helper_string.h>

#ifdef __CUDACC_RTC__

#define checkCudaErrors(call) (static_cast<void>(call))
#define getLastCudaError(words) (static_cast<void>(words))
#define printLastCudaError(words) (static_cast<void>(words))

#else

#include <cstdio>
#include <cstdlib>

#include <cuda_runtime.h>

namespace warplens_helpers {

// CUDA's own calls have a text for each error; those of its libraries have a number.
inline const char* text_of(cudaError_t error) { return cudaGetErrorString(error); }
template <class Error>
const char* text_of(Error) {
    return "an error of a library";
}

// Ends the program unless the call succeeded: 0 is success in CUDA and in its libraries.
template <class Error>
void check(Error error, const char* call, const char* file, int line) {
    if (static_cast<int>(error) == 0) return;
    std::fprintf(stderr, "%s, line %d: %s failed with %d: %s\n", file, line, call,
                 static_cast<int>(error), text_of(error));
    std::exit(EXIT_FAILURE);
}

// The error that CUDA remembers, and whether there is one.
inline bool tell_last(const char* words, const char* file, int line) {
    const cudaError_t error = cudaGetLastError();
    if (error == cudaSuccess) return false;
    std::fprintf(stderr, "%s, line %d: %s: %s\n", file, line, words, cudaGetErrorString(error));
    return true;
}

}  // namespace warplens_helpers

#define checkCudaErrors(call) warplens_helpers::check((call), #call, __FILE__, __LINE__)
#define getLastCudaError(words)                                                         \
    (warplens_helpers::tell_last((words), __FILE__, __LINE__) ? std::exit(EXIT_FAILURE) \
                                                              : static_cast<void>(0))
#define printLastCudaError(words) \
    (static_cast<void>(warplens_helpers::tell_last((words), __FILE__, __LINE__)))

// Lanes for float operations in each multiprocessor of a compute capability.
inline int _ConvertSMVer2Cores(int major, int minor) {
    if (major == 6 && minor == 0) return 64;
    if (major == 7 || (major == 8 && minor == 0)) return 64;
    return major == 3 ? 192 : 128;
}

// The device with most multiprocessors; ends the program where there is none.
inline int gpuGetMaxGflopsDeviceId() {
    int count = 0, best = 0, most = -1;
    checkCudaErrors(cudaGetDeviceCount(&count));
    for (int device = 0; device < count; ++device) {
        int processors = 0;
        checkCudaErrors(
            cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device));
        if (processors > most) most = processors, best = device;
    }
    if (count == 0) {
        std::fprintf(stderr, "There is no device that supports CUDA.\n");
        std::exit(EXIT_FAILURE);
    }
    return best;
}

inline int gpuDeviceInit(int device) {
    checkCudaErrors(cudaSetDevice(device));
    return device;
}

// The device of the option --device=N, else the one with most multiprocessors.
inline int findCudaDevice(int argc, const char** argv) {
    const int device = checkCmdLineFlag(argc, argv, "device")
                           ? getCmdLineArgumentInt(argc, argv, "device")
                           : gpuGetMaxGflopsDeviceId();
    cudaDeviceProp properties;
    gpuDeviceInit(device);
    checkCudaErrors(cudaGetDeviceProperties(&properties, device));
    std::printf("Device %d: \"%s\", compute capability %d.%d\n", device, properties.name,
                properties.major, properties.minor);
    return device;
}

// Whether the current device has at least this compute capability.
inline bool checkCudaCapabilities(int major, int minor) {
    int device = 0, has_major = 0, has_minor = 0;
    checkCudaErrors(cudaGetDevice(&device));
    checkCudaErrors(cudaDeviceGetAttribute(&has_major, cudaDevAttrComputeCapabilityMajor, device));
    checkCudaErrors(cudaDeviceGetAttribute(&has_minor, cudaDevAttrComputeCapabilityMinor, device));
    return has_major > major || (has_major == major && has_minor >= minor);
}

#endif

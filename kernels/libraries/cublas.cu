// cuBLAS's way to do the work of a ladder, as cub.cu has it for CUB: one function a call, in a
// module of its own, so that a machine without cuBLAS lacks nothing else. The program calls each
// function twice: without scratch it says how many bytes of scratch the call needs, with scratch it
// does the work, on a stream.
#include "built_for.h"

#include <cublas_v2.h>

#include <cstdint>

namespace {

constexpr std::size_t workspace_bytes = std::size_t{32} << 20;

// One for the program. Creating it takes memory and waits, so that is done before a call is timed.
struct Handle {
    cublasHandle_t at = nullptr;
    cublasStatus_t made = cublasCreate(&at);
};
Handle& handle()
{
    static Handle once;
    return once;
}

const char* said(cublasStatus_t status)
{
    return status == CUBLAS_STATUS_SUCCESS ? nullptr : cublasGetStatusString(status);
}

// The stream and the memory for the next call, whose result goes to the device's memory.
cublasStatus_t prepare(void* scratch, cudaStream_t stream)
{
    cublasHandle_t at = handle().at;
    if (cublasStatus_t failed = cublasSetStream(at, stream))
        return failed;
    if (cublasStatus_t failed = cublasSetWorkspace(at, scratch, workspace_bytes))
        return failed;
    return cublasSetPointerMode(at, CUBLAS_POINTER_MODE_DEVICE);
}

template <class Real>
using Dot = cublasStatus_t (*)(cublasHandle_t, int, const Real*, int, const Real*, int, Real*);

// a, b, sum, n
template <class Real>
const char* dot(Dot<Real> call, const std::uint64_t* word, void* scratch, std::size_t* bytes,
                cudaStream_t stream)
{
    *bytes = workspace_bytes;
    if (!scratch || handle().made != CUBLAS_STATUS_SUCCESS)
        return said(handle().made);
    if (cublasStatus_t failed = prepare(scratch, stream))
        return said(failed);
    return said(call(handle().at, static_cast<int>(word[3]),
                     reinterpret_cast<const Real*>(word[0]), 1,
                     reinterpret_cast<const Real*>(word[1]), 1,
                     reinterpret_cast<Real*>(word[2])));
}

template <class Real>
using Gemm = cublasStatus_t (*)(cublasHandle_t, cublasOperation_t, cublasOperation_t, int, int, int,
                                const Real*, const Real*, int, const Real*, int, const Real*, Real*,
                                int);

// a, b, c, n, inner. The matrices are stored row by row, and cuBLAS expects columns, so it sees
// every matrix transposed. The product of b and a, transposed, is that of a and b as they are
// stored. Floats stay floats: no mode is set that would shorten them for tensor cores.
template <class Real>
const char* gemm(Gemm<Real> call, const std::uint64_t* word, void* scratch, std::size_t* bytes,
                 cudaStream_t stream)
{
    *bytes = workspace_bytes;
    if (!scratch || handle().made != CUBLAS_STATUS_SUCCESS)
        return said(handle().made);
    if (cublasStatus_t failed = prepare(scratch, stream))
        return said(failed);
    if (cublasStatus_t failed = cublasSetPointerMode(handle().at, CUBLAS_POINTER_MODE_HOST))
        return said(failed);
    const Real one = 1, zero = 0;
    int n = static_cast<int>(word[3]), inner = static_cast<int>(word[4]);
    return said(call(handle().at, CUBLAS_OP_N, CUBLAS_OP_N, n, n, inner, &one,
                     reinterpret_cast<const Real*>(word[1]), n,
                     reinterpret_cast<const Real*>(word[0]), inner, &zero,
                     reinterpret_cast<Real*>(word[2]), n));
}

}  // namespace

extern "C" {

const char* cublas_dot_f32(const std::uint64_t* at, void* scratch, std::size_t* bytes,
                           cudaStream_t stream)
{
    return dot<float>(cublasSdot, at, scratch, bytes, stream);
}
const char* cublas_dot_f64(const std::uint64_t* at, void* scratch, std::size_t* bytes,
                           cudaStream_t stream)
{
    return dot<double>(cublasDdot, at, scratch, bytes, stream);
}
const char* cublas_gemm_f32(const std::uint64_t* at, void* scratch, std::size_t* bytes,
                            cudaStream_t stream)
{
    return gemm<float>(cublasSgemm, at, scratch, bytes, stream);
}
const char* cublas_gemm_f64(const std::uint64_t* at, void* scratch, std::size_t* bytes,
                            cudaStream_t stream)
{
    return gemm<double>(cublasDgemm, at, scratch, bytes, stream);
}

}  // extern "C"

WARPLENS_BUILT_FOR(cublas)

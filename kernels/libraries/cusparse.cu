// cuSPARSE's way to do the work of a ladder, as cublas.cu has it for cuBLAS: one function a call,
// in a module of its own. The program calls each function twice: without scratch it says how many
// bytes of scratch the call needs, with scratch it does the work, on a stream.
#include "built_for.h"

#include <cusparse.h>

#include <cstdint>

namespace {

// One for the program. Creating it takes memory and waits, so that is done before a call is timed.
struct Handle {
    cusparseHandle_t at = nullptr;
    cusparseStatus_t made = cusparseCreate(&at);
};
Handle& handle()
{
    static Handle once;
    return once;
}

const char* said(cusparseStatus_t status)
{
    return status == CUSPARSE_STATUS_SUCCESS ? nullptr : cusparseGetErrorString(status);
}
const char* said(cudaError_t error)
{
    return error == cudaSuccess ? nullptr : cudaGetErrorString(error);
}

// The words of a call: a, b, c, d, n, systems
template <class Real>
struct Words {
    const std::uint64_t* word;
    Real* array(int i) const { return reinterpret_cast<Real*>(word[i]); }
    int n() const { return static_cast<int>(word[4]); }
    int systems() const { return static_cast<int>(word[5]); }
};

// a, c, n, systems, whether systems are interleaved. Sets to 0 the first a and the last c of each
// system, which stand for no unknown.
template <class Real>
const char* ends(const std::uint64_t* word, void* scratch, std::size_t* bytes, cudaStream_t stream)
{
    *bytes = 0;
    if (!scratch)
        return nullptr;
    Real* a = reinterpret_cast<Real*>(word[0]);
    Real* c = reinterpret_cast<Real*>(word[1]);
    std::size_t n = word[2], systems = word[3];
    bool interleaved = word[4];
    // As rows of a matrix: one row a system, or one row that all systems share.
    std::size_t apart = (interleaved ? systems : n) * sizeof(Real);
    std::size_t wide = (interleaved ? systems : 1) * sizeof(Real);
    std::size_t rows = interleaved ? 1 : systems;
    Real* last = c + (interleaved ? (n - 1) * systems : n - 1);
    if (cudaError_t failed = cudaMemset2DAsync(a, apart, 0, wide, rows, stream))
        return said(failed);
    return said(cudaMemset2DAsync(last, apart, 0, wide, rows, stream));
}

template <class Real>
using Room = cusparseStatus_t (*)(cusparseHandle_t, int, const Real*, const Real*, const Real*,
                                  const Real*, int, int, std::size_t*);
template <class Real>
using Solve = cusparseStatus_t (*)(cusparseHandle_t, int, const Real*, const Real*, const Real*,
                                   Real*, int, int, void*);

// Systems one after the other. x replaces d.
template <class Real>
const char* strided(Words<Real> at, Room<Real> room, Solve<Real> solve, void* scratch,
                    std::size_t* bytes, cudaStream_t stream)
{
    if (handle().made != CUSPARSE_STATUS_SUCCESS)
        return said(handle().made);
    if (!scratch)
        return said(room(handle().at, at.n(), at.array(0), at.array(1), at.array(2), at.array(3),
                         at.systems(), at.n(), bytes));
    if (cusparseStatus_t failed = cusparseSetStream(handle().at, stream))
        return said(failed);
    return said(solve(handle().at, at.n(), at.array(0), at.array(1), at.array(2), at.array(3),
                      at.systems(), at.n(), scratch));
}

template <class Real>
using RoomInterleaved = cusparseStatus_t (*)(cusparseHandle_t, int, int, const Real*, const Real*,
                                             const Real*, const Real*, int, std::size_t*);
template <class Real>
using SolveInterleaved = cusparseStatus_t (*)(cusparseHandle_t, int, int, Real*, Real*, Real*,
                                              Real*, int, void*);

// Interleaved systems, by Thomas's algorithm. a, b and c are overwritten too.
template <class Real>
const char* interleaved(Words<Real> at, RoomInterleaved<Real> room, SolveInterleaved<Real> solve,
                        void* scratch, std::size_t* bytes, cudaStream_t stream)
{
    constexpr int thomas = 0;
    if (handle().made != CUSPARSE_STATUS_SUCCESS)
        return said(handle().made);
    if (!scratch)
        return said(room(handle().at, thomas, at.n(), at.array(0), at.array(1), at.array(2),
                         at.array(3), at.systems(), bytes));
    if (cusparseStatus_t failed = cusparseSetStream(handle().at, stream))
        return said(failed);
    return said(solve(handle().at, thomas, at.n(), at.array(0), at.array(1), at.array(2),
                      at.array(3), at.systems(), scratch));
}

}  // namespace

extern "C" {

const char* cusparse_ends_f32(const std::uint64_t* at, void* scratch, std::size_t* bytes,
                              cudaStream_t stream)
{
    return ends<float>(at, scratch, bytes, stream);
}
const char* cusparse_ends_f64(const std::uint64_t* at, void* scratch, std::size_t* bytes,
                              cudaStream_t stream)
{
    return ends<double>(at, scratch, bytes, stream);
}

const char* cusparse_strided_f32(const std::uint64_t* at, void* scratch, std::size_t* bytes,
                                 cudaStream_t stream)
{
    return strided<float>({at}, cusparseSgtsv2StridedBatch_bufferSizeExt,
                          cusparseSgtsv2StridedBatch, scratch, bytes, stream);
}
const char* cusparse_strided_f64(const std::uint64_t* at, void* scratch, std::size_t* bytes,
                                 cudaStream_t stream)
{
    return strided<double>({at}, cusparseDgtsv2StridedBatch_bufferSizeExt,
                           cusparseDgtsv2StridedBatch, scratch, bytes, stream);
}

const char* cusparse_interleaved_f32(const std::uint64_t* at, void* scratch, std::size_t* bytes,
                                     cudaStream_t stream)
{
    return interleaved<float>({at}, cusparseSgtsvInterleavedBatch_bufferSizeExt,
                              cusparseSgtsvInterleavedBatch, scratch, bytes, stream);
}
const char* cusparse_interleaved_f64(const std::uint64_t* at, void* scratch, std::size_t* bytes,
                                     cudaStream_t stream)
{
    return interleaved<double>({at}, cusparseDgtsvInterleavedBatch_bufferSizeExt,
                               cusparseDgtsvInterleavedBatch, scratch, bytes, stream);
}

}  // extern "C"

WARPLENS_BUILT_FOR(cusparse)

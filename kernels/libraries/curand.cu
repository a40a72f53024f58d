// cuRAND's way to do the work of a ladder, as cublas.cu has it for cuBLAS: a function in a module
// of its own, so that a machine without cuRAND lacks nothing else. The program calls it twice:
// without scratch it says how many bytes of scratch the call needs, with scratch it does the work.
#include "built_for.h"

#include <curand.h>

#include <cstdint>

namespace {

// One for the program. Its states are set up once, before a call is timed.
struct Generator {
    curandGenerator_t at = nullptr;
    curandStatus_t made = curandCreateGenerator(&at, CURAND_RNG_PSEUDO_PHILOX4_32_10);
    std::uint64_t seed = ~std::uint64_t{0};  // of the states that are set up
};
Generator& generator()
{
    static Generator once;
    return once;
}

// The library has error codes, but no texts for them.
const char* said(curandStatus_t status)
{
    switch (status) {
        case CURAND_STATUS_SUCCESS: return nullptr;
        case CURAND_STATUS_ALLOCATION_FAILED: return "cuRAND found no memory";
        case CURAND_STATUS_LAUNCH_FAILURE: return "cuRAND's kernel did not begin";
        case CURAND_STATUS_ARCH_MISMATCH: return "cuRAND does not know this GPU";
        default: return "cuRAND failed";
    }
}

curandStatus_t set_up(std::uint64_t seed)
{
    Generator& one = generator();
    if (one.made != CURAND_STATUS_SUCCESS || one.seed == seed)
        return one.made;
    if (curandStatus_t failed = curandSetPseudoRandomGeneratorSeed(one.at, seed))
        return failed;
    one.seed = seed;
    return curandGenerateSeeds(one.at);
}

}  // namespace

extern "C" {

// numbers, n, seed: each call goes on where the last one ended
const char* curand_uniform_f32(const std::uint64_t* word, void* scratch, std::size_t* bytes,
                               cudaStream_t stream)
{
    *bytes = 0;
    if (curandStatus_t failed = set_up(word[2]))
        return said(failed);
    if (!scratch)
        return nullptr;
    if (curandStatus_t failed = curandSetStream(generator().at, stream))
        return said(failed);
    return said(curandGenerateUniform(generator().at, reinterpret_cast<float*>(word[0]),
                                      static_cast<std::size_t>(word[1])));
}

}  // extern "C"

WARPLENS_BUILT_FOR(curand)

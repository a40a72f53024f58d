// cuRAND as CUDA C++: a generator of the host's side, which fills arrays on the device.
#include "lab/features/library_code.h"

namespace lessons::curand_code {
namespace {

using namespace lab;

const RegisterLibraryCode uniform{
    "curand_uniform_f32",
    {.parameters = "float* numbers, int n, unsigned seed",
     .headers = {"curand.h"},
     .links = "-lcurand",
     .before = R"(
// The same for calls of cuRAND, whose errors have numbers and no texts.
void check(curandStatus_t status, const char* call, const char* file, int line)
{
    if (status == CURAND_STATUS_SUCCESS)
        return;
    std::fprintf(stderr, "%s:%d: %s\n    error %d of cuRAND\n", file, line, call, int(status));
    std::exit(2);
}
)",
     .begin =
         R"(// A generator by the method Philox. The seed chooses the sequence. The states are set up here:
// else the first call would do it.
curandGenerator_t generator;
CHECK(curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_PHILOX4_32_10));
CHECK(curandSetPseudoRandomGeneratorSeed(generator, $seed));
CHECK(curandGenerateSeeds(generator));
)",
     .call =
         R"(// Numbers above 0 and up to 1, straight into device memory. Each call goes on where the last one ended.
CHECK(curandGenerateUniform(generator, $numbers, $n));
)",
     .end = "CHECK(curandDestroyGenerator(generator));\n",
     .report = R"(std::printf("%.4g random numbers a second, made and used\n",
            $calls * double($n) / (times[rounds / 2] / 1e3));
)"}};

}  // namespace
}  // namespace lessons::curand_code

// cuFFT as CUDA C++: plans, transforms, the scale.
#include "lab/features/library_code.h"

namespace lessons::cufft_code {
namespace {

using namespace lab;

const RegisterLibraryCode convolution{
    "cufft_convolve_f32",
    {.parameters = "const float* signal, const float* filter, float* out, int n, int m",
     .headers = {"cufft.h"},
     .links = "-lcufft",
     .before = R"(
// The same for calls of cuFFT, whose errors have numbers and no texts.
void check(cufftResult result, const char* call, const char* file, int line)
{
    if (result == CUFFT_SUCCESS)
        return;
    std::fprintf(stderr, "%s:%d: %s\n    error %d of cuFFT\n", file, line, call, int(result));
    std::exit(2);
}

// The least even size of at least `numbers` that has no other prime factors than 2, 3, 5 and 7:
// cuFFT is fast at these.
int transform_size(int numbers)
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

// Multiplies two spectra, number by number, and scales the products.
__global__ void multiply_spectra(cufftComplex* a, const cufftComplex* b, int count, float scale)
{
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k >= count)
        return;
    cufftComplex x = a[k], y = b[k];
    a[k].x = (x.x * y.x - x.y * y.y) * scale;
    a[k].y = (x.x * y.y + x.y * y.x) * scale;
}
)",
     .begin =
         R"(// A transform has room for all outputs. With less, the last ones would be added to the first.
const int points = transform_size($n + $m - 1);
// The spectrum of real numbers has points / 2 + 1 complex numbers: the others mirror them.
const int complexes = points / 2 + 1, reals = 2 * complexes;
// Signal and filter, one after the other. Their spectra take their place.
float* padded;
CHECK(cudaMalloc(&padded, 2 * reals * sizeof(float)));
cufftComplex* spectra = reinterpret_cast<cufftComplex*>(padded);
// A plan knows sizes and has memory to work in. It is made once, and executed often.
int size[] = {points}, distance[] = {reals}, spectrum[] = {complexes};
cufftHandle forward, inverse;
CHECK(cufftPlanMany(&forward, 1, size, distance, 1, reals, spectrum, 1, complexes, CUFFT_R2C, 2));
CHECK(cufftPlan1d(&inverse, points, CUFFT_C2R, 1));
)",
     .call =
         R"(// Zeros follow signal and filter.
CHECK(cudaMemset(padded, 0, 2 * reals * sizeof(float)));
CHECK(cudaMemcpy(padded, $signal, $n * sizeof(float), cudaMemcpyDeviceToDevice));
CHECK(cudaMemcpy(padded + reals, $filter, $m * sizeof(float), cudaMemcpyDeviceToDevice));
CHECK(cufftExecR2C(forward, padded, spectra));
// cuFFT scales neither transform: forward and back multiply by the number of points.
multiply_spectra<<<(complexes + 255) / 256, 256>>>(spectra, spectra + complexes, complexes, 1.0f / points);
CHECK(cudaGetLastError());
CHECK(cufftExecC2R(inverse, spectra, padded));
CHECK(cudaMemcpy($out, padded, ($n + $m - 1) * sizeof(float), cudaMemcpyDeviceToDevice));
)",
     .end = R"(CHECK(cufftDestroy(forward));
CHECK(cufftDestroy(inverse));
CHECK(cudaFree(padded));
)"}};

}  // namespace
}  // namespace lessons::cufft_code

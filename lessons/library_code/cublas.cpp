// cuBLAS as CUDA C++: a handle, a dot product, a matrix product.
#include "lab/features/library_code.h"

namespace lessons::cublas_code {
namespace {

using namespace lab;

const std::string checks = R"(
// The same for calls of cuBLAS.
void check(cublasStatus_t status, const char* call, const char* file, int line)
{
    if (status == CUBLAS_STATUS_SUCCESS)
        return;
    std::fprintf(stderr, "%s:%d: %s\n    %s\n", file, line, call, cublasGetStatusString(status));
    std::exit(2);
}
)";

const std::string makes_handle =
    R"(// A handle holds what cuBLAS keeps from call to call: its stream, its modes, its memory.
cublasHandle_t handle;
CHECK(cublasCreate(&handle));
)";

const RegisterLibraryCodes dot{
    "cublas_dot",
    {.parameters = "const REAL* a, const REAL* b, REAL* sum, int n",
     .headers = {"cublas_v2.h"},
     .links = "-lcublas",
     .before = checks,
     .begin =
         makes_handle +
         R"(// The sum stays on the device. Without this call it would go to the host, which would wait for it.
CHECK(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE));
)",
     .call = R"(// 1: each number lies beside the one before it.
CHECK(cublasLETTERdot(handle, $n, $a, 1, $b, 1, $sum));
)",
     .end = "CHECK(cublasDestroy(handle));\n"}};

const RegisterLibraryCodes gemm{
    "cublas_gemm",
    {.parameters = "const REAL* a, const REAL* b, REAL* c, int n, int inner",
     .headers = {"cublas_v2.h"},
     .links = "-lcublas",
     .before = checks,
     .begin = makes_handle +
              R"(// c = one * (a b) + zero * c. Both factors stay on the host.
const REAL one = 1, zero = 0;
)",
     .call =
         R"(// cuBLAS expects matrices column by column. Ours lie row by row, so cuBLAS sees each of them
// transposed. The transpose of a b is the product of the transposes in the other order. So b goes
// first, no matrix is turned, and the product lies row by row again.
CHECK(cublasLETTERgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, $n, $n, $inner, &one, $b, $n, $a, $inner, &zero, $c, $n));
)",
     .end = "CHECK(cublasDestroy(handle));\n"}};

}  // namespace
}  // namespace lessons::cublas_code

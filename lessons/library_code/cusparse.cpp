// cuSPARSE as CUDA C++: a handle, its scratch memory, many tridiagonal systems.
#include "lab/features/library_code.h"

namespace lessons::cusparse_code {
namespace {

using namespace lab;

const std::string checks = R"(
// The same for calls of cuSPARSE.
void check(cusparseStatus_t status, const char* call, const char* file, int line)
{
    if (status == CUSPARSE_STATUS_SUCCESS)
        return;
    std::fprintf(stderr, "%s:%d: %s\n    %s\n", file, line, call, cusparseGetErrorString(status));
    std::exit(2);
}
)";

// Makes a handle, and asks how much memory the call needs.
std::string begins(const std::string& call, const std::string& arguments) {
    return R"(// A handle holds what cuSPARSE keeps from call to call.
cusparseHandle_t handle;
CHECK(cusparseCreate(&handle));
// The call needs memory to work in, and says how much.
size_t scratch_bytes = 0;
CHECK()" + call +
           "_bufferSizeExt(" + arguments + R"(, &scratch_bytes));
void* scratch;
CHECK(cudaMalloc(&scratch, scratch_bytes));
)";
}

const std::string ends = R"(CHECK(cusparseDestroy(handle));
CHECK(cudaFree(scratch));
)";

LibraryCode solver(const std::string& parameters, const std::string& words,
                   const std::string& function, const std::string& arguments) {
    return {.parameters = parameters,
            .headers = {"cusparse.h"},
            .links = "-lcusparse",
            .before = checks,
            .begin = begins(function, arguments),
            .call = words + "CHECK(" + function + "(" + arguments + ", scratch));\n",
            .end = ends};
}

const RegisterLibraryCodes outer{
    "cusparse_ends",
    {.parameters = "REAL* a, REAL* c, int n, int systems, int interleaved",
     .before = R"(
// Sets the first a and the last c of each system to 0: they stand for no unknown.
cudaError_t clear_ends(REAL* a, REAL* c, size_t n, size_t systems, bool interleaved)
{
    // As rows of a matrix: one row a system, or one row with an equation of each system.
    size_t row = (interleaved ? systems : n) * sizeof(REAL), rows = interleaved ? 1 : systems;
    size_t width = (interleaved ? systems : 1) * sizeof(REAL);
    REAL* last = c + (interleaved ? (n - 1) * systems : n - 1);
    if (cudaError_t failed = cudaMemset2D(a, row, 0, width, rows))
        return failed;
    return cudaMemset2D(last, row, 0, width, rows);
}
)",
     .call = "CHECK(clear_ends($a, $c, $n, $systems, $interleaved));\n"}};

const RegisterLibraryCodes strided{
    "cusparse_strided",
    solver("const REAL* a, const REAL* b, const REAL* c, REAL* d, int n, int systems",
           "// Solves all systems. x takes the place of d. The last $n is the way to the next "
           "system.\n",
           "cusparseLETTERgtsv2StridedBatch", "handle, $n, $a, $b, $c, $d, $systems, $n")};

const RegisterLibraryCodes interleaved{
    "cusparse_interleaved",
    solver(
        "REAL* a, REAL* b, REAL* c, REAL* d, int n, int systems",
        "// Solves all systems. x takes the place of d, and the diagonals are overwritten too. 0 "
        "chooses Thomas's algorithm.\n",
        "cusparseLETTERgtsvInterleavedBatch", "handle, 0, $n, $a, $b, $c, $d, $systems")};

}  // namespace
}  // namespace lessons::cusparse_code

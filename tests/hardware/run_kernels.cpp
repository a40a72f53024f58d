// Runs every kernel of a PTX file on the GPU that is here, and prints what each wrote: a line for
// each kernel, its name and the 256 numbers of out. Built and driven by tests/hardware/record.
//     run_kernels FILE.ptx KERNEL...
#include <cuda.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>

namespace {

constexpr int numbers = 256, blocks = 2, threads = 64;

void check(CUresult result, const char* call) {
    if (result == CUDA_SUCCESS) return;
    const char* words = nullptr;
    cuGetErrorString(result, &words);
    std::fprintf(stderr, "%s: %s\n", call, words ? words : "unknown error");
    std::exit(1);
}
#define CHECK(call) check(call, #call)

}  // namespace

int main(int count, char** words) {
    if (count < 3) return 2;
    std::ifstream file(words[1]);
    std::stringstream ptx;
    ptx << file.rdbuf();
    CUdevice device = 0;
    CUcontext context = nullptr;
    CUmodule module = nullptr;
    CHECK(cuInit(0));
    CHECK(cuDeviceGet(&device, 0));
    CHECK(cuDevicePrimaryCtxRetain(&context, device));
    CHECK(cuCtxSetCurrent(context));
    CHECK(cuModuleLoadData(&module, ptx.str().c_str()));
    int x[numbers], out[numbers];
    for (int i = 0; i < numbers; ++i) x[i] = (i * i * 7 + i * 13 + i / 5) % 64;
    CUdeviceptr at_x = 0, at_out = 0;
    CHECK(cuMemAlloc(&at_x, sizeof x));
    CHECK(cuMemAlloc(&at_out, sizeof out));
    for (int i = 2; i < count; ++i) {
        CUfunction kernel = nullptr;
        CHECK(cuModuleGetFunction(&kernel, module, words[i]));
        CHECK(cuMemcpyHtoD(at_x, x, sizeof x));
        CHECK(cuMemsetD8(at_out, 0, sizeof out));
        void* arguments[] = {&at_x, &at_out};
        CHECK(cuLaunchKernel(kernel, blocks, 1, 1, threads, 1, 1, 0, nullptr, arguments, nullptr));
        CHECK(cuCtxSynchronize());
        CHECK(cuMemcpyDtoH(out, at_out, sizeof out));
        std::printf("%s", words[i]);
        for (const int value : out) std::printf(" %d", value);
        std::printf("\n");
    }
}

// Makefile, CMakeLists.txt and README.md of a program in parts. See build_files.h.
#include "lab/host_code/build_files.h"

namespace lab::host_code {
namespace {

constexpr const char* makefile = R"(# Builds PROGRAM:
#     make && ./PROGRAM
# The C++ compiler makes main.o, nvcc makes kernels.o, and the C++ compiler links both.
#     make library                  only libkernels.a: the kernels, for other programs to link
#     make KERNELS=libkernels.a     the program, with that library in place of kernels.o
# Other flags, after `make clean`:
#     make NVCCFLAGS="-O3 -arch=native -lineinfo"        lines of the source for profilers
#     make NVCCFLAGS="-O3 -arch=native -Xptxas -v"       prints registers, shared memory, spills
#     make NVCCFLAGS="-O3 -arch=native -use_fast_math"   fast float functions, with larger errors
#     make NVCCFLAGS="-O3 -arch=sm_90"                   code for another machine's GPU
# README.md says what each of them changes.
NVCC ?= nvcc
NVCCFLAGS ?= -O3 -arch=native
CXXFLAGS ?= -O3
# The folder of the CUDA toolkit, as nvcc itself names it.
CUDA ?= $(shell $(NVCC) -dryrun kernels.cu 2>&1 | sed -n 's/.* TOP=//p')
KERNELS ?= kernels.o
# -lcudart is the CUDA runtime, which has cudaMalloc and the rest. -L says where the linker looks
# for it, and -rpath where the program looks when it starts.
LDLIBS = -L$(CUDA)/lib64 -Wl,-rpath,$(CUDA)/lib64 -lcudart

PROGRAM: main.o $(KERNELS)
	$(CXX) -o $@ $^ $(LDLIBS)
main.o: main.cpp kernels.h
	$(CXX) $(CXXFLAGS) -I$(CUDA)/include -c -o $@ $<
kernels.o: kernels.cu kernels.h
	$(NVCC) $(NVCCFLAGS) -c -o $@ $<
library: libkernels.a
libkernels.a: kernels.cu kernels.h
	$(NVCC) $(NVCCFLAGS) -lib -o $@ $<
clean:
	rm -f PROGRAM main.o kernels.o libkernels.a
.PHONY: library clean
)";

constexpr const char* cmake_lists = R"(# Builds PROGRAM and the library of its kernels:
#     cmake -B build && cmake --build build && build/PROGRAM
# README.md says what flags of nvcc change. Give them so, for one:
#     cmake -B build -DCMAKE_CUDA_FLAGS="-lineinfo"
cmake_minimum_required(VERSION 3.24)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()
# For the GPU of this machine; for the main kinds of GPUs where it has none. A number, such as 90,
# names one: cmake -B build -DCMAKE_CUDA_ARCHITECTURES=90
if(NOT DEFINED CMAKE_CUDA_ARCHITECTURES)
  execute_process(COMMAND nvidia-smi -L RESULT_VARIABLE no_gpu OUTPUT_QUIET ERROR_QUIET)
  set(CMAKE_CUDA_ARCHITECTURES native)
  if(no_gpu)
    set(CMAKE_CUDA_ARCHITECTURES all-major)
  endif()
endif()
project(PROGRAM LANGUAGES CXX CUDA)
find_package(CUDAToolkit REQUIRED)

add_library(kernels STATIC kernels.cu)
target_include_directories(kernels PUBLIC ${CMAKE_CURRENT_SOURCE_DIR})
target_link_libraries(kernels PUBLIC CUDA::cudart)

add_executable(PROGRAM main.cpp)
target_link_libraries(PROGRAM PRIVATE kernels)
)";

constexpr const char* read_me = R"(# PROGRAM

ABOUT

| file | what it is | who compiles it |
|---|---|---|
| `main.cpp` | The host: memory, copies, launches, the check | any C++ compiler |
| `kernels.cu` | The kernels, and the functions that launch them | nvcc |
| `kernels.h` | What `main.cpp` may call of `kernels.cu` | |

    make && ./PROGRAM
    cmake -B build && cmake --build build && build/PROGRAM

By hand:

    g++ -O3 -I/usr/local/cuda/include -c main.cpp
    nvcc -O3 -arch=native -c kernels.cu
    g++ -o PROGRAM main.o kernels.o -L/usr/local/cuda/lib64 -lcudart

## As a library

`nvcc -lib -o libkernels.a kernels.cu` (or `make library`) compiles the kernels into a static library. A program that includes `kernels.h`
links it by `-L. -lkernels -L/usr/local/cuda/lib64 -lcudart`. The order counts: a library stands after the objects that call it.

## Errors of the linker

* `undefined reference to 'cudaMalloc'`, or to another function of CUDA: `-lcudart` is missing. The C++ compiler does not add the CUDA
  runtime; nvcc does, so `nvcc -o PROGRAM main.o kernels.o` needs no `-lcudart`.
* `cannot find -lcudart`: the linker does not know the folder. Give it by `-L`, as above.
* `error while loading shared libraries: libcudart.so`: the program was linked, and does not find the library when it starts. Link with
  `-Wl,-rpath,/usr/local/cuda/lib64`, or set `LD_LIBRARY_PATH`, or link `-lcudart_static -ldl -lrt -lpthread` in place of `-lcudart`.
* `undefined reference to 'launch_...'`: `kernels.o` or `libkernels.a` is missing, or stands before `main.o`.

## Flags of nvcc

| flag | what it changes | speed | results |
|---|---|---|---|
| `-arch=native` | Machine code for the GPU of this machine. Without it nvcc chooses an old GPU: a newer one gets its code from PTX when the program first runs. Without a GPU nvcc warns, and chooses that old GPU too. `-arch=sm_90` names a GPU | may be faster | may round otherwise |
| `-lineinfo` | Each instruction remembers its line of the source. Nsight Compute and compute-sanitizer then name lines | none | none |
| `-Xptxas -v` | Prints, for each kernel, registers, barriers, shared memory and spilled bytes. The code stays | none | none |
| `-use_fast_math` | `sinf`, `expf`, `logf` and the like become short sequences for the special function units (`__sinf` for `sinf`); division and square root are approximate; subnormal floats become 0 (`-ftz=true -prec-div=false -prec-sqrt=false -fmad=true`). Doubles stay | often faster | larger errors in float: the check may call the result wrong |
)";

void replace_all(std::string& text, std::string_view word, const std::string& by) {
    for (std::size_t at = text.find(word); at != text.npos; at = text.find(word, at + by.size()))
        text.replace(at, word.size(), by);
}

std::string filled(std::string text, const std::string& name, const std::string& about) {
    replace_all(text, "PROGRAM", name);
    replace_all(text, "ABOUT", about);
    return text;
}

}  // namespace

std::vector<ProgramFile> build_files(const std::string& name, const std::string& about) {
    return {{"Makefile", filled(makefile, name, about)},
            {"CMakeLists.txt", filled(cmake_lists, name, about)},
            {"README.md", filled(read_me, name, about)}};
}

}  // namespace lab::host_code

// The table of words about building. See building_terms.h.
#include "app/terms/building_terms.h"

#include <array>

namespace app {
namespace {

constexpr std::array terms{
    Term{"-arch=native", "arch=native,-arch",
         "An option of nvcc: machine code for the GPU of this machine. `-arch=sm_90` names a "
         "compute capability, which is 9.0. A GPU of another one gets its code from PTX when the "
         "program starts."},
    Term{"cannot find -lcudart", "lcudart,-lcudart,libcudart",
         "The linker does not know the folder of the library `cudart`. Give it: "
         "`-L/usr/local/cuda/lib64 -lcudart`, or let nvcc link, which knows it."},
    Term{"-lineinfo", "lineinfo",
         "An option of nvcc: each instruction remembers its line of the source, for Nsight Compute "
         "and compute-sanitizer. The code stays as it is."},
    Term{"Makefile", "make,CMakeLists",
         "A file with the commands that build a program. `warplens export LESSON/KERNEL --parts "
         "--out FOLDER` writes one, and one for CMake."},
    Term{"nvcc -lib", "static library,libkernels",
         "Compiles kernels into a static library, which another program links: "
         "`nvcc -lib -o libkernels.a kernels.cu`. In a command it stands after the objects that "
         "call it."},
    Term{
        "object file", "object files,separate compilation",
        "What a compiler makes of one file: `g++ -c main.cpp` and `nvcc -c kernels.cu`. The linker "
        "joins them to a program."},
    Term{"undefined reference", "undefined references,linker error,link error",
         "The linker has no code for a function that is called. For functions of CUDA, "
         "`-lcudart` is missing. For a function of your own, an object or a library is missing, or "
         "it stands too early in the command."},
    Term{"explicit instantiation",
         "instantiation,instantiate,template instantiation,templates,kernel template",
         "A line such as `template __global__ void scale<float>(float*, int);` in the file of a "
         "kernel that is a template. Without it, or a launch in the same file, the compiler makes "
         "no code of the template, and the linker says `undefined reference`."},
    Term{"-use_fast_math", "use_fast_math,fast_math,fast math,--use_fast_math",
         "An option of nvcc: sines, exponentials and logarithms of floats become short sequences "
         "for the special function units, division is approximate, and subnormal floats become 0. "
         "`mri/special` shows its gain and its error."},
    Term{"-Xptxas -v", "Xptxas,-Xptxas",
         "An option of nvcc: prints the registers, shared memory and spilled bytes of each kernel. "
         "The code stays as it is."},
};

}  // namespace

std::span<const Term> building_terms() { return terms; }

}  // namespace app

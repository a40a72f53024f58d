// The table of courses' words. See course_terms.h.
#include "app/terms/course_terms.h"

#include <algorithm>
#include <array>

namespace app {
namespace {

// How programs are measured, and what is made of their times.
constexpr std::array of_measuring{
    Term{"Amdahl's law", "Amdahl,Amdahls law",
         "The part of a program that is not made parallel limits the speedup of the whole. If a "
         "tenth of the time stays, the whole can be 10 times as fast at most."},
    Term{"efficiency", "parallel efficiency",
         "The speedup divided by the number of processors, or a rate as a share of its peak."},
    Term{"host clock", "host clocks,clock of the host",
         "A clock that the processor reads, such as `std::chrono::steady_clock`. It times a kernel "
         "only if the host synchronises before the second reading: see the knob *Clock* of "
         "`vector_addition`.",
         "", "timeline"},
    Term{"launch overhead", "overhead of a launch",
         "The microseconds that a launch takes beside its kernel: the call of the host, and the "
         "start on the device. The clock *Host, no wait* of `vector_addition` shows the call "
         "alone.",
         "", "timeline"},
    Term{"profiler", "profilers,Nsight,Nsight Compute,Nsight Systems,nvprof,ncu",
         "A program that counts and times what kernels do. Nsight Compute looks into one kernel, "
         "Nsight Systems shows calls, copies and kernels along a line.",
         "", "nsight_compute"},
    Term{"speedup", "speed-up,speed up",
         "The time before, divided by the time now. Two times are compared only if they are by the "
         "same clock, on the same device."},
    Term{"strong scaling", "",
         "How the time falls with more processors while the problem stays the same."},
    Term{"warm-up", "warm up,warmup",
         "A first run that is not timed. It loads the module and brings the clock rate up; what it "
         "leaves in the caches is another question."},
    Term{"weak scaling", "", "How the time changes if problem and processors grow together."},
};

// Parts of machines.
constexpr std::array of_machines{
    Term{"CUDA core", "CUDA cores,SP,SPs,streaming processor,streaming processors",
         "NVIDIA's name for the unit that adds and multiplies one float for one lane. A "
         "multiprocessor of an H200 has 128; the first GPUs with CUDA had 8, called SPs."},
    Term{"ECC", "error-correcting code",
         "Memory stores further bits with which it corrects a wrong bit and reports two. GPUs of "
         "data centres have it on."},
    Term{"MIG", "multi-instance GPU",
         "A GPU that is cut into several smaller ones, each with multiprocessors and memory of its "
         "own."},
    Term{"MPS", "multi-process service",
         "A service through which kernels of several processes run on one GPU together."},
    Term{
        "NVLink", "",
        "NVIDIA's connection between GPUs, or between a GPU and its processor. It carries far more "
        "bytes a second than PCIe."},
    Term{"PCIe", "PCI Express,bus",
         "The connection between most GPUs and their host, which copies go over. It carries far "
         "fewer bytes a second than the memory of the GPU.",
         "", "timeline"},
    Term{"tensor core", "tensor cores,mma,wmma",
         "A unit that multiplies small matrices and adds, for a whole warp with one instruction. "
         "A multiprocessor of an H200 has four."},
    Term{"transfer", "transfers,memcpy,cudaMemcpy,cudaMemcpyAsync",
         "A copy between the memories of host and device, over the bus. `cudaMemcpy()` returns "
         "when the host's memory may be used again; `cudaMemcpyAsync()` may return before.",
         "", "timeline"},
};

// The language, its compilers, and the calls of the host.
constexpr std::array of_programs{
    Term{"asynchronous launch", "asynchronous launches",
         "A launch puts the kernel into a queue and returns before the kernel has ended. The host "
         "learns of the end by a synchronising call or an event.",
         "", "timeline"},
    Term{"ballot", "ballots,__ballot_sync,warp vote,warp votes,vote",
         "Each lane of a warp says yes or no, and all get the 32 answers as the bits of one word: "
         "`__ballot_sync()`. `__any_sync()` and `__all_sync()` give one answer.",
         "", "lanes"},
    Term{"dynamic parallelism", "", "A kernel launches kernels. No lesson here does that."},
    Term{"fat binary", "fatbin,fat binaries",
         "A program with machine code for several GPUs, and often PTX for later ones. The driver "
         "picks what fits."},
    Term{"graph", "graphs,CUDA graph,CUDA graphs",
         "Launches and copies, recorded with their order. The host then starts all of them by one "
         "call, as `streams/graph` does.",
         "", "timeline"},
    Term{"handle", "handles",
         "What a library gives to its user for its own state, such as `cublasHandle_t`. It is made "
         "first, goes into each call, and is destroyed last."},
    Term{"JIT", "just-in-time compilation,just in time",
         "The driver turns PTX into machine code when a program loads it. It keeps the result in a "
         "cache on disk."},
    Term{"NVRTC", "",
         "NVIDIA's compiler as a library: a running program compiles CUDA C++ to PTX by it."},
    Term{"plan", "plans,FFT plan",
         "Of cuFFT: size, type and number of transforms, prepared once and executed often."},
    Term{"SASS", "machine code",
         "The machine code of a GPU, made from PTX by `ptxas` or by the driver. `cuobjdump -sass` "
         "shows it. The simulator runs PTX, so its instructions have other numbers."},
    Term{"Thrust", "",
         "NVIDIA's library in the manner of C++'s algorithms: `thrust::reduce()` of a "
         "`thrust::device_vector`."},
    Term{"thread block cluster", "cluster,clusters,thread block clusters",
         "Blocks that are launched together on neighbouring multiprocessors, since compute "
         "capability 9.0. They reach each other's shared memory."},
};

// How kernels are written.
constexpr std::array of_kernels{
    Term{"column-major", "column major,row-major,row major,column order",
         "A matrix whose columns lie one after the other in memory, as Fortran and cuBLAS have it. "
         "C++ usually stores row after row, which is row-major."},
    Term{"double buffering", "double buffer,double buffers",
         "Two buffers that take turns: one is filled while the other is used."},
    Term{"ghost cell", "ghost cells,ghost point,ghost points",
         "A cell beyond the edge of a part of a grid, with a copy of the neighbour's value. All "
         "ghost cells of a part are its halo.",
         "", "field"},
    Term{"instruction-level parallelism", "ILP",
         "Instructions of one thread that do not need each other's results. They are in flight "
         "together, so fewer warps suffice.",
         "", "scheduler"},
    Term{"latency hiding",
         "hides latency,hide latency,zero-overhead scheduling,zero overhead scheduling,"
         "warp switch,context switch",
         "While one warp waits for a result, the scheduler issues instructions of other warps. A "
         "switch takes no cycle: all resident warps keep their registers. It takes enough resident "
         "warps, or enough independent instructions of each.",
         "", "scheduler"},
    Term{"leading dimension", "lda,ldb,ldc",
         "The distance in elements between two neighbouring columns of a column-major matrix. It "
         "is the number of rows, or more where the matrix is a part of a larger one."},
    Term{"predication", "predicate,predicates",
         "An instruction runs only in lanes whose predicate is true; the others are off. Short "
         "branches become such instructions.",
         "", "lanes"},
};

// What kernels of courses compute.
constexpr std::array of_problems{
    Term{"convolution", "convolutions",
         "Each result is a sum of neighbouring inputs, each multiplied by a weight of a filter. "
         "The lesson `fft` has it directly and by a Fourier transform."},
    Term{"cyclic reduction", "parallel cyclic reduction,PCR",
         "A way to solve tridiagonal systems. In each round every equation takes in the two at a "
         "distance of 1, 2, 4 and so on, until each has one unknown left: see `tridiagonal`.",
         "", "data_flow"},
    Term{"Fourier transform", "FFT,FFTs,fast Fourier transform,DFT",
         "Finds how much of each frequency is in the numbers. An FFT does it in log n rounds "
         "of butterflies: see `fft`.",
         "", "data_flow"},
    Term{"histogram", "histograms",
         "How many numbers fall into each bin. Threads that meet in one bin need atomics: see "
         "`histogram`.",
         "", "same_address"},
    Term{"Jacobi iteration", "Jacobi,Jacobi method",
         "Each point gets the mean of its neighbours, all from the values of the sweep before. So "
         "it takes two arrays that change places: see `laplace`.",
         "", "field"},
    Term{"k-space", "",
         "The frequencies that an MRI scanner measures. The image follows from them by a sum of "
         "sines and cosines: see `mri`."},
    Term{"Laplace's equation", "Laplace",
         "Says that the value at each point is the mean of the values around it. It describes heat "
         "that has come to rest: see `laplace`.",
         "", "field"},
    Term{"Monte Carlo", "Monte Carlo method",
         "An average over random samples, such as the share of points that hit a circle. Its error "
         "falls with the square root of their number: see `pi` and `option`.",
         "", "dart_board"},
    Term{"MRI", "magnetic resonance imaging",
         "Images from magnetic resonance. Each voxel is a sum over all samples of the scan: see "
         "`mri`.",
         "", "field"},
    Term{"pattern matching", "", "Finds the places of words in a text: see `pattern_matching`.", "",
         "sliding_window"},
    Term{"radix sort", "",
         "Sorts by one digit after the other, from the last to the first. Each pass keeps the "
         "order of keys with the same digit: see `radix_sort`.",
         "", "data_flow"},
    Term{"recurrence", "recurrences",
         "Each value follows from the one before it. If the step is linear, a scan over pairs "
         "computes it in parallel: see `recurrence`.",
         "", "data_flow"},
    Term{"tridiagonal system", "tridiagonal,tridiagonal systems",
         "Linear equations in which each unknown appears with its two neighbours alone: see "
         "`tridiagonal`.",
         "", "data_flow"},
    Term{"voxel", "voxels", "A point of an image with three dimensions.", "", "field"},
};

// What students looked for in the list of lessons.
constexpr std::array of_students{
    Term{"__device__", "device function,device functions",
         "Marks a function that the device runs and that kernels call: mostly its code is put in "
         "place of the call. Before a variable it makes a device variable, which all threads "
         "share and the host reaches by its symbol."},
    Term{"device query", "deviceQuery,cudaGetDeviceProperties,cudaDeviceProp",
         "What a card says of itself: multiprocessors, sizes of its memories, limits of a block. A "
         "program asks by `cudaGetDeviceProperties()`. `warplens card` lists the same names, and "
         "the lesson `card` works with them."},
    Term{"error norm", "error norms,norm of the error,relative error norm",
         "The length of the difference between a result and its reference: the square root of the "
         "sum of the squared differences. The relative one is divided by the length of the "
         "reference."},
    Term{"first add during load", "add during load,add on load,first add during global load",
         "Each thread adds two numbers or more as it loads them, before the tree of its block "
         "begins. So fewer blocks suffice: see `reduction/wide`, whose threads add the four "
         "numbers of a load."},
    Term{"G80", "8800 GTX,GeForce 8800 GTX,8800gtx",
         "NVIDIA's first GPU for CUDA, of 2006, on the card GeForce 8800 GTX. It has 16 "
         "multiprocessors and compute capability 1.0: see `warplens card g80`."},
    Term{"GFLOP/s", "GFLOPS,GFLOP,FLOP,FLOPS,FLOP/s,TFLOP/s,TFLOPS,Gflops",
         "10⁹ floating-point operations in a second. A multiplication with an addition in one "
         "instruction counts as two operations.",
         "", "roofline"},
    Term{"granularity", "thread granularity,granularity of threads,thread coarsening,coarsening",
         "How much of the work one thread does. A thread with more elements shares addresses and "
         "loaded values among them, and needs more registers. The grid then has fewer threads."},
    Term{"helper_cuda.h", "helper_cuda,checkCudaErrors,getLastCudaError",
         "A header of NVIDIA's samples. Its `checkCudaErrors()` ends the program where a call "
         "returns an error. `warplens open FILE.cu` takes files that include it.",
         "", "calls"},
    Term{"__host__", "host function,host functions,__host__ __device__",
         "Marks a function that the processor runs, as it runs each function without a mark. "
         "`__host__ __device__` compiles a function for both."},
    Term{"job",
         "jobs,batch job,job script,batch queue,queue,computing cluster,module load,qsub,sbatch,"
         "srun,pbs,slurm",
         "A script that waits in the queue of a cluster until a node with a GPU is free. `qsub` "
         "hands it to PBS, `sbatch` to Slurm. `warplens cluster` writes such scripts."},
    Term{"Kahan summation", "Kahan,Kahan sum,compensated summation,compensated sum",
         "A sum with a second variable, which keeps what rounding took from each addition. The "
         "next number gets it back, so the error hardly grows with the count of numbers."},
    Term{"lane mask", "lane masks,mask,masks,mask of a shuffle,member mask",
         "32 bits that name the lanes which take part in `__shfl_sync()`, `__ballot_sync()` or "
         "`__syncwarp()`. Each named lane has to come to that call with the same mask, unless it "
         "has ended. `0xffffffff` names all.",
         "", "lanes"},
    Term{"loop fission", "fission,loop distribution",
         "One loop becomes two over the same range, each with a part of the statements. As two "
         "kernels, all of the first part is done before the second begins."},
    Term{"loop interchange", "interchange,interchanged loops",
         "An inner and an outer loop change places. In a kernel it is the choice of the index that "
         "follows `threadIdx.x`: see `matrix_product/swapped`.",
         "", "coalescing"},
    Term{"peak signal-to-noise ratio", "PSNR,signal-to-noise ratio,decibel,decibels,dB",
         "How near an image is to its reference, in decibels: 10 log₁₀ of the squared peak value "
         "over the mean squared difference. The higher, the nearer."},
    Term{"printf", "printf in a kernel,device printf",
         "A kernel prints into a buffer of the device. Its text comes out when the host "
         "synchronises, as by `cudaDeviceSynchronize()`. The tab *Printed* beside the code shows "
         "what a file's kernel printed."},
    Term{"recursion", "recursive,recursive function,recursive functions",
         "A `__device__` function calls itself. Each call takes a frame of the thread's stack, "
         "which lies in local memory. `cudaDeviceSetLimit()` with `cudaLimitStackSize` sets its "
         "size."},
    Term{"scalability", "scalable,scaling,transparent scalability",
         "A program is scalable if it uses more multiprocessors without a change. Blocks that do "
         "not wait for each other allow it: a device runs as many at once as it has room for."},
    Term{"static variable of a kernel", "static,static variable,static variables",
         "A `static` variable within a `__global__` or `__device__` function. The device has it "
         "once, for all threads, and it keeps its value from launch to launch. Threads that "
         "change it need atomics."},
    Term{"volatile", "volatile variable,volatile variables",
         "Each read and write in the code becomes one of memory: the compiler keeps no copy in a "
         "register. It orders nothing between threads. Older reductions of a last warp relied on "
         "it, where `__syncwarp()` is needed today.",
         "", "happens_before"},
};

}  // namespace

std::span<const Term> course_terms() {
    static const auto all = [] {
        constexpr std::size_t count = of_measuring.size() + of_machines.size() +
                                      of_programs.size() + of_kernels.size() + of_problems.size() +
                                      of_students.size();
        std::array<Term, count> terms{};
        auto* at = terms.begin();
        for (const std::span<const Term> some :
             {std::span<const Term>(of_measuring), std::span<const Term>(of_machines),
              std::span<const Term>(of_programs), std::span<const Term>(of_kernels),
              std::span<const Term>(of_problems), std::span<const Term>(of_students)})
            at = std::copy(some.begin(), some.end(), at);
        return terms;
    }();
    return all;
}

}  // namespace app

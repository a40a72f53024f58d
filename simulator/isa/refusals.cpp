// Features that the simulator does not run yet, by the beginning of their opcodes. See refusals.h.
#include "simulator/isa/refusals.h"

#include <algorithm>
#include <charconv>

#include "simulator/demangle.h"

namespace simulator {
namespace {

constexpr int default_target = 75;  // the default when files are compiled

struct Feature {
    std::string_view opcode;  // prefix
    std::string_view what;
    // The compiler's code for the same source and sm_75; empty: nothing that runs.
    std::string_view below = "";
};

// Longer prefixes first.
constexpr Feature features[] = {
    {"cp.async.bulk", "copies whole blocks of memory in the background"},
    {"cp.async", "copies to shared memory in the background", "a plain copy"},
    {"cp.reduce", "reduces into memory in the background"},
    {"mbarrier", "works on a barrier object in shared memory", "a barrier of plain atomics"},
    {"wmma", "multiplies matrices on tensor cores"},
    {"wgmma", "multiplies matrices on tensor cores"},
    {"mma", "multiplies matrices on tensor cores"},
    {"tcgen05", "multiplies matrices on tensor cores"},
    {"ldmatrix", "loads matrices for tensor cores"},
    {"stmatrix", "stores matrices of tensor cores"},
    {"movmatrix", "transposes a matrix for tensor cores"},
    {"tex", "reads a texture by layers, faces, levels or gradients"},
    {"tld4", "gathers four texels of a texture"},
    {"txq", "queries a texture"},
    {"suld", "reads a surface"},
    {"sust", "writes a surface"},
    {"sured", "reduces into a surface"},
    {"suq", "queries a surface"},
    {"istypep", "queries a texture"},
    {"barrier.cluster", "waits for the blocks of a cluster"},
    {"mapa", "accesses another block of a cluster"},
    {"getctarank", "accesses another block of a cluster"},
    {"st.async", "writes into another block of a cluster"},
    {"red.async", "reduces into another block of a cluster"},
    {"multimem", "accesses the memory of several GPUs"},
    {"setmaxnreg", "moves registers between warps"},
    {"createpolicy", "creates a policy for caches"},
    {"alloca", "allocates local memory whose size is known only at run time"},
    {"stacksave", "allocates local memory whose size is known only at run time"},
    {"stackrestore", "allocates local memory whose size is known only at run time"},
    {"brkpt", "stops for a debugger"},
};

bool begins_with(std::string_view opcode, std::string_view feature) {
    return opcode.starts_with(feature) &&
           (opcode.size() == feature.size() || opcode[feature.size()] == '.');
}

bool is_of_eight_bits(std::string_view part) {
    return part.starts_with("e4m3") || part.starts_with("e5m2") || part.starts_with("e2m") ||
           part.starts_with("e3m2") || part.starts_with("ue8m0");
}

int number_of(std::string_view target) {
    int number = 0;
    const std::string_view digits = target.substr(std::min<std::size_t>(target.find('_') + 1, 3));
    std::from_chars(digits.data(), digits.data() + digits.size(), number);
    return number;
}

std::string what_it_does(const ptx::Instruction& instruction, std::string_view target) {
    if (std::ranges::any_of(instruction.parts, is_of_eight_bits))
        return "converts floating-point numbers of 8 bits or fewer (fp8), which Warplens does not "
               "simulate yet.";
    for (const Feature& feature : features) {
        if (!begins_with(instruction.opcode, feature.opcode)) continue;
        std::string words = std::string(feature.what) + ", which Warplens does not simulate yet.";
        if (!feature.below.empty() && number_of(target) > default_target)
            words += " For sm_75 the compiler makes " + std::string(feature.below) +
                     " from the same source: leave out --arch.";
        return words;
    }
    if (instruction.has("shared::cluster"))
        return "accesses another block of a cluster, which Warplens does not simulate yet.";
    return "is not known to the simulator.";
}

}  // namespace

std::string why_unknown(const ptx::Instruction& instruction, std::string_view target) {
    return "The instruction \"" + instruction.opcode + "\" " + what_it_does(instruction, target);
}

std::string why_not_called(const std::string& callee) {
    const std::string called = "The call of \"" + demangled(callee) + "\" cannot be run: ";
    if (callee.starts_with("cudaLaunchDevice") || callee.starts_with("cudaGetParameterBuffer"))
        return called +
               "the kernel launches another kernel (dynamic parallelism), which Warplens does not "
               "simulate yet. Launch it from the host.";
    if (callee.starts_with("cuda"))
        return called +
               "calls of the CUDA runtime from a kernel are not simulated yet. Call it from the "
               "host.";
    return called +
           "the function has no body in this PTX. Only printf, assert, malloc, free and functions "
           "with a body can be called.";
}

}  // namespace simulator

// Variables of a file's module that get values before the launch: the words of --set.
#pragma once

#include <string>
#include <vector>

#include "lab/own/own_file.h"
#include "lab/own/signature.h"

namespace simulator {
class Module;
}

namespace lab {

/// The __constant__ and __device__ variables that a kernel uses, in program order, without those
/// the compiler made. Empty where the kernel can't be decoded.
std::vector<Taken> variables_of(const simulator::Module& module, const std::string& kernel);

/// Reads a SPEC such as "mask:f32[5]=ones" for a __constant__ or __device__ variable that some of
/// `kernels` use. Fails with a sentence if no variable has that name, or its size differs.
simulator::Outcome<OwnVariable> read_variable(const std::string& text,
                                              const simulator::Module& module,
                                              const std::vector<FoundKernel>& kernels);

}  // namespace lab

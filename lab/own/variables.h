// Variables of a file's module that are given values before the launch: the words of --set.
#pragma once

#include <string>
#include <vector>

#include "lab/own/own_file.h"
#include "lab/own/signature.h"

namespace simulator {
class Module;
}

namespace lab {

/// The __constant__ and __device__ variables that a kernel uses, in the order of its program; those
/// that the compiler made for itself are left out. None where the kernel can't be decoded.
std::vector<Taken> variables_of(const simulator::Module& module, const std::string& kernel);

/// Reads a SPEC such as "mask:f32[5]=ones" for a __constant__ or __device__ variable that some of
/// `kernels` use. Fails with a sentence where there is none of that name, or its size is another.
simulator::Outcome<OwnVariable> read_variable(const std::string& text,
                                              const simulator::Module& module,
                                              const std::vector<FoundKernel>& kernels);

}  // namespace lab

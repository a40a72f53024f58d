// What a cubin says of its kernels: an ELF file with a section for the code of each.
#pragma once

#include <cstdint>
#include <string_view>

namespace lab::cuda {

/// Whether the bytes are an ELF file, as a cubin is; else they are PTX.
bool is_cubin(std::string_view code);
/// Bytes of instructions of the kernel `mangled`; 0 where there is no such kernel, or the file is
/// cut short.
std::uint64_t code_bytes(std::string_view cubin, std::string_view mangled);

}  // namespace lab::cuda

// What of a PTX text a kernel is made of: itself and what all kernels share, but no other kernel
// and no numbers of source lines. So what is known of a kernel stays known when another one is
// added beside it.
#pragma once

#include <cstdint>
#include <string_view>

namespace simulator {

/// Of the kernel with this mangled name: FNV-1a of those lines of `ptx_text` that can change what
/// it does.
std::uint64_t kernel_hash(std::string_view ptx_text, std::string_view mangled);

}  // namespace simulator

// A hash of one kernel's PTX: its own lines and those that all kernels share. Other kernels and
// source line numbers do not count, so results known for a kernel stay valid when another is added.
#pragma once

#include <cstdint>
#include <string_view>

namespace simulator {

/// FNV-1a of the lines of `ptx_text` that can change the behaviour of the kernel with this mangled
/// name.
std::uint64_t kernel_hash(std::string_view ptx_text, std::string_view mangled);

}  // namespace simulator

// Kernels of tests/own with the PTX that stands beside each source: no compiler is needed.
#pragma once

#include <string>

#include "lab/assets.h"
#include "lab/own/open.h"

namespace tests {

inline const std::string own_files = WARPLENS_TESTS_DIR "/own/";

inline lab::Code own_code(const std::string& name) {
    return {*lab::read_file(own_files + name + ".cu"), *lab::read_file(own_files + name + ".ptx")};
}

/// A kernel without a guard, of 1024 elements unless told: in five blocks of 256 threads it reaches
/// past them.
inline const std::string unguarded_ptx =
    ".version 7.0\n.target sm_75\n.address_size 64\n"
    ".visible .entry fill(.param .u64 out, .param .u32 n)\n{\n"
    ".reg .b64 %rd<4>; .reg .b32 %r<6>;\n"
    "ld.param.u64 %rd1, [out]; ld.param.u32 %r5, [n]; cvta.to.global.u64 %rd1, %rd1;\n"
    "mov.u32 %r1, %ctaid.x; mov.u32 %r2, %ntid.x; mov.u32 %r3, %tid.x;\n"
    "mad.lo.u32 %r4, %r1, %r2, %r3; mul.wide.u32 %rd2, %r4, 4; add.u64 %rd3, %rd1, %rd2;\n"
    "st.global.u32 [%rd3], %r5;\nret;\n}\n";

}  // namespace tests

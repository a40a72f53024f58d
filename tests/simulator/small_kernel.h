// PTX texts of small kernels, for tests that need one instruction here and one lane there: the
// frame around a few lines, and what their lines are called.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace small_kernel {

/// A kernel `small` around `body`. Parameters p0, p1 ... are pointers; before `body` stand the
/// thread's number in %t, each pointer in %a0, %a1 ... and the thread's element of 4 bytes of each
/// in %own0, %own1 ...; registers are %p (predicates), %h (16 bits), %r (32) and %d (64), 0 to 15
/// of each; `part` is a shared array of 512 bytes.
inline std::string text_of(int pointers, std::string_view body, std::string_view outside = "") {
    std::string parameters, loads;
    for (int i = 0; i < pointers; ++i) {
        const std::string k = std::to_string(i);
        parameters += (i ? ", .param .u64 p" : ".param .u64 p") + k;
        loads += "ld.param.u64 %a" + k + ", [p" + k + "];\n";
        loads += "mad.wide.u32 %own" + k + ", %t, 4, %a" + k + ";\n";
    }
    return ".version 8.0\n.target sm_75\n.address_size 64\n" + std::string(outside) +
           ".visible .entry small(" + parameters +
           ")\n{\n"
           ".reg .pred %p<16>;\n.reg .b16 %h<16>;\n.reg .b32 %t, %r<16>;\n"
           ".reg .b64 %d<16>, %a<8>, %own<8>;\n"
           ".shared .align 8 .b8 part[512];\n"
           "mov.u32 %t, %tid.x;\n" +
           loads + std::string(body) + "ret;\n}\n";
}

/// The first line of `text` that has `words` in it, counted from 1 as Event::ptx_line is.
inline int line_of(std::string_view text, std::string_view words) {
    const auto at = std::min(text.find(words), text.size());
    return 1 + static_cast<int>(std::count(text.begin(), text.begin() + at, '\n'));
}

}  // namespace small_kernel

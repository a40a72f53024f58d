// A small script in nvcc's place, so that tests of what stands around a compiler need no toolkit.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>

#include "platform/files.h"

namespace tests {

// Comes first on the PATH while it lives. It works in a folder with kernel.cu and has to make
// kernel.ptx there.
class OwnNvcc {
public:
    OwnNvcc(const std::filesystem::path& folder, const std::string& script)
        : before_(std::getenv("PATH")) {
        platform::make_folder(folder);
        platform::write_file(folder / "nvcc", "#!/bin/sh\n" + script + "\n");
        std::filesystem::permissions(folder / "nvcc", std::filesystem::perms::owner_all);
        setenv("PATH", (folder.string() + ":" + before_).c_str(), 1);
    }
    ~OwnNvcc() { setenv("PATH", before_.c_str(), 1); }

private:
    std::string before_;
};

/// A script whose sources bring their PTX along, behind //ptx:, and that finds fault with the word
/// "nonsense".
inline const char* const compiles_comments =
    "n=$(grep -n nonsense kernel.cu | head -1 | cut -d: -f1)\n"
    "[ -z \"$n\" ] || { echo 'kernel.cu(1): warning #1-D: of no interest'\n"
    "echo \"kernel.cu($n): error: identifier \\\"nonsense\\\" is undefined\"; exit 2; }\n"
    "sed -n 's,^//ptx:,,p' kernel.cu > kernel.ptx";

/// A source for that script, with one kernel that writes `factor` times its thread's number, at
/// line 3.
inline std::string scaling_source(int factor, const std::string& name = "scale") {
    const std::string ptx =
        ".version 7.0\n.target sm_75\n.address_size 64\n"
        ".visible .entry " +
        name + "(.param .u64 " + name +
        "_param_0)\n{\n"
        ".reg .b32 %r<4>;\n.reg .b64 %rd<5>;\n"
        "ld.param.u64 %rd1, [" +
        name +
        "_param_0];\n"
        ".loc 1 3 5\n"
        "mov.u32 %r1, %tid.x;\n"
        "mul.lo.s32 %r2, %r1, " +
        std::to_string(factor) +
        ";\n"
        "cvta.to.global.u64 %rd2, %rd1;\n"
        "mul.wide.s32 %rd3, %r1, 4;\n"
        "add.s64 %rd4, %rd2, %rd3;\n"
        "st.global.u32 [%rd4], %r2;\n"
        ".loc 1 4 1\n"
        "ret;\n}\n.file 1 \"kernel.cu\"\n";
    std::string source = "__global__ void " + name +
                         "(int* out)\n{\n    out[threadIdx.x] = " + std::to_string(factor) +
                         " * threadIdx.x;\n}\n//ptx:";
    for (const char c : ptx) {
        source += c;
        if (c == '\n') source += "//ptx:";
    }
    return source + "\n";
}

}  // namespace tests

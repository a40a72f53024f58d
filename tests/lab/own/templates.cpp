// Kernels that are templates, which nobody instantiates but who asks for them.
#include "lab/own/templates.h"

#include <gtest/gtest.h>

#include "lab/compiler/compiler.h"
#include "lab/own/open.h"
#include "platform/files.h"
#include "tests/helpers/scratch_folder.h"
#include "tests/helpers/words.h"

namespace {

using namespace lab;

constexpr const char* twice = R"(// template <typename T> __global__ void remark(T* a) {}
template <typename T, int count = 4>
__global__ void __launch_bounds__(256) twice(T* a, const int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) a[i] = a[i] * T(2);
}
)";

TEST(KernelTemplates, AreFoundWithArgumentsThatFit) {
    const auto found = kernel_templates(twice);
    ASSERT_EQ(found.size(), 1u) << "a remark is none";
    EXPECT_EQ(found[0].with, "twice<float, 32>");
    EXPECT_EQ(found[0].instantiation,
              "template __global__ void twice<float, 32>(float* a, const int n);");
    EXPECT_TRUE(kernel_templates("template <class T> T twice(T a) { return a + a; }").empty());
    EXPECT_TRUE(kernel_templates("template <class T> __global__ void later(T*);").empty());
    EXPECT_TRUE(kernel_templates("template <class T __global__ void broken(T*) {").empty());
    EXPECT_TRUE(kernel_templates("template __global__ void twice<float>(float*);").empty());
}

std::string written(const std::string& text) {
    const std::string file = tests::scratch_folder() + "/t.cu";
    EXPECT_EQ(platform::write_file(file, text), "");
    return file;
}

TEST(KernelTemplates, AreInstantiatedByAsking) {
    if (!find_nvcc()) GTEST_SKIP() << "no nvcc on this machine";
    const std::string file = written(twice);
    const auto silent = open_file({.file = file});
    ASSERT_FALSE(silent);
    EXPECT_TRUE(tests::has(silent.problem().message, "--kernel \"twice<float, 32>\""))
        << silent.problem().message;
    for (const char* kernel : {"twice<float>", "twice<double, 8>", "twice<int>"}) {
        const auto subject = open_file({.file = file, .kernel = kernel});
        ASSERT_TRUE(subject) << kernel << ": " << subject.problem().message;
        EXPECT_EQ((*subject)->rungs.size(), 1u) << kernel;
    }
    const auto misspelt = open_file({.file = file, .kernel = "twice<flot>"});
    ASSERT_FALSE(misspelt);
    EXPECT_TRUE(tests::has(misspelt.problem().message, "flot")) << misspelt.problem().message;
}

// What the file instantiates itself is compiled once, as it stands.
TEST(KernelTemplates, OfTheFileNeedNoLine) {
    if (!find_nvcc()) GTEST_SKIP() << "no nvcc on this machine";
    const std::string file = written(
        std::string(twice) + "template __global__ void twice<float, 8>(float*, const int);\n");
    const auto code = code_of(file);
    ASSERT_TRUE(code) << code.problem().message;
    EXPECT_EQ(missing_instantiation(*code, "twice<float, 8>"), "");
    EXPECT_EQ(missing_instantiation(*code, "twice"), "");
    EXPECT_EQ(missing_instantiation(*code, "twice<float, 8"), "");
    EXPECT_NE(missing_instantiation(*code, "twice<double>"), "");
}

}  // namespace

// Modules of libraries say for which GPUs their code is.
#include <gtest/gtest.h>

#include "lab/cuda/libraries.h"
#include "tests/helpers/words.h"

namespace {

using namespace lab::cuda;
using tests::has;

TEST(LibraryModules, OfAnotherArchitectureAreNotTimed) {
    EXPECT_EQ(built_for_another({"CUB", "900"}, 90), "");
    EXPECT_EQ(built_for_another({"CUB", "750,900"}, 90), "");
    const std::string other = built_for_another({"CUB", "750"}, 90);
    EXPECT_TRUE(has(other, "its module was built for sm_75, but this GPU is sm_90.")) << other;
    EXPECT_TRUE(has(other, "-DWARPLENS_CUDA_ARCH=90")) << other;
    EXPECT_NE(built_for_another({"CUB", "900"}, 100), "");
    EXPECT_TRUE(has(built_for_another({"cuFFT", ""}, 90), "an unknown architecture"));
    EXPECT_EQ(architectures_worded("750,900,1000"), "sm_75, sm_90 and sm_100");
}

}  // namespace

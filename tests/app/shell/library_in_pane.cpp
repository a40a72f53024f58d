// The code pane shows, and Ctrl + E writes, the program that calls a library beside the kernels.
#include <gtest/gtest.h>

#include "app/shell/host_code.h"
#include "lab/asked.h"
#include "tests/helpers/scratch_folder.h"
#include "tests/helpers/words.h"

namespace {

using tests::has;

TEST(LibraryInPane, IsShownUntilTheKernelsProgramIsAskedFor) {
    app::HostCode host;
    lab::Request request{.settings = *lab::settings_named("matrix_product/naive")};
    ASSERT_FALSE(lab::assign(request.settings, "n=64"));
    host.stand(true, request.settings);
    EXPECT_FALSE(has(host.text(request).text, "cublas"));
    EXPECT_EQ(host.text(request).library, "");
    host.show_library("cublas");
    const app::HostCode::Text& text = host.text(request);
    EXPECT_TRUE(has(text.text, "cublasSgemm")) << text.problem;
    EXPECT_EQ(text.library, "cuBLAS: gemm");
    EXPECT_EQ(text.lines.at(std::size_t(text.main_line) - 1), "int main()");
    host.folder = tests::scratch_folder();
    host.write(request);
    const auto told = host.told();
    ASSERT_TRUE(told);
    EXPECT_TRUE(has(*told, "matrix_product_cublas.cu -o matrix_product_cublas -lcublas")) << *told;
    host.stand(true, request.settings);
    EXPECT_FALSE(has(host.text(request).text, "cublas"));
}

// A knob that is turned turns it in the library's program too.
TEST(LibraryInPane, FollowsTheKnobs) {
    app::HostCode host;
    lab::Request request{.settings = *lab::settings_named("matrix_product/naive")};
    host.show_library("cublas");
    ASSERT_FALSE(lab::assign(request.settings, "n=64"));
    EXPECT_TRUE(has(host.text(request).text, "const int n = 64"));
    ASSERT_FALSE(lab::assign(request.settings, "n=128"));
    EXPECT_TRUE(has(host.text(request).text, "const int n = 128"));
    ASSERT_FALSE(lab::assign(request.settings, "type=double"));
    EXPECT_TRUE(has(host.text(request).text, "cublasDgemm"));
}

}  // namespace

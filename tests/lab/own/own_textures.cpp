// Textures of somebody's own kernel: their words, what is guessed, what is refused, what is read.
#include <gtest/gtest.h>

#include <fstream>

#include "lab/json/json.h"
#include "lab/own/open.h"
#include "lab/own/spec.h"
#include "lab/running/simulation.h"
#include "tests/helpers/commands.h"
#include "tests/helpers/own_files.h"
#include "tests/helpers/scratch_folder.h"

namespace {

using namespace tests;

std::string refusal_of(const std::string& text) {
    const auto spec = lab::read_spec(text);
    return spec ? "" : spec.problem().message;
}

TEST(OwnTextures, WordsAreReadAndWrittenAgain) {
    for (const char* text :
         {"t:texture.f32[64]=iota", "t:texture.f32x2.linear.normalized.wrap[64,32]=random:7",
          "t:texture.u8x4.normalized_float.border[4,4,4]=ones", "t:texture.i16[5,1]=zeros"}) {
        const auto spec = lab::read_spec(text);
        ASSERT_TRUE(spec) << spec.problem().message;
        EXPECT_EQ(lab::worded(*spec), text);
    }
    const auto spec = lab::read_spec("t:texture.f32x2.linear.normalized.mirror[64,32]=iota");
    ASSERT_TRUE(spec);
    EXPECT_EQ(spec->count, 64u * 32 * 2);
    EXPECT_EQ(spec->texture.dimensions, 2);
    EXPECT_EQ(spec->texture.channels, 2);
    EXPECT_EQ(spec->texture.mode, simulator::AddressMode::mirror);
    EXPECT_TRUE(spec->texture.linear && spec->texture.normalized);
    EXPECT_EQ(spec->bytes(), 64u * 32 * 8);
}

TEST(OwnTextures, WhatCudaRefusesIsASentence) {
    const auto says = [](const std::string& text, const char* words) {
        EXPECT_NE(refusal_of(text).find(words), std::string::npos) << refusal_of(text);
    };
    says("t:texture[4]=iota", "write a texture as texture.f32[WIDTH,HEIGHT]");
    says("t:texture.f64[4]=iota", "write a texture as");
    says("t:texture.f32x3[4]=iota", "write a texture as");
    says("t:texture.f32.cubic[4]=iota", "write a texture as");
    says("t:texture.f32=iota", "write the number of texels");
    says("t:texture.f32[0]=iota", "side x must be 1 to 268435456, not 0");
    says("t:texture.f32[8,0]=iota", "side y must be 1 to 65536, not 0");
    says("t:texture.f32[268435457]=iota", "at most 268435456 texels along x, not 268435457");
    says("t:texture.f32[131073,1]=iota", "at most 131072 texels along x, not 131073");
    says("t:texture.f32[1,65537]=iota", "at most 65536 texels along y");
    says("t:texture.f32[1,1,16385]=iota", "at most 16384 texels along z");
    says("t:texture.i32.linear[4]=iota", "linear needs floats");
    says("t:texture.f32.normalized_float[4]=iota", "whole numbers of 8 or 16 bits");
    says("t:texture.f32.wrap[4]=iota", "wrap and mirror need normalized");
    says("t:texture.f32.linear.border[4]=iota", "needs two dimensions");
    says("t:texture.f32[4]=none", "a kernel only reads a texture");
    EXPECT_EQ(refusal_of("t:texture.f32[268435456]=iota"), "");
    EXPECT_EQ(refusal_of("t:texture.f32[131072,1]=iota"), "");
    EXPECT_EQ(refusal_of("t:texture.f32[1,65536]=iota"), "");
}

// Reads texel (tid + 1/2, 1 + 1/2).
std::string file_with_texture() {
    const std::string file = scratch_folder() + "/k.ptx";
    std::ofstream(file)
        << ".version 7.0\n.target sm_75\n.address_size 64\n"
           ".visible .entry k(.param .u64 image, .param .u64 out)\n{\n"
           ".reg .b64 %rd<5>; .reg .b32 %r<9>; .reg .f32 %f<9>;\n"
           "ld.param.u64 %rd1, [image]; ld.param.u64 %rd2, [out]; mov.u32 %r1, %tid.x;\n"
           "cvt.rn.f32.u32 %f1, %r1; add.f32 %f2, %f1, 0f3F000000; mov.f32 %f3, 0f3FC00000;\n"
           "tex.2d.v4.f32.f32 {%f4, %f5, %f6, %f7}, [%rd1, {%f2, %f3}];\n"
           "cvta.to.global.u64 %rd2, %rd2; mul.wide.u32 %rd3, %r1, 4; add.u64 %rd4, %rd2, %rd3;\n"
           "st.global.f32 [%rd4], %f4;\nret;\n}\n";
    return file;
}

Answer simulated(const std::vector<std::string>& more) {
    std::vector<std::string> words{"simulate", file_with_texture(), "--grid", "1", "--block", "32"};
    words.insert(words.end(), more.begin(), more.end());
    return warplens(words);
}

TEST(OwnTextures, AKernelReadsWhatItIsGiven) {
    const std::string out = scratch_folder() + "/out";
    const Answer answer = simulated({"--arg", "image:texture.f32[32,4]=iota", "--arg",
                                     "out:f32[32]=zeros", "--dump", "out=" + out, "--json", "-"});
    ASSERT_EQ(answer.code, 0) << answer.err;
    EXPECT_EQ(lab::Json::parse(answer.out)["counters"]["texture_instructions"], 1);
    std::ifstream file(out, std::ios::binary);
    std::vector<float> read(32);
    file.read(reinterpret_cast<char*>(read.data()), 128);
    for (int x = 0; x < 32; ++x) EXPECT_EQ(read[x], 32.0f + x);
}

TEST(OwnTextures, ANumberIsNoTexture) {
    const Answer answer = simulated({"--arg", "image:u64=0"});
    EXPECT_EQ(answer.code, lab::exit_usage);
    EXPECT_TRUE(has(answer.err,
                    "takes a texture of 2 dimensions, but u64 (8 bytes) was given: "
                    "write image:texture.f32[1024,1024]=iota"))
        << answer.err;
}

TEST(OwnTextures, WhereNobodySaysOneIsGuessed) {
    const Answer answer = simulated({});
    EXPECT_EQ(answer.code, 0) << answer.err;
    EXPECT_TRUE(has(answer.out + answer.err, "image:texture.f32[32,32]=iota")) << answer.out;
}

// Two textures of one dimension, one of which tex1Dfetch reads: `samples` is the other's operand.
Answer fetched_and_sampled(const std::string& samples, const std::string& texels) {
    const std::string file = scratch_folder() + "/both.ptx";
    std::ofstream(file)
        << ".version 7.0\n.target sm_75\n.address_size 64\n"
           ".visible .entry k(.param .u64 whole, .param .u64 real, .param .u64 out)\n{\n"
           ".reg .b64 %rd<6>; .reg .b32 %r<9>; .reg .f32 %f<9>;\n"
           "ld.param.u64 %rd1, [whole]; ld.param.u64 %rd2, [real]; ld.param.u64 %rd3, [out];\n"
           "mov.u32 %r1, %tid.x; cvt.rn.f32.u32 %f1, %r1;\n"
           "tex.1d.v4.f32.s32 {%f4, %f5, %f6, %f7}, [%rd1, {%r1}];\n"
           "tex.1d.v4.f32.f32 {%f4, %f5, %f6, %f7}, [" +
               samples +
               ", {%f1}];\n"
               "cvta.to.global.u64 %rd3, %rd3; mul.wide.u32 %rd4, %r1, 4;\n"
               "add.u64 %rd5, %rd3, %rd4; st.global.f32 [%rd5], %f4;\nret;\n}\n";
    return warplens({"simulate", file, "--grid", "1", "--block", "32", "--arg",
                     "whole:texture.f32[140000]=iota", "--arg",
                     "real:texture.f32[" + texels + "]=iota", "--arg", "out:f32[32]=zeros"});
}

// tex1Dfetch reads plain memory and tex1D an array: a GPU ends a kernel that is given the other.
TEST(OwnTextures, TexelsLieAsTheKernelReadsThem) {
    const Answer right = fetched_and_sampled("%rd2", "131072");
    EXPECT_EQ(right.code, 0) << right.err << right.out;
    const Answer both = fetched_and_sampled("%rd1", "32");
    EXPECT_EQ(both.code, lab::exit_kernel_fault);
    EXPECT_TRUE(
        has(both.out + both.err, "its texels lie in plain memory, but tex1D reads an array."))
        << both.out << both.err;
    const Answer long_one = fetched_and_sampled("%rd2", "131073");
    EXPECT_EQ(long_one.code, lab::exit_usage);
    EXPECT_TRUE(has(long_one.err,
                    "real, reads an array with tex1D, which can have at most 131072 "
                    "texels"))
        << long_one.err;
}

// A texel that is 0 is data, not a constant that leaves the other factor out.
TEST(OwnTextures, WeightsOfTexelsThatAreZeroAreSeen) {
    const lab::Code code{
        "",
        ".version 7.0\n.target sm_75\n.address_size 64\n"
        ".visible .entry k(.param .u64 image, .param .u64 w, .param .u64 out)\n{\n"
        ".reg .b64 %rd<9>; .reg .b32 %r<9>; .reg .f32 %f<9>;\n"
        "ld.param.u64 %rd1, [image]; ld.param.u64 %rd2, [w]; ld.param.u64 %rd3, [out];\n"
        "cvta.to.global.u64 %rd2, %rd2; cvta.to.global.u64 %rd3, %rd3;\n"
        "mov.u32 %r1, %tid.x; cvt.rn.f32.u32 %f1, %r1; mul.wide.u32 %rd4, %r1, 4;\n"
        "tex.2d.v4.f32.f32 {%f2, %f3, %f4, %f5}, [%rd1, {%f1, %f1}];\n"
        "add.u64 %rd5, %rd2, %rd4; ld.global.f32 %f6, [%rd5]; mul.f32 %f7, %f2, %f6;\n"
        "add.u64 %rd6, %rd3, %rd4; st.global.f32 [%rd6], %f7;\nret;\n}\n"};
    const auto subject = lab::subject_of({.file = "k.ptx",
                                          .grid = "1",
                                          .block = "32",
                                          .arguments = {"image:texture.f32[32,32]=zeros",
                                                        "w:f32[32]=random:1", "out:f32[32]=zeros"}},
                                         code);
    ASSERT_TRUE(subject) << subject.problem().message;
    lab::Request request;
    request.settings = lab::Settings(*subject);
    const auto run = lab::simulate(request);
    ASSERT_TRUE(run->flow);
    const auto of_weights = [&](const simulator::Edge& edge) {
        const simulator::Version& from = run->flow->versions[edge.source];
        return from.array >= 0 && run->flow->arrays[std::size_t(from.array)].name == "w";
    };
    EXPECT_EQ(std::ranges::count_if(run->flow->edges, of_weights), 32);
}

TEST(OwnTextures, ATypeIsWhatTheSourceCallsIt) {
    const std::string entry = "_Z4blurPfyi";
    const lab::Code code{
        "__global__ void blur(float* to, const cudaTextureObject_t image, int n = 1) {}",
        ".version 7.0\n.target sm_75\n.address_size 64\n.visible .entry " + entry +
            "(.param .u64 " + entry + "_param_0, .param .u64 " + entry + "_param_1, .param .u32 " +
            entry + "_param_2)\n{\nret;\n}\n"};
    const auto kernels = lab::kernels_of(code);
    ASSERT_TRUE(kernels);
    EXPECT_EQ((*kernels)[0].parameters[0].type, "float*");
    EXPECT_EQ((*kernels)[0].parameters[1].type, "cudaTextureObject_t");
    EXPECT_EQ((*kernels)[0].parameters[2].type, "int");
}

// A guessed array that grew is told by `run` too, in words and in JSON.
TEST(OwnFileRun, TellsWhatWasGuessed) {
    const std::string file = scratch_folder() + "/fill.ptx";
    std::ofstream(file) << unguarded_ptx;
    const std::string line = "reaches out[1024], past the 1024 guessed elements";
    const std::vector<std::string> words{"run",   file,         "--grid",   "5",
                                         "--arg", "n:i32=1024", "--device", "sim"};
    EXPECT_TRUE(has(warplens(words).out, line)) << warplens(words).out;
    std::vector<std::string> json = words;
    json.insert(json.end(), {"--json", "-"});
    EXPECT_TRUE(has(lab::Json::parse(warplens(json).out)["guessed"].get<std::string>(), line));
}

TEST(OwnTextures, NoTimeIsModelled) {
    const Answer answer = simulated({"--json", "-"});
    ASSERT_EQ(answer.code, 0) << answer.err;
    EXPECT_TRUE(lab::Json::parse(answer.out).value("modelled", lab::Json()).is_null());
}

}  // namespace

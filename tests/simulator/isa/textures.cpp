// Textures: what a GPU's texture unit answered (hardware/textures.tsv), and kernels that read them.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <fstream>
#include <map>
#include <sstream>
#include <vector>

#include "simulator/engine/machine.h"
#include "simulator/texture.h"

namespace {

using namespace simulator;

constexpr Dim3 size{8, 5, 3};

// As textures.cu makes them.
std::uint32_t texel_bits(std::uint32_t index) {
    return (index * 2654435761u) ^ (index * 40503u << 7);
}

std::vector<std::byte> texels_of(const TextureForm& form) {
    const auto each = static_cast<std::size_t>(size_of(form.type));
    std::vector<std::byte> bytes(size.count() * each);
    for (std::uint32_t i = 0; i < size.count(); ++i) {
        const std::uint32_t high = texel_bits(i) >> 16;
        const auto real = std::bit_cast<std::uint32_t>(static_cast<float>(high) / 32768.0f - 1);
        const std::uint32_t value = form.type == Type::f32 ? real : high;
        std::memcpy(bytes.data() + i * each, &value, each);
    }
    return bytes;
}

struct Sample {
    std::string texture;
    TextureForm form;
    float at[3];
    std::uint32_t answer;
};

TextureForm form_named(const std::string& name) {
    const std::map<std::string, Type> types{{"f32", Type::f32},
                                            {"u8", Type::u8},
                                            {"i8", Type::s8},
                                            {"u16", Type::u16},
                                            {"i16", Type::s16}};
    TextureForm form;
    const std::size_t bar = name.find('_');
    const auto type = types.find(name.substr(0, bar));
    form.type = type == types.end() ? Type::f32 : type->second;
    form.dimensions = name.ends_with("1d") ? 1 : name.ends_with("3d") ? 3 : 2;
    form.normalized_float = form.type != Type::f32 && !name.ends_with("whole");
    form.size = {size.x, form.dimensions > 1 ? size.y : 1, form.dimensions > 2 ? size.z : 1};
    return form;
}

std::vector<Sample> recorded() {
    std::ifstream file(WARPLENS_TESTS_DIR "/hardware/textures.tsv");
    std::string line;
    std::getline(file, line);
    std::vector<Sample> samples;
    while (std::getline(file, line)) {
        std::istringstream words(line);
        Sample sample;
        int mode = 0;
        std::string x, y, z, answer;
        words >> sample.texture;
        sample.form = form_named(sample.texture);
        words >> mode >> sample.form.linear >> sample.form.normalized >> x >> y >> z >> answer;
        sample.form.mode = static_cast<AddressMode>(mode);
        sample.at[0] = std::stof(x), sample.at[1] = std::stof(y), sample.at[2] = std::stof(z);
        sample.answer = static_cast<std::uint32_t>(std::stoul(answer, nullptr, 16));
        samples.push_back(sample);
    }
    return samples;
}

std::string words_of(const Sample& sample) {
    std::ostringstream words;
    words << sample.texture << " mode " << int(sample.form.mode) << " linear " << sample.form.linear
          << " normalized " << sample.form.normalized << " at " << sample.at[0] << ", "
          << sample.at[1] << ", " << sample.at[2];
    return words.str();
}

// How far an answer may be from the H200's: nothing for the texel that is read, the last bit of a
// mixture, and of narrow numbers one part of the 16 bits in which they are mixed.
double allowed(const TextureForm& form) {
    if (!form.linear) return form.type == Type::f32 ? 0 : 6e-8;
    return form.type == Type::f32 ? 2e-7 : 3.1e-5;
}

TEST(Textures, AnswerAsAnH200Does) {
    const std::vector<Sample> samples = recorded();
    ASSERT_GT(samples.size(), 2400u);
    std::map<std::string, std::vector<std::byte>> texels;
    int off = 0, blended = 0;
    for (const Sample& sample : samples) {
        if (sample.texture.starts_with("channel")) continue;
        auto& bytes = texels[sample.texture];
        if (bytes.empty()) bytes = texels_of(sample.form);
        const std::uint32_t answer = sampled(sample.form, bytes.data(), sample.at).channels[0];
        if (sample.texture == "i16_whole") {
            EXPECT_EQ(answer, sample.answer) << words_of(sample);
            continue;
        }
        const double wanted = std::bit_cast<float>(sample.answer),
                     far = std::abs(std::bit_cast<float>(answer) - wanted);
        if (sample.form.linear) ++blended;
        if (far <= allowed(sample.form)) continue;
        // One step of a weight where a coordinate lies in the middle of two.
        EXPECT_TRUE(sample.form.linear && far < 2.0 / 256) << words_of(sample) << ": " << far;
        ++off;
    }
    EXPECT_LT(off * 100, blended) << "of " << blended;
}

TEST(Textures, ChannelsThatATextureLacksAreZero) {
    TextureForm form = form_named("f32_2d");
    const auto bytes = texels_of(form);
    const Texel read = sampled(form, bytes.data(), {2.5f, 1.5f, 0});
    int seen = 0;
    for (const Sample& sample : recorded())
        if (sample.texture.starts_with("channel_"))
            EXPECT_EQ(read.channels[seen++], sample.answer) << sample.texture;
    EXPECT_EQ(seen, 4);
}

TEST(Textures, FetchesGiveTexelsOrZero) {
    TextureForm form = form_named("f32_1d");
    const auto bytes = texels_of(form);
    const auto read = [&](std::int32_t index) {
        return std::bit_cast<float>(fetched(form, bytes.data(), index).channels[0]);
    };
    float last = 0;
    std::memcpy(&last, bytes.data() + 7 * 4, 4);
    EXPECT_EQ(read(7), last);
    EXPECT_EQ(read(8), 0);
    EXPECT_EQ(read(-1), 0);
}

// Kernels that read one, by the rows of isa/texture.cpp.
struct Launched {
    Machine machine;
    std::vector<std::uint32_t> out;
    std::vector<Fault> faults;
};

std::string kernel_of(const std::string& read) {
    return ".version 7.0\n.target sm_75\n.address_size 64\n.visible .entry k(.param .u64 image, "
           ".param .u64 out)\n{\n.reg .b64 %rd<5>; .reg .b32 %r<9>; .reg .f32 %f<9>;\n"
           "ld.param.u64 %rd1, [image]; ld.param.u64 %rd2, [out]; mov.u32 %r1, %tid.x;\n"
           "cvt.rn.f32.u32 %f1, %r1; add.f32 %f2, %f1, 0f3F000000; mov.f32 %f3, 0f3FC00000;\n" +
           read +
           "\nmul.wide.u32 %rd3, %r1, 4; add.u64 %rd4, %rd2, %rd3;\nst.global.b32 [%rd4], %r2;\n"
           "ret;\n}\n";
}

Launched launched(const std::string& read, const TextureForm& form, bool real = true) {
    Options options;
    options.check_all = true;
    options.watched = {0};
    Launched made{Machine(options), std::vector<std::uint32_t>(32), {}};
    auto& memory = made.machine.memory();
    const Address texels = memory.allocate("image", form.type, size.count()),
                  out = memory.allocate("out", Type::b32, 32);
    const auto bytes = texels_of(form);
    EXPECT_TRUE(memory.write(texels, bytes));
    const std::uint64_t words[2] = {real ? memory.make_texture(form, texels) : 0, out};
    const auto module = Module::read(kernel_of(read));
    EXPECT_TRUE(module) << module.problem().message;
    const auto program = (*module)->kernel("k");
    EXPECT_TRUE(program) << program.problem().message;
    EXPECT_FALSE(
        made.machine.launch(*program, {1, 1, 1}, {32, 1, 1}, 0, std::as_bytes(std::span(words))));
    made.machine.advance(1'000'000);
    EXPECT_TRUE(std::as_const(memory).read(out, std::as_writable_bytes(std::span(made.out))));
    made.faults = made.machine.faults();
    return made;
}

std::uint32_t texel_at(const TextureForm& form, std::size_t index) {
    const auto bytes = texels_of(form);
    const auto each = static_cast<std::size_t>(size_of(form.type));
    std::uint32_t value = 0;
    std::memcpy(&value, bytes.data() + index * each, each);
    return value;
}

TEST(Textures, KernelsReadThemByCoordinates) {
    const TextureForm flat = form_named("f32_2d"), solid = form_named("f32_3d"),
                      line = form_named("f32_1d");
    const auto one =
        launched("tex.1d.v4.f32.f32 {%f4, %f5, %f6, %f7}, [%rd1, {%f2}]; mov.b32 %r2, %f4;", line);
    const auto two = launched(
        "tex.2d.v4.f32.f32 {%f4, %f5, %f6, %f7}, [%rd1, {%f2, %f3}]; mov.b32 %r2, %f4;", flat);
    const auto three = launched(
        "tex.3d.v4.f32.f32 {%f4, %f5, %f6, %f7}, [%rd1, {%f2, %f3, %f3, %f3}]; mov.b32 %r2, %f4;",
        solid);
    const auto whole =
        launched("tex.1d.v4.f32.s32 {%f4, %f5, %f6, %f7}, [%rd1, {%r1}]; mov.b32 %r2, %f4;", line);
    for (std::size_t x = 0; x < size.x; ++x) {
        EXPECT_EQ(one.out[x], texel_at(line, x));
        EXPECT_EQ(two.out[x], texel_at(flat, size.x + x));
        EXPECT_EQ(three.out[x], texel_at(solid, size.x * size.y + size.x + x));
        EXPECT_EQ(whole.out[x], texel_at(line, x));
    }
    EXPECT_EQ(two.out[31], two.out[size.x - 1]) << "clamped";
    EXPECT_EQ(whole.out[31], 0u);
    EXPECT_TRUE(two.faults.empty());
}

// A load without a place in memory, with a value for each channel. No counter has its sectors.
TEST(Textures, AReadIsAStepOfItsOwn) {
    const auto read =
        launched("tex.1d.v4.f32.s32 {%f4, %f5, %f6, %f7}, [%rd1, {%r1}]; mov.b32 %r2, %f4;",
                 form_named("f32_1d"));
    const auto trace = read.machine.trace();
    const auto& events = trace->events;
    const auto found = std::ranges::find(events, EventKind::load, &Event::kind);
    ASSERT_NE(found, events.end());
    EXPECT_EQ(found->space, Space::none);
    EXPECT_EQ(found->mask, ~0u);
    EXPECT_EQ(found->count, 1) << "one channel";
    EXPECT_EQ(found->sectors, 0u);
    for (int lane = 0; lane < static_cast<int>(size.x); ++lane)
        EXPECT_EQ(trace->slot(*found, lane)->value, texel_at(form_named("f32_1d"), lane));
}

TEST(Textures, WholeNumbersKeepTheirSign) {
    TextureForm form = form_named("i16_whole");
    const auto read = launched("tex.2d.v4.s32.f32 {%r2, %r3, %r4, %r5}, [%rd1, {%f2, %f3}];", form);
    for (std::size_t x = 0; x < size.x; ++x)
        EXPECT_EQ(static_cast<std::int32_t>(read.out[x]),
                  static_cast<std::int16_t>(texel_at(form, size.x + x)));
}

TEST(Textures, WhatIsNoneIsAFault) {
    const std::string read =
        "tex.2d.v4.f32.f32 {%f4, %f5, %f6, %f7}, [%rd1, {%f2, %f3}]; mov.b32 %r2, %f4;";
    const auto none = launched(read, form_named("f32_2d"), false);
    ASSERT_EQ(none.faults.size(), 1u);
    EXPECT_EQ(none.faults[0].kind, FaultKind::no_texture);
    EXPECT_EQ(none.faults[0].address, 0u);
    const auto solid = launched(read, form_named("f32_3d"));
    ASSERT_EQ(solid.faults.size(), 1u);
    EXPECT_EQ(solid.faults[0].kind, FaultKind::other_texture);
    EXPECT_EQ(solid.faults[0].text,
              "it has 3 dimensions of floats, but the kernel reads one of 2 dimensions of floats.");
    const auto whole = launched(read, form_named("i16_whole"));
    ASSERT_EQ(whole.faults.size(), 1u);
    EXPECT_EQ(whole.faults[0].text,
              "it has 2 dimensions of whole numbers, but the kernel reads one of 2 dimensions of "
              "floats.");
    TextureForm line = form_named("f32_1d");
    line.texels = TexelsIn::array;
    const auto array =
        launched("tex.1d.v4.f32.s32 {%f4, %f5, %f6, %f7}, [%rd1, {%r1}]; mov.b32 %r2, %f4;", line);
    ASSERT_EQ(array.faults.size(), 1u);
    EXPECT_EQ(array.faults[0].text,
              "its texels lie in an array, but tex1Dfetch reads plain memory.");
}

TEST(Textures, OtherWaysToReadAreRefusedInWords) {
    const auto module = Module::read(
        kernel_of("tex.level.2d.v4.f32.f32 {%f4, %f5, %f6, %f7}, [%rd1, {%f2, %f3}], %f3;"));
    ASSERT_TRUE(module);
    const auto program = (*module)->kernel("k");
    ASSERT_FALSE(program);
    EXPECT_EQ(
        program.problem().message,
        "The instruction \"tex.level.2d.v4.f32.f32\" reads a texture by layers, faces, levels "
        "or gradients, which Warplens does not simulate yet.");
}

}  // namespace

// Structures with pointers that a kernel takes by value: their members as arguments.
#include <gtest/gtest.h>

#include <fstream>

#include "lab/own/arguments.h"
#include "lab/own/members.h"
#include "tests/helpers/commands.h"
#include "tests/helpers/scratch_folder.h"

namespace {

using namespace tests;
using lab::Taken;
using simulator::Type;

lab::UsedMember used_at(std::uint32_t offset, Type type, bool address) {
    lab::UsedMember one;
    one.offset = offset;
    one.type = type;
    one.address = address;
    return one;
}

Taken structure_of(std::uint32_t bytes) {
    Taken taken;
    taken.name = "p";
    taken.type = "Params";
    taken.bytes = bytes;
    taken.structure = true;
    return taken;
}

std::string offsets_of(const std::vector<Taken>& all) {
    std::string words;
    for (const Taken& one : all) words += one.name + "@" + std::to_string(one.offset) + " ";
    return words;
}

TEST(OwnMembers, AreNamedAsTheSourceDeclaresThem) {
    const std::vector<lab::UsedMember> used{used_at(8, Type::u64, true),
                                            used_at(24, Type::u32, false)};
    const auto all = lab::members_of(structure_of(40), used,
                                     "struct Other { int n; };\nstruct Params { // what it takes\n "
                                     "   char kind; const float *a, *b;\n"
                                     "    int n; float weights[2];\n};\n");
    EXPECT_EQ(offsets_of(all), "p.kind@0 p.a@8 p.b@16 p.n@24 p.weights@28 ");
    ASSERT_EQ(all.size(), 5u);
    EXPECT_TRUE(all[1].pointer && all[1].read_only);
    EXPECT_EQ(all[1].element, Type::f32);
    EXPECT_EQ(all[3].stored, Type::s32);
    EXPECT_TRUE(all[4].structure);
    EXPECT_EQ(all[4].bytes, 8u);
}

TEST(OwnMembers, AreNumberedWhereNoTextHasThem) {
    const std::vector<lab::UsedMember> used{used_at(0, Type::u64, true),
                                            used_at(16, Type::f32, false)};
    EXPECT_EQ(offsets_of(lab::members_of(structure_of(24), used, "")), "p.at0@0 p.at16@16 ");
    // of another size, with a method, of a type that nobody knows
    for (const char* text : {"struct Params { float* a; };",
                             "struct Params { float* a; long b; float c; int d() { return 1; } };",
                             "struct Params { Vector a; long b; float c; };"})
        EXPECT_EQ(offsets_of(lab::members_of(structure_of(24), used, text)), "p.at0@0 p.at16@16 ")
            << text;
}

TEST(OwnMembers, WithoutAPointerAStructureStaysWhole) {
    const std::vector<lab::UsedMember> used{used_at(0, Type::u32, false)};
    EXPECT_TRUE(lab::members_of(structure_of(8), used, "struct Params { int a, b; };").empty());
}

// out[t] = a[t] * n, of a structure {a, n, out}.
std::string file_with_members() {
    const std::string file = scratch_folder() + "/k.ptx";
    std::ofstream(file)
        << ".version 7.0\n.target sm_75\n.address_size 64\n"
           ".visible .entry k(.param .align 8 .b8 p[24])\n{\n"
           ".reg .b64 %rd<9>; .reg .b32 %r<9>; .reg .f32 %f<4>;\n"
           "ld.param.u64 %rd1, [p]; ld.param.u32 %r2, [p+8]; ld.param.u64 %rd2, [p+16];\n"
           "cvta.to.global.u64 %rd3, %rd1; cvta.to.global.u64 %rd4, %rd2;\n"
           "mov.u32 %r1, %tid.x; mul.wide.u32 %rd5, %r1, 4; add.u64 %rd6, %rd3, %rd5;\n"
           "add.u64 %rd7, %rd4, %rd5; ld.global.f32 %f1, [%rd6]; cvt.rn.f32.u32 %f2, %r2;\n"
           "mul.f32 %f3, %f1, %f2; st.global.f32 [%rd7], %f3;\nret;\n}\n";
    return file;
}

TEST(OwnMembers, AreGivenEachByItsName) {
    const std::string out = scratch_folder() + "/out";
    const Answer answer = warplens({"simulate", file_with_members(), "--grid", "1", "--block", "32",
                                    "--arg", "p.at0:f32[32]=iota", "--arg", "p.at8:u32=3", "--arg",
                                    "p.at16:f32[32]=none", "--dump", "p.at16=" + out});
    ASSERT_EQ(answer.code, 0) << answer.err;
    std::ifstream file(out, std::ios::binary);
    std::vector<float> read(32);
    file.read(reinterpret_cast<char*>(read.data()), 128);
    for (int i = 0; i < 32; ++i) EXPECT_EQ(read[i], 3.0f * i);
}

TEST(OwnMembers, AreGuessedWhereNobodySays) {
    const Answer answer = warplens({"simulate", file_with_members(), "--block", "32"});
    EXPECT_EQ(answer.code, 0) << answer.err;
    EXPECT_TRUE(has(answer.out + answer.err, "p.at0:f32[1024]=")) << answer.out << answer.err;
}

TEST(OwnMembers, SizesAreKnownByTheirNames) {
    Taken taken;
    taken.name = "p.n";
    taken.bytes = 4;
    taken.stored = Type::s32;
    EXPECT_TRUE(lab::counts_elements(taken));
    taken.name = "n.p";
    EXPECT_FALSE(lab::counts_elements(taken));
}

TEST(OwnMembers, BytesAreTakenAsTheyAre) {
    const Answer answer =
        warplens({"simulate", file_with_members(), "--block", "32", "--arg", "p:bytes[24]=zeros"});
    EXPECT_TRUE(has(answer.out, "Out of bounds")) << answer.out;
}

}  // namespace

// The instruction table as others use it: where the manual explains a row, which unit runs it; and
// that nobody beside the table and the parser knows an instruction by its spelling.
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "simulator/isa/row.h"

namespace simulator {
namespace {

std::string section_of(std::string_view opcode) {
    const Found found = find_row(opcode);
    if (!found.row) return "no row: " + std::string(opcode);
    const std::string link = manual_link(*found.row);
    return link.substr(link.find('#') + 1);
}

TEST(Instructions, AreLinkedWithTheirSectionOfTheManual) {
    EXPECT_EQ(manual_link(*find_row("mul.lo.u32").row),
              "https://docs.nvidia.com/cuda/parallel-thread-execution/index.html"
              "#integer-arithmetic-instructions-mul");
    EXPECT_EQ(section_of("add.f32"), "floating-point-instructions-add");
    EXPECT_EQ(section_of("add.f16x2"), "half-precision-floating-point-instructions-add");
    EXPECT_EQ(section_of("add.cc.u32"), "extended-precision-arithmetic-instructions-add-cc");
    EXPECT_EQ(section_of("addc.cc.u32"), "extended-precision-arithmetic-instructions-addc");
    EXPECT_EQ(section_of("madc.hi.u32"), "extended-precision-arithmetic-instructions-madc");
    EXPECT_EQ(section_of("mad.hi.cc.u32"), "extended-precision-arithmetic-instructions-mad-cc");
    EXPECT_EQ(section_of("min.s16x2"), "integer-arithmetic-instructions-min");
    EXPECT_EQ(section_of("bfi.b32"), "integer-arithmetic-instructions-bfi");
    EXPECT_EQ(section_of("bfind.u32"), "integer-arithmetic-instructions-bfind");
    EXPECT_EQ(section_of("rcp.approx.ftz.f64"), "floating-point-instructions-rcp-approx-ftz-f64");
    EXPECT_EQ(section_of("rcp.approx.ftz.f32"), "floating-point-instructions-rcp");
    EXPECT_EQ(section_of("setp.lt.f32"), "comparison-and-selection-instructions-setp");
    EXPECT_EQ(section_of("setp.lt.f16"), "half-precision-comparison-instructions-setp");
    EXPECT_EQ(section_of("set.lt.u32.f16"), "half-precision-comparison-instructions-set");
    EXPECT_EQ(section_of("cvt.f32.f16"), "data-movement-and-conversion-instructions-cvt");
    EXPECT_EQ(section_of("ldu.global.u32"), "data-movement-and-conversion-instructions-ldu");
    EXPECT_EQ(section_of("prefetchu.L1"),
              "data-movement-and-conversion-instructions-prefetch-prefetchu");
    EXPECT_EQ(section_of("shfl.sync.up.b32"),
              "data-movement-and-conversion-instructions-shfl-sync");
    EXPECT_EQ(section_of("bar.sync"),
              "parallel-synchronization-and-communication-instructions-bar-barrier");
    EXPECT_EQ(section_of("barrier.sync"),
              "parallel-synchronization-and-communication-instructions-bar-barrier");
    EXPECT_EQ(section_of("bar.warp.sync"),
              "parallel-synchronization-and-communication-instructions-bar-warp-sync");
    EXPECT_EQ(section_of("membar.gl"),
              "parallel-synchronization-and-communication-instructions-membar-fence");
    EXPECT_EQ(section_of("brx.idx"), "control-flow-instructions-brx-idx");
    EXPECT_EQ(section_of("trap"), "miscellaneous-instructions-trap");
}

// What the manual has, as far as the rows need it.
TEST(Instructions, NoLinkLeadsNowhere) {
    const std::set<std::string> headings[] = {
        {"add", "sub",  "mul", "mad", "mul24", "mad24", "sad",  "div",
         "rem", "abs",  "neg", "min", "max",   "popc",  "clz",  "bfind",
         "fns", "brev", "bfe", "bfi", "szext", "bmsk",  "dp4a", "dp2a"},
        {"add-cc", "addc", "sub-cc", "subc", "mad-cc", "madc"},
        {"testp", "copysign", "add", "sub", "mul", "fma", "mad",
         "div",   "abs",      "neg", "min", "max", "rcp", "rcp-approx-ftz-f64",
         "sqrt",  "rsqrt",    "sin", "cos", "lg2", "ex2", "tanh"},
        {"add", "sub", "mul", "fma", "neg", "abs", "min", "max", "tanh", "ex2"},
        {"set", "setp", "selp", "slct"},
        {"set", "setp"},
        {"and", "or", "xor", "not", "cnot", "lop3", "shf", "shl", "shr"},
        {"mov", "mov-2", "shfl-sync", "prmt", "ld", "ldu", "st", "prefetch-prefetchu",
         "applypriority", "discard", "isspacep", "cvta", "cvt"},
        {"bra", "brx-idx", "call", "ret", "exit"},
        {"bar-barrier", "bar-warp-sync", "membar-fence", "atom", "red", "vote-sync", "match-sync",
         "activemask", "redux-sync", "griddepcontrol", "elect-sync"},
        {"nanosleep", "pmevent", "trap"},
        {"vadd4-vsub4-vavrg4-vabsdiff4-vmin4-vmax4"}};
    const char* groups[] = {"integer-arithmetic",
                            "extended-precision-arithmetic",
                            "floating-point",
                            "half-precision-floating-point",
                            "comparison-and-selection",
                            "half-precision-comparison",
                            "logic-and-shift",
                            "data-movement-and-conversion",
                            "control-flow",
                            "parallel-synchronization-and-communication",
                            "miscellaneous",
                            "simd-video"};
    std::set<std::string> known;
    for (std::size_t i = 0; i < std::size(groups); ++i) {
        for (const std::string& heading : headings[i]) {
            known.insert(std::string(groups[i]) + "-instructions-" + heading);
        }
    }
    for (const Row* row : all_rows()) {
        const std::string link = manual_link(*row);
        EXPECT_TRUE(known.contains(link.substr(link.find('#') + 1))) << row->form << " " << link;
    }
}

TEST(Instructions, HaveAUnitAndAMeaning) {
    for (const Row* row : all_rows()) {
        EXPECT_NE(row->unit, Unit::none) << row->form;
        EXPECT_FALSE(row->meaning.empty()) << row->form;
        EXPECT_FALSE(name_of(row->unit).empty()) << row->form;
    }
    EXPECT_EQ(name_of(find_row("mul.lo.u32").row->unit), "fma");
    EXPECT_EQ(name_of(find_row("bar.sync").row->unit), "barrier");
}

}  // namespace
}  // namespace simulator

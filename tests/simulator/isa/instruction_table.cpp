// The instruction table as others use it: where the manual explains a row, which unit runs it; and
// that nobody beside the table and the parser knows an instruction by its spelling.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <vector>

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
    EXPECT_TRUE(manual_link(*find_row("cvta.to.global.u64").row).ends_with("-cvta"));
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
        {"tex"},
        {"vadd2-vsub2-vavrg2-vabsdiff2-vmin2-vmax2", "vadd4-vsub4-vavrg4-vabsdiff4-vmin4-vmax4"}};
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
                            "texture",
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

// What stands between quotation marks in a source file, comments left out.
std::vector<std::string> literals_of(const std::filesystem::path& path) {
    std::ifstream file(path);
    const std::string text(std::istreambuf_iterator<char>(file), {});
    std::vector<std::string> found;
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (text.compare(at, 2, "//") == 0) {
            at = std::min(text.find('\n', at), text.size());
        } else if (text[at] == '\'') {
            at += text[at + 1] == '\\' ? 3 : 2;  // a character; in 1'000 what it passes is a digit
        } else if (text[at] == '"') {
            std::string literal;
            for (++at; at < text.size() && text[at] != '"'; ++at) {
                if (text[at] == '\\') ++at;
                literal += text[at];
            }
            found.push_back(literal);
        }
    }
    return found;
}

// The opcodes of all rows, and every part of their spelling that changes what they do.
struct Spellings {
    std::set<std::string> opcodes, parts;

    Spellings() {
        for (const Row* row : all_rows()) {
            const std::string opcode(row->form.substr(0, row->form.find(' ')));
            for (std::size_t at = 0; at < opcode.size();) {
                const std::size_t end = std::min(opcode.find_first_of(".{}", at), opcode.size());
                if (end > at) (at ? parts : opcodes).insert(opcode.substr(at, end - at));
                at = end + 1;
            }
        }
    }
    /// "ld", "ld.global.f32"
    bool is_opcode(const std::string& text) const {
        const std::size_t dot = std::min(text.find('.'), text.size());
        if (!opcodes.contains(text.substr(0, dot))) return false;
        return dot == text.size() || std::isalpha(static_cast<unsigned char>(text[dot + 1]));
    }
};

std::vector<std::filesystem::path> sources_in(const std::string& folder) {
    std::vector<std::filesystem::path> found;
    const auto root = std::filesystem::path(WARPLENS_SOURCE_DIR) / folder;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(root)) {
        const auto kind = entry.path().extension();
        if (kind == ".cpp" || kind == ".h") found.push_back(entry.path());
    }
    return found;
}

// ptxas takes modifiers in any order, and libraries write them so; types keep theirs.
TEST(Instructions, ModifiersStandInAnyOrder) {
    const auto same = [](std::string_view one, std::string_view other) {
        const Found a = find_row(one), b = find_row(other);
        return a.row && a.row == b.row && a.match.type == b.match.type &&
               a.match.from == b.match.from && a.match.flags == b.match.flags &&
               a.match.space == b.match.space;
    };
    EXPECT_TRUE(same("atom.global.cta.add.u32", "atom.cta.global.add.u32"));
    EXPECT_TRUE(same("atom.add.u32.sys.global", "atom.sys.global.add.u32"));
    EXPECT_TRUE(same("atom.global.sys.relaxed.add.u32", "atom.relaxed.sys.global.add.u32"));
    EXPECT_TRUE(same("red.global.sys.add.u32", "red.sys.global.add.u32"));
    EXPECT_TRUE(same("vote.ballot.sync.b32", "vote.sync.ballot.b32"));
    EXPECT_TRUE(same("shfl.up.sync.b32", "shfl.sync.up.b32"));
    EXPECT_TRUE(same("ld.global.relaxed.sys.u32", "ld.relaxed.sys.global.u32"));
    EXPECT_TRUE(same("cvt.f16.rn.f32", "cvt.rn.f16.f32"));
    EXPECT_FALSE(same("cvt.rn.f32.f16", "cvt.rn.f16.f32"));
    EXPECT_FALSE(find_row("atom.global.add.add.u32").row);
    EXPECT_FALSE(find_row("atom.global.u32.u32.add").row);
}

// Whoever must treat an instruction differently asks its row.
TEST(Instructions, AreSpelledInTheTableAndTheParserOnly) {
    const Spellings spellings;
    ASSERT_TRUE(spellings.is_opcode("shfl.sync") && spellings.parts.contains("popc"));
    // Words that mean something else where they stand: the name of a fault, of no space.
    const std::set<std::string> others = {"trap", "none"};
    int files = 0;
    for (const auto& path : sources_in("simulator")) {
        const std::string folder = path.parent_path().filename();
        if (folder == "isa" || folder == "ptx") continue;
        ++files;
        for (const std::string& literal : literals_of(path)) {
            if (others.contains(literal) || type_named(literal) != Type::none) continue;
            EXPECT_FALSE(spellings.is_opcode(literal)) << path << ": " << literal;
            if (path.filename() == "types.cpp") continue;  // spaces have the names that PTX gives
            EXPECT_FALSE(spellings.parts.contains(literal)) << path << ": " << literal;
        }
    }
    EXPECT_GT(files, 40);
}

// Above the simulator the same words are English, unless more than one of them follows.
TEST(Instructions, AreNotSpelledAboveTheSimulator) {
    const Spellings spellings;
    for (const std::string folder : {"lab", "lessons", "app"}) {
        for (const auto& path : sources_in(folder)) {
            for (const std::string& literal : literals_of(path)) {
                const std::size_t dot = literal.find('.');
                if (dot == literal.npos || !spellings.is_opcode(literal)) continue;
                const std::string next =
                    literal.substr(dot + 1, literal.find_first_of(". ", dot + 1) - dot - 1);
                const bool spelled =
                    spellings.parts.contains(next) || type_named(next) != Type::none;
                EXPECT_FALSE(spelled) << path << ": " << literal;
            }
        }
    }
}

}  // namespace
}  // namespace simulator

// What decoding finds in a kernel's graph of blocks, against definitions that are slow and plain;
// and that the way to find it does not grow with the square of a kernel.
#include <gtest/gtest.h>

#include <ctime>
#include <random>

#include "simulator/decode/decode_blocks.h"
#include "simulator/decode/flow_graph.h"
#include "simulator/decode/liveness.h"
#include "simulator/decode/program.h"

namespace graph_test {
namespace {

using namespace simulator;
using Indices = std::vector<std::uint32_t>;

// Nodes from which the exit can be reached without `removed`.
std::vector<bool> leaving(const std::vector<FlowNode>& nodes, std::uint32_t removed) {
    std::vector<bool> leaves(nodes.size());
    for (bool grew = true; grew;) {
        grew = false;
        for (std::uint32_t i = 0; i < nodes.size(); ++i) {
            if (leaves[i] || i == removed) continue;
            bool can = nodes[i].exits;
            for (const std::uint32_t next : nodes[i].successors)
                can |= leaves[next] && next != removed;
            leaves[i] = can, grew |= can;
        }
    }
    return leaves;
}

// A node's post-dominators, itself left out: without one of them there is no way out. The immediate
// one is that which all others post-dominate.
std::vector<std::uint32_t> joins_by_definition(const std::vector<FlowNode>& nodes) {
    const std::size_t count = nodes.size();
    const std::vector<bool> at_all = leaving(nodes, no_block);
    std::vector<std::vector<bool>> without;
    for (std::uint32_t i = 0; i < count; ++i) without.push_back(leaving(nodes, i));
    const auto dominates = [&](std::uint32_t by, std::uint32_t node) {
        return by != node && at_all[node] && at_all[by] && !without[by][node];
    };
    std::vector<std::uint32_t> joins(count, no_block);
    for (std::uint32_t node = 0; node < count; ++node)
        for (std::uint32_t by = 0; by < count; ++by) {
            if (!dominates(by, node)) continue;
            bool first = true;
            for (std::uint32_t other = 0; other < count; ++other)
                first &= other == by || !dominates(other, node) || dominates(other, by);
            if (first) joins[node] = by;
        }
    return joins;
}

std::vector<FlowNode> any_graph(std::mt19937& random, std::uint32_t count) {
    std::vector<FlowNode> nodes(count);
    for (std::uint32_t i = 0; i < count; ++i) {
        const std::uint32_t ways = random() % 3;
        for (std::uint32_t way = 0; way < ways; ++way)
            nodes[i].successors.push_back(random() % count);
        nodes[i].exits = random() % 4 < (ways == 0 ? 3u : 1u);
    }
    return nodes;
}

TEST(Graphs, JoinsAreImmediatePostDominators) {
    std::mt19937 random(1);
    for (int i = 0; i < 400; ++i) {
        const auto nodes = any_graph(random, 1 + random() % 14);
        EXPECT_EQ(immediate_post_dominators(nodes), joins_by_definition(nodes)) << i;
    }
}

double seconds_to_join(std::uint32_t count) {
    std::vector<FlowNode> nodes(count);
    for (std::uint32_t i = 0; i + 1 < count; ++i) nodes[i].successors = {i + 1, 0};
    nodes.back().exits = true;
    const std::clock_t start = std::clock();
    EXPECT_EQ(immediate_post_dominators(nodes)[0], 1u);
    return double(std::clock() - start) / CLOCKS_PER_SEC;
}

// Each block may go back to the first: from there the way up is as long as the kernel.
TEST(Graphs, JoinsOfLoopsInLoopsGrowWithTheBlocks) {
    const double few = seconds_to_join(6000);
    EXPECT_LT(seconds_to_join(48000), 24 * few + .1);
}

// A program of blocks of up to three instructions each, and what these touch.
struct Made {
    Program program;
    std::vector<Touched> touched;
};

Made any_program(std::mt19937& random, std::uint32_t blocks, std::uint32_t registers) {
    Made made;
    for (std::uint32_t i = 0; i < blocks; ++i) {
        BasicBlock block;
        block.first = static_cast<std::uint32_t>(made.touched.size());
        const std::uint32_t length = 1 + random() % 3;
        for (std::uint32_t at = 0; at < length; ++at) {
            Touched& touched = made.touched.emplace_back();
            for (std::uint32_t n = random() % 3; n > 0; --n)
                touched.read.push_back(random() % registers);
            if (random() % 2) touched.written.push_back(random() % registers);
            touched.guarded = random() % 4 == 0;
        }
        block.last = static_cast<std::uint32_t>(made.touched.size());
        constexpr Ending endings[] = {Ending::next, Ending::jump, Ending::branch, Ending::exit};
        block.ending = i + 1 == blocks ? Ending::exit : endings[random() % 4];
        block.next = i + 1;
        block.target = random() % blocks;
        made.program.blocks.push_back(block);
    }
    return made;
}

// Registers live before each instruction, by going round until nothing changes.
std::vector<std::vector<bool>> live_by_definition(const Made& made, std::size_t registers) {
    std::vector<std::vector<bool>> live(made.touched.size(), std::vector<bool>(registers));
    for (bool grew = true; grew;) {
        grew = false;
        for (const BasicBlock& block : made.program.blocks)
            for (std::uint32_t at = block.last; at-- > block.first;) {
                std::vector<bool> now(registers);
                const auto add = [&](std::uint32_t from) {
                    for (std::size_t i = 0; i < registers; ++i) now[i] = now[i] || live[from][i];
                };
                if (at + 1 < block.last) add(at + 1);
                if (at + 1 == block.last)
                    for (const std::uint32_t next : successors_of(made.program, block))
                        add(made.program.blocks[next].first);
                if (!made.touched[at].guarded)
                    for (const std::uint32_t reg : made.touched[at].written) now[reg] = false;
                for (const std::uint32_t reg : made.touched[at].read) now[reg] = true;
                grew |= now != live[at];
                live[at] = std::move(now);
            }
    }
    return live;
}

TEST(Graphs, LiveRegistersAreThoseThatAreReadLater) {
    std::mt19937 random(2);
    for (int i = 0; i < 300; ++i) {
        // More than 64, so that they are looked at in several goes.
        const std::uint32_t registers = i % 3 == 0 ? 150 : 5;
        Made made = any_program(random, 1 + random() % 12, registers);
        std::vector<RegisterSize> sizes(registers);
        for (std::uint32_t reg = 0; reg < registers; ++reg)
            sizes[reg] = {Place(64 * reg), 4, 1 + int(reg % 2)};
        const auto live = live_by_definition(made, registers);
        int most = 0;
        std::size_t unset = 0;
        for (std::size_t at = 0; at < live.size(); ++at) {
            int words = 0;
            for (std::uint32_t reg = 0; reg < registers; ++reg)
                words += live[at][reg] ? sizes[reg].words : 0;
            most = std::max(most, words);
        }
        for (std::uint32_t reg = 0; reg < registers; ++reg) unset += live[0][reg];
        find_liveness(made.touched, sizes, made.program);
        EXPECT_EQ(made.program.registers_32, most) << i;
        EXPECT_EQ(made.program.unset.size(), unset) << i;
    }
}

// A kernel with so many branches of one kind.
using Kind = std::string (*)(int index);

std::string with_branches(Kind kind, int count) {
    std::string text =
        ".version 8.0\n.target sm_75\n.address_size 64\n.visible .entry k(.param .u32 x)\n{\n"
        ".reg .pred %p1;\n.reg .b32 %r<" +
        std::to_string(count + 4) +
        ">;\n.reg .b64 %rd<4>;\n"
        "ld.param.u32 %r1, [x];\nmov.u32 %r2, 0;\nmov.u64 %rd1, 0;\n$T:\n";
    for (int i = 0; i < count; ++i) text += kind(i);
    return text + "$E:\nret;\n}\n";
}

double seconds_to_decode(const std::string& text) {
    const std::clock_t start = std::clock();
    const auto module = Module::read(text);
    EXPECT_TRUE(module && (*module)->kernel("k"));
    return double(std::clock() - start) / CLOCKS_PER_SEC;
}

std::string number(int value) { return std::to_string(value); }

// Eight times as many take eight times as long; with the square it would be 64.
TEST(Graphs, DecodingGrowsWithTheBranches) {
    const Kind kinds[] = {
        [](int i) {  // steps aside
            return "setp.eq.u32 %p1, %r1, " + number(i) + ";\n@%p1 bra $L" + number(i) +
                   ";\nadd.u32 %r2, %r1, 1;\n$L" + number(i) + ":\n";
        },
        [](int i) {  // leaves
            return "setp.eq.u32 %p1, %r1, " + number(i) + ";\n@%p1 bra $E;\n";
        },
        [](int i) {  // goes back to the beginning
            return "setp.eq.u32 %p1, %r1, " + number(i) + ";\n@%p1 bra $T;\n";
        },
        [](int i) {  // a loop that waits
            return "$L" + number(i) +
                   ":\nld.volatile.global.u32 %r2, [%rd1];\n"
                   "setp.lt.u32 %p1, %r2, 3;\n@%p1 bra $L" +
                   number(i) + ";\n";
        },
        [](int i) {  // a register of its own, read at the other end of the kernel
            const std::string reg = "%r" + number(i + 4), before = "%r" + number(i / 2 + 3);
            return "setp.eq.u32 %p1, " + before + ", 0;\n@%p1 bra $L" + number(i) + ";\nadd.u32 " +
                   reg + ", %r1, 1;\n$L" + number(i) + ":\n";
        }};
    for (const Kind kind : kinds) {
        const double few = seconds_to_decode(with_branches(kind, 2000));
        const double many = seconds_to_decode(with_branches(kind, 16000));
        EXPECT_LT(many, 24 * few + .1) << with_branches(kind, 2);
    }
}

}  // namespace
}  // namespace graph_test

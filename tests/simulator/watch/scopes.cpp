// The race checker against the PTX memory model, pair by pair: which two accesses to one place
// race, and which signals put what stands around them in order, by the scope of each side.
#include <gtest/gtest.h>

#include "tests/helpers/flow_runner.h"
#include "tests/simulator/small_kernel.h"

namespace {

using namespace flow_test;

// A scope holds the threads of one block, or those of the device. No launch here has clusters: each
// block is one of its own.
struct ScopeCase {
    std::string_view name;
    bool wide;
};
constexpr ScopeCase scopes[] = {{"cta", false}, {"cluster", false}, {"gpu", true}, {"sys", true}};

struct ScopedStep {
    std::string text;
    int block = 0, warp = 0, lane = 0;
};

// Steps one after the other: blocks run in order, and so do the warps of one. Steps of one warp are
// in order, those of two have nothing between them. Returns the names of the buffers at which a
// race was found.
std::set<std::string> racing(const std::vector<ScopedStep>& steps,
                             std::vector<Fault>* faults = nullptr) {
    Options options;
    options.check_all = true;
    std::string body =
        "mov.u32 %r9, %ctaid.x;\nshl.b32 %r9, %r9, 16;\nadd.u32 %r9, %r9, %t;\n"
        "add.u32 %r4, %r9, 4;\n";
    std::uint32_t blocks = 1;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const ScopedStep& step = steps[i];
        const std::string skip = "skip" + std::to_string(i);
        body += "setp.ne.u32 %p0, %r9, " +
                std::to_string((step.block << 16) + 32 * step.warp + step.lane) + ";\n@%p0 bra " +
                skip + ";\n" + step.text + skip + ":\nbar.warp.sync -1;\n";
        blocks = std::max(blocks, std::uint32_t(step.block) + 1);
    }
    Runner runner(small_kernel::text_of(3, body), options);
    for (const char* name : {"data", "flag", "none"})
        runner.buffer(name, Type::u32, std::vector<std::uint32_t>(8));
    runner.launch("small", {blocks, 1, 1}, {96, 1, 1});
    std::set<std::string> found;
    if (faults) *faults = runner.machine().faults();
    for (const Fault& fault : runner.machine().faults()) {
        EXPECT_EQ(fault.kind, FaultKind::race);
        found.insert(fault.buffer);
    }
    return found;
}

// ---- Two accesses to one place.

struct AccessCase {
    std::string name, text;
    bool writes, strong, wide, is_volatile;
};

std::vector<AccessCase> accesses() {
    std::vector<AccessCase> all{
        {"ld", "ld.global.u32 %r1, [%a0];\n", false, false, true, false},
        {"st", "st.global.u32 [%a0], %r4;\n", true, false, true, false},
        // as .relaxed.sys
        {"ld.volatile", "ld.volatile.global.u32 %r1, [%a0];\n", false, true, true, true},
        {"st.volatile", "st.volatile.global.u32 [%a0], %r4;\n", true, true, true, true},
        // without a scope: that of the device
        {"atom", "atom.global.add.u32 %r1, [%a0], 1;\n", true, true, true, false},
        {"red", "red.global.add.u32 [%a0], 1;\n", true, true, true, false},
    };
    for (const ScopeCase& scope : scopes) {
        const auto add = [&](const std::string& op, const std::string& rest, bool writes) {
            const std::string name = op + "." + std::string(scope.name);
            all.push_back({name, name + rest, writes, true, scope.wide, false});
        };
        add("ld.relaxed", ".global.u32 %r1, [%a0];\n", false);
        add("ld.acquire", ".global.u32 %r1, [%a0];\n", false);
        add("st.relaxed", ".global.u32 [%a0], %r4;\n", true);
        add("st.release", ".global.u32 [%a0], %r4;\n", true);
        add("atom.relaxed", ".global.add.u32 %r1, [%a0], 1;\n", true);
        add("atom.acq_rel", ".global.cas.b32 %r1, [%a0], 0, 1;\n", true);
        add("red.release", ".global.max.u32 [%a0], 7;\n", true);
    }
    return all;
}

// Two accesses to a place, of which one writes, are no race where they are morally strong: both are
// strong, and the scope of each holds the thread of the other. Volatile data is more than PTX says:
// to C++ two volatile accesses are a race, and they are told as one unless they are a flag.
TEST(ScopeTable, TwoAccessesRaceUnlessBothReachEachOther) {
    const std::vector<AccessCase> all = accesses();
    for (const AccessCase& first : all)
        for (const AccessCase& second : all)
            for (const bool same_block : {true, false}) {
                const bool conflict = first.writes || second.writes;
                const bool strong = first.strong && second.strong &&
                                    (same_block || (first.wide && second.wide)) &&
                                    !(first.is_volatile && second.is_volatile);
                const ScopedStep then{second.text, same_block ? 0 : 1, same_block ? 1 : 0};
                EXPECT_EQ(racing({{first.text}, then}).contains("data"), conflict && !strong)
                    << first.name << ", then " << second.name
                    << (same_block ? " of its block" : " of another block");
            }
}

// ---- What a signal does not hide.

const std::string plain_load = "ld.global.u32 %r1, [%a0];\n",
                  plain_store = "st.global.u32 [%a0], %r4;\n",
                  adds = "atom.global.add.u32 %r1, [%a0], 1;\n",
                  adds_only = "red.global.add.u32 [%a0], 1;\n",
                  sets = "st.relaxed.gpu.global.u32 [%a0], %r4;\n",
                  looks_at = "ld.relaxed.gpu.global.u32 %r1, [%a0];\n";

// Of two signals none comes first: a third thread that meets the second without a race still may
// race with what stood before it, in the order of the run as in any other.
TEST(SignalsHideNothing, APlainAccessBeforeThem) {
    for (const std::string& signal : {adds, adds_only, sets}) {
        const ScopedStep store{plain_store}, own{signal}, next{signal, 0, 0, 1},
            other_warp{signal, 0, 1}, other_block{signal, 1};
        for (const ScopedStep& other : {other_warp, other_block}) {
            EXPECT_TRUE(racing({store, own, other}).contains("data")) << signal;
            EXPECT_TRUE(racing({store, next, other}).contains("data")) << signal;
            EXPECT_TRUE(racing({{plain_load}, next, other}).contains("data")) << signal;
            EXPECT_TRUE(
                racing({store, {looks_at}, {looks_at, other.block, other.warp}}).contains("data"));
        }
        EXPECT_TRUE(racing({store, own, next}).empty()) << "in order: " << signal;
    }
}

TEST(SignalsHideNothing, AnotherSignalBeforeThem) {
    for (const std::string& signal : {adds, adds_only, sets, looks_at})
        for (const bool one_block : {true, false}) {
            const int block = one_block ? 0 : 1, warp = one_block ? 1 : 0;
            const ScopedStep own{signal, block, warp}, store{plain_store, block, warp, 1},
                load{plain_load, block, warp, 1};
            EXPECT_TRUE(racing({{signal}, own, store}).contains("data")) << signal;
            EXPECT_EQ(racing({{signal}, own, load}).contains("data"), signal != looks_at) << signal;
        }
}

// A thread's own atomic comes behind those that stood there before, and what it does then, too.
TEST(SignalsHideNothing, WhatAThreadsOwnAtomicCameBehindIsNoRace) {
    EXPECT_TRUE(racing({{adds}, {adds + plain_store, 1}}).empty());
    EXPECT_TRUE(racing({{adds}, {adds + plain_load, 0, 1}}).empty());
    EXPECT_TRUE(racing({{adds + plain_load}, {adds, 1}}).contains("data")) << "but those behind";
}

// Looking before an atomic that finds out is no mistake, whoever comes later; looking alone is one.
TEST(SignalsHideNothing, ALookBeforeAnAtomicOfTheSameThread) {
    for (const auto& [block, warp] : {std::pair{0, 1}, {1, 0}}) {
        EXPECT_TRUE(racing({{plain_load + adds}, {plain_load + adds, block, warp}}).empty());
        EXPECT_TRUE(racing({{plain_load}, {adds, block, warp}}).contains("data"));
        EXPECT_TRUE(racing({{plain_load + adds}, {plain_load, block, warp}}).contains("data"));
    }
}

// A page of memory is remembered word by word, until a byte of it is written.
TEST(SignalsHideNothing, BytesOfAWord) {
    const std::string byte = "st.global.u8 [%a0+1], %r4;\n",
                      beside = "st.global.u8 [%a0+4], %r4;\n";
    EXPECT_TRUE(racing({{plain_store + adds + byte}, {adds, 0, 1}}).contains("data"));
    EXPECT_TRUE(racing({{plain_store + adds + beside}, {adds, 0, 1}}).contains("data"));
    EXPECT_TRUE(racing({{adds}, {byte, 0, 1}}).contains("data"));
    EXPECT_TRUE(racing({{adds}, {beside, 0, 1}, {adds, 1}}).empty());
}

// ---- Widths.

const std::string word = "atom.global.add.u32 %r1, [%a0], 1;\n",
                  next_word = "red.global.add.u32 [%a0+4], 1;\n",
                  both_words = "atom.global.add.u64 %d1, [%a0], 1;\n",
                  sees_both_words = "ld.relaxed.gpu.global.u64 %d1, [%a0];\n",
                  sets_both_words = "st.relaxed.gpu.global.u64 [%a0], %d1;\n",
                  sets_words_by_vector = "st.volatile.global.v2.u32 [%a0], {%r4, %r4};\n",
                  half = "atom.global.add.noftz.f16 %h1, [%a0+2], %h2;\n",
                  halves = "red.global.add.noftz.f16x2 [%a0], %r4;\n";

// Signals are in order with each other where they cover the same bytes; a vector is its elements,
// one by one, and so is a pair of halves.
TEST(Widths, SignalsThatOverlapInPartRace) {
    const std::pair<std::string, std::string> parts[] = {
        {word, both_words}, {next_word, both_words},      {word, sees_both_words},
        {half, word},       {next_word, sets_both_words}, {half, both_words},
    };
    const std::pair<std::string, std::string> wholes[] = {
        {word, word},
        {both_words, both_words},
        {both_words, sees_both_words},
        {word, next_word},
        {half, half},
        {halves, halves},
        {half, halves},
        {halves, word},
        {sets_words_by_vector, word},
        {sets_both_words, both_words},
        {sets_words_by_vector, next_word},
    };
    for (const bool same_block : {true, false})
        for (const bool swapped : {true, false}) {
            const auto run = [&](const auto& pair, std::vector<Fault>& faults) {
                const std::string& first = swapped ? pair.second : pair.first;
                const std::string& second = swapped ? pair.first : pair.second;
                return racing({{first}, {second, same_block ? 0 : 1, same_block ? 1 : 0}}, &faults);
            };
            std::vector<Fault> faults;
            for (const auto& pair : parts) {
                EXPECT_TRUE(run(pair, faults).contains("data")) << pair.first << pair.second;
                ASSERT_FALSE(faults.empty());
                EXPECT_NE(faults[0].width, faults[0].other_width);
                EXPECT_EQ(faults[0].width, faults[0].bytes);
            }
            for (const auto& pair : wholes)
                EXPECT_TRUE(run(pair, faults).empty()) << pair.first << pair.second;
        }
}

TEST(Widths, WhatIsInOrderAnywayMayHaveAny) {
    EXPECT_TRUE(racing({{word + both_words}}).empty()) << "one thread";
    EXPECT_TRUE(racing({{word}, {both_words, 0, 0, 1}}).empty()) << "behind a barrier";
    EXPECT_TRUE(racing({{word + "fence.acq_rel.gpu;\nst.relaxed.gpu.global.u32 [%a1], 1;\n"},
                        {"ld.acquire.gpu.global.u32 %r2, [%a1];\n" + both_words, 1}})
                    .empty())
        << "behind a flag";
}

// No look before an atomic, and nothing that both make the same.
TEST(Widths, NothingExcusesThem) {
    EXPECT_TRUE(racing({{sees_both_words + word}, {both_words, 1}}).contains("data"));
    const std::string sets_word = "st.relaxed.gpu.global.u32 [%a0], 0;\n";
    std::vector<Fault> faults;
    racing({{both_words + "red.global.min.u64 [%a0], 0;\n"}, {sets_word, 1}}, &faults);
    ASSERT_FALSE(faults.empty());
    for (const Fault& fault : faults) EXPECT_EQ(fault.text, "");
}

// ---- Signals.

// What stands at the flag on one side: the pattern's outer operation (its first where it releases,
// its last where it acquires) and the access to the flag itself.
struct FlagSide {
    std::string text;
    bool orders;  // false: no pattern
    bool outer_wide, flag_wide;
};

std::vector<FlagSide> releasing() {
    std::vector<FlagSide> all{{"st.global.u32 [%a1], 1;\n", false, true, true}};
    for (const ScopeCase& scope : scopes) {
        const std::string s(scope.name);
        const auto add = [&](const std::string& text, bool orders, bool outer, bool flag) {
            all.push_back({text, orders, outer, flag});
        };
        add("st.release." + s + ".global.u32 [%a1], 1;\n", true, scope.wide, scope.wide);
        add("atom.release." + s + ".global.exch.b32 %r1, [%a1], 1;\n", true, scope.wide,
            scope.wide);
        add("red.release." + s + ".global.add.u32 [%a1], 1;\n", true, scope.wide, scope.wide);
        add("st.relaxed." + s + ".global.u32 [%a1], 1;\n", false, true, scope.wide);
        // a fence that comes too late
        add("st.relaxed." + s + ".global.u32 [%a1], 1;\nfence.sc.sys;\n", false, true, scope.wide);
        // a release of another place is no fence
        add("st.release." + s + ".global.u32 [%a2], 1;\nst.relaxed.sys.global.u32 [%a1], 1;\n",
            false, true, true);
        for (const ScopeCase& inner : scopes) {
            const std::string f(inner.name);
            const std::string write = "st.relaxed." + f + ".global.u32 [%a1], 2;\n";
            add("fence.acq_rel." + s + ";\n" + write, true, scope.wide, inner.wide);
            add("fence.sc." + s + ";\nred.relaxed." + f + ".global.add.u32 [%a1], 1;\n", true,
                scope.wide, inner.wide);
            // a release, and a strong write behind it
            add("st.release." + s + ".global.u32 [%a1], 1;\n" + write, true, scope.wide,
                inner.wide);
        }
        add("fence.acq_rel." + s + ";\nst.volatile.global.u32 [%a1], 1;\n", true, scope.wide, true);
    }
    for (const auto& [bar, wide] : {std::pair{"cta", false}, {"gl", true}, {"sys", true}})
        all.push_back({std::string("membar.") + bar + ";\natom.global.add.u32 %r1, [%a1], 1;\n",
                       true, wide, true});
    return all;
}

std::vector<FlagSide> acquiring() {
    std::vector<FlagSide> all{{"ld.global.u32 %r1, [%a1];\n", false, true, true}};
    for (const ScopeCase& scope : scopes) {
        const std::string s(scope.name);
        const auto add = [&](const std::string& text, bool orders, bool outer, bool flag) {
            all.push_back({text, orders, outer, flag});
        };
        add("ld.acquire." + s + ".global.u32 %r1, [%a1];\n", true, scope.wide, scope.wide);
        add("atom.acquire." + s + ".global.add.u32 %r1, [%a1], 0;\n", true, scope.wide, scope.wide);
        add("ld.relaxed." + s + ".global.u32 %r1, [%a1];\n", false, true, scope.wide);
        add("fence.sc.sys;\nld.relaxed." + s + ".global.u32 %r1, [%a1];\n", false, true,
            scope.wide);
        // who reads nothing sees nothing
        add("red.acq_rel." + s + ".global.add.u32 [%a1], 1;\n", false, true, scope.wide);
        // an acquire, or a release, of another place is no fence
        add("ld.relaxed.sys.global.u32 %r1, [%a1];\nld.acquire." + s +
                ".global.u32 %r2, [%a2+8];\n",
            false, true, true);
        add("ld.relaxed.sys.global.u32 %r1, [%a1];\nst.release." + s + ".global.u32 [%a2+8], 1;\n",
            false, true, true);
        for (const ScopeCase& inner : scopes) {
            const std::string f(inner.name);
            add("ld.relaxed." + f + ".global.u32 %r1, [%a1];\nfence.acq_rel." + s + ";\n", true,
                scope.wide, inner.wide);
            add("atom.relaxed." + f + ".global.add.u32 %r1, [%a1], 0;\nfence.sc." + s + ";\n", true,
                scope.wide, inner.wide);
        }
        add("ld.volatile.global.u32 %r1, [%a1];\nfence.acq_rel." + s + ";\n", true, scope.wide,
            true);
    }
    return all;
}

const std::string writes_data = "st.global.u32 [%a0], 5;\n",
                  reads_data = "ld.global.u32 %r3, [%a0];\n";

// A release pattern orders for an acquire pattern where its write is seen, which takes that write
// and read are morally strong, and where its first operation and the other's last are.
TEST(ScopeTable, SignalsOrderWhereBothSidesReachEachOther) {
    int ordered = 0;
    for (const FlagSide& tells : releasing())
        for (const FlagSide& sees : acquiring())
            for (const bool same_block : {true, false}) {
                const bool reaches = same_block || (tells.outer_wide && sees.outer_wide &&
                                                    tells.flag_wide && sees.flag_wide);
                const bool orders = tells.orders && sees.orders && reaches;
                ordered += orders;
                const std::set<std::string> found =
                    racing({{writes_data + tells.text},
                            {sees.text + reads_data, same_block ? 0 : 1, same_block ? 1 : 0}});
                EXPECT_EQ(!found.contains("data"), orders)
                    << tells.text << "then\n"
                    << sees.text << (same_block ? "of its block" : "of another block");
            }
    EXPECT_GT(ordered, 1000);
}

// A third thread changes the flag between the two. An atomic hands on what it was told where it and
// each of its neighbours are morally strong; a store hands on nothing.
TEST(ScopeTable, AnAtomicBetweenThemHandsOnWhatReachesIt) {
    struct Place {
        int block, warp;
    };
    constexpr Place places[][3] = {{{0, 0}, {0, 1}, {0, 2}},
                                   {{0, 0}, {0, 1}, {1, 0}},
                                   {{0, 0}, {1, 0}, {1, 1}},
                                   {{0, 0}, {1, 0}, {2, 0}}};
    for (const auto& [first, middle, last] : places)
        for (const ScopeCase& fence : scopes)
            for (const ScopeCase& flag : scopes)
                for (const ScopeCase& between : scopes)
                    for (const ScopeCase& seen : scopes)
                        for (const bool atomic : {true, false}) {
                            const auto both = [](const Place& a, bool a_wide, const Place& b,
                                                 bool b_wide) {
                                return a.block == b.block || (a_wide && b_wide);
                            };
                            const std::string tells = "fence.acq_rel." + std::string(fence.name) +
                                                      ";\nst.relaxed." + std::string(flag.name) +
                                                      ".global.u32 [%a1], 1;\n",
                                              changes = (atomic ? "red.relaxed." : "st.relaxed.") +
                                                        std::string(between.name) + ".global." +
                                                        (atomic ? "add." : "") + "u32 [%a1], 2;\n",
                                              sees = "ld.acquire." + std::string(seen.name) +
                                                     ".global.u32 %r1, [%a1];\n";
                            const bool orders = atomic &&
                                                both(first, flag.wide, middle, between.wide) &&
                                                both(middle, between.wide, last, seen.wide) &&
                                                both(first, fence.wide, last, seen.wide);
                            const auto found =
                                racing({{writes_data + tells, first.block, first.warp},
                                        {changes, middle.block, middle.warp},
                                        {sees + reads_data, last.block, last.warp}});
                            EXPECT_EQ(!found.contains("data"), orders)
                                << tells << changes << sees << first.block << middle.block
                                << last.block;
                        }
}

}  // namespace

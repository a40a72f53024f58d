// Pattern matching: what 32 lanes read of one address is one read, in each memory; words of their
// own cost what the memory says; windows are right at every end of a text.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <set>

#include "lab/features/setups.h"
#include "lab/host_code/host_code.h"
#include "lab/programs.h"
#include "lab/running/simulation.h"
#include "tests/helpers/words.h"
#include "tests/lessons/lesson_helpers.h"

namespace {

using namespace lab;
using namespace tests;

constexpr const char* pattern_rungs[] = {"word", "place", "shifted", "shared", "constant"};
constexpr const char* ordered_rungs[] = {"shifted", "shared", "constant"};

Settings pattern(const std::string& rung, const std::vector<std::string>& values) {
    return asked("pattern_matching/" + rung, values);
}

std::string letters_of(const Settings& settings, const char* name) {
    Request request;
    request.settings = settings;
    Simulation simulation(request, Playing::counted());
    while (!simulation.advance(1 << 26)) {
    }
    const auto bytes = simulation.contents(name);
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

TEST(PatternMatching, OneWordForAllLanesIsOneRead) {
    for (const char* words : {"words=1", "words=5", "words=32", "words=100"}) {
        const std::uint64_t loads = std::stoul(words + 6) * (1024 / 4 / 32);
        const auto global = counted_on_line(pattern("shifted", {"n=1024", words}));
        EXPECT_EQ(global.global_load_requests, loads);
        EXPECT_EQ(global.global_load_sectors, loads);
        const auto shared = counted_on_line(pattern("shared", {"n=1024", words}));
        EXPECT_EQ(shared.shared_load_requests, loads);
        EXPECT_EQ(shared.shared_load_wavefronts, loads);
        EXPECT_EQ(shared.shared_load_bank_conflicts, 0u);
        const auto constant = counted_on_line(pattern("constant", {"n=1024", words}));
        EXPECT_EQ(constant.constant_load_requests, loads);
        EXPECT_EQ(constant.constant_load_passes, loads);
        EXPECT_EQ(constant.global_load_requests, 0u);
    }
}

// The letters of words, and of the text where all threads go through it.
TEST(PatternMatching, OneLetterForAllLanesIsOneRead) {
    for (const char* rung : {"word", "place"}) {
        const auto line = counted_on_line(pattern(rung, {"n=1024", "words=32", "block=32"}));
        EXPECT_EQ(line.global_load_sectors, line.global_load_requests) << rung;
    }
    const auto word = counted_on_line(pattern("word", {"n=1024", "words=32", "block=32"}));
    EXPECT_GE(word.global_load_requests, 1021u) << "a first letter at each place";
    EXPECT_LE(word.global_load_requests, 4 * 1021u);
}

// Of 32 words 32, of 24 words 24: as many passes as different words are wanted.
TEST(PatternMatching, ConstantMemoryTakesAPassForEachWord) {
    for (const int words : {1, 2, 3, 24, 31, 32, 33, 64, 128}) {
        const auto line = counted_on_line(
            pattern("constant", {"n=1024", "order=apart", "words=" + std::to_string(words)}));
        EXPECT_EQ(line.constant_load_passes,
                  line.constant_load_requests * unsigned(std::min(words, 32)))
            << words;
    }
}

TEST(PatternMatching, NeighbouringWordsLieInSectorsAndBanks) {
    const auto global = counted_on_line(pattern("shifted", {"n=1024", "order=apart", "words=32"}));
    EXPECT_EQ(global.global_load_sectors, 4 * global.global_load_requests) << "128 bytes";
    for (const char* words : {"words=1", "words=24", "words=32", "words=64", "words=128"}) {
        const auto shared = counted_on_line(pattern("shared", {"n=1024", "order=apart", words}));
        EXPECT_EQ(shared.shared_load_wavefronts, shared.shared_load_requests) << words;
    }
    // Of 48 words a warp wants 32 in a row; where they go on from the first word, two lie in one
    // bank: at 31 of the 48 turns.
    const auto shared = counted_on_line(pattern("shared", {"n=128", "order=apart", "words=48"}));
    EXPECT_EQ(shared.shared_load_requests, 48u);
    EXPECT_EQ(shared.shared_load_wavefronts, 48u + 31);
}

// Two loads of four letters for four places, in place of four loads of a letter for one.
TEST(PatternMatching, WindowsAreShiftedOutOfTwoLoads) {
    const auto letters = run(pattern("place", {"n=1024", "words=1"}))->counters;
    const auto shifted = run(pattern("shifted", {"n=1024", "words=1"}))->counters;
    EXPECT_EQ(shifted.global_load_requests, 8u * (2 + 1));
    EXPECT_EQ(shifted.global_store_sectors, 1024u / 32);
    EXPECT_EQ(letters.global_store_sectors, 1024u / 32);
    EXPECT_GT(letters.global_load_requests, 32u * (4 + 1));
}

TEST(PatternMatching, AllFindTheSame) {
    const std::string found = letters_of(pattern("word", {"n=3000", "words=100"}), "found");
    ASSERT_EQ(found.size(), 3000u);
    EXPECT_GT(std::ranges::count_if(found, [](char number) { return number != 0; }), 900);
    EXPECT_EQ(std::set<char>(found.begin(), found.end()).size(), 101u) << "each word, and none";
    for (const char* rung : pattern_rungs)
        EXPECT_EQ(letters_of(pattern(rung, {"n=3000", "words=100"}), "found"), found) << rung;
    for (const char* rung : ordered_rungs)
        EXPECT_EQ(letters_of(pattern(rung, {"n=3000", "words=100", "order=apart"}), "found"),
                  found);
}

// The letters behind the end of a text would make words with its last ones.
TEST(PatternMatching, NoWindowReachesOverTheEnd) {
    const std::string long_one = letters_of(pattern("shifted", {"n=64", "words=128"}), "found");
    for (int n = 1; n < 64; ++n)
        for (const char* rung : pattern_rungs) {
            const std::string found =
                letters_of(pattern(rung, {"n=" + std::to_string(n), "words=128"}), "found");
            for (int i = 0; i < int(found.size()); ++i)
                EXPECT_EQ(found[i], i + 4 <= n ? long_one[i] : 0) << rung << " " << n << " " << i;
        }
}

TEST(PatternMatching, IsRightAtEveryAwkwardSize) {
    for (const char* rung : pattern_rungs)
        for (const char* n : {"n=1", "n=3", "n=4", "n=7", "n=129", "n=1001"})
            for (const char* words : {"words=1", "words=33", "words=128"})
                for (const char* block : {"block=1", "block=33", "block=256"})
                    EXPECT_TRUE(expect_right_or_refused(pattern(rung, {n, words, block})))
                        << rung << " " << n << " " << words << " " << block;
    for (const char* rung : ordered_rungs)
        for (const char* n : {"n=2", "n=1001"})
            for (const char* words : {"words=7", "words=127"})
                EXPECT_TRUE(
                    expect_right_or_refused(pattern(rung, {n, words, "order=apart", "block=96"})));
}

TEST(PatternMatching, ALongTextIsLeftToThreadsThatShareIt) {
    const auto refused = refusal(pattern("word", {"n=16777217"}));
    ASSERT_TRUE(refused);
    EXPECT_EQ(refused->use, 16777216);
    EXPECT_TRUE(has(refused->title, "16 777 217")) << refused->title;
    EXPECT_FALSE(refusal(pattern("word", {"n=16777216"})));
    EXPECT_FALSE(refusal(pattern("constant", {"n=268435456"})));
}

// Four threads of a warp, and the whole text four times.
TEST(PatternMatching, TheCoursesSetUpKeepsFourLanesBusy) {
    const Settings presets = pattern("word", {});
    const auto& setups = setups_of(presets);
    ASSERT_EQ(setups.size(), 1u);
    const Settings set = picture_of(with_setup(presets, setups[0]));
    EXPECT_FALSE(refusal(set));
    const auto counted = run(set, true);
    ASSERT_EQ(counted->launches.size(), 1u);
    EXPECT_EQ(counted->launches[0].grid.count() * counted->launches[0].block.count(), 4u);
    EXPECT_EQ(counted->counters.lane_instructions, counted->simulated.lane_instructions);
    EXPECT_LE(counted->counters.lane_instructions, 4 * counted->counters.warp_instructions);
    EXPECT_TRUE(counted->verdict.ok);
}

// The host's program names the variable, and lists the words.
TEST(PatternMatching, HostCodeFillsTheVariable) {
    Request request;
    request.settings = pattern("constant", {"n=1024", "words=2"});
    const auto text = program_text(request);
    ASSERT_TRUE(text) << text.problem().message;
    for (const char* part :
         {"__constant__ unsigned constant_words[most_words];",
          "std::vector<unsigned char> words = {100, 99, 97, 97, 97, 97, 100, 97};",
          "CHECK(cudaMemcpyToSymbol(constant_words, words.data(),"})
        EXPECT_TRUE(has(*text, part)) << part << "\n" << *text;
    EXPECT_FALSE(has(*text, "cudaFree(constant_words"));
}

// A variable that no kernel has, or that is too small, is told of by name.
TEST(PatternMatching, AVariableThatIsNotThereIsTold) {
    const Settings set = pattern("constant", {"n=1024"});
    Plan plan = plan_of(set);
    Allocation& symbol = plan.allocations[1];
    ASSERT_EQ(symbol.symbol, "constant_words");
    EXPECT_TRUE(program_with(*set.subject, plan, symbol));
    symbol.buffer.count = 513;
    const auto small = program_with(*set.subject, plan, symbol);
    ASSERT_FALSE(small);
    EXPECT_TRUE(has(small.problem().message, "room for 512 bytes, but needs 513"))
        << small.problem().message;
    symbol.symbol = "other_words";
    const auto none = program_with(*set.subject, plan, symbol);
    ASSERT_FALSE(none);
    EXPECT_TRUE(has(none.problem().message, "other_words")) << none.problem().message;
}

}  // namespace

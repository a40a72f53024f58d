// What the program says of hardware, where it once said what is wrong or only half of it.
#include <gtest/gtest.h>

#include "app/glossary.h"

namespace {

std::string means(const char* word) {
    const app::Term* term = app::find_term(word);
    EXPECT_TRUE(term) << word;
    return term ? std::string(term->means) : "";
}

bool tells(const char* word, std::string_view what) {
    return means(word).find(what) != std::string::npos;
}

// A fence of the writer alone orders nothing for a reader that has none.
TEST(Statements, AFenceTakesAReaderThatFencesToo) {
    EXPECT_TRUE(tells("fence", "and then fences or acquires itself"));
    EXPECT_FALSE(tells("fence", "whoever sees"));
}

TEST(Statements, LanesHavePlacesOfTheirOwnSinceVolta) {
    EXPECT_TRUE(tells("warp", "Since Volta (2017)"));
    EXPECT_TRUE(tells("warp", "`__syncwarp()`"));
    EXPECT_FALSE(tells("warp", "run one instruction together"));
}

TEST(Statements, ASectorIsWhatCachesAreAskedForAndMemoryMayFetchMore) {
    EXPECT_TRUE(tells("sector", "asks a cache for"));
    EXPECT_TRUE(tells("sector", "64 bytes"));
}

TEST(Statements, TheFormulaIsSaidToKnowNoWaves) { EXPECT_TRUE(tells("modelled", "no waves")); }

}  // namespace

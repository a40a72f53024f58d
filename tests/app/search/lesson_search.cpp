// The search in lessons: what it finds, in which order, and what of it a page has.
#include "app/search/lesson_search.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <set>

#include "tests/helpers/scratch_folder.h"

namespace {

using namespace app;
using Where = FoundPlace::Where;

std::vector<std::string> lessons_found(const std::string& typed) {
    LessonSearch search;
    std::vector<std::string> ids;
    for (const lab::Lesson* lesson : search.lessons_with(typed)) ids.push_back(lesson->id);
    return ids;
}

bool finds(const std::string& typed, const std::string& lesson) {
    const auto ids = lessons_found(typed);
    return std::ranges::find(ids, lesson) != ids.end();
}

TEST(LessonSearch, FindsWhatStudentsTyped) {
    LessonSearch search;
    for (const char* typed : {"sticky", "Monte Carlo", "cudaOccupancy", "cublas", "curand",
                              "__host__", "sinf", "hide latency", "syncthreads_count", "coalesc",
                              "half warp", "half-warp", "bandwidth", "last warp", "texture"})
        EXPECT_FALSE(search.find(typed).empty()) << typed;
    EXPECT_TRUE(finds("curand", "pi") && finds("curand", "option"));
    EXPECT_TRUE(finds("half warp", "vector_addition") && finds("half warp", "transpose"));
    EXPECT_TRUE(finds("sinf", "mri"));
    EXPECT_TRUE(finds("syncthreads_count", "pi"));
    EXPECT_TRUE(finds("cublas", "matrix_product"));
    EXPECT_TRUE(finds("cudaOccupancy", "card"));
    EXPECT_EQ(lessons_found("coalesc").front(), "vector_addition");
    EXPECT_TRUE(search.find("qqqqq").empty());
}

// What students of the second look typed in vain.
TEST(LessonSearch, FindsPicturesSetUpsAndWordsApart) {
    LessonSearch search;
    const auto first = [&](const std::string& typed) {
        const auto found = search.find(typed);
        return found.empty() ? FoundPlace{} : found.front();
    };
    EXPECT_TRUE(std::ranges::any_of(search.find("half warps"), [](const FoundPlace& place) {
        return place.view == "half_warps";
    }));
    EXPECT_EQ(first("laplace field").view, "field");
    EXPECT_TRUE(finds("laplace shape", "laplace"));
    EXPECT_TRUE(finds("blocks of 1024", "scan"));
    ASSERT_TRUE(first("module").term);
    EXPECT_EQ(first("module").term->word, "job");
    ASSERT_TRUE(first("templates").term);
    EXPECT_EQ(first("templates").term->word, "explicit instantiation");
    EXPECT_TRUE(first("cudaMemcpyToSymbol").term) << "by a meaning";
    for (const FoundPlace& place : search.find("smallest of numbers"))
        EXPECT_TRUE(place.lesson && place.lesson->id == "reduction" && place.rung == 4)
            << "the kernel that has the knob: " << place.words;
}

TEST(LessonSearch, NamesStandBeforeKernelsWordsAndTexts) {
    LessonSearch search;
    for (const char* typed : {"scan", "shuffle", "bandwidth", "coalesc", "tile"}) {
        const auto found = search.find(typed);
        EXPECT_TRUE(std::ranges::is_sorted(found, {}, &FoundPlace::where)) << typed;
        std::set<std::tuple<const lab::Lesson*, int, std::string, std::string, const Term*>> seen;
        for (const FoundPlace& place : found)
            EXPECT_TRUE(
                seen.insert({place.lesson, place.rung, place.library, place.view, place.term})
                    .second)
                << typed << ": " << place.words;
    }
    EXPECT_EQ(search.find("scan").front().lesson->id, "scan");
    const auto texts = search.find("half warp");
    EXPECT_GE(texts.back().where, Where::text);
}

TEST(LessonSearch, SaysWhichKernelOrLibraryItFound) {
    LessonSearch search;
    const auto found = search.find("texture");
    ASSERT_FALSE(found.empty());
    EXPECT_EQ(found.front().where, Where::kernel);
    EXPECT_EQ(found.front().words, "kernel 5: In global memory, through a texture");
    const auto library = search.find("cublas");
    EXPECT_TRUE(std::ranges::any_of(library, [](const FoundPlace& place) {
        return place.where == Where::kernel && place.lesson->id == "matrix_product" &&
               place.library == "cublas";
    }));
}

TEST(LessonSearch, ShowsTheWordsAroundAHit) {
    LessonSearch search;
    for (const char* typed : {"last warp", "half warp", "sinf", "bandwidth"})
        for (const FoundPlace& place : search.find(typed)) {
            if (place.where != Where::text) continue;
            EXPECT_NE(folded(place.words).find(typed), std::string::npos) << place.words;
            EXPECT_LE(place.words.size(), 140u) << place.words;
            EXPECT_EQ(place.words.find_first_of("{}`*\n"), std::string::npos) << place.words;
        }
}

TEST(LessonSearch, ShortWordsAreNoPartsOfLongOnes) {
    LessonSearch search;
    for (const FoundPlace& place : search.find("L1"))
        if (place.where == Where::text) {
            EXPECT_NE(place.words.find("L1"), std::string::npos) << place.words;
        }
    for (const FoundPlace& place : search.find("mul"))
        EXPECT_EQ(folded(place.words).find("simul"), std::string::npos) << place.words;
}

// As in a page, where a lesson's text arrives after the search was asked first.
TEST(LessonSearch, FindsTheWordsOfTextsThatCameLater) {
    LessonSearch search;
    const std::string none = tests::scratch_folder();
    setenv("WARPLENS_ASSETS", none.c_str(), 1);
    const auto shown = [&] {
        return std::ranges::count_if(search.find("half warp"), [](const FoundPlace& place) {
            return place.lesson && folded(place.words).find("half warp") != std::string::npos;
        });
    };
    const auto before = shown();
    EXPECT_FALSE(search.has_all_texts());
    unsetenv("WARPLENS_ASSETS");
    EXPECT_GT(shown(), before);
    EXPECT_TRUE(search.has_all_texts());
}

TEST(LessonSearch, SaysTheNearestWordWhereNothingIsFound) {
    EXPECT_NE(nothing_found("ocupancyy").find("\"occupancy\""), std::string::npos);
    EXPECT_EQ(nothing_found("qqqqqqqq").find("nearest"), std::string::npos);
    EXPECT_NE(nothing_found("qqqqqqqq").find("F1"), std::string::npos);
}

}  // namespace

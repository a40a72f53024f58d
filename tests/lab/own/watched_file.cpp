// A file that is compiled whenever it is saved: what comes of each save, and what ends a
// compilation.
#include "lab/own/watched_file.h"

#include <gtest/gtest.h>

#include <atomic>

#include "platform/clock.h"
#include "platform/files.h"
#include "platform/threads.h"
#include "tests/helpers/own_nvcc.h"
#include "tests/helpers/scratch_folder.h"

namespace {

namespace files = std::filesystem;

// Pumped where there are no threads; nullptr after twenty seconds.
std::shared_ptr<const lab::FileNews> wait(lab::WatchedFile& file) {
    for (const double until = platform::now() + 20; platform::now() < until;) {
        file.pump();
        if (auto news = file.take()) return news;
        platform::sleep(.001);
    }
    return nullptr;
}

TEST(WatchedFiles, AreCompiledAtOnceAndAtEachSave) {
    const files::path folder = tests::scratch_folder(), path = folder / "a.cu";
    const tests::OwnNvcc nvcc(folder / "bin", tests::compiles_comments);
    platform::write_file(path, tests::scaling_source(2));
    std::atomic<int> woken = 0;
    lab::WatchedFile file(path, "sm_75", [&] { ++woken; });
    const auto first = wait(file);
    ASSERT_TRUE(first && first->code) << (first ? first->problem : "nothing came");
    EXPECT_EQ(first->source, tests::scaling_source(2));
    EXPECT_EQ(first->code->source, first->source);
    EXPECT_NE(first->code->ptx.find(", 2;"), std::string::npos);
    for (const double until = platform::now() + 20; woken < 2 && platform::now() < until;)
        platform::sleep(.001);  // what it found is there before it says so
    EXPECT_GE(woken, 2) << "when it began, and when it ended";
    EXPECT_FALSE(file.compiling());
    EXPECT_FALSE(file.take());
    platform::write_file(path, tests::scaling_source(3));
    const auto second = wait(file);
    ASSERT_TRUE(second && second->code);
    EXPECT_NE(second->code->ptx.find(", 3;"), std::string::npos);
}

TEST(WatchedFiles, TellTheCompilersWordsByLine) {
    const files::path folder = tests::scratch_folder(), path = folder / "two words.cu";
    const tests::OwnNvcc nvcc(folder / "bin", tests::compiles_comments);
    platform::write_file(path, "int a;\nnonsense\n");
    lab::WatchedFile file(path);
    const auto news = wait(file);
    ASSERT_TRUE(news && !news->code);
    EXPECT_EQ(news->source, "int a;\nnonsense\n");
    EXPECT_EQ(news->words,
              (std::vector<lab::CompilerWords>{{1, false, "of no interest"},
                                               {2, true, "identifier \"nonsense\" is undefined"}}));
    EXPECT_NE(news->problem.find("two words.cu(2): error"), std::string::npos) << news->problem;
    platform::write_file(path, tests::scaling_source(1));
    const auto mended = wait(file);
    EXPECT_TRUE(mended && mended->code);
}

TEST(WatchedFiles, OfPtxNeedNoCompiler) {
    const files::path path = files::path(tests::scratch_folder()) / "a.ptx";
    lab::WatchedFile file(path);
    const auto none = wait(file);
    ASSERT_TRUE(none && !none->code);
    EXPECT_NE(none->problem.find("there is no such file"), std::string::npos) << none->problem;
    platform::write_file(path, "text");
    const auto news = wait(file);
    ASSERT_TRUE(news && news->code) << "it came to be";
    EXPECT_EQ(news->code->ptx, "text");
    EXPECT_EQ(news->code->source, "");
}

TEST(WatchedFiles, CanBeGivenUpAndSavedAnew) {
    const files::path folder = tests::scratch_folder(), path = folder / "a.cu";
    const tests::OwnNvcc nvcc(folder / "bin", "grep -q slow kernel.cu && sleep 100; " +
                                                  std::string(tests::compiles_comments));
    platform::write_file(path, "slow");
    lab::WatchedFile file(path);
    for (int i = 0; i < 5000 && !file.compiling(); ++i) file.pump(), platform::sleep(.001);
    EXPECT_GE(*file.compiling(), 0);
    file.cancel();
    const auto ended = wait(file);
    ASSERT_TRUE(ended && !ended->code);
    EXPECT_NE(ended->problem.find("it was ended"), std::string::npos) << ended->problem;
    platform::write_file(path, "slow again");
    for (int i = 0; i < 5000 && !file.compiling(); ++i) file.pump(), platform::sleep(.001);
    platform::write_file(path, tests::scaling_source(1));
    const auto news = wait(file);
    EXPECT_TRUE(news && news->code) << "a newer save ends an older one's compilation";
}

}  // namespace

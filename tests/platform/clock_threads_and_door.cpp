// The clock by hand, threads, libraries, and the door itself: nobody else touches the machine.
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <regex>
#include <stdexcept>

#include "platform/again.h"
#include "platform/available_memory.h"
#include "platform/child.h"
#include "platform/clock.h"
#include "platform/files.h"
#include "platform/library.h"
#include "platform/loop.h"
#include "platform/machine.h"
#include "platform/threads.h"

namespace {

TEST(Clock, GoesOnAndCanBeSetByHand) {
    const double before = platform::now();
    EXPECT_GE(platform::now(), before);
    {
        platform::ClockByHand clock(100);
        EXPECT_EQ(platform::now(), 100);
        clock.advance(2.5);
        platform::sleep(1000);
        EXPECT_EQ(platform::now(), 1102.5) << "and nobody slept";
    }
    EXPECT_GE(platform::now(), before);
    EXPECT_TRUE(std::regex_match(platform::today(), std::regex("20\\d\\d-[01]\\d-[0-3]\\d")));
}

TEST(Loop, StepsUntilItIsTold) {
    int steps = 0;
    platform::run_loop([&] { return ++steps < 5; });
    EXPECT_EQ(steps, 5);
}

TEST(Threads, WorkOrAreRefused) {
    std::atomic<int> done = 0;
    if (platform::has_threads()) {
        {
            platform::Thread thread([&] { done = 1; });
        }
        EXPECT_EQ(done, 1) << "who drops it waits";
        std::atomic<bool> one = false, other = false;
        platform::Thread thread([&] { one = true; });
        thread = platform::Thread([&] { other = true; });
        EXPECT_TRUE(one) << "so does who puts another in its place";
        thread.join();
        EXPECT_TRUE(other);
    } else {
        EXPECT_THROW(platform::Thread([] {}), std::runtime_error);
        std::puts("refused, as it should be");
    }
}

TEST(Threads, CanBeDoneWithout) {
    if (!platform::has_threads()) return;
    const auto ending = platform::run(
        {.words = {platform::program_file().string(), "--gtest_filter=Threads.WorkOrAreRefused"},
         .environment = {{"WARPLENS_THREADS", "none"}}});
    EXPECT_NE(ending.output.find("refused, as it should be"), std::string::npos) << ending.output;
    EXPECT_EQ(ending.code, 0);
}

TEST(Endings, AProcessHasANameOfItsOwn) {
    std::string name;
    const auto now = [&] {
        std::ifstream file("/proc/self/comm");
        std::getline(file, name);
        return name;
    };
    const std::string before = now();
    platform::be_called("some lens");
    EXPECT_EQ(now(), "some lens");
    platform::be_called(before.c_str());
}

TEST(Endings, AskedForAreNoCrashes) {
    for (const int asked : {SIGTERM, SIGINT, SIGHUP})
        EXPECT_TRUE(platform::asked_to_end(128 + asked));
    for (const int crash : {SIGSEGV, SIGABRT, SIGKILL})
        EXPECT_FALSE(platform::asked_to_end(128 + crash));
}

TEST(Threads, PartsCoverAllOfIt) {
    for (const std::uint64_t count : {0, 1, 7, 1000, 4097}) {
        std::vector<std::atomic<int>> touched(count);
        platform::in_parts(count, 100, [&](std::uint64_t first, std::uint64_t last) {
            for (; first < last; ++first) ++touched[first];
        });
        for (const auto& each : touched) ASSERT_EQ(each, 1);
    }
}

TEST(Machine, SaysWhatItIs) {
    EXPECT_GT(platform::memory_bytes(), std::uint64_t{1} << 28);
    EXPECT_GE(platform::processors(), 1u);
    EXPECT_EQ(platform::program_file().filename().string().find("test_platform"), 0u);
    EXPECT_EQ(platform::environment("WARPLENS_NOBODY_SETS_THIS"), "");
    EXPECT_NE(platform::environment("PATH"), "");
}

TEST(Libraries, AreThereOrNot) {
    const platform::Library none{"libnobody-has-this.so.1"};
    EXPECT_FALSE(none);
    EXPECT_EQ(none.find("cos"), nullptr);
    const platform::Library mathematics{"libnobody-has-this.so.1", "libm.so.6"};
    double (*cosine)(double) = nullptr;
    ASSERT_TRUE(mathematics.find("cos", cosine));
    EXPECT_EQ(cosine(0), 1);
    EXPECT_FALSE(mathematics.find("no_such_name", cosine));
}

// Clocks, threads, files, processes, libraries: whoever wants them asks here.
TEST(TheDoor, IsTheOnlyOne) {
    constexpr const char* ours[] = {"_clock::",
                                    "std::thread",
                                    "std::jthread",
                                    "std::async",
                                    "this_thread",
                                    "std::ofstream",
                                    "ifstream",
                                    "getenv(",
                                    "setenv(",
                                    "std::system(",
                                    " fork()",
                                    "execv(",
                                    "execl(",
                                    "popen(",
                                    "waitpid(",
                                    "posix_spawn",
                                    "mkdtemp(",
                                    "mkstemp(",
                                    "fopen(",
                                    "dlopen(",
                                    "dlsym(",
                                    "getpid(",
                                    "create_director",
                                    "remove_all(",
                                    "temp_directory_path",
                                    "files::rename(",
                                    "filesystem::rename(",
                                    "<unistd.h>",
                                    "<dlfcn.h>",
                                    "<fcntl.h>",
                                    "<csignal>",
                                    "<sys/",
                                    "<thread>",
                                    "<fstream>",
                                    "<future>"};
    namespace files = std::filesystem;
    int seen = 0;
    for (const char* box : {"simulator", "lab", "lessons", "app"})
        for (const auto& file :
             files::recursive_directory_iterator(files::path(WARPLENS_SOURCE_DIR) / box)) {
            if (file.path().extension() != ".cpp" && file.path().extension() != ".h") continue;
            const std::string text = platform::read_file(file.path()).bytes;
            for (const char* words : ours)
                EXPECT_EQ(text.find(words), std::string::npos)
                    << file.path().string() << ": " << words << " goes through platform/";
            ++seen;
        }
    EXPECT_GT(seen, 200);
}

// Below everything: platform includes nothing of the boxes that use it.
TEST(TheDoor, KnowsNobody) {
    for (const auto& file : std::filesystem::directory_iterator(
             std::filesystem::path(WARPLENS_SOURCE_DIR) / "platform"))
        for (const char* box : {"simulator", "lab", "lessons", "app"})
            EXPECT_EQ(platform::read_file(file.path()).bytes.find("#include \"" + std::string(box)),
                      std::string::npos)
                << file.path().string();
}

TEST(AvailableMemory, IsWhatTheMachineAndLimitsLeave) {
    const std::uint64_t all = platform::available_memory();
    EXPECT_GT(all, std::uint64_t{1} << 26);
    EXPECT_LE(all, platform::memory_bytes());
    rlimit before{};
    ASSERT_EQ(getrlimit(RLIMIT_AS, &before), 0);
    if (before.rlim_cur != RLIM_INFINITY) GTEST_SKIP() << "there is a limit here already";
    constexpr std::uint64_t room = 64 << 20;
    std::uint64_t pages = 0;
    std::ifstream("/proc/self/statm") >> pages;
    const rlimit low{pages * static_cast<std::uint64_t>(getpagesize()) + room, before.rlim_max};
    ASSERT_EQ(setrlimit(RLIMIT_AS, &low), 0);
    const std::uint64_t little = platform::available_memory();
    ASSERT_EQ(setrlimit(RLIMIT_AS, &before), 0);
    EXPECT_LE(little, room);
    EXPECT_GT(little, room / 4);
}

}  // namespace

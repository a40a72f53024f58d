// The guardian, with real processes: a child that is killed comes back with its line of state,
// and not for ever. How soon, a benchmark says.
#include "app/program/guardian.h"

#include <gtest/gtest.h>

#include <array>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <sstream>

#include "lab/cli/command_line.h"
#include "tests/app/program/window_helpers.h"

namespace app {
namespace {

using Clock = std::chrono::steady_clock;

std::string text_of(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

std::optional<pid_t> child_of(pid_t parent) {
    const std::string id = std::to_string(parent);
    std::istringstream words(text_of("/proc/" + id + "/task/" + id + "/children"));
    pid_t child = 0;
    return words >> child ? std::optional(child) : std::nullopt;
}

std::string command_of(pid_t process) {
    std::string words = text_of("/proc/" + std::to_string(process) + "/cmdline");
    for (char& c : words)
        if (c == '\0') c = ' ';
    return words;
}

template <class Condition>
bool within(double seconds, Condition condition) {
    const auto end = Clock::now() + std::chrono::duration<double>(seconds);
    while (Clock::now() < end) {
        if (condition()) return true;
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    return condition();
}

// The program itself under a display, with settings of its own.
class GuardedProgram {
public:
    explicit GuardedProgram(const std::filesystem::path& home) {
        process_ = fork();
        if (process_ != 0) return;
        setenv("HOME", home.c_str(), 1);
        setenv("XDG_CONFIG_HOME", (home / "config").c_str(), 1);
        freopen((home / "stderr").c_str(), "w", stderr);
        execl(WARPLENS_PROGRAM, "warplens", "window", "--state",
              "scan/blelloch block=64 n=64 --at 9", nullptr);
        _exit(127);
    }
    ~GuardedProgram() {
        if (const auto child = child_of(process_)) kill(*child, SIGTERM);
        kill(process_, SIGTERM);
        waitpid(process_, nullptr, 0);
    }
    pid_t id() const { return process_; }
    std::optional<pid_t> window() const { return child_of(process_); }

private:
    pid_t process_ = -1;
};

// Whether a process has an OpenGL context: it has mapped the driver, which comes with the window.
bool draws(pid_t process) {
    const std::string maps = text_of("/proc/" + std::to_string(process) + "/maps");
    return maps.find("libGL") != std::string::npos && maps.find("dri") != std::string::npos;
}

// Time that a process has had of the processors, in the kernel's ticks.
long work_of(pid_t process) {
    const std::string stat = text_of("/proc/" + std::to_string(process) + "/stat");
    const std::size_t name_end = stat.rfind(')');
    if (name_end == std::string::npos) return -1;
    std::istringstream fields(stat.substr(name_end + 2));
    std::string skipped;
    for (int i = 0; i < 11; ++i) fields >> skipped;
    long user = 0, system = 0;
    fields >> user >> system;
    return user + system;
}

// A window that sleeps has drawn its first result, and told its state.
bool sleeps(pid_t process) {
    const long before = work_of(process);
    std::this_thread::sleep_for(std::chrono::milliseconds(800));
    return work_of(process) == before;
}

TEST(Guardian, AKilledWindowComesBackWithItsState) {
    if (!testing::display().usable()) GTEST_SKIP() << "no Xvfb on this machine";
    const auto home =
        std::filesystem::temp_directory_path() / ("warplens-guardian-" + std::to_string(getpid()));
    std::filesystem::create_directories(home / "config");
    {
        GuardedProgram program(home);
        ASSERT_TRUE(within(20, [&] { return program.window() && draws(*program.window()); }));
        ASSERT_TRUE(within(60, [&] { return sleeps(*program.window()); }));
        const pid_t first = *program.window();
        kill(first, SIGSEGV);
        const bool again = within(20, [&] {
            return program.window() && *program.window() != first && draws(*program.window());
        });
        EXPECT_TRUE(again);
        if (again) {
            const std::string command = command_of(*program.window());
            EXPECT_NE(command.find("scan/blelloch"), std::string::npos) << command;
            EXPECT_NE(command.find("block=64"), std::string::npos) << command;
            EXPECT_NE(command.find("step=9"), std::string::npos) << command;
        }
    }
    EXPECT_NE(text_of(home / "stderr").find("crashed"), std::string::npos);
    std::filesystem::remove_all(home);
}

TEST(Guardian, AWindowThatEndsByItselfEndsTheProgram) {
    const Guarded result = guard(
        {"--help"}, [](const std::string&) { return std::vector<std::string>{}; },
        [](const std::string&) {});
    EXPECT_EQ(result.restarts, 0);
}

// Not run for itself: the guardian's child, which crashes at once.
TEST(Crash, DISABLED_AtOnce) { raise(SIGSEGV); }

// As Xlib ends a program whose server is gone.
TEST(Crash, DISABLED_WithoutADisplay) { _exit(1); }

TEST(Guardian, OfALostDisplayItSaysSo) {
    std::vector<std::string> told;
    const Guarded result = guard(
        {"--gtest_filter=Crash.DISABLED_WithoutADisplay", "--gtest_also_run_disabled_tests",
         "--gtest_brief=1"},
        [](const std::string&) { return std::vector<std::string>{}; },
        [&](const std::string& words) { told.push_back(words); });
    EXPECT_EQ(result.restarts, 0);
    EXPECT_EQ(result.exit_code, lab::exit_no_opengl);
    ASSERT_EQ(told.size(), 1u);
    EXPECT_NE(told[0].find("The display is gone"), std::string::npos) << told[0];
}

TEST(Guardian, AWindowThatCrashesAgainAndAgainIsGivenUpAfterSoManyTimes) {
    const std::vector<std::string> crash{"--gtest_filter=Crash.DISABLED_AtOnce",
                                         "--gtest_also_run_disabled_tests", "--gtest_brief=1"};
    std::vector<std::string> told;
    const Guarded result = guard(
        crash, [&](const std::string&) { return crash; },
        [&](const std::string& words) { told.push_back(words); }, 2);
    EXPECT_EQ(result.restarts, 2);
    ASSERT_EQ(told.size(), 3u);
    EXPECT_NE(told[1].find("a new one opens"), std::string::npos) << told[1];
    EXPECT_NE(told[2].find("crashed 3 times within a minute"), std::string::npos) << told[2];
}

TEST(StateTeller, TellsALineOnceAndSurvivesItsReader) {
    std::array<int, 2> ends{};
    ASSERT_EQ(pipe(ends.data()), 0);
    signal(SIGPIPE, SIG_IGN);
    StateTeller teller(ends[1]);
    teller.tell("one");
    teller.tell("one");
    teller.tell("two");
    std::array<char, 64> got{};
    const ssize_t size = read(ends[0], got.data(), got.size());
    EXPECT_EQ(std::string(got.data(), static_cast<std::size_t>(size)), "one\ntwo\n");
    close(ends[0]);
    teller.tell("three");
    teller.tell("four");
    close(ends[1]);
}

}  // namespace
}  // namespace app

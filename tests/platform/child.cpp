// Child processes: words as they are, limits, and an end for all that they started.
#include "platform/child.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>

#include "platform/clock.h"
#include "tests/helpers/scratch_folder.h"

namespace {

using platform::Command;
using How = platform::Ending::How;

Command shell(std::string words) { return {.words = {"/bin/sh", "-c", std::move(words)}}; }

bool lives(pid_t process) {
    const std::string stat =
        platform::read_file("/proc/" + std::to_string(process) + "/stat").bytes;
    const std::size_t name_end = stat.rfind(')');
    return name_end != std::string::npos && stat.at(name_end + 2) != 'Z';
}

// The process ids that it wrote, one a line, once there are `count`.
std::vector<pid_t> processes_in(const platform::Path& file, std::size_t count) {
    for (int i = 0; i < 1000; ++i, platform::sleep(.01)) {
        const std::string text = platform::read_file(file).bytes;
        if (std::count(text.begin(), text.end(), '\n') < std::ptrdiff_t(count)) continue;
        std::vector<pid_t> found;
        for (std::size_t at = 0; at < text.size(); at = text.find('\n', at) + 1)
            found.push_back(std::stoi(text.substr(at)));
        return found;
    }
    return {};
}

bool end_soon(const std::vector<pid_t>& processes) {
    for (int i = 0; i < 500; ++i, platform::sleep(.01))
        if (std::ranges::none_of(processes, lives)) return true;
    return false;
}

// Something to read on this program's own standard input.
class InputForThisProgram {
public:
    explicit InputForThisProgram(const std::string& text) : before_(dup(0)) {
        int ends[2] = {};
        if (pipe(ends) != 0) return;
        if (write(ends[1], text.data(), text.size()) > 0) dup2(ends[0], 0);
        close(ends[0]);
        close(ends[1]);
    }
    ~InputForThisProgram() {
        dup2(before_, 0);
        close(before_);
    }

private:
    int before_;
};

// Itself, a child and one that has left its parent: their numbers go into `file`.
std::string family(const platform::Path& file) {
    return "echo $$ > " + file.string() + "; (sleep 100 & echo $! >> " + file.string() +
           "); sleep 100 & echo $! >> " + file.string() + "; wait";
}

TEST(Children, TakeTheirWordsAsTheyAre) {
    const auto ending = platform::run(
        {.words = {"/usr/bin/printf", "%s|", "$(echo x)", "a b", "`id`", "-n", "", "\"';&"}});
    EXPECT_EQ(ending.how, How::exited);
    EXPECT_EQ(ending.code, 0);
    EXPECT_EQ(ending.output, "$(echo x)|a b|`id`|-n||\"';&|");
}

TEST(Children, SayHowTheyEnded) {
    EXPECT_EQ(platform::run(shell("exit 3")).code, 3);
    EXPECT_EQ(platform::run(shell("kill -TERM $$")).code, 128 + SIGTERM);
    EXPECT_EQ(platform::run({.words = {"/nowhere/program"}}).how, How::not_started);
    EXPECT_EQ(platform::run({.words = {"/"}}).how, How::not_started);
    EXPECT_EQ(platform::run({}).how, How::not_started);
    EXPECT_EQ(platform::run(shell("echo out; echo err >&2")).output, "out\nerr\n");
}

TEST(Children, HaveNothingToReadAndWorkWhereTheyAreTold) {
    const platform::Path folder = tests::scratch_folder();
    // what the shell was given: it would itself keep one of two
    Command command =
        shell("cat; pwd; echo $GREETING $HOME; tr '\\0' '\\n' < /proc/$$/environ | grep -c ^HOME=");
    command.folder = folder;
    command.environment = {{"GREETING", "two words"}, {"HOME", "nowhere"}};
    command.seconds = 10;
    const InputForThisProgram input("not for the child\n");
    const auto ending = platform::run(command);
    EXPECT_EQ(ending.how, How::exited);
    EXPECT_EQ(ending.output,
              std::filesystem::canonical(folder).string() + "\ntwo words nowhere\n1\n");
}

TEST(Children, AreEndedAfterTheirTime) {
    Command command = shell("echo begun; sleep 5");
    command.seconds = .2;
    const double begun = platform::now();
    const auto ending = platform::run(command);
    EXPECT_EQ(ending.how, How::too_long);
    EXPECT_EQ(ending.output, "begun\n");
    EXPECT_LT(platform::now() - begun, 4.5);
}

TEST(Children, AreEndedWhereTheyWriteTooMuch) {
    Command command = shell("while :; do echo 0123456789; done");
    command.most_output = 100'000;
    const auto ending = platform::run(command);
    EXPECT_EQ(ending.how, How::too_much);
    EXPECT_EQ(ending.output.size(), 100'000u);
    command = shell("head -c 100000 /dev/zero");
    command.most_output = 100'000;
    EXPECT_EQ(platform::run(command).how, How::exited) << "as much as it may";
    command.most_output = 99'999;
    EXPECT_EQ(platform::run(command).how, How::too_much);
}

TEST(Children, GetNoMoreMemoryThanTheyMay) {
    Command command = shell("ulimit -v");
    command.most_memory = std::uint64_t{1} << 30;
    EXPECT_EQ(platform::run(command).output, "1048576\n");
}

TEST(Children, EndWithAllThatTheyStarted) {
    const platform::Path file = platform::Path(tests::scratch_folder()) / "processes";
    platform::Child child(shell(family(file)));
    const auto processes = processes_in(file, 3);
    ASSERT_EQ(processes.size(), 3u);
    EXPECT_FALSE(child.ended());
    child.cancel();
    EXPECT_TRUE(child.ended());
    EXPECT_EQ(child.ending().how, How::cancelled);
    EXPECT_TRUE(end_soon(processes));
}

TEST(Children, LeaveNobodyBehindWhereTheyEndThemselves) {
    const platform::Path file = platform::Path(tests::scratch_folder()) / "processes";
    const auto ending = platform::run(shell("sleep 100 & echo $! > " + file.string() + "; exit 7"));
    EXPECT_EQ(ending.code, 7);
    EXPECT_TRUE(end_soon(processes_in(file, 1)));
}

// Killed so that nothing of it could tidy up.
TEST(Children, EndWithTheProgramThatStartedThem) {
    const platform::Path folder = tests::scratch_folder(), file = folder / "processes",
                         scratch = folder / "scratch";
    std::filesystem::create_directories(scratch / "deep");
    const pid_t program = fork();
    if (program == 0) {
        Command command = shell(family(file));
        command.scratch = scratch;
        platform::Child child(command);
        while (true) pause();
    }
    const auto processes = processes_in(file, 3);
    kill(program, SIGKILL);
    waitpid(program, nullptr, 0);
    ASSERT_EQ(processes.size(), 3u);
    EXPECT_TRUE(end_soon(processes));
    for (int i = 0; i < 500 && std::filesystem::exists(scratch); ++i) platform::sleep(.01);
    EXPECT_FALSE(std::filesystem::exists(scratch));
}

// The first that ./run and ./test start. CMake can't say all of these names itself: a backslash is
// a slash to it.
TEST(Setup, AFolderThatCannotBeBuiltInIsASentence) {
    namespace files = std::filesystem;
    for (const auto& [name, builds] : {std::pair{"plain name", true},
                                       {"a\"b", false},
                                       {"a;b", false},
                                       {"a\\b", false},
                                       {"a#b", false}}) {
        const files::path folder = files::path(tests::scratch_folder()) / name / "third_party";
        files::create_directories(folder);
        const files::path setup = folder / "setup";
        files::copy_file(files::path(WARPLENS_SOURCE_DIR) / "third_party/setup", setup,
                         files::copy_options::overwrite_existing);
        platform::write_file(folder / "packages", "");
        platform::write_file(folder / "get_imgui", "#!/bin/sh\n");
        files::permissions(folder / "get_imgui", files::perms::owner_all);
        const platform::Ending ending =
            platform::run({.words = {"/bin/bash", setup.string(), "run"}});
        EXPECT_EQ(ending.code, builds ? 0 : 1) << name << ": " << ending.output;
        EXPECT_EQ(ending.output.find("can't be built where a folder's name") != std::string::npos,
                  !builds)
            << name << ": " << ending.output;
    }
}

}  // namespace

// Files written whole or not at all, what is no file, and the watch on those that are.
#include "platform/files.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <iterator>

#include "platform/watch.h"
#include "tests/helpers/scratch_folder.h"

namespace {

namespace files = std::filesystem;
using platform::Path;

std::size_t entries(const Path& folder) {
    return static_cast<std::size_t>(std::distance(files::directory_iterator(folder), {}));
}

TEST(Files, ComeBackAsTheyWereWritten) {
    const Path folder = tests::scratch_folder();
    for (const char* name : {"plain", "two words", "-dash", "$(touch x)", "\"quoted'"}) {
        const std::string bytes("a\0b\n", 4);
        EXPECT_EQ(platform::write_file(folder / name, bytes), "");
        EXPECT_EQ(platform::read_file(folder / name).bytes, bytes);
        EXPECT_EQ(platform::read_file(folder / name).problem, "");
    }
    EXPECT_EQ(entries(folder), 5u) << "nothing else was left, nothing was run";
    EXPECT_EQ(platform::write_file(folder / "empty", ""), "");
    EXPECT_EQ(platform::read_file(folder / "empty").bytes, "");
}

TEST(Files, OfTheKernelAreReadToTheirEnd) {
    EXPECT_NE(platform::read_file("/proc/self/status").bytes.find("Pid:"), std::string::npos);
}

TEST(Files, WhatIsNoneIsNamed) {
    const Path folder = tests::scratch_folder();
    mkfifo((folder / "pipe").c_str(), 0600);
    EXPECT_EQ(platform::read_file(folder).problem,
              folder.string() + " is a folder, and a file is needed.");
    EXPECT_EQ(platform::read_file(folder / "pipe").problem,
              (folder / "pipe").string() + " is a pipe, and a file is needed.");
    EXPECT_EQ(platform::read_file("/dev/zero").problem,
              "/dev/zero is a device, and a file is needed.");
    EXPECT_EQ(platform::read_file("/nowhere/x").problem,
              "/nowhere/x can't be read: there is no such file.");
    EXPECT_EQ(platform::write_file(folder / "pipe", "x"),
              (folder / "pipe").string() + " can't be written: nobody reads from it.");
    EXPECT_EQ(platform::write_file(folder, "x"),
              folder.string() + " can't be written: Is a directory.");
}

TEST(Files, LargerThanAskedForAreNotRead) {
    const Path file = Path(tests::scratch_folder()) / "large";
    platform::write_file(file, std::string(1000, 'x'));
    EXPECT_EQ(platform::read_file(file, 1000).bytes.size(), 1000u);
    EXPECT_EQ(platform::read_file(file, 999).problem,
              file.string() + " has 1000 bytes, and the most is 999.");
    EXPECT_EQ(platform::read_file(file, 999).bytes, "");
}

TEST(Files, KeepTheirRightsAndTheirLinks) {
    const Path folder = tests::scratch_folder(), file = folder / "file", link = folder / "link";
    platform::write_file(file, "old");
    files::permissions(file, files::perms::owner_read | files::perms::owner_write);
    files::create_symlink("file", link);
    EXPECT_EQ(platform::write_file(link, "new"), "");
    EXPECT_TRUE(files::is_symlink(link));
    EXPECT_EQ(platform::read_file(file).bytes, "new");
    EXPECT_EQ(files::status(file).permissions(),
              files::perms::owner_read | files::perms::owner_write);
}

// Who has the old file open goes on reading that: nobody sees half of the new one.
TEST(Files, AreReplacedInOneStep) {
    const Path folder = tests::scratch_folder(), file = folder / "file";
    platform::write_file(file, "old");
    const int reader = open(file.c_str(), O_RDONLY);
    EXPECT_EQ(platform::write_file(file, "newer"), "");
    char text[8] = {};
    EXPECT_EQ(read(reader, text, sizeof text), 3);
    EXPECT_STREQ(text, "old");
    close(reader);
    EXPECT_EQ(entries(folder), 1u);
}

// A disk that is full: the file is what it was, and nothing is left beside it.
TEST(Files, ThatCantBeWrittenStayAsTheyWere) {
    const Path folder = tests::scratch_folder(), file = folder / "file";
    platform::write_file(file, "old");
    const pid_t child = fork();
    if (child == 0) {
        signal(SIGXFSZ, SIG_DFL);
        const rlimit none{100, 100};
        setrlimit(RLIMIT_FSIZE, &none);
        const std::string problem = platform::write_file(file, std::string(1000, 'x'));
        _exit(problem == file.string() + " can't be written: File too large." ? 0 : 1);
    }
    int status = 1;
    waitpid(child, &status, 0);
    EXPECT_EQ(status, 0);
    EXPECT_EQ(platform::read_file(file).bytes, "old");
    EXPECT_EQ(entries(folder), 1u);
}

TEST(Files, ALinkToAFileThatIsNotThereYetStays) {
    const Path folder = tests::scratch_folder();
    files::create_directory(folder / "inside");
    files::create_symlink("inside/file", folder / "link");
    files::create_symlink("link", folder / "to_link");
    EXPECT_EQ(platform::write_file(folder / "to_link", "new"), "");
    EXPECT_TRUE(files::is_symlink(folder / "link") && files::is_symlink(folder / "to_link"));
    EXPECT_EQ(platform::read_file(folder / "inside/file").bytes, "new");
    files::create_symlink("nowhere/file", folder / "lost");
    EXPECT_NE(platform::write_file(folder / "lost", "new").find("No such file"), std::string::npos);
    EXPECT_TRUE(files::is_symlink(folder / "lost"));
}

TEST(Files, InPiecesAreThereOnceTheyAreWhole) {
    const Path folder = tests::scratch_folder(), path = folder / "file";
    EXPECT_EQ(platform::write_file(path, "before"), "");
    {
        platform::FileInPieces given_up(path);
        given_up.add("half");
    }
    EXPECT_EQ(platform::read_file(path).bytes, "before");
    platform::FileInPieces pieces(path);
    pieces.add("one ");
    pieces.add("two");
    EXPECT_EQ(platform::read_file(path).bytes, "before");
    EXPECT_EQ(pieces.finish(), "");
    EXPECT_EQ(platform::read_file(path).bytes, "one two");
    EXPECT_EQ(entries(folder), 1u);
}

TEST(Files, SayBeforehandWhatStandsInTheWay) {
    const Path folder = tests::scratch_folder();
    EXPECT_EQ(platform::unwritable(folder / "new"), "");
    EXPECT_EQ(entries(folder), 0u) << "only tried";
    EXPECT_NE(platform::unwritable(folder / "no/new").find("No such file"), std::string::npos);
    EXPECT_NE(platform::unwritable(folder), "");
    EXPECT_EQ(platform::unwritable("/dev/null"), "");
    EXPECT_EQ(platform::write_file(folder / "kept", "x"), "");
    EXPECT_EQ(platform::unwritable(folder / "kept"), "");
    EXPECT_EQ(platform::read_file(folder / "kept").bytes, "x");
}

TEST(Files, ThatAreNewNeverTakeAPlace) {
    const Path folder = tests::scratch_folder(), file = folder / "file";
    EXPECT_EQ(platform::write_new_file(file, "one"), "");
    EXPECT_EQ(platform::write_new_file(file, "two"),
              file.string() + " can't be written: File exists.");
    EXPECT_EQ(platform::read_file(file).bytes, "one");
    files::create_symlink("nowhere", folder / "link");
    EXPECT_NE(platform::write_new_file(folder / "link", "three"), "");
    EXPECT_EQ(entries(folder), 2u) << "and nothing is left beside them";
}

TEST(Folders, AreMadeOrSayWhyNot) {
    const Path folder = tests::scratch_folder();
    EXPECT_EQ(platform::make_folder(folder / "a/b"), "");
    EXPECT_EQ(platform::make_folder(folder / "a/b"), "");
    platform::write_file(folder / "file", "");
    EXPECT_NE(platform::make_folder(folder / "file"), "");
    EXPECT_TRUE(platform::may_write_in(folder / "not/yet"));
    EXPECT_FALSE(platform::may_write_in(folder / "file"));
    EXPECT_TRUE(platform::move_file(folder / "file", folder / "other"));
    EXPECT_FALSE(platform::move_file(folder / "file", folder / "third"));
}

TEST(Folders, InWhichOthersCouldHaveLaidALinkAreNotOurs) {
    const Path folder = tests::scratch_folder();
    EXPECT_TRUE(platform::own_folder(folder / "new"));
    EXPECT_TRUE(platform::own_folder(folder / "new")) << "and again";
    files::create_directory_symlink(folder / "new", folder / "link");
    EXPECT_FALSE(platform::own_folder(folder / "link"));
    for (const auto open : {files::perms::group_write, files::perms::others_write}) {
        files::permissions(folder / "new", files::perms::owner_all | open);
        EXPECT_FALSE(platform::own_folder(folder / "new"));
    }
    platform::write_file(folder / "file", "");
    EXPECT_FALSE(platform::own_folder(folder / "file"));
}

TEST(Folders, OfOurOwnAreClosedToOthersAndGoWithTheirUse) {
    Path where;
    {
        const platform::PrivateFolder own, another;
        where = own.path();
        EXPECT_NE(own.path(), another.path());
        EXPECT_EQ(files::status(where).permissions(), files::perms::owner_all);
        platform::write_file(where / "file", "x");
    }
    EXPECT_FALSE(files::exists(where));
}

TEST(FileWatches, TellEachChangeOnceAndAtRest) {
    const Path folder = tests::scratch_folder(), file = folder / "kernel.cu";
    platform::write_file(file, "one");
    platform::FileWatch watch(file);
    EXPECT_FALSE(watch.changed());
    EXPECT_FALSE(watch.changed());
    platform::write_file(file, "two");
    EXPECT_FALSE(watch.changed()) << "it may be written still";
    EXPECT_TRUE(watch.changed());
    EXPECT_FALSE(watch.changed());
}

// Of the same length, in place and within the same moment of the clock's.
TEST(FileWatches, SeeEveryWayOfSaving) {
    const Path folder = tests::scratch_folder(), file = folder / "kernel.cu";
    platform::write_file(file, "one");
    platform::FileWatch watch(file);
    const auto told = [&] {
        watch.changed();
        return watch.changed();
    };
    const int in_place = open(file.c_str(), O_WRONLY | O_TRUNC);
    EXPECT_EQ(write(in_place, "longer", 6), 6);
    close(in_place);
    EXPECT_TRUE(told()) << "in place";
    platform::write_file(folder / "other", "longer");
    files::last_write_time(folder / "other", files::last_write_time(file));
    files::rename(folder / "other", file);
    EXPECT_TRUE(told()) << "another file under its name, as long and as old";
    files::last_write_time(file, files::last_write_time(file) + std::chrono::milliseconds(1));
    EXPECT_TRUE(told()) << "the time alone, by little";
    files::rename(file, folder / "file~");
    EXPECT_FALSE(told());
    EXPECT_FALSE(watch.there());
    platform::write_file(file, "longer");
    EXPECT_TRUE(told()) << "gone and back";
}

}  // namespace

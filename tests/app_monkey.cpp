// So many random actions in the window, by a fixed seed. ./test --all goes on for ten minutes, in a
// sanitized build (tests/monkey).
#include <gtest/gtest.h>

#include "tests/monkey/monkey.h"
#include "tests/scratch_folder.h"

namespace {

TEST(Monkey, DoesWhateverThereIs) {
    const std::filesystem::path scratch = tests::scratch_folder();
    const auto before = std::filesystem::current_path();
    std::filesystem::current_path(scratch);  // what it exports lies there
    tests::Monkey monkey(7, tests::monkey_files(WARPLENS_TESTS_DIR, scratch),
                         scratch / "monkey.log");
    for (int i = 0; i < 1000; ++i) monkey.act();
    std::filesystem::current_path(before);
    EXPECT_TRUE(monkey.driver.shell.session.subject());
}

}  // namespace

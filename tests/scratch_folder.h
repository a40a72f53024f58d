// A folder of each test's own: ctest runs tests of one file at the same time.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

namespace tests {

// Made empty at each call, named after the running test.
inline std::string scratch_folder() {
    const auto* test = testing::UnitTest::GetInstance()->current_test_info();
    const std::filesystem::path folder =
        std::filesystem::path(testing::TempDir()) / "warplens" /
        (std::string(test->test_suite_name()) + "." + test->name());
    std::filesystem::remove_all(folder);
    std::filesystem::create_directories(folder);
    return folder.string();
}

}  // namespace tests

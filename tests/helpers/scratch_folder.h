// A folder of each test's own: ctest runs tests of one file at the same time.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <functional>
#include <string>

namespace tests {

// Made empty at each call, named after the running program and its test: another build may run the
// same one.
inline std::string scratch_folder() {
    const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
    std::error_code unknown;
    const auto program = std::filesystem::read_symlink("/proc/self/exe", unknown).string();
    const std::filesystem::path folder =
        std::filesystem::path(::testing::TempDir()) / "warplens" /
        std::to_string(std::hash<std::string>{}(program) % 1'000'000) /
        (std::string(test->test_suite_name()) + "." + test->name());
    std::filesystem::remove_all(folder);
    std::filesystem::create_directories(folder);
    return folder.string();
}

}  // namespace tests

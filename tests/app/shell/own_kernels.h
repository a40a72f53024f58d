// A window before a folder of somebody's own kernels. A script stands in for nvcc.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "app/shell/own_kernel.h"
#include "platform/clock.h"
#include "platform/files.h"
#include "tests/app/shell_driver.h"
#include "tests/helpers/own_nvcc.h"
#include "tests/helpers/scratch_folder.h"

namespace app {

class OwnKernels : public ::testing::Test {
protected:
    std::filesystem::path folder = tests::scratch_folder(), file = folder / "scale.cu";
    tests::OwnNvcc nvcc{folder / "bin", tests::compiles_comments};
    std::filesystem::path before = std::filesystem::current_path();
    testing::Driver driver;

    void TearDown() override { std::filesystem::current_path(before); }

    // Frames until it holds; false after twenty seconds.
    template <class Condition>
    bool until(Condition holds) {
        for (const double end = platform::now() + 20; platform::now() < end;) {
            driver.frame();
            if (holds()) return true;
            platform::sleep(.002);
        }
        return false;
    }
    void drop(const std::filesystem::path& path) {
        Input input;
        input.dropped = {path.string()};
        driver.frame(input);
    }
    const lab::Run* shown() const { return driver.shell.session.picture(); }
    bool shows(const std::string& source) {
        return until([&] {
            return shown() && shown()->source_text == source && !driver.shell.session.stale();
        });
    }
    void save(const std::string& text) { ASSERT_EQ(platform::write_file(file, text), ""); }
    void open(const std::string& text) {
        save(text);
        drop(file);
        ASSERT_TRUE(shows(text));
    }
};

}  // namespace app

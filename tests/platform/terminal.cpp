// Interrupts that are held back.
#include "platform/terminal.h"

#include <gtest/gtest.h>

#include <csignal>
#include <cstdio>
#include <optional>

namespace {

TEST(HeldInterrupts, TheFirstIsAMarkAndTheSecondEndsTheProgram) {
    EXPECT_FALSE(platform::interrupted());
    {
        const platform::HeldInterrupts held;
        EXPECT_FALSE(platform::interrupted());
        std::raise(SIGINT);
        EXPECT_TRUE(platform::interrupted());
        const platform::HeldInterrupts within;
        EXPECT_TRUE(platform::interrupted()) << "it is the same keyboard";
    }
    EXPECT_FALSE(platform::interrupted());
    const auto twice = [] {
        const platform::HeldInterrupts held;
        std::raise(SIGINT);
        std::raise(SIGINT);
        std::_Exit(0);
    };
    EXPECT_EXIT(twice(), testing::KilledBySignal(SIGINT), "");
    {
        const platform::HeldInterrupts held;
        std::raise(SIGTERM);
        EXPECT_TRUE(platform::interrupted()) << "by another program";
    }
    const auto behind = [] {
        std::optional<platform::HeldInterrupts> held(std::in_place);
        held.reset();
        std::raise(SIGINT);
        std::_Exit(0);
    };
    EXPECT_EXIT(behind(), testing::KilledBySignal(SIGINT), "");
}

TEST(HeldInterrupts, AreIgnoredWhereTheyWere) {
    const auto before = std::signal(SIGINT, SIG_IGN);
    {
        const platform::HeldInterrupts held;
        std::raise(SIGINT);
        EXPECT_FALSE(platform::interrupted());
    }
    EXPECT_EQ(std::signal(SIGINT, before), SIG_IGN);
}

TEST(SilencedOutput, EndsWithTheObject) {
    testing::internal::CaptureStdout();
    std::printf("before ");
    {
        const platform::SilencedOutput outer;
        const platform::SilencedOutput inner;
        std::printf("within ");
    }
    std::printf("behind");
    EXPECT_EQ(testing::internal::GetCapturedStdout(), "before behind");
}

}  // namespace

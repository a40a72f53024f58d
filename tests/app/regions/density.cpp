// Densities: named, chosen by flag and by settings, else by the size of the window.
#include <gtest/gtest.h>

#include "tests/app/shell_driver.h"

namespace app {
namespace {

TEST(Density, HasANameThatIsUnderstood) {
    for (const Density density : {Density::laptop, Density::desk, Density::projector}) {
        EXPECT_EQ(density_named(name_of(density)), density);
        EXPECT_EQ(metrics_of(density).density, density);
    }
    EXPECT_EQ(density_named("cinema"), std::nullopt);
}

TEST(Density, FollowsTheWindowWhereNoneIsChosen) {
    EXPECT_EQ(usual_density(1920, 1080), Density::desk);
    EXPECT_EQ(usual_density(1599, 1080), Density::laptop);
    EXPECT_EQ(usual_density(800, 600), Density::laptop);
}

TEST(Density, IsKeptBetweenStarts) {
    testing::Driver first, second, third;
    EXPECT_FALSE(first.shell.preferences().contains("density"));
    first.shell.look.density = Density::projector;
    second.shell.read(first.shell.preferences());
    EXPECT_EQ(second.shell.look.density, Density::projector);
    third.shell.read({{"density", "cinema"}});
    EXPECT_EQ(third.shell.look.density, std::nullopt);
    third.settle();
    EXPECT_TRUE(third.says("density \"cinema\" is neither laptop, desk nor projector"));
}

TEST(Density, OfAProjectorIsReadFromTheLastRow) {
    testing::Driver near(1280, 720), far(1280, 720);
    far.shell.look.density = Density::projector;
    const auto size_of = [](const testing::Driver& driver, std::string_view words) {
        for (const NotedText& text : driver.texts)
            if (text.text == words) return text.style.size;
        return 0.f;
    };
    far.shell.controls_open = true;
    for (testing::Driver* driver : {&near, &far}) driver->settle();
    for (const char* words : {"Open", "Kernel", "256"})
        EXPECT_GE(size_of(far, words), 1.35f * size_of(near, words)) << words;
}

}  // namespace
}  // namespace app

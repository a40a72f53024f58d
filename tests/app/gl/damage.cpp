// Drawing only what changed must show the same pixels as drawing everything.
#include <gtest/gtest.h>

#include "app/gl/damage.h"
#include "app/gl/offscreen.h"
#include "app/gl/painter.h"
#include "app/program/shell_frame.h"
#include "app/shell/shell.h"
#include "imgui.h"
#include "tests/app/shell_driver.h"

namespace app {
namespace {

constexpr int width = 1366, height = 768;

// What the damage says of a frame with boxes at these places.
std::vector<Rect> damage_of(Damage& damage, const std::vector<Rect>& places) {
    std::vector<Rect> changed;
    testing::measuring_painter().measure([&] {
        ImDrawList& list = *ImGui::GetBackgroundDrawList();
        for (const Rect& r : places)
            list.AddRectFilled({r.x, r.y}, {r.right(), r.bottom()}, IM_COL32_WHITE);
    });
    return damage.since_last(*ImGui::GetDrawData(), width, height, 0);
}

bool covered(const std::vector<Rect>& boxes, const Rect& place) {
    for (const Rect& box : boxes)
        if (box.x <= place.x && box.y <= place.y && box.right() >= place.right() &&
            box.bottom() >= place.bottom())
            return true;
    return false;
}

TEST(Damages, AreWhereSomethingCameOrWent) {
    Damage damage;
    const Rect still{20, 20, 30, 30}, from{400, 300, 50, 20}, to{900, 600, 50, 20};
    const auto first = damage_of(damage, {still, from});
    ASSERT_EQ(first.size(), 1u);
    EXPECT_EQ(first[0].w, width) << "the first frame is all new";
    EXPECT_TRUE(damage_of(damage, {still, from}).empty());
    const auto moved = damage_of(damage, {still, to});
    EXPECT_TRUE(covered(moved, from));
    EXPECT_TRUE(covered(moved, to));
    EXPECT_FALSE(covered(moved, still));
}

TEST(Damages, OrderCounts) {
    Damage damage;
    const Rect a{400, 300, 50, 20}, b{410, 310, 50, 20};
    damage_of(damage, {a, b});
    EXPECT_FALSE(damage_of(damage, {b, a}).empty()) << "the other one lies on top";
}

// Steps, views, themes and sizes in turn; a frame of another size between makes it draw all anew.
TEST(Damages, LeaveNoPixelBehind) {
    Offscreen offscreen;
    if (!offscreen.problem().empty()) GTEST_SKIP() << offscreen.problem();
    offscreen.resize(width, height);
    Shell shell(lab::Worker::Mode::pumped);
    shell.open_lesson(*lab::find_lesson("laplace"));
    shell.session.complete();
    shell.look.reduced_motion = true;
    Painter painter(true);
    double now = 0;
    const auto pixels = [&](int w) {
        painter.draw(w, height, 1, shell.look.tone, [&](Canvas& canvas) {
            Input input;
            input.time = now += 1;
            draw_frame(shell, canvas, input, static_cast<float>(w), static_cast<float>(height));
        });
        return read_pixels(w, height).bytes;
    };
    for (int turn = 0; turn < 12; ++turn) {
        shell.playback.go_to(turn * 2);
        shell.slot = static_cast<Slot>(turn / 2 % 3);
        if (turn == 8) shell.look.tone = Tone::light;
        const int w = turn < 10 ? width : 900;
        for (int settling = 0; settling < 2; ++settling) pixels(w);
        const std::vector<unsigned char> kept = pixels(w);
        pixels(w - 50);
        pixels(w - 50);
        pixels(w);
        EXPECT_TRUE(kept == pixels(w)) << "turn " << turn;
    }
}

}  // namespace
}  // namespace app

// What OpenGL is told of a frame: the same triangles in the same order, cheaper shaders for plain
// fills.
#include <gtest/gtest.h>

#include <algorithm>

#include "app/gl/batches.h"
#include "imgui.h"
#include "tests/app/shell_driver.h"

namespace app {
namespace {

constexpr Rect whole_frame{0, 0, 1366, 768};

template <class Paint>
Batches batches_drawn(const std::vector<Rect>& boxes, Paint paint) {
    testing::measuring_painter().measure([&] { paint(*ImGui::GetBackgroundDrawList()); });
    return batches_of(*ImGui::GetDrawData(), boxes, ImGui::GetIO().Fonts->TexUvWhitePixel);
}

std::vector<Batch::Shader> shaders_of(const Batches& batches) {
    std::vector<Batch::Shader> all;
    for (const Batch& run : batches.runs) all.push_back(run.shader);
    return all;
}

TEST(BatchesOfAFrame, LargePlainFillsNeedNoTextureAndOpaqueOnesNoBlending) {
    const Batches batches = batches_drawn({whole_frame}, [](ImDrawList& list) {
        list.AddRectFilled({0, 0}, {400, 400}, IM_COL32(1, 2, 3, 255));
        list.AddRectFilled({0, 0}, {300, 300}, IM_COL32(1, 2, 3, 128));
        list.AddRectFilled({0, 0}, {20, 20}, IM_COL32(1, 2, 3, 255));
        list.AddText({0, 0}, IM_COL32_WHITE, "warp");
    });
    using enum Batch::Shader;
    EXPECT_EQ(shaders_of(batches), (std::vector{opaque_fill, fill, texture}));
    EXPECT_GT(batches.runs.back().count, 6u) << "the small fill and the letters in one run";
}

TEST(BatchesOfAFrame, KeepEveryTriangleInItsOrder) {
    const Batches batches = batches_drawn({whole_frame}, [](ImDrawList& list) {
        for (float side : {500.f, 10.f, 300.f, 20.f, 400.f})
            list.AddRectFilled({0, 0}, {side, side}, IM_COL32_WHITE, side / 10);
    });
    std::vector<std::uint32_t> wanted;
    for (const ImDrawList* list : ImGui::GetDrawData()->CmdLists)
        wanted.insert(wanted.end(), list->IdxBuffer.begin(), list->IdxBuffer.end());
    EXPECT_EQ(batches.indices, wanted);
    std::uint32_t next = 0;
    for (const Batch& run : batches.runs) {
        EXPECT_EQ(run.first, next);
        next += run.count;
    }
    EXPECT_EQ(next, wanted.size());
}

TEST(BatchesOfAFrame, HoldWhatReachesIntoABoxAndNothingElse) {
    const Rect box{100, 100, 50, 50};
    const Batches batches = batches_drawn({box}, [](ImDrawList& list) {
        list.AddRectFilled({0, 0}, {60, 60}, IM_COL32_WHITE);
        list.AddRectFilled({90, 90}, {120, 120}, IM_COL32_WHITE);
        list.PushClipRect({0, 0}, {90, 90});
        list.AddRectFilled({90, 90}, {120, 120}, IM_COL32_WHITE);
        list.PopClipRect();
    });
    EXPECT_EQ(batches.indices.size(), 6u);
    for (const Batch& run : batches.runs) {
        EXPECT_GE(run.clip.x, box.x);
        EXPECT_LE(run.clip.bottom(), box.bottom());
    }
}

TEST(BatchesOfAFrame, ACallbackStaysBetweenWhatStoodAroundIt) {
    const auto nothing = [](const ImDrawList*, const ImDrawCmd*) {};
    const Batches batches = batches_drawn({whole_frame}, [&](ImDrawList& list) {
        list.AddRectFilled({0, 0}, {400, 400}, IM_COL32_WHITE);
        list.AddCallback(nothing, nullptr);
        list.AddRectFilled({0, 0}, {400, 400}, IM_COL32_WHITE);
    });
    using enum Batch::Shader;
    EXPECT_EQ(shaders_of(batches), (std::vector{opaque_fill, callback, opaque_fill}));
}

}  // namespace
}  // namespace app

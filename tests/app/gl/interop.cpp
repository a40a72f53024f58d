// CUDA and OpenGL on one GPU: what a kernel wrote is what the screen shows, and nothing travels
// over the host. Skipped, in words, where there is no NVIDIA GPU that also draws.
#include <glad/gl.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "app/gl/interop.h"
#include "app/gl/offscreen.h"
#include "lab/asked.h"
#include "lab/cuda/device.h"
#include "lab/features/live_board.h"
#include "lab/lesson.h"
#include "lessons/pi_points.h"

namespace {

const lab::Dim3 field_box{24, 20, 16};

// a + b, both random, shown as a box: a pattern that nothing but the kernel can have made.
lab::Plan random_pattern() {
    lab::Plan plan;
    const auto count = static_cast<std::int64_t>(field_box.count());
    const lab::Buffer a = plan.input("a", lab::Type::f32, count, lab::Fill::uniform(0, 0.5));
    const lab::Buffer b = plan.input("b", lab::Type::f32, count, lab::Fill::uniform(0, 0.5));
    const lab::Buffer sum = plan.buffer("sum", lab::Type::f32, count);
    plan.launch("add_one_each", {lab::blocks_for(count, 128), 128}, a, b, sum, int(count));
    plan.field(sum, field_box, "sum");
    return plan;
}

float expected(const lab::Plan& plan, std::uint64_t index) {
    const lab::Inputs inputs(plan, 1);
    return static_cast<float>(inputs("a", index)) + static_cast<float>(inputs("b", index));
}

std::vector<float> texels(const app::LiveField& field) {
    std::vector<float> values(static_cast<std::size_t>(field.columns()) * field.rows());
    glBindTexture(GL_TEXTURE_2D, field.texture());
    glGetTexImage(GL_TEXTURE_2D, 0, GL_RED, GL_FLOAT, values.data());
    return values;
}

class Interop : public ::testing::TestWithParam<app::LiveField::Way> {
protected:
    void SetUp() override {
        if (!offscreen_.problem().empty()) GTEST_SKIP() << offscreen_.problem();
        std::string why;
        plan_ = random_pattern();
        field_ = app::LiveField::open(*lab::subject_of(*lab::find_lesson("vector_addition")), plan_,
                                      1, &why, GetParam());
        if (!field_) GTEST_SKIP() << why;
    }
    std::uint64_t element(int x, int y, int z) const {
        return x + field_box.x * (y + std::uint64_t{field_box.y} * z);
    }

    app::Offscreen offscreen_;
    lab::Plan plan_;
    std::unique_ptr<app::LiveField> field_;
};

TEST_P(Interop, EverySliceShowsWhatTheKernelWrote) {
    field_->advance(1);
    field_->show(2, 5);
    const auto z = texels(*field_);
    field_->show(1, 7);
    const auto y = texels(*field_);
    field_->show(0, 11);
    const auto x = texels(*field_);
    for (int i = 0; i < int(field_box.x); ++i)
        for (int j = 0; j < int(field_box.y); ++j)
            ASSERT_EQ(z[i + field_box.x * j], expected(plan_, element(i, j, 5)));
    for (int i = 0; i < int(field_box.x); ++i)
        for (int k = 0; k < int(field_box.z); ++k)
            ASSERT_EQ(y[i + field_box.x * k], expected(plan_, element(i, 7, k)));
    for (int j = 0; j < int(field_box.y); ++j)
        for (int k = 0; k < int(field_box.z); ++k)
            ASSERT_EQ(x[j + field_box.y * k], expected(plan_, element(11, j, k)));
}

TEST_P(Interop, NothingTravelsToTheHostWhileItRunsUnlessAnotherDeviceDraws) {
    const lab::cuda::Tally before = lab::cuda::tally();
    for (int i = 0; i < 100; ++i) {
        field_->advance(1);
        field_->show(2, i % int(field_box.z));
    }
    EXPECT_EQ(lab::cuda::tally().launches, before.launches + 100);
    const bool copied = GetParam() == app::LiveField::Way::copied;
    const std::uint64_t slice = sizeof(float) * field_box.x * field_box.y;
    EXPECT_EQ(lab::cuda::tally().copies_to_host, before.copies_to_host + (copied ? 100 : 0));
    EXPECT_EQ(lab::cuda::tally().bytes_to_host, before.bytes_to_host + (copied ? 100 * slice : 0))
        << "no more than what is shown";
    EXPECT_EQ(lab::cuda::tally().copies_to_device, before.copies_to_device);
}

TEST_P(Interop, RestartPutsTheFieldBack) {
    field_->advance(1);
    field_->restart();
    EXPECT_EQ(field_->launches(), 0u);
    field_->show(2, 0);
    const auto poisoned = texels(*field_);
    EXPECT_NE(poisoned[3], expected(plan_, 3));
}

// The board of a lesson whose own plan has none: every launch leaves more points where they fell.
class InteropBoards : public ::testing::TestWithParam<app::LiveField::Way> {};

TEST_P(InteropBoards, KeepWhereThePointsOfEachLaunchFell) {
    app::Offscreen offscreen;
    if (!offscreen.problem().empty()) GTEST_SKIP() << offscreen.problem();
    const lab::Settings settings = *lab::settings_named("pi/word");
    const lab::Plan plan = lab::feature<lab::LiveBoard>(settings).plan(settings);
    const int side = int(plan.fields.front().shape.x);
    std::string why;
    const auto field = app::LiveField::open(*settings.subject, plan, 1, &why, GetParam());
    if (!field) GTEST_SKIP() << why;
    const std::int64_t threads = 64 * 256;
    std::vector<float> before;
    for (std::uint32_t launch = 0; launch < 3; ++launch) {
        field->advance(1);
        field->show(2, 0);
        const std::vector<float> board = texels(*field);
        ASSERT_EQ(board.size(), std::size_t(side) * std::size_t(side));
        for (std::int64_t thread = 0; thread < threads; ++thread) {
            const auto words = lessons::points::philox(launch, std::uint32_t(thread));
            const float x = lessons::points::below_one(words.x),
                        y = lessons::points::below_one(words.y);
            ASSERT_GT(board[std::size_t(y * float(side)) * std::size_t(side) +
                            std::size_t(x * float(side))],
                      0)
                << "thread " << thread << " of launch " << launch;
        }
        const auto marked = std::ranges::count_if(board, [](float mark) { return mark > 0; });
        EXPECT_GT(marked, std::ranges::count_if(before, [](float mark) { return mark > 0; }));
        before = board;
    }
}

std::string way_name(const ::testing::TestParamInfo<app::LiveField::Way>& info) {
    return info.param == app::LiveField::Way::shared ? "shared" : "copied";
}

INSTANTIATE_TEST_SUITE_P(Ways, Interop,
                         ::testing::Values(app::LiveField::Way::shared,
                                           app::LiveField::Way::copied),
                         way_name);

INSTANTIATE_TEST_SUITE_P(Ways, InteropBoards,
                         ::testing::Values(app::LiveField::Way::shared,
                                           app::LiveField::Way::copied),
                         way_name);

}  // namespace

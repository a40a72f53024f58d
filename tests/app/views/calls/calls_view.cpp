// "What each call returns": it exists for every kernel, and its rows and bars.
#include <gtest/gtest.h>

#include "app/view.h"
#include "app/views/calls/rows.h"
#include "lab/asked.h"
#include "lab/lesson.h"
#include "lab/library.h"

namespace {

using namespace app;

TEST(CallsView, IsThereForEveryKernel) {
    const View* view = find_view("calls");
    ASSERT_TRUE(view);
    for (const lab::Lesson* lesson : lab::lessons())
        for (const lab::Rung& rung : lesson->rungs) {
            lab::Run run;
            run.request.settings = *lab::settings_named(lesson->id + "/" + rung.id);
            const lab::Settings& settings = run.request.settings;
            if (lab::is_library(settings) || lab::on_processor(settings)) continue;
            EXPECT_TRUE(view->shows(run)) << rung.id;
            const CallPicture& picture = call_picture(run, false);
            EXPECT_EQ(picture.problem, "") << rung.id;
            EXPECT_FALSE(picture.bars.empty()) << lesson->id << "/" << rung.id;
            EXPECT_LE(picture.rows.size(), picture.all.answers.size());
        }
}

TEST(CallsView, EndsAKernelAtTheCallThatWaits) {
    lab::Run run;
    run.request.settings = *lab::settings_named("threads/global_index");
    const CallPicture& late = call_picture(run, false);
    ASSERT_EQ(late.bars.size(), 1u);
    EXPECT_TRUE(late.bars[0].awaited);
    EXPECT_EQ(late.call(late.rows[std::size_t(late.bars[0].ends)]).name, "cudaEventSynchronize");
    const CallPicture& soon = call_picture(run, true);
    EXPECT_EQ(soon.call(soon.rows[std::size_t(soon.bars[0].ends)]).name, "cudaDeviceSynchronize");
}

}  // namespace

// Questions of a lesson: their numbers, the code beside them, and the kernel that they are about.
#include <gtest/gtest.h>

#include <algorithm>

#include "app/format.h"
#include "app/views/rungs.h"
#include "lab/declared.h"
#include "tests/app/lecture.h"
#include "tests/app/opened.h"
#include "tests/app/picture.h"

namespace {

using namespace app;
using namespace test;

TEST(Questions, NumbersOfAPredictionHaveTheirUnitAndOneForm) {
    Opened threads("threads/global_index", 1920, 1080);
    threads.driver.key(Key::g);
    threads.driver.type("C");
    threads.driver.key(Key::enter);
    threads.driver.settle();
    std::string all;
    for (const NotedText& text : threads.driver.texts) all += text.text + " ";
    EXPECT_NE(all.find("The run: 2 600. Your guess: 2 500. "), std::string::npos) << all;
    EXPECT_TRUE(threads.driver.sees(grouped(2600) + " warps"));
    Opened tree("reduction/interleaved", 1920, 1080);
    tree.driver.key(Key::g);
    tree.driver.type("60");
    tree.driver.key(Key::enter);
    tree.driver.settle();
    EXPECT_TRUE(tree.driver.sees("8 issues")) << "the known bar";
}

// Of a question about two kernels the code is that of the one which is new.
TEST(Questions, AQuestionAboutTwoKernelsShowsTheNewOne) {
    Driver driver(1366, 768);
    ASSERT_TRUE(driver.shell.restore("reduction/interleaved"));
    driver.settle();
    driver.key(Key::g);
    driver.type("47");
    driver.key(Key::enter);
    driver.key(Key::enter);
    driver.settle();
    ASSERT_TRUE(driver.shell.predictions.is_open());
    EXPECT_EQ(driver.shell.predictions.asks_elsewhere(0), 1);
    EXPECT_EQ(driver.shell.predictions.asks_elsewhere(1), -1);
}

// A question about another kernel shows that one's code, wherever the pane stood.
TEST(Questions, CodeOfAQuestionIsThatOfItsKernel) {
    Driver driver(1366, 768);
    ASSERT_TRUE(driver.shell.restore("fft/pieces"));
    driver.settle();
    driver.key(Key::g);
    driver.settle();
    ASSERT_EQ(driver.shell.predictions.asks_elsewhere(7), 3);
    const std::string kernel = lab::bare_name(at_rung(driver.shell.session.settings(), 3).kernel());
    EXPECT_TRUE(std::ranges::any_of(driver.texts, [&](const NotedText& text) {
        return text.box.x > 1000 && text.text.find(kernel) != text.text.npos;
    })) << kernel;
}

using Guessing = Lecture;

TEST_F(Guessing, TheKernelStaysInSight) {
    driver.width = 1366;
    driver.key(Key::g);
    driver.settle();
    ASSERT_TRUE(driver.shell.predictions.is_open());
    const Rect code{1030, 140, 300, 300};
    const auto dims = those(driver.marks, [&](const NotedMark& mark) {
        return mark.kind == MarkKind::fill && mark.colour.fixed && mark.colour.alpha < 1 &&
               mark.box.contains({code.middle_x(), code.middle_y()});
    });
    EXPECT_TRUE(dims.empty());
    const auto card = std::ranges::find(driver.marks, "prediction", &NotedMark::card);
    ASSERT_NE(card, driver.marks.end());
    EXPECT_LT(card->box.right(), code.x);
    EXPECT_FALSE(driver.sees("Lane 0 of warp 0")) << "what the line just did would answer";
}

}  // namespace

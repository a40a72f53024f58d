// Keys and characters reach a frame in the order in which they came.
#include <gtest/gtest.h>

#include "app/program/key_queue.h"

namespace app {
namespace {

struct Answered {
    std::string typed;
    std::vector<Key> keys;
    bool operator==(const Answered&) const = default;
};

Answered next(KeyQueue& queue, bool typing) {
    Input input;
    queue.hand_on(input, typing);
    Answered answered{input.typed, {}};
    for (const Stroke& stroke : input.strokes) answered.keys.push_back(stroke.key);
    return answered;
}

// As a window tells of them: a key, then what it types.
KeyQueue my_then_tab() {
    KeyQueue queue;
    queue.key({Key::m});
    queue.text("m");
    queue.key({Key::y});
    queue.text("y");
    queue.key({Key::tab});
    queue.key({Key::enter});
    return queue;
}

TEST(KeyQueue, WhatIsTypedIsThereBeforeTheKeyBehindItCounts) {
    KeyQueue queue = my_then_tab();
    EXPECT_EQ(next(queue, true), (Answered{"my", {Key::m, Key::y}}));
    EXPECT_EQ(next(queue, true), (Answered{"", {Key::tab}}));
    EXPECT_EQ(next(queue, true), (Answered{"", {Key::enter}}));
    EXPECT_TRUE(queue.empty());
    EXPECT_EQ(next(queue, true), Answered{});
}

TEST(KeyQueue, AFrameAnswersOneShortcut) {
    KeyQueue queue = my_then_tab();
    EXPECT_EQ(next(queue, false), (Answered{"m", {Key::m}}));
    EXPECT_EQ(next(queue, false), (Answered{"y", {Key::y}}));
    EXPECT_EQ(next(queue, false), (Answered{"", {Key::tab}}));
    EXPECT_FALSE(queue.empty());
}

TEST(KeyQueue, ALetterWithControlIsNoLetter) {
    KeyQueue queue;
    queue.text("a");
    queue.key({.key = Key::z, .control = true});
    queue.text("b");
    EXPECT_EQ(next(queue, true), (Answered{"a", {}}));
    EXPECT_EQ(next(queue, true), (Answered{"", {Key::z}}));
    EXPECT_EQ(next(queue, true), (Answered{"b", {}}));
}

TEST(KeyQueue, AHeldKeyDoesNotRunOnAfterItIsLetGo) {
    KeyQueue queue;
    queue.key({Key::right});
    for (int i = 0; i < 20; ++i) queue.key({.key = Key::right, .repeated = true});
    queue.key({.key = Key::left, .repeated = true});
    queue.key({Key::right});
    EXPECT_EQ(next(queue, false), (Answered{"", {Key::right}}));
    EXPECT_EQ(next(queue, false), (Answered{"", {Key::left}}));
    EXPECT_EQ(next(queue, false), (Answered{"", {Key::right}}));
    EXPECT_TRUE(queue.empty());
}

}  // namespace
}  // namespace app

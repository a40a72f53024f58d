// The text of the open lesson, with numbers from runs. A thread reads it and runs the kernels,
// since that takes longer than a frame.
#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "app/widgets/markdown.h"
#include "lab/lesson.h"
#include "platform/threads.h"

namespace app {

/// "2^24" with superscript digits, as in books.
std::string raised(const std::string& text);

class LessonText {
public:
    /// `wake` is called when a text is ready. Without it, or without threads, texts are made at
    /// once.
    explicit LessonText(std::function<void()> wake = {}) : wake_(std::move(wake)) {}

    /// The blocks of a lesson's text; nullptr while they are being made.
    const std::vector<MarkdownBlock>* blocks(const lab::Lesson& lesson);

private:
    using Blocks = std::vector<MarkdownBlock>;
    struct Task {
        Blocks blocks;
        std::atomic<bool> ready = false;
        platform::Thread thread;  // last: it uses everything above
    };
    std::function<void()> wake_;
    std::map<const lab::Lesson*, Blocks> ready_;
    std::map<const lab::Lesson*, std::unique_ptr<Task>> coming_;
};

}  // namespace app
